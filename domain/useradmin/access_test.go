package useradmin

import (
	"slices"
	"testing"

	"strand/domain/portal"
)

// TestRoles: the role strings of an access or an administrator role lead back to it.
func TestRoles(t *testing.T) {
	for _, role := range portal.AdministratorRoles {
		u := &portal.User{}
		if text := role.RoleString(); text != "" {
			u.Roles = []string{text}
		}
		if got := u.AdministratorRole(); got != role {
			t.Errorf("%s is read as %s", role, got)
		}
	}
	both := &portal.User{Roles: []string{portal.RoleDelegatedAdminExternal, portal.RoleDelegatedAdminInternal}}
	if both.AdministratorRole() != portal.AdministratorInternal ||
		(*portal.User)(nil).AdministratorRole() != portal.AdministratorNone {
		t.Error("a user with both roles is not an internal administrator, or an anonymous user is an administrator")
	}
	for _, application := range portal.Applications {
		for _, status := range portal.AccessStatuses {
			for _, edition := range []portal.WireFlowEdition{portal.EditionCloud, portal.EditionOnPremises} {
				roles := portal.AccessRoles(application, status, edition)
				got := AccessesByRoles(&portal.User{Roles: roles})
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
				for _, role := range roles {
					if !portal.IsAccessRole(role) {
						t.Errorf("%s is not a role string of an access", role)
					}
				}
			}
		}
	}
	if portal.IsAccessRole(portal.RoleDelegatedAdminExternal) || portal.IsAccessRole("") {
		t.Error("a role string of an administrator counts as an access")
	}
	for _, test := range []struct {
		user *portal.User
		want ActorRole
	}{
		{nil, ActorAnonymous},
		{&portal.User{}, ActorCustomer},
		{&portal.User{Roles: []string{portal.RoleEmployee}}, ActorEmployee},
		{&portal.User{Roles: []string{portal.RoleEmployee, portal.RoleDelegatedAdminExternal}}, ActorExternalAdmin},
		{both, ActorInternalAdmin},
	} {
		if got := ActorRoleOf(test.user); got != test.want {
			t.Errorf("%+v acts as %s, want %s", test.user, got, test.want)
		}
	}
}

// Rules: ROLE-15.
func TestAdministeredOrganizations(t *testing.T) {
	memberships := []Membership{{OrganizationID: "a"}, {OrganizationID: "b", IsAdministrator: true}}
	for role, want := range map[portal.AdministratorRole][]string{
		portal.AdministratorNone: {"b"}, portal.AdministratorExternal: {"b"}, portal.AdministratorInternal: {"a", "b"},
	} {
		if got := AdministeredOrganizations(role, memberships); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", role, got, want)
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
		var accesses []*Access
		for _, status := range test.accesses {
			accesses = append(accesses, &Access{Status: status})
		}
		if got := UserStatus(test.account, accesses); got != test.want {
			t.Errorf("%s %v: %s, want %s", test.account, test.accesses, got, test.want)
		}
	}
}
