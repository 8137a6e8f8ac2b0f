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

const (
	// homeTickets is the number of tickets on the portal's home page.
	homeTickets = 3
	// ReadTickets is the number of tickets that are read for it: an open one precedes closed ones that changed later.
	ReadTickets = 20
)

// LatestTickets returns the tickets of the portal's home: the viewer's own, otherwise those that the viewer can see.
// Closed ones follow the others.
func (h *HomeData) LatestTickets(viewer *portal.User) ([]*ticketing.Ticket, ticketing.TicketScope) {
	switch {
	case len(h.OwnTickets) > 0:
		return shownTickets(h.OwnTickets), ticketing.ScopeOwn
	case len(h.Tickets) == 0:
		return nil, ticketing.ScopeOwn
	case viewer != nil && viewer.IsEmployee():
		return shownTickets(h.Tickets), ticketing.ScopeAll
	}
	return shownTickets(h.Tickets), ticketing.ScopeOrganization
}

// shownTickets returns the first tickets of the home page, of the most recently changed ones.
func shownTickets(changed []*ticketing.Ticket) []*ticketing.Ticket {
	var open, closed []*ticketing.Ticket
	for _, t := range changed {
		if t.Status == "CLOSED" {
			closed = append(closed, t)
		} else {
			open = append(open, t)
		}
	}
	sorted := slices.Concat(open, closed)
	return sorted[:min(len(sorted), homeTickets)]
}
