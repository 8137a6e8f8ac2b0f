package portal

import (
	"slices"
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
		"mykomax/user-admin/organizations": {Page: PageManagedOrganizations},
		"mykomax/user-admin/Organizations": {Page: PageManagedOrganizations},
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

// FuzzRouteOf checks that a path leads to the same page in any letter case.
func FuzzRouteOf(f *testing.F) {
	for _, seed := range []string{
		"mykomax/inventory/software", "MyKomax/tickets/new", "mykomax/tickets/T-1", "mykomax//", "",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, path string) {
		place := RouteOf(strings.Split(path, "/"))
		if again := RouteOf(slices.Clone(strings.Split(path, "/"))); again != place {
			t.Errorf("%q leads to %+v, then %+v", path, place, again)
		}
	})
}

// Rules: MACH-1, URL-20.
func TestRouteOf_Inventory(t *testing.T) {
	for path, want := range map[string]Route{
		"mykomax/inventory": {Page: PageInventory}, "mykomax/Inventory/OLD": {Page: PageInventoryOld},
		"mykomax/inventory/software": {Page: PageSoftware},
		"mykomax/inventory/mach-1A":  {PageMachine, "mach-1A"}, "mykomax/inventory/a/b": {Page: PageNone},
	} {
		for range 20 { // the order of iteration over the pages is random
			if got := RouteOf(strings.Split(path, "/")); got != want {
				t.Errorf("%s: %v", path, got)
			}
		}
	}
}

func TestPageKind_Service(t *testing.T) {
	for page, want := range map[PageKind]Service{
		PageTicket: Ticketing, PageMachine: Inventory, PageHome: "", PageNone: "",
	} {
		if got := page.Service(); got != want {
			t.Errorf("%s belongs to %q, want %q", page, got, want)
		}
	}
}
