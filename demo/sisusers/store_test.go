package sisusers

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

	"strand/domain/account"
	"strand/domain/portal"
	"strand/domain/useradmin"
)

// fixture is a store of the sample users with a clock that tests move.
type fixture struct {
	*Store
	t      *testing.T
	offset atomic.Int64
	keys   int

	mu        sync.Mutex
	changed   []RightsChange
	signedOut []string
}

func open(t *testing.T) *fixture {
	t.Helper()
	w := &fixture{t: t}
	started := time.Now()
	d, err := Open(
		Options{
			Dir:        t.TempDir(),
			ContentDir: "../content/identity",
			Logger:     slog.New(slog.DiscardHandler),
			Now:        func() time.Time { return started.Add(time.Duration(w.offset.Load())) },
		},
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	w.Store = d
	d.SetInvitationPage("http://id.test/invitation")
	d.OnRightsChange(func(c RightsChange) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.changed = append(w.changed, c)
	})
	d.SetEndSessions(func(_ context.Context, id string) error {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.signedOut = append(w.signedOut, id)
		return nil
	})
	return w
}

func (w *fixture) advance(by time.Duration) { w.offset.Add(int64(by)) }

func (w *fixture) user(id string) *User {
	w.t.Helper()
	u, err := w.User(w.t.Context(), id)
	if err != nil {
		w.t.Fatalf("%s: %v", id, err)
	}
	return u
}

func (w *fixture) admin() *User    { return w.user("user-admin") }
func (w *fixture) internal() *User { return w.user("user-internal") }

