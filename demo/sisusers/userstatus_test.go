package sisusers

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"strand/domain/portal"
	"strand/domain/useradmin"
	"strand/internal/sqlite"
)

var (
	accessStatuses = []portal.AccessStatus{
		portal.AccessPending, portal.AccessActive, portal.AccessInvited, portal.AccessInviteExpired,
		portal.AccessDeclined,
		portal.AccessInactive, portal.AccessUnknown,
	}
	// organizationSets contains the organizations of the administrators, which have different applications. Helia
	// is the first of the three by name.
	organizationSets = [][]string{
		{"org-nordkabel"},
		{"org-nordkabel", "org-helia"},
		{"org-lumenwerk", "org-nordkabel"},
		{"org-nordkabel", "org-helia", "org-lumenwerk"},
	}
)

// addMixedUsers creates users of one to three organizations with random access rights.
func (w *fixture) addMixedUsers(n int) {
	w.t.Helper()
	draw := rand.New(rand.NewPCG(7, 7))
	statement := func(query string, args ...any) {
		w.t.Helper()
		if _, err := w.db.Exec(query, args...); err != nil {
			w.t.Fatal(err)
		}
	}
	for i := range n {
		id := fmt.Sprintf("mixed-%03d", i)
		account := portal.AccessActive
		if draw.IntN(10) == 0 {
			account = accessStatuses[2+draw.IntN(2)]
		}
		statement(
			`INSERT INTO users (id, email, invited_email, first_name, last_name, company, country, city, sub_region,
			language, password_hash, account, created_at) VALUES (?, ?, ?, 'Mixed', ?, '', 'CH', 'Bern', '', 'en', '',
			?, 0)`,
			id,
			id+"@example.net",
			id+"@example.net",
			id,
			account,
		)
		for _, organization := range organizationSets[3] {
			if draw.IntN(2) == 0 {
				statement(`INSERT INTO memberships (user_id, organization_id, is_administrator) VALUES (?, ?, ?)`, id,
					organization, draw.IntN(3) == 0)
				w.addMixedAccesses(draw, id, organization)
			}
		}
	}
	w.addListColumns()
}

// addListColumns completes users who were added by SQL.
func (w *fixture) addListColumns() {
	w.t.Helper()
	if err := sqlite.InTx(w.t.Context(), w.db, func(tx *sql.Tx) error {
		return addUserListColumns(w.t.Context(), tx)
	}); err != nil {
		w.t.Fatal(err)
	}
}

// addMixedAccesses gives a member random access rights in an organization.
func (w *fixture) addMixedAccesses(draw *rand.Rand, id, organization string) {
	w.t.Helper()
	for _, application := range portal.Applications {
		if draw.IntN(6) != 0 {
			continue
		}
		status := accessStatuses[draw.IntN(len(accessStatuses))]
		changed := millis(w.now()) - int64(draw.IntN(1_000_000))
		if err := setAccess(w.t.Context(), w.db, id, storedAccess{
			OrganizationID: organization,
			Application:    application,
			Status:         status,
			ChangedAt:      changed,
			RequestedAt:    timeIfStatus(status, portal.AccessPending, changed),
		}); err != nil {
			w.t.Fatal(err)
		}
	}
}

// administratorOf creates an external administrator of organizations.
func (w *fixture) administratorOf(n int, organizations []string) *User {
	w.t.Helper()
	id := fmt.Sprintf("administrator-%d", n)
	if _, err := w.db.Exec(`INSERT INTO users (id, email, invited_email, first_name, last_name, company, country, city,
		sub_region,
		language, password_hash, account, created_at) VALUES (?, ?, '', 'A', 'B', '', 'CH', '', '', 'en', '', 'ACTIVE',
		0)`,
		id, id+"@example.net"); err != nil {
		w.t.Fatal(err)
	}
	for _, organization := range organizations {
		if err := addMembership(w.t.Context(), w.db, id, organization); err != nil {
			w.t.Fatal(err)
		}
		if err := setAdministrator(w.t.Context(), w.db, id, organization, true, ""); err != nil {
			w.t.Fatal(err)
		}
	}
	w.addListColumns()
	return w.user(id)
}

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

