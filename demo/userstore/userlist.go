package userstore

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"strand/demo/facet"
	"strand/domain/portal"
)

// UserSelection selects a page of users.
type UserSelection struct {
	Filter        portal.UserFilter
	Order         portal.UserOrder
	IsDescending  bool
	First         int
	After, Before string
}

// ErrCursor reports a cursor that is invalid for the order.
var ErrCursor = errors.New("not a cursor of this order")

// cursor is a position in an order. Part is the index of the query for a list that consists of several queries.
type cursor struct {
	Order portal.UserOrder `json:"o"`
	Part  int              `json:"p"`
	Key   []byte           `json:"k"`
	ID    string           `json:"i"`
}

func (c cursor) String() string {
	text, _ := json.Marshal(c) // texts and numbers can always be encoded
	return base64.RawURLEncoding.EncodeToString(text)
}

func parseCursor(text string, order portal.UserOrder, parts int) (*cursor, error) {
	if text == "" {
		return nil, nil
	}
	c := &cursor{}
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(data, c)
	}
	if err != nil || c.Order != order || c.Part < 0 || c.Part >= parts {
		return nil, ErrCursor
	}
	return c, nil
}

// Users returns a page of the users whom an administrator manages; empty for other users. The error is ErrCursor
// for an invalid cursor.
func (s *Store) Users(ctx context.Context, viewer *User, selection UserSelection) (*portal.UserListPage, error) {
	if err := s.expire(ctx); err != nil {
		return nil, err
	}
	admin, err := administrator(ctx, s.db, viewer)
	if err != nil {
		return nil, err
	}
	if !isAdministrator(admin.Role) || len(admin.Organizations) == 0 {
		return &portal.UserListPage{IsTotalExact: true}, nil
	}
	var all int
	if err := s.db.QueryRowContext(ctx, `SELECT count(*) FROM organizations`).Scan(&all); err != nil {
		return nil, fmt.Errorf("count the organizations: %w", err)
	}
	page, ids, err := s.selectUsers(admin, selection, len(admin.Organizations) == all)
	if err != nil {
		return nil, err
	}
	page.Users, err = managedUsers(ctx, s.db, admin, ids)
	return page, err
}

// parts returns the queries that make up a list, in order. seesAll is true for administrators of all organizations;
// only they may use sort keys that depend on all organizations of a user.
func parts(admin *portal.Administrator, s UserSelection, seesAll bool) []facet.Query {
	query, pending := userQuery(admin, s)
	switch {
	case s.Order == portal.OrderPendingFirst:
		first, second := query, query
		first.All = append(slices.Clone(query.All), pending)
		second.None = append(slices.Clone(query.None), pending...)
		return []facet.Query{first, second}
	case s.Order == portal.OrderRequestDate && !seesAll:
		// Users with a request that the administrator can see, by its date, then the others by name.
		var requested []facet.Value
		for _, o := range admin.Organizations {
			requested = append(requested, facet.Value{Facet: facetRequested, Value: o.ID})
		}
		first, second := query, query
		first.All = append(slices.Clone(query.All), requested)
		first.Key = func(data any) string { return data.(requestDates).key(admin.Organizations) }
		second.None = append(slices.Clone(query.None), requested...)
		second.Order = slices.Index(userOrders, portal.OrderName)
		if s.IsDescending {
			return []facet.Query{second, first}
		}
		return []facet.Query{first, second}
	case s.Order == portal.OrderOrganization && !seesAll:
		// By the first organization in common, then by name.
		var all []facet.Query
		var before []facet.Value
		for _, o := range admin.Organizations {
			q, value := query, facet.Value{Facet: facetOrganization, Value: o.ID}
			q.Order = slices.Index(userOrders, portal.OrderName)
			q.All = append(slices.Clone(query.All), []facet.Value{value})
			q.None = append(slices.Clone(query.None), before...)
			all, before = append(all, q), append(before, value)
		}
		if s.IsDescending {
			slices.Reverse(all)
		}
		return all
	}
	return []facet.Query{query}
}

