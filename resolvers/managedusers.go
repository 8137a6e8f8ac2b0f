package resolvers

import (
	"context"
	"encoding/base64"

	"strand/domain/csvimport"
	"strand/domain/form"
	"strand/domain/portal"
	"strand/domain/portalentry"
	"strand/domain/registration"
	"strand/domain/site"
	"strand/domain/useradmin"
	"strand/gql/model"
	"strand/internal/apperr"
	"strand/internal/convert"
	"strand/internal/visit"
)

// managedUserOf reads the user at a portal URL; nil for another page, and for a user that does not exist or that
// the administrator may not see.
func (r *Resolver) managedUserOf(ctx context.Context, e *portalentry.Entry) (*useradmin.ManagedUser, error) {
	if !isPageOfService(e, portal.PageManagedUser, portal.UserAdmin) {
		return nil, nil
	}
	u, err := r.Portal.ManagedUser(ctx, visit.Of(ctx).IDToken, e.ID)
	if u == nil || err != nil {
		return nil, err
	}
	r.setViewer(ctx, e.SiteContext, u)
	return u, nil
}

// setViewer sets the viewer and site context of users, on which their actions and URLs depend.
func (r *Resolver) setViewer(ctx context.Context, siteCtx *site.Context, users ...*useradmin.ManagedUser) {
	viewer := visit.Of(ctx).User
	for _, u := range users {
		u.SiteContext, u.ViewerID, u.ViewerRole = siteCtx, viewer.ID, useradmin.ActorRoleOf(viewer)
		organizationsIn(siteCtx, u.Organizations)
		organizationsIn(siteCtx, u.ViewerOrganizations)
	}
}

func organizationsIn(siteCtx *site.Context, all []*useradmin.ManagedOrganization) {
	for _, o := range all {
		o.SiteContext = siteCtx
	}
}

// userList reads the page of users that a URL selects.
func (r *Resolver) userList(ctx context.Context, e *portalentry.Entry) (*useradmin.UserList, error) {
	list := &useradmin.UserList{
		SiteContext: e.SiteContext,
		Selection:   useradmin.ParseUserSelection(e.RawQuery),
		Base:        e.SiteContext.URLOn(e.SiteContext.Directory.Main(), portal.UserAdminPath),
	}
	var err error
	list.Page, list.Options, err = r.Portal.Users(ctx, visit.Of(ctx).IDToken, list.Selection, true)
	if apperr.CodeOf(err) == apperr.Invalid ||
		err == nil && len(list.Page.Users) == 0 && list.Page.Total > 0 {
		// The cursor of a shared URL may belong to another order or to a user who was deleted: show the first page.
		list.Selection.Range = portal.ListRange{First: useradmin.UsersPerPage}
		list.Page, list.Options, err = r.Portal.Users(ctx, visit.Of(ctx).IDToken, list.Selection, true)
	}
	if err != nil {
		return nil, err
	}
	r.setViewer(ctx, e.SiteContext, list.Page.Users...)
	organizationsIn(e.SiteContext, list.Options.Organizations)
	return list, nil
}

// userActivity reads the page of the audit log that a URL selects.
func (r *Resolver) userActivity(ctx context.Context, e *portalentry.Entry) (*useradmin.AuditList, error) {
	list := &useradmin.AuditList{
		SiteContext: e.SiteContext,
		Selection:   useradmin.ParseAuditSelection(e.RawQuery),
		Base:        e.SiteContext.URLOn(e.SiteContext.Directory.Main(), portal.UserActivityPath),
	}
	var err error
	token := visit.Of(ctx).IDToken
	list.Page, list.AllOrganizations, err = r.Portal.AuditLogWithOrganizations(ctx, token, list.Selection)
	if apperr.CodeOf(err) == apperr.Invalid && list.Selection.After != "" {
		// The cursor of a changed URL: show the first page.
		list.Selection.After = ""
		list.Page, list.AllOrganizations, err = r.Portal.AuditLogWithOrganizations(ctx, token, list.Selection)
	}
	if err != nil {
		return nil, err
	}
	return list, nil
}

// organizationPage reads the page of an organization; nil for an organization that does not exist or that the
// administrator does not manage.
func (r *Resolver) organizationPage(
	ctx context.Context,
	siteCtx *site.Context,
	id string,
) (*useradmin.OrganizationPage, error) {
	page, err := r.Portal.OrganizationPage(ctx, visit.Of(ctx).IDToken, id)
	if page == nil || err != nil {
		return nil, err
	}
	page.SetSiteContext(siteCtx)
	r.setViewer(ctx, siteCtx, page.Members.Users...)
	return page, nil
}

// organizationPageOf is organizationPage for a portal URL; nil for another page.
func (r *Resolver) organizationPageOf(ctx context.Context, e *portalentry.Entry) (*useradmin.OrganizationPage, error) {
	if !isPageOfService(e, portal.PageManagedOrganization, portal.UserAdmin) {
		return nil, nil
	}
	return r.organizationPage(ctx, e.SiteContext, e.ID)
}

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
			r.setViewer(ctx, nil, result.User)
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
