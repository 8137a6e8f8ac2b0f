package userstore

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"strand/domain/portal"
)

// world is a store of the sample users with a clock that tests move.
type world struct {
	*Store
	t      *testing.T
	offset atomic.Int64
	keys   int

	mu        sync.Mutex
	changed   []RightsChange
	signedOut []string
}

func open(t *testing.T) *world {
	t.Helper()
	w := &world{t: t}
	start := time.Now()
	d, err := Open(
		Options{
			Dir:        t.TempDir(),
			ContentDir: "../../../content/identity",
			Logger:     slog.New(slog.DiscardHandler),
			Now:        func() time.Time { return start.Add(time.Duration(w.offset.Load())) },
		},
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	w.Store = d
	d.SetInvitationPage("http://id.test/invitation")
	d.Observe(func(c RightsChange) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.changed = append(w.changed, c)
	})
	d.EndSessions(func(_ context.Context, id string) error {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.signedOut = append(w.signedOut, id)
		return nil
	})
	return w
}

func (w *world) later(by time.Duration) { w.offset.Add(int64(by)) }

func (w *world) user(id string) *User {
	w.t.Helper()
	u, err := w.User(w.t.Context(), id)
	if err != nil {
		w.t.Fatalf("%s: %v", id, err)
	}
	return u
}

func (w *world) admin() *User    { return w.user("user-admin") }
func (w *world) internal() *User { return w.user("user-internal") }

// try performs an action with a new key.
func (w *world) try(by *User, c portal.UserChange) *ChangeResult {
	w.t.Helper()
	if c.Key == "" {
		w.keys++
		c.Key = fmt.Sprintf("key-%d", w.keys)
	}
	result, err := w.ChangeUser(w.t.Context(), by, c)
	if err != nil {
		w.t.Fatalf("%+v: %v", c, err)
	}
	return result
}

// do performs an action that must succeed.
func (w *world) do(by *User, c portal.UserChange) *ChangeResult {
	w.t.Helper()
	result := w.try(by, c)
	if result.Decision != portal.Allowed {
		w.t.Fatalf("%+v: %s", c, result.Decision)
	}
	return result
}

