package portalentry

import (
	"slices"

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
	// WaitingTickets are the first of the WaitingCount tickets that wait for the user.
	WaitingTickets []*ticketing.Ticket
	WaitingCount   int
	// Machines are the first machines of the inventory.
	Machines []*inventory.Machine
	// DueMachines are the first of the DueMachineCount machines that need something (MACH-15).
	DueMachines     []*inventory.Machine
	DueMachineCount int
	// PendingRequestCount is the number of the administrator's users with an open request.
	PendingRequestCount int
}

// HomeSelection selects parts of HomeData; only selected parts are read.
type HomeSelection struct {
	TicketCount, MachineCount int
	// DueBefore is the day before which a service contract that ends makes a machine due.
	DueBefore        string
	WithPendingCount bool
}

const (
	// ShownTickets is the number of tickets of each kind on the portal's home page.
	ShownTickets = 3
	// ReadTickets is the number of tickets that are read for it: an open one precedes closed ones that changed later.
	ReadTickets = 20
)

// LatestTickets returns the tickets of the portal's home: the viewer's own, otherwise those that the viewer can see.
// Closed ones follow the others; those that wait for the viewer are left out.
func (h *HomeData) LatestTickets(viewer *portal.User) ([]*ticketing.Ticket, ticketing.TicketScope) {
	switch {
	case len(h.OwnTickets) > 0:
		return h.latest(h.OwnTickets), ticketing.ScopeOwn
	case len(h.Tickets) == 0:
		return nil, ticketing.ScopeOwn
	case viewer != nil && viewer.IsEmployee():
		return h.latest(h.Tickets), ticketing.ScopeAll
	}
	return h.latest(h.Tickets), ticketing.ScopeOrganization
}

// latest returns the first tickets of the home page, of the most recently changed ones.
func (h *HomeData) latest(changed []*ticketing.Ticket) []*ticketing.Ticket {
	var open, closed []*ticketing.Ticket
	for _, t := range changed {
		isWaiting := slices.ContainsFunc(h.WaitingTickets, func(w *ticketing.Ticket) bool { return w.ID == t.ID })
		switch {
		case isWaiting:
		case t.Status == "CLOSED":
			closed = append(closed, t)
		default:
			open = append(open, t)
		}
	}
	sorted := slices.Concat(open, closed)
	return sorted[:min(len(sorted), ShownTickets)]
}
