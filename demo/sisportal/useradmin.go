package sisportal

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"strand/demo/sisportal/generated"
	"strand/demo/sisusers"
	"strand/demo/sqllist"
	"strand/domain/portal"
	"strand/domain/registration"
	"strand/domain/useradmin"
)

// maxUsers is the maximum page size of users and audit log entries.
const maxUsers = 200

func (r root) OwnAccess(ctx context.Context) (*generated.OwnAccess, error) {
	own, err := r.server.users.OwnAccess(ctx, caller(ctx).ID)
	if err != nil {
		return nil, err
	}
	return ownAccess(own), nil
}

func ownAccess(own *registration.OwnAccess) *generated.OwnAccess {
	return &generated.OwnAccess{
		Accesses: converted(own.Accesses, accessOf),
		Organizations: converted(own.Organizations, func(o *useradmin.ManagedOrganization) *generated.OwnOrganization {
			return &generated.OwnOrganization{
				ID:           o.ID,
				Name:         o.Name,
				Applications: enums[generated.Application](o.Applications),
			}
		}),
	}
}

// converted converts values to the contract's form; never nil.
func converted[From, To any](from []From, convert func(From) To) []To {
	to := make([]To, len(from))
	for i, value := range from {
		to[i] = convert(value)
	}
	return to
}

// enums converts enum values to those of the contract; never nil.
func enums[To, From ~string](from []From) []To {
	return converted(from, func(value From) To { return To(value) })
}

func accessOf(a *useradmin.Access) *generated.Access {
	access := &generated.Access{
		Application: generated.Application(a.Application),
		Status:      generated.AccessStatus(a.Status),
		Reason:      a.Reason,
		RequestedAt: a.RequestedAt,
		ExpiresAt:   a.ExpiresAt,
		ChangedAt:   a.ChangedAt,
		RequestedBy: personOf(a.RequestedBy),

		IsDecidedInternally: a.IsDecidedInternally,
	}
	if a.Organization != nil {
		access.OrganizationID = &a.Organization.ID
	}
	if a.Edition != "" {
		edition := generated.Edition(a.Edition)
		access.Edition = &edition
	}
	return access
}

func personOf(p *portal.Person) *generated.Person {
	if p == nil {
		return nil
	}
	return &generated.Person{ID: p.ID, FullName: p.FullName, IsProvider: p.IsProvider}
}

func organizationOf(o *useradmin.ManagedOrganization) *generated.ManagedOrganization {
	return &generated.ManagedOrganization{
		ID:           o.ID,
		Name:         o.Name,
		SubRegion:    o.SubRegion,
		Country:      o.Country,
		City:         o.City,
		MemberCount:  o.MemberCount,
		Applications: enums[generated.Application](o.Applications),
	}
}

func managedUser(u *useradmin.ManagedUser) *generated.ManagedUser {
	if u == nil {
		return nil
	}
	return &generated.ManagedUser{
		ID:                  u.ID,
		FirstName:           u.FirstName,
		LastName:            u.LastName,
		Email:               u.Email,
		Status:              generated.AccessStatus(u.Status),
		Account:             generated.AccessStatus(u.Account),
		Role:                generated.AdministratorRole(u.Role),
		AdministratorOf:     append([]string{}, u.AdministratorOf...),
		IsEmployee:          u.IsEmployee,
		SubRegion:           u.SubRegion,
		Country:             u.Country,
		City:                u.City,
		Organizations:       converted(u.Organizations, organizationOf),
		Accesses:            converted(u.Accesses, accessOf),
		RequestedBy:         personOf(u.RequestedBy),
		RequestedAt:         u.RequestedAt,
		InviteExpiresAt:     u.InviteExpiresAt,
		LastAdministratorOf: append([]string{}, u.LastAdministratorOf...),
	}
}

func (r root) ManagedOrganizations(ctx context.Context) ([]*generated.ManagedOrganization, error) {
	found, err := r.server.users.Organizations(ctx, caller(ctx))
	return converted(found, organizationOf), err
}