// inviting returns an invitation to Nordkabel.
func inviting(key, email string, applications ...portal.Service) portal.Invitation {
	return portal.Invitation{
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

func (w *world) invite(by *User, i portal.Invitation) *portal.ManagedUser {
	w.t.Helper()
	result, err := w.Invite(w.t.Context(), by, i)
	if err != nil || result.Decision != portal.Allowed {
		w.t.Fatalf("%+v: %+v %v", i, result, err)
	}
	return result.User
}

// mailsTo returns the mails to an address, newest first.
func (w *world) mailsTo(address string) (to []Mail) {
	w.t.Helper()
	all, err := w.Mails(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	for _, m := range all {
		if m.Recipient == address {
			to = append(to, m)
		}
	}
	return to
}

// link returns the token of the latest mail to an address.
func (w *world) link(address string) string {
	w.t.Helper()
	mails := w.mailsTo(address)
	if len(mails) == 0 {
		w.t.Fatalf("no mail to %s", address)
	}
	_, token, found := strings.Cut(mails[0].Text, "token=")
	if !found {
		w.t.Fatalf("no link in %q", mails[0].Text)
	}
	return token
}

// newest returns the latest entry of the audit log on a user.
func (w *world) newest(by *User, id string) AuditEntry {
	w.t.Helper()
	entries, _, err := w.AuditLog(w.t.Context(), by, AuditSelection{UserID: id, First: 1})
	if err != nil || len(entries) == 0 {
		w.t.Fatalf("%v %v", entries, err)
	}
	return *entries[0]
}

func (w *world) count(query string, args ...any) (n int) {
	w.t.Helper()
	if err := w.db.QueryRow(query, args...).Scan(&n); err != nil {
		w.t.Fatal(err)
	}
	return n
}

func statusOf(u *portal.ManagedUser, application portal.Service) portal.AccessStatus {
	if u == nil {
		return portal.AccessNone
	}
	return u.Access(application).Status
}

// TestChangeUser: each action changes the access, the roles and the audit log, and sends mails; a destructive one
// can be undone.
func TestChangeUser(t *testing.T) {
	type is struct {
		change portal.UserChange
		// status is the expected status of the access; role is a role that the user gets, lost one that is removed.
		status     portal.AccessStatus
		role, lost string
		mail       string
		before     string
		after      string
	}
	for name, want := range map[string]is{
		"accept a request": {
			portal.UserChange{UserID: "user-pending", Action: portal.AcceptRequest, Application: portal.Ticketing},
			portal.AccessActive, "kmx_int_serviceticketing_active", "", "You have access to Service tickets", "PENDING",
			"ACTIVE",
		},
		"accept a request of the direct service": {
			portal.UserChange{UserID: "user-pending", Action: portal.AcceptRequest, Application: portal.DirectService},
			portal.AccessActive, "kmx_int_direct_active", "kmx_int_direct_pending", "You have access to Direct service",
			"PENDING", "ACTIVE",
		},
		"deny a request": {
			portal.UserChange{
				UserID:      "user-pending",
				Action:      portal.DenyRequest,
				Application: portal.Inventory,
				Reason:      "Ask Pavel.",
			},
			portal.AccessDeclined, "", "kmx_int_assetdb_active", "Your request for Inventory was denied", "PENDING",
			"DECLINED",
		},
		"grant a declined access": {
			portal.UserChange{UserID: "user-declined", Action: portal.GrantAccess, Application: portal.Inventory},
			portal.AccessActive, "kmx_int_assetdb_active", "", "You have access to Inventory", "DECLINED", "ACTIVE",
		},
		"grant an access of unknown status": {
			portal.UserChange{UserID: "user-declined", Action: portal.GrantAccess, Application: portal.MasterDataWM},
			portal.AccessActive, "kmx_int_mfpwm_active", "", "You have access to Master data: wires", "UNKNOWN",
			"ACTIVE",
		},
		"add an application": {
			portal.UserChange{
				UserID:      "user-colleague",
				Action:      portal.AddApplication,
				Application: portal.Artemis,
				Edition:     portal.ArtemisOnprem,
			},
			portal.AccessActive, "kmx_artemis_onpremuser", "", "Máte přístup k aplikaci Wire-flow", "", "ACTIVE",
		},
		"add an application that the user accepts": {
			portal.UserChange{
				UserID:      "user-colleague",
				Action:      portal.AddApplication,
				Application: portal.LearningService,
			},
			portal.AccessInvited, "kmx_int_lmsefront_invited", "", "Pozvánka: Školení", "", "INVITED",
		},
		"change the edition": {
			portal.UserChange{
				UserID:      "user-customer",
				Action:      portal.EditAccess,
				Application: portal.Artemis,
				Edition:     portal.ArtemisOnprem,
			},
			portal.AccessActive, "kmx_artemis_onpremuser", "", "", "CLOUD", "ONPREM",
		},
		"withdraw an access": {
			portal.UserChange{UserID: "user-onprem", Action: portal.WithdrawAccess, Application: portal.Artemis},
			portal.AccessInactive, "", "kmx_artemis_onpremuser", "Your access to Wire-flow has ended", "ACTIVE",
			"INACTIVE",
		},
		"withdraw an invitation": {
			portal.UserChange{
				UserID:      "user-invited",
				Action:      portal.WithdrawAccess,
				Application: portal.LearningService,
			},
			portal.AccessInactive, "", "kmx_int_lmsefront_invited", "Your access to Learning has ended", "INVITED",
			"INACTIVE",
		},
		"send an invitation to an application again": {
			portal.UserChange{UserID: "user-invited", Action: portal.ResendInvite, Application: portal.LearningService},
			portal.AccessInvited, "kmx_int_lmsefront_invited", "", "Invitation: Learning", "INVITED", "INVITED",
		},
		"send a new invitation": {
			portal.UserChange{
				UserID:      "user-expired",
				Action:      portal.SendNewInvite,
				Application: portal.LearningService,
			},
			portal.AccessInvited, "kmx_int_lmsefront_invited", "kmx_int_lmsefront_inviteexpired",
			"Invitation: Learning", "INVITE_EXPIRED", "INVITED",
		},
		"assign a role": {
			portal.UserChange{UserID: "user-customer", Action: portal.AssignRole, Role: portal.AdministratorExternal},
			portal.AccessNone, "kmx_delegatedadmin_extern", "", "", "NONE", "EXTERNAL",
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
			if (done.Undo != nil) != want.change.Action.IsDestructive() {
				t.Fatalf("undo: %+v", done.Undo)
			}
			if done.Undo == nil {
				return
			}
			back, err := w.UndoChange(t.Context(), w.admin(), done.Undo.ID)
			if err != nil || back.Decision != portal.Allowed {
				t.Fatalf("undo: %+v %v", back, err)
			}
			if got := w.user(u.ID).Roles; !slices.Equal(got, u.Roles) {
				t.Errorf("after the undo: %v, before %v", got, u.Roles)
			}
			if e := w.newest(w.admin(), u.ID); e.Reason != undone || e.Action != want.change.Action {
				t.Errorf("audit log of the undo: %+v", e)
			}
			if again, err := w.UndoChange(t.Context(), w.internal(), done.Undo.ID); err != nil ||
				again.Decision != portal.UserNotFound {
				t.Errorf("the undo of another administrator: %+v %v", again, err)
			}
		})
	}
}

// TestChangeUser_Organizations: leaving one of several organizations removes the accesses that no other one offers.
func TestChangeUser_Organizations(t *testing.T) {
	w := open(t)
	w.do(
		w.internal(),
		portal.UserChange{UserID: "user-onprem", Action: portal.AssignOrganization, OrganizationID: "org-helia"},
	)
	if e := w.newest(w.internal(), "user-onprem"); e.OrganizationID != "org-helia" ||
		e.Action != portal.AssignOrganization {
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
		portal.UserChange{UserID: "user-onprem", Action: portal.RemoveOrganization, OrganizationID: "org-nordkabel"},
	)
	now := w.user("user-onprem")
	if slices.Contains(now.Roles, "kmx_int_artemis_active") ||
		!slices.Contains(now.Roles, "kmx_int_serviceticketing_active") {
		t.Errorf("%v", now.Roles)
	}
	if _, err := w.ManagedUser(t.Context(), w.admin(), "user-onprem"); !errors.Is(err, ErrNotFound) {
		t.Errorf("still visible: %v", err)
	}
	if back, err := w.UndoChange(t.Context(), w.internal(), left.Undo.ID); err != nil ||
		back.Decision != portal.Allowed {
		t.Fatalf("%+v %v", back, err)
	}
	if !slices.Contains(w.user("user-onprem").Roles, "kmx_artemis_onpremuser") {
		t.Error("the undo does not restore the access")
	}
}

// TestUndoChange_RightsChanged: an action cannot be undone after another one has changed the user.
func TestUndoChange_RightsChanged(t *testing.T) {
	w := open(t)
	change := portal.UserChange{UserID: "user-customer", Action: portal.WithdrawAccess, Application: portal.Ticketing}
	withdrawn := w.do(w.admin(), change)
	change.Action = portal.GrantAccess
	w.do(w.internal(), change)
	back, err := w.UndoChange(t.Context(), w.admin(), withdrawn.Undo.ID)
	if err != nil || back.Decision != portal.StateChanged {
		t.Errorf("%+v %v", back, err)
	}
}

// TestDeleteUser_OfTwoOrganizations: an administrator of one of a user's two organizations deletes the membership,
// not the account.
func TestDeleteUser_OfTwoOrganizations(t *testing.T) {
	w := open(t)
	w.do(
		w.internal(),
		portal.UserChange{UserID: "user-onprem", Action: portal.AssignOrganization, OrganizationID: "org-helia"},
	)
	w.do(w.admin(), portal.UserChange{UserID: "user-onprem", Action: portal.DeleteUser})
	u := w.user("user-onprem")
	if !slices.Equal(u.Organizations, []string{"org-helia"}) || !slices.Contains(u.Roles, "kmx_int_assetdb_active") {
		t.Errorf("%+v", u)
	}
	if len(w.signedOut) != 0 {
		t.Errorf("signed out: %v", w.signedOut)
	}
}

// TestDeleteUser: a deleted user can be restored within ten minutes; afterwards the personal data is erased, except
// the name.
func TestDeleteUser(t *testing.T) {
	w := open(t)
	before := w.user("user-onprem")
	gone := w.do(w.admin(), portal.UserChange{UserID: "user-onprem", Action: portal.DeleteUser})
	if gone.User != nil || gone.Undo == nil || !slices.Equal(w.signedOut, []string{"user-onprem"}) {
		t.Errorf("%+v, signed out: %v", gone, w.signedOut)
	}
	if _, err := w.UserByEmail(t.Context(), before.Email); !errors.Is(err, ErrNotFound) {
		t.Errorf("the address: %v", err)
	}
	w.later(9 * time.Minute)
	back, err := w.UndoChange(t.Context(), w.admin(), gone.Undo.ID)
	if err != nil || back.Decision != portal.Allowed {
		t.Fatalf("%+v %v", back, err)
	}
	if got := w.user("user-onprem"); got.Email != before.Email || !slices.Equal(got.Roles, before.Roles) ||
		got.Telephone != before.Telephone {
		t.Errorf("restored: %+v", got)
	}
	if _, err := w.Authenticate(t.Context(), LoginSource{}, before.Email, "Strand-demo-2026"); err != nil {
		t.Errorf("login after the undo: %v", err)
	}

	gone = w.do(w.admin(), portal.UserChange{UserID: "user-onprem", Action: portal.DeleteUser})
	w.later(10*time.Minute + time.Second)
	if late, err := w.UndoChange(t.Context(), w.admin(), gone.Undo.ID); err != nil ||
		late.Decision != portal.UserNotFound {
		t.Errorf("too late: %+v %v", late, err)
	}
	if n := w.count(`SELECT count(*) FROM users WHERE id = 'user-onprem' AND is_erased = 1 AND first_name = ?
		AND last_name = ?
		AND email NOT LIKE '%example%' AND password_hash || company || telephone || address || postal_code || city ||
		country || invited_email = ''`,
		before.FirstName, before.LastName); n != 1 {
		t.Error("the personal data is not erased, or the name is")
	}
	if n := w.count(`SELECT count(*) FROM undos WHERE rights LIKE '%' || ? || '%'`, before.Email); n != 0 {
		t.Error("the undo still contains the address")
	}
	if e := w.newest(w.admin(), "user-onprem"); e.UserName != before.FullName() {
		t.Errorf("audit log: %+v", e)
	}
}

// TestDeleteUser_AddressCanBeReused: the address of a deleted user can be used again at once; the deletion cannot be
// undone afterwards.
func TestDeleteUser_AddressCanBeReused(t *testing.T) {
	w := open(t)
	email := w.user("user-onprem").Email
	gone := w.do(w.admin(), portal.UserChange{UserID: "user-onprem", Action: portal.DeleteUser})
	w.invite(w.admin(), inviting("invite", email))
	if _, err := w.AcceptInvitation(
		t.Context(), w.link(email), Acceptance{"Nora", "Neu", "Correct-horse-9"},
	); err != nil {
		t.Fatal(err)
	}
	if back, err := w.UndoChange(t.Context(), w.admin(), gone.Undo.ID); err != nil ||
		back.Decision != portal.StateChanged {
		t.Errorf("%+v %v", back, err)
	}
}

// TestLastAdministrator: the last administrator of an organization cannot be removed, even if the actor does not
// see the organization.
func TestLastAdministrator(t *testing.T) {
	w := open(t)
	if _, err := w.db.Exec(
		`DELETE FROM roles WHERE role = 'kmx_delegatedadmin_extern' AND user_id <> 'user-admin'`,
	); err != nil {
		t.Fatal(err)
	}
	w.do(
		w.internal(),
		portal.UserChange{UserID: "user-customer", Action: portal.AssignRole, Role: portal.AdministratorExternal},
	)
	for _, action := range []portal.UserChange{
		{Action: portal.RemoveRole, Role: portal.AdministratorExternal},
		{Action: portal.RemoveOrganization, OrganizationID: "org-nordkabel"},
		{Action: portal.DeleteUser},
	} {
		// With a second administrator it can be done, and is undone for the next action.
		action.UserID = "user-admin"
		done := w.do(w.internal(), action)
		last := action
		last.UserID = "user-customer"
		if decision := w.try(w.internal(), last).Decision; decision != portal.LastAdministrator {
			t.Errorf("%s of the last administrator: %s", action.Action, decision)
		}
		if back, err := w.UndoChange(t.Context(), w.internal(), done.Undo.ID); err != nil ||
			back.Decision != portal.Allowed {
			t.Fatalf("%+v %v", back, err)
		}
	}
}

// TestLastAdministrator_OtherOrganizations: removing the role affects all organizations of the user.
func TestLastAdministrator_OtherOrganizations(t *testing.T) {
	w := open(t)
	for _, query := range []string{
		`DELETE FROM roles WHERE role = 'kmx_delegatedadmin_extern' AND user_id <> 'user-admin'`,
		`INSERT INTO roles (user_id, role) VALUES ('user-customer', 'kmx_delegatedadmin_extern')`,
		`INSERT INTO memberships (user_id, organization_id) VALUES ('user-customer', 'org-helia')`,
	} {
		if _, err := w.db.Exec(query); err != nil {
			t.Fatal(err)
		}
	}
	remove := portal.UserChange{UserID: "user-customer", Action: portal.RemoveRole, Role: portal.AdministratorExternal}
	if got := w.try(w.admin(), remove).Decision; got != portal.LastAdministrator {
		t.Errorf("the last administrator of a foreign organization: %s", got)
	}
}

// TestInvite_NewAccount: accepting an invitation creates an account with the invited rights.
func TestInvite_NewAccount(t *testing.T) {
	w := open(t)
	invited := w.invite(w.admin(), inviting("invite", "nora@example.org", portal.Ticketing, portal.LearningService))
	if invited.Status != portal.AccessInvited || invited.Email != "nora@example.org" {
		t.Errorf("%+v", invited)
	}
	if m := w.mailsTo("nora@example.org"); len(m) != 1 ||
		m[0].Subject != "Einladung zu MyKomax: Nordkabel Systeme AG" ||
		!strings.Contains(m[0].Text, "7 Tage") {
		t.Errorf("%+v", m)
	}
	if e := w.newest(w.admin(), invited.ID); e.Action != portal.InviteUser || e.OrganizationID != "org-nordkabel" ||
		e.After != "INVITED" {
		t.Errorf("%+v", e)
	}
	if again, err := w.Invite(t.Context(), w.admin(), inviting("invite", "nora@example.org")); err != nil ||
		again.Decision != portal.Allowed ||
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
	if _, err := w.AcceptInvitation(t.Context(), token, Acceptance{"Nora", "Nowak", "Correct-horse-9"}); !errors.Is(
		err,
		ErrInvalidToken,
	) {
		t.Errorf("a used link: %v", err)
	}
}

// TestInvite_Join: an account joins the organization and keeps its rights; the invited user is removed.
func TestInvite_Join(t *testing.T) {
	w := open(t)
	if _, err := w.db.Exec(
		`INSERT INTO memberships (user_id, organization_id) VALUES ('user-other', 'org-meridian')`,
	); err != nil {
		t.Fatal(err)
	}
	if err := setAccess(
		t.Context(), w.db, "user-other",
		storedAccess{Application: portal.Artemis, Status: portal.AccessActive, Edition: portal.ArtemisOnprem},
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
	if shown, err := w.ManagedUser(t.Context(), w.admin(), "user-other"); err != nil || len(shown.Organizations) != 1 ||
		shown.Organizations[0].ID != "org-nordkabel" {
		t.Errorf("foreign organizations are shown: %+v %v", shown, err)
	}
}

// TestInvite_RepeatedAndExpired: only the latest link is valid. The administrators get one mail when a person requests
// a new invitation after the expiry.
func TestInvite_RepeatedAndExpired(t *testing.T) {
	w := open(t)
	invited := w.invite(w.admin(), inviting("invite", "nora@example.org", portal.Ticketing))
	first := w.link("nora@example.org")
	w.later(time.Minute)
	w.do(w.admin(), portal.UserChange{UserID: invited.ID, Action: portal.ResendInvite})
	if _, err := w.Invitation(t.Context(), first); !errors.Is(err, ErrInvalidToken) {
		t.Errorf("the first link: %v", err)
	}
	second := w.link("nora@example.org")
	w.later(defaultInvitationLife - time.Second)
	if found, err := w.Invitation(t.Context(), second); err != nil || found.IsExpired {
		t.Errorf("before its end: %+v %v", found, err)
	}
	if err := w.RequestNewInvitation(t.Context(), second); !errors.Is(err, ErrInvalidToken) {
		t.Errorf("asked again too early: %v", err)
	}
	w.later(time.Second)
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
	w.do(w.admin(), portal.UserChange{UserID: invited.ID, Action: portal.SendNewInvite})
	if _, err := w.AcceptInvitation(
		t.Context(), w.link("nora@example.org"), Acceptance{"Nora", "Neu", "Correct-horse-9"},
	); err != nil {
		t.Errorf("the new link: %v", err)
	}
}

// TestInvite_WithdrawnApplication: the link of a withdrawn invitation to an application is invalid.
func TestInvite_WithdrawnApplication(t *testing.T) {
	w := open(t)
	w.do(
		w.admin(),
		portal.UserChange{UserID: "user-colleague", Action: portal.AddApplication, Application: portal.LearningService},
	)
	token := w.link("colleague@example.com")
	gone := w.do(
		w.admin(),
		portal.UserChange{UserID: "user-colleague", Action: portal.WithdrawAccess, Application: portal.LearningService},
	)
	if _, err := w.Invitation(t.Context(), token); !errors.Is(err, ErrInvalidToken) {
		t.Errorf("%v", err)
	}
	if back, err := w.UndoChange(t.Context(), w.admin(), gone.Undo.ID); err != nil || back.Decision != portal.Allowed {
		t.Fatalf("%+v %v", back, err)
	}
	if id, err := w.AcceptInvitation(t.Context(), token, Acceptance{}); err != nil || id != "" {
		t.Errorf("%q %v", id, err)
	}
}

// TestChangeUser_Concurrent: exactly one of several concurrent administrators answers a request, and the index contains
// the result.
func TestChangeUser_Concurrent(t *testing.T) {
	w := open(t)
	admins := []*User{w.admin(), w.internal()}
	var allowed, late atomic.Int32
	var group sync.WaitGroup
	for n := range 20 {
		action := portal.UserChange{
			Key:         fmt.Sprint(n),
			UserID:      "user-pending",
			Action:      portal.AcceptRequest,
			Application: portal.Ticketing,
		}
		if n%2 == 1 {
			action.Action, action.Reason = portal.DenyRequest, "No."
		}
		group.Go(func() {
			result, err := w.ChangeUser(context.Background(), admins[n%2], action)
			switch {
			case err != nil:
				t.Error(err)
			case result.Decision == portal.Allowed:
				allowed.Add(1)
			case result.Decision == portal.StateChanged:
				late.Add(1)
			}
		})
	}
	group.Wait()
	if allowed.Load() != 1 || late.Load() != 19 {
		t.Errorf("%d allowed, %d too late", allowed.Load(), late.Load())
	}
	if n := w.count(`SELECT count(*) FROM audit_log WHERE user_id = 'user-pending'`); n != 1 {
		t.Errorf("%d entries of the audit log", n)
	}
	if mails := w.mailsTo("pending@example.com"); len(mails) != 1 {
		t.Errorf("%d mails", len(mails))
	}
}

// TestIndex_Concurrent: concurrent changes of a user leave the index equal to the database.
func TestIndex_Concurrent(t *testing.T) {
	w := open(t)
	internal := w.internal()
	var group sync.WaitGroup
	for n, application := range []portal.Service{portal.Ticketing, portal.Inventory, portal.LearningService,
		portal.DirectService} {
		group.Go(func() {
			_, err := w.ChangeUser(
				context.Background(),
				internal,
				portal.UserChange{
					Key:         fmt.Sprint(n),
					UserID:      "user-pending",
					Action:      portal.AcceptRequest,
					Application: application,
				},
			)
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for status, want := range map[portal.AccessStatus]bool{portal.AccessPending: false, portal.AccessActive: true} {
		part, err := w.Users(
			t.Context(),
			internal,
			UserSelection{
				Order: portal.OrderName,
				First: 200,
				Filter: portal.UserFilter{
					Text:     "wartend",
					Statuses: []portal.AccessStatus{status},
				},
			},
		)
		if err != nil || (len(part.Users) == 1) != want {
			t.Errorf("%s: %d users %v", status, len(part.Users), err)
		}
	}
}

// TestChangeUser_Keys: an action with a key is performed once; keys of different administrators are independent.
func TestChangeUser_Keys(t *testing.T) {
	w := open(t)
	withdraw := portal.UserChange{
		Key:         "same",
		UserID:      "user-customer",
		Action:      portal.WithdrawAccess,
		Application: portal.Ticketing,
	}
	first := w.do(w.admin(), withdraw)
	again := w.do(w.admin(), withdraw)
	if again.Undo == nil || again.Undo.ID != first.Undo.ID ||
		w.count(`SELECT count(*) FROM audit_log WHERE user_id = 'user-customer'`) != 1 {
		t.Errorf("%+v %+v", first, again)
	}
	if other := w.try(w.internal(), withdraw); other.Decision != portal.StateChanged {
		t.Errorf("another administrator: %s", other.Decision)
	}
}

// TestAuditLog_AppendOnly: the audit log cannot be changed.
func TestAuditLog_AppendOnly(t *testing.T) {
	w := open(t)
	w.do(
		w.admin(),
		portal.UserChange{UserID: "user-pending", Action: portal.AcceptRequest, Application: portal.Ticketing},
	)
	for _, query := range []string{
		`UPDATE audit_log SET actor_name = 'another'`, `DELETE FROM audit_log`,
		`UPDATE audit_organizations SET audit_id = 2`,
		`DELETE FROM audit_organizations`,
	} {
		if _, err := w.db.Exec(query); err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: %v", query, err)
		}
	}
}

// TestUsers_ForeignOrganizations: filters do not reveal the rights of a user by a foreign organization.
func TestUsers_ForeignOrganizations(t *testing.T) {
	w := open(t)
	if _, err := w.db.Exec(
		`INSERT INTO memberships (user_id, organization_id) VALUES ('user-colleague', 'org-helia')`,
	); err != nil {
		t.Fatal(err)
	}
	if err := setAccess(
		t.Context(), w.db, "user-colleague",
		storedAccess{Application: portal.MasterDataMDS, Status: portal.AccessPending},
	); err != nil {
		t.Fatal(err)
	}
	if err := w.reindex(t.Context(), "user-colleague"); err != nil {
		t.Fatal(err)
	}
	finds := func(by *User, filter portal.UserFilter) bool {
		part, err := w.Users(
			t.Context(),
			by,
			UserSelection{Order: portal.OrderPendingFirst, First: 200, Filter: filter},
		)
		if err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(part.Users, func(u *portal.ManagedUser) bool { return u.ID == "user-colleague" })
	}
	for name, filter := range map[string]portal.UserFilter{
		"application":  {Applications: []portal.Service{portal.MasterDataMDS}},
		"status":       {Statuses: []portal.AccessStatus{portal.AccessPending}},
		"organization": {Organizations: []string{"org-helia"}},
	} {
		if finds(w.admin(), filter) {
			t.Errorf("%s: the administrator of Nordkabel finds the user", name)
		}
		if !finds(w.internal(), filter) {
			t.Errorf("%s: the internal administrator does not find the user", name)
		}
	}
	shown, err := w.ManagedUser(t.Context(), w.admin(), "user-colleague")
	if err != nil || shown.Status != portal.AccessActive || statusOf(shown, portal.MasterDataMDS) != portal.AccessNone {
		t.Errorf("%+v %v", shown, err)
	}
	if _, err := w.ManagedUser(t.Context(), w.admin(), "user-other"); !errors.Is(err, ErrNotFound) {
		t.Errorf("a foreign user: %v", err)
	}
	if _, err := w.ManagedUser(t.Context(), w.user("user-customer"), "user-colleague"); !errors.Is(err, ErrNotFound) {
		t.Errorf("seen by a customer: %v", err)
	}
}

// TestSetProfile_IsFound: a changed name is found at once.
func TestSetProfile_IsFound(t *testing.T) {
	w := open(t)
	if err := w.SetProfile(
		t.Context(), "user-colleague", Profile{FirstName: "Zacharias", LastName: "Zweistein", Language: "en"},
	); err != nil {
		t.Fatal(err)
	}
	part, err := w.Users(
		t.Context(),
		w.admin(),
		UserSelection{Order: portal.OrderName, First: 10, Filter: portal.UserFilter{Text: "zweistein"}},
	)
	if err != nil || len(part.Users) != 1 {
		t.Errorf("%+v %v", part, err)
	}
}
