package sisusers

import (
	"slices"
	"testing"

	"strand/domain/portal"
	"strand/domain/useradmin"
)

// Rules: USER-33.
func TestCheckInvitation(t *testing.T) {
	invitation := func(
		organization string, role portal.AdministratorRole, applications ...portal.Service,
	) useradmin.Invitation {
		return useradmin.Invitation{OrganizationID: organization, Role: role, Applications: applications}
	}
	organizations := []*useradmin.ManagedOrganization{
		{ID: "nordkabel", Applications: []portal.Service{portal.Ticketing, portal.Artemis, portal.LearningService}},
		{ID: "helia", Applications: []portal.Service{portal.Inventory}},
	}
	for _, test := range []struct {
		name       string
		by         useradmin.ActorRole
		invitation useradmin.Invitation
		want       useradmin.Decision
	}{
		{
			"without applications", useradmin.ActorExternalAdmin, invitation("helia", portal.AdministratorNone),
			useradmin.Allowed,
		},
		{"with applications and the external role", useradmin.ActorExternalAdmin,
			invitation("nordkabel", portal.AdministratorExternal, portal.Ticketing, portal.LearningService),
			useradmin.Allowed},
		{
			"to a foreign organization", useradmin.ActorInternalAdmin, invitation("other", portal.AdministratorNone),
			useradmin.OrganizationNotFound,
		},
		{"with an application of another organization", useradmin.ActorInternalAdmin,
			invitation("helia", portal.AdministratorNone, portal.Inventory, portal.Ticketing), useradmin.NotOffered},
		{
			"with the internal role", useradmin.ActorInternalAdmin, invitation("helia", portal.AdministratorInternal),
			useradmin.RoleNotGrantable,
		},
		{
			"by a customer", useradmin.ActorCustomer, invitation("helia", portal.AdministratorNone),
			useradmin.ActionForbidden,
		},
	} {
		admin := &useradmin.Administrator{
			UserID:        "admin",
			Role:          test.by,
			Organizations: organizations,
		}
		if got := checkInvitation(admin, test.invitation); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

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
}

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
