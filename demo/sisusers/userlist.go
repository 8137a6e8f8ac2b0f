package sisusers

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"strand/demo/sqllist"
	"strand/domain/convert"
	"strand/domain/listing"
	"strand/domain/portal"
	"strand/domain/useradmin"
)

// UserSelection selects a page of users.
type UserSelection struct {
	Filter        useradmin.UserFilter
	Order         useradmin.UserOrder
	IsDescending  bool
	First         int
	After, Before string
}

// usersOf returns a user as an administrator, with all users whom the administrator may see; none for other users.
// Lists are filtered and sorted by these, so that data of other organizations does not decide.
func (s *Store) usersOf(
	ctx context.Context, viewer *User,
) (*useradmin.Administrator, []*useradmin.ManagedUser, error) {
	if err := s.expire(ctx); err != nil {
		return nil, nil, err
	}
	admin, err := administrator(ctx, s.db, viewer)
	if err != nil {
		return nil, nil, err
	}
	users, err := managedUsers(ctx, s.db, admin, "", s.now())
	return admin, users, err
}

// isSelected reports whether a filter selects a user.
func isSelected(u *useradmin.ManagedUser, f useradmin.UserFilter) bool {
	values := choicesOf(u)
	for i, filter := range choiceFilters(f) {
		if !filter.Matches(values[i]) {
			return false
		}
	}
	return hasText(u, f)
}

func hasText(u *useradmin.ManagedUser, f useradmin.UserFilter) bool {
	return containsAll(u.FirstName+" "+u.LastName+" "+u.Email, strings.Fields(strings.ToLower(f.Text)))
}

// choiceFilters returns the filters by values, with the names of their fields in the contract.
func choiceFilters(f useradmin.UserFilter) []sqllist.ChoiceFilter {
	return []sqllist.ChoiceFilter{
		{Name: "roles", Chosen: listing.Texts(f.Roles)},
		{Name: "statuses", Chosen: listing.Texts(f.Statuses)},
		{Name: "subRegions", Chosen: f.SubRegions},
		{Name: "countries", Chosen: f.Countries},
		{Name: "cities", Chosen: f.Cities},
		{Name: "organizations", Chosen: f.Organizations},
		{Name: "applications", Chosen: listing.Texts(f.Applications)},
	}
}

// choicesOf returns the values of a user for choiceFilters.
func choicesOf(u *useradmin.ManagedUser) [][]string {
	var applications []string
	for _, a := range u.Accesses {
		isHeld := a.Status != portal.AccessInactive && a.Status != portal.AccessDeclined
		if isHeld && !slices.Contains(applications, string(a.Application)) {
			applications = append(applications, string(a.Application))
		}
	}
	return [][]string{
		{string(u.Role)}, {string(u.Status)}, {u.SubRegion}, {u.Country}, {u.City},
		convert.All(u.Organizations, func(o *useradmin.ManagedOrganization) string { return o.ID }),
		applications,
	}
}

// countChoices counts users for each value of the filters.
func countChoices(users []*useradmin.ManagedUser, f useradmin.UserFilter) listing.ChoiceCounts {
	counts := listing.ChoiceCounts{}
	for _, u := range users {
		if hasText(u, f) {
			sqllist.AddChoices(counts, choiceFilters(f), choicesOf(u), 1)
		}
	}
	return counts
}

func isOneOf[T comparable](selected []T, value T) bool {
	return len(selected) == 0 || slices.Contains(selected, value)
}

// filtered returns the users that a filter selects.
func filtered(users []*useradmin.ManagedUser, f useradmin.UserFilter) []*useradmin.ManagedUser {
	return slices.DeleteFunc(users, func(u *useradmin.ManagedUser) bool { return !isSelected(u, f) })
}

// position is the position of a user in an order: its values, sorted by one after the other.
type position []string

// positionOf returns the position of a user. In the order PENDING_FIRST, users with an open request are first in both
// directions.
func (s UserSelection) positionOf(u *useradmin.ManagedUser) position {
	name := position{sqllist.Collated(u.LastName), sqllist.Collated(u.FirstName), u.ID}
	switch s.Order {
	case useradmin.OrderPendingFirst:
		isFirst := (u.Status == portal.AccessPending) != s.IsDescending
		return append(position{fmt.Sprint(!isFirst)}, name...)
	case useradmin.OrderEmail:
		return position{sqllist.Collated(u.Email), u.ID}
	case useradmin.OrderOrganization:
		return append(position{u.Organizations[0].Name}, name...)
	case useradmin.OrderCountry:
		return append(position{u.Country}, name...)
	case useradmin.OrderRequestDate:
		// The newest request is first, and users without one are last.
		age := int64(math.MaxInt64)
		if u.RequestedAt != nil {
			age -= millis(*u.RequestedAt)
		}
		return append(position{fmt.Sprintf("%019d", age)}, name...)
	}
	return name
}

// compare compares two positions in the direction of the selection.
func (s UserSelection) compare(a, b position) int {
	if s.IsDescending {
		return slices.Compare(b, a)
	}
	return slices.Compare(a, b)
}

// cursor returns the cursor of a position.
func (s UserSelection) cursor(p position) string {
	text, _ := json.Marshal(append(position{string(s.Order)}, p...)) // texts can always be encoded
	return base64.RawURLEncoding.EncodeToString(text)
}

