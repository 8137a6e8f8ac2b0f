package portal

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"strand/internal/lineartest"
)

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
		tickets := ParseTicketSelection(query)
		if again := ParseTicketSelection(strings.TrimPrefix(tickets.Query(), "?")); !reflect.DeepEqual(again, tickets) {
			t.Errorf("tickets, %q: %+v, then %+v", query, tickets, again)
		}
		machines := ParseMachineSelection(query, false)
		if again := ParseMachineSelection(strings.TrimPrefix(machines.Query(), "?"), false); !reflect.DeepEqual(
			again,
			machines,
		) {
			t.Errorf("machines, %q: %+v, then %+v", query, machines, again)
		}
		users := ParseUserSelection(query)
		if again := ParseUserSelection(strings.TrimPrefix(users.Query(), "?")); !reflect.DeepEqual(again, users) {
			t.Errorf("users, %q: %+v, then %+v", query, users, again)
		}
		lineartest.CheckText(t, query+"&", func(query string) { ParseUserSelection(query) })
	})
}

// FuzzReadInvitations checks that a file is either read completely or refused with problems of existing lines and
// truncated values.
func FuzzReadInvitations(f *testing.F) {
	for _, seed := range []string{
		"email,firstName,lastName,organization,applications,role\na@b.example,A,B,Acme,TICKETING;INVENTORY,user\n",
		"E-Mail;First Name\n\"a\";\"b\n", "email\nx\"y\n", "email\n\"a\"x\n", "\xff\xfee\x00", "email\n\n,,\n", "",
	} {
		f.Add([]byte(seed))
	}
	a := &Administrator{Organizations: []*ManagedOrganization{{ID: "o-1", Name: "Acme"}}}
	f.Fuzz(func(t *testing.T, data []byte) {
		invitations, problems := a.ReadInvitations(data, "o-1", "en")
		if (len(invitations) == 0) == (len(problems) == 0) || len(invitations) > maxInvitations ||
			len(problems) > maxImportProblems {
			t.Errorf("%d invitations, %d problems", len(invitations), len(problems))
		}
		for _, p := range problems {
			if len([]rune(p.Value)) > maxShown+1 {
				t.Errorf("line %d: the reported value %q is too long", p.Line, p.Value)
			}
		}
		lineartest.CheckText(t, string(data), func(data string) {
			a.ReadInvitations([]byte("email\n"+data), "o-1", "en")
		})
	})
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
