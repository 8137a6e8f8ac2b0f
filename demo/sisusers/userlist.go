package sisusers

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"strand/demo/sqllist"
	"strand/domain/portal"
	"strand/domain/useradmin"
	"strand/internal/database"
	"strand/internal/sqlite"
)

// UserSelection selects a page of users.
type UserSelection struct {
	Filter        useradmin.UserFilter
	Order         useradmin.UserOrder
	IsDescending  bool
	First         int
	After, Before string
}

// Users u as an administrator sees them (useradmin.ManagedUser): data of other organizations does not decide. Argument
// 1 is the list of the administrator's organizations, in JSON. A plus keeps SQLite from looking up each of them for
// each user.
const (
	allUsers     = `users u`
	administered = ` IN (SELECT value FROM json_each(?1))`
	// offeredAccesses are accesses a to applications that the organization offers.
	offeredAccesses = ` FROM accesses a JOIN organization_applications o
		ON o.organization_id = a.organization_id AND o.application = a.application
		WHERE +a.organization_id` + administered
	isPending = `(u.account = 'ACTIVE' AND u.id IN (SELECT a.user_id` + offeredAccesses + ` AND a.status = 'PENDING'))`
	// newestRequest sorts the newest request first, and users without one last.
	newestRequest = `coalesce(-CASE u.account
		WHEN 'ACTIVE' THEN (SELECT min(a.requested_at)` + offeredAccesses + `
			AND a.user_id = u.id AND a.status = 'PENDING')
		ELSE coalesce(u.invite_requested_at, u.invited_at) END, 9223372036854775807)`
	firstOrganization = `(SELECT min(o.name) FROM memberships m JOIN organizations o ON o.id = m.organization_id
		WHERE m.user_id = u.id AND +m.organization_id` + administered + `)`
	shownRole = `CASE
		WHEN u.id IN (SELECT user_id FROM roles WHERE instr(role, '` + portal.RoleDelegatedAdminInternal + `') > 0)
		THEN 'INTERNAL'
		WHEN u.id IN (SELECT user_id FROM memberships WHERE is_administrator = 1
			AND +organization_id` + administered + `)
		THEN 'EXTERNAL' ELSE 'NONE' END`
)

// shownStatus is the status of a user as a whole (userStatus).
var shownStatus = func() string {
	rank := "CASE a.status"
	for i, status := range userStatusOrder {
		rank += fmt.Sprintf(" WHEN '%s' THEN %d", status, i)
	}
	return `coalesce((SELECT a.status` + offeredAccesses + ` AND a.user_id = u.id AND u.account = 'ACTIVE'
		ORDER BY ` + rank + ` ELSE 9 END LIMIT 1), u.account)`
}()

// userOrders contains the columns of the orders.
var userOrders = map[useradmin.UserOrder][]string{
	useradmin.OrderPendingFirst: {"NOT " + isPending, "u.sort_name", "u.id"},
	useradmin.OrderName:         {"u.sort_name", "u.id"},
	useradmin.OrderEmail:        {"u.sort_email", "u.id"},
	useradmin.OrderOrganization: {firstOrganization, "u.sort_name", "u.id"},
	useradmin.OrderCountry:      {"u.country", "u.sort_name", "u.id"},
	useradmin.OrderRequestDate:  {newestRequest, "u.sort_name", "u.id"},
}

func (s UserSelection) order() sqllist.Order {
	columns := userOrders[s.Order]
	if s.Order == useradmin.OrderPendingFirst && s.IsDescending {
		// The descending order is that of the names: users with an open request stay first.
		columns = append([]string{isPending}, columns[1:]...)
	}
	return sqllist.Order{Name: string(s.Order), Columns: columns, IsDescending: s.IsDescending}
}

