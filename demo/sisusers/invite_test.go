package sisusers

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"strand/domain/portal"
	"strand/domain/useradmin"
)

// inviting returns an invitation to Nordkabel.
func inviting(key, email string, applications ...portal.Service) useradmin.Invitation {
	return useradmin.Invitation{
		Key:            key,
		Email:          email,
		FirstName:      "Nora",
		LastName:       "Neu",
		Language:       "de",
		OrganizationID: "org-nordkabel",
		Applications:   applications,
		Role:           portal.AdministratorNone,
	}
}

func (w *fixture) invite(by *User, i useradmin.Invitation) *useradmin.ManagedUser {
	w.t.Helper()
	result, err := w.Invite(w.t.Context(), by, i)
	if err != nil || result.Decision != useradmin.Allowed {
		w.t.Fatalf("%+v: %+v %v", i, result, err)
	}
	return result.User
}

// TestInvite_NewAccount: accepting an invitation creates an account with the invited rights.
//
// Rules: USER-37.
func TestInvite_NewAccount(t *testing.T) {
	w := open(t)
	invited := w.invite(w.admin(), inviting("invite", "nora@example.org", portal.Ticketing, portal.LearningService))
	if invited.Status != portal.AccessInvited || invited.Email != "nora@example.org" {
		t.Errorf("%+v", invited)
	}
	if m := w.mailsTo("nora@example.org"); len(m) != 1 ||
		m[0].Subject != "Einladung zu MyKomax: Nordkabel Systeme AG" ||
		!strings.Contains(m[0].Text, "gilt bis "+m[0].SentAt.AddDate(0, 0, 7).UTC().Format("2006-01-02 15:04 UTC")) {
		t.Errorf("%+v", m)
	}
	if e := w.newest(w.admin(), invited.ID); e.Action != useradmin.InviteUser || e.OrganizationID != "org-nordkabel" ||
		e.After != "INVITED" {
		t.Errorf("%+v", e)
	}
	if again, err := w.Invite(
		t.Context(), w.admin(), inviting("invite", "nora@example.org", portal.Ticketing, portal.LearningService),
	); err != nil ||
		again.Decision != useradmin.Allowed ||
		again.User.ID != invited.ID {
		t.Errorf("the same key: %+v %v", again, err)
	}
	if len(w.mailsTo("nora@example.org")) != 1 {
		t.Error("the same key sent another mail")
	}
	token := w.link("nora@example.org")
	var wrong PolicyErrors
	if _, err := w.AcceptInvitation(
		t.Context(), token, Acceptance{"", strings.Repeat("x", maxName+1), "x"},
	); !errors.As(
		err,
		&wrong,
	) ||
		len(wrong) != 3 {
		t.Errorf("a wrong form: %v", err)
	}
	id, err := w.AcceptInvitation(t.Context(), token, Acceptance{" Nora ", "Nowak", "Correct-horse-9"})
	if err != nil || id != invited.ID {
		t.Fatalf("%s %v", id, err)
	}
	u, err := w.Authenticate(t.Context(), LoginSource{}, "nora@example.org", "Correct-horse-9")
	if err != nil || u.FirstName != "Nora" || u.LastName != "Nowak" ||
		!slices.Equal(u.Roles, []string{"kmx_int_lmsefront_active", "kmx_int_serviceticketing_active"}) {
		t.Errorf("%+v %v", u, err)
	}
	found := w.listed(w.admin(), useradmin.UserFilter{Text: "NOWAK nora@example"}, useradmin.OrderName)
	if len(found) != 1 {
		t.Errorf("the new name is not found: %+v", found)
	}
	if _, err := w.AcceptInvitation(t.Context(), token, Acceptance{"Nora", "Nowak", "Correct-horse-9"}); !errors.Is(
		err,
		ErrInvalidToken,
	) {
		t.Errorf("a used link: %v", err)
	}
}

// TestInvite_Join: an account joins the organization and keeps its rights; the invited user is removed.
//
// Rules: USER-2, USER-33.
func TestInvite_Join(t *testing.T) {
	w := open(t)
	if err := addMembership(t.Context(), w.db, "user-other", "org-meridian"); err != nil {
		t.Fatal(err)
	}
	if err := setRight(
		t.Context(), w.db, "user-other",
		right{
			OrganizationID: "org-meridian", Application: portal.Artemis, Status: portal.AccessActive,
			Edition: portal.EditionOnPremises,
		},
	); err != nil {
		t.Fatal(err)
	}
	invited := w.invite(w.admin(), inviting("invite", "Other@Example.com", portal.Artemis, portal.MasterDataWM))
	found, err := w.Invitation(t.Context(), w.link("Other@Example.com"))
	if err != nil || !found.HasAccount || found.IsExpired || found.Organization != "Nordkabel Systeme AG" {
		t.Fatalf("%+v %v", found, err)
	}
	if id, err := w.AcceptInvitation(t.Context(), w.link("Other@Example.com"), Acceptance{}); err != nil || id != "" {
		t.Fatalf("%q %v", id, err)
	}
	u := w.user("user-other")
	for _, role := range []string{"kmx_artemis_onpremuser", "kmx_int_mfpwm_active", "kmx_int_assetdb_active"} {
		if !slices.Contains(u.Roles, role) {
			t.Errorf("%s is missing: %v", role, u.Roles)
		}
	}
	if !slices.Contains(u.Organizations, "org-nordkabel") {
		t.Errorf("%v", u.Organizations)
	}
	if _, err := w.ManagedUser(t.Context(), w.admin(), invited.ID); !errors.Is(err, ErrNotFound) {
		t.Errorf("the invited user: %v", err)
	}
	if n := w.count(`SELECT count(*) FROM users WHERE id = ? AND invited_email = ''`,
		invited.ID); n != 1 {
		t.Error("the invited user still contains the address")
	}
	if shown, err := w.ManagedUser(t.Context(), w.admin(), "user-other"); err != nil || len(shown.Organizations) != 1 ||
		shown.Organizations[0].ID != "org-nordkabel" {
		t.Errorf("foreign organizations are shown: %+v %v", shown, err)
	}
}

