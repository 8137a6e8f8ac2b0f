package useradmin

import (
	"slices"
	"strings"
	"testing"

	"strand/domain/portal"
	"strand/test/portaltest"
)

func TestManagedUser(t *testing.T) {
	u := &ManagedUser{FirstName: "Ada ", Organizations: []*ManagedOrganization{
		{
			ID:           "o1",
			Applications: []portal.Service{portal.LearningService},
		}, {ID: "o2", Applications: []portal.Service{portal.Ticketing, portal.LearningService}},
	}}
	if u.FullName() != "Ada" {
		t.Errorf("%q", u.FullName())
	}
	for want, u := range map[TargetKind]*ManagedUser{
		TargetCustomer: {}, TargetEmployee: {IsEmployee: true, Role: portal.AdministratorExternal},
		TargetInternalAdmin: {IsEmployee: true, Role: portal.AdministratorInternal},
		TargetExternalAdmin: {Role: portal.AdministratorExternal},
	} {
		if got := u.Kind(); got != want {
			t.Errorf("%+v is a %s, want %s", u, got, want)
		}
	}
	for action, want := range map[UserAction]bool{
		DeleteUser: true, RemoveRole: true, RemoveOrganization: true, WithdrawAccess: true, DenyRequest: false,
		InviteUser: false,
	} {
		if got := (&ActionOption{Action: action}).IsDestructive(); got != want {
			t.Errorf("%s must be confirmed: %v", action, got)
		}
	}
	// Every refusal has a message.
	for _, d := range []Decision{
		ActionForbidden, UserNotFound, OwnAccount, ManagedInternally, StateChanged, NotOffered, OrganizationNotFound,
		RoleNotGrantable, LastAdministrator, AlreadyExists, OrganizationRequired, KeyReused,
	} {
		if d.Message() == "" {
			t.Errorf("%s has no message", d)
		}
	}
}

// TestManagedUser_ActionsOnInvitations: an invitation to the portal is sent again once for all applications, the one
// to an application for that application.
func TestManagedUser_ActionsOnInvitations(t *testing.T) {
	organizations := []*ManagedOrganization{{ID: "o1", Applications: []portal.Service{portal.LearningService}}}
	actions := func(account portal.AccessStatus) (found []string) {
		u := &ManagedUser{
			ID: "u1", Account: account, Organizations: organizations, ViewerID: "admin", ViewerRole: ActorExternalAdmin,
			ViewerOrganizations: organizations,
			Accesses: []*Access{
				{Organization: organizations[0], Application: portal.LearningService, Status: portal.AccessInvited},
			},
		}
		for _, o := range u.Actions() {
			if o.Action == ResendInvite || o.Action == SendNewInvite {
				application := "PORTAL"
				if o.Application != nil {
					application = string(*o.Application)
				}
				found = append(found, string(o.Action)+" "+application)
			}
		}
		return found
	}
	for account, want := range map[portal.AccessStatus]string{
		portal.AccessActive: "RESEND_INVITE LEARNING", portal.AccessInvited: "RESEND_INVITE PORTAL",
		portal.AccessInviteExpired: "SEND_NEW_INVITE PORTAL",
	} {
		if got := strings.Join(actions(account), ", "); got != want {
			t.Errorf("%s: %s, want %s", account, got, want)
		}
	}
}

// Rules: USER-10, USER-16.
func TestManagedUser_Actions(t *testing.T) {
	u := &ManagedUser{
		ID:            "user",
		Status:        portal.AccessPending,
		Account:       portal.AccessActive,
		Role:          portal.AdministratorNone,
		Organizations: []*ManagedOrganization{nordkabel},
		Accesses: []*Access{
			{Organization: nordkabel, Application: portal.Ticketing, Status: portal.AccessPending},
			{Organization: nordkabel, Application: portal.Artemis, Status: portal.AccessActive},
		},
		ViewerID:            "admin",
		ViewerRole:          ActorExternalAdmin,
		ViewerOrganizations: []*ManagedOrganization{nordkabel, helia},
	}
	var got []string
	for _, o := range u.Actions() {
		text := string(o.Action)
		if o.Application != nil {
			text += " " + string(*o.Application)
		}
		if o.Role != nil {
			text += " " + string(*o.Role)
		}
		if o.Organization != nil {
			text += " " + o.Organization.ID
		}
		got = append(got, text)
	}
	want := []string{
		"ACCEPT_REQUEST TICKETING nordkabel", "DENY_REQUEST TICKETING nordkabel", "ADD_APPLICATION LEARNING nordkabel",
		"EDIT_ACCESS ARTEMIS nordkabel", "ASSIGN_ORGANIZATION helia", "ASSIGN_ROLE EXTERNAL nordkabel",
		"WITHDRAW_ACCESS ARTEMIS nordkabel", "REMOVE_ORGANIZATION nordkabel", "DELETE_USER",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	u.ViewerID = "user"
	if own := u.Actions(); len(own) > 0 {
		t.Errorf("actions on the own account: %v", own)
	}
}

// TestManagedUser_URLs: ids are escaped.
func TestManagedUser_URLs(t *testing.T) {
	siteCtx := portaltest.Context(t)
	if got := (&ManagedUser{ID: "u/1"}).URL(siteCtx); got != "/de-ch/mykomax/user-admin/u%2F1" {
		t.Errorf("the user: %s", got)
	}
	if got := (&ManagedOrganization{ID: "o/1"}).URL(siteCtx); got != "/de-ch/mykomax/user-admin/organizations/o%2F1" {
		t.Errorf("the organization: %s", got)
	}
}
