package portal

import (
	"strand/domain/form"
	"strand/domain/site"
)

// OrganizationPage is what the page of an organization shows to its administrators.
type OrganizationPage struct {
	Organization *ManagedOrganization
	// Members are the first ones; those with an open request come before the others.
	Members *UserPart
	// StatusCounts are those of statuses that members have, in the order of AccessStatuses.
	StatusCounts []*StatusCount
	// Audit are the newest entries of the audit log.
	Audit *AuditPart
	// View is where the page is shown.
	View *site.View
}

// StatusCount is how many members of an organization have a status.
type StatusCount struct {
	Status AccessStatus
	// Count is exact up to MaxUserTotal; IsExact is false for more.
	Count   int
	IsExact bool
	// UsersURL is the list of these members.
	UsersURL string
}

// ShowIn sets where the page is shown.
func (p *OrganizationPage) ShowIn(v *site.View) {
	p.View, p.Organization.View = v, v
	for _, c := range p.StatusCounts {
		c.UsersURL = p.usersURL(c.Status)
	}
}

// UsersURL is the list of all members.
func (p *OrganizationPage) UsersURL() string { return p.usersURL() }

// usersURL is the list of the members with one of some statuses; of all members for none.
func (p *OrganizationPage) usersURL(statuses ...AccessStatus) string {
	selection := UserSelection{
		Filter: UserFilter{Organizations: []string{p.Organization.ID}, Statuses: statuses}, Order: UserOrders[0],
	}
	return p.View.On(p.View.Directory.Main(), UserAdminPath) + selection.Query()
}

// InviteFields are the fields of an invitation.
func (*OrganizationPage) InviteFields() []form.Field { return InviteFields }
