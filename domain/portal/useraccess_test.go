package portal

import (
	"slices"
	"testing"
)

// TestRoles: the role strings of an access or an administrator role lead back to it.
func TestRoles(t *testing.T) {
	for _, role := range AdministratorRoles {
		u := &User{}
		if text := role.RoleString(); text != "" {
			u.Roles = []string{text}
		}
		if got := u.AdministratorRole(); got != role {
			t.Errorf("%s is read as %s", role, got)
		}
	}
	both := &User{Roles: []string{RoleDelegatedAdminExternal, RoleDelegatedAdminInternal}}
	if both.AdministratorRole() != AdministratorInternal || (*User)(nil).AdministratorRole() != AdministratorNone {
		t.Error("a user with both roles is not an internal administrator, or an anonymous user is an administrator")
	}
	for _, application := range Applications {
		for _, status := range AccessStatuses {
			for _, edition := range []WireFlowEdition{EditionCloud, EditionOnPremises} {
				roles := AccessRoles(application, status, edition)
				got := AccessesByRoles(&User{Roles: roles})
				if len(roles) == 0 {
					if len(got) > 0 {
						t.Errorf("%s %s without a role string grants %+v", application, status, got[0])
					}
					continue
				}
				if len(got) != 1 || got[0].Application != application || got[0].Status != status ||
					application == Artemis && got[0].Edition != edition {
					t.Errorf("%s %s %s: %v", application, status, edition, roles)
				}
				for _, role := range roles {
					if !IsAccessRole(role) {
						t.Errorf("%s is not a role string of an access", role)
					}
				}
			}
		}
	}
	if IsAccessRole(RoleDelegatedAdminExternal) || IsAccessRole("") {
		t.Error("a role string of an administrator counts as an access")
	}
	for _, test := range []struct {
		user *User
		want ActorRole
	}{
		{nil, ActorAnonymous},
		{&User{}, ActorCustomer},
		{&User{Roles: []string{RoleEmployee}}, ActorEmployee},
		{&User{Roles: []string{RoleEmployee, RoleDelegatedAdminExternal}}, ActorExternalAdmin},
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
	for role, want := range map[AdministratorRole][]string{
		AdministratorNone: {"b"}, AdministratorExternal: {"b"}, AdministratorInternal: {"a", "b"},
	} {
		if got := AdministeredOrganizations(role, memberships); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", role, got, want)
		}
	}
}

// Rules: USER-5.
func TestUserStatus(t *testing.T) {
	for _, test := range []struct {
		account  AccessStatus
		accesses []AccessStatus
		want     AccessStatus
	}{
		{AccessInvited, []AccessStatus{AccessInvited}, AccessInvited},
		{AccessInviteExpired, nil, AccessInviteExpired},
		{AccessActive, nil, AccessActive},
		{AccessActive, []AccessStatus{AccessActive, AccessPending}, AccessPending},
		{AccessActive, []AccessStatus{AccessDeclined, AccessActive}, AccessActive},
		{AccessActive, []AccessStatus{AccessInactive, AccessDeclined}, AccessDeclined},
		{AccessActive, []AccessStatus{AccessInactive}, AccessInactive},
		{AccessActive, []AccessStatus{AccessUnknown}, AccessUnknown},
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