// selectUsers reads a page from the index.
func (s *Store) selectUsers(
	admin *portal.Administrator,
	selection UserSelection,
	seesAll bool,
) (*portal.UserListPage, []string, error) {
	parts := parts(admin, selection, seesAll)
	after, err := parseCursor(selection.After, selection.Order, len(parts))
	if err != nil {
		return nil, nil, err
	}
	before, err := parseCursor(selection.Before, selection.Order, len(parts))
	if err != nil {
		return nil, nil, err
	}
	list := &portal.UserListPage{IsTotalExact: true, HasPreviousPage: after != nil, HasNextPage: before != nil}
	var ids []string
	order := make([]int, len(parts))
	for i := range order {
		order[i] = i
	}
	if before != nil {
		slices.Reverse(order)
	}
	for _, i := range order {
		q := parts[i]
		from := after
		if before != nil {
			from = before
		}
		isBeyond := from != nil && (before == nil && from.Part > i || before != nil && from.Part < i)
		q.First = selection.First - len(ids)
		if isBeyond {
			q.First = 0
		} else if from != nil && from.Part == i {
			position := &facet.Position{Key: string(from.Key), ID: from.ID}
			if before != nil {
				q.Before = position
			} else {
				q.After = position
			}
		} else {
			// The parts before that of the cursor are read from their ends.
			q.Last = before != nil
		}
		p := s.users.Select(q)
		list.Total, list.IsTotalExact = list.Total+p.Total, list.IsTotalExact && p.IsTotalExact
		if isBeyond {
			continue
		}
		var cursors []string
		for n, position := range p.Positions {
			cursors = append(cursors, cursor{selection.Order, i, []byte(position.Key), p.IDs[n]}.String())
		}
		if before != nil {
			list.HasPreviousPage = list.HasPreviousPage || p.HasPrevious || len(p.IDs) == 0 && p.Total > 0
			ids, list.Cursors = append(p.IDs, ids...), append(cursors, list.Cursors...)
		} else {
			list.HasNextPage = list.HasNextPage || p.HasNext
			ids, list.Cursors = append(ids, p.IDs...), append(list.Cursors, cursors...)
		}
	}
	if list.Total > portal.MaxUserTotal {
		list.Total, list.IsTotalExact = portal.MaxUserTotal+1, false
	}
	return list, ids, nil
}

// userQuery converts a selection to a query of the index, and returns the facet values of users with an open
// request.
func userQuery(admin *portal.Administrator, s UserSelection) (q facet.Query, pending []facet.Value) {
	f := s.Filter
	// Access rights and status depend on all organizations in common, even if only some are selected.
	var common, selected []string
	for _, o := range admin.Organizations {
		common = append(common, o.ID)
		if len(f.Organizations) == 0 || slices.Contains(f.Organizations, o.ID) {
			selected = append(selected, o.ID)
		}
	}
	for _, id := range common {
		pending = append(pending, organizationFacet(facetStatus, string(portal.AccessPending), id))
	}
	q = facet.Query{
		Order:      0,
		Descending: s.IsDescending,
		MaxTotal:   portal.MaxUserTotal,
		Words:      strings.Fields(strings.ToLower(f.Text)),
	}
	if i := slices.Index(userOrders, s.Order); i > 0 {
		q.Order = i
	}
	group := func(facetName string, values []string) {
		var all []facet.Value
		for _, v := range values {
			all = append(all, facet.Value{Facet: facetName, Value: v})
		}
		if len(values) > 0 || facetName == facetOrganization {
			q.All = append(q.All, all)
		}
	}
	group(facetOrganization, selected)
	if len(f.Applications) > 0 {
		q.All = append(q.All, valuesAt(facetApplication, f.Applications, common))
	}
	byRole(&q, f.Roles, common)
	group(facetSubRegion, f.SubRegions)
	group(facetCountry, f.Countries)
	group(facetCity, f.Cities)
	q.AnyOf = haveStatus(f.Statuses, common)
	return q, pending
}

// byRole restricts a query to users with one of the roles, as shown to an administrator of the organizations. The index
// has no values for users without a role.
func byRole(q *facet.Query, selected []portal.AdministratorRole, organizations []string) {
	if !slices.Contains(selected, portal.AdministratorNone) {
		if len(selected) > 0 {
			q.All = append(q.All, valuesAt(facetRole, selected, organizations))
		}
		return
	}
	for _, role := range portal.AdministratorRoles[1:] {
		if !slices.Contains(selected, role) {
			q.None = append(q.None, valuesAt(facetRole, []portal.AdministratorRole{role}, organizations)...)
		}
	}
}

