package identity_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
	"golang.org/x/oauth2"

	"strand/demo/identity/identitytest"
)

func must(u *url.URL, err error) *url.URL {
	if err != nil {
		panic(err)
	}
	return u
}

var mailedLink = regexp.MustCompile(`href="(http[^"]+token=[^"]+)"`)

// mailed returns the link of the latest mail.
func mailed(t *testing.T, w *fixture, b *identitytest.Browser) string {
	t.Helper()
	found := mailedLink.FindStringSubmatch(b.Open(w.origin + "/am/XUI/mail").Body)
	if found == nil {
		t.Fatal("no mail with a link")
	}
	return strings.ReplaceAll(found[1], "&amp;", "&")
}

// Rules: ACC-7.
func TestRegistration(t *testing.T) {
	w := start(t)
	b := w.browser(t)
	page := b.Open(w.RegistrationURL + "?goto=" + url.QueryEscape(application+"/mykomax"))
	person := []string{"firstName", "Ada", "lastName", "Beispiel", "company", "ACME", "email", "ada@example.com"}
	wrong := b.Send(page, append(person, "password", "ada")...)
	for _, text := range []string{
		"It has at least 12 characters.", "It needs capital letters: at least 1.", "It needs numbers: at least 1.",
		`value="ada@example.com"`,
	} {
		if !strings.Contains(wrong.Body, text) {
			t.Errorf("the page lacks %q", text)
		}
	}
	result := b.Send(page, append(person, "password", "Correct-horse-9")...)
	if result.Status != http.StatusOK || !strings.Contains(result.Body, "Confirm your email address") {
		t.Fatalf("%d", result.Status)
	}
	login := b.Authorize(oauth2.GenerateVerifier())
	if p := b.Send(login, "email", "ada@example.com", "password", "Correct-horse-9"); p.Status != http.StatusForbidden {
		t.Errorf("login with an unverified address succeeds: %d", p.Status)
	}
	link := mailed(t, w, b)
	other := w.browser(t)
	if p := other.Send(other.Open(link), "password", "Incorrect-horse-9"); p.Status != http.StatusUnprocessableEntity {
		t.Errorf("the address is confirmed with another password: %d", p.Status)
	}
	// Opening the link changes nothing, and the browser of the registration needs no password.
	for range 2 {
		if p := b.Open(link); p.Status != http.StatusOK || strings.Contains(p.Body, `name="password"`) {
			t.Errorf("%d %s", p.Status, p.Body)
		}
	}
	b.Send(b.Open(link))
	if b.Redirect == nil || b.Redirect.String() != application+"/mykomax" {
		t.Errorf("redirected to %v", b.Redirect)
	}
	if again := b.Open(link); again.Status != http.StatusGone {
		t.Errorf("the link is accepted twice: %d", again.Status)
	}
	if b.Authorize(oauth2.GenerateVerifier()); b.Redirect == nil || b.Redirect.Query().Get("code") == "" {
		t.Error("the new user is not signed in")
	}
	// The registration of an existing e-mail address gets the same response; its owner gets a mail.
	taken := b.Send(
		page,
		"firstName",
		"Eve",
		"lastName",
		"Other",
		"email",
		"customer@example.com",
		"password",
		"Correct-horse-9",
	)
	if taken.Status != http.StatusOK || !strings.Contains(taken.Body, "Confirm your email address") {
		t.Errorf("%d", taken.Status)
	}
	if !strings.Contains(b.Open(w.origin+"/am/XUI/mail").Body, "You have an account already") {
		t.Error("the owner gets no mail")
	}
}

