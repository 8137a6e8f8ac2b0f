package sisusers

import (
	"errors"
	"slices"
	"testing"
	"time"

	"strand/domain/portal"
	"strand/domain/useradmin"
)

// TestMemberships_InvitedInTwo: an administrator who sends an invitation again renews only what it contains in their
// own organization.
//
// Rules: USER-33.
func TestMemberships_InvitedInTwo(t *testing.T) {
	for name, action := range map[string]useradmin.UserAction{
		"an open invitation":    useradmin.ResendInvite,
		"an expired invitation": useradmin.SendNewInvite,
	} {
		t.Run(name, func(t *testing.T) {
			w := open(t)
			invitation := inviting("invite", "nora@example.org", portal.Ticketing)
			invitation.Role = portal.AdministratorExternal
			invited := w.invite(w.admin(), invitation)
			expires := millis(w.now().Add(w.invitationLifetime))
			if err := addMembership(t.Context(), w.db, invited.ID, "org-helia"); err != nil {
				t.Fatal(err)
			}
			if err := setRight(t.Context(), w.db, invited.ID, right{
				OrganizationID: "org-helia", Application: portal.Ticketing, Status: portal.AccessInvited,
				ExpiresAt: &expires,
			}); err != nil {
				t.Fatal(err)
			}
			w.advance(time.Hour)
			if action == useradmin.SendNewInvite {
				w.advance(w.invitationLifetime)
			}
			if err := w.expire(t.Context()); err != nil {
				t.Fatal(err)
			}
			before := w.rightsIn(invited.ID, "org-nordkabel")
			w.do(w.helia(), useradmin.UserChange{UserID: invited.ID, Action: action})
			if after := w.rightsIn(invited.ID, "org-nordkabel"); after != before {
				t.Errorf("in the other organization: %s, before %s", after, before)
			}
			w.advance(w.invitationLifetime - time.Minute)
			if _, err := w.AcceptInvitation(
				t.Context(), w.link("nora@example.org"), Acceptance{"Nora", "Neu", "Correct-horse-9"},
			); err != nil {
				t.Fatal(err)
			}
			got := w.user(invited.ID).OrganizationsWith(portal.Ticketing)
			if !slices.Equal(got, []string{"org-helia"}) {
				t.Errorf("service tickets in %v", got)
			}
		})
	}
}

// TestMemberships_GrantedAgain: an invitation that a present administrator sends again makes an administrator, even if
// the one who granted the role has lost it. An administrator of another organization cannot grant it.
//
// Rules: USER-33.
func TestMemberships_GrantedAgain(t *testing.T) {
	for name, test := range map[string]struct {
		by   func(*fixture) *User
		want []string
	}{
		"of this organization":    {(*fixture).admin, []string{"org-nordkabel"}},
		"of another organization": {(*fixture).helia, nil},
	} {
		t.Run(name, func(t *testing.T) {
			w := open(t)
			w.do(w.internal(), useradmin.UserChange{
				UserID: "user-customer", Action: useradmin.AssignRole, Role: portal.AdministratorExternal,
			})
			invitation := inviting("invite", "nora@example.org")
			invitation.Role = portal.AdministratorExternal
			invited := w.invite(w.user("user-customer"), invitation)
			w.do(w.internal(), useradmin.UserChange{
				UserID: "user-customer", Action: useradmin.RemoveRole, Role: portal.AdministratorExternal,
			})
			if err := addMembership(t.Context(), w.db, invited.ID, "org-helia"); err != nil {
				t.Fatal(err)
			}
			w.do(test.by(w), useradmin.UserChange{UserID: invited.ID, Action: useradmin.ResendInvite})
			if _, err := w.AcceptInvitation(
				t.Context(), w.link("nora@example.org"), Acceptance{"Nora", "Neu", "Correct-horse-9"},
			); err != nil {
				t.Fatal(err)
			}
			if ids := w.administered(invited.ID); !slices.Equal(ids, test.want) {
				t.Errorf("administers %v, want %v", ids, test.want)
			}
		})
	}
}

