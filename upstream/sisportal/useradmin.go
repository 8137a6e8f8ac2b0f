package sisportal

import (
	"context"
	"fmt"
	"slices"

	"strand/domain/optional"
	"strand/domain/portal"
	"strand/domain/portalentry"
	"strand/domain/registration"
	"strand/domain/useradmin"
	"strand/internal/cache"
)

// Home reads the data of the portal's home page: one call.
func (r *Reader) Home(ctx context.Context, idToken string, s portalentry.HomeSelection) (*portalentry.HomeData, error) {
	data, err := GetPortalHome(
		r.withIDToken(ctx, idToken),
		r.client,
		max(s.TicketCount, 1),
		s.TicketCount > 0,
		max(s.MachineCount, 1),
		s.MachineCount > 0,
		s.WithPendingCount,
	)
	if err != nil {
		return nil, fmt.Errorf("read the portal's home: %w", err)
	}
	home := &portalentry.HomeData{Own: ownAccess(data.OwnAccess), PendingRequestCount: data.PendingRequestCount}
	if data.Tickets != nil {
		for _, e := range data.Tickets.Edges {
			home.Tickets = append(home.Tickets, ticket(e.Node))
		}
	}
	if data.OwnTickets != nil {
		for _, e := range data.OwnTickets.Edges {
			home.OwnTickets = append(home.OwnTickets, ticket(e.Node))
		}
	}
	if data.Inventory != nil {
		for _, e := range data.Inventory.Edges {
			home.Machines = append(home.Machines, r.machineOf(e.Node))
		}
	}
	return home, nil
}

// OwnAccess reads the user's own access rights: one call.
func (r *Reader) OwnAccess(ctx context.Context, idToken string) (*registration.OwnAccess, error) {
	data, err := GetOwnAccess(r.withIDToken(ctx, idToken), r.client)
	if err != nil {
		return nil, fmt.Errorf("read the user's access rights: %w", err)
	}
	return ownAccess(data.OwnAccess), nil
}

func ownAccess(f *OwnAccessFields) *registration.OwnAccess {
	own := &registration.OwnAccess{}
	for _, o := range f.Organizations {
		own.Organizations = append(own.Organizations, &useradmin.ManagedOrganization{
			ID:           o.Id,
			Name:         o.Name,
			Applications: enums[portal.Service](o.Applications),
		})
	}
	own.Accesses = accesses(f.Accesses, own.Organizations)
	return own
}

// enums converts values of a generated enum to those of domain/portal.
func enums[To, From ~string](from []From) []To {
	to := make([]To, len(from))
	for i, value := range from {
		to[i] = To(value)
	}
	return to
}

