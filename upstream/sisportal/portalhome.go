package sisportal

import (
	"context"
	"fmt"

	"strand/domain/optional"
	"strand/domain/portalentry"
	"strand/domain/ticketing"
)

// Home reads the data of the portal's home page: one call.
func (r *Reader) Home(ctx context.Context, idToken string, s portalentry.HomeSelection) (*portalentry.HomeData, error) {
	data, err := GetPortalHome(
		r.withIDToken(ctx, idToken),
		r.client,
		max(s.TicketCount, 1),
		s.TicketCount > 0,
		ticketFilter(ticketing.Waiting.Filter),
		portalentry.ShownTickets,
		max(s.MachineCount, 1),
		s.MachineCount > 0,
		optional.Text(s.DueBefore),
		s.WithPendingCount,
	)
	if err != nil {
		return nil, fmt.Errorf("read the portal's home: %w", err)
	}
	home := &portalentry.HomeData{Own: ownAccess(data.OwnAccess), PendingRequestCount: data.PendingRequestCount}
	if data.Tickets != nil {
		for _, e := range data.Tickets.Edges {
			home.Tickets = append(home.Tickets, ticket(e.Node))
		}
	}
	if data.OwnTickets != nil {
		for _, e := range data.OwnTickets.Edges {
			home.OwnTickets = append(home.OwnTickets, ticket(e.Node))
		}
	}
	if data.WaitingTickets != nil {
		home.WaitingCount = data.WaitingTickets.Total
		for _, e := range data.WaitingTickets.Edges {
			home.WaitingTickets = append(home.WaitingTickets, ticket(e.Node))
		}
	}
	if data.Inventory != nil {
		for _, e := range data.Inventory.Edges {
			home.Machines = append(home.Machines, r.machineOf(e.Node))
		}
	}
	if data.DueMachines != nil {
		home.DueMachineCount = data.DueMachines.Total
		for _, e := range data.DueMachines.Edges {
			home.DueMachines = append(home.DueMachines, r.machineOf(e.Node))
		}
	}
	return home, nil
}
