package sisusers

import (
	"errors"
	"slices"
	"testing"
	"time"

	"strand/domain/portal"
	"strand/domain/useradmin"
)

// TestUndoChange_RightsChanged: an action cannot be undone after another one has changed the user.
//
// Rules: USER-26.
func TestUndoChange_RightsChanged(t *testing.T) {
	w := open(t)
	change := useradmin.UserChange{
		UserID: "user-customer", Action: useradmin.WithdrawAccess, Application: portal.Ticketing,
	}
	withdrawn := w.do(w.admin(), change)
	change.Action = useradmin.GrantAccess
	w.do(w.internal(), change)
	back, err := w.UndoChange(t.Context(), w.admin(), withdrawn.Undo.ID)
	if err != nil || back.Decision != useradmin.StateChanged {
		t.Errorf("%+v %v", back, err)
	}
}

// TestUndoChange_AuditOfMembership: the undo of an action on a membership is not recorded as one on an access, with
// one access as with several.
//
// Rules: USER-32.
func TestUndoChange_AuditOfMembership(t *testing.T) {
	for _, applications := range [][]portal.Service{nil, {portal.Ticketing}, {portal.Ticketing, portal.Inventory}} {
		w := open(t)
		w.do(w.internal(), useradmin.UserChange{
			UserID: "user-onprem", Action: useradmin.AssignOrganization, OrganizationID: "org-helia",
		})
		for _, application := range applications {
			w.do(w.helia(), useradmin.UserChange{
				UserID: "user-onprem", Action: useradmin.AddApplication, Application: application,
			})
		}
		removed := w.do(w.helia(), useradmin.UserChange{
			UserID: "user-onprem", Action: useradmin.RemoveOrganization, OrganizationID: "org-helia",
		})
		back, err := w.UndoChange(t.Context(), w.helia(), removed.Undo.ID)
		if err != nil || back.Decision != useradmin.Allowed {
			t.Fatalf("%+v %v", back, err)
		}
		if e := w.newest(w.helia(), "user-onprem"); e.Action != useradmin.RemoveOrganization || e.Application != "" ||
			e.Before != "" || e.After != "Helia Automotive GmbH" || e.Reason != undone ||
			e.OrganizationID != "org-helia" {
			t.Errorf("%v: %+v", applications, e)
		}
	}
}

// TestUndoChange_AuditOfAccess: the undo of an action on an access names the access, also if an invitation of the same
// user has expired in the meantime.
//
// Rules: USER-32.
func TestUndoChange_AuditOfAccess(t *testing.T) {
	w := open(t)
	w.do(w.admin(), useradmin.UserChange{
		UserID: "user-colleague", Action: useradmin.AddApplication, Application: portal.LearningService,
	})
	w.advance(w.invitationLifetime - time.Minute)
	withdrawn := w.do(w.admin(), useradmin.UserChange{
		UserID: "user-colleague", Action: useradmin.WithdrawAccess, Application: portal.Ticketing,
	})
	w.advance(2 * time.Minute)
	back, err := w.UndoChange(t.Context(), w.admin(), withdrawn.Undo.ID)
	if err != nil || back.Decision != useradmin.Allowed {
		t.Fatalf("%+v %v", back, err)
	}
	if e := w.newest(w.admin(), "user-colleague"); e.Application != portal.Ticketing || e.Before != "INACTIVE" ||
		e.After != "ACTIVE" || e.Reason != undone {
		t.Errorf("%+v", e)
	}
}

// TestDeleteUser_OfTwoOrganizations: an administrator of one of a user's two organizations deletes the membership,
// not the account.
//
// Rules: USER-24.
func TestDeleteUser_OfTwoOrganizations(t *testing.T) {
	w := open(t)
	w.do(
		w.internal(),
		useradmin.UserChange{UserID: "user-onprem", Action: useradmin.AssignOrganization, OrganizationID: "org-helia"},
	)
	w.do(w.admin(), useradmin.UserChange{UserID: "user-onprem", Action: useradmin.DeleteUser})
	u := w.user("user-onprem")
	if !slices.Equal(u.Organizations, []string{"org-helia"}) || len(u.Roles) > 0 {
		t.Errorf("%+v", u)
	}
	if len(w.signedOut) != 0 {
		t.Errorf("signed out: %v", w.signedOut)
	}
}

// TestDeleteUser: a deleted user can be restored within ten minutes; afterwards the personal data is erased, except
// the name.
//
// Rules: USER-24, USER-26.
func TestDeleteUser(t *testing.T) {
	w := open(t)
	before := w.user("user-onprem")
	gone := w.do(w.admin(), useradmin.UserChange{UserID: "user-onprem", Action: useradmin.DeleteUser})
	if gone.User != nil || gone.Undo == nil || !slices.Equal(w.signedOut, []string{"user-onprem"}) {
		t.Errorf("%+v, signed out: %v", gone, w.signedOut)
	}
	if _, err := w.UserByEmail(t.Context(), before.Email); !errors.Is(err, ErrNotFound) {
		t.Errorf("the address: %v", err)
	}
	w.advance(9 * time.Minute)
	back, err := w.UndoChange(t.Context(), w.admin(), gone.Undo.ID)
	if err != nil || back.Decision != useradmin.Allowed {
		t.Fatalf("%+v %v", back, err)
	}
	if got := w.user("user-onprem"); got.Email != before.Email || !slices.Equal(got.Roles, before.Roles) ||
		got.Telephone != before.Telephone {
		t.Errorf("restored: %+v", got)
	}
	if _, err := w.Authenticate(t.Context(), LoginSource{}, before.Email, "Strand-demo-2026"); err != nil {
		t.Errorf("login after the undo: %v", err)
	}

	gone = w.do(w.admin(), useradmin.UserChange{UserID: "user-onprem", Action: useradmin.DeleteUser})
	w.advance(10*time.Minute + time.Second)
	if late, err := w.UndoChange(t.Context(), w.admin(), gone.Undo.ID); err != nil ||
		late.Decision != useradmin.UserNotFound {
		t.Errorf("too late: %+v %v", late, err)
	}
	if n := w.count(`SELECT count(*) FROM users WHERE id = 'user-onprem' AND is_erased = 1 AND first_name = ?
		AND last_name = ?
		AND email NOT LIKE '%example%' AND password_hash || company || telephone || address || postal_code || city ||
		country || invited_email = ''`,
		before.FirstName, before.LastName); n != 1 {
		t.Error("the personal data is not erased, or the name is")
	}
	if e := w.newest(w.admin(), "user-onprem"); e.UserName != before.FullName() {
		t.Errorf("audit log: %+v", e)
	}
}

// TestDeleteUser_EmailCanBeReused: the e-mail address of a deleted user can be used again at once; the deletion cannot
// be undone afterwards.
//
// Rules: USER-26, USER-33.
func TestDeleteUser_EmailCanBeReused(t *testing.T) {
	w := open(t)
	email := w.user("user-onprem").Email
	gone := w.do(w.admin(), useradmin.UserChange{UserID: "user-onprem", Action: useradmin.DeleteUser})
	w.invite(w.admin(), inviting("invite", email))
	if _, err := w.AcceptInvitation(
		t.Context(), w.link(email), Acceptance{"Nora", "Neu", "Correct-horse-9"},
	); err != nil {
		t.Fatal(err)
	}
	if back, err := w.UndoChange(t.Context(), w.admin(), gone.Undo.ID); err != nil ||
		back.Decision != useradmin.StateChanged {
		t.Errorf("%+v %v", back, err)
	}
}
