package sisportal

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"strand/demo/sisportal/generated"
	"strand/demo/sisusers"
	"strand/demo/sqllist"
	"strand/domain/convert"
	"strand/domain/optional"
	"strand/domain/portal"
	"strand/domain/registration"
	"strand/domain/useradmin"
)

// maxUsers is the maximum page size of users and audit log entries.
const maxUsers = 200

// accessFields resolves the fields of an access that are null if they are empty.
type accessFields struct{}

func (accessFields) OrganizationID(_ context.Context, of *useradmin.Access) (*string, error) {
	if of.Organization == nil {
		return nil, nil
	}
	return &of.Organization.ID, nil
}

func (accessFields) Edition(_ context.Context, of *useradmin.Access) (*portal.WireFlowEdition, error) {
	return (*portal.WireFlowEdition)(optional.Text(string(of.Edition))), nil
}

// membershipFields resolves the fields of the caller's membership that are null if they are empty.
type membershipFields struct{}

func (membershipFields) Status(_ context.Context, of *registration.Membership) (*portal.AccessStatus, error) {
	return (*portal.AccessStatus)(optional.Text(string(of.Access))), nil
}

// membershipRequestFields resolves the fields of a request that are null if they are empty.
type membershipRequestFields struct{}

func (membershipRequestFields) OrganizationID(
	_ context.Context, of *useradmin.MembershipRequest,
) (*string, error) {
	if of.Organization == nil {
		return nil, nil
	}
	return &of.Organization.ID, nil
}

func (r root) OwnAccess(ctx context.Context) (*registration.OwnAccess, error) {
	return r.server.users.OwnAccess(ctx, caller(ctx).ID)
}

func (r root) ManagedOrganizations(ctx context.Context) ([]*useradmin.ManagedOrganization, error) {
	return r.server.users.Organizations(ctx, caller(ctx))
}

func (r root) ManagedUsers(
	ctx context.Context,
	filter useradmin.UserFilter,
	order useradmin.UserOrder,
	descending bool,
	first int,
	after, before *string,
) (*generated.UserConnection, error) {
	if first < 1 || first > maxUsers {
		return nil, refusal{"BAD_USER_INPUT", fmt.Sprintf("first: send 1 to %d", maxUsers)}
	}
	s := sisusers.UserSelection{
		Filter:       filter,
		Order:        order,
		IsDescending: descending,
		First:        first,
		After:        optional.OrEmpty(after),
		Before:       optional.OrEmpty(before),
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
		ChoiceCounts:    choiceCounts(page.Choices),
	}
	for i, user := range page.Users {
		connection.Edges = append(connection.Edges, &generated.UserEdge{Cursor: page.Cursors[i], Node: user})
	}
	return connection, nil
}

func (r root) UserFilterOptions(ctx context.Context) (*useradmin.UserFilterOptions, error) {
	return r.server.users.UserFilterOptions(ctx, caller(ctx))
}

func (r root) MemberStatusCounts(ctx context.Context, organizationID string) ([]*generated.StatusCount, error) {
	found, err := r.server.users.StatusCounts(ctx, caller(ctx), organizationID)
	if err != nil {
		return nil, err
	}
	counts := []*generated.StatusCount{}
	for _, status := range portal.AccessStatuses {
		if total := found[status]; total > 0 {
			counts = append(counts, &generated.StatusCount{Status: status, Total: total})
		}
	}
	return counts, nil
}

func (r root) ManagedUser(ctx context.Context, id string) (*useradmin.ManagedUser, error) {
	found, err := r.server.users.ManagedUser(ctx, caller(ctx), id)
	if errors.Is(err, sisusers.ErrNotFound) {
		return nil, nil
	}
	return found, err
}

// maxEmails is the maximum number of addresses of managedUsersByEmail.
const maxEmails = 100

func (r root) ManagedUsersByEmail(ctx context.Context, emails []string) ([]*useradmin.ManagedUser, error) {
	if len(emails) > maxEmails {
		return nil, refusal{"BAD_USER_INPUT", fmt.Sprintf("emails: send up to %d", maxEmails)}
	}
	return r.server.users.ManagedUsersByEmail(ctx, caller(ctx), emails)
}

func (r root) PendingRequestCount(ctx context.Context) (int, error) {
	return r.server.users.PendingRequestCount(ctx, caller(ctx))
}

