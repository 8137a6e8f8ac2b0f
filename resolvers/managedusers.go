package resolvers

import (
	"context"
	"encoding/base64"

	"strand/domain/convert"
	"strand/domain/csvimport"
	"strand/domain/exportfile"
	"strand/domain/form"
	"strand/domain/portal"
	"strand/domain/registration"
	"strand/domain/site"
	"strand/domain/useradmin"
	"strand/gql/model"
	"strand/internal/apperr"
	portalservice "strand/service/portal"
	"strand/service/website/visit"
)

func userConnection(page *useradmin.UserListPage) *model.ManagedUserConnection {
	p := connectionPage[*useradmin.ManagedUser]{page.Users, page.Cursors, page.HasNextPage}
	edges := edgesOf(p, func(cursor string, u *useradmin.ManagedUser) *model.ManagedUserEdge {
		return &model.ManagedUserEdge{Cursor: cursor, Node: u}
	})
	return &model.ManagedUserConnection{
		TotalCount: page.Total, IsTotalExact: page.IsTotalExact, PageInfo: p.info(), Edges: edges,
	}
}

func auditLog(page *useradmin.AuditLogPage) *model.AuditLogConnection {
	p := connectionPage[*useradmin.AuditEntry]{page.Entries, page.Cursors, page.HasNextPage}
	edges := edgesOf(p, func(cursor string, e *useradmin.AuditEntry) *model.AuditLogEdge {
		return &model.AuditLogEdge{Cursor: cursor, Node: e}
	})
	return &model.AuditLogConnection{PageInfo: p.info(), Edges: edges}
}

// auditExportURL returns the URL of the selected entries of the audit log as a file.
func (r *Resolver) auditExportURL(
	ctx context.Context, selection useradmin.AuditSelection, shown *site.Context, format exportfile.Format,
	locale *string,
) (string, error) {
	return r.exportURL(ctx, shown, format, locale, useradmin.SealUserExport,
		func(file portalservice.ExportFile, signedToken string) string {
			return portalservice.AuditExportURL(selection, file, signedToken)
		})
}

// userChange returns the payload of an action on a user.
func (r *Resolver) userChange(
	ctx context.Context,
) func(*useradmin.UserChangeResult, error) (*model.UserChangePayload, error) {
	return func(result *useradmin.UserChangeResult, err error) (*model.UserChangePayload, error) {
		if err != nil {
			return nil, err
		}
		payload := &model.UserChangePayload{
			User: result.User, UserErrors: decisionErrors(result.Decision), Undo: result.Undo,
		}
		if result.User != nil {
			r.PortalPages.SetViewer(ctx, nil, result.User)
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
	emails := make([]string, len(invitations))
	for i, one := range invitations {
		emails[i] = one.Email
	}
	existing, err := r.Portal.ManagedUsersByEmail(ctx, req.IDToken, emails, organizations)
	if err != nil {
		return nil, err
	}
	for i, user := range existing {
		invitations[i].Existing = user
	}
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

// membership returns the payload of a change of the caller's request to become a member.
func membership(
	decision useradmin.Decision, own *registration.OwnAccess, err error,
) (*model.MembershipPayload, error) {
	if err != nil {
		return nil, err
	}
	return &model.MembershipPayload{Membership: own.Membership, UserErrors: decisionErrors(decision)}, nil
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
