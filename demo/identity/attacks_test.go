package identity_test

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"strand/demo/identity"
	"strand/demo/identity/identitytest"
	"strand/demo/sisusers"
)

const evil = "http://evil.example"

// TestAuthorize_ForeignRedirect uses the URLs of redirecturls_test.go at the endpoints.
func TestAuthorize_ForeignRedirect(t *testing.T) {
	w := start(t)
	victim := w.browser(t)
	victim.SignIn("customer@example.com")
	for _, to := range []string{
		"http://evil.example?.localhost:8080/callback", "http://evil.example#.localhost:8080/callback",
		`http://evil.example\.localhost:8080/callback`, "http://evil.example%3f.localhost:8080/callback",
		"http://evil.example%253f.localhost:8080/callback", "http://evil.example:80?@a.localhost:8080/callback",
		"http://evil.example\t.localhost:8080/callback", "http://localhost:8080/x?y=/callback",
		"http://localhost:8080/callback#x",
	} {
		for _, more := range [][]oauth2.AuthCodeOption{
			nil, {oauth2.SetAuthURLParam("prompt", "none")}, {oauth2.SetAuthURLParam("prompt", "none login")},
			{oauth2.SetAuthURLParam("response_type", "token")}, {oauth2.SetAuthURLParam("response_mode", "form_post")},
		} {
			victim.OAuth.RedirectURL = to
			page := victim.Authorize(oauth2.GenerateVerifier(), more...)
			if page.Status != http.StatusBadRequest || victim.Redirect != nil ||
				strings.Contains(page.Body, "evil.example") {
				t.Errorf("%q: %d %v", to, page.Status, victim.Redirect)
			}
		}
	}
	// A repeated parameter is refused instead of choosing one.
	page := victim.Open(w.Issuer + "/authorize?" + url.Values{
		"client_id": {
			identity.ClientID,
		}, "response_type": {"code"}, "scope": {"openid"}, "code_challenge_method": {"S256"},
		"code_challenge": {"x"}, "redirect_uri": {application + "/callback", evil + "/callback"},
	}.Encode())
	if page.Status != http.StatusBadRequest || victim.Redirect != nil {
		t.Errorf("two addresses: %d %v", page.Status, victim.Redirect)
	}
}

func TestEndSession_ForeignRedirect(t *testing.T) {
	w := start(t)
	b := w.browser(t)
	token := identitytest.IDToken(b.SignIn("customer@example.com"))
	for _, to := range []string{
		"http://evil.example?.localhost:8080", "http://evil.example?.localhost:8080/",
		"http://evil.example#.localhost:8080",
		`http://localhost:8080/\evil.example`, "http://localhost:8080//evil.example",
		"http://localhost:8080/en?to=//evil.example",
	} {
		page := b.Open(w.Issuer + "/connect/endSession?" +
			url.Values{"id_token_hint": {token}, "post_logout_redirect_uri": {to}}.Encode())
		if page.Status != http.StatusBadRequest || b.Redirect != nil ||
			!strings.HasPrefix(page.URL.String(), w.origin) {
			t.Errorf("%q: %d %v", to, page.Status, page.URL)
		}
	}
	b.Authorize(oauth2.GenerateVerifier(), oauth2.SetAuthURLParam("prompt", "none"))
	if b.Redirect.Query().Get("code") == "" {
		t.Error("a refused request ends the session")
	}
}

