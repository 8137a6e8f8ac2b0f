package servicetest

import (
	"context"

	"strand/domain/convert"
	"strand/domain/investor"
	"strand/domain/ticketing"
	"strand/internal/cache"
)

// SIS is a sis in memory, which answers in the name of one user.
type SIS struct {
	calls   *calls
	tickets []*ticketing.Ticket
}

// Ticket adds a ticket of the user.
func (s *Systems) Ticket(one *ticketing.Ticket) *Systems {
	s.SIS.tickets = append(s.SIS.tickets, one)
	return s
}

// Calendar reads the dates for investors: there are none.
func (s *SIS) Calendar(ctx context.Context, locale string) ([]*investor.Date, error) {
	return nil, s.calls.addOnce(ctx, "sis.Calendar %s", locale)
}

// Table reads a table for investors: it has no rows.
func (s *SIS) Table(ctx context.Context, kind investor.Kind, locale string) (*investor.Table, error) {
	return &investor.Table{}, s.calls.addOnce(ctx, "sis.Table %s %s", kind, locale)
}

// Entry returns no entry of a cache.
func (*SIS) Entry(investor.Kind, string) (_ cache.Inspection, ok bool) {
	return cache.Inspection{}, false
}

// TicketsByID reads tickets.
func (s *SIS) TicketsByID(ctx context.Context, idToken string, ids []string) ([]*ticketing.Ticket, error) {
	if err := s.calls.add(ctx, "sis.TicketsByID %s %s", idToken, ids); err != nil {
		return nil, err
	}
	return convert.All(ids, func(id string) *ticketing.Ticket {
		for _, one := range s.tickets {
			if one.ID == id {
				found := *one
				return &found
			}
		}
		return nil
	}), nil
}

// Tickets reads all tickets, whatever is selected.
func (s *SIS) Tickets(
	ctx context.Context, idToken string, of ticketing.TicketSelection,
) (*ticketing.TicketListPage, error) {
	call := "sis.Tickets %s %q %s %d"
	if err := s.calls.add(ctx, call, idToken, of.Filter.Text, of.Order, of.Range.First); err != nil {
		return nil, err
	}
	page := &ticketing.TicketListPage{Total: len(s.tickets), IsTotalExact: true}
	for _, one := range s.tickets {
		found := *one
		page.Tickets = append(page.Tickets, &found)
		page.Cursors = append(page.Cursors, one.ID)
	}
	return page, nil
}
