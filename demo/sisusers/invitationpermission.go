package sisusers

import (
	"slices"

	"strand/domain/portal"
	"strand/domain/useradmin"
)

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