// userConditions returns the conditions of a filter, as an administrator sees the users.
func userConditions(admin *useradmin.Administrator, f useradmin.UserFilter) (c sqllist.Conditions) {
	common, selected := []string{}, []string{}
	for _, o := range admin.Organizations {
		common = append(common, o.ID)
		if len(f.Organizations) == 0 || slices.Contains(f.Organizations, o.ID) {
			selected = append(selected, o.ID)
		}
	}
	list, _ := json.Marshal(common) // texts can always be encoded
	c.Add(`u.deleted_at IS NULL AND EXISTS (SELECT 1 FROM memberships m
		WHERE m.user_id = u.id AND +m.organization_id`+administered+`)`, string(list))
	if len(f.Organizations) > 0 || admin.Role != useradmin.ActorInternalAdmin {
		// The members of few organizations are found by an index. Internal administrators see most users.
		c.Add("u.id IN (SELECT user_id FROM memberships WHERE organization_id IN ("+
			sqllist.Placeholders(len(selected))+"))", sqllist.Args(selected)...)
	}
	if statuses := sqllist.Args(f.Statuses); len(statuses) > 0 && !slices.Contains(f.Statuses, portal.AccessActive) {
		// Users with another status are few, and found by an index.
		in := " IN (" + sqllist.Placeholders(len(statuses)) + ")"
		c.Add("u.id IN (SELECT user_id FROM accesses WHERE status"+in+
			" UNION ALL SELECT id FROM users WHERE account"+in+")", append(statuses, statuses...)...)
	}
	sqllist.AddIn(&c, shownStatus, f.Statuses)
	sqllist.AddIn(&c, shownRole, f.Roles)
	if len(f.Applications) > 0 {
		c.Add("EXISTS (SELECT 1"+offeredAccesses+` AND a.user_id = u.id AND a.status NOT IN ('INACTIVE', 'DECLINED')
			AND a.application IN (`+sqllist.Placeholders(len(f.Applications))+"))", sqllist.Args(f.Applications)...)
	}
	sqllist.AddIn(&c, "u.sub_region", f.SubRegions)
	sqllist.AddIn(&c, "u.country", f.Countries)
	sqllist.AddIn(&c, "u.city", f.Cities)
	c.AddText("u.search_text", strings.Fields(f.Text))
	return c
}

// Users returns a page of the users whom an administrator manages; empty for other users. The error is
// sqllist.ErrCursor for an invalid cursor.
func (s *Store) Users(ctx context.Context, viewer *User, selection UserSelection) (*useradmin.UserListPage, error) {
	if err := s.expire(ctx); err != nil {
		return nil, err
	}
	page := &useradmin.UserListPage{IsTotalExact: true}
	// One transaction, so that all reads see the same state.
	err := sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error {
		admin, err := administrator(ctx, tx, viewer)
		if err != nil || !isAdministrator(admin.Role) {
			return err
		}
		c := userConditions(admin, selection.Filter)
		page.Total, page.IsTotalExact, err = sqllist.Count(ctx, tx, allUsers, c, useradmin.MaxUserTotal)
		if err != nil {
			return err
		}
		if !page.IsTotalExact {
			page.Total++
		}
		if page.Total == 0 {
			c.Add("FALSE") // nothing is searched a second time
		}
		found, err := sqllist.Read(ctx, tx, allUsers, c, selection.order(), sqllist.Page{
			First: selection.First, After: selection.After, Before: selection.Before,
		})
		if err != nil {
			return err
		}
		page.Cursors, page.HasNextPage, page.HasPreviousPage = found.Cursors, found.HasNext, found.HasPrevious
		page.Users, err = managedUsers(ctx, tx, admin, found.IDs)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the list of users: %w", err)
	}
	return page, nil
}

func textsOf[T ~string](values []T) []string {
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = string(v)
	}
	return all
}

