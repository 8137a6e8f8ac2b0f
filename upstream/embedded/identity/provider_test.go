package identity_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/pquerna/otp/totp"
	"golang.org/x/oauth2"

	"strand/upstream/embedded/identity"
	"strand/upstream/embedded/identity/identitytest"
	"strand/upstream/embedded/userstore"
)

const application = "http://localhost:8080"

// world is a running provider.
type world struct {
	*identity.Provider
	users  *userstore.Store
	dir    string
	mu     sync.Mutex
	clock  time.Duration
	ended  []string
	origin string
	serve  http.Handler
}

func (w *world) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return time.Now().Add(w.clock)
}

func (w *world) later(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.clock += d
}

func start(t *testing.T) *world {
	t.Helper()
	w := &world{dir: t.TempDir()}
	// The provider must know its URL before it starts.
	server := httptest.NewServer(
		http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) { w.serve.ServeHTTP(rw, r) }),
	)
	t.Cleanup(server.Close)
	w.origin = server.URL
	w.open(t)
	return w
}

// open starts the provider with the stored data.
func (w *world) open(t *testing.T) {
	t.Helper()
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	var err error
	if w.users, err = userstore.Open(userstore.Options{
		Dir:        w.dir,
		ContentDir: "../../../content/identity",
		Now:        w.now,
		Logger:     log,
	}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.users.Close() })
	w.Provider, err = identity.New(identity.Options{
		Origin:       w.origin,
		Users:        w.users,
		Now:          w.now,
		Logger:       log,
		Applications: func() []string { return []string{application, "http://*.localhost:8080"} },
		Ended: func(_ context.Context, sids []string) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.ended = append(w.ended, sids...)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.serve = w.Handler()
}

func (w *world) browser(t *testing.T) *identitytest.Browser {
	t.Helper()
	return identitytest.New(t, w.Issuer, identity.ClientID, application)
}

func TestSignIn(t *testing.T) {
	w := start(t)
	b := w.browser(t)
	token := b.SignIn("Customer@Example.com")
	if token.RefreshToken == "" || token.AccessToken == "" {
		t.Errorf("tokens are missing: %+v", token)
	}
	id, err := b.Provider.Verifier(&oidc.Config{ClientID: "portal"}).Verify(t.Context(), identitytest.IDToken(token))
	if err != nil {
		t.Fatal(err)
	}
	var claims struct {
		Subname    string   `json:"subname"`
		GivenName  string   `json:"given_name"`
		FamilyName string   `json:"family_name"`
		Name       string   `json:"name"`
		Email      string   `json:"email"`
		Roles      []string `json:"roles"`
		SID        string   `json:"sid"`
	}
	if err := id.Claims(&claims); err != nil {
		t.Fatal(err)
	}
	if claims.GivenName != "Carla" || claims.FamilyName != "Muster" || claims.Email != "customer@example.com" ||
		claims.SID == "" ||
		!slices.Contains(claims.Roles, "kmx_int_serviceticketing_active") {
		t.Errorf("%+v", claims)
	}
	// The user info contains the same claims (CALL-13).
	info, err := b.Provider.UserInfo(t.Context(), oauth2.StaticTokenSource(token))
	if err != nil {
		t.Fatal(err)
	}
	var userInfo map[string]any
	if err := info.Claims(&userInfo); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"subname", "given_name", "family_name", "name", "email", "roles"} {
		if userInfo[name] == nil {
			t.Errorf("user info lacks %s: %v", name, userInfo)
		}
	}
}

func TestSignIn_ExistingSession(t *testing.T) {
	w := start(t)
	b := w.browser(t)
	verifier := oauth2.GenerateVerifier()
	none := oauth2.SetAuthURLParam("prompt", "none")
	b.Authorize(verifier, none)
	if got := b.Redirect.Query(); got.Get("error") != "login_required" ||
		got.Get("error_description") != "User authentication is required" {
		t.Errorf("without a session: %v", b.Redirect)
	}
	b.SignIn("customer@example.com")
	b.Authorize(verifier, none)
	if b.Redirect.Query().Get("code") == "" {
		t.Errorf("with a session: %v", b.Redirect)
	}
	if page := b.Authorize(verifier, oauth2.SetAuthURLParam("prompt", "login")); b.Redirect != nil ||
		!strings.Contains(page.Body, "Log in") {
		t.Errorf("prompt=login does not show the login page: %v", b.Redirect)
	}
	w.later(3 * time.Hour)
	b.Authorize(verifier, none)
	if b.Redirect.Query().Get("code") != "" {
		t.Error("a session that was idle for three hours is still valid")
	}
}

