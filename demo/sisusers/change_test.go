package sisusers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"strand/domain/portal"
	"strand/domain/useradmin"
)

// TestChangeUser: each action changes the access, the roles and the audit log, and sends mails; a destructive one
// can be undone.
//
// Rules: USER-12, USER-14, USER-26, USER-32.
func TestChangeUser(t *testing.T) {
	type is struct {
		change useradmin.UserChange
		// status is the expected status of the access; role is a role that the user gets, lost one that is removed.
		status     portal.AccessStatus
		role, lost string
		mail       string
		before     string
		after      string
	}
	for name, want := range map[string]is{
		"accept a request": {
			useradmin.UserChange{
				UserID: "user-pending", Action: useradmin.AcceptRequest, Application: portal.Ticketing,
			},
			portal.AccessActive, "kmx_int_serviceticketing_active", "", "You have access to Service tickets", "PENDING",
			"ACTIVE",
		},
		"accept a request of the direct service": {
			useradmin.UserChange{
				UserID: "user-pending", Action: useradmin.AcceptRequest, Application: portal.DirectService,
			},
			portal.AccessActive, "kmx_int_direct_active", "kmx_int_direct_pending", "You have access to Direct service",
			"PENDING", "ACTIVE",
		},
		"deny a request": {
			useradmin.UserChange{
				UserID:      "user-pending",
				Action:      useradmin.DenyRequest,
				Application: portal.Inventory,
				Reason:      "Ask Pavel.",
			},
			portal.AccessDeclined, "", "kmx_int_assetdb_active", "Your request for Inventory was denied", "PENDING",
			"DECLINED",
		},
		"grant a declined access": {
			useradmin.UserChange{UserID: "user-declined", Action: useradmin.GrantAccess, Application: portal.Inventory},
			portal.AccessActive, "kmx_int_assetdb_active", "", "You have access to Inventory", "DECLINED", "ACTIVE",
		},
		"grant an access of unknown status": {
			useradmin.UserChange{
				UserID: "user-declined", Action: useradmin.GrantAccess, Application: portal.MasterDataWM,
			},
			portal.AccessActive, "kmx_int_mfpwm_active", "", "You have access to Master data: wires", "UNKNOWN",
			"ACTIVE",
		},
		"add an application": {
			useradmin.UserChange{
				UserID:      "user-colleague",
				Action:      useradmin.AddApplication,
				Application: portal.Artemis,
				Edition:     portal.EditionOnPremises,
			},
			portal.AccessActive, "kmx_artemis_onpremuser", "", "Máte přístup k aplikaci Wire-flow", "", "ACTIVE",
		},
		"add an application that the user accepts": {
			useradmin.UserChange{
				UserID:      "user-colleague",
				Action:      useradmin.AddApplication,
				Application: portal.LearningService,
			},
			portal.AccessInvited, "kmx_int_lmsefront_invited", "", "Pozvánka: Školení", "", "INVITED",
		},
		"change the edition": {
			useradmin.UserChange{
				UserID:      "user-customer",
				Action:      useradmin.EditAccess,
				Application: portal.Artemis,
				Edition:     portal.EditionOnPremises,
			},
			portal.AccessActive, "kmx_artemis_onpremuser", "", "", "CLOUD", "ONPREM",
		},
		"withdraw an access": {
			useradmin.UserChange{UserID: "user-onprem", Action: useradmin.WithdrawAccess, Application: portal.Artemis},
			portal.AccessInactive, "", "kmx_artemis_onpremuser", "Your access to Wire-flow has ended", "ACTIVE",
			"INACTIVE",
		},
		"withdraw an invitation": {
			useradmin.UserChange{
				UserID:      "user-invited",
				Action:      useradmin.WithdrawAccess,
				Application: portal.LearningService,
			},
			portal.AccessInactive, "", "kmx_int_lmsefront_invited", "Your access to Learning has ended", "INVITED",
			"INACTIVE",
		},
		"send an invitation to an application again": {
			useradmin.UserChange{
				UserID: "user-invited", Action: useradmin.ResendInvite, Application: portal.LearningService,
			},
			portal.AccessInvited, "kmx_int_lmsefront_invited", "", "Invitation: Learning", "INVITED", "INVITED",
		},
		"send a new invitation": {
			useradmin.UserChange{
				UserID:      "user-expired",
				Action:      useradmin.SendNewInvite,
				Application: portal.LearningService,
			},
			portal.AccessInvited, "kmx_int_lmsefront_invited", "kmx_int_lmsefront_inviteexpired",
			"Invitation: Learning", "INVITE_EXPIRED", "INVITED",
		},
		"assign a role": {
			useradmin.UserChange{
				UserID: "user-customer", Action: useradmin.AssignRole, Role: portal.AdministratorExternal,
			},
			portal.AccessNone, "kmx_delegatedadmin_extern", "", "You are an administrator of Nordkabel", "NONE",
			"EXTERNAL",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t)
			u := w.user(want.change.UserID)
			done := w.do(w.admin(), want.change)
			if want.change.Application != "" && statusOf(done.User, want.change.Application) != want.status {
				t.Errorf("the access is %s", statusOf(done.User, want.change.Application))
			}
			now := w.user(u.ID)
			if want.role != "" && !slices.Contains(now.Roles, want.role) || slices.Contains(now.Roles, want.lost) {
				t.Errorf("roles: %v", now.Roles)
			}
			e := w.newest(w.admin(), u.ID)
			if e.Action != want.change.Action || e.Application != want.change.Application ||
				e.Actor.ID != "user-admin" ||
				e.Before != want.before ||
				e.After != want.after ||
				e.Reason != want.change.Reason {
				t.Errorf("audit log: %+v", e)
			}
			mails := w.mailsTo(u.Email)
			if want.mail == "" && len(mails) > 0 ||
				want.mail != "" && (len(mails) != 1 || !strings.Contains(mails[0].Subject, want.mail)) {
				t.Errorf("mails: %+v", mails)
			}
			if len(w.changed) != 1 || !slices.Equal(w.changed[0].Users, []string{u.ID}) ||
				!slices.Contains(w.changed[0].Organizations, "org-nordkabel") {
				t.Errorf("observed changes: %+v", w.changed)
			}
			if (done.Undo != nil) != want.change.Action.CanBeUndone() {
				t.Fatalf("undo: %+v", done.Undo)
			}
			if done.Undo == nil {
				return
			}
			back, err := w.UndoChange(t.Context(), w.admin(), done.Undo.ID)
			if err != nil || back.Decision != useradmin.Allowed {
				t.Fatalf("undo: %+v %v", back, err)
			}
			if got := w.user(u.ID).Roles; !slices.Equal(got, u.Roles) {
				t.Errorf("after the undo: %v, before %v", got, u.Roles)
			}
			if e := w.newest(w.admin(), u.ID); e.Reason != undone || e.Action != want.change.Action {
				t.Errorf("audit log of the undo: %+v", e)
			}
			if again, err := w.UndoChange(t.Context(), w.internal(), done.Undo.ID); err != nil ||
				again.Decision != useradmin.UserNotFound {
				t.Errorf("the undo of another administrator: %+v %v", again, err)
			}
		})
	}
}