// TestLogin_OtherBrowserRefused: only the browser that started a login can continue it.
func TestLogin_OtherBrowserRefused(t *testing.T) {
	w := start(t)
	attacker, victim := w.browser(t), w.browser(t)
	started := attacker.Authorize(oauth2.GenerateVerifier())
	// The victim may have a login in progress, and a session.
	victim.SignIn("customer@example.com")
	if page := victim.Open(started.URL.String()); page.Status != http.StatusBadRequest ||
		strings.Contains(page.Body, "<form") {
		t.Errorf("the page is accessible: %d", page.Status)
	}
	sent := victim.Send(started, "email", "customer@example.com", "password", identitytest.Password)
	if sent.Status != http.StatusBadRequest || victim.Redirect != nil {
		t.Errorf("the form is accepted: %d %v", sent.Status, victim.Redirect)
	}
	id := started.URL.Query().Get("request")
	for _, url := range []string{
		started.URL.String(), w.Issuer + "/authorize/callback?id=" + id, w.origin + "/am/XUI/code?request=" + id,
	} {
		if page := attacker.Open(url); attacker.Redirect != nil && attacker.Redirect.Query().Get("code") != "" {
			t.Errorf("%s redirects with a code: %d", url, page.Status)
		}
	}
	// Conversely, only the victim's browser gets the code of the victim's login.
	own := victim.Authorize(oauth2.GenerateVerifier(), oauth2.SetAuthURLParam("prompt", "login"))
	victim.Send(own, "email", "customer@example.com", "password", identitytest.Password)
	if victim.Redirect == nil {
		t.Fatal("the victim is not logged in")
	}
	url := w.Issuer + "/authorize/callback?id=" + own.URL.Query().Get("request")
	if attacker.Open(url); attacker.Redirect != nil {
		t.Errorf("the attacker gets %v", attacker.Redirect)
	}
	if page := attacker.Open(own.URL.String()); attacker.Redirect != nil {
		t.Errorf("the attacker gets %v %d", attacker.Redirect, page.Status)
	}
}

func TestSessions_Origin(t *testing.T) {
	w := start(t)
	b := w.browser(t)
	tokens := b.SignIn("customer@example.com")
	sessions := w.origin + "/am/json/realms/root/realms/alpha/sessions/?_action="
	revoke := w.Issuer + "/token/revoke"
	for _, origin := range []string{
		evil, "null", "http://evil.example?.localhost:8080", "http://localhost:8081", "https://localhost:8080",
	} {
		for _, action := range []string{"logout", "getSessionInfo"} {
			if page := b.SendFrom(origin, sessions+action); page.Status != http.StatusForbidden {
				t.Errorf("%s from %q: %d", action, origin, page.Status)
			}
		}
		page := b.SendFrom(origin, revoke, "client_id", identity.ClientID, "token", tokens.RefreshToken)
		if page.Status != http.StatusForbidden {
			t.Errorf("revoke from %q: %d", origin, page.Status)
		}
	}
	if len(w.ended) > 0 {
		t.Fatalf("ended: %v", w.ended)
	}
	if page := b.SendFrom("http://www.localhost:8080", sessions+"getSessionInfo"); page.Status != http.StatusOK {
		t.Errorf("a page of a site: %d", page.Status)
	}
	if page := b.SendFrom(
		application, revoke, "client_id", identity.ClientID, "token", tokens.RefreshToken,
	); page.Status != http.StatusOK ||
		len(w.ended) != 1 {
		t.Errorf("revoke from the portal: %d %v", page.Status, w.ended)
	}
	if page := b.SendFrom(application, sessions+"logout"); page.Status != http.StatusOK {
		t.Errorf("logout from the portal: %d", page.Status)
	}
}

func TestPages_RefuseFormsOfOtherOrigins(t *testing.T) {
	w := start(t)
	b := w.browser(t)
	b.SignIn("customer@example.com")
	for _, name := range []string{
		"login", "code", "register", "verify", "invitation", "forgotten", "reset", "logout", "mail",
	} {
		for _, origin := range []string{evil, "null", "http://localhost:8080", w.origin + ".evil.example"} {
			if page := b.SendFrom(origin, w.origin+"/am/XUI/"+name); page.Status != http.StatusForbidden {
				t.Errorf("%s from %q: %d", name, origin, page.Status)
			}
		}
		if page := b.SendFrom(w.origin, w.origin+"/am/XUI/"+name); page.Status == http.StatusForbidden {
			t.Errorf("%s from the provider's own page: %d", name, page.Status)
		}
	}
}