func TestSignIn_Refusals(t *testing.T) {
	w := start(t)
	t.Run("refuses a request without PKCE", func(t *testing.T) {
		b := w.browser(t)
		b.Open(b.OAuth.AuthCodeURL("s"))
		if b.Redirect == nil || b.Redirect.Query().Get("error") != "invalid_request" {
			t.Errorf("%v", b.Redirect)
		}
	})
	t.Run("refuses a foreign redirect URL", func(t *testing.T) {
		for _, to := range []string{
			"http://evil.example/callback", "http://localhost:9999/callback", "http://x@localhost:8080/callback",
			application + "/elsewhere",
			"http://localhost:8080.evil.example/callback"} {
			b := w.browser(t)
			b.OAuth.RedirectURL = to
			if page := b.Authorize(oauth2.GenerateVerifier()); page.Status != http.StatusBadRequest ||
				b.Redirect != nil {
				t.Errorf("%s: %d %v", to, page.Status, b.Redirect)
			}
		}
	})
	t.Run("accepts the return pages of every site", func(t *testing.T) {
		for _, to := range []string{
			application + "/en/callback", application + "/blank-callback", "http://komax.localhost:8080/de-ch/callback",
		} {
			b := w.browser(t)
			b.OAuth.RedirectURL = to
			if page := b.Authorize(oauth2.GenerateVerifier()); page.Status != http.StatusOK {
				t.Errorf("%s: %d", to, page.Status)
			}
		}
	})
	t.Run("accepts a code once, with its verifier", func(t *testing.T) {
		b := w.browser(t)
		verifier := oauth2.GenerateVerifier()
		b.Send(b.Authorize(verifier), "email", "customer@example.com", "password", identitytest.Password)
		if _, err := b.Exchange(oauth2.GenerateVerifier()); err == nil {
			t.Error("a wrong verifier is accepted")
		}
		if _, err := b.Exchange(verifier); err == nil {
			t.Error("a used code is accepted")
		}
	})
}

func TestDiscovery_SupportedFeatures(t *testing.T) {
	w := start(t)
	request, _ := http.NewRequestWithContext(
		t.Context(),
		http.MethodGet,
		w.Issuer+"/.well-known/openid-configuration",
		nil,
	)
	request.Header.Set("Origin", application)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if got := response.Header.Get("Access-Control-Allow-Origin"); got != application {
		t.Errorf("the portal's origin may not read it: %q", got)
	}
	var document map[string]any
	if err := json.NewDecoder(response.Body).Decode(&document); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]any{
		"response_types_supported":                   {"code"},
		"grant_types_supported":                      {"authorization_code", "refresh_token"},
		"token_endpoint_auth_methods_supported":      {"none"},
		"revocation_endpoint_auth_methods_supported": {"none"},
		"code_challenge_methods_supported":           {"S256"},
	} {
		if got, _ := document[name].([]any); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, document[name], want)
		}
	}
	for _, name := range []string{"device_authorization_endpoint", "introspection_endpoint"} {
		if document[name] != nil {
			t.Errorf("%s: %v", name, document[name])
		}
	}
}

