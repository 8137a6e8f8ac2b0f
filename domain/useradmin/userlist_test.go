package useradmin

import (
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"strand/domain/csvimport"
	"strand/domain/listing"
	"strand/test/portaltest"
)

func TestUserList_Filters(t *testing.T) {
	l := &UserList{
		SiteContext:   portaltest.Context(t),
		UserSelection: ParseUserSelection("organization=o1&city=Bern&country=XX"),
		UserListPage:  &UserListPage{Total: MaxUserTotal, Users: []*ManagedUser{{ID: "1"}}},
		Options: &UserFilterOptions{
			Organizations: []*ManagedOrganization{{ID: "o1", Name: "One", MemberCount: 3}, {ID: "o2", Name: "Two"}},
			SubRegions:    []string{"Europe"},
			Countries:     []string{"CH", "XX"},
			Cities:        []string{"Bern"},
		},
	}
	if l.Total != MaxUserTotal || l.IsTotalExact || len(l.Users) != 1 || l.Text() != "" || l.IsDescending ||
		l.Order != OrderPendingFirst || !slices.Equal(l.OrderOptions(), UserOrders) || len(l.Organizations()) != 2 ||
		len(l.InviteFields()) != len(InviteFields) || l.MaxImportBytes() != csvimport.MaxBytes {
		t.Errorf("got %+v", l.UserSelection)
	}
	var names []string
	byName := map[string]*UserListFilter{}
	for _, f := range l.Filters() {
		names, byName[f.Name] = append(names, f.Name), f
	}
	// A single option is left out, except for a selected one: it can be removed.
	if want := []string{"status", "organization", "application", "role", "country", "city"}; !slices.Equal(
		names,
		want,
	) {
		t.Errorf("filters %v", names)
	}
	want := []*listing.Option{
		{Value: "o1", Label: "One", Count: 3, Selected: true}, {Value: "o2", Label: "Two"},
	}
	if got := byName["organization"].Options; !reflect.DeepEqual(got, want) {
		t.Errorf("organizations %+v", got)
	}
	if byName["organization"].IsCounted {
		t.Error("the users are not counted")
	}
	l.Choices = listing.ChoiceCounts{"organizations": {"o2": 2}}
	for _, f := range l.Filters() {
		if f.Name == "organization" && (!f.IsCounted || f.Options[0].Count != 0 || f.Options[1].Count != 2) {
			t.Errorf("counted users of organizations: %+v", f)
		}
	}
	if c := byName["country"].Options; c[0].Label != "Schweiz" || c[1].Label != "XX" || !c[1].Selected {
		t.Errorf("countries %+v %+v", c[0], c[1])
	}
}

// TestUserList_View: the matrix is a view of the same selection, which the URLs keep.
func TestUserList_View(t *testing.T) {
	for _, test := range []struct {
		query, list, matrix, reset string
		view                       UserListView
	}{
		{"", "/users", "/users?view=matrix", "/users", ViewList},
		{"view=other", "/users", "/users?view=matrix", "/users", ViewList},
		{
			"view=matrix&q=ada&after=c1", "/users?q=ada&after=c1", "/users?q=ada&view=matrix&after=c1",
			"/users?view=matrix", ViewMatrix,
		},
	} {
		l := &UserList{
			UserSelection: ParseUserSelection(test.query), UserListPage: &UserListPage{}, Base: "/users",
		}
		if l.View() != test.view || !sameURL(l.ListURL(), test.list) || !sameURL(l.MatrixURL(), test.matrix) ||
			!sameURL(l.ResetURL(), test.reset) {
			t.Errorf("%q: %s %s %s %s", test.query, l.View(), l.ListURL(), l.MatrixURL(), l.ResetURL())
		}
	}
}

// sameURL reports whether two URLs have the same path and parameters.
func sameURL(a, b string) bool {
	one, err := url.Parse(a)
	other, otherErr := url.Parse(b)
	return err == nil && otherErr == nil && one.Path == other.Path && reflect.DeepEqual(one.Query(), other.Query())
}

// Rules: USER-32.
func TestUserExports(t *testing.T) {
	from, until := AuditSelection{From: "2026-11-01", Until: "2026-11-30"}.Period()
	if from.Format(time.RFC3339) != "2026-11-01T00:00:00Z" || until.Format(time.RFC3339) != "2026-12-01T00:00:00Z" {
		t.Errorf("from %s until %s", from, until)
	}
	if (AuditSelection{From: "yesterday"}).IsValid() || (AuditSelection{Text: strings.Repeat("x", 201)}).IsValid() ||
		!(AuditSelection{From: "2026-11-01", Text: "ada"}).IsValid() {
		t.Error("an invalid selection is valid, or a valid one is not")
	}
}
