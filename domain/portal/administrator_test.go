package portal

import (
	"testing"
)

var (
	nordkabel = &ManagedOrganization{ID: "nordkabel", Applications: []Service{Ticketing, Artemis, LearningService}}
	helia     = &ManagedOrganization{ID: "helia", Applications: []Service{Inventory}}
)

// Rules: USER-2, USER-14, USER-18, USER-19, USER-20, USER-23.
func TestAdministrator_Check(t *testing.T) {
	external := &Administrator{
		UserID:        "admin",
		Role:          ActorExternalAdmin,
		Organizations: []*ManagedOrganization{nordkabel, helia},
	}
	internal := &Administrator{UserID: "internal", Role: ActorInternalAdmin, Organizations: external.Organizations}
	user := func(change func(*ManagedUser)) *ManagedUser {
		u := &ManagedUser{
			ID:            "user",
			Status:        AccessActive,
			Account:       AccessActive,
			Role:          AdministratorNone,
			Organizations: []*ManagedOrganization{nordkabel},
			Accesses: []*Access{
				{Organization: nordkabel, Application: Ticketing, Status: AccessPending},
				{Organization: nordkabel, Application: Artemis, Status: AccessActive},
				{Organization: nordkabel, Application: DirectService, Status: AccessInactive},
			},
		}
		if change != nil {
			change(u)
		}
		return u
	}
	admin := func(u *ManagedUser) { u.Role, u.AdministratorOf = AdministratorExternal, []string{"nordkabel"} }
	last := func(u *ManagedUser) {
		admin(u)
		u.LastAdministratorOf = u.AdministratorOf
	}
	employee := func(u *ManagedUser) { u.IsEmployee = true }
	invited := func(u *ManagedUser) { u.Account, u.Status = AccessInvited, AccessInvited }
	for _, test := range []struct {
		name   string
		by     *Administrator
		user   *ManagedUser
		change UserChange
		want   Decision
	}{
		{"an unknown user", external, nil, UserChange{Action: DeleteUser}, UserNotFound},
		{
			"a user without a common organization", external, user(func(u *ManagedUser) { u.Organizations = nil }),
			UserChange{Action: DeleteUser}, UserNotFound,
		},
		{"the administrator's own account", external, user(func(u *ManagedUser) { u.ID = "admin" }), UserChange{
			Action: AssignRole,
			Role:   AdministratorInternal,
		}, OwnAccount},
		{"accept a request", external, user(nil), UserChange{Action: AcceptRequest, Application: Ticketing}, Allowed},
		{"accept a request that does not exist", external, user(nil), UserChange{
			Action:      AcceptRequest,
			Application: Artemis,
		},
			StateChanged},
		{"add an application of the organization", external, user(nil),
			UserChange{Action: AddApplication, Application: LearningService}, Allowed},
		{"add an application of another organization", external, user(nil),
			UserChange{Action: AddApplication, Application: Inventory}, NotOffered},
		{"grant an application that the organization no longer has", internal, user(nil),
			UserChange{Action: GrantAccess, Application: DirectService}, NotOffered},
		{"edit an access with editions", external, user(nil), UserChange{Action: EditAccess, Application: Artemis},
			Allowed},
		{"edit an access without editions", external,
			user(func(u *ManagedUser) { u.Access("nordkabel", Ticketing).Status = AccessActive }),
			UserChange{Action: EditAccess, Application: Ticketing}, StateChanged},
		{"edit an access of an employee", internal, user(employee),
			UserChange{Action: EditAccess, Application: Artemis}, ManagedInternally},
		{"assign an organization of the administrator", external, user(nil),
			UserChange{Action: AssignOrganization, OrganizationID: "helia"}, Allowed},
		{"assign a foreign organization", external, user(nil),
			UserChange{Action: AssignOrganization, OrganizationID: "other"}, OrganizationNotFound},
		{"assign an organization again", external, user(nil),
			UserChange{Action: AssignOrganization, OrganizationID: "nordkabel"}, StateChanged},
		{"remove an organization", external, user(nil),
			UserChange{Action: RemoveOrganization, OrganizationID: "nordkabel"}, Allowed},
		{"remove an organization that the user does not have", external, user(nil),
			UserChange{Action: RemoveOrganization, OrganizationID: "helia"}, OrganizationNotFound},
		{"remove the last administrator", internal, user(last),
			UserChange{Action: RemoveOrganization, OrganizationID: "nordkabel"}, LastAdministrator},
		{"delete the last administrator", internal, user(last), UserChange{Action: DeleteUser}, LastAdministrator},
		{"remove the role of the last administrator", internal, user(last),
			UserChange{Action: RemoveRole, Role: AdministratorExternal}, LastAdministrator},
		{"remove the role of another administrator", external, user(admin),
			UserChange{Action: RemoveRole, Role: AdministratorExternal}, Allowed},
		{"remove a role that the user does not have", external, user(nil),
			UserChange{Action: RemoveRole, Role: AdministratorExternal}, StateChanged},
		{"assign the external role", external, user(nil), UserChange{Action: AssignRole, Role: AdministratorExternal},
			Allowed},
		{"assign the external role again", external, user(admin), UserChange{
			Action: AssignRole,
			Role:   AdministratorExternal,
		},
			StateChanged},
		{"an external administrator assigns the internal role", external, user(employee),
			UserChange{Action: AssignRole, Role: AdministratorInternal}, RoleNotGrantable},
		{"an internal administrator assigns the internal role to an employee", internal, user(employee),
			UserChange{Action: AssignRole, Role: AdministratorInternal}, Allowed},
		{"an internal administrator assigns the internal role to a customer", internal, user(nil),
			UserChange{Action: AssignRole, Role: AdministratorInternal}, RoleNotGrantable},
		{"assign no role", internal, user(nil), UserChange{Action: AssignRole, Role: AdministratorNone},
			RoleNotGrantable},
		{"resend the invitation to the portal", external, user(invited), UserChange{Action: ResendInvite}, Allowed},
		{"resend an accepted invitation", external, user(nil), UserChange{Action: ResendInvite}, StateChanged},
		{"invite a visible user", external, user(nil), UserChange{Action: InviteUser}, StateChanged},
	} {
		if got := test.by.Check(test.user, test.change); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// TestAdministrator_Check_Organizations: rights belong to memberships. An administrator changes them only in an
// organization that they administer, and names it if several are possible.
//
// Rules: USER-20, USER-23.
func TestAdministrator_Check_Organizations(t *testing.T) {
	first := &ManagedOrganization{ID: "first", Applications: []Service{Ticketing, Artemis}}
	second := &ManagedOrganization{ID: "second", Applications: []Service{Ticketing, Inventory}}
	foreign := &ManagedOrganization{ID: "foreign", Applications: []Service{Ticketing, LearningService}}
	actor := func(role ActorRole, organizations ...*ManagedOrganization) *Administrator {
		return &Administrator{UserID: "admin", Role: role, Organizations: organizations}
	}
	ofOne, ofBoth := actor(ActorExternalAdmin, first), actor(ActorExternalAdmin, first, second)
	internal := actor(ActorInternalAdmin, first, second, foreign)
	// The user is a member of all three; a right in the foreign one is of no account to its other administrators.
	user := &ManagedUser{
		ID:              "user",
		Status:          AccessActive,
		Account:         AccessActive,
		Role:            AdministratorExternal,
		Organizations:   []*ManagedOrganization{first, second, foreign},
		AdministratorOf: []string{"second", "foreign"},
		Accesses: []*Access{
			{Organization: first, Application: Ticketing, Status: AccessActive},
			{Organization: second, Application: Ticketing, Status: AccessPending},
			{Organization: foreign, Application: Ticketing, Status: AccessActive},
			{Organization: foreign, Application: LearningService, Status: AccessPending},
		},
		LastAdministratorOf: []string{"foreign"},
	}
	access := func(action UserAction, application Service, organization string) UserChange {
		return UserChange{Action: action, Application: application, OrganizationID: organization}
	}
	role := func(action UserAction, organization string) UserChange {
		return UserChange{Action: action, Role: AdministratorExternal, OrganizationID: organization}
	}
	for name, test := range map[string]struct {
		by     *Administrator
		change UserChange
		want   Decision
	}{
		"withdraw in the own organization": {ofOne, access(WithdrawAccess, Ticketing, "first"), Allowed},
		"withdraw in the only one":         {ofOne, access(WithdrawAccess, Ticketing, ""), Allowed},
		"withdraw in a foreign one": {
			ofOne, access(WithdrawAccess, Ticketing, "foreign"), OrganizationNotFound,
		},
		"withdraw in an unknown one": {
			ofOne, access(WithdrawAccess, Ticketing, "none"), OrganizationNotFound,
		},
		"withdraw in one of two":     {ofBoth, access(WithdrawAccess, Ticketing, ""), OrganizationRequired},
		"withdraw what is requested": {ofBoth, access(WithdrawAccess, Ticketing, "second"), StateChanged},
		"accept in one of two":       {ofBoth, access(AcceptRequest, Ticketing, "second"), Allowed},
		"accept in the other":        {ofBoth, access(AcceptRequest, Ticketing, "first"), StateChanged},
		"accept in a foreign one": {
			ofBoth, access(AcceptRequest, LearningService, "foreign"), OrganizationNotFound,
		},
		"accept what only a foreign one offers": {ofBoth, access(AcceptRequest, LearningService, ""), NotOffered},
		"add what one of two offers":            {ofBoth, access(AddApplication, Inventory, ""), Allowed},
		"add in the one that does not offer it": {ofBoth, access(AddApplication, Inventory, "first"), NotOffered},
		"make administrator of the own":         {ofOne, role(AssignRole, ""), Allowed},
		"make administrator of a foreign one":   {ofOne, role(AssignRole, "foreign"), OrganizationNotFound},
		"make administrator of one of two":      {ofBoth, role(AssignRole, ""), OrganizationRequired},
		"make administrator again":              {ofBoth, role(AssignRole, "second"), StateChanged},
		"remove a role that only others gave":   {ofOne, role(RemoveRole, ""), StateChanged},
		"remove the role of a foreign one":      {ofOne, role(RemoveRole, "foreign"), OrganizationNotFound},
		"remove the role":                       {ofBoth, role(RemoveRole, "second"), Allowed},
		"remove the last administrator":         {internal, role(RemoveRole, "foreign"), LastAdministrator},
		"an internal administrator accepts":     {internal, access(AcceptRequest, LearningService, ""), Allowed},
		"remove from a foreign one": {
			ofOne, UserChange{Action: RemoveOrganization, OrganizationID: "foreign"}, OrganizationNotFound,
		},
		"a former administrator": {
			actor(ActorCustomer, first), role(AssignRole, "first"), ActionForbidden,
		},
		"an administrator of another organization": {
			actor(ActorExternalAdmin, helia), role(AssignRole, "first"), UserNotFound,
		},
	} {
		if got := test.by.Check(user, test.change); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

// Rules: USER-33.
func TestAdministrator_CheckInvitation(t *testing.T) {
	invitation := func(organization string, role AdministratorRole, applications ...Service) Invitation {
		return Invitation{OrganizationID: organization, Role: role, Applications: applications}
	}
	for _, test := range []struct {
		name       string
		by         ActorRole
		invitation Invitation
		want       Decision
	}{
		{"without applications", ActorExternalAdmin, invitation("helia", AdministratorNone), Allowed},
		{"with applications and the external role", ActorExternalAdmin,
			invitation("nordkabel", AdministratorExternal, Ticketing, LearningService), Allowed},
		{"to a foreign organization", ActorInternalAdmin, invitation("other", AdministratorNone), OrganizationNotFound},
		{"with an application of another organization", ActorInternalAdmin,
			invitation("helia", AdministratorNone, Inventory, Ticketing), NotOffered},
		{"with the internal role", ActorInternalAdmin, invitation("helia", AdministratorInternal), RoleNotGrantable},
		{"by a customer", ActorCustomer, invitation("helia", AdministratorNone), ActionForbidden},
	} {
		admin := &Administrator{
			UserID:        "admin",
			Role:          test.by,
			Organizations: []*ManagedOrganization{nordkabel, helia},
		}
		if got := admin.CheckInvitation(test.invitation); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
