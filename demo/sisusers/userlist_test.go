package sisusers

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"

	"strand/domain/portal"
	"strand/domain/useradmin"
	"strand/internal/database"
)

// inOrder returns the ids of users in an order, by their shown values.
func inOrder(users []*useradmin.ManagedUser, order useradmin.UserOrder, isDescending bool) (ids []string) {
	isOther := func(u *useradmin.ManagedUser) int {
		if u.Status == portal.AccessPending {
			return 0
		}
		return 1
	}
	request := func(u *useradmin.ManagedUser) int64 {
		if u.RequestedAt == nil {
			return math.MaxInt64
		}
		return -millis(*u.RequestedAt)
	}
	compare := func(a, b *useradmin.ManagedUser) (first, byName int) {
		byName = cmp.Or(
			strings.Compare(collated(a.LastName), collated(b.LastName)),
			strings.Compare(collated(a.FirstName), collated(b.FirstName)),
			strings.Compare(a.ID, b.ID),
		)
		switch order {
		case useradmin.OrderPendingFirst:
			first = cmp.Compare(isOther(a), isOther(b))
		case useradmin.OrderEmail:
			return strings.Compare(collated(a.Email), collated(b.Email)), strings.Compare(a.ID, b.ID)
		case useradmin.OrderOrganization:
			first = strings.Compare(a.Organizations[0].Name, b.Organizations[0].Name)
		case useradmin.OrderCountry:
			first = strings.Compare(a.Country, b.Country)
		case useradmin.OrderRequestDate:
			first = cmp.Compare(request(a), request(b))
		}
		return first, byName
	}
	sorted := slices.SortedFunc(slices.Values(users), func(a, b *useradmin.ManagedUser) int {
		first, byName := compare(a, b)
		if isDescending {
			byName = -byName
		}
		if isDescending && order != useradmin.OrderPendingFirst {
			first = -first
		}
		return cmp.Or(first, byName)
	})
	for _, u := range sorted {
		ids = append(ids, u.ID)
	}
	return ids
}

// shown returns all users whom an administrator sees.
func (w *fixture) shown(admin *User) []*useradmin.ManagedUser {
	w.t.Helper()
	ids, err := database.All(w.t.Context(), w.db, database.Text, `SELECT id FROM users`)
	if err != nil {
		w.t.Fatal(err)
	}
	a, err := administrator(w.t.Context(), w.db, admin)
	if err != nil {
		w.t.Fatal(err)
	}
	all, err := managedUsers(w.t.Context(), w.db, a, ids)
	if err != nil {
		w.t.Fatal(err)
	}
	return all
}

// compareList reads the first pages of a list, and one page backwards.
func (w *fixture) compareList(admin *User, s UserSelection, want []string) {
	w.t.Helper()
	s.First = 60
	read := func(s UserSelection) (*useradmin.UserListPage, []string) {
		page, err := w.Users(w.t.Context(), admin, s)
		if err != nil {
			w.t.Fatal(err)
		}
		var ids []string
		for _, u := range page.Users {
			ids = append(ids, u.ID)
		}
		return page, ids
	}
	var got []string
	page, ids := read(s)
	for n := 1; ; n++ {
		got = append(got, ids...)
		if page.Total != min(len(want), useradmin.MaxUserTotal+1) ||
			page.IsTotalExact != (len(want) <= useradmin.MaxUserTotal) ||
			page.HasNextPage != (len(got) < len(want)) || page.HasPreviousPage != (n > 1) {
			w.t.Errorf("%s: %+v: page %d of %d users: total %d, exact %t, next %t, previous %t", admin.ID, s, n,
				len(want), page.Total, page.IsTotalExact, page.HasNextPage, page.HasPreviousPage)
		}
		if n == 3 || !page.HasNextPage {
			break
		}
		next := s
		next.After = page.Cursors[len(page.Cursors)-1]
		page, ids = read(next)
	}
	if !slices.Equal(got, want[:min(3*s.First, len(want))]) {
		w.t.Errorf("%s: %+v: %d users, or their order, differ from %d", admin.ID, s, len(got), len(want))
	}
	if len(got) > s.First {
		s.Before = page.Cursors[0]
		last := len(got) - len(ids)
		if page, ids = read(s); !slices.Equal(ids, got[last-s.First:last]) || !page.HasNextPage {
			w.t.Errorf("%s: %+v: another page backwards", admin.ID, s)
		}
	}
}

// TestUsers_Many: each list of thousands of users contains the users whose shown values match the filter, in order and
// with their total.
func TestUsers_Many(t *testing.T) {
	w := openWith(t, 3000)
	w.addMixedUsers(300)
	admins := []*User{
		w.internal(), w.admin(), w.administratorOf(0, organizationSets[3]), w.user("user-customer"),
	}
	filters := []useradmin.UserFilter{
		{},
		{Statuses: []portal.AccessStatus{portal.AccessPending}},
		{Statuses: []portal.AccessStatus{portal.AccessDeclined}},
		{Statuses: []portal.AccessStatus{portal.AccessActive}},
		{Statuses: []portal.AccessStatus{portal.AccessUnknown, portal.AccessInvited, portal.AccessInactive}},
		{Roles: []portal.AdministratorRole{portal.AdministratorExternal}},
		{Roles: []portal.AdministratorRole{portal.AdministratorNone, portal.AdministratorInternal}},
		{Applications: []portal.Service{portal.Ticketing}},
		{Applications: []portal.Service{portal.MasterDataMDS, portal.Artemis}},
		{Organizations: []string{"org-nordkabel"}},
		{Organizations: []string{"org-helia", "org-lumenwerk", "org-none"}},
		{SubRegions: []string{"Western Europe"}},
		{Countries: []string{"CH", "JP"}, Cities: []string{"Bern", "Nagoya"}},
		{Text: "muster"},
		{Text: "ÉVA példa"},
		{Text: "1 a"},
		{Text: "xq"},
		{Text: "%_"},
		{
			Text: "e", Statuses: []portal.AccessStatus{portal.AccessActive, portal.AccessPending},
			Applications: []portal.Service{portal.Inventory}, Countries: []string{"CH", "DE"},
		},
	}
	for _, admin := range admins {
		all := w.shown(admin)
		for n, filter := range filters {
			want := slices.DeleteFunc(slices.Clone(all), func(u *useradmin.ManagedUser) bool {
				return !isShown(u, filter)
			})
			for i, order := range useradmin.UserOrders {
				if n > 0 && n%len(useradmin.UserOrders) != i {
					continue
				}
				isDescending := n%2 == 1
				s := UserSelection{Filter: filter, Order: order, IsDescending: isDescending}
				w.compareList(admin, s, inOrder(want, order, isDescending))
				if n == 0 {
					s.IsDescending = true
					w.compareList(admin, s, inOrder(want, order, true))
				}
			}
		}
	}
}