// TestRevoke_OnlyTokens: only a token ends its grant, not an id in a URL or an ID token.
func TestRevoke_OnlyTokens(t *testing.T) {
	w := start(t)
	b := w.browser(t)
	page := b.Authorize(oauth2.GenerateVerifier())
	id := page.URL.Query().Get("request")
	tokens := b.SignIn("customer@example.com")
	var sid, access, refresh string
	if err := w.users.DB().QueryRow(`SELECT g.sid, a.id, r.hash FROM grants g JOIN access_tokens a ON a.sid = g.sid
		JOIN refresh_tokens r ON r.sid = g.sid`).Scan(&sid, &access, &refresh); err != nil {
		t.Fatal(err)
	}
	revoke := func(client, token, hint string) int {
		return b.SendFrom(
			application,
			w.Issuer+"/token/revoke",
			"client_id",
			client,
			"token",
			token,
			"token_type_hint",
			hint,
		).Status
	}
	for name, token := range map[string]string{
		"the id of the login": id, "the id of the grant": sid, "the id of the access token": access,
		"the hash of the refresh token": refresh, "the ID token": identitytest.IDToken(tokens), "nothing": "",
	} {
		for _, hint := range []string{"", "access_token", "refresh_token"} {
			if status := revoke(identity.ClientID, token, hint); status >= 500 || len(w.ended) > 0 {
				t.Fatalf("%s (%s): %d, ended %v", name, hint, status, w.ended)
			}
		}
	}
	if status := revoke("other", tokens.RefreshToken, ""); status != http.StatusUnauthorized || len(w.ended) > 0 {
		t.Errorf("of another client: %d %v", status, w.ended)
	}
	if status := revoke(identity.ClientID, tokens.AccessToken, ""); status != http.StatusOK ||
		!slices.Equal(w.ended, []string{sid}) {
		t.Errorf("the access token: %d %v", status, w.ended)
	}
}

func TestSignOutOthers(t *testing.T) {
	w := start(t)
	here, there := w.browser(t), w.browser(t)
	kept, other := here.SignIn("customer@example.com"), there.SignIn("customer@example.com")
	// A login with a code, and one that still needs the second factor.
	verifier := oauth2.GenerateVerifier()
	there.Authorize(verifier)
	var sid string
	if err := w.users.DB().QueryRow(`SELECT sid FROM grants ORDER BY rowid LIMIT 1`).Scan(&sid); err != nil {
		t.Fatal(err)
	}
	if err := w.SignOutOthers(t.Context(), "user-customer", sid); err != nil {
		t.Fatal(err)
	}
	if _, err := there.Exchange(verifier); err == nil {
		t.Error("a code of an ended session is accepted")
	}
	isGood := func(b *identitytest.Browser, token *oauth2.Token) bool {
		_, err := b.Provider.UserInfo(t.Context(), oauth2.StaticTokenSource(token))
		_, errRefresh := b.OAuth.TokenSource(t.Context(),
			&oauth2.Token{RefreshToken: token.RefreshToken, Expiry: time.Now().Add(-time.Hour)}).Token()
		if (err == nil) != (errRefresh == nil) {
			t.Errorf("access token: %v, refresh token: %v", err, errRefresh)
		}
		return err == nil
	}
	if !isGood(here, kept) || isGood(there, other) {
		t.Error("the user's present session was ended")
	}
	// An unknown sid, or one of another user, does not keep any session.
	there.SignIn("other@example.com")
	if err := w.users.DB().QueryRow(`SELECT sid FROM grants WHERE user_id = 'user-other'`).Scan(&sid); err != nil {
		t.Fatal(err)
	}
	if err := w.SignOutOthers(t.Context(), "user-customer", sid); err != nil {
		t.Fatal(err)
	}
	here.Authorize(oauth2.GenerateVerifier(), oauth2.SetAuthURLParam("prompt", "none"))
	if here.Redirect.Query().Get("code") != "" {
		t.Error("the session has not ended")
	}
}

// answers returns the responses to attempts with an e-mail address, without the e-mail address itself and the time.
func (w *fixture) answers(t *testing.T, email string, attempts int) (responses []string, hashes int64, mails int) {
	t.Helper()
	before, _ := w.users.Mails(t.Context())
	work := w.users.Hashes()
	page := w.browser(t).Open(w.origin + "/am/XUI/login")
	for range attempts {
		b := w.browser(t)
		got := b.Send(page, "email", email, "password", "Wrong-password-1")
		body := strings.ReplaceAll(got.Body, email, "ADDRESS")
		if i := strings.Index(body, "Please try again after "); i >= 0 {
			body = body[:i] + body[i+len("Please try again after 00:00:00"):]
		}
		responses = append(responses, http.StatusText(got.Status)+body)
	}
	after, _ := w.users.Mails(t.Context())
	return responses, w.users.Hashes() - work, len(after) - len(before)
}

