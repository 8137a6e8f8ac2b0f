// Who may do what in the sample sis, beside the table of actions that the product has, too (domain/useradmin).

package sisusers

import (
	"slices"

	"strand/domain/portal"
	"strand/domain/useradmin"
)

// administers reports whether an administrator administers an organization.
func administers(a *useradmin.Administrator, organizationID string) bool {
	return isAdministrator(a.Role) && useradmin.HasOrganization(a.Organizations, organizationID)
}

// checkInvitation decides whether an administrator may send an invitation.
func checkInvitation(a *useradmin.Administrator, i useradmin.Invitation) useradmin.Decision {
	decision := useradmin.Decide(
		useradmin.InviteUser, a.Role, useradmin.RelationNew, useradmin.TargetCustomer, portal.AccessNone,
	)
	if decision != useradmin.Allowed {
		return decision
	}
	at := slices.IndexFunc(a.Organizations, func(o *useradmin.ManagedOrganization) bool {
		return o.ID == i.OrganizationID
	})
	if at < 0 {
		return useradmin.OrganizationNotFound
	}
	for _, application := range i.Applications {
		if !a.Organizations[at].OffersApplication(application) {
			return useradmin.NotOffered
		}
	}
	// Only employees have the internal role, and employees are not invited.
	if i.Role != portal.AdministratorNone && i.Role != portal.AdministratorExternal {
		return useradmin.RoleNotGrantable
	}
	return useradmin.Allowed
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

// accessesByRoles returns the accesses that the role strings of a user grant. It is for users that another system
// created.
func accessesByRoles(u *portal.User) []*useradmin.Access {
	var found []*useradmin.Access
	for _, application := range portal.Applications {
		status := u.StatusByRoles(application)
		if status == portal.AccessNone {
			continue
		}
		a := &useradmin.Access{Application: application, Status: status}
		if application == portal.Artemis {
			a.Edition = portal.EditionCloud
			if u.IsOnPremises() {
				a.Edition = portal.EditionOnPremises
			}
		}
		found = append(found, a)
	}
	return found
}

// userStatusOrder decides the status of a user with several accesses: the first status that any access has.
var userStatusOrder = []portal.AccessStatus{
	portal.AccessPending, portal.AccessActive, portal.AccessInvited, portal.AccessInviteExpired, portal.AccessDeclined,
	portal.AccessInactive,
}

// userStatus returns the status of a user as a whole. account is the status of the account: invited, invite expired or
// active.
func userStatus(account portal.AccessStatus, accesses []*useradmin.Access) portal.AccessStatus {
	if account != portal.AccessActive {
		return account
	}
	for _, status := range userStatusOrder {
		if slices.ContainsFunc(accesses, func(a *useradmin.Access) bool { return a.Status == status }) {
			return status
		}
	}
	if len(accesses) > 0 {
		return portal.AccessUnknown
	}
	// A user without any access can sign in and request access.
	return portal.AccessActive
}
