package sisportal

import (
	"context"
	"fmt"
	"slices"

	"strand/domain/optional"
	"strand/domain/portal"
	"strand/domain/useradmin"
	"strand/internal/cache"
)

// accesses maps accesses with their organizations; an access in another organization has none.
func accesses(from []*AccessFields, organizations []*useradmin.ManagedOrganization) []*useradmin.Access {
	all := make([]*useradmin.Access, len(from))
	for i, f := range from {
		all[i] = &useradmin.Access{
			Application: f.Application,
			Status:      f.Status,
			Edition:     optional.OrEmpty(f.Edition),
			RequestedBy: optionalPerson(f.RequestedBy),
			RequestedAt: f.RequestedAt,
			Reason:      f.Reason,
			ExpiresAt:   f.ExpiresAt,
			ChangedAt:   f.ChangedAt,

			IsDecidedInternally: f.IsDecidedInternally,
		}
		at := slices.IndexFunc(organizations, func(o *useradmin.ManagedOrganization) bool {
			return f.OrganizationId != nil && o.ID == *f.OrganizationId
		})
		if at >= 0 {
			all[i].Organization = organizations[at]
		}
	}
	return all
}

func optionalPerson(f *PersonFields) *portal.Person {
	if f == nil {
		return nil
	}
	return person(f)
}

func managedOrganizations(from []*ManagedOrganizationFields) []*useradmin.ManagedOrganization {
	all := make([]*useradmin.ManagedOrganization, len(from))
	for i, f := range from {
		all[i] = &useradmin.ManagedOrganization{
			ID:           f.Id,
			Name:         f.Name,
			SubRegion:    f.SubRegion,
			Country:      f.Country,
			City:         f.City,
			MemberCount:  f.MemberCount,
			Applications: f.Applications,
		}
	}
	return all
}

// managedUser maps a user. viewerOrganizations contains the organizations of the administrator.
func managedUser(f *ManagedUserFields, viewerOrganizations []*useradmin.ManagedOrganization) *useradmin.ManagedUser {
	if f == nil {
		return nil
	}
	organizations := managedOrganizations(f.Organizations)
	return &useradmin.ManagedUser{
		ID:              f.Id,
		FirstName:       f.FirstName,
		LastName:        f.LastName,
		Email:           f.Email,
		Status:          f.Status,
		Account:         f.Account,
		Role:            f.Role,
		IsEmployee:      f.IsEmployee,
		SubRegion:       f.SubRegion,
		Country:         f.Country,
		City:            f.City,
		Organizations:   organizations,
		AdministratorOf: f.AdministratorOf,
		Accesses: slices.DeleteFunc(
			accesses(f.Accesses, organizations),
			func(a *useradmin.Access) bool { return a.Organization == nil },
		),
		RequestedBy:         optionalPerson(f.RequestedBy),
		RequestedAt:         f.RequestedAt,
		InviteExpiresAt:     f.InviteExpiresAt,
		LastAdministratorOf: f.LastAdministratorOf,
		HasSecondFactor:     f.HasSecondFactor,
		FactorReset:         factorReset(f.FactorReset),

		ResetNeedsConfirmation: f.ResetNeedsConfirmation,
		ViewerOrganizations:    viewerOrganizations,
	}
}

func factorReset(f *ManagedUserFieldsFactorReset) *useradmin.FactorReset {
	if f == nil {
		return nil
	}
	return &useradmin.FactorReset{RequestedBy: person(f.RequestedBy), RequestedAt: f.RequestedAt}
}