// TestMemberships_WithdrawnApplication: an invitation to an application cannot be accepted after the organization has
// lost the application.
//
// Rules: PORT-20.
func TestMemberships_WithdrawnApplication(t *testing.T) {
	w := open(t)
	w.do(w.admin(), useradmin.UserChange{
		UserID: "user-colleague", Action: useradmin.AddApplication, Application: portal.LearningService,
	})
	if _, err := w.db.Exec(
		`UPDATE organizations SET applications = '["TICKETING"]' WHERE id = 'org-nordkabel'`,
	); err != nil {
		t.Fatal(err)
	}
	decision, _, err := w.AcceptOwnInvitation(t.Context(), w.user("user-colleague"), portal.LearningService)
	if err != nil || decision != useradmin.StateChanged {
		t.Errorf("in the portal: %s %v", decision, err)
	}
	link := w.link("colleague@example.com")
	if _, err := w.Invitation(t.Context(), link); !errors.Is(err, ErrInvalidToken) {
		t.Errorf("the page of the link: %v", err)
	}
	if _, err := w.AcceptInvitation(t.Context(), link, Acceptance{}); !errors.Is(err, ErrInvalidToken) {
		t.Errorf("the link: %v", err)
	}
	if roles := w.user("user-colleague").Roles; slices.Contains(roles, "kmx_int_lmsefront_active") {
		t.Errorf("the token has %v", roles)
	}
}

// TestMemberships_InvitedAdministrator: a member of one organization who joins another one as administrator
// administers only that one.
//
// Rules: ROLE-15, USER-33.
func TestMemberships_InvitedAdministrator(t *testing.T) {
	w := open(t)
	invitation := inviting("invite", "other@example.com", portal.Ticketing)
	invitation.Role = portal.AdministratorExternal
	w.invite(w.admin(), invitation)
	if _, err := w.AcceptInvitation(t.Context(), w.link("other@example.com"), Acceptance{}); err != nil {
		t.Fatal(err)
	}
	joined := w.user("user-other")
	if !slices.Contains(joined.Roles, portal.RoleDelegatedAdminExternal) {
		t.Errorf("the token has no role: %v", joined.Roles)
	}
	if ids := w.administered("user-other"); !slices.Equal(ids, []string{"org-nordkabel"}) {
		t.Errorf("administers %v", ids)
	}
	if _, err := w.ManagedUser(t.Context(), joined, "user-helia-admin"); err == nil {
		t.Error("sees a user of an organization of which they are a member only")
	}
	page, err := w.Users(t.Context(), joined, UserSelection{
		Order: useradmin.OrderName, First: 200, Filter: useradmin.UserFilter{Organizations: []string{"org-helia"}},
	})
	if err != nil || page.Total != 0 {
		t.Errorf("lists %d users of the other organization, %v", page.Total, err)
	}
	// Losing the role in one organization keeps it in the other one.
	w.do(w.internal(), useradmin.UserChange{
		UserID: "user-other", Action: useradmin.AssignRole, Role: portal.AdministratorExternal,
		OrganizationID: "org-helia",
	})
	w.do(w.admin(), useradmin.UserChange{
		UserID: "user-other", Action: useradmin.RemoveRole, Role: portal.AdministratorExternal,
	})
	if ids := w.administered("user-other"); !slices.Equal(ids, []string{"org-helia"}) {
		t.Errorf("administers %v", ids)
	}
	if now := w.user("user-other"); !slices.Contains(now.Roles, portal.RoleDelegatedAdminExternal) {
		t.Errorf("the token lost the role of the other organization: %v", now.Roles)
	}
}

// TestMemberships_GrantedByFormerAdministrator: an invitation does not make an administrator if who granted the role no
// longer administers the organization.
//
// Rules: USER-33.
func TestMemberships_GrantedByFormerAdministrator(t *testing.T) {
	for name, accept := range map[string]struct {
		email string
		as    Acceptance
	}{
		"a new account":    {"nora@example.org", Acceptance{"Nora", "Neu", "Correct-horse-9"}},
		"a joined account": {"other@example.com", Acceptance{}},
	} {
		t.Run(name, func(t *testing.T) {
			w := open(t)
			w.do(w.internal(), useradmin.UserChange{
				UserID: "user-customer", Action: useradmin.AssignRole, Role: portal.AdministratorExternal,
			})
			invitation := inviting("invite", accept.email, portal.Ticketing)
			invitation.Role = portal.AdministratorExternal
			w.invite(w.user("user-customer"), invitation)
			w.do(w.internal(), useradmin.UserChange{
				UserID: "user-customer", Action: useradmin.RemoveRole, Role: portal.AdministratorExternal,
			})
			if _, err := w.AcceptInvitation(t.Context(), w.link(accept.email), accept.as); err != nil {
				t.Fatal(err)
			}
			u, err := w.UserByEmail(t.Context(), accept.email)
			if err != nil || !slices.Contains(u.Organizations, "org-nordkabel") {
				t.Fatalf("%+v %v", u, err)
			}
			if ids := w.administered(u.ID); len(ids) > 0 {
				t.Errorf("administers %v", ids)
			}
		})
	}
}