// TestLogin_HidesExistingAccounts: responses and work are the same for an e-mail address with an account, without one,
// and with an account without a password.
func TestLogin_HidesExistingAccounts(t *testing.T) {
	w := start(t)
	if _, err := w.users.DB().Exec(`UPDATE users SET deleted_at = 1 WHERE id = 'user-new'`); err != nil {
		t.Fatal(err)
	}
	if _, err := w.users.Ensure(t.Context(), sisusers.User{
		ID:    "elsewhere",
		Email: "elsewhere@example.com",
	}); err != nil {
		t.Fatal(err)
	}
	const attempts = 7
	want, hashes, mails := w.answers(t, "customer@example.com", attempts)
	if hashes != 5 || mails != 0 || !strings.HasPrefix(want[0], "Unauthorized") ||
		!strings.HasPrefix(want[6], "Too Many Requests") {
		t.Fatalf("%d hashes, %d mails, %.20s … %.20s", hashes, mails, want[0], want[6])
	}
	for _, email := range []string{
		"nobody@example.com", "NOBODY2@example.com ", "new@example.com", "elsewhere@example.com", "not an address",
	} {
		w.advance(time.Hour) // resets the limit of the network
		got, gotHashes, gotMails := w.answers(t, email, attempts)
		if !slices.Equal(got, want) || gotHashes != hashes || gotMails != mails {
			t.Errorf("%s differs: %d hashes, %d mails", email, gotHashes, gotMails)
		}
	}
}

func TestForms_HideExistingAccounts(t *testing.T) {
	w := start(t)
	send := func(form, email string, more ...string) (body string, hashes int64, mails int) {
		b := w.browser(t)
		before, _ := w.users.Mails(t.Context())
		work := w.users.Hashes()
		got := b.Send(b.Open(w.origin+"/am/XUI/"+form), append(more, "email", email)...)
		after, _ := w.users.Mails(t.Context())
		return http.StatusText(got.Status) + strings.ReplaceAll(
			got.Body,
			email,
			"ADDRESS",
		), w.users.Hashes() - work, len(after) - len(before)
	}
	for form, more := range map[string][]string{
		"forgotten": nil,
		"register":  {"firstName", "Ada", "lastName", "Beispiel", "company", "ACME", "password", "Correct-horse-9"},
	} {
		body, hashes, mails := send(form, "customer@example.com", more...)
		if !strings.HasPrefix(body, "OK") || mails != 1 {
			t.Errorf("%s: %.20s, %d mails", form, body, mails)
		}
		// Each form has its own e-mail addresses, since registering creates an account.
		for _, email := range []string{form + "@example.com", form + ".else@example.com"} {
			gotBody, gotHashes, gotMails := send(form, email, more...)
			if gotBody != body || gotHashes != hashes || gotMails != mails {
				t.Errorf("%s of %s differs: %d hashes, %d mails", form, email, gotHashes, gotMails)
			}
		}
	}
}

// TestLogin_OwnerDuringAttack: attempts of an attacker delay unknown browsers for a while, but not
// the owner's.
//
// Rules: AUTH-26.
func TestLogin_OwnerDuringAttack(t *testing.T) {
	w := start(t)
	owner, otherBrowser, stranger := w.browser(t), w.browser(t), w.browser(t)
	owner.SignIn("customer@example.com")
	ask := oauth2.SetAuthURLParam("prompt", "login")
	form := stranger.Authorize(oauth2.GenerateVerifier(), ask)
	attack := func() (refused int) {
		for range 20 {
			if p := stranger.Send(
				form, "email", "customer@example.com", "password", "wrong",
			); p.Status == http.StatusTooManyRequests {
				refused++
			}
		}
		return refused
	}
	if n := attack(); n != 15 {
		t.Errorf("%d attempts of 20 are refused", n)
	}
	login := owner.Authorize(oauth2.GenerateVerifier(), ask)
	if p := owner.Send(
		login, "email", "customer@example.com", "password", identitytest.Password,
	); owner.Redirect == nil {
		t.Errorf("the owner's browser is delayed: %d", p.Status)
	}
	attack()
	// In another browser the owner waits for minutes, and a success resets the delay.
	other := otherBrowser.Authorize(oauth2.GenerateVerifier())
	if p := otherBrowser.Send(
		other, "email", "customer@example.com", "password", identitytest.Password,
	); p.Status != http.StatusTooManyRequests {
		t.Errorf("another browser passes: %d", p.Status)
	}
	w.advance(5 * time.Minute)
	if p := otherBrowser.Send(
		other, "email", "customer@example.com", "password", identitytest.Password,
	); otherBrowser.Redirect == nil {
		t.Errorf("another browser is still delayed: %d", p.Status)
	}
	// A known browser is delayed by its own failures.
	login = owner.Authorize(oauth2.GenerateVerifier(), ask)
	for range 5 {
		owner.Send(login, "email", "customer@example.com", "password", "wrong")
	}
	if p := owner.Send(
		login, "email", "customer@example.com", "password", identitytest.Password,
	); p.Status != http.StatusTooManyRequests {
		t.Errorf("a known browser is not limited: %d", p.Status)
	}
	// A browser is known for its own user only.
	for range 5 {
		owner.Send(login, "email", "other@example.com", "password", "wrong")
	}
	if p := stranger.Send(
		form, "email", "other@example.com", "password", identitytest.Password,
	); p.Status != http.StatusTooManyRequests {
		t.Errorf("a browser known to another user is not limited: %d", p.Status)
	}
}

