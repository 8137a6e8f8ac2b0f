package sisusers

import (
	"slices"
	"testing"

	"strand/domain/portal"
	"strand/domain/useradmin"
)

// Rules: ROLE-15.
func TestAdministeredOrganizations(t *testing.T) {
	memberships := []useradmin.Membership{{OrganizationID: "a"}, {OrganizationID: "b", IsAdministrator: true}}
	for role, want := range map[portal.AdministratorRole][]string{
		portal.AdministratorNone: {"b"}, portal.AdministratorExternal: {"b"}, portal.AdministratorInternal: {"a", "b"},
	} {
		if got := administeredOrganizations(role, memberships); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", role, got, want)
		}
	}
}
