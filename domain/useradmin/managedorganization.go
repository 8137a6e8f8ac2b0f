package useradmin

import (
	"slices"

	"strand/domain/portal"
	"strand/domain/site"
)

// ManagedOrganization is an organization as an administrator sees it.
type ManagedOrganization struct {
	ID, Name  string
	SubRegion string
	// Country is an ISO 3166-1 alpha-2 code.
	Country, City string
	// MemberCount is the number of members, invited ones included.
	MemberCount int
	// Applications are the applications that its members can have access to.
	Applications []portal.Service
	// SiteContext is the site context in which the organization is shown, set by the resolvers; nil for none.
	SiteContext *site.Context
}

// URL is the URL of the organization's page in the portal.
func (o *ManagedOrganization) URL(siteCtx *site.Context) string {
	return siteCtx.URLOn(siteCtx.Directory.Main(), portal.OrganizationPath(o.ID))
}

// OffersApplication reports whether members of the organization can have access to an application.
func (o *ManagedOrganization) OffersApplication(application portal.Service) bool {
	return slices.Contains(o.Applications, application)
}

// HasOrganization reports whether one of the organizations has an id.
func HasOrganization(all []*ManagedOrganization, id string) bool {
	return slices.ContainsFunc(all, func(o *ManagedOrganization) bool { return o.ID == id })
}
