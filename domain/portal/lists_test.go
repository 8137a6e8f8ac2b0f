package portal

import (
	"slices"
	"strings"
	"testing"
)

// TestLists_URLs: the pages of a list keep its filters and order, and the URL without filters keeps the order alone.
func TestLists_URLs(t *testing.T) {
	tickets := func(query string, page TicketListPage) *TicketList {
		return &TicketList{Selection: ParseTicketSelection(query), Page: &page, Base: "/list"}
	}
	machines := func(query string, page MachineListPage) *MachineList {
		return &MachineList{Selection: ParseMachineSelection(query, true), Page: &page, Base: "/list"}
	}
	users := func(query string, page UserListPage) *UserList {
		return &UserList{Selection: ParseUserSelection(query), Page: &page, Base: "/list"}
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
				TicketListPage{Cursors: cursors, HasNextPage: true, HasPreviousPage: true},
			),
			"/list?sort=SUBJECT", "/list?before=a&q=x&sort=SUBJECT&status=OPEN",
			"/list?after=c&q=x&sort=SUBJECT&status=OPEN", true,
		},
		"tickets, all": {tickets("", TicketListPage{Cursors: cursors}), "/list", "none", "none", false},
		"tickets, none": {
			tickets("mine=true", TicketListPage{HasNextPage: true, HasPreviousPage: true}),
			"/list", "none", "none", true,
		},
		"tickets of a machine": {tickets("serial=a1", TicketListPage{}), "/list", "none", "none", true},
		"machines, the first": {
			machines("group=LOCATION&update=true", MachineListPage{Cursors: cursors, HasNextPage: true}),
			"/list?group=LOCATION", "none", "/list?after=c&group=LOCATION&update=true", true,
		},
		"machines, the last": {
			machines("after=0", MachineListPage{Cursors: cursors, HasPreviousPage: true}), "/list", "/list?before=a",
			"none", false,
		},
		"users, in the middle": {
			users(
				"role=EXTERNAL&desc=true&sort=EMAIL",
				UserListPage{Cursors: cursors, HasNextPage: true, HasPreviousPage: true},
			),
			"/list?desc=true&sort=EMAIL", "/list?before=a&desc=true&role=EXTERNAL&sort=EMAIL",
			"/list?after=c&desc=true&role=EXTERNAL&sort=EMAIL", true,
		},
		"users, a search": {users("q=ada", UserListPage{}), "/list", "none", "none", true},
		"users, all":      {users("", UserListPage{Cursors: cursors}), "/list", "none", "none", false},
	} {
		l := test.list
		if l.ResetURL() != test.reset || urlOf(l.PreviousURL()) != test.previous || urlOf(l.NextURL()) != test.next ||
			l.IsFiltered() != test.isFiltered {
			t.Errorf(
				"%s: %s, %s, %s, filtered %v",
				name,
				l.ResetURL(),
				urlOf(l.PreviousURL()),
				urlOf(l.NextURL()),
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
		"tickets, empty":               {TicketFilter{}, true},
		"tickets, the longest text":    {TicketFilter{Text: text(maxTicketQuery)}, true},
		"tickets, a longer text":       {TicketFilter{Text: text(maxTicketQuery + 1)}, false},
		"tickets, all locations":       {TicketFilter{Locations: many(maxLocations)}, true},
		"tickets, more locations":      {TicketFilter{Locations: many(maxLocations + 1)}, false},
		"tickets, a serial number":     {TicketFilter{SerialNumber: strings.Repeat("A", maxTicketQuery+1)}, false},
		"machines, the longest text":   {MachineFilter{Text: text(maxTicketQuery)}, true},
		"machines, a longer text":      {MachineFilter{Text: text(maxTicketQuery + 1)}, false},
		"machines, more locations":     {MachineFilter{Locations: many(maxLocations + 1)}, false},
		"machines, more product lines": {MachineFilter{ProductLines: many(maxLocations + 1)}, false},
		"machines, repeated states":    {MachineFilter{Warranty: slices.Repeat(Coverages, 2)}, false},
		"machines, repeated contracts": {MachineFilter{Contract: slices.Repeat(Coverages, 2)}, false},
		"users, the longest text":      {UserFilter{Text: text(maxUserQuery)}, true},
		"users, a longer text":         {UserFilter{Text: text(maxUserQuery + 1)}, false},
		"users, more cities":           {UserFilter{Cities: many(maxUserChoices + 1)}, false},
		"users, more roles":            {UserFilter{Roles: slices.Repeat(AdministratorRoles, maxUserChoices)}, false},
	} {
		if got := test.filter.IsBounded(); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
