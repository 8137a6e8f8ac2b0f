package useradmin

import (
	"testing"

	"strand/domain/portal"
	"strand/test/portaltest"
)

// TestOrganizationPage_URLs: the lists of members of an organization, and of its members with a status.
func TestOrganizationPage_URLs(t *testing.T) {
	p := &OrganizationPage{
		Organization: &ManagedOrganization{ID: "o1"},
		StatusCounts: []*StatusCount{{Status: portal.AccessPending}},
	}
	p.SetSiteContext(portaltest.Context(t))
	if got := p.UsersURL(); got != "/de-ch/mykomax/user-admin?organization=o1" {
		t.Errorf("all members: %s", got)
	}
	if got := p.StatusCounts[0].UsersURL; got != "/de-ch/mykomax/user-admin?organization=o1&status=PENDING" {
		t.Errorf("members with a request: %s", got)
	}
	if p.Organization.SiteContext != p.SiteContext {
		t.Error("the organization has another site context")
	}
}
