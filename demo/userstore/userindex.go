package userstore

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strings"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"strand/demo/facet"
	"strand/domain/portal"
)

// Facets of users. Facets that depend on the rights in an organization have values per organization, so that a filter
// does not reveal data of foreign organizations to an administrator.
const (
	facetOrganization = "organization"
	facetApplication  = "application"
	facetStatus       = "status"
	facetRole         = "role"
	facetSubRegion    = "subRegion"
	facetCountry      = "country"
	facetCity         = "city"
	// facetRequested marks users with a date in OrderRequestDate.
	facetRequested = "requested"
)

// userOrders contains the orders of the index; OrderPendingFirst is OrderName in two parts.
var userOrders = []portal.UserOrder{
	portal.OrderName, portal.OrderEmail, portal.OrderOrganization, portal.OrderCountry, portal.OrderRequestDate,
}

// requestDates contains, per organization, the date by which its administrators see a user in OrderRequestDate. It
// is the data of a record. Administrators of some organizations read the list by these dates, because the position
// of a user in the common order, and its cursor, would reveal requests of other organizations.
type requestDates map[string]int64

// key returns the sort key of a user for an administrator of organizations.
func (d requestDates) key(organizations []*portal.ManagedOrganization) string {
	date := int64(math.MaxInt64)
	for _, o := range organizations {
		if at, ok := d[o.ID]; ok {
			date = min(date, at)
		}
	}
	return dateKey(date)
}

// withoutAccess is the status of an accepted account without any access that the organization offers. The user is
// active, unless another organization offers an access.
const withoutAccess portal.AccessStatus = "WITHOUT_ACCESS"

// statusRanks contains the values of the status facet by rank: if a user has several by different organizations,
// the first one here equals portal.UserStatus of all of them.
var statusRanks = append(slices.Clone(portal.UserStatusOrder), portal.AccessUnknown, withoutAccess)

// organizationFacet returns the value of a facet for an organization.
func organizationFacet(facetName, value, organizationID string) facet.Value {
	return facet.Value{Facet: facetName, Value: value + "@" + organizationID}
}

// indexed contains the data of a user for the index.
type indexed struct {
	id, email, first, last   string
	subRegion, country, city string
	account                  portal.AccessStatus
	invitedAt, requestedAt   *int64
	organizations            []*portal.ManagedOrganization
	accesses                 []storedAccess
	// administratorOf are the ids of the organizations in which the user has the external administrator role.
	administratorOf []string
	roles           []string
}

// batch is the number of users per read.
const batch = 5000

// loadIndex reads all users into the index.
func (s *Store) loadIndex(ctx context.Context) error {
	var records []facet.Record
	for last := ""; ; {
		ids, err := queryAll(
			ctx,
			s.db,
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
		found, err := s.records(ctx, ids)
		if err != nil {
			return err
		}
		records = append(records, found...)
	}
	s.users.Load(slices.Values(records))
	return s.findNextExpiry(ctx, s.db)
}

// reindex reads users into the index again.
func (s *Store) reindex(ctx context.Context, ids ...string) error {
	s.indexing.Lock()
	defer s.indexing.Unlock()
	records, err := s.records(ctx, ids)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if !slices.ContainsFunc(records, func(r facet.Record) bool { return r.ID == id }) {
			s.users.Delete(id)
		}
	}
	s.users.Put(records...)
	return nil
}