func (r root) OrganizationRequestCounts(ctx context.Context) ([]*generated.OrganizationRequestCount, error) {
	found, err := r.server.users.OrganizationRequestCounts(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	counts := []*generated.OrganizationRequestCount{}
	for _, id := range slices.Sorted(maps.Keys(found)) {
		counts = append(counts, &generated.OrganizationRequestCount{OrganizationID: id, Total: found[id]})
	}
	return counts, nil
}

func (r root) MembershipRequests(ctx context.Context) ([]*useradmin.MembershipRequest, error) {
	return r.server.users.MembershipRequests(ctx, caller(ctx))
}

func (r root) RequestMembership(ctx context.Context, company string) (*generated.RequestResult, error) {
	company, problems := registration.CheckCompany(company)
	if err := problem(problems); err != nil {
		return nil, err
	}
	return request(r.server.users.RequestMembership(ctx, caller(ctx), company))
}

func (r root) CancelMembershipRequest(ctx context.Context) (*generated.RequestResult, error) {
	return request(r.server.users.CancelMembershipRequest(ctx, caller(ctx)))
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
	if bounds := (useradmin.AuditSelection{
		Text: filter.Text, Organizations: filter.Organizations, Actions: filter.Actions,
	}); !bounds.IsValid() {
		return nil, refusal{"BAD_USER_INPUT", "filter: the text is too long, or too many values are selected"}
	}
	s := sisusers.AuditSelection{
		UserID:        filter.UserID,
		Organizations: filter.Organizations,
		Actions:       filter.Actions,
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
	return &generated.AuditConnection{HasNextPage: hasNext, Edges: convert.All(entries, auditEdge)}, nil
}

func auditEdge(e *sisusers.AuditEntry) *generated.AuditEdge {
	cursor := strconv.FormatInt(e.ID, 36)
	node := &generated.AuditEntry{
		ID:           cursor,
		At:           e.At,
		Actor:        &e.Actor,
		ActorEmail:   e.ActorEmail,
		Action:       e.Action,
		UserID:       e.UserID,
		UserName:     e.UserName,
		UserEmail:    e.UserEmail,
		Applications: e.Applications,
		Before:       e.Before,
		After:        e.After,
		Reason:       e.Reason,
		Undo:         e.Undo,
	}
	if e.Role != "" {
		node.Role = &e.Role
	}
	if e.OrganizationID != "" {
		node.Organization = &generated.Organization{ID: e.OrganizationID, Name: e.OrganizationName}
	}
	if e.Application != "" {
		node.Application = &e.Application
	}
	return &generated.AuditEdge{Cursor: cursor, Node: node}
}

func (r root) InviteUser(ctx context.Context, input useradmin.Invitation) (*sisusers.ChangeResult, error) {
	invitation, problems := input.CheckFields()
	if len(problems) > 0 || hasBlank(input.Key) {
		return nil, refusal{"BAD_USER_INPUT", "key, email, firstName and lastName are required"}
	}
	return r.server.users.Invite(ctx, caller(ctx), invitation)
}

func (r root) ChangeUser(ctx context.Context, input useradmin.UserChange) (*sisusers.ChangeResult, error) {
	if hasBlank(input.Key) {
		return nil, refusal{"BAD_USER_INPUT", "a key is required"}
	}
	c, problems := input.CheckFields()
	if len(problems) > 0 {
		return nil, refusal{"BAD_USER_INPUT", problems[0].Field + ": " + problems[0].Message}
	}
	if c.Action.NeedsRecentLogin() {
		if err := r.server.requireRecentLogin(ctx); err != nil {
			return nil, err
		}
	}
	return r.server.users.ChangeUser(ctx, caller(ctx), c)
}

func (r root) UndoUserChange(ctx context.Context, id string) (*sisusers.ChangeResult, error) {
	return r.server.users.UndoChange(ctx, caller(ctx), id)
}

func (r root) RequestAccess(
	ctx context.Context,
	key string,
	application portal.Service,
	organizationID *string,
) (*generated.RequestResult, error) {
	if hasBlank(key) {
		return nil, refusal{"BAD_USER_INPUT", "a key is required"}
	}
	return request(r.server.users.RequestAccess(ctx, caller(ctx), sisusers.AccessRequest{
		Key:            key,
		Application:    application,
		OrganizationID: optional.OrEmpty(organizationID),
	}))
}

func (r root) CancelAccessRequest(
	ctx context.Context,
	application portal.Service,
	organizationID *string,
) (*generated.RequestResult, error) {
	return request(r.server.users.CancelRequest(ctx, caller(ctx), application, optional.OrEmpty(organizationID)))
}

func (r root) AcceptInvitation(
	ctx context.Context,
	application portal.Service,
) (*generated.RequestResult, error) {
	return request(r.server.users.AcceptOwnInvitation(ctx, caller(ctx), application))
}

func request(decision useradmin.Decision, own *registration.OwnAccess, err error) (*generated.RequestResult, error) {
	if err != nil {
		return nil, err
	}
	return &generated.RequestResult{Outcome: decision, Own: own}, nil
}