// TestUsers_FiltersMatchShownValues: a filter finds exactly the users who are shown with the selected values, for
// administrators of one and of several organizations with different applications.
//
// Rules: TICK-16, USER-8.
func TestUsers_FiltersMatchShownValues(t *testing.T) {
	w := open(t)
	w.addMixedUsers(400)
	for n, organizations := range organizationSets {
		admin := w.administratorOf(n, organizations)
		all := w.listed(admin, useradmin.UserFilter{}, useradmin.OrderName)
		var filters []useradmin.UserFilter
		for i, status := range accessStatuses {
			filters = append(filters, useradmin.UserFilter{Statuses: []portal.AccessStatus{status}})
			for _, other := range accessStatuses[i+1:] {
				filters = append(filters, useradmin.UserFilter{Statuses: []portal.AccessStatus{other, status}})
			}
		}
		filters = append(filters, useradmin.UserFilter{Statuses: accessStatuses})
		for _, application := range portal.Applications {
			filters = append(filters, useradmin.UserFilter{Applications: []portal.Service{application}})
		}
		for i, role := range portal.AdministratorRoles {
			filters = append(filters, useradmin.UserFilter{Roles: []portal.AdministratorRole{role}})
			for _, other := range portal.AdministratorRoles[i+1:] {
				filters = append(filters, useradmin.UserFilter{Roles: []portal.AdministratorRole{role, other}})
			}
		}
		for _, filter := range slices.Clone(filters) {
			filter.Organizations = organizations[:1]
			filters = append(filters, filter)
		}
		for _, filter := range filters {
			want := map[string]portal.AccessStatus{}
			for _, u := range all {
				if isShown(u, filter) {
					want[u.ID] = u.Status
				}
			}
			for _, u := range w.listed(admin, filter, useradmin.OrderName) {
				if _, ok := want[u.ID]; !ok {
					t.Errorf("%v: %+v finds %s, who is shown as %s", organizations, filter, u.ID, u.Status)
				}
				delete(want, u.ID)
			}
			if len(want) > 0 {
				t.Errorf("%v: %+v does not find %v", organizations, filter, want)
			}
		}
		if len(all) < 100 {
			t.Errorf("%v: only %d users", organizations, len(all))
		}
	}
}

