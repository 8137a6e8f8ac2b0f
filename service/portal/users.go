package portal

import (
	"context"

	"strand/domain/portal"
	"strand/domain/portalentry"
	"strand/domain/site"
	"strand/domain/useradmin"
	"strand/internal/apperr"
	"strand/service/website/visit"
)

// managedUserOf reads the user at a portal URL; nil for another page, and for a user that does not exist or that
// the administrator may not see.
func (r *Pages) managedUserOf(ctx context.Context, e *portalentry.Entry) (*useradmin.ManagedUser, error) {
	if !e.Shows(portal.PageManagedUser, portal.UserAdmin) {
		return nil, nil
	}
	u, err := r.SIS.ManagedUser(ctx, visit.Of(ctx).IDToken, e.ID)
	if u == nil || err != nil {
		return nil, err
	}
	r.SetViewer(ctx, e.SiteContext, u)
	return u, nil
}

// SetViewer sets the viewer and site context of users, on which their actions and URLs depend.
func (r *Pages) SetViewer(ctx context.Context, siteCtx *site.Context, users ...*useradmin.ManagedUser) {
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

// UserList reads the page of users that a URL selects.
func (r *Pages) UserList(ctx context.Context, e *portalentry.Entry) (*useradmin.UserList, error) {
	list := &useradmin.UserList{
		SiteContext:   e.SiteContext,
		UserSelection: useradmin.ParseUserSelection(e.RawQuery),
		Base:          e.SiteContext.URLOn(e.SiteContext.Directory.Main(), portal.UserAdminPath),
	}
	err := readList(&list.Range, useradmin.UsersPerPage, func() (isBehind bool, err error) {
		list.UserListPage, list.Options, err = r.SIS.Users(ctx, visit.Of(ctx).IDToken, list.UserSelection, true)
		return err == nil && len(list.Users) == 0 && list.Total > 0, err
	})
	if err != nil {
		return nil, err
	}
	r.SetViewer(ctx, e.SiteContext, list.Users...)
	organizationsIn(e.SiteContext, list.Options.Organizations)
	if list.MembershipRequests == nil {
		list.MembershipRequests = []*useradmin.MembershipRequest{}
	}
	return list, nil
}

// UserActivity reads the page of the audit log that a URL selects.
func (r *Pages) UserActivity(ctx context.Context, e *portalentry.Entry) (*useradmin.AuditList, error) {
	list := &useradmin.AuditList{
		SiteContext: e.SiteContext,
		Selection:   useradmin.ParseAuditSelection(e.RawQuery),
		Base:        e.SiteContext.URLOn(e.SiteContext.Directory.Main(), portal.UserActivityPath),
	}
	var err error
	token := visit.Of(ctx).IDToken
	list.Page, list.AllOrganizations, err = r.SIS.AuditLogWithOrganizations(ctx, token, list.Selection)
	if apperr.CodeOf(err) == apperr.Invalid && list.Selection.After != "" {
		// The cursor of a changed URL: show the first page.
		list.Selection.After = ""
		list.Page, list.AllOrganizations, err = r.SIS.AuditLogWithOrganizations(ctx, token, list.Selection)
	}
	if err != nil {
		return nil, err
	}
	for _, entry := range list.Page.Entries {
		entry.SiteContext = e.SiteContext
	}
	return list, nil
}

// OrganizationPage reads the page of an organization; nil for an organization that does not exist or that the
// administrator does not manage.
func (r *Pages) OrganizationPage(
	ctx context.Context,
	siteCtx *site.Context,
	id string,
) (*useradmin.OrganizationPage, error) {
	page, err := r.SIS.OrganizationPage(ctx, visit.Of(ctx).IDToken, id)
	if page == nil || err != nil {
		return nil, err
	}
	page.SetSiteContext(siteCtx)
	if page.MembershipRequests == nil {
		page.MembershipRequests = []*useradmin.MembershipRequest{}
	}
	r.SetViewer(ctx, siteCtx, page.Members.Users...)
	return page, nil
}

// OrganizationList reads the organizations that a URL selects; nil for another page.
func (r *Pages) OrganizationList(ctx context.Context, e *portalentry.Entry) (*useradmin.OrganizationList, error) {
	if !e.Shows(portal.PageManagedOrganizations, portal.UserAdmin) {
		return nil, nil
	}
	all, counts, err := r.SIS.OrganizationsWithRequests(ctx, visit.Of(ctx).IDToken)
	if err != nil {
		return nil, err
	}
	organizationsIn(e.SiteContext, all)
	base := e.SiteContext.URLOn(e.SiteContext.Directory.Main(), portal.OrganizationsPath)
	return useradmin.NewOrganizationList(all, counts, e.RawQuery, base), nil
}

// organizationPageOf is organizationPage for a portal URL; nil for another page.
func (r *Pages) organizationPageOf(ctx context.Context, e *portalentry.Entry) (*useradmin.OrganizationPage, error) {
	if !e.Shows(portal.PageManagedOrganization, portal.UserAdmin) {
		return nil, nil
	}
	return r.OrganizationPage(ctx, e.SiteContext, e.ID)
}
