package sisusers

import (
	"slices"
	"testing"

	"strand/domain/portal"
)

// TestRights: the memberships decide in which organizations a user is an administrator, and all rights together on the
// role strings.
//
// Rules: ROLE-15.
func TestRights(t *testing.T) {
	account := right{Status: portal.AccessActive, Role: portal.AdministratorInternal}
	member := right{OrganizationID: "a", Role: portal.AdministratorNone}
	administrator := right{OrganizationID: "b", Role: portal.AdministratorExternal}
	tickets := right{OrganizationID: "a", Application: portal.Ticketing, Status: portal.AccessActive}
	declined := right{OrganizationID: "b", Application: portal.Ticketing, Status: portal.AccessDeclined}
	for name, test := range map[string]struct {
		held         rights
		administered []string
		roles        []string
	}{
		"none":     {nil, nil, nil},
		"a member": {rights{member, tickets}, nil, []string{"kmx_int_serviceticketing_active"}},
		"an external administrator": {
			rights{member, administrator}, []string{"b"}, []string{"kmx_delegatedadmin_extern"},
		},
		"an internal administrator": {
			rights{account, member, administrator}, []string{"a", "b"},
			[]string{"kmx_delegatedadmin_extern", "kmx_delegatedadmin_intern"},
		},
		"the best of two accesses": {rights{tickets, declined}, nil, []string{"kmx_int_serviceticketing_active"}},
	} {
		if got := test.held.administered(); !slices.Equal(got, test.administered) {
			t.Errorf("%s: administers %v", name, got)
		}
		if got := test.held.roleStrings(false); !slices.Equal(got, test.roles) {
			t.Errorf("%s: roles %v", name, got)
		}
	}
	if got := (rights{member}).roleStrings(true); !slices.Equal(got, []string{portal.RoleEmployee}) {
		t.Errorf("an employee: %v", got)
	}
}
