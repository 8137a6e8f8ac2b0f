package identity_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"strand/demo/identity/identitytest"
	"strand/demo/sisusers"
	"strand/domain/portal"
	"strand/domain/useradmin"
)

// user reads a user of the store.
func (w *fixture) user(t *testing.T, id string) *sisusers.User {
	t.Helper()
	u, err := w.users.User(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// invited invites an e-mail address in the name of Nordkabel's administrator and returns the link.
func (w *fixture) invited(t *testing.T, email string) string {
	t.Helper()
	w.users.SetInvitationPage(w.InvitationURL)
	result, err := w.users.Invite(t.Context(), w.user(t, "user-admin"), useradmin.Invitation{
		Key:            "key of " + email,
		Email:          email,
		FirstName:      "Nora",
		LastName:       "Neu",
		Language:       "en",
		OrganizationID: "org-nordkabel",
		Applications:   []portal.Service{portal.Ticketing},
		Role:           portal.AdministratorNone,
	})
	if err != nil || result.Decision != useradmin.Allowed {
		t.Fatalf("%+v %v", result, err)
	}
	return w.latestLink(t)
}

// latestLink returns the link of the latest mail.
func (w *fixture) latestLink(t *testing.T) string {
	t.Helper()
	mails, err := w.users.Mails(t.Context())
	if err != nil || len(mails) == 0 {
		t.Fatal(err)
	}
	_, link, found := strings.Cut(mails[0].Text, "\n"+sisusers.MailLink)
	if !found {
		t.Fatalf("no link in %q", mails[0].Text)
	}
	return link
}

// TestInvitation_NewAccount: a person without an account chooses a password, is signed in, and is redirected to the
// portal with the invited rights.
func TestInvitation_NewAccount(t *testing.T) {
	w := start(t)
	link := w.invited(t, "nora@example.org")
	b := w.browser(t)
	// The mail has the exact end: a life of less than a day, or of one, needs no words of its own.
	mails, err := w.users.Mails(t.Context())
	if err != nil || len(mails) == 0 {
		t.Fatal(err)
	}
	until := mails[0].SentAt.AddDate(0, 0, 7).UTC().Format("2006-01-02 15:04 UTC")
	if !strings.Contains(mails[0].Text, "until "+until) {
		t.Errorf("the end of the invitation is not %s: %q", until, mails[0].Text)
	}
	form := b.Open(link)
	if form.Status != http.StatusOK || !strings.Contains(form.Body, `value="Nora"`) ||
		!strings.Contains(form.Body, "nora@example.org") {
		t.Fatalf("%d %s", form.Status, form.Body)
	}
	if weak := b.Send(
		form, "firstName", "Nora", "lastName", " ", "password", "short",
	); weak.Status != http.StatusUnprocessableEntity ||
		strings.Count(weak.Body, `aria-invalid="true"`) != 2 {
		t.Errorf("a weak password and no name: %d %s", weak.Status, weak.Body)
	}
	b.Send(form, "firstName", "Nora", "lastName", "Nowak", "password", identitytest.Password)
	if b.Redirect == nil || b.Redirect.Path != "/mykomax" {
		t.Fatalf("redirected to %v", b.Redirect)
	}
	if !hasSession(b) {
		t.Error("not signed in")
	}
	u, err := w.users.UserByEmail(t.Context(), "nora@example.org")
	if err != nil || u.LastName != "Nowak" || !slices.Contains(u.Roles, "kmx_int_serviceticketing_active") {
		t.Errorf("%+v %v", u, err)
	}
	if again := b.Open(link); again.Status != http.StatusGone || strings.Contains(again.Body, "forgotten") {
		t.Errorf("a used link: %d %s", again.Status, again.Body)
	}
	if unknown := b.Open(w.InvitationURL + "?token=unknown"); unknown.Status != http.StatusGone {
		t.Errorf("an unknown link: %d", unknown.Status)
	}
}

// TestInvitation_Join: a user with an account accepts by a button. Opening the link does not start a session.
func TestInvitation_Join(t *testing.T) {
	w := start(t)
	link := w.invited(t, "other@example.com")
	b := w.browser(t)
	form := b.Open(link)
	if !strings.Contains(form.Body, "Join Nordkabel Systeme AG") || strings.Contains(form.Body, `type="password"`) {
		t.Fatal(form.Body)
	}
	if u := w.user(t, "user-other"); slices.Contains(u.Organizations, "org-nordkabel") {
		t.Error("opening the link accepts the invitation")
	}
	if result := b.Send(form); result.Status != http.StatusOK ||
		!strings.Contains(result.Body, "You have joined Nordkabel Systeme AG") {
		t.Errorf("%d %s", result.Status, result.Body)
	}
	if u := w.user(t, "user-other"); !slices.Contains(u.Organizations, "org-nordkabel") {
		t.Errorf("%+v", u)
	}
	if hasSession(b) {
		t.Error("the link starts a session")
	}
}

// TestInvitation_Expired: the page of an expired invitation requests another one from the administrators. A form
// that was open for too long accepts nothing.
//
// Rules: USER-37.
func TestInvitation_Expired(t *testing.T) {
	w := start(t)
	link := w.invited(t, "nora@example.org")
	b := w.browser(t)
	form := b.Open(link)
	w.advance(8 * 24 * time.Hour)
	late := b.Send(form, "firstName", "Nora", "lastName", "Neu", "password", identitytest.Password)
	if late.Status != http.StatusGone || !strings.Contains(late.Body, "This invitation has expired") {
		t.Errorf("accepted too late: %d %s", late.Status, late.Body)
	}
	before, err := w.users.Mails(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if asked := b.Send(b.Open(link), "action", "ask-again"); asked.Status != http.StatusOK ||
		!strings.Contains(asked.Body, "Your request has been sent") {
		t.Errorf("%d %s", asked.Status, asked.Body)
	}
	after, err := w.users.Mails(t.Context())
	if err != nil || len(after) <= len(before) {
		t.Errorf("%d mails after %d: %v", len(after), len(before), err)
	}
	if _, err := w.users.UserByEmail(t.Context(), "nora@example.org"); err == nil {
		t.Error("an expired invitation creates an account")
	}
}

// TestInvitation_Application: the invitation to an application is accepted by a button.
func TestInvitation_Application(t *testing.T) {
	w := start(t)
	w.users.SetInvitationPage(w.InvitationURL)
	result, err := w.users.ChangeUser(t.Context(), w.user(t, "user-admin"), useradmin.UserChange{
		Key:         "a-key",
		UserID:      "user-colleague",
		Action:      useradmin.AddApplication,
		Application: portal.LearningService,
	})
	if err != nil || result.Decision != useradmin.Allowed {
		t.Fatalf("%+v %v", result, err)
	}
	b := w.browser(t)
	form := b.Open(w.latestLink(t))
	if result := b.Send(form); result.Status != http.StatusOK ||
		!strings.Contains(result.Body, "You have access to Learning") {
		t.Errorf("%d %s", result.Status, result.Body)
	}
	if u := w.user(t, "user-colleague"); !slices.Contains(u.Roles, "kmx_int_lmsefront_active") {
		t.Errorf("%+v", u)
	}
}

// hasSession reports whether the provider redirects the browser to the application without a login.
func hasSession(b *identitytest.Browser) bool {
	b.Authorize(oauth2.GenerateVerifier())
	return b.Redirect != nil
}
