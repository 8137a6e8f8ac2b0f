package useradmin

import (
	"strand/domain/form"
	"strand/domain/portal"
	"strand/domain/site"
)

// OrganizationPage is the data of the page that administrators see of an organization.
type OrganizationPage struct {
	Organization *ManagedOrganization
	// Members are the first members; those with an open request come first.
	Members *UserListPage
	// StatusCounts are the statuses that members have, in the order of AccessStatuses.
	StatusCounts []*StatusCount
	// Audit contains the newest entries of the audit log.
	Audit *AuditLogPage
	// MembershipRequests are the open requests to join the organization, on which the administrator decides.
	MembershipRequests []*MembershipRequest
	// SiteContext is the site context of the page.
	SiteContext *site.Context
}

// StatusCount is the number of members of an organization with a status.
type StatusCount struct {
	Status portal.AccessStatus
	// Count is exact up to MaxUserTotal; IsExact is false for more.
	Count   int
	IsExact bool
	// UsersURL is the URL of the list of these members.
	UsersURL string
}

// SetSiteContext sets the site context of the page and of the URLs in it.
func (p *OrganizationPage) SetSiteContext(siteCtx *site.Context) {
	p.SiteContext, p.Organization.SiteContext = siteCtx, siteCtx
	for _, c := range p.StatusCounts {
		c.UsersURL = p.usersURL(c.Status)
	}
}

// ActivityURL is the URL of the audit log of the organization.
func (p *OrganizationPage) ActivityURL() string {
	return activityURL(p.SiteContext, AuditSelection{Organizations: []string{p.Organization.ID}})
}

// UsersURL is the URL of the list of all members.
func (p *OrganizationPage) UsersURL() string { return p.usersURL() }

// usersURL is the URL of the list of members with one of some statuses; of all members without statuses.
func (p *OrganizationPage) usersURL(statuses ...portal.AccessStatus) string {
	selection := UserSelection{
		Filter: UserFilter{Organizations: []string{p.Organization.ID}, Statuses: statuses},
		Order:  UserOrders[0],
	}
	return p.SiteContext.URLOn(p.SiteContext.Directory.Main(), portal.UserAdminPath) + selection.Query()
}

// DenialFields are the fields that deny a request.
func (*OrganizationPage) DenialFields() []form.Field { return DenialFields }

// InviteFields are the fields of an invitation.
func (*OrganizationPage) InviteFields() []form.Field { return InviteFields }
