package portal

import (
	"strings"
	"testing"
)

// Rules: URL-19, URL-20.
func TestRouteOf(t *testing.T) {
	for path, want := range map[string]Route{
		"mykomax": {Page: PageHome}, "mykomax/account": {Page: PageAccount}, "MyKomax/Account": {Page: PageAccount},
		"mykomax/logout":       {Page: PageLogout},
		"mykomax/tickets/list": {Page: PageTickets}, "mykomax/tickets/NewTicket": {Page: PageNewTicket},
		"mykomax/wire-flow":    {Page: PageWireFlow},
		"MyKomax/Tickets/AbC1": {PageTicket, "AbC1"},
		"mykomax/tickets":      {Page: PageNone}, "mykomax/tickets/": {Page: PageNone},
		"mykomax/tickets/a/b": {Page: PageNone}, "mykomax/nothing": {Page: PageNone},
		"mykomax/user-admin/Activity": {Page: PageUserActivity}, "mykomax/user-admin/u-1": {PageManagedUser, "u-1"},
		"mykomax/user-admin/organizations/Org-1": {PageManagedOrganization,
			"Org-1"}, "mykomax/user-admin/organizations/a/b": {Page: PageNone},
		// Letters whose lower case has another length.
		"mykomax/tickets/\u212a\u212a": {PageTicket, "\u212a\u212a"}, "my\u212aomax/account": {Page: PageAccount},
		"mykomax/\u212a\u212a\u212a\u212a\u212a": {Page: PageNone}, "\u0130": {Page: PageNone},
		"mykomax/account/more": {Page: PageNone}, "account": {Page: PageNone}, "": {Page: PageNone},
	} {
		if got := RouteOf(strings.Split(path, "/")); got != want {
			t.Errorf("%q: %v", path, got)
		}
	}
}
