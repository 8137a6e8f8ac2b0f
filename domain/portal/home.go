package portal

// HomeData is the data of sis on the portal's home.
type HomeData struct {
	Own *OwnAccess
	// Tickets are the most recently changed tickets, OwnTickets those that the user has created.
	Tickets, OwnTickets []*Ticket
	// Machines are the first machines of the inventory.
	Machines []*Machine
	// PendingRequestCount is the number of the administrator's users with an open request.
	PendingRequestCount int
}

// HomeSelection selects parts of HomeData; only selected parts are read.
type HomeSelection struct {
	TicketCount, MachineCount int
	WithPendingCount          bool
}