// Users reads a page of an administrator's users, with the filter's options and the requests to become a member if
// withOptions is set: one call.
func (r *Reader) Users(
	ctx context.Context,
	idToken string,
	s useradmin.UserSelection,
	withOptions bool,
) (*useradmin.UserListPage, *useradmin.UserFilterOptions, error) {
	data, err := GetManagedUsers(
		r.withIDToken(ctx, idToken),
		r.client,
		userFilter(s.Filter),
		s.Order,
		s.IsDescending,
		s.Range.First,
		optional.Text(s.Range.After),
		optional.Text(s.Range.Before),
		withOptions,
	)
	if err != nil {
		return nil, nil, fmt.Errorf("read users: %w", err)
	}
	options := &useradmin.UserFilterOptions{Organizations: managedOrganizations(data.ManagedOrganizations)}
	if o := data.UserFilterOptions; o != nil {
		options.SubRegions, options.Countries, options.Cities = o.SubRegions, o.Countries, o.Cities
	}
	page := userListPage(&data.ManagedUsers.UserPartFields, options.Organizations)
	page.Choices = choiceCounts(data.ManagedUsers.ChoiceCounts)
	for _, f := range data.MembershipRequests {
		page.MembershipRequests = append(page.MembershipRequests, membershipRequest(f, options.Organizations))
	}
	return page, options, nil
}

// membershipRequest maps a request to become a member. organizations are those of the administrator.
func membershipRequest(
	f *MembershipRequestFields, organizations []*useradmin.ManagedOrganization,
) *useradmin.MembershipRequest {
	r := &useradmin.MembershipRequest{
		UserID:      f.UserId,
		FirstName:   f.FirstName,
		LastName:    f.LastName,
		Email:       f.Email,
		IsEmployee:  f.IsEmployee,
		Company:     f.Company,
		RequestedAt: f.RequestedAt,
	}
	for _, o := range organizations {
		if f.OrganizationId != nil && o.ID == *f.OrganizationId {
			r.Organization = o
		}
	}
	return r
}

func userFilter(f useradmin.UserFilter) *UserFilter {
	return &UserFilter{
		Text:          f.Text,
		Organizations: append([]string{}, f.Organizations...),
		Applications:  append([]portal.Service{}, f.Applications...),
		Roles:         append([]portal.AdministratorRole{}, f.Roles...),
		Statuses:      append([]portal.AccessStatus{}, f.Statuses...),
		SubRegions:    append([]string{}, f.SubRegions...),
		Countries:     append([]string{}, f.Countries...),
		Cities:        append([]string{}, f.Cities...),
	}
}

// userListPage maps a page of users. viewerOrganizations contains the organizations of the administrator.
func userListPage(f *UserPartFields, viewerOrganizations []*useradmin.ManagedOrganization) *useradmin.UserListPage {
	page := &useradmin.UserListPage{
		Total:           min(f.Total, useradmin.MaxUserTotal),
		IsTotalExact:    f.Total <= useradmin.MaxUserTotal,
		HasNextPage:     f.HasNextPage,
		HasPreviousPage: f.HasPreviousPage,
	}
	for _, e := range f.Edges {
		page.Users = append(page.Users, managedUser(e.Node, viewerOrganizations))
		page.Cursors = append(page.Cursors, e.Cursor)
	}
	return page
}

// ManagedUser reads a user for an administrator: one call. It returns nil for a user that does not exist or that
// the administrator may not see.
func (r *Reader) ManagedUser(ctx context.Context, idToken, id string) (*useradmin.ManagedUser, error) {
	ctx, reads := cache.WithReads(ctx)
	data, err := GetManagedUser(r.withIDToken(ctx, idToken), r.client, id, useradmin.AuditEntriesOfPage)
	if err == nil && data.ManagedUser == nil && reads.IsDegraded() {
		err = cache.ErrIncomplete // the user exists but violates the contract
	}
	if err != nil {
		return nil, fmt.Errorf("read the user %s: %w", id, err)
	}
	u := managedUser(data.ManagedUser, managedOrganizations(data.ManagedOrganizations))
	if u != nil {
		u.Audit = auditLogPage(data.AuditLog)
	}
	return u, nil
}

// maxEmails is the maximum number of addresses of one call (contract.graphql).
const maxEmails = 100