// records returns the index records of users; users without organizations have none.
func (s *Store) records(ctx context.Context, ids []string) ([]facet.Record, error) {
	all := map[string]*indexed{}
	marks, args := placeholders(ids)
	read := func(query string, scan func(*sql.Rows) error) error {
		_, err := queryAll(ctx, s.db, func(rows *sql.Rows) (struct{}, error) { return struct{}{}, scan(rows) },
			strings.ReplaceAll(query, "$ids", marks), args...)
		return err
	}
	err := read(
		`SELECT id, CASE account WHEN 'ACTIVE' THEN email ELSE invited_email END, first_name, last_name, sub_region,
		country, city, account, invited_at, invite_requested_at FROM users WHERE deleted_at IS NULL AND id IN ($ids)`,
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
			`SELECT user_id, organization_id, is_administrator FROM memberships WHERE user_id IN ($ids)`,
			func(rows *sql.Rows) error {
				var user, organization string
				var isAdministrator bool
				err := rows.Scan(&user, &organization, &isAdministrator)
				members[user], byID[organization] = append(members[user], organization), nil
				if u := all[user]; u != nil && isAdministrator {
					u.administratorOf = append(u.administratorOf, organization)
				}
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
			`SELECT a.user_id, `+accessColumns+` FROM accesses a WHERE a.user_id IN ($ids)`,
			func(rows *sql.Rows) error {
				var user string
				var a storedAccess
				err := rows.Scan(append([]any{&user}, a.columns()...)...)
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
	found, err := organizations(ctx, s.db, organizationIDs)
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

// sorter creates sort keys.
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
		{Facet: facetSubRegion, Value: u.subRegion}, {Facet: facetCountry, Value: u.country},
		{Facet: facetCity, Value: u.city},
	}
	first, dates := "", requestDates{}
	isInternal := (&portal.User{Roles: u.roles}).IsDelegatedAdminInternal()
	for _, o := range u.organizations {
		if first == "" || o.Name < first {
			first = o.Name
		}
		values = append(values, facet.Value{Facet: facetOrganization, Value: o.ID})
		switch {
		case isInternal:
			values = append(values, organizationFacet(facetRole, string(portal.AdministratorInternal), o.ID))
		case slices.Contains(u.administratorOf, o.ID):
			values = append(values, organizationFacet(facetRole, string(portal.AdministratorExternal), o.ID))
		}
		var offered []*portal.Access
		for _, a := range u.accesses {
			if a.OrganizationID != o.ID || !o.OffersApplication(a.Application) {
				continue
			}
			offered = append(offered, a.shownTo(&portal.ManagedUser{}))
			if a.Status != portal.AccessInactive && a.Status != portal.AccessDeclined {
				values = append(values, organizationFacet(facetApplication, string(a.Application), o.ID))
			}
		}
		status := portal.UserStatus(u.account, offered)
		if u.account == portal.AccessActive && len(offered) == 0 {
			status = withoutAccess
		}
		values = append(values, organizationFacet(facetStatus, string(status), o.ID))
		if date := u.requestDate(offered); date < math.MaxInt64 {
			dates[o.ID] = date
			values = append(values, facet.Value{Facet: facetRequested, Value: o.ID})
		}
	}
	name := s.key(u.last, u.first)
	return facet.Record{
		ID:     u.id,
		Values: values,
		Keys: []string{
			name, s.key(u.email), s.key(first) + name, u.country + "\x00" + name, dates.key(u.organizations) + name,
		},
		Data: dates,
		Text: strings.ToLower(u.first + " " + u.last + " " + u.email),
	}
}

// requestDate returns the date by which a user with the given access rights is listed, which is the shown one
// (portal.ManagedUser.RequestedAt); the maximum without a request.
func (u *indexed) requestDate(accesses []*portal.Access) int64 {
	date := int64(math.MaxInt64)
	if u.account != portal.AccessActive {
		if u.requestedAt != nil {
			return *u.requestedAt
		}
		if u.invitedAt != nil {
			return *u.invitedAt
		}
		return date
	}
	for _, a := range accesses {
		if a.Status == portal.AccessPending && a.RequestedAt != nil {
			date = min(date, millis(*a.RequestedAt))
		}
	}
	return date
}

// dateKey returns the sort key of a time: newest first, users without a request last.
func dateKey(at int64) string {
	if at == math.MaxInt64 {
		return "~"
	}
	return fmt.Sprintf("%019d", math.MaxInt64-at)
}
