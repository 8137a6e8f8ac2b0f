package identity_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"strand/demo/identity"
	"strand/demo/identity/identitytest"
	"strand/demo/sisusers"
)

const application = "http://localhost:8080"

// fixture is a running provider.
type fixture struct {
	*identity.Provider
	users  *sisusers.Store
	dir    string
	mu     sync.Mutex
	clock  time.Duration
	ended  []string
	origin string
	serve  http.Handler
}

func (w *fixture) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return time.Now().Add(w.clock)
}

func (w *fixture) advance(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.clock += d
}

func start(t *testing.T) *fixture {
	t.Helper()
	w := &fixture{dir: t.TempDir()}
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
func (w *fixture) open(t *testing.T) {
	t.Helper()
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	var err error
	if w.users, err = sisusers.Open(sisusers.Options{
		Dir:        w.dir,
		ContentDir: "../content/identity",
		Now:        w.now,
		Logger:     log,
	}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.users.Close() })
	samples, err := sisusers.ReadSampleAccounts("../content/identity")
	if err != nil {
		t.Fatal(err)
	}
	w.Provider, err = identity.New(identity.Options{
		Origin:       w.origin,
		Samples:      samples,
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

func (w *fixture) browser(t *testing.T) *identitytest.Browser {
	t.Helper()
	return identitytest.New(t, w.Issuer, identity.ClientID, application)
}

// Rules: CALL-13.
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
	w.advance(3 * time.Hour)
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

// Rules: CALL-15.
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

func TestPages_InGerman(t *testing.T) {
	w := start(t)
	b := w.browser(t)
	page := b.Authorize(oauth2.GenerateVerifier(), oauth2.SetAuthURLParam("ui_locales", "de-CH"))
	if !strings.Contains(page.Body, `<html lang="de">`) || !strings.Contains(page.Body, "Passwort vergessen?") {
		t.Error("the page is not in German")
	}
}
