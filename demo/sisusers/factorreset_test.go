package sisusers

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"strand/domain/portal"
	"strand/domain/useradmin"
)

// setUpFactor sets up a second factor of a user.
func (w *fixture) setUpFactor(id string) {
	w.t.Helper()
	key, err := w.StartSecondFactor(w.t.Context(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	code, err := totp.GenerateCode(key.Secret(), w.now())
	if err != nil {
		w.t.Fatal(err)
	}
	created, err := w.ConfirmSecondFactor(w.t.Context(), id, code)
	if err == nil {
		_, err = w.SaveRecoveryCodes(w.t.Context(), id, created.ID)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

// subjects returns the subjects of the mails to a user.
func (w *fixture) subjects(email string) (all []string) {
	for _, m := range w.mailsTo(email) {
		all = append(all, m.Subject)
	}
	return all
}

// TestResetSecondFactor_Member: an administrator resets the factor of a member, who gets a mail in their language and
// whose sessions end.
//
// Rules: USER-55.
func TestResetSecondFactor_Member(t *testing.T) {
	w := open(t)
	w.setUpFactor("user-customer")
	if _, err := w.db.ExecContext(
		t.Context(), `UPDATE users SET language = 'de' WHERE id = 'user-customer'`,
	); err != nil {
		t.Fatal(err)
	}
	reset := useradmin.UserChange{UserID: "user-customer", Action: useradmin.ResetSecondFactor}
	if refused := w.try(w.helia(), reset); refused.Decision != useradmin.UserNotFound {
		t.Errorf("of another organization: %s", refused.Decision)
	}
	done := w.do(w.admin(), reset)
	if done.Undo != nil || done.User.HasSecondFactor {
		t.Errorf("%+v", done)
	}
	u := w.user("user-customer")
	if u.HasSecondFactor || u.RecoveryCodesLeft != nil || w.count(`SELECT count(*) FROM recovery_codes`) != 0 {
		t.Errorf("the factor is left: %+v", u)
	}
	if !slices.Equal(w.signedOut, []string{"user-customer"}) {
		t.Errorf("signed out: %v", w.signedOut)
	}
	if got := w.subjects(u.Email); !slices.Contains(got, "Die Anmeldung in zwei Schritten wurde zurückgesetzt") {
		t.Errorf("mails: %v", got)
	}
	if e := w.newest(w.admin(), u.ID); e.Action != useradmin.ResetSecondFactor || e.Undo != nil {
		t.Errorf("log: %+v", e)
	}
	if again := w.try(w.admin(), reset); again.Decision != useradmin.StateChanged {
		t.Errorf("again: %s", again.Decision)
	}
}

// TestResetSecondFactor_Administrator: the factor of an administrator is reset when another administrator confirms it.
// The role in any organization counts, also in one that the acting administrator does not see.
//
// Rules: USER-55.
func TestResetSecondFactor_Administrator(t *testing.T) {
	const id = "user-customer"
	step := func(action useradmin.UserAction) useradmin.UserChange {
		return useradmin.UserChange{UserID: id, Action: action}
	}
	start := func(t *testing.T) *fixture {
		w := open(t)
		w.setUpFactor(id)
		w.inHelia(id)
		if err := setAdministrator(t.Context(), w.db, id, "org-helia", true, ""); err != nil {
			t.Fatal(err)
		}
		if refused := w.try(w.admin(), step(useradmin.ResetSecondFactor)); refused.Decision != useradmin.StateChanged {
			t.Fatalf("without confirmation: %s", refused.Decision)
		}
		done := w.do(w.admin(), step(useradmin.RequestFactorReset))
		if r := done.User.FactorReset; r == nil || r.RequestedBy.ID != "user-admin" || !done.User.HasSecondFactor {
			t.Fatalf("%+v", done.User)
		}
		return w
	}
	t.Run("confirmed", func(t *testing.T) {
		w := start(t)
		if own := w.try(w.admin(), step(useradmin.ConfirmFactorReset)); own.Decision != useradmin.SecondAdministrator {
			t.Errorf("by the same administrator: %s", own.Decision)
		}
		if self := w.try(w.user(id), step(useradmin.ConfirmFactorReset)); self.Decision != useradmin.OwnAccount {
			t.Errorf("by the user: %s", self.Decision)
		}
		if len(w.signedOut) != 0 || !w.user(id).HasSecondFactor {
			t.Error("the request alone has an effect")
		}
		mails := w.mailsTo(w.helia().Email)
		if len(mails) != 1 || !strings.Contains(mails[0].Subject, "Carla Muster") {
			t.Errorf("mails to the other administrator: %+v", mails)
		}
		done := w.do(w.helia(), step(useradmin.ConfirmFactorReset))
		if done.User.FactorReset != nil || w.user(id).HasSecondFactor || !slices.Equal(w.signedOut, []string{id}) {
			t.Errorf("%+v %v", done.User, w.signedOut)
		}
		want := []string{"Two-step login was reset", "Adele Sample wants to reset your two-step login"}
		for _, subject := range want {
			if got := w.subjects(w.user(id).Email); !slices.Contains(got, subject) {
				t.Errorf("%q is not in %v", subject, got)
			}
		}
	})
	t.Run("refused", func(t *testing.T) {
		w := start(t)
		if done := w.do(w.helia(), step(useradmin.CancelFactorReset)); done.User.FactorReset != nil {
			t.Errorf("%+v", done.User)
		}
		if late := w.try(w.helia(), step(useradmin.ConfirmFactorReset)); late.Decision != useradmin.StateChanged {
			t.Errorf("confirmed afterwards: %s", late.Decision)
		}
	})
	t.Run("expired", func(t *testing.T) {
		w := start(t)
		w.advance(useradmin.FactorResetLifetime - time.Minute)
		if w.try(w.helia(), step(useradmin.RequestFactorReset)).Decision != useradmin.StateChanged {
			t.Error("the request has ended early")
		}
		w.advance(time.Minute)
		if late := w.try(w.helia(), step(useradmin.ConfirmFactorReset)); late.Decision != useradmin.StateChanged {
			t.Errorf("confirmed after a day: %s", late.Decision)
		}
	})
}

// TestResetSecondFactor_FormerAdministrator: an administrator cannot remove the role first and reset the factor alone.
//
// Rules: USER-55.
func TestResetSecondFactor_FormerAdministrator(t *testing.T) {
	const id = "user-customer"
	for name, lose := range map[string]func(w *fixture){
		"the role": func(w *fixture) {
			w.do(w.admin(), useradmin.UserChange{
				UserID: id, Action: useradmin.RemoveRole,
				OrganizationID: "org-nordkabel", Role: portal.AdministratorExternal,
			})
		},
		"the organization": func(w *fixture) {
			w.inHelia(id)
			w.do(w.admin(), useradmin.UserChange{
				UserID: id, Action: useradmin.RemoveOrganization, OrganizationID: "org-nordkabel",
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := open(t)
			w.setUpFactor(id)
			if err := setAdministrator(t.Context(), w.db, id, "org-nordkabel", true, ""); err != nil {
				t.Fatal(err)
			}
			lose(w)
			by, reset := w.admin(), useradmin.UserChange{UserID: id, Action: useradmin.ResetSecondFactor}
			if name == "the organization" {
				by = w.helia()
			}
			w.advance(useradmin.FormerAdministratorFor - time.Minute)
			if early := w.try(by, reset); early.Decision != useradmin.StateChanged {
				t.Errorf("within a day: %s", early.Decision)
			}
			w.advance(2 * time.Minute)
			if done := w.try(by, reset); done.Decision != useradmin.Allowed {
				t.Errorf("after a day: %s", done.Decision)
			}
		})
	}
}

// TestUndoChange_Denial: an undone denial opens the request again, and the person gets a mail.
//
// Rules: USER-26.
func TestUndoChange_Denial(t *testing.T) {
	w := open(t)
	const id = "user-pending"
	denied := w.do(w.admin(), useradmin.UserChange{
		UserID: id, Action: useradmin.DenyRequest, Application: portal.Ticketing, Reason: "No.",
	})
	entries, _, err := w.AuditLog(t.Context(), w.admin(), AuditSelection{UserID: id, First: 1})
	if err != nil || entries[0].Undo == nil || entries[0].Undo.ID != denied.Undo.ID {
		t.Fatalf("log: %+v %v", entries, err)
	}
	if others, _, err := w.AuditLog(t.Context(), w.internal(), AuditSelection{UserID: id, First: 1}); err != nil ||
		others[0].Undo != nil {
		t.Errorf("another administrator can undo: %+v %v", others, err)
	}
	back, err := w.UndoChange(t.Context(), w.admin(), denied.Undo.ID)
	if err != nil || back.Decision != useradmin.Allowed ||
		statusOf(back.User, portal.Ticketing) != portal.AccessPending {
		t.Fatalf("%+v %v", back, err)
	}
	mails := w.subjects(w.user(id).Email)
	if want := "Your request for Service tickets is open again"; !slices.Contains(mails, want) {
		t.Errorf("mails: %v", mails)
	}
	for _, action := range []useradmin.UserAction{useradmin.DenyRequest, useradmin.AcceptRequest} {
		found, _, err := w.AuditLog(t.Context(), w.admin(), AuditSelection{
			UserID: id, Actions: []useradmin.UserAction{action}, First: 5,
		})
		want := map[useradmin.UserAction]int{useradmin.DenyRequest: 2}[action]
		if err != nil || len(found) != want || want > 0 && (found[0].Undo != nil || found[1].Undo != nil) {
			t.Errorf("%s: %+v %v", action, found, err)
		}
	}
}

// TestOrganizationRequestCounts: an open request counts in its organization, a request to join in the one that has the
// name of the company, and the own one nowhere.
//
// Rules: USER-56.
func TestOrganizationRequestCounts(t *testing.T) {
	w := open(t)
	count := func(by *User) map[string]int {
		t.Helper()
		counts, err := w.OrganizationRequestCounts(t.Context(), by)
		if err != nil {
			t.Fatal(err)
		}
		return counts
	}
	before := count(w.admin())["org-nordkabel"]
	w.do(w.admin(), useradmin.UserChange{
		UserID: "user-pending", Action: useradmin.DenyRequest, Application: portal.Ticketing, Reason: "No.",
	})
	if got := count(w.admin())["org-nordkabel"]; got != before {
		t.Errorf("one of several requests was answered: %d, before %d", got, before)
	}
	w.request("Nordkabel Systeme")
	if got := count(w.admin())["org-nordkabel"]; got != before+1 {
		t.Errorf("with a request to join: %d, before %d", got, before)
	}
	if got := count(w.helia())["org-nordkabel"]; got != 0 {
		t.Errorf("the administrator of another organization counts %d", got)
	}
	if got := count(w.user("user-customer")); len(got) != 0 {
		t.Errorf("a customer counts %v", got)
	}
}