func TestUserInfo_RequiredToken(t *testing.T) {
	w := start(t)
	token := w.browser(t).SignIn("customer@example.com")
	ask := func(authorization string) *http.Response {
		request, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, w.Issuer+"/userinfo", nil)
		if authorization != "" {
			request.Header.Set("Authorization", authorization)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		return response
	}
	if got := ask("Bearer " + token.AccessToken); got.StatusCode != http.StatusOK ||
		got.Header.Get("WWW-Authenticate") != "" {
		t.Errorf("a valid token: %d %q", got.StatusCode, got.Header.Get("WWW-Authenticate"))
	}
	w.later(2 * time.Hour)
	for authorization, want := range map[string]string{
		"": "Bearer", "Bearer nonsense": `Bearer error="invalid_token"`,
		"Bearer " + token.AccessToken: `Bearer error="invalid_token"`,
	} {
		if got := ask(authorization); got.StatusCode != http.StatusUnauthorized ||
			got.Header.Get("WWW-Authenticate") != want {
			t.Errorf("%q: %d %q", authorization, got.StatusCode, got.Header.Get("WWW-Authenticate"))
		}
	}
}

// TestUserInfo_OfIDToken: the user info endpoint accepts an ID token and returns the current roles, until its
// session ends or its user is deleted.
func TestUserInfo_OfIDToken(t *testing.T) {
	w := start(t)
	b := w.browser(t)
	idToken := identitytest.IDToken(b.SignIn("new@example.com"))
	roles := func() ([]string, error) {
		info, err := b.Provider.UserInfo(t.Context(), oauth2.StaticTokenSource(&oauth2.Token{AccessToken: idToken}))
		if err != nil {
			return nil, err
		}
		var said struct {
			Sub   string
			Roles []string
		}
		if err := info.Claims(&said); err != nil || said.Sub != "user-new" {
			t.Errorf("%+v %v", said, err)
		}
		return said.Roles, nil
	}
	if got, err := roles(); err != nil || len(got) != 0 {
		t.Fatalf("%v %v", got, err)
	}
	if _, err := w.users.DB().Exec(
		`INSERT INTO roles (user_id, role) VALUES ('user-new', 'kmx_int_assetdb_active')`,
	); err != nil {
		t.Fatal(err)
	}
	if got, err := roles(); err != nil || !slices.Equal(got, []string{"kmx_int_assetdb_active"}) {
		t.Errorf("a new role: %v %v", got, err)
	}
	if _, err := w.users.DB().Exec(`UPDATE users SET deleted_at = 1 WHERE id = 'user-new'`); err != nil {
		t.Fatal(err)
	}
	if got, err := roles(); err == nil {
		t.Errorf("a deleted user: %v", got)
	}
	if _, err := w.users.DB().Exec(`UPDATE users SET deleted_at = NULL WHERE id = 'user-new'`); err != nil {
		t.Fatal(err)
	}
	if err := w.SignOutEverywhere(t.Context(), "user-new"); err != nil {
		t.Fatal(err)
	}
	if got, err := roles(); err == nil {
		t.Errorf("a session that has ended: %v", got)
	}
}