func (r root) ManagedUsers(
	ctx context.Context,
	filter generated.UserFilter,
	order generated.UserOrder,
	descending bool,
	first int,
	after, before *string,
) (*generated.UserConnection, error) {
	if first < 1 || first > maxUsers {
		return nil, refusal{"BAD_USER_INPUT", fmt.Sprintf("first: send 1 to %d", maxUsers)}
	}
	s := sisusers.UserSelection{
		Filter: useradmin.UserFilter{
			Text:          filter.Text,
			Organizations: filter.Organizations,
			Applications:  enums[portal.Service](filter.Applications),
			Roles:         enums[portal.AdministratorRole](filter.Roles),
			Statuses:      enums[portal.AccessStatus](filter.Statuses),
			SubRegions:    filter.SubRegions,
			Countries:     filter.Countries,
			Cities:        filter.Cities,
		},
		Order:        useradmin.UserOrder(order),
		IsDescending: descending,
		First:        first,
		After:        value(after),
		Before:       value(before),
	}
	if !s.Filter.IsBounded() {
		return nil, refusal{"BAD_USER_INPUT", "filter: the text is too long, or a filter has too many values"}
	}
	page, err := r.server.users.Users(ctx, caller(ctx), s)
	if errors.Is(err, sqllist.ErrCursor) {
		return nil, refusal{"BAD_USER_INPUT", "after, before: not a cursor of this order"}
	}
	if err != nil {
		return nil, err
	}
	connection := &generated.UserConnection{
		Total:           page.Total,
		Edges:           []*generated.UserEdge{},
		HasNextPage:     page.HasNextPage,
		HasPreviousPage: page.HasPreviousPage,
	}
	for i, user := range page.Users {
		connection.Edges = append(
			connection.Edges,
			&generated.UserEdge{Cursor: page.Cursors[i], Node: managedUser(user)},
		)
	}
	return connection, nil
}