// accesses maps accesses with their organizations; an access in another organization has none.
func accesses(from []*AccessFields, organizations []*useradmin.ManagedOrganization) []*useradmin.Access {
	all := make([]*useradmin.Access, len(from))
	for i, f := range from {
		all[i] = &useradmin.Access{
			Application: portal.Service(f.Application),
			Status:      portal.AccessStatus(f.Status),
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
		if f.Edition != nil {
			all[i].Edition = portal.WireFlowEdition(*f.Edition)
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
			Applications: enums[portal.Service](f.Applications),
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
		Status:          portal.AccessStatus(f.Status),
		Account:         portal.AccessStatus(f.Account),
		Role:            portal.AdministratorRole(f.Role),
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
		ViewerOrganizations: viewerOrganizations,
	}
}

// Users reads a page of an administrator's users, with the filter's options if withOptions is set: one call.
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
		UserOrder(s.Order),
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
	return userListPage(data.ManagedUsers, options.Organizations), options, nil
}

func userFilter(f useradmin.UserFilter) *UserFilter {
	return &UserFilter{
		Text:          f.Text,
		Organizations: append([]string{}, f.Organizations...),
		Applications:  enums[Application](f.Applications),
		Roles:         enums[AdministratorRole](f.Roles),
		Statuses:      enums[AccessStatus](f.Statuses),
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
	for _, status := range portal.AccessStatuses {
		for _, c := range data.MemberStatusCounts {
			if portal.AccessStatus(c.Status) == status && c.Total > 0 {
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

// PendingRequestCount returns the number of an administrator's users with an open request: one call.
func (r *Reader) PendingRequestCount(ctx context.Context, idToken string) (int, error) {
	data, err := GetPendingRequestCount(r.withIDToken(ctx, idToken), r.client)
	if err != nil {
		return 0, fmt.Errorf("count open requests: %w", err)
	}
	return data.PendingRequestCount, nil
}

// undoReason is the reason of an undo in the audit log.
const undoReason = "UNDO"

// AuditLogWithOrganizations reads a page of the audit log and the organizations of the administrator: one call.
func (r *Reader) AuditLogWithOrganizations(
	ctx context.Context,
	idToken string,
	s useradmin.AuditSelection,
) (*useradmin.AuditLogPage, []*useradmin.ManagedOrganization, error) {
	data, err := GetAuditList(
		r.withIDToken(ctx, idToken), r.client, auditFilter(s), s.First, optional.Text(s.After),
	)
	if err != nil {
		return nil, nil, fmt.Errorf("read the audit log: %w", err)
	}
	return auditLogPage(data.AuditLog), managedOrganizations(data.ManagedOrganizations), nil
}

// AuditLog reads a page of the audit log: one call.
func (r *Reader) AuditLog(
	ctx context.Context, idToken string, s useradmin.AuditSelection,
) (*useradmin.AuditLogPage, error) {
	data, err := GetAuditLog(
		r.withIDToken(ctx, idToken),
		r.client,
		auditFilter(s),
		s.First,
		optional.Text(s.After),
	)
	if err != nil {
		return nil, fmt.Errorf("read the audit log: %w", err)
	}
	return auditLogPage(data.AuditLog), nil
}

func auditFilter(s useradmin.AuditSelection) *AuditFilter {
	filter := &AuditFilter{UserId: s.UserID, Organizations: append([]string{}, s.Organizations...), Text: s.Text}
	from, until := s.Period()
	if !from.IsZero() {
		filter.From = &from
	}
	if !until.IsZero() {
		filter.Until = &until
	}
	return filter
}

func auditLogPage(f *AuditLogFields) *useradmin.AuditLogPage {
	page := &useradmin.AuditLogPage{HasNextPage: f.HasNextPage}
	for _, e := range f.Edges {
		n := e.Node
		entry := &useradmin.AuditEntry{
			ID:           n.Id,
			At:           n.At,
			Actor:        person(n.Actor),
			Action:       useradmin.UserAction(n.Action),
			UserID:       n.UserId,
			UserName:     n.UserName,
			ActorEmail:   optional.Text(n.ActorEmail),
			UserEmail:    optional.Text(n.UserEmail),
			Role:         (*portal.AdministratorRole)(n.Role),
			Applications: enums[portal.Service](n.Applications),
			Before:       optional.Text(n.Before),
			After:        optional.Text(n.After),
			Application:  (*portal.Service)(n.Application),
		}
		if entry.IsUndo = n.Reason == undoReason; !entry.IsUndo {
			entry.Reason = optional.Text(n.Reason)
		}
		if n.Organization != nil {
			entry.Organization = &n.Organization.Name
		}
		page.Entries, page.Cursors = append(page.Entries, entry), append(page.Cursors, e.Cursor)
	}
	return page
}

// InviteUser invites a user: one call, idempotent by its key.
func (r *Reader) InviteUser(
	ctx context.Context,
	idToken string,
	i useradmin.Invitation,
) (*useradmin.UserChangeResult, error) {
	data, err := InviteUser(r.withIDToken(ctx, idToken), r.client, &InviteInput{
		Key:            i.Key,
		Email:          i.Email,
		FirstName:      i.FirstName,
		LastName:       i.LastName,
		Language:       i.Language,
		OrganizationId: i.OrganizationID,
		Applications:   enums[Application](i.Applications),
		Role:           AdministratorRole(i.Role),
	})
	if err != nil {
		return nil, fmt.Errorf("invite a user: %w", err)
	}
	return userChange(data.InviteUser), nil
}

// ChangeUser performs an action on a user: one call, idempotent by its key.
func (r *Reader) ChangeUser(
	ctx context.Context,
	idToken string,
	c useradmin.UserChange,
) (*useradmin.UserChangeResult, error) {
	input := &ChangeUserInput{
		Key:            c.Key,
		UserId:         c.UserID,
		Action:         UserAction(c.Action),
		OrganizationId: optional.Text(c.OrganizationID),
		Reason:         c.Reason,
		Application:    (*Application)(optional.Text(string(c.Application))),
		Role:           (*AdministratorRole)(optional.Text(string(c.Role))),
		Edition:        (*Edition)(optional.Text(string(c.Edition))),
	}
	data, err := ChangeUser(r.withIDToken(ctx, idToken), r.client, input)
	if err != nil {
		return nil, fmt.Errorf("change the user %s: %w", c.UserID, err)
	}
	return userChange(data.ChangeUser), nil
}

// UndoUserChange undoes an action: one call.
func (r *Reader) UndoUserChange(ctx context.Context, idToken, id string) (*useradmin.UserChangeResult, error) {
	data, err := UndoUserChange(r.withIDToken(ctx, idToken), r.client, id)
	if err != nil {
		return nil, fmt.Errorf("undo a change of a user: %w", err)
	}
	return userChange(data.UndoUserChange), nil
}

func userChange(f *UserChangeFields) *useradmin.UserChangeResult {
	result := &useradmin.UserChangeResult{
		Decision: decision(f.Outcome),
		User:     managedUser(f.User, managedOrganizations(f.Organizations)),
	}
	if f.Undo != nil {
		result.UndoID, result.UndoUntil = f.Undo.Id, f.Undo.Until
	}
	return result
}

func decision[T ~string](outcome T) useradmin.Decision {
	if string(outcome) == string(ChangeOutcomeDone) {
		return useradmin.Allowed
	}
	return useradmin.Decision(outcome)
}

// RequestAccess requests access for the user: one call, idempotent by its key.
func (r *Reader) RequestAccess(
	ctx context.Context,
	idToken, key string,
	application portal.Service,
	organizationID string,
) (useradmin.Decision, *registration.OwnAccess, error) {
	organization := optional.Text(organizationID)
	data, err := RequestAccess(r.withIDToken(ctx, idToken), r.client, key, Application(application), organization)
	if err != nil {
		return "", nil, fmt.Errorf("request access: %w", err)
	}
	return decision(data.RequestAccess.Outcome), ownAccess(data.RequestAccess.Own), nil
}

// AcceptInvitation accepts an invitation of the user to an application: one call.
func (r *Reader) AcceptInvitation(
	ctx context.Context,
	idToken string,
	application portal.Service,
) (useradmin.Decision, *registration.OwnAccess, error) {
	data, err := AcceptInvitation(r.withIDToken(ctx, idToken), r.client, Application(application))
	if err != nil {
		return "", nil, fmt.Errorf("accept an invitation: %w", err)
	}
	return decision(data.AcceptInvitation.Outcome), ownAccess(data.AcceptInvitation.Own), nil
}

// CancelAccessRequest cancels an open request of the user: one call.
func (r *Reader) CancelAccessRequest(
	ctx context.Context,
	idToken string,
	application portal.Service,
	organizationID string,
) (useradmin.Decision, *registration.OwnAccess, error) {
	data, err := CancelAccessRequest(
		r.withIDToken(ctx, idToken),
		r.client,
		Application(application),
		optional.Text(organizationID),
	)
	if err != nil {
		return "", nil, fmt.Errorf("cancel an access request: %w", err)
	}
	return decision(data.CancelAccessRequest.Outcome), ownAccess(data.CancelAccessRequest.Own), nil
}
