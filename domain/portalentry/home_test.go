package portalentry

import (
	"reflect"
	"testing"

	"strand/domain/portal"
	"strand/domain/ticketing"
)

// Rules: PORT-16.
func TestHomeData_LatestTickets(t *testing.T) {
	mine, all := []*ticketing.Ticket{{ID: "1"}}, []*ticketing.Ticket{{ID: "2"}, {ID: "1"}}
	closed, older := &ticketing.Ticket{ID: "3", Status: "CLOSED"}, &ticketing.Ticket{ID: "4", Status: "CLOSED"}
	open, waiting := &ticketing.Ticket{ID: "5", Status: "OPEN"}, &ticketing.Ticket{ID: "6", Status: "WAITING"}
	changed := []*ticketing.Ticket{closed, open, older, waiting}
	shown := []*ticketing.Ticket{open, waiting, closed}
	staff := &portal.User{Roles: []string{"kmx_employee_intern"}}
	for _, test := range []struct {
		name   string
		home   HomeData
		viewer *portal.User
		want   []*ticketing.Ticket
		scope  ticketing.TicketScope
	}{
		{"own tickets", HomeData{OwnTickets: mine, Tickets: all}, &portal.User{}, mine, ticketing.ScopeOwn},
		{"tickets of colleagues only", HomeData{Tickets: all}, &portal.User{}, all, ticketing.ScopeOrganization},
		{"staff without own tickets", HomeData{Tickets: all}, staff, all, ticketing.ScopeAll},
		{"a closed ticket that changed last", HomeData{OwnTickets: changed}, &portal.User{}, shown, ticketing.ScopeOwn},
		{"no tickets", HomeData{}, &portal.User{}, nil, ticketing.ScopeOwn},
	} {
		got, scope := test.home.LatestTickets(test.viewer)
		if !reflect.DeepEqual(got, test.want) || scope != test.scope {
			t.Errorf("%s: %v, %s", test.name, got, scope)
		}
	}
}
