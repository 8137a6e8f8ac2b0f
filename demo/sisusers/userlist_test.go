package sisusers

import (
	"errors"
	"slices"
	"testing"
	"time"

	"strand/demo/sqllist"
	"strand/domain/convert"
	"strand/domain/portal"
	"strand/domain/useradmin"
)

// listed returns all users of a selection, read page by page.
func (w *fixture) listed(
	admin *User, filter useradmin.UserFilter, order useradmin.UserOrder,
) (all []*useradmin.ManagedUser) {
	w.t.Helper()
	s := UserSelection{Order: order, First: 100, Filter: filter}
	for {
		page, err := w.Users(w.t.Context(), admin, s)
		if err != nil {
			w.t.Fatal(err)
		}
		if all = append(all, page.Users...); !page.HasNextPage {
			if page.IsTotalExact && page.Total != len(all) {
				w.t.Errorf("%+v: a total of %d, and %d users", filter, page.Total, len(all))
			}
			return all
		}
		s.After = page.Cursors[len(page.Cursors)-1]
	}
}

// TestUsers_Filters: a filter selects the users that are shown with one of the selected values.
//
// Rules: TICK-16, USER-8.
func TestUsers_Filters(t *testing.T) {
	nordkabel := &useradmin.ManagedOrganization{ID: "org-nordkabel"}
	u := &useradmin.ManagedUser{
		FirstName: "Éva", LastName: "Példa", Email: "eva@example.org", Country: "HU", City: "Pécs", SubRegion: "East",
		Status: portal.AccessPending, Role: portal.AdministratorExternal,
		Organizations: []*useradmin.ManagedOrganization{nordkabel},
		Accesses: []*useradmin.Access{
			{Application: portal.Ticketing, Status: portal.AccessPending},
			{Application: portal.Inventory, Status: portal.AccessDeclined},
		},
	}
	active, pending, none := portal.AccessActive, portal.AccessPending, portal.AdministratorNone
	for name, test := range map[string]struct {
		filter useradmin.UserFilter
		want   bool
	}{
		"none":                  {useradmin.UserFilter{}, true},
		"words":                 {useradmin.UserFilter{Text: "ÉVA péld @example"}, true},
		"a word of another":     {useradmin.UserFilter{Text: "éva muster"}, false},
		"status":                {useradmin.UserFilter{Statuses: []portal.AccessStatus{active, pending}}, true},
		"another status":        {useradmin.UserFilter{Statuses: []portal.AccessStatus{active}}, false},
		"role":                  {useradmin.UserFilter{Roles: []portal.AdministratorRole{u.Role}}, true},
		"another role":          {useradmin.UserFilter{Roles: []portal.AdministratorRole{none}}, false},
		"application":           {useradmin.UserFilter{Applications: []portal.Service{portal.Ticketing}}, true},
		"a denied application":  {useradmin.UserFilter{Applications: []portal.Service{portal.Inventory}}, false},
		"organization":          {useradmin.UserFilter{Organizations: []string{"org-helia", nordkabel.ID}}, true},
		"another organization":  {useradmin.UserFilter{Organizations: []string{"org-helia"}}, false},
		"place":                 {useradmin.UserFilter{SubRegions: []string{"East"}, Countries: []string{"HU"}}, true},
		"city":                  {useradmin.UserFilter{Cities: []string{"Pécs"}}, true},
		"country, but not city": {useradmin.UserFilter{Countries: []string{"HU"}, Cities: []string{"Bern"}}, false},
	} {
		if got := isSelected(u, test.filter); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// TestUsers_ChoiceCounts: for each value of a filter, the count is the number of users of the list with that value and
// the other filters, of those whom the administrator may see.
//
// Rules: PORT-23.
func TestUsers_ChoiceCounts(t *testing.T) {
	w := open(t)
	for _, admin := range []*User{w.admin(), w.internal()} {
		for _, filter := range []useradmin.UserFilter{
			{},
			{Text: "a", Statuses: []portal.AccessStatus{portal.AccessPending}},
			{
				Roles:        []portal.AdministratorRole{portal.AdministratorNone},
				Applications: []portal.Service{portal.Ticketing},
			},
		} {
			selection := UserSelection{Order: useradmin.OrderName, First: 1, Filter: filter}
			page, err := w.Users(t.Context(), admin, selection)
			if err != nil || len(page.Choices) == 0 {
				t.Fatalf("%+v: %v, %v", filter, page, err)
			}
			for status, count := range page.Choices["statuses"] {
				alone := filter
				alone.Statuses = []portal.AccessStatus{portal.AccessStatus(status)}
				if users := w.listed(admin, alone, useradmin.OrderName); len(users) != count {
					t.Errorf("%s with %+v: %d, and %d users", status, filter, count, len(users))
				}
			}
			for id, count := range page.Choices["organizations"] {
				alone := filter
				alone.Organizations = []string{id}
				if users := w.listed(admin, alone, useradmin.OrderName); len(users) != count {
					t.Errorf("%s with %+v: %d, and %d users", id, filter, count, len(users))
				}
			}
		}
	}
}

// TestUsers_Orders: users are sorted by what is shown of them.
//
// Rules: USER-8.
func TestUsers_Orders(t *testing.T) {
	user := func(id, first, last, organization string, requested time.Duration) *useradmin.ManagedUser {
		u := &useradmin.ManagedUser{
			ID: id, FirstName: first, LastName: last, Email: last + id + "@example.org", Country: organization[:1],
			Organizations: []*useradmin.ManagedOrganization{{Name: organization}}, Status: portal.AccessActive,
		}
		if requested > 0 {
			at := time.UnixMilli(0).Add(requested)
			u.Status, u.RequestedAt = portal.AccessPending, &at
		}
		return u
	}
	users := []*useradmin.ManagedUser{
		user("1", "Ada", "Öl 10", "Zeta", 0), user("2", "Bob", "öl 9", "Alpha", time.Hour),
		user("3", "Abe", "Öl 9", "Beta", time.Minute), user("4", "Ede", "Muster", "Beta", 0),
	}
	for _, test := range []struct {
		order useradmin.UserOrder
		want  string
		// descending is the other direction; empty if it is the reverse.
		descending string
	}{
		{useradmin.OrderName, "4321", ""},
		{useradmin.OrderPendingFirst, "3241", "2314"},
		{useradmin.OrderEmail, "4231", ""},
		{useradmin.OrderOrganization, "2431", ""},
		{useradmin.OrderCountry, "2431", ""},
		{useradmin.OrderRequestDate, "2341", ""},
	} {
		for _, isDescending := range []bool{false, true} {
			s := UserSelection{Order: test.order, IsDescending: isDescending}
			sorted := slices.SortedFunc(slices.Values(users), func(a, b *useradmin.ManagedUser) int {
				return s.compare(s.positionOf(a), s.positionOf(b))
			})
			got, want := "", []byte(test.want)
			for _, u := range sorted {
				got += u.ID
			}
			switch {
			case isDescending && test.descending != "":
				want = []byte(test.descending)
			case isDescending:
				slices.Reverse(want)
			}
			if got != string(want) {
				t.Errorf("%s, descending %t: %s, want %s", test.order, isDescending, got, want)
			}
		}
	}
}

// TestUsers_Pages: every order contains every user once, forwards and backwards.
//
// Rules: USER-8.
func TestUsers_Pages(t *testing.T) {
	w := open(t)
	total := len(w.listed(w.internal(), useradmin.UserFilter{}, useradmin.OrderName))
	for _, order := range useradmin.UserOrders {
		for _, isDescending := range []bool{false, true} {
			forwards := w.pages(w.internal(), UserSelection{Order: order, IsDescending: isDescending, First: 40})
			unique := slices.Compact(slices.Sorted(slices.Values(forwards)))
			if len(unique) != total || len(forwards) != total {
				t.Errorf("%s, descending %t: %d of %d users, %d different", order, isDescending, len(forwards), total,
					len(unique))
			}
		}
	}
	other := UserSelection{Order: useradmin.OrderEmail, First: 9}
	page, err := w.Users(t.Context(), w.internal(), other)
	if err != nil || page.HasPreviousPage || !page.HasNextPage {
		t.Fatalf("%+v %v", page, err)
	}
	other.Order, other.After = useradmin.OrderName, page.Cursors[0]
	if _, err := w.Users(t.Context(), w.internal(), other); !errors.Is(err, sqllist.ErrCursor) {
		t.Errorf("the cursor of another order: %v", err)
	}
}

// pages reads all pages of a list forwards, and compares each with the page before the next one.
func (w *fixture) pages(admin *User, s UserSelection) (ids []string) {
	w.t.Helper()
	read := func(s UserSelection) (*useradmin.UserListPage, []string) {
		page, err := w.Users(w.t.Context(), admin, s)
		if err != nil {
			w.t.Fatal(err)
		}
		return page, convert.All(page.Users, func(u *useradmin.ManagedUser) string { return u.ID })
	}
	var before []string
	for {
		page, here := read(s)
		ids = append(ids, here...)
		if before != nil {
			back, found := read(UserSelection{
				Order: s.Order, IsDescending: s.IsDescending, First: s.First, Before: page.Cursors[0],
			})
			if !slices.Equal(found, before) || !back.HasNextPage || !page.HasPreviousPage {
				w.t.Errorf("%s: backwards %q, want %q", s.Order, found, before)
			}
		}
		if !page.HasNextPage {
			return ids
		}
		before, s.After = here, page.Cursors[len(page.Cursors)-1]
	}
}

// TestUsers_OrderHidesForeignData: orders and cursors do not reveal a request or an organization of others to an
// administrator.
//
// Rules: ROLE-3.
func TestUsers_OrderHidesForeignData(t *testing.T) {
	w := open(t)
	lists := func() (all [][]string) {
		for _, order := range useradmin.UserOrders {
			page, err := w.Users(t.Context(), w.admin(), UserSelection{Order: order, First: 200})
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, page.Cursors)
		}
		return all
	}
	before := lists()
	// An organization whose name is first, and an application that Nordkabel does not have.
	if _, err := w.db.Exec(`UPDATE organizations SET name = 'Aaa' WHERE id = 'org-helia'`); err != nil {
		t.Fatal(err)
	}
	if err := addMembership(t.Context(), w.db, "user-colleague", "org-helia"); err != nil {
		t.Fatal(err)
	}
	requested := millis(w.now())
	if err := setAdministrator(t.Context(), w.db, "user-colleague", "org-helia", true, ""); err != nil {
		t.Fatal(err)
	}
	if err := setRight(t.Context(), w.db, "user-colleague", right{
		OrganizationID: "org-helia",
		Application:    portal.MasterDataMDS,
		Status:         portal.AccessPending,
		RequestedAt:    &requested,
		ChangedAt:      requested,
	}); err != nil {
		t.Fatal(err)
	}
	for n, after := range lists() {
		if !slices.Equal(before[n], after) {
			t.Errorf("the list in order %d changed", n)
		}
	}
}
