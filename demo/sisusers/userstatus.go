package sisusers

import (
	"slices"

	"strand/domain/portal"
	"strand/domain/useradmin"
)

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
