package sisusers

import (
	"testing"

	"strand/domain/portal"
	"strand/domain/useradmin"
)

// The role strings of an access lead back to it.
func TestAccessesByRoles(t *testing.T) {
	for _, application := range portal.Applications {
		for _, status := range portal.AccessStatuses {
			for _, edition := range []portal.WireFlowEdition{portal.EditionCloud, portal.EditionOnPremises} {
				roles := portal.AccessRoles(application, status, edition)
				got := accessesByRoles(&portal.User{Roles: roles})
				if len(roles) == 0 {
					if len(got) > 0 {
						t.Errorf("%s %s without a role string grants %+v", application, status, got[0])
					}
					continue
				}
				if len(got) != 1 || got[0].Application != application || got[0].Status != status ||
					application == portal.Artemis && got[0].Edition != edition {
					t.Errorf("%s %s %s: %v", application, status, edition, roles)
				}
			}
		}
	}
}

// Rules: USER-5.
func TestUserStatus(t *testing.T) {
	for _, test := range []struct {
		account  portal.AccessStatus
		accesses []portal.AccessStatus
		want     portal.AccessStatus
	}{
		{portal.AccessInvited, []portal.AccessStatus{portal.AccessInvited}, portal.AccessInvited},
		{portal.AccessInviteExpired, nil, portal.AccessInviteExpired},
		{portal.AccessActive, nil, portal.AccessActive},
		{portal.AccessActive, []portal.AccessStatus{portal.AccessActive, portal.AccessPending}, portal.AccessPending},
		{portal.AccessActive, []portal.AccessStatus{portal.AccessDeclined, portal.AccessActive}, portal.AccessActive},
		{
			portal.AccessActive, []portal.AccessStatus{portal.AccessInactive, portal.AccessDeclined},
			portal.AccessDeclined,
		},
		{portal.AccessActive, []portal.AccessStatus{portal.AccessInactive}, portal.AccessInactive},
		{portal.AccessActive, []portal.AccessStatus{portal.AccessUnknown}, portal.AccessUnknown},
	} {
		var accesses []*useradmin.Access
		for _, status := range test.accesses {
			accesses = append(accesses, &useradmin.Access{Status: status})
		}
		if got := userStatus(test.account, accesses); got != test.want {
			t.Errorf("%s %v: %s, want %s", test.account, test.accesses, got, test.want)
		}
	}
}