// haveStatus returns the conditions for users with one of the statuses, as shown to an administrator of the
// organizations: one of the user's organizations has a selected status, and none has a status of higher rank.
func haveStatus(selected []portal.AccessStatus, organizations []string) (conditions []facet.Condition) {
	var before, together []portal.AccessStatus
	add := func() {
		if len(together) > 0 {
			conditions = append(conditions, facet.Condition{
				Any:  valuesAt(facetStatus, together, organizations),
				None: valuesAt(facetStatus, before, organizations),
			})
		}
		before, together = append(before, together...), nil
	}
	for _, rank := range statusRanks {
		shown := rank
		if rank == withoutAccess {
			shown = portal.UserStatus(portal.AccessActive, nil)
		}
		if slices.Contains(selected, shown) {
			together = append(together, rank)
			continue
		}
		add()
		before = append(before, rank)
	}
	add()
	if len(selected) > 0 && len(conditions) == 0 {
		// No user has any of these statuses.
		return []facet.Condition{{}}
	}
	return conditions
}

// valuesAt returns the values of a facet for each organization.
func valuesAt[T ~string](facetName string, values []T, organizations []string) (all []facet.Value) {
	for _, v := range values {
		for _, id := range organizations {
			all = append(all, organizationFacet(facetName, string(v), id))
		}
	}
	return all
}

func textsOf[T ~string](values []T) []string {
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = string(v)
	}
	return all
}

// UserFilterOptions returns the facet values of an administrator's users.
func (s *Store) UserFilterOptions(ctx context.Context, viewer *User) (*portal.UserFilterOptions, error) {
	admin, err := administrator(ctx, s.db, viewer)
	if err != nil {
		return nil, err
	}
	options := &portal.UserFilterOptions{}
	if !isAdministrator(admin.Role) {
		return options, nil
	}
	options.Organizations = admin.Organizations
	var within []facet.Value
	for _, o := range admin.Organizations {
		within = append(within, facet.Value{Facet: facetOrganization, Value: o.ID})
	}
	values := func(facetName string) (all []string) {
		for value := range s.users.Counts(facetName, within) {
			if value != "" {
				all = append(all, value)
			}
		}
		slices.Sort(all)
		return all
	}
	options.SubRegions = values(facetSubRegion)
	options.Countries = values(facetCountry)
	options.Cities = values(facetCity)
	return options, nil
}

// StatusCounts returns the number of an organization's users by status, as in the list filtered by both, up to
// portal.MaxUserTotal+1. It returns none if the administrator does not manage the organization.
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
	counts := map[portal.AccessStatus]int{}
	for _, status := range portal.AccessStatuses {
		page, _, err := s.selectUsers(admin, UserSelection{
			Filter: portal.UserFilter{
				Organizations: []string{organizationID},
				Statuses:      []portal.AccessStatus{status},
			},
			Order: portal.OrderName,
		}, false)
		if err != nil {
			return nil, err
		}
		if page.Total > 0 {
			counts[status] = page.Total
		}
	}
	return counts, nil
}

// PendingRequestCount returns the number of an administrator's users with an open request, without the administrator,
// up to portal.MaxUserTotal.
func (s *Store) PendingRequestCount(ctx context.Context, viewer *User) (int, error) {
	admin, err := administrator(ctx, s.db, viewer)
	if err != nil || !isAdministrator(admin.Role) {
		return 0, err
	}
	_, pending := userQuery(admin, UserSelection{})
	page := s.users.Select(facet.Query{All: [][]facet.Value{pending}, MaxTotal: portal.MaxUserTotal})
	if page.Total > portal.MaxUserTotal {
		return portal.MaxUserTotal, nil
	}
	// Administrators cannot answer their own requests.
	own, err := managedUsers(ctx, s.db, admin, []string{viewer.ID})
	if err != nil || len(own) == 0 || own[0].Status != portal.AccessPending {
		return page.Total, err
	}
	return max(page.Total-1, 0), nil
}
