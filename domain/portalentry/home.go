package portalentry

import (
	"strand/domain/inventory"
	"strand/domain/portal"
	"strand/domain/registration"
	"strand/domain/ticketing"
)

// HomeData is the data of sis on the portal's home.
type HomeData struct {
	Own *registration.OwnAccess
	// Tickets are the most recently changed tickets, OwnTickets those that the user has created.
	Tickets, OwnTickets []*ticketing.Ticket
	// Machines are the first machines of the inventory.
	Machines []*inventory.Machine
	// PendingRequestCount is the number of the administrator's users with an open request.
	PendingRequestCount int
}

// HomeSelection selects parts of HomeData; only selected parts are read.
type HomeSelection struct {
	TicketCount, MachineCount int
	WithPendingCount          bool
}

// LatestTickets returns the tickets of the portal's home: the viewer's own, otherwise those that the viewer can see.
func (h *HomeData) LatestTickets(viewer *portal.User) ([]*ticketing.Ticket, ticketing.TicketScope) {
	switch {
	case len(h.OwnTickets) > 0:
		return h.OwnTickets, ticketing.ScopeOwn
	case len(h.Tickets) == 0:
		return nil, ticketing.ScopeOwn
	case viewer != nil && viewer.IsEmployee():
		return h.Tickets, ticketing.ScopeAll
	}
	return h.Tickets, ticketing.ScopeOrganization
}
