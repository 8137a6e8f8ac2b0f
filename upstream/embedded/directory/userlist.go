package directory

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"strand/domain/portal"
	"strand/upstream/embedded/facet"
)

// UserSelection selects a page of users.
type UserSelection struct {
	Filter        portal.UserFilter
	Order         portal.UserOrder
	IsDescending  bool
	First         int
	After, Before string
}

// ErrCursor says that a text is no cursor of this order.
var ErrCursor = errors.New("this is no cursor of this order")

// cursor is a position in an order. Part is that of a list that is read in parts, from 0.
type cursor struct {
	Order portal.UserOrder `json:"o"`
	Part  int              `json:"p"`
	Key   []byte           `json:"k"`
	ID    string           `json:"i"`
}

func (c cursor) String() string {
	text, _ := json.Marshal(c) // texts and numbers
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

// Users is a page of the users whom an administrator sees; empty for another user. The error is ErrCursor for a wrong
// cursor.
func (d *Directory) Users(ctx context.Context, viewer *User, s UserSelection) (*portal.UserPart, error) {
	if err := d.expire(ctx); err != nil {
		return nil, err
	}
	by, err := administrator(ctx, d.db, viewer)
	if err != nil {
		return nil, err
	}
	if !isAdministrator(by.Role) || len(by.Organizations) == 0 {
		return &portal.UserPart{IsTotalExact: true}, nil
	}
	var all int
	if err := d.db.QueryRowContext(ctx, `SELECT count(*) FROM organizations`).Scan(&all); err != nil {
		return nil, fmt.Errorf("count the organizations: %w", err)
	}
	part, ids, err := d.selectUsers(by, s, len(by.Organizations) == all)
	if err != nil {
		return nil, err
	}
	part.Users, err = managedUsers(ctx, d.db, by, ids)
	return part, err
}

// parts are the queries by which a list is read, one after the other. seesAll says that the administrator sees every
// organization: keys that are made of all organizations of a user are for such administrators alone.
func parts(by *portal.Administrator, s UserSelection, seesAll bool) []facet.Query {
	query, pending := userQuery(by, s)
	switch {
	case s.Order == portal.OrderPendingFirst:
		first, second := query, query
		first.All = append(slices.Clone(query.All), pending)
		second.None = append(slices.Clone(query.None), pending...)
		return []facet.Query{first, second}
	case s.Order == portal.OrderRequestDate && !seesAll:
		// Users with a request that the administrator sees, by its date, and the others by name.
		var requested []facet.Value
		for _, o := range by.Organizations {
			requested = append(requested, facet.Value{Facet: facetRequested, Value: o.ID})
		}
		first, second := query, query
		first.All = append(slices.Clone(query.All), requested)
		first.Key = func(data any) string { return data.(requestDates).key(by.Organizations) }
		second.None = append(slices.Clone(query.None), requested...)
		second.Order = slices.Index(userOrders, portal.OrderName)
		if s.IsDescending {
			return []facet.Query{second, first}
		}
		return []facet.Query{first, second}
	case s.Order == portal.OrderOrganization && !seesAll:
		// By the first of the organizations in common, and by name within.
		var all []facet.Query
		var before []facet.Value
		for _, o := range by.Organizations {
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

// selectUsers finds a page in the index.
func (d *Directory) selectUsers(
	by *portal.Administrator,
	s UserSelection,
	seesAll bool,
) (*portal.UserPart, []string, error) {
	parts := parts(by, s, seesAll)
	after, err := parseCursor(s.After, s.Order, len(parts))
	if err != nil {
		return nil, nil, err
	}
	before, err := parseCursor(s.Before, s.Order, len(parts))
	if err != nil {
		return nil, nil, err
	}
	list := &portal.UserPart{IsTotalExact: true, HasPreviousPage: after != nil, HasNextPage: before != nil}
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
		q.First = s.First - len(ids)
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
			// What goes before the part of the cursor is read from its end.
			q.Last = before != nil
		}
		p := d.users.Select(q)
		list.Total, list.IsTotalExact = list.Total+p.Total, list.IsTotalExact && p.TotalIsExact
		if isBeyond {
			continue
		}
		var cursors []string
		for n, position := range p.Positions {
			cursors = append(cursors, cursor{s.Order, i, []byte(position.Key), p.IDs[n]}.String())
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

// userQuery is a selection in terms of the index, and the values of users with an open request.
func userQuery(by *portal.Administrator, s UserSelection) (q facet.Query, pending []facet.Value) {
	f := s.Filter
	// Accesses and status are shown by all organizations in common, also where some of them are selected.
	var common, selected []string
	for _, o := range by.Organizations {
		common = append(common, o.ID)
		if len(f.Organizations) == 0 || slices.Contains(f.Organizations, o.ID) {
			selected = append(selected, o.ID)
		}
	}
	for _, id := range common {
		pending = append(pending, at(facetStatus, string(portal.AccessPending), id))
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
		q.All = append(q.All, atEach(facetApplication, f.Applications, common))
	}
	group(facetRole, textsOf(f.Roles))
	group(facetSubRegion, f.SubRegions)
	group(facetCountry, f.Countries)
	group(facetCity, f.Cities)
	q.Either = haveStatus(f.Statuses, common)
	return q, pending
}

// haveStatus are the conditions of users who are shown with one of some statuses to an administrator of some
// organizations: one of their organizations has a status that counts as a selected one, and none has one that goes
// before it.
func haveStatus(selected []portal.AccessStatus, organizations []string) (either []facet.Condition) {
	var before, together []portal.AccessStatus
	add := func() {
		if len(together) > 0 {
			either = append(either, facet.Condition{
				Any:  atEach(facetStatus, together, organizations),
				None: atEach(facetStatus, before, organizations),
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
	if len(selected) > 0 && len(either) == 0 {
		// No user has any of these statuses.
		return []facet.Condition{{}}
	}
	return either
}

// atEach are values of a facet for each of some organizations.
func atEach[T ~string](facetName string, values []T, organizations []string) (all []facet.Value) {
	for _, v := range values {
		for _, id := range organizations {
			all = append(all, at(facetName, string(v), id))
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

// UserFilterOptions are the values that the users of an administrator have.
func (d *Directory) UserFilterOptions(ctx context.Context, viewer *User) (*portal.UserFilterOptions, error) {
	by, err := administrator(ctx, d.db, viewer)
	if err != nil {
		return nil, err
	}
	options := &portal.UserFilterOptions{}
	if !isAdministrator(by.Role) {
		return options, nil
	}
	options.Organizations = by.Organizations
	var within []facet.Value
	for _, o := range by.Organizations {
		within = append(within, facet.Value{Facet: facetOrganization, Value: o.ID})
	}
	values := func(facetName string) (all []string) {
		for value := range d.users.Counts(facetName, within) {
			if value != "" {
				all = append(all, value)
			}
		}
		slices.Sort(all)
		return all
	}
	options.SubRegions, options.Countries, options.Cities = values(
		facetSubRegion,
	), values(
		facetCountry,
	), values(
		facetCity,
	)
	return options, nil
}

// StatusCounts are how many users of an organization of an administrator have a status: as many as the list has when it
// is filtered by both, at most portal.MaxUserTotal+1. There are none for another organization.
func (d *Directory) StatusCounts(
	ctx context.Context,
	viewer *User,
	organizationID string,
) (map[portal.AccessStatus]int, error) {
	if err := d.expire(ctx); err != nil {
		return nil, err
	}
	by, err := administrator(ctx, d.db, viewer)
	if err != nil || !isAdministrator(by.Role) {
		return nil, err
	}
	counts := map[portal.AccessStatus]int{}
	for _, status := range portal.AccessStatuses {
		part, _, err := d.selectUsers(by, UserSelection{
			Filter: portal.UserFilter{
				Organizations: []string{organizationID}, Statuses: []portal.AccessStatus{status},
			},
			Order: portal.OrderName,
		}, false)
		if err != nil {
			return nil, err
		}
		if part.Total > 0 {
			counts[status] = part.Total
		}
	}
	return counts, nil
}

// PendingRequestCount is how many users of an administrator have an open request; at most portal.MaxUserTotal.
func (d *Directory) PendingRequestCount(ctx context.Context, viewer *User) (int, error) {
	by, err := administrator(ctx, d.db, viewer)
	if err != nil || !isAdministrator(by.Role) {
		return 0, err
	}
	_, pending := userQuery(by, UserSelection{})
	page := d.users.Select(facet.Query{All: [][]facet.Value{pending}, MaxTotal: portal.MaxUserTotal})
	return min(page.Total, portal.MaxUserTotal), nil
}
