package servicetest

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"

	"strand/domain/convert"
	"strand/domain/investor"
	"strand/domain/ticketing"
	"strand/internal/cache"
)

// SIS is a sis in memory, which answers in the name of one user.
type SIS struct {
	calls   *calls
	tickets []*ticketing.Ticket
	answers map[string][]any
}

// Answer sets what sis returns for a method: one value, or two without the error, or an error. A method without an
// answer returns nothing.
func (s *Systems) Answer(method string, values ...any) *Systems {
	s.SIS.answers[method] = values
	return s
}

// record records a call with its arguments: texts, numbers, and others as JSON without their empty fields.
func (s *SIS) record(ctx context.Context, method string, arguments ...any) error {
	call := "sis." + method
	for _, a := range arguments {
		if text, isText := a.(string); isText {
			call += " " + text
			continue
		}
		text, err := json.Marshal(a)
		var value any
		if err == nil {
			err = json.Unmarshal(text, &value)
		}
		if err == nil {
			text, err = json.Marshal(withoutEmpty(value))
		}
		if err != nil {
			return err
		}
		call += " " + string(text)
	}
	return s.calls.add(ctx, "%s", call)
}

// withoutEmpty removes the empty fields of objects.
func withoutEmpty(value any) any {
	object, isObject := value.(map[string]any)
	if !isObject {
		return value
	}
	for name, field := range object {
		field = withoutEmpty(field)
		switch v := reflect.ValueOf(field); {
		case !v.IsValid() || v.IsZero() || (v.Kind() == reflect.Map || v.Kind() == reflect.Slice) && v.Len() == 0:
			delete(object, name)
		default:
			object[name] = field
		}
	}
	return object
}

func answer[A any](ctx context.Context, s *SIS, method string, arguments ...any) (A, error) {
	a, _, err := answers[A, any](ctx, s, method, arguments...)
	return a, err
}

func answers[A, B any](ctx context.Context, s *SIS, method string, arguments ...any) (a A, b B, err error) {
	if err := s.record(ctx, method, arguments...); err != nil {
		return a, b, err
	}
	if values := s.answers[method]; len(values) > 0 {
		if err, fails := values[0].(error); fails {
			return a, b, err
		}
		a = values[0].(A)
		if len(values) > 1 {
			b = values[1].(B)
		}
	}
	return a, b, nil
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

// Ticket reads a ticket.
func (s *SIS) Ticket(ctx context.Context, idToken, id string) (*ticketing.Ticket, error) {
	found, err := s.TicketsByID(ctx, idToken, []string{id})
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// TicketsByID reads tickets.
func (s *SIS) TicketsByID(ctx context.Context, idToken string, ids []string) ([]*ticketing.Ticket, error) {
	if err := s.calls.add(ctx, "sis.TicketsByID %s %s", idToken, slices.Sorted(slices.Values(ids))); err != nil {
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
	if err := s.record(ctx, "Tickets", idToken, of); err != nil {
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