// TestRegistration_ByAnotherPerson: the owner of an e-mail address does not confirm the password that another person
// has registered with it, and a later registration replaces an earlier one (ACC-7).
//
// Rules: ACC-7, FORM-11.
func TestRegistration_ByAnotherPerson(t *testing.T) {
	w := start(t)
	stranger, owner := w.browser(t), w.browser(t)
	register := func(b *identitytest.Browser, email, password string) {
		t.Helper()
		page := b.Open(w.RegistrationURL)
		p := b.Send(page, "firstName", "Ada", "lastName", "Beispiel", "email", email, "password", password)
		if p.Status != http.StatusOK {
			t.Fatalf("%d", p.Status)
		}
	}
	logIn := func(b *identitytest.Browser, password string) int {
		t.Helper()
		b.Redirect = nil
		p := b.Send(b.Authorize(oauth2.GenerateVerifier()), "email", "ada@example.com", "password", password)
		if b.Redirect != nil {
			return http.StatusOK
		}
		return p.Status
	}
	register(stranger, "ada@example.com", "Stranger-horse-9")
	first := mailed(t, w, owner)
	if p := owner.Send(owner.Open(first), "password", "Owner-horse-99"); p.Status != http.StatusUnprocessableEntity {
		t.Errorf("%d", p.Status)
	}
	// The stranger's registration after that of the owner does not become the owner's, in the owner's browser either.
	register(owner, "ADA@example.com\u200b", "Owner-horse-99")
	register(stranger, "ada@example.com", "Stranger-horse-9")
	page := owner.Open(w.RegistrationURL)
	owner.Send(page, "action", "again", "email", "ada@example.com")
	for range 2 {
		if p := owner.Send(owner.Open(mailed(t, w, owner))); p.Status != http.StatusUnprocessableEntity {
			t.Fatalf("confirmed without a password: %d", p.Status)
		}
	}
	register(owner, "ada@example.com", "Owner-horse-99")
	if owner.Send(owner.Open(mailed(t, w, owner))); owner.Redirect == nil {
		t.Fatal("not confirmed in the browser of the registration")
	}
	if got := logIn(stranger, "Stranger-horse-9"); got != http.StatusUnauthorized {
		t.Errorf("the stranger logs in: %d", got)
	}
	if got := logIn(owner, "Owner-horse-99"); got != http.StatusOK {
		t.Errorf("the owner cannot log in: %d", got)
	}
	// A registration with a confirmed e-mail address changes nothing.
	register(stranger, "ada@example.com", "Stranger-horse-9")
	if got := logIn(w.browser(t), "Owner-horse-99"); got != http.StatusOK {
		t.Errorf("%d", got)
	}
}