// ManagedUsersByEmail reads the users with e-mail addresses whom an administrator of organizations can see: one call
// for each 100 addresses. There is one entry for each address; nil for an address without such a user.
func (r *Reader) ManagedUsersByEmail(
	ctx context.Context,
	idToken string,
	emails []string,
	organizations []*useradmin.ManagedOrganization,
) ([]*useradmin.ManagedUser, error) {
	users := make([]*useradmin.ManagedUser, 0, len(emails))
	for some := range slices.Chunk(emails, maxEmails) {
		data, err := GetManagedUsersByEmail(r.withIDToken(ctx, idToken), r.client, some)
		if err != nil {
			return nil, fmt.Errorf("read the users of an import: %w", err)
		}
		if len(data.ManagedUsersByEmail) != len(some) {
			return nil, fmt.Errorf("read the users of an import: %d users for %d addresses: %w",
				len(data.ManagedUsersByEmail), len(some), cache.ErrIncomplete)
		}
		for _, found := range data.ManagedUsersByEmail {
			users = append(users, managedUser(found, organizations))
		}
	}
	return users, nil
}

// OrganizationPage reads the page of an organization for an administrator: one call. It returns nil for an
// organization that does not exist or that the administrator does not manage.
func (r *Reader) OrganizationPage(ctx context.Context, idToken, id string) (*useradmin.OrganizationPage, error) {
	ctx, reads := cache.WithReads(ctx)
	filter := userFilter(useradmin.UserFilter{Organizations: []string{id}})
	data, err := GetManagedOrganization(
		r.withIDToken(ctx, idToken), r.client, id, filter, useradmin.UsersPerPage, useradmin.AuditEntriesOfPage,
	)
	if err != nil {
		return nil, fmt.Errorf("read the organization %s: %w", id, err)
	}
	all := managedOrganizations(data.ManagedOrganizations)
	at := slices.IndexFunc(all, func(o *useradmin.ManagedOrganization) bool { return o.ID == id })
	if at < 0 {
		if reads.IsDegraded() {
			// An organization that violates the contract may be the requested one.
			return nil, fmt.Errorf("read the organization %s: %w", id, cache.ErrIncomplete)
		}
		return nil, nil
	}
	page := &useradmin.OrganizationPage{
		Organization: all[at],
		Members:      userListPage(data.ManagedUsers, all),
		Audit:        auditLogPage(data.AuditLog),
	}
	for _, f := range data.MembershipRequests {
		if request := membershipRequest(f, all); request.Organization != nil && request.Organization.ID == id {
			page.MembershipRequests = append(page.MembershipRequests, request)
		}
	}
	for _, status := range portal.AccessStatuses {
		for _, c := range data.MemberStatusCounts {
			if c.Status == status && c.Total > 0 {
				page.StatusCounts = append(page.StatusCounts, &useradmin.StatusCount{
					Status:  status,
					Count:   min(c.Total, useradmin.MaxUserTotal),
					IsExact: c.Total <= useradmin.MaxUserTotal,
				})
			}
		}
	}
	return page, nil
}

// ManagedOrganizations reads the organizations of an administrator: one call.
func (r *Reader) ManagedOrganizations(ctx context.Context, idToken string) ([]*useradmin.ManagedOrganization, error) {
	data, err := GetManagedOrganizations(r.withIDToken(ctx, idToken), r.client)
	if err != nil {
		return nil, fmt.Errorf("read organizations: %w", err)
	}
	return managedOrganizations(data.ManagedOrganizations), nil
}

// OrganizationsWithRequests reads the organizations of an administrator, with the numbers of their open requests: one
// call.
func (r *Reader) OrganizationsWithRequests(
	ctx context.Context, idToken string,
) ([]*useradmin.ManagedOrganization, map[string]int, error) {
	data, err := GetOrganizationList(r.withIDToken(ctx, idToken), r.client)
	if err != nil {
		return nil, nil, fmt.Errorf("read organizations with open requests: %w", err)
	}
	counts := map[string]int{}
	for _, c := range data.OrganizationRequestCounts {
		counts[c.OrganizationId] = c.Total
	}
	return managedOrganizations(data.ManagedOrganizations), counts, nil
}

// PendingRequestCount returns the number of an administrator's users with an open request: one call.
func (r *Reader) PendingRequestCount(ctx context.Context, idToken string) (int, error) {
	data, err := GetPendingRequestCount(r.withIDToken(ctx, idToken), r.client)
	if err != nil {
		return 0, fmt.Errorf("count open requests: %w", err)
	}
	return data.PendingRequestCount, nil
}
