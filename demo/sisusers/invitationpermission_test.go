package sisusers

import (
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
