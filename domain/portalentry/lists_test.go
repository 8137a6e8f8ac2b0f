package portalentry

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"strand/domain/inventory"
	"strand/domain/portal"
	"strand/domain/ticketing"
	"strand/domain/useradmin"
	"strand/test/lineartest"
	"strand/test/portaltest"
)

// TestLists_URLs: the pages of a list keep its filters and order, and the URL without filters keeps the order alone.
func TestLists_URLs(t *testing.T) {
	tickets := func(query string, page ticketing.TicketListPage) *ticketing.TicketList {
		return &ticketing.TicketList{
			TicketSelection: ticketing.ParseTicketSelection(query), TicketListPage: &page, Base: "/list",
		}
	}
	machines := func(query string, page inventory.MachineListPage) *inventory.MachineList {
		return &inventory.MachineList{
			MachineSelection: inventory.ParseMachineSelection(query, true), MachineListPage: &page, Base: "/list",
		}
	}
	users := func(query string, page useradmin.UserListPage) *useradmin.UserList {
		return &useradmin.UserList{
			UserSelection: useradmin.ParseUserSelection(query), UserListPage: &page, Base: "/list",
		}
	}
	cursors := []string{"a", "b", "c"}
	type list interface {
		ResetURL() string
		PreviousURL() *string
		NextURL() *string
		IsFiltered() bool
	}
	for name, test := range map[string]struct {
		list                  list
		reset, previous, next string
		isFiltered            bool
	}{
		"tickets, in the middle": {
			tickets(
				"q=x&status=OPEN&sort=SUBJECT&after=0",
				ticketing.TicketListPage{Cursors: cursors, HasNextPage: true, HasPreviousPage: true},
			),
			"/list?sort=SUBJECT", "/list?before=a&q=x&sort=SUBJECT&status=OPEN",
			"/list?after=c&q=x&sort=SUBJECT&status=OPEN", true,
		},
		"tickets, all": {tickets("", ticketing.TicketListPage{Cursors: cursors}), "/list", "none", "none", false},
		"tickets, none": {
			tickets("mine=true", ticketing.TicketListPage{HasNextPage: true, HasPreviousPage: true}),
			"/list", "none", "none", true,
		},
		"tickets of a machine": {tickets("serial=a1", ticketing.TicketListPage{}), "/list", "none", "none", true},
		"machines, the first": {
			machines("group=LOCATION&update=true", inventory.MachineListPage{Cursors: cursors, HasNextPage: true}),
			"/list?group=LOCATION", "none", "/list?after=c&group=LOCATION&update=true", true,
		},
		"machines, the last": {
			machines("after=0", inventory.MachineListPage{Cursors: cursors, HasPreviousPage: true}), "/list", "/list?before=a",
			"none", false,
		},
		"users, in the middle": {
			users(
				"role=EXTERNAL&desc=true&sort=EMAIL",
				useradmin.UserListPage{Cursors: cursors, HasNextPage: true, HasPreviousPage: true},
			),
			"/list?desc=true&sort=EMAIL", "/list?before=a&desc=true&role=EXTERNAL&sort=EMAIL",
			"/list?after=c&desc=true&role=EXTERNAL&sort=EMAIL", true,
		},
		"users, a search": {users("q=ada", useradmin.UserListPage{}), "/list", "none", "none", true},
		"users, all":      {users("", useradmin.UserListPage{Cursors: cursors}), "/list", "none", "none", false},
	} {
		l := test.list
		if l.ResetURL() != test.reset || portaltest.URLOf(l.PreviousURL()) != test.previous ||
			portaltest.URLOf(l.NextURL()) != test.next ||
			l.IsFiltered() != test.isFiltered {
			t.Errorf(
				"%s: %s, %s, %s, filtered %v",
				name,
				l.ResetURL(),
				portaltest.URLOf(l.PreviousURL()),
				portaltest.URLOf(l.NextURL()),
				l.IsFiltered(),
			)
		}
	}
}

