package useradmin

import (
	"testing"

	"strand/domain/portal"
)

var (
	nordkabel = &ManagedOrganization{
		ID: "nordkabel", Applications: []portal.Service{portal.Ticketing, portal.Artemis, portal.LearningService},
	}
	helia = &ManagedOrganization{ID: "helia", Applications: []portal.Service{portal.Inventory}}
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
			Status:        portal.AccessActive,
			Account:       portal.AccessActive,
			Role:          portal.AdministratorNone,
			Organizations: []*ManagedOrganization{nordkabel},
			Accesses: []*Access{
				{Organization: nordkabel, Application: portal.Ticketing, Status: portal.AccessPending},
				{Organization: nordkabel, Application: portal.Artemis, Status: portal.AccessActive},
				{Organization: nordkabel, Application: portal.DirectService, Status: portal.AccessInactive},
			},
		}
		if change != nil {
			change(u)
		}
		return u
	}
	admin := func(u *ManagedUser) { u.Role, u.AdministratorOf = portal.AdministratorExternal, []string{"nordkabel"} }
	last := func(u *ManagedUser) {
		admin(u)
		u.LastAdministratorOf = u.AdministratorOf
	}
	employee := func(u *ManagedUser) { u.IsEmployee = true }
	invited := func(u *ManagedUser) { u.Account, u.Status = portal.AccessInvited, portal.AccessInvited }
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
			Role:   portal.AdministratorInternal,
		}, OwnAccount},
		{
			"accept a request", external, user(nil), UserChange{Action: AcceptRequest, Application: portal.Ticketing},
			Allowed,
		},
		{"accept a request that does not exist", external, user(nil), UserChange{
			Action:      AcceptRequest,
			Application: portal.Artemis,
		},
			StateChanged},
		{"add an application of the organization", external, user(nil),
			UserChange{Action: AddApplication, Application: portal.LearningService}, Allowed},
		{"add an application of another organization", external, user(nil),
			UserChange{Action: AddApplication, Application: portal.Inventory}, NotOffered},
		{"grant an application that the organization no longer has", internal, user(nil),
			UserChange{Action: GrantAccess, Application: portal.DirectService}, NotOffered},
		{"edit an access with editions", external, user(nil),
			UserChange{Action: EditAccess, Application: portal.Artemis},
			Allowed},
		{"edit an access without editions", external,
			user(func(u *ManagedUser) { u.Access("nordkabel", portal.Ticketing).Status = portal.AccessActive }),
			UserChange{Action: EditAccess, Application: portal.Ticketing}, StateChanged},
		{"edit an access of an employee", internal, user(employee),
			UserChange{Action: EditAccess, Application: portal.Artemis}, ManagedInternally},
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
			UserChange{Action: RemoveRole, Role: portal.AdministratorExternal}, LastAdministrator},
		{"remove the role of another administrator", external, user(admin),
			UserChange{Action: RemoveRole, Role: portal.AdministratorExternal}, Allowed},
		{"remove a role that the user does not have", external, user(nil),
			UserChange{Action: RemoveRole, Role: portal.AdministratorExternal}, StateChanged},
		{"assign the external role", external, user(nil),
			UserChange{Action: AssignRole, Role: portal.AdministratorExternal}, Allowed},
		{"assign the external role again", external, user(admin), UserChange{
			Action: AssignRole,
			Role:   portal.AdministratorExternal,
		},
			StateChanged},
		{"an external administrator assigns the internal role", external, user(employee),
			UserChange{Action: AssignRole, Role: portal.AdministratorInternal}, RoleNotGrantable},
		{"an internal administrator assigns the internal role to an employee", internal, user(employee),
			UserChange{Action: AssignRole, Role: portal.AdministratorInternal}, Allowed},
		{"an internal administrator assigns the internal role to a customer", internal, user(nil),
			UserChange{Action: AssignRole, Role: portal.AdministratorInternal}, RoleNotGrantable},
		{"assign no role", internal, user(nil), UserChange{Action: AssignRole, Role: portal.AdministratorNone},
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
	first := &ManagedOrganization{ID: "first", Applications: []portal.Service{portal.Ticketing, portal.Artemis}}
	second := &ManagedOrganization{ID: "second", Applications: []portal.Service{portal.Ticketing, portal.Inventory}}
	foreign := &ManagedOrganization{
		ID: "foreign", Applications: []portal.Service{portal.Ticketing, portal.LearningService},
	}
	actor := func(role ActorRole, organizations ...*ManagedOrganization) *Administrator {
		return &Administrator{UserID: "admin", Role: role, Organizations: organizations}
	}
	ofOne, ofBoth := actor(ActorExternalAdmin, first), actor(ActorExternalAdmin, first, second)
	internal := actor(ActorInternalAdmin, first, second, foreign)
	// The user is a member of all three; a right in the foreign one is of no account to its other administrators.
	user := &ManagedUser{
		ID:              "user",
		Status:          portal.AccessActive,
		Account:         portal.AccessActive,
		Role:            portal.AdministratorExternal,
		Organizations:   []*ManagedOrganization{first, second, foreign},
		AdministratorOf: []string{"second", "foreign"},
		Accesses: []*Access{
			{Organization: first, Application: portal.Ticketing, Status: portal.AccessActive},
			{Organization: second, Application: portal.Ticketing, Status: portal.AccessPending},
			{Organization: foreign, Application: portal.Ticketing, Status: portal.AccessActive},
			{Organization: foreign, Application: portal.LearningService, Status: portal.AccessPending},
		},
		LastAdministratorOf: []string{"foreign"},
	}
	access := func(action UserAction, application portal.Service, organization string) UserChange {
		return UserChange{Action: action, Application: application, OrganizationID: organization}
	}
	role := func(action UserAction, organization string) UserChange {
		return UserChange{Action: action, Role: portal.AdministratorExternal, OrganizationID: organization}
	}
	for name, test := range map[string]struct {
		by     *Administrator
		change UserChange
		want   Decision
	}{
		"withdraw in the own organization": {ofOne, access(WithdrawAccess, portal.Ticketing, "first"), Allowed},
		"withdraw in the only one":         {ofOne, access(WithdrawAccess, portal.Ticketing, ""), Allowed},
		"withdraw in a foreign one": {
			ofOne, access(WithdrawAccess, portal.Ticketing, "foreign"), OrganizationNotFound,
		},
		"withdraw in an unknown one": {
			ofOne, access(WithdrawAccess, portal.Ticketing, "none"), OrganizationNotFound,
		},
		"withdraw in one of two":     {ofBoth, access(WithdrawAccess, portal.Ticketing, ""), OrganizationRequired},
		"withdraw what is requested": {ofBoth, access(WithdrawAccess, portal.Ticketing, "second"), StateChanged},
		"accept in one of two":       {ofBoth, access(AcceptRequest, portal.Ticketing, "second"), Allowed},
		"accept in the other":        {ofBoth, access(AcceptRequest, portal.Ticketing, "first"), StateChanged},
		"accept in a foreign one": {
			ofBoth, access(AcceptRequest, portal.LearningService, "foreign"), OrganizationNotFound,
		},
		"accept what only a foreign one offers": {
			ofBoth, access(AcceptRequest, portal.LearningService, ""), NotOffered,
		},
		"add what one of two offers": {ofBoth, access(AddApplication, portal.Inventory, ""), Allowed},
		"add in the one that does not offer it": {
			ofBoth, access(AddApplication, portal.Inventory, "first"), NotOffered,
		},
		"make administrator of the own":       {ofOne, role(AssignRole, ""), Allowed},
		"make administrator of a foreign one": {ofOne, role(AssignRole, "foreign"), OrganizationNotFound},
		"make administrator of one of two":    {ofBoth, role(AssignRole, ""), OrganizationRequired},
		"make administrator again":            {ofBoth, role(AssignRole, "second"), StateChanged},
		"remove a role that only others gave": {ofOne, role(RemoveRole, ""), StateChanged},
		"remove the role of a foreign one":    {ofOne, role(RemoveRole, "foreign"), OrganizationNotFound},
		"remove the role":                     {ofBoth, role(RemoveRole, "second"), Allowed},
		"remove the last administrator":       {internal, role(RemoveRole, "foreign"), LastAdministrator},
		"an internal administrator accepts":   {internal, access(AcceptRequest, portal.LearningService, ""), Allowed},
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

// TestAdministrator_Check_FactorReset: the factor of an administrator is reset by two administrators together.
//
// Rules: USER-19, USER-55.
func TestAdministrator_Check_FactorReset(t *testing.T) {
	by := func(id string) *FactorReset { return &FactorReset{RequestedBy: &portal.Person{ID: id}} }
	for _, test := range []struct {
		name                string
		withFactor, isAdmin bool
		isEmployee, isSelf  bool
		open                *FactorReset
		// want are the decisions on the four steps: reset, request, confirm and cancel.
		want [4]Decision
	}{
		{name: "without a factor", want: [4]Decision{StateChanged, StateChanged, StateChanged, StateChanged}},
		{
			name: "a member", withFactor: true,
			want: [4]Decision{Allowed, StateChanged, StateChanged, StateChanged},
		},
		{
			name: "an administrator", withFactor: true, isAdmin: true,
			want: [4]Decision{StateChanged, Allowed, StateChanged, StateChanged},
		},
		{
			name: "an own request", withFactor: true, isAdmin: true, open: by("admin"),
			want: [4]Decision{StateChanged, StateChanged, SecondAdministrator, Allowed},
		},
		{
			name: "the request of another one", withFactor: true, isAdmin: true, open: by("other"),
			want: [4]Decision{StateChanged, StateChanged, Allowed, Allowed},
		},
		{
			name: "a request for a factor that was removed", isAdmin: true, open: by("other"),
			want: [4]Decision{StateChanged, StateChanged, StateChanged, Allowed},
		},
		{
			name: "an employee", withFactor: true, isEmployee: true, open: by("other"),
			want: [4]Decision{ManagedInternally, ManagedInternally, ManagedInternally, ManagedInternally},
		},
		{
			name: "the own factor", withFactor: true, isAdmin: true, isSelf: true, open: by("other"),
			want: [4]Decision{OwnAccount, OwnAccount, OwnAccount, OwnAccount},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := &Administrator{
				UserID: "admin", Role: ActorExternalAdmin, Organizations: []*ManagedOrganization{nordkabel},
			}
			u := &ManagedUser{
				ID: "user", Status: portal.AccessActive, Account: portal.AccessActive,
				Role: portal.AdministratorNone, Organizations: []*ManagedOrganization{nordkabel},
				HasSecondFactor: test.withFactor, ResetNeedsConfirmation: test.isAdmin,
				IsEmployee: test.isEmployee, FactorReset: test.open,
			}
			if test.isSelf {
				u.ID = a.UserID
			}
			for i, step := range []UserAction{
				ResetSecondFactor, RequestFactorReset, ConfirmFactorReset, CancelFactorReset,
			} {
				if got := a.Check(u, UserChange{Action: step}); got != test.want[i] {
					t.Errorf("%s: %s, want %s", step, got, test.want[i])
				}
				if step.CanBeUndone() || step.IsDestructive() != (step != CancelFactorReset) {
					t.Errorf("%s can be undone, or need not be confirmed", step)
				}
			}
		})
	}
}
