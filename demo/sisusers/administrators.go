package sisusers

import (
	"strand/domain/portal"
	"strand/domain/useradmin"
)

// administers reports whether an administrator administers an organization.
func administers(a *useradmin.Administrator, organizationID string) bool {
	return isAdministrator(a.Role) && useradmin.HasOrganization(a.Organizations, organizationID)
}

// administeredOrganizations returns the ids of the organizations in which a user can act as administrator (ROLE-15):
// those of the memberships with the external administrator role; all of the user's organizations for the internal role.
func administeredOrganizations(role portal.AdministratorRole, memberships []useradmin.Membership) []string {
	var ids []string
	for _, m := range memberships {
		if role == portal.AdministratorInternal || m.IsAdministrator {
			ids = append(ids, m.OrganizationID)
		}
	}
	return ids
}