// TestInvite_JoinKeepsInternalRole: an internal administrator who joins an organization keeps the role.
//
// Rules: USER-33.
func TestInvite_JoinKeepsInternalRole(t *testing.T) {
	w := open(t)
	w.do(w.internal(), useradmin.UserChange{
		UserID: "user-employee", Action: useradmin.AssignRole, Role: portal.AdministratorInternal,
	})
	w.invite(w.admin(), inviting("invite", "employee@example.com"))
	if _, err := w.AcceptInvitation(t.Context(), w.link("employee@example.com"), Acceptance{}); err != nil {
		t.Fatal(err)
	}
	if ids := w.administered("user-employee"); !slices.Equal(ids, []string{"org-nordkabel", "org-strand"}) {
		t.Errorf("administers %v", ids)
	}
}

// TestInvite_RepeatedAndExpired: only the latest link is valid. The administrators get one mail when a person requests
// a new invitation after the expiry.
//
// Rules: USER-37.
func TestInvite_RepeatedAndExpired(t *testing.T) {
	w := open(t)
	invited := w.invite(w.admin(), inviting("invite", "nora@example.org", portal.Ticketing))
	first := w.link("nora@example.org")
	w.advance(time.Minute)
	w.do(w.admin(), useradmin.UserChange{UserID: invited.ID, Action: useradmin.ResendInvite})
	if _, err := w.Invitation(t.Context(), first); !errors.Is(err, ErrInvalidToken) {
		t.Errorf("the first link: %v", err)
	}
	second := w.link("nora@example.org")
	w.advance(defaultInvitationLifetime - time.Second)
	if found, err := w.Invitation(t.Context(), second); err != nil || found.IsExpired {
		t.Errorf("before its end: %+v %v", found, err)
	}
	if err := w.RequestNewInvitation(t.Context(), second); !errors.Is(err, ErrInvalidToken) {
		t.Errorf("asked again too early: %v", err)
	}
	w.advance(time.Second)
	if found, err := w.Invitation(t.Context(), second); err != nil || !found.IsExpired {
		t.Errorf("after its end: %+v %v", found, err)
	}
	if _, err := w.AcceptInvitation(t.Context(), second, Acceptance{"Nora", "Neu", "Correct-horse-9"}); !errors.Is(
		err,
		ErrInvalidToken,
	) {
		t.Errorf("accepted too late: %v", err)
	}
	shown, err := w.ManagedUser(t.Context(), w.admin(), invited.ID)
	if err != nil || shown.Status != portal.AccessInviteExpired ||
		statusOf(shown, portal.Ticketing) != portal.AccessInviteExpired {
		t.Errorf("%+v %v", shown, err)
	}
	before := len(w.mailsTo("admin@example.com"))
	for range 3 {
		if err := w.RequestNewInvitation(t.Context(), second); err != nil {
			t.Fatal(err)
		}
	}
	if got := len(w.mailsTo("admin@example.com")); got != before+1 {
		t.Errorf("%d mails to the administrator", got-before)
	}
	if shown, err = w.ManagedUser(t.Context(), w.admin(), invited.ID); err != nil || shown.RequestedBy == nil ||
		shown.RequestedBy.ID != invited.ID {
		t.Errorf("%+v %v", shown, err)
	}
	w.do(w.admin(), useradmin.UserChange{UserID: invited.ID, Action: useradmin.SendNewInvite})
	if _, err := w.AcceptInvitation(
		t.Context(), w.link("nora@example.org"), Acceptance{"Nora", "Neu", "Correct-horse-9"},
	); err != nil {
		t.Errorf("the new link: %v", err)
	}
}

// TestInvite_WithdrawnApplication: the link of a withdrawn invitation to an application is invalid.
//
// Rules: USER-37.
func TestInvite_WithdrawnApplication(t *testing.T) {
	w := open(t)
	w.do(
		w.admin(),
		useradmin.UserChange{
			UserID: "user-colleague", Action: useradmin.AddApplication, Application: portal.LearningService,
		},
	)
	token := w.link("colleague@example.com")
	gone := w.do(
		w.admin(),
		useradmin.UserChange{
			UserID: "user-colleague", Action: useradmin.WithdrawAccess, Application: portal.LearningService,
		},
	)
	if _, err := w.Invitation(t.Context(), token); !errors.Is(err, ErrInvalidToken) {
		t.Errorf("%v", err)
	}
	if back, err := w.UndoChange(t.Context(), w.admin(), gone.Undo.ID); err != nil ||
		back.Decision != useradmin.Allowed {
		t.Fatalf("%+v %v", back, err)
	}
	if id, err := w.AcceptInvitation(t.Context(), token, Acceptance{}); err != nil || id != "" {
		t.Errorf("%q %v", id, err)
	}
}
