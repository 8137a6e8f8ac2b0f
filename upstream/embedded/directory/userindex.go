package directory

import (
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"strand/domain/portal"
	"strand/upstream/embedded/facet"
)

// The facets of users. Those that depend on what an organization offers have values for each organization, so that a
// filter does not tell an administrator what users have by organizations of others.
const (
	facetOrganization = "organization"
	facetApplication  = "application"
	facetStatus       = "status"
	facetRole         = "role"
	facetSubRegion    = "subRegion"
	facetCountry      = "country"
	facetCity         = "city"
)

// userOrders are the orders of the index; OrderPendingFirst is OrderName in two parts.
var userOrders = []portal.UserOrder{
	portal.OrderName, portal.OrderEmail, portal.OrderOrganization, portal.OrderCountry, portal.OrderRequestDate,
}

// orderDateForAll is one more order of the index: the newest request that every organization of a user may know of. An
// administrator who does not see all organizations reads the list by it, since the place of a user in the list, and the
// cursor there, would tell of requests that other organizations have.
var orderDateForAll = len(userOrders)

// withoutAccess stands in the facet of the status for an accepted account without an access that the organization
// offers. Its user is active, unless another organization offers an access.
const withoutAccess portal.AccessStatus = "WITHOUT_ACCESS"

// statusRanks are the values of the facet of the status: of those that a user has by several organizations, the first
// one here is the one that portal.UserStatus gives for all of them together.
var statusRanks = append(slices.Clone(portal.UserStatusOrder), portal.AccessUnknown, withoutAccess)

// at is the value of a facet for an organization.
func at(facetName, value, organizationID string) facet.Value {
	return facet.Value{Facet: facetName, Value: value + "@" + organizationID}
}

// indexed is what the index needs of a user.
type indexed struct {
	id, email, first, last   string
	subRegion, country, city string
	account                  portal.AccessStatus
	invitedAt, requestedAt   *int64
	organizations            []*portal.ManagedOrganization
	accesses                 []*portal.Access
	roles                    []string
}

// batch is how many users are read for the index at once.
const batch = 5000

// loadIndex reads all users into the index.
func (d *Directory) loadIndex(ctx context.Context) error {
	var records []facet.Record
	for last := ""; ; {
		ids, err := queryAll(
			ctx,
			d.db,
			scanText,
			`SELECT id FROM users WHERE id > ? AND deleted_at IS NULL ORDER BY id LIMIT ?`,
			last,
			batch,
		)
		if err != nil {
			return fmt.Errorf("read the users: %w", err)
		}
		if len(ids) == 0 {
			break
		}
		last = ids[len(ids)-1]
		found, err := d.records(ctx, ids)
		if err != nil {
			return err
		}
		records = append(records, found...)
	}
	d.users.Load(records)
	return d.findNextExpiry(ctx, d.db)
}

// reindex reads some users into the index again.
func (d *Directory) reindex(ctx context.Context, ids ...string) error {
	d.indexing.Lock()
	defer d.indexing.Unlock()
	records, err := d.records(ctx, ids)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if !slices.ContainsFunc(records, func(r facet.Record) bool { return r.ID == id }) {
			d.users.Delete(id)
		}
	}
	d.users.Put(records...)
	return nil
}