// isShown reports whether a user is shown with the values that a filter selects.
func isShown(u *useradmin.ManagedUser, f useradmin.UserFilter) bool {
	in := func(o *useradmin.ManagedOrganization) bool { return slices.Contains(f.Organizations, o.ID) }
	has := func(a *useradmin.Access) bool {
		return a.Status != portal.AccessInactive && a.Status != portal.AccessDeclined &&
			slices.Contains(f.Applications, a.Application)
	}
	text := strings.ToLower(u.FirstName + " " + u.LastName + " " + u.Email)
	for word := range strings.FieldsSeq(strings.ToLower(f.Text)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return isSelected(f.Roles, u.Role) && isSelected(f.Statuses, u.Status) && isSelected(f.SubRegions, u.SubRegion) &&
		isSelected(f.Countries, u.Country) && isSelected(f.Cities, u.City) &&
		(len(f.Organizations) == 0 || slices.ContainsFunc(u.Organizations, in)) &&
		(len(f.Applications) == 0 || slices.ContainsFunc(u.Accesses, has))
}

func isSelected[T comparable](selected []T, value T) bool {
	return len(selected) == 0 || slices.Contains(selected, value)
}

// TestUsers_PendingFirst: users with the shown status pending come first in the order PENDING_FIRST, even if the
// filter selects an organization that does not offer the requested application.
//
// Rules: USER-8.
func TestUsers_PendingFirst(t *testing.T) {
	w := open(t)
	w.addMixedUsers(400)
	admin := w.administratorOf(0, organizationSets[3])
	for _, filter := range []useradmin.UserFilter{{}, {Organizations: []string{"org-lumenwerk"}}} {
		all := w.listed(admin, filter, useradmin.OrderPendingFirst)
		isPending := func(u *useradmin.ManagedUser) bool { return u.Status == portal.AccessPending }
		rest := slices.IndexFunc(all, func(u *useradmin.ManagedUser) bool { return !isPending(u) })
		if rest < 1 || slices.ContainsFunc(all[rest:], isPending) {
			t.Errorf("%+v: %d pending users at the start of the list, and more after others", filter, rest)
		}
	}
}

// pages reads all pages of a list, forwards or backwards.
func (w *fixture) pages(admin *User, s UserSelection, isBack bool) (ids []string) {
	w.t.Helper()
	for range 1000 {
		listPage, err := w.Users(w.t.Context(), admin, s)
		if err != nil {
			w.t.Fatal(err)
		}
		var page []string
		for _, u := range listPage.Users {
			page = append(page, u.ID)
		}
		switch n := len(page); {
		case isBack && listPage.HasPreviousPage && n > 0:
			ids, s.Before = append(page, ids...), listPage.Cursors[0]
		case !isBack && listPage.HasNextPage && n > 0:
			ids, s.After = append(ids, page...), listPage.Cursors[n-1]
		case isBack:
			return append(page, ids...)
		default:
			return append(ids, page...)
		}
	}
	w.t.Fatal("the list does not end")
	return nil
}

// TestUsers_Pages: every order contains every user once, forwards and backwards, across the parts of the list.
//
// Rules: USER-8.
func TestUsers_Pages(t *testing.T) {
	w := open(t)
	w.addMixedUsers(120)
	admins := []*User{w.internal()}
	for n, organizations := range organizationSets {
		admins = append(admins, w.administratorOf(n, organizations))
	}
	for _, admin := range admins {
		total := len(w.listed(admin, useradmin.UserFilter{}, useradmin.OrderName))
		for _, order := range useradmin.UserOrders {
			for _, isDescending := range []bool{false, true} {
				s := UserSelection{Order: order, IsDescending: isDescending, First: 17}
				forth := w.pages(admin, s, false)
				if unique := slices.Compact(slices.Sorted(slices.Values(forth))); len(unique) != total ||
					len(forth) != total {
					t.Errorf(
						"%s, %s, descending %t: %d of %d users, %d different",
						admin.ID,
						order,
						isDescending,
						len(forth),
						total,
						len(unique),
					)
				}
				end := s
				end.First = total
				page, err := w.Users(t.Context(), admin, end)
				if err != nil {
					t.Fatal(err)
				}
				s.Before = page.Cursors[total-1]
				if back := w.pages(admin, s, true); !slices.Equal(back, forth[:total-1]) {
					t.Errorf(
						"%s, %s, descending %t: the backward order differs from the forward order",
						admin.ID,
						order,
						isDescending,
					)
				}
			}
		}
	}
}

// TestUsers_OrderOrganization: the order by organization uses the first organization that is shown.
//
// Rules: USER-8.
func TestUsers_OrderOrganization(t *testing.T) {
	w := open(t)
	w.addMixedUsers(120)
	for n, organizations := range organizationSets {
		admin := w.administratorOf(n, organizations)
		for _, isDescending := range []bool{false, true} {
			var shown []string
			s := UserSelection{Order: useradmin.OrderOrganization, IsDescending: isDescending, First: 200}
			page, err := w.Users(t.Context(), admin, s)
			if err != nil {
				t.Fatal(err)
			}
			for _, u := range page.Users {
				shown = append(shown, u.Organizations[0].Name)
			}
			if isDescending {
				slices.Reverse(shown)
			}
			if !slices.IsSorted(shown) {
				t.Errorf("%v, descending %t: %v", organizations, isDescending, slices.Compact(shown))
			}
		}
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
	if err := setAccess(t.Context(), w.db, "user-colleague", storedAccess{
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

// TestUsers_OrderRequestDate: users are sorted by the shown request, newest first, for each administrator; users
// without one follow.
//
// Rules: USER-8.
func TestUsers_OrderRequestDate(t *testing.T) {
	w := open(t)
	w.addMixedUsers(120)
	now := millis(w.now())
	if _, err := w.db.Exec(`UPDATE users SET invited_at = ?1 - 1000 * CAST(substr(id, 7) AS INTEGER),
		invite_requested_at = iif(id LIKE '%1', ?1 - 500, NULL) WHERE id LIKE 'mixed-%' AND account <> 'ACTIVE'`,
		now); err != nil {
		t.Fatal(err)
	}
	admins := []*User{w.internal()}
	for n, organizations := range organizationSets {
		admins = append(admins, w.administratorOf(n, organizations))
	}
	for _, admin := range admins {
		all := w.listed(admin, useradmin.UserFilter{}, useradmin.OrderRequestDate)
		dated := 0
		for n, u := range all {
			if u.RequestedAt != nil {
				dated++
			}
			if n == 0 || u.RequestedAt == nil {
				continue
			}
			if before := all[n-1].RequestedAt; before == nil || before.Before(*u.RequestedAt) {
				t.Errorf("%s: %s of %v follows %s of %v", admin.ID, u.ID, u.RequestedAt, all[n-1].ID, before)
			}
		}
		if dated < 10 || dated > len(all)-10 {
			t.Errorf("%s: %d of %d users have a request", admin.ID, dated, len(all))
		}
	}
}