// TestRegistration_Again: the page after a registration sends the mail again, and leads back to the form with its
// values. It is the same for every address.
func TestRegistration_Again(t *testing.T) {
	w := start(t)
	b := w.browser(t)
	page := b.Open(w.RegistrationURL)
	person := []string{"firstName", "Ada", "lastName", "Beispiel", "company", "ACME", "email", "ada@example.com"}
	done := b.Send(page, append(person, "password", "Correct-horse-9")...)
	for _, text := range []string{`value="again"`, `value="change"`, `type="hidden" name="company" value="ACME"`} {
		if !strings.Contains(done.Body, text) {
			t.Errorf("the page lacks %q", text)
		}
	}
	first := mailed(t, w, b)
	mails := func() int {
		sent, err := w.users.Mails(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return len(sent)
	}
	before := mails()
	pages := map[string]bool{}
	for _, email := range []string{"ada@example.com", "customer@example.com", "unknown@example.com"} {
		p := b.Send(page, "action", "again", "email", email)
		pages[strings.ReplaceAll(p.Body, email, "")] = true
	}
	if got := mails() - before; got != 3 || len(pages) != 1 {
		t.Errorf("%d mails, %d pages", got, len(pages))
	}
	changed := b.Send(page, append(person, "action", "change")...)
	if changed.Status != http.StatusOK || !strings.Contains(changed.Body, `value="Beispiel"`) ||
		!strings.Contains(changed.Body, `name="password"`) || strings.Contains(changed.Body, "aria-invalid") {
		t.Errorf("%d %s", changed.Status, changed.Body)
	}
	if b.Send(b.Open(first)); b.Redirect == nil {
		t.Error("the first link is not valid any more")
	}
}

func TestForgottenPassword(t *testing.T) {
	w := start(t)
	b := w.browser(t)
	token := b.SignIn("customer@example.com")
	forgotten := b.Open(w.origin + "/am/XUI/forgotten")
	for _, email := range []string{"customer@example.com", "nobody@example.com"} {
		if p := b.Send(forgotten, "email", email); p.Status != http.StatusOK ||
			!strings.Contains(p.Body, "If there is an account for "+email) {
			t.Errorf("%s: %d", email, p.Status)
		}
	}
	link := b.Open(mailed(t, w, b))
	if p := b.Send(link, "password", "My-name-is-carla-1"); p.Status != http.StatusUnprocessableEntity ||
		!strings.Contains(p.Body, "It must not contain your name or address: Carla") {
		t.Errorf("%d", p.Status)
	}
	if p := b.Send(link, "password", "Correct-horse-9"); !strings.Contains(p.Body, "Your password is changed") {
		t.Errorf("%d", p.Status)
	}
	if _, err := b.Provider.UserInfo(t.Context(), oauth2.StaticTokenSource(token)); err == nil {
		t.Error("earlier tokens are still valid")
	}
	login := b.Authorize(oauth2.GenerateVerifier())
	if p := b.Send(
		login, "email", "customer@example.com", "password", identitytest.Password,
	); p.Status != http.StatusUnauthorized {
		t.Errorf("login with the old password succeeds: %d", p.Status)
	}
	if b.Send(login, "email", "customer@example.com", "password", "Correct-horse-9"); b.Redirect == nil {
		t.Error("login with the new password fails")
	}
}

// Rules: AUTH-26, AUTH-29.
func TestSecondFactor(t *testing.T) {
	w := start(t)
	ctx, b := t.Context(), w.browser(t)
	key, err := w.users.StartSecondFactor(ctx, "user-customer")
	if err != nil {
		t.Fatal(err)
	}
	code := func() string {
		c, err := totp.GenerateCode(key.Secret(), w.now())
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	if _, err := w.users.ConfirmSecondFactor(ctx, "user-customer", "000000"); err == nil {
		t.Error("a wrong code is accepted")
	}
	created, err := w.users.ConfirmSecondFactor(ctx, "user-customer", code())
	if err != nil || len(created.Codes) != 10 {
		t.Fatal(created, err)
	}
	recovery := created.Codes
	credentials := []string{"email", "customer@example.com", "password", identitytest.Password}
	if b.Send(b.Authorize(oauth2.GenerateVerifier()), credentials...); b.Redirect == nil {
		t.Error("a login requests a code before the recovery codes are saved")
	}
	if _, err := w.users.SaveRecoveryCodes(ctx, "user-customer", created.ID); err != nil {
		t.Fatal(err)
	}
	begin := func() identitytest.Page {
		page := b.Send(
			b.Authorize(oauth2.GenerateVerifier(), oauth2.SetAuthURLParam("prompt", "login")), credentials...,
		)
		if b.Redirect != nil || !strings.Contains(page.Body, "Second step") ||
			!strings.Contains(page.Body, "Lost your phone? Enter one of your recovery codes instead") {
			t.Fatalf("the login does not request a code: %v", b.Redirect)
		}
		return page
	}
	used := code()
	if page := b.Send(begin(), "code", used); b.Redirect != nil ||
		!strings.Contains(page.Body, "The code is wrong, or it was used already.") {
		t.Error("the code that confirmed the factor is accepted again")
	}
	w.advance(time.Minute)
	if b.Send(begin(), "code", code()); b.Redirect == nil {
		t.Error("a right code is refused")
	}
	if b.Send(begin(), "code", " "+strings.ToUpper(recovery[3])+" "); b.Redirect == nil {
		t.Error("a recovery code is refused")
	}
	if mails, err := w.users.Mails(ctx); err != nil || mails[0].Recipient != "customer@example.com" ||
		!strings.Contains(mails[0].Text, "Unused recovery codes: 9.") {
		t.Errorf("the user is not informed of the remaining recovery codes: %+v %v", mails, err)
	}
	if u, err := w.users.User(ctx, "user-customer"); err != nil || u.RecoveryCodesLeft == nil ||
		*u.RecoveryCodesLeft != 9 {
		t.Errorf("remaining recovery codes: %+v %v", u, err)
	}
	if b.Send(begin(), "code", recovery[3]); b.Redirect != nil {
		t.Error("a recovery code is accepted twice")
	}
	replacements, err := w.users.CreateRecoveryCodes(ctx, "user-customer")
	if err != nil {
		t.Fatal(err)
	}
	if b.Send(begin(), "code", replacements.Codes[0]); b.Redirect != nil {
		t.Error("a recovery code is accepted before it is saved")
	}
	if b.Send(begin(), "code", recovery[4]); b.Redirect == nil {
		t.Error("an earlier recovery code is refused before the new ones are saved")
	}
	if _, err := w.users.SaveRecoveryCodes(ctx, "user-customer", replacements.ID); err != nil {
		t.Fatal(err)
	}
	if b.Send(begin(), "code", recovery[5]); b.Redirect != nil {
		t.Error("a replaced recovery code is accepted")
	}
	if b.Send(begin(), "code", replacements.Codes[0]); b.Redirect == nil {
		t.Error("a saved recovery code is refused")
	}
	w.advance(time.Hour)
	page := begin()
	w.advance(time.Minute)
	for range 5 {
		b.Send(page, "code", "123456")
	}
	if p := b.Send(page, "code", code()); p.Status != http.StatusTooManyRequests || b.Redirect != nil {
		t.Errorf("a code is accepted while attempts are delayed: %d", p.Status)
	}
	w.advance(5 * time.Minute)
	if b.Send(page, "code", code()); b.Redirect == nil {
		t.Error("attempts are still delayed")
	}
}
