package useradmin

import (
	"slices"
	"time"

	"strand/domain/portal"
)

// Access is a user's access to an application as a member of an organization.
type Access struct {
	// Organization is the organization of the membership; nil for an access that the identity server granted.
	Organization *ManagedOrganization
	Application  portal.Service
	Status       portal.AccessStatus
	// Edition is the edition of Artemis; empty for other applications.
	Edition portal.WireFlowEdition
	// RequestedBy and RequestedAt are nil for an access that was not requested.
	RequestedBy *portal.Person
	RequestedAt *time.Time
	// Reason is the reason for the denial of a request, shown to the user; empty for none.
	Reason string
	// ExpiresAt is the expiry of an invitation; nil for other statuses.
	ExpiresAt *time.Time
	ChangedAt *time.Time
	// IsDecidedInternally marks an open request on which only internal administrators can decide: the organization has
	// no other external administrator.
	IsDecidedInternally bool
}

// Membership is the membership of a user in an organization.
type Membership struct {
	OrganizationID string
	// IsAdministrator is true if the user has the external administrator role in the organization.
	IsAdministrator bool
}

// AdministeredOrganizations returns the ids of the organizations in which a user can act as administrator (ROLE-15):
// those of the memberships with the external administrator role; all of the user's organizations for the internal role.
func AdministeredOrganizations(role portal.AdministratorRole, memberships []Membership) []string {
	var ids []string
	for _, m := range memberships {
		if role == portal.AdministratorInternal || m.IsAdministrator {
			ids = append(ids, m.OrganizationID)
		}
	}
	return ids
}

// AccessesByRoles returns the accesses that the role strings of a user grant. It is for users that another system
// created.
func AccessesByRoles(u *portal.User) []*Access {
	var found []*Access
	for _, application := range portal.Applications {
		status := u.StatusByRoles(application)
		if status == portal.AccessNone {
			continue
		}
		a := &Access{Application: application, Status: status}
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

// UserStatusOrder decides the status of a user with several accesses: the first status that any access has.
var UserStatusOrder = []portal.AccessStatus{
	portal.AccessPending, portal.AccessActive, portal.AccessInvited, portal.AccessInviteExpired, portal.AccessDeclined,
	portal.AccessInactive,
}

// UserStatus returns the status of a user as a whole. account is the status of the account: invited, invite expired or
// active.
func UserStatus(account portal.AccessStatus, accesses []*Access) portal.AccessStatus {
	if account != portal.AccessActive {
		return account
	}
	for _, status := range UserStatusOrder {
		if slices.ContainsFunc(accesses, func(a *Access) bool { return a.Status == status }) {
			return status
		}
	}
	if len(accesses) > 0 {
		return portal.AccessUnknown
	}
	// A user without any access can sign in and request access.
	return portal.AccessActive
}
