package portal

import (
	"reflect"
	"testing"
)

// Rules: PORT-16.
func TestHomeData_LatestTickets(t *testing.T) {
	mine, all := []*Ticket{{ID: "1"}}, []*Ticket{{ID: "2"}, {ID: "1"}}
	staff := &User{Roles: []string{"kmx_employee_intern"}}
	for _, test := range []struct {
		name   string
		home   HomeData
		viewer *User
		want   []*Ticket
		scope  TicketScope
	}{
		{"own tickets", HomeData{OwnTickets: mine, Tickets: all}, &User{}, mine, ScopeOwn},
		{"tickets of colleagues only", HomeData{Tickets: all}, &User{}, all, ScopeOrganization},
		{"staff without own tickets", HomeData{Tickets: all}, staff, all, ScopeAll},
		{"no tickets", HomeData{}, &User{}, nil, ScopeOwn},
	} {
		got, scope := test.home.LatestTickets(test.viewer)
		if !reflect.DeepEqual(got, test.want) || scope != test.scope {
			t.Errorf("%s: %v, %s", test.name, got, scope)
		}
	}
}