func TestTokens(t *testing.T) {
	w := start(t)
	refresh := func(b *identitytest.Browser, token string) (*oauth2.Token, error) {
		return b.OAuth.TokenSource(
			t.Context(),
			&oauth2.Token{RefreshToken: token, Expiry: time.Now().Add(-time.Hour)},
		).Token()
	}
	t.Run("accepts a refresh token once and ends the grant when it is reused", func(t *testing.T) {
		b := w.browser(t)
		first := b.SignIn("customer@example.com")
		second, err := refresh(b, first.RefreshToken)
		if err != nil || second.RefreshToken == first.RefreshToken || identitytest.IDToken(second) == "" {
			t.Fatalf("%+v %v", second, err)
		}
		if _, err := refresh(b, first.RefreshToken); err == nil {
			t.Error("a used refresh token is accepted")
		}
		if _, err := refresh(b, second.RefreshToken); err == nil {
			t.Error("the thief's tokens are still valid")
		}
		if _, err := b.Provider.UserInfo(t.Context(), oauth2.StaticTokenSource(second)); err == nil {
			t.Error("the thief's access token is still valid")
		}
	})
	t.Run("revoked", func(t *testing.T) {
		b := w.browser(t)
		token := b.SignIn("customer@example.com")
		before := len(w.ended)
		response, err := http.PostForm(
			w.Issuer+"/token/revoke",
			url.Values{"client_id": {"portal"}, "token": {token.AccessToken}},
		)
		if err != nil || response.StatusCode != http.StatusOK {
			t.Fatal(response.StatusCode, err)
		}
		_ = response.Body.Close()
		if _, err := b.Provider.UserInfo(t.Context(), oauth2.StaticTokenSource(token)); err == nil {
			t.Error("a revoked access token is valid")
		}
		if _, err := refresh(b, token.RefreshToken); err == nil {
			t.Error("its refresh token is valid")
		}
		if len(w.ended) != before+1 {
			t.Errorf("Ended was not called: %v", w.ended)
		}
		// The browser's session stays active.
		b.Authorize(oauth2.GenerateVerifier(), oauth2.SetAuthURLParam("prompt", "none"))
		if b.Redirect.Query().Get("code") == "" {
			t.Error("the session ended, too")
		}
	})
	t.Run("keeps the keys over a restart and rotates them", func(t *testing.T) {
		b := w.browser(t)
		token := b.SignIn("customer@example.com")
		if err := w.users.Close(); err != nil {
			t.Fatal(err)
		}
		w.open(t)
		if err := w.Rotate(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Provider.UserInfo(t.Context(), oauth2.StaticTokenSource(token)); err != nil {
			t.Error("an access token from before the restart is refused:", err)
		}
		again := w.browser(t)
		newer := again.SignIn("customer@example.com")
		for _, token := range []*oauth2.Token{token, newer} {
			if _, err := again.Provider.Verifier(&oidc.Config{ClientID: "portal"}).Verify(
				t.Context(), identitytest.IDToken(token),
			); err != nil {
				t.Error(err)
			}
		}
		if kid(t, token) == kid(t, newer) {
			t.Error("the key is the same")
		}
	})
}

func kid(t *testing.T, token *oauth2.Token) string {
	t.Helper()
	head, _, _ := strings.Cut(identitytest.IDToken(token), ".")
	return head
}

func TestSignOut(t *testing.T) {
	w := start(t)
	none := oauth2.SetAuthURLParam("prompt", "none")
	isSignedIn := func(b *identitytest.Browser) bool {
		b.Authorize(oauth2.GenerateVerifier(), none)
		return b.Redirect.Query().Get("code") != ""
	}
	t.Run("signs out by the ID token of the application", func(t *testing.T) {
		b := w.browser(t)
		token := b.SignIn("customer@example.com")
		b.Open(
			w.Issuer + "/connect/endSession?" + url.Values{
				"id_token_hint":            {identitytest.IDToken(token)},
				"post_logout_redirect_uri": {application + "/en"},
			}.Encode(),
		)
		if b.Redirect == nil || b.Redirect.Path != "/en" {
			t.Errorf("redirects to %v", b.Redirect)
		}
		if isSignedIn(b) {
			t.Error("still signed in")
		}
	})
	t.Run("asks for confirmation without an ID token", func(t *testing.T) {
		b := w.browser(t)
		b.SignIn("customer@example.com")
		page := b.Open(w.Issuer + "/connect/endSession")
		if !strings.Contains(page.Body, "You are logged in as customer@example.com.") || !isSignedIn(b) {
			t.Error("signed out without confirmation")
		}
		b.Send(page)
		if isSignedIn(b) {
			t.Error("still signed in")
		}
	})
	t.Run("signs out by AM's sessions endpoint", func(t *testing.T) {
		b := w.browser(t)
		b.SignIn("customer@example.com")
		sessions := w.origin + "/am/json/realms/root/realms/alpha/sessions/"
		page := b.Send(identitytest.Page{URL: must(url.Parse(sessions + "?_action=getSessionInfo"))})
		var info map[string]any
		if err := json.Unmarshal([]byte(page.Body), &info); err != nil || info["username"] != "user-customer" {
			t.Errorf("%s %v", page.Body, err)
		}
		b.Send(identitytest.Page{URL: must(url.Parse(sessions + "?_action=logout"))})
		if isSignedIn(b) {
			t.Error("still signed in")
		}
	})
	t.Run("refuses to redirect to another host after signing out", func(t *testing.T) {
		b := w.browser(t)
		token := b.SignIn("customer@example.com")
		page := b.Open(
			w.Issuer + "/connect/endSession?" + url.Values{
				"id_token_hint":            {identitytest.IDToken(token)},
				"post_logout_redirect_uri": {"http://evil.example/"},
			}.Encode(),
		)
		if page.Status != http.StatusBadRequest {
			t.Errorf("%d %v", page.Status, page.URL)
		}
	})
}

func must(u *url.URL, err error) *url.URL {
	if err != nil {
		panic(err)
	}
	return u
}

var mailedLink = regexp.MustCompile(`href="(http[^"]+token=[^"]+)"`)

// mailed returns the link of the latest mail.
func mailed(t *testing.T, w *world, b *identitytest.Browser) string {
	t.Helper()
	found := mailedLink.FindStringSubmatch(b.Open(w.origin + "/am/XUI/mail").Body)
	if found == nil {
		t.Fatal("no mail with a link")
	}
	return strings.ReplaceAll(found[1], "&amp;", "&")
}

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
	done := b.Send(page, append(person, "password", "Correct-horse-9")...)
	if done.Status != http.StatusOK || !strings.Contains(done.Body, "Confirm your email address") {
		t.Fatalf("%d", done.Status)
	}
	login := b.Authorize(oauth2.GenerateVerifier())
	if p := b.Send(login, "email", "ada@example.com", "password", "Correct-horse-9"); p.Status != http.StatusForbidden {
		t.Errorf("login with an unverified address succeeds: %d", p.Status)
	}
	link := mailed(t, w, b)
	confirmed := b.Send(b.Open(link))
	if !strings.Contains(confirmed.Body, "You can log in now.") {
		t.Errorf("%d %s", confirmed.Status, confirmed.Body)
	}
	if again := b.Open(link); again.Status != http.StatusGone {
		t.Errorf("the link is accepted twice: %d", again.Status)
	}
	if b.Send(login, "email", "ada@example.com", "password", "Correct-horse-9"); b.Redirect == nil {
		t.Error("the new user cannot sign in")
	}
	// The registration of an existing address gets the same response; its owner gets a mail.
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
	recovery, err := w.users.ConfirmSecondFactor(ctx, "user-customer", code())
	if err != nil || len(recovery) != 10 {
		t.Fatal(recovery, err)
	}
	begin := func() identitytest.Page {
		page := b.Send(
			b.Authorize(oauth2.GenerateVerifier(), oauth2.SetAuthURLParam("prompt", "login")),
			"email",
			"customer@example.com",
			"password",
			identitytest.Password,
		)
		if b.Redirect != nil || !strings.Contains(page.Body, "Second step") {
			t.Fatalf("the login does not request a code: %v", b.Redirect)
		}
		return page
	}
	used := code()
	if page := b.Send(begin(), "code", used); b.Redirect != nil ||
		!strings.Contains(page.Body, "The code is wrong, or it was used already.") {
		t.Error("the code that confirmed the factor is accepted again")
	}
	w.later(time.Minute)
	if b.Send(begin(), "code", code()); b.Redirect == nil {
		t.Error("a right code is refused")
	}
	if b.Send(begin(), "code", " "+strings.ToUpper(recovery[3])+" "); b.Redirect == nil {
		t.Error("a recovery code is refused")
	}
	if b.Send(begin(), "code", recovery[3]); b.Redirect != nil {
		t.Error("a recovery code is accepted twice")
	}
	page := begin()
	w.later(time.Minute)
	for range 5 {
		b.Send(page, "code", "123456")
	}
	if p := b.Send(page, "code", code()); p.Status != http.StatusTooManyRequests || b.Redirect != nil {
		t.Errorf("a code is accepted while attempts are delayed: %d", p.Status)
	}
	w.later(time.Minute)
	if b.Send(page, "code", code()); b.Redirect == nil {
		t.Error("attempts are still delayed")
	}
}

func TestPages_InGerman(t *testing.T) {
	w := start(t)
	b := w.browser(t)
	page := b.Authorize(oauth2.GenerateVerifier(), oauth2.SetAuthURLParam("ui_locales", "de-CH"))
	if !strings.Contains(page.Body, `<html lang="de">`) || !strings.Contains(page.Body, "Passwort vergessen?") {
		t.Error("the page is not in German")
	}
}