// TestFilters_IsBounded: filters whose cost grows with their length are limited.
func TestFilters_IsBounded(t *testing.T) {
	text := func(n int) string { return strings.Repeat("é", n) }
	many := func(n int) []string { return slices.Repeat([]string{"x"}, n) }
	type filter interface{ IsBounded() bool }
	for name, test := range map[string]struct {
		filter filter
		want   bool
	}{
		"tickets, empty":            {ticketing.TicketFilter{}, true},
		"tickets, the longest text": {ticketing.TicketFilter{Text: text(portal.MaxSearchText)}, true},
		"tickets, a longer text":    {ticketing.TicketFilter{Text: text(portal.MaxSearchText + 1)}, false},
		"tickets, all locations":    {ticketing.TicketFilter{Locations: many(inventory.MaxLocations)}, true},
		"tickets, more locations":   {ticketing.TicketFilter{Locations: many(inventory.MaxLocations + 1)}, false},
		"tickets, a serial number": {
			ticketing.TicketFilter{SerialNumber: strings.Repeat("A", portal.MaxSearchText+1)}, false,
		},
		"machines, the longest text": {inventory.MachineFilter{Text: text(portal.MaxSearchText)}, true},
		"machines, a longer text":    {inventory.MachineFilter{Text: text(portal.MaxSearchText + 1)}, false},
		"machines, more locations":   {inventory.MachineFilter{Locations: many(inventory.MaxLocations + 1)}, false},
		"machines, more product lines": {
			inventory.MachineFilter{ProductLines: many(inventory.MaxLocations + 1)}, false,
		},
		"machines, repeated states": {
			inventory.MachineFilter{Warranty: slices.Repeat(inventory.Coverages, 2)}, false,
		},
		"machines, repeated contracts": {
			inventory.MachineFilter{Contract: slices.Repeat(inventory.Coverages, 2)}, false,
		},
		"users, the longest text": {useradmin.UserFilter{Text: text(portal.MaxSearchText)}, true},
		"users, a longer text":    {useradmin.UserFilter{Text: text(portal.MaxSearchText + 1)}, false},
		"users, more cities":      {useradmin.UserFilter{Cities: many(101)}, false},
		"users, more roles": {
			useradmin.UserFilter{Roles: slices.Repeat(portal.AdministratorRoles, 100)}, false,
		},
	} {
		if got := test.filter.IsBounded(); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// FuzzParseSelections checks that the query of a parsed selection parses to the same selection.
func FuzzParseSelections(f *testing.F) {
	for _, seed := range []string{
		"mine=true&status=OPEN&type=SERVICE&location=a&q=x&sort=SUBJECT&serial=123&after=abc", "q=%ff&before=x&after=",
		"line=a&warranty=ACTIVE&update=true&group=LOCATION",
		"organization=a&role=NONE&status=ACTIVE&subRegion=b&desc=true",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		withoutMark := func(query string) string { return strings.TrimPrefix(query, "?") }
		tickets := ticketing.ParseTicketSelection(query)
		if again := ticketing.ParseTicketSelection(withoutMark(tickets.Query())); !reflect.DeepEqual(again, tickets) {
			t.Errorf("tickets, %q: %+v, then %+v", query, tickets, again)
		}
		machines := inventory.ParseMachineSelection(query, false)
		again := inventory.ParseMachineSelection(withoutMark(machines.Query()), false)
		if !reflect.DeepEqual(again, machines) {
			t.Errorf("machines, %q: %+v, then %+v", query, machines, again)
		}
		users := useradmin.ParseUserSelection(query)
		if again := useradmin.ParseUserSelection(withoutMark(users.Query())); !reflect.DeepEqual(again, users) {
			t.Errorf("users, %q: %+v, then %+v", query, users, again)
		}
		lineartest.CheckText(t, query+"&", func(query string) { useradmin.ParseUserSelection(query) })
	})
}