// records are the index's of users; those without organizations have none.
func (d *Directory) records(ctx context.Context, ids []string) ([]facet.Record, error) {
	all := map[string]*indexed{}
	marks, args := placeholders(ids)
	read := func(query string, scan func(*sql.Rows) error) error {
		_, err := queryAll(ctx, d.db, func(rows *sql.Rows) (struct{}, error) { return struct{}{}, scan(rows) },
			strings.ReplaceAll(query, "$ids", marks), args...)
		return err
	}
	err := read(
		`SELECT id, CASE account WHEN 'ACTIVE' THEN email ELSE invited_email END, first_name, last_name, sub_region, country, city, account,
		invited_at, invite_requested_at FROM users WHERE deleted_at IS NULL AND id IN ($ids)`,
		func(rows *sql.Rows) error {
			u := &indexed{}
			err := rows.Scan(
				&u.id,
				&u.email,
				&u.first,
				&u.last,
				&u.subRegion,
				&u.country,
				&u.city,
				&u.account,
				&u.invitedAt,
				&u.requestedAt,
			)
			all[u.id] = u
			return err
		},
	)
	byID := map[string]*portal.ManagedOrganization{}
	members := map[string][]string{}
	if err == nil {
		err = read(
			`SELECT user_id, organization_id FROM memberships WHERE user_id IN ($ids)`,
			func(rows *sql.Rows) error {
				var user, organization string
				err := rows.Scan(&user, &organization)
				members[user], byID[organization] = append(members[user], organization), nil
				return err
			},
		)
	}
	if err == nil {
		err = read(`SELECT user_id, role FROM roles WHERE user_id IN ($ids)`, func(rows *sql.Rows) error {
			var user, role string
			err := rows.Scan(&user, &role)
			if u := all[user]; u != nil {
				u.roles = append(u.roles, role)
			}
			return err
		})
	}
	if err == nil {
		err = read(
			`SELECT user_id, application, status, requested_at FROM accesses WHERE user_id IN ($ids)`,
			func(rows *sql.Rows) error {
				var user string
				var requested *int64
				a := &portal.Access{}
				err := rows.Scan(&user, &a.Application, &a.Status, &requested)
				a.RequestedAt = instant(requested)
				if u := all[user]; u != nil {
					u.accesses = append(u.accesses, a)
				}
				return err
			},
		)
	}
	if err != nil {
		return nil, fmt.Errorf("read users for the index: %w", err)
	}
	var organizationIDs []string
	for id := range byID {
		organizationIDs = append(organizationIDs, id)
	}
	found, err := organizations(ctx, d.db, organizationIDs)
	if err != nil {
		return nil, err
	}
	for _, o := range found {
		byID[o.ID] = o
	}
	var records []facet.Record
	sorter := newSorter()
	for _, id := range ids {
		u := all[id]
		if u == nil || len(members[id]) == 0 {
			continue
		}
		for _, organization := range members[id] {
			u.organizations = append(u.organizations, byID[organization])
		}
		records = append(records, u.record(sorter))
	}
	return records, nil
}

// sorter makes sort keys.
type sorter struct {
	collator *collate.Collator
	buffer   collate.Buffer
}

func newSorter() *sorter {
	return &sorter{collator: collate.New(language.Und, collate.IgnoreCase, collate.Numeric)}
}

func (s *sorter) key(texts ...string) string {
	s.buffer.Reset()
	return string(s.collator.KeyFromString(&s.buffer, strings.Join(texts, "\x00")))
}

func (u *indexed) record(s *sorter) facet.Record {
	values := []facet.Value{
		{Facet: facetRole, Value: string((&portal.User{Roles: u.roles}).AdministratorRole())},
		{
			Facet: facetSubRegion,
			Value: u.subRegion,
		}, {Facet: facetCountry, Value: u.country}, {Facet: facetCity, Value: u.city},
	}
	requested, forAll := int64(math.MaxInt64), int64(math.MaxInt64)
	if u.account != portal.AccessActive && u.invitedAt != nil {
		requested, forAll = *u.invitedAt, *u.invitedAt
	}
	for _, a := range u.accesses {
		if a.Status != portal.AccessPending || a.RequestedAt == nil {
			continue
		}
		offers := func(o *portal.ManagedOrganization) bool { return o.Offers(a.Application) }
		at := millis(*a.RequestedAt)
		if slices.ContainsFunc(u.organizations, offers) {
			requested = min(requested, at)
		}
		if !slices.ContainsFunc(u.organizations, func(o *portal.ManagedOrganization) bool { return !offers(o) }) {
			forAll = min(forAll, at)
		}
	}
	first := ""
	for _, o := range u.organizations {
		if first == "" || o.Name < first {
			first = o.Name
		}
		values = append(values, facet.Value{Facet: facetOrganization, Value: o.ID})
		var offered []*portal.Access
		for _, a := range u.accesses {
			if !o.Offers(a.Application) {
				continue
			}
			offered = append(offered, a)
			if a.Status != portal.AccessInactive && a.Status != portal.AccessDeclined {
				values = append(values, at(facetApplication, string(a.Application), o.ID))
			}
		}
		status := portal.UserStatus(u.account, offered)
		if u.account == portal.AccessActive && len(offered) == 0 {
			status = withoutAccess
		}
		values = append(values, at(facetStatus, string(status), o.ID))
	}
	name := s.key(u.last, u.first)
	return facet.Record{
		ID:     u.id,
		Values: values,
		Keys: []string{
			name, s.key(u.email), s.key(first) + name, u.country + "\x00" + name, dateKey(requested), dateKey(forAll),
		},
		Text: strings.ToLower(u.first + " " + u.last + " " + u.email),
	}
}

// dateKey is the sort key of an instant: the newest first, users without a request last.
func dateKey(at int64) string {
	if at == math.MaxInt64 {
		return "~"
	}
	return fmt.Sprintf("%019d", math.MaxInt64-at)
}

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
		query.Order = orderDateForAll
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