// try performs an action with a new key.
func (w *fixture) try(by *User, c useradmin.UserChange) *ChangeResult {
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
func (w *fixture) do(by *User, c useradmin.UserChange) *ChangeResult {
	w.t.Helper()
	result := w.try(by, c)
	if result.Decision != useradmin.Allowed {
		w.t.Fatalf("%+v: %s", c, result.Decision)
	}
	return result
}

// mailsTo returns the mails to an e-mail address, newest first.
func (w *fixture) mailsTo(email string) (to []Mail) {
	w.t.Helper()
	all, err := w.Mails(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	for _, m := range all {
		if m.Recipient == email {
			to = append(to, m)
		}
	}
	return to
}

// link returns the token of the latest mail to an e-mail address.
func (w *fixture) link(email string) string {
	w.t.Helper()
	mails := w.mailsTo(email)
	if len(mails) == 0 {
		w.t.Fatalf("no mail to %s", email)
	}
	_, token, found := strings.Cut(mails[0].Text, "token=")
	if !found {
		w.t.Fatalf("no link in %q", mails[0].Text)
	}
	return token
}

// newest returns the latest entry of the audit log on a user.
func (w *fixture) newest(by *User, id string) AuditEntry {
	w.t.Helper()
	entries, _, err := w.AuditLog(w.t.Context(), by, AuditSelection{UserID: id, First: 1})
	if err != nil || len(entries) == 0 {
		w.t.Fatalf("%v %v", entries, err)
	}
	return *entries[0]
}

func (w *fixture) count(query string, args ...any) (n int) {
	w.t.Helper()
	if err := w.db.QueryRow(query, args...).Scan(&n); err != nil {
		w.t.Fatal(err)
	}
	return n
}

func statusOf(u *useradmin.ManagedUser, application portal.Service) portal.AccessStatus {
	if u == nil {
		return portal.AccessNone
	}
	for _, a := range u.Accesses {
		if a.Application == application {
			return a.Status
		}
	}
	return portal.AccessNone
}

// TestAuditLog_AppendOnly: the audit log cannot be changed.
//
// Rules: USER-32.
func TestAuditLog_AppendOnly(t *testing.T) {
	w := open(t)
	w.do(
		w.admin(),
		useradmin.UserChange{UserID: "user-pending", Action: useradmin.AcceptRequest, Application: portal.Ticketing},
	)
	for _, query := range []string{
		`UPDATE events SET event = '{}'`, `DELETE FROM events`,
	} {
		if _, err := w.db.Exec(query); err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: %v", query, err)
		}
	}
}

// TestUsers_ForeignOrganizations: filters do not reveal the rights of a user by a foreign organization.
//
// Rules: ROLE-3, USER-2.
func TestUsers_ForeignOrganizations(t *testing.T) {
	w := open(t)
	if err := addMembership(t.Context(), w.db, "user-colleague", "org-helia"); err != nil {
		t.Fatal(err)
	}
	if err := setRight(
		t.Context(), w.db, "user-colleague",
		right{
			OrganizationID: "org-helia", Application: portal.MasterDataMDS, Status: portal.AccessPending,
		},
	); err != nil {
		t.Fatal(err)
	}
	if err := setAdministrator(t.Context(), w.db, "user-colleague", "org-helia", true, ""); err != nil {
		t.Fatal(err)
	}
	finds := func(by *User, filter useradmin.UserFilter) bool {
		page, err := w.Users(
			t.Context(),
			by,
			UserSelection{Order: useradmin.OrderPendingFirst, First: 200, Filter: filter},
		)
		if err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(page.Users, func(u *useradmin.ManagedUser) bool { return u.ID == "user-colleague" })
	}
	for name, filter := range map[string]useradmin.UserFilter{
		"application":  {Applications: []portal.Service{portal.MasterDataMDS}},
		"status":       {Statuses: []portal.AccessStatus{portal.AccessPending}},
		"organization": {Organizations: []string{"org-helia"}},
		"role":         {Roles: []portal.AdministratorRole{portal.AdministratorExternal}},
	} {
		if finds(w.admin(), filter) {
			t.Errorf("%s: the administrator of Nordkabel finds the user", name)
		}
		if !finds(w.internal(), filter) {
			t.Errorf("%s: the internal administrator does not find the user", name)
		}
	}
	shown, err := w.ManagedUser(t.Context(), w.admin(), "user-colleague")
	if err != nil || shown.Status != portal.AccessActive || shown.Role != portal.AdministratorNone ||
		statusOf(shown, portal.MasterDataMDS) != portal.AccessNone {
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
//
// Rules: ACC-3.
func TestSetProfile_IsFound(t *testing.T) {
	w := open(t)
	if err := w.SetProfile(
		t.Context(),
		"user-colleague",
		account.ProfileChange{FirstName: "Zacharias", LastName: "Zweistein", Language: "en"},
	); err != nil {
		t.Fatal(err)
	}
	if found := w.listed(w.admin(), useradmin.UserFilter{Text: "zweistein"}, useradmin.OrderName); len(found) != 1 {
		t.Errorf("%+v", found)
	}
}

// TestRegister_IsFound: a member who registers again before the e-mail address is verified is found by the new name.
func TestRegister_IsFound(t *testing.T) {
	w := open(t)
	register := func(lastName string) {
		t.Helper()
		if _, isNew, err := w.Register(t.Context(), Registration{
			Email: "nora@example.org", Password: "Correct-horse-9", FirstName: "Nora", LastName: lastName,
			Country: "CH", Language: "de",
		}); err != nil || !isNew {
			t.Fatal(isNew, err)
		}
	}
	register("Neu")
	w.invite(w.admin(), inviting("invite", "nora@example.org"))
	if _, err := w.AcceptInvitation(t.Context(), w.link("nora@example.org"), Acceptance{}); err != nil {
		t.Fatal(err)
	}
	for _, lastName := range []string{"Neu", "Zweistein"} {
		register(lastName)
		found := w.listed(w.admin(), useradmin.UserFilter{Text: "nora " + lastName}, useradmin.OrderName)
		if len(found) != 1 {
			t.Errorf("%s: %+v", lastName, found)
		}
	}
}