// parse parses a cursor. The error is sqllist.ErrCursor if it is not one of the order.
func (s UserSelection) parse(cursor string) (p position, err error) {
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	if err != nil || len(p) < 2 || p[0] != string(s.Order) {
		return nil, sqllist.ErrCursor
	}
	return p[1:], nil
}

// Users returns a page of the users whom an administrator manages; empty for other users. The error is
// sqllist.ErrCursor for an invalid cursor.
func (s *Store) Users(ctx context.Context, viewer *User, selection UserSelection) (*useradmin.UserListPage, error) {
	_, all, err := s.usersOf(ctx, viewer)
	if err != nil {
		return nil, fmt.Errorf("read the list of users: %w", err)
	}
	choices := countChoices(all, selection.Filter)
	users := filtered(all, selection.Filter)
	positions := map[*useradmin.ManagedUser]position{}
	for _, u := range users {
		positions[u] = selection.positionOf(u)
	}
	slices.SortFunc(users, func(a, b *useradmin.ManagedUser) int {
		return selection.compare(positions[a], positions[b])
	})
	page := &useradmin.UserListPage{
		Total:        min(len(users), useradmin.MaxUserTotal+1),
		IsTotalExact: len(users) <= useradmin.MaxUserTotal,
		Choices:      choices,
	}
	from, to := 0, len(users)
	isBackward := selection.Before != ""
	if cursor := selection.After + selection.Before; cursor != "" {
		at, err := selection.parse(cursor)
		if err != nil {
			return nil, err
		}
		found, isThere := slices.BinarySearchFunc(users, at, func(u *useradmin.ManagedUser, at position) int {
			return selection.compare(positions[u], at)
		})
		switch {
		case isBackward:
			to = found
		case isThere:
			from = found + 1
		default:
			from = found
		}
	}
	if isBackward {
		from = max(from, to-selection.First)
	} else {
		to = min(to, from+selection.First)
	}
	page.Users, page.HasPreviousPage, page.HasNextPage = users[from:to], from > 0, to < len(users)
	for _, u := range page.Users {
		page.Cursors = append(page.Cursors, selection.cursor(positions[u]))
	}
	return page, addLastAdministrators(ctx, s.db, page.Users...)
}

// UserFilterOptions returns the values of an administrator's users, for filters.
func (s *Store) UserFilterOptions(ctx context.Context, viewer *User) (*useradmin.UserFilterOptions, error) {
	admin, users, err := s.usersOf(ctx, viewer)
	if err != nil || !isAdministrator(admin.Role) {
		return &useradmin.UserFilterOptions{}, err
	}
	options := &useradmin.UserFilterOptions{Organizations: admin.Organizations}
	for _, u := range users {
		options.SubRegions = append(options.SubRegions, u.SubRegion)
		options.Countries = append(options.Countries, u.Country)
		options.Cities = append(options.Cities, u.City)
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
	ctx context.Context, viewer *User, organizationID string,
) (map[portal.AccessStatus]int, error) {
	_, users, err := s.usersOf(ctx, viewer)
	if err != nil {
		return nil, err
	}
	counts := map[portal.AccessStatus]int{}
	for _, u := range filtered(users, useradmin.UserFilter{Organizations: []string{organizationID}}) {
		counts[u.Status] = min(counts[u.Status]+1, useradmin.MaxUserTotal+1)
	}
	return counts, nil
}

// OrganizationRequestCounts returns the numbers of other users with an open request in each organization of an
// administrator, and of requests to join it, up to useradmin.MaxUserTotal. Organizations without one are left out.
func (s *Store) OrganizationRequestCounts(ctx context.Context, viewer *User) (map[string]int, error) {
	admin, users, err := s.usersOf(ctx, viewer)
	if err != nil {
		return nil, err
	}
	requests, err := s.MembershipRequests(ctx, viewer)
	if err != nil {
		return nil, err
	}
	counts := map[string]int{}
	for _, o := range admin.Organizations {
		count := 0
		isOpen := func(a *useradmin.Access) bool {
			return a.Status == portal.AccessPending && a.Organization.ID == o.ID
		}
		for _, u := range users {
			if u.ID != viewer.ID && u.Status == portal.AccessPending && slices.ContainsFunc(u.Accesses, isOpen) {
				count++
			}
		}
		for _, r := range requests {
			if r.Organization != nil && r.Organization.ID == o.ID {
				count++
			}
		}
		if count > 0 {
			counts[o.ID] = min(count, useradmin.MaxUserTotal)
		}
	}
	return counts, nil
}

// PendingRequestCount returns the number of an administrator's users with an open request, without the administrator,
// who cannot answer the own ones, and of requests to become a member, up to useradmin.MaxUserTotal.
func (s *Store) PendingRequestCount(ctx context.Context, viewer *User) (int, error) {
	_, users, err := s.usersOf(ctx, viewer)
	if err != nil {
		return 0, err
	}
	pending := filtered(users, useradmin.UserFilter{Statuses: []portal.AccessStatus{portal.AccessPending}})
	pending = slices.DeleteFunc(pending, func(u *useradmin.ManagedUser) bool { return u.ID == viewer.ID })
	requests, err := s.MembershipRequests(ctx, viewer)
	return min(len(pending)+len(requests), useradmin.MaxUserTotal), err
}
