package resolvers

import (
	"context"
	"encoding/base64"

	"strand/domain/convert"
	"strand/domain/csvimport"
	"strand/domain/form"
	"strand/domain/portal"
	"strand/domain/registration"
	"strand/domain/site"
	"strand/domain/useradmin"
	"strand/gql/model"
	"strand/internal/apperr"
	"strand/internal/visit"
)

func userConnection(page *useradmin.UserListPage) *model.ManagedUserConnection {
	connection := &model.ManagedUserConnection{
		TotalCount:   page.Total,
		IsTotalExact: page.IsTotalExact,
		Edges:        []*model.ManagedUserEdge{},
		PageInfo:     &model.PageInfo{HasNextPage: page.HasNextPage},
	}
	for i, u := range page.Users {
		connection.Edges = append(connection.Edges, &model.ManagedUserEdge{Cursor: page.Cursors[i], Node: u})
		connection.PageInfo.EndCursor = &page.Cursors[i]
	}
	return connection
}

func auditLog(page *useradmin.AuditLogPage) *model.AuditLogConnection {
	connection := &model.AuditLogConnection{
		Edges:    []*model.AuditLogEdge{},
		PageInfo: &model.PageInfo{HasNextPage: page.HasNextPage},
	}
	for i, e := range page.Entries {
		connection.Edges = append(connection.Edges, &model.AuditLogEdge{Cursor: page.Cursors[i], Node: e})
		connection.PageInfo.EndCursor = &page.Cursors[i]
	}
	return connection
}

// userChange returns the payload of an action on a user.
func (r *Resolver) userChange(
	ctx context.Context,
) func(*useradmin.UserChangeResult, error) (*model.UserChangePayload, error) {
	return func(result *useradmin.UserChangeResult, err error) (*model.UserChangePayload, error) {
		if err != nil {
			return nil, err
		}
		payload := &model.UserChangePayload{User: result.User, UserErrors: decisionErrors(result.Decision)}
		if result.User != nil {
			r.PortalPages.SetViewer(ctx, nil, result.User)
		}
		if result.UndoID != "" {
			payload.Undo = &model.UserChangeUndo{ID: result.UndoID, Until: result.UndoUntil}
		}
		return payload, nil
	}
}

// checkInvitations validates the invitations of a CSV file.
func (r *Resolver) checkInvitations(
	ctx context.Context,
	input model.CheckInvitationsInput,
) (*model.CheckInvitationsPayload, error) {
	refused := func(problems ...csvimport.Problem) *model.CheckInvitationsPayload {
		return &model.CheckInvitationsPayload{
			Invitations: []*useradmin.ImportedInvitation{}, Problems: convert.Pointers(problems),
		}
	}
	if base64.StdEncoding.DecodedLen(len(input.File)) > csvimport.MaxBytes+2 {
		return refused(csvimport.Problem{Code: csvimport.TooLarge}), nil
	}
	data, err := base64.StdEncoding.DecodeString(input.File)
	if err != nil {
		return nil, apperr.New(apperr.Invalid, "file: not valid base64")
	}
	req := visit.Of(ctx)
	organizations, err := r.Portal.ManagedOrganizations(ctx, req.IDToken)
	if err != nil {
		return nil, err
	}
	by := &useradmin.Administrator{
		UserID: req.User.ID, Role: useradmin.ActorRoleOf(req.User), Organizations: organizations,
	}
	invitations, problems := by.ReadInvitations(data, input.Organization, input.Language)
	payload := refused(problems...)
	payload.Invitations = convert.Pointers(invitations)
	return payload, nil
}

// checkApplications refuses services that are no applications: sis does not know them (ERR-8).
func checkApplications(argument string, services ...portal.Service) error {
	for _, s := range services {
		if !s.IsApplication() {
			return apperr.New(apperr.Invalid, "%s: users cannot have access to %s", argument, s)
		}
	}
	return nil
}

// decisionErrors returns the user errors of a decision; none if it allows the action.
func decisionErrors(d useradmin.Decision) []*model.UserError {
	if d == useradmin.Allowed {
		return []*model.UserError{}
	}
	if d == useradmin.OrganizationRequired {
		return userErrors([]form.Problem{{Field: "organization", Code: form.CodeRequired, Message: d.Message()}})
	}
	return userErrors([]form.Problem{{Code: string(d), Message: d.Message()}})
}

// accessRequest returns the payload of an access request.
func (r *Resolver) accessRequest(
	ctx context.Context,
) func(useradmin.Decision, *registration.OwnAccess, error) (*model.AccessRequestPayload, error) {
	return func(
		decision useradmin.Decision, own *registration.OwnAccess, err error,
	) (*model.AccessRequestPayload, error) {
		if err != nil {
			return nil, err
		}
		siteCtx, err := r.Website.MainSiteContext(ctx, nil, site.Published)
		if err != nil {
			return nil, err
		}
		return &model.AccessRequestPayload{
			ServiceRegistrations: registration.LocalizedRegistrations(
				siteCtx,
				visit.Of(ctx).User,
				own,
				r.Services,
			),
			UserErrors: decisionErrors(decision),
		}, nil
	}
}
