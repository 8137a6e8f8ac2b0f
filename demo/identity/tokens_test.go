package identity_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"strand/demo/identity/identitytest"
)

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
	w.advance(2 * time.Hour)
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
		`INSERT INTO rights (user_id, organization_id, application, status)
			VALUES ('user-new', '', 'INVENTORY', 'ACTIVE')`,
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
		if keyIDOf(t, token) == keyIDOf(t, newer) {
			t.Error("the key is the same")
		}
	})
}

func keyIDOf(t *testing.T, token *oauth2.Token) string {
	t.Helper()
	head, _, _ := strings.Cut(identitytest.IDToken(token), ".")
	return head
}
