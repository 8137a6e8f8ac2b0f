package useradmin

import (
	"testing"

	"strand/domain/portal"
)

// TestRoles: the role string of an administrator role leads back to it.
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