func value(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

func (r root) UserFilterOptions(ctx context.Context) (*generated.UserFilterOptions, error) {
	options, err := r.server.users.UserFilterOptions(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	return &generated.UserFilterOptions{
		SubRegions: enums[string](options.SubRegions),
		Countries:  enums[string](options.Countries),
		Cities:     enums[string](options.Cities),
	}, nil
}

func (r root) MemberStatusCounts(ctx context.Context, organizationID string) ([]*generated.StatusCount, error) {
	found, err := r.server.users.StatusCounts(ctx, caller(ctx), organizationID)
	if err != nil {
		return nil, err
	}
	counts := []*generated.StatusCount{}
	for _, status := range portal.AccessStatuses {
		if total := found[status]; total > 0 {
			counts = append(counts, &generated.StatusCount{Status: generated.AccessStatus(status), Total: total})
		}
	}
	return counts, nil
}

func (r root) ManagedUser(ctx context.Context, id string) (*generated.ManagedUser, error) {
	found, err := r.server.users.ManagedUser(ctx, caller(ctx), id)
	if errors.Is(err, sisusers.ErrNotFound) {
		return nil, nil
	}
	return managedUser(found), err
}

func (r root) PendingRequestCount(ctx context.Context) (int, error) {
	return r.server.users.PendingRequestCount(ctx, caller(ctx))
}

func (r root) AuditLog(
	ctx context.Context,
	filter generated.AuditFilter,
	first int,
	after *string,
) (*generated.AuditConnection, error) {
	if first < 1 || first > maxUsers {
		return nil, refusal{"BAD_USER_INPUT", fmt.Sprintf("first: send 1 to %d", maxUsers)}
	}
	if bounds := (useradmin.AuditSelection{Text: filter.Text, Organizations: filter.Organizations}); !bounds.IsValid() {
		return nil, refusal{"BAD_USER_INPUT", "filter: the text is too long, or there are too many organizations"}
	}
	s := sisusers.AuditSelection{
		UserID:        filter.UserID,
		Organizations: filter.Organizations,
		Text:          filter.Text,
		From:          filter.From,
		Until:         filter.Until,
		First:         first,
	}
	if after != nil {
		var err error
		if s.Before, err = strconv.ParseInt(*after, 36, 64); err != nil || s.Before < 1 {
			return nil, refusal{"BAD_USER_INPUT", "after: not a cursor of this list"}
		}
	}
	entries, hasNext, err := r.server.users.AuditLog(ctx, caller(ctx), s)
	if err != nil {
		return nil, err
	}
	return &generated.AuditConnection{HasNextPage: hasNext, Edges: converted(entries, auditEdge)}, nil
}

func auditEdge(e *sisusers.AuditEntry) *generated.AuditEdge {
	cursor := strconv.FormatInt(e.ID, 36)
	node := &generated.AuditEntry{
		ID:           cursor,
		At:           e.At,
		Actor:        personOf(&e.Actor),
		ActorEmail:   e.ActorEmail,
		Action:       generated.UserAction(e.Action),
		UserID:       e.UserID,
		UserName:     e.UserName,
		UserEmail:    e.UserEmail,
		Applications: enums[generated.Application](e.Applications),
		Before:       e.Before,
		After:        e.After,
		Reason:       e.Reason,
	}
	if e.Role != "" {
		role := generated.AdministratorRole(e.Role)
		node.Role = &role
	}
	if e.OrganizationID != "" {
		node.Organization = &generated.Organization{ID: e.OrganizationID, Name: e.OrganizationName}
	}
	if e.Application != "" {
		application := generated.Application(e.Application)
		node.Application = &application
	}
	return &generated.AuditEdge{Cursor: cursor, Node: node}
}

func (r root) InviteUser(ctx context.Context, input generated.InviteInput) (*generated.UserChangeResult, error) {
	invitation, problems := useradmin.Invitation{
		Key:            input.Key,
		Email:          input.Email,
		FirstName:      input.FirstName,
		LastName:       input.LastName,
		Language:       input.Language,
		OrganizationID: input.OrganizationID,
		Applications:   enums[portal.Service](input.Applications),
		Role:           portal.AdministratorRole(input.Role),
	}.CheckFields()
	if len(problems) > 0 || hasBlank(input.Key) {
		return nil, refusal{"BAD_USER_INPUT", "key, email, firstName and lastName are required"}
	}
	return change(r.server.users.Invite(ctx, caller(ctx), invitation))
}

func (r root) ChangeUser(ctx context.Context, input generated.ChangeUserInput) (*generated.UserChangeResult, error) {
	if hasBlank(input.Key) {
		return nil, refusal{"BAD_USER_INPUT", "a key is required"}
	}
	c := useradmin.UserChange{
		Key:            input.Key,
		UserID:         input.UserID,
		Action:         useradmin.UserAction(input.Action),
		OrganizationID: value(input.OrganizationID),
		Reason:         input.Reason,
	}
	if input.Application != nil {
		c.Application = portal.Service(*input.Application)
	}
	if input.Role != nil {
		c.Role = portal.AdministratorRole(*input.Role)
	}
	if input.Edition != nil {
		c.Edition = portal.WireFlowEdition(*input.Edition)
	}
	c, problems := c.CheckFields()
	if len(problems) > 0 {
		return nil, refusal{"BAD_USER_INPUT", problems[0].Field + ": " + problems[0].Message}
	}
	return change(r.server.users.ChangeUser(ctx, caller(ctx), c))
}

func (r root) UndoUserChange(ctx context.Context, id string) (*generated.UserChangeResult, error) {
	return change(r.server.users.UndoChange(ctx, caller(ctx), id))
}

// contractDecisions maps decisions to the contract's names where they differ.
var contractDecisions = map[useradmin.Decision]generated.ChangeOutcome{useradmin.Allowed: generated.ChangeOutcomeDone}

func change(result *sisusers.ChangeResult, err error) (*generated.UserChangeResult, error) {
	if err != nil {
		return nil, err
	}
	decision, ok := contractDecisions[result.Decision]
	if !ok {
		decision = generated.ChangeOutcome(result.Decision)
	}
	response := &generated.UserChangeResult{
		Outcome:       decision,
		User:          managedUser(result.User),
		Organizations: converted(result.Organizations, organizationOf),
	}
	if result.Undo != nil {
		response.Undo = &generated.Undo{ID: result.Undo.ID, Until: result.Undo.Until}
	}
	return response, nil
}

func (r root) RequestAccess(
	ctx context.Context,
	key string,
	application generated.Application,
	organizationID *string,
) (*generated.RequestResult, error) {
	if hasBlank(key) {
		return nil, refusal{"BAD_USER_INPUT", "a key is required"}
	}
	return request(r.server.users.RequestAccess(ctx, caller(ctx), sisusers.AccessRequest{
		Key:            key,
		Application:    portal.Service(application),
		OrganizationID: value(organizationID),
	}))
}

func (r root) CancelAccessRequest(
	ctx context.Context,
	application generated.Application,
	organizationID *string,
) (*generated.RequestResult, error) {
	return request(r.server.users.CancelRequest(ctx, caller(ctx), portal.Service(application), value(organizationID)))
}

func (r root) AcceptInvitation(
	ctx context.Context,
	application generated.Application,
) (*generated.RequestResult, error) {
	return request(r.server.users.AcceptOwnInvitation(ctx, caller(ctx), portal.Service(application)))
}

func request(decision useradmin.Decision, own *registration.OwnAccess, err error) (*generated.RequestResult, error) {
	if err != nil {
		return nil, err
	}
	result := &generated.RequestResult{Outcome: generated.RequestOutcome(decision), Own: ownAccess(own)}
	if decision == useradmin.Allowed {
		result.Outcome = generated.RequestOutcomeDone
	}
	return result, nil
}