// TestChangeUser_Organizations: leaving one of several organizations removes the accesses in it.
//
// Rules: USER-2, USER-22, USER-32.
func TestChangeUser_Organizations(t *testing.T) {
	w := open(t)
	w.do(
		w.internal(),
		useradmin.UserChange{UserID: "user-onprem", Action: useradmin.AssignOrganization, OrganizationID: "org-helia"},
	)
	if e := w.newest(w.internal(), "user-onprem"); e.OrganizationID != "org-helia" ||
		e.Action != useradmin.AssignOrganization {
		t.Errorf("%+v", e)
	}
	if entries, _, err := w.AuditLog(t.Context(), w.admin(), AuditSelection{
		UserID: "user-onprem",
		First:  5,
	}); err != nil ||
		len(entries) != 0 {
		t.Errorf("the administrator of Nordkabel sees the other organization: %+v %v", entries, err)
	}
	left := w.do(
		w.internal(),
		useradmin.UserChange{
			UserID: "user-onprem", Action: useradmin.RemoveOrganization, OrganizationID: "org-nordkabel",
		},
	)
	if now := w.user("user-onprem"); len(now.Roles) > 0 || !slices.Equal(now.Organizations, []string{"org-helia"}) {
		t.Errorf("%+v", now)
	}
	if _, err := w.ManagedUser(t.Context(), w.admin(), "user-onprem"); !errors.Is(err, ErrNotFound) {
		t.Errorf("still visible: %v", err)
	}
	if back, err := w.UndoChange(t.Context(), w.internal(), left.Undo.ID); err != nil ||
		back.Decision != useradmin.Allowed {
		t.Fatalf("%+v %v", back, err)
	}
	if !slices.Contains(w.user("user-onprem").Roles, "kmx_artemis_onpremuser") {
		t.Error("the undo does not restore the access")
	}
}