// UserFilterOptions returns the values of an administrator's users, for filters.
func (s *Store) UserFilterOptions(ctx context.Context, viewer *User) (*useradmin.UserFilterOptions, error) {
	admin, err := administrator(ctx, s.db, viewer)
	if err != nil {
		return nil, err
	}
	options := &useradmin.UserFilterOptions{}
	if !isAdministrator(admin.Role) {
		return options, nil
	}
	options.Organizations = admin.Organizations
	c := userConditions(admin, useradmin.UserFilter{})
	where, args := c.Where()
	if err := database.Each(ctx, s.db, func(row database.Row) error {
		var subRegion, country, city string
		err := row.Scan(&subRegion, &country, &city)
		options.SubRegions = append(options.SubRegions, subRegion)
		options.Countries = append(options.Countries, country)
		options.Cities = append(options.Cities, city)
		return err
	}, `SELECT DISTINCT u.sub_region, u.country, u.city FROM users u`+where, args...); err != nil {
		return nil, fmt.Errorf("read the values of users for filters: %w", err)
	}
	for _, values := range []*[]string{&options.SubRegions, &options.Countries, &options.Cities} {
		slices.Sort(*values)
		*values = slices.DeleteFunc(slices.Compact(*values), func(value string) bool { return value == "" })
	}
	return options, nil
}

// StatusCounts returns the number of an organization's users by status, as in the list filtered by both, up to
// useradmin.MaxUserTotal+1. It returns none if the administrator does not manage the organization.
func (s *Store) StatusCounts(
	ctx context.Context,
	viewer *User,
	organizationID string,
) (map[portal.AccessStatus]int, error) {
	if err := s.expire(ctx); err != nil {
		return nil, err
	}
	admin, err := administrator(ctx, s.db, viewer)
	if err != nil || !isAdministrator(admin.Role) {
		return nil, err
	}
	c := userConditions(admin, useradmin.UserFilter{Organizations: []string{organizationID}})
	where, args := c.Where()
	counts := map[portal.AccessStatus]int{}
	if err := database.Each(ctx, s.db, func(row database.Row) error {
		var status portal.AccessStatus
		var count int
		err := row.Scan(&status, &count)
		counts[status] = min(count, useradmin.MaxUserTotal+1)
		return err
	}, `SELECT `+shownStatus+`, count(*) FROM users u`+where+` GROUP BY 1`, args...); err != nil {
		return nil, fmt.Errorf("count the users of %s: %w", organizationID, err)
	}
	return counts, nil
}

// PendingRequestCount returns the number of an administrator's users with an open request, without the administrator,
// up to useradmin.MaxUserTotal.
func (s *Store) PendingRequestCount(ctx context.Context, viewer *User) (int, error) {
	admin, err := administrator(ctx, s.db, viewer)
	if err != nil || !isAdministrator(admin.Role) {
		return 0, err
	}
	c := userConditions(admin, useradmin.UserFilter{Statuses: []portal.AccessStatus{portal.AccessPending}})
	// Administrators cannot answer their own requests.
	c.Add("u.id <> ?", viewer.ID)
	total, _, err := sqllist.Count(ctx, s.db, allUsers, c, useradmin.MaxUserTotal)
	return total, err
}

// addUserListColumns writes the columns for lists of users where they are missing: where sort_name is empty.
func addUserListColumns(ctx context.Context, tx *sql.Tx) error {
	type person struct{ id, first, last, email string }
	incomplete, err := database.All(ctx, tx, func(row database.Row) (p person, err error) {
		err = row.Scan(&p.id, &p.first, &p.last, &p.email)
		return p, err
	}, `SELECT id, first_name, last_name, `+shownEmail+` FROM users u WHERE sort_name = '' AND deleted_at IS NULL`)
	if err != nil {
		return fmt.Errorf("read the users without columns for lists: %w", err)
	}
	for _, p := range incomplete {
		if _, err := tx.ExecContext(ctx,
			`UPDATE users SET sort_name = ?, sort_email = ?, search_text = ? WHERE id = ?`,
			collated(p.last)+"\n"+collated(p.first), collated(p.email),
			strings.ToLower(p.first+" "+p.last+" "+p.email), p.id,
		); err != nil {
			return fmt.Errorf("write the columns for lists of the user %s: %w", p.id, err)
		}
	}
	return nil
}
