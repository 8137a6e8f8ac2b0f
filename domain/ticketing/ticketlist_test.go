package ticketing

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"strand/domain/inventory"
	"strand/domain/portal"
)

// Rules: TICK-12, TICK-13.
func TestParseTicketSelection(t *testing.T) {
	longest, tooLong := strings.Repeat("機", portal.MaxSearchText), strings.Repeat("x", portal.MaxSearchText+1)
	for query, want := range map[string]string{
		"": "",
		"mine=true&status=CLOSED&status=OPEN&status=OPEN&type=QUESTION&location=b&location=a&q=hum&sort=SUBJECT&after=x": "?after=x&location=a&location=b&mine=true&q=hum&sort=SUBJECT&status=OPEN&status=CLOSED&type=QUESTION",
		"waiting=true&assigned=true": "?assigned=true&waiting=true",
		// Unknown values and defaults are omitted.
		"waiting=1&mine=yes&status=LOST&type=&sort=UPDATED&sort=x&page=3&q=" + tooLong: "",
		"after=x&before=y":                   "?after=x",
		"q=" + longest:                       "?q=" + url.QueryEscape(longest),
		"before=y":                           "?before=y",
		"after=" + strings.Repeat("x", 1001): "",
		"%zz":                                "",
		"sort=CREATED":                       "?sort=CREATED",
	} {
		s := ParseTicketSelection(query)
		if got := s.Query(); got != want {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
		if again := ParseTicketSelection(strings.TrimPrefix(s.Query(), "?")).Query(); again != want {
			t.Errorf("%q read again: %q", query, again)
		}
		if s.Range.First != TicketsPerPage {
			t.Errorf("%q: %d", query, s.Range.First)
		}
	}
}

func TestTicketList_PageURLs(t *testing.T) {
	urls := func(p TicketListPage) string {
		l := &TicketList{
			TicketSelection: ParseTicketSelection("mine=true&sort=SUBJECT&after=gone"),
			TicketListPage:  &p,
			Base:            "/list",
		}
		text := l.ResetURL()
		for _, u := range []*string{l.PreviousURL(), l.NextURL()} {
			text += " "
			if u != nil {
				text += *u
			}
		}
		return text
	}
	for name, test := range map[string]struct {
		part TicketListPage
		want string
	}{
		"the only page": {TicketListPage{Cursors: []string{"a", "b"}}, "/list?sort=SUBJECT  "},
		"a middle page": {TicketListPage{Cursors: []string{"a", "b"}, HasNextPage: true, HasPreviousPage: true},
			"/list?sort=SUBJECT /list?before=a&mine=true&sort=SUBJECT /list?after=b&mine=true&sort=SUBJECT"},
		"an empty page": {TicketListPage{HasNextPage: true, HasPreviousPage: true}, "/list?sort=SUBJECT  "},
	} {
		if got := urls(test.part); got != test.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestTicketList_Options(t *testing.T) {
	l := &TicketList{
		Viewer: &portal.User{},
		TicketSelection: ParseTicketSelection(
			"mine=true&status=CLOSED&type=" + string(TicketTypes[0]) + "&location=n&q=hum&serial=a1",
		),
		TicketListPage: &TicketListPage{Total: 7, IsTotalExact: true, Tickets: []*Ticket{{ID: "1"}}},
		AllLocations:   []*inventory.Location{{ID: "n"}, {ID: "s"}},
	}
	if !l.OnlyMine() || l.Text() != "hum" || *l.SerialNumber() != "A1" || l.Order != TicketOrders[0] ||
		l.Total != 7 ||
		!l.IsTotalExact || len(l.Tickets) != 1 || !slices.Equal(l.OrderOptions(), TicketOrders) ||
		!slices.Equal(l.Types(), TicketTypes[:1]) ||
		!slices.Equal(l.Statuses(), []TicketStatus{"CLOSED"}) {
		t.Errorf("got %+v", l.TicketSelection)
	}
	for _, o := range l.StatusOptions() {
		if o.Selected != (o.Status == "CLOSED") {
			t.Errorf("status %s is selected: %v", o.Status, o.Selected)
		}
	}
	for _, o := range l.TypeOptions() {
		if o.Selected != (o.Type == TicketTypes[0]) {
			t.Errorf("type %s is selected: %v", o.Type, o.Selected)
		}
	}
	for _, o := range l.Locations() {
		if o.Selected != (o.Location.ID == "n") {
			t.Errorf("location %s is selected: %v", o.Location.ID, o.Selected)
		}
	}
	if l.OnlyAssigned() != nil {
		t.Error("tickets can be assigned to a customer")
	}
	l.Viewer = &portal.User{Roles: []string{portal.RoleEmployee}}
	if got := l.OnlyAssigned(); got == nil || *got {
		t.Errorf("tickets assigned to an employee: %v", got)
	}
	if serial := (&TicketList{}).SerialNumber(); serial != nil {
		t.Errorf("without a machine: %s", *serial)
	}
}