// TestLastAdministrator: the last administrator of an organization cannot be removed, even if the actor does not
// see the organization.
//
// Rules: USER-23.
func TestLastAdministrator(t *testing.T) {
	w := open(t)
	if _, err := w.db.Exec(
		`UPDATE rights SET role = 'NONE' WHERE organization_id <> '' AND user_id <> 'user-admin'`,
	); err != nil {
		t.Fatal(err)
	}
	w.do(
		w.internal(),
		useradmin.UserChange{UserID: "user-customer", Action: useradmin.AssignRole, Role: portal.AdministratorExternal},
	)
	for _, action := range []useradmin.UserChange{
		{Action: useradmin.RemoveRole, Role: portal.AdministratorExternal},
		{Action: useradmin.RemoveOrganization, OrganizationID: "org-nordkabel"},
		{Action: useradmin.DeleteUser},
	} {
		// With a second administrator it can be done, and is undone for the next action.
		action.UserID = "user-admin"
		done := w.do(w.internal(), action)
		last := action
		last.UserID = "user-customer"
		if decision := w.try(w.internal(), last).Decision; decision != useradmin.LastAdministrator {
			t.Errorf("%s of the last administrator: %s", action.Action, decision)
		}
		if back, err := w.UndoChange(t.Context(), w.internal(), done.Undo.ID); err != nil ||
			back.Decision != useradmin.Allowed {
			t.Fatalf("%+v %v", back, err)
		}
	}
}

// TestChangeUser_Concurrent: exactly one of several concurrent administrators answers a request, and the index contains
// the result.
//
// Rules: USER-29.
func TestChangeUser_Concurrent(t *testing.T) {
	w := open(t)
	admins := []*User{w.admin(), w.internal()}
	var allowed, late atomic.Int32
	var group sync.WaitGroup
	for n := range 20 {
		action := useradmin.UserChange{
			Key:         fmt.Sprint(n),
			UserID:      "user-pending",
			Action:      useradmin.AcceptRequest,
			Application: portal.Ticketing,
		}
		if n%2 == 1 {
			action.Action, action.Reason = useradmin.DenyRequest, "No."
		}
		group.Go(func() {
			result, err := w.ChangeUser(context.Background(), admins[n%2], action)
			switch {
			case err != nil:
				t.Error(err)
			case result.Decision == useradmin.Allowed:
				allowed.Add(1)
			case result.Decision == useradmin.StateChanged:
				late.Add(1)
			}
		})
	}
	group.Wait()
	if allowed.Load() != 1 || late.Load() != 19 {
		t.Errorf("%d allowed, %d too late", allowed.Load(), late.Load())
	}
	if n := w.count(`SELECT count(*) FROM events WHERE user_id = 'user-pending'`); n != 1 {
		t.Errorf("%d entries of the audit log", n)
	}
	if mails := w.mailsTo("pending@example.com"); len(mails) != 1 {
		t.Errorf("%d mails", len(mails))
	}
}

// TestChangeUser_Keys: an action with a key is performed once; keys of different administrators are independent.
//
// Rules: ERR-24, USER-28.
func TestChangeUser_Keys(t *testing.T) {
	w := open(t)
	withdraw := useradmin.UserChange{
		Key:         "same",
		UserID:      "user-customer",
		Action:      useradmin.WithdrawAccess,
		Application: portal.Ticketing,
	}
	first := w.do(w.admin(), withdraw)
	again := w.do(w.admin(), withdraw)
	if again.Undo == nil || again.Undo.ID != first.Undo.ID ||
		w.count(`SELECT count(*) FROM events WHERE user_id = 'user-customer'`) != 1 {
		t.Errorf("%+v %+v", first, again)
	}
	if other := w.try(w.internal(), withdraw); other.Decision != useradmin.StateChanged {
		t.Errorf("another administrator: %s", other.Decision)
	}
}