// TestLogin_NetworkIsSlowedDown: a network that tries one password with many e-mail addresses is delayed, except for
// its known browsers.
//
// Rules: AUTH-26.
func TestLogin_NetworkIsSlowedDown(t *testing.T) {
	w := start(t)
	owner, stranger := w.browser(t), w.browser(t)
	owner.SignIn("customer@example.com")
	form := stranger.Open(w.origin + "/am/XUI/login")
	var refused int
	for i := range 40 {
		email := strings.Repeat("x", i+1) + "@example.com"
		if p := stranger.Send(
			form, "email", email, "password", "Summer-2026-x",
		); p.Status == http.StatusTooManyRequests {
			refused++
		}
	}
	// Thirty attempts are free, and one more after some seconds.
	if refused < 5 || refused > 10 {
		t.Errorf("%d of 40 are refused", refused)
	}
	login := owner.Authorize(oauth2.GenerateVerifier(), oauth2.SetAuthURLParam("prompt", "login"))
	if owner.Send(login, "email", "customer@example.com", "password", identitytest.Password); owner.Redirect == nil {
		t.Error("a known browser of the network is delayed")
	}
}

// TestForgottenPassword_RemembersBrowser: a password reset proves access to the mailbox, so that attempts of
// others do not delay the browser.
//
// Rules: AUTH-26.
func TestForgottenPassword_RemembersBrowser(t *testing.T) {
	w := start(t)
	owner, stranger := w.browser(t), w.browser(t)
	form := stranger.Open(w.origin + "/am/XUI/login")
	attack := func() {
		for range 8 {
			stranger.Send(form, "email", "customer@example.com", "password", "wrong")
		}
	}
	attack()
	forgotten := owner.Open(w.origin + "/am/XUI/forgotten")
	owner.Send(forgotten, "email", "customer@example.com")
	link := mailed(t, w, owner)
	// Another person's request for a link does not invalidate the owner's link.
	stranger.Send(forgotten, "email", "customer@example.com")
	other := mailed(t, w, stranger)
	if p := owner.Send(owner.Open(link), "password", "Correct-horse-9"); !strings.Contains(
		p.Body,
		"Your password is changed",
	) {
		t.Errorf("the owner's link is refused: %d", p.Status)
	}
	if p := stranger.Open(other); p.Status != http.StatusGone {
		t.Errorf("another link is accepted after the password was changed: %d", p.Status)
	}
	attack()
	login := owner.Authorize(oauth2.GenerateVerifier())
	if p := owner.Send(login, "email", "customer@example.com", "password", "Correct-horse-9"); owner.Redirect == nil {
		t.Errorf("the owner is delayed: %d", p.Status)
	}
}

// TestLogin_ManyAttemptsAtOnce: concurrent attempts cannot bypass the counter of failures.
//
// Rules: AUTH-26.
func TestLogin_ManyAttemptsAtOnce(t *testing.T) {
	w := start(t)
	var tried, refused atomic.Int32
	var group sync.WaitGroup
	for range 30 {
		group.Go(func() {
			_, err := w.users.Authenticate(t.Context(), sisusers.LoginSource{}, "customer@example.com", "wrong")
			locked := new(sisusers.LockedError)
			switch {
			case errors.Is(err, sisusers.ErrCredentials):
				tried.Add(1)
			case errors.As(err, &locked):
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	group.Wait()
	if tried.Load() != 5 || refused.Load() != 25 {
		t.Errorf("%d tried, %d refused", tried.Load(), refused.Load())
	}
}
