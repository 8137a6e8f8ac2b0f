package identity_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"strand/demo/identity/identitytest"
	"strand/domain/account"
)

const (
	firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
	safari  = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
		"Version/18.5 Mobile/15E148 Safari/604.1"
)

// sessionsOf returns the sessions of a user, and the session of the user's latest grant marked.
func (w *fixture) sessionsOf(t *testing.T, userID string) []*account.Session {
	t.Helper()
	var sid string
	if err := w.users.DB().QueryRow(
		`SELECT coalesce((SELECT sid FROM grants WHERE user_id = ? ORDER BY rowid DESC LIMIT 1), '')`, userID,
	).Scan(&sid); err != nil {
		t.Fatal(err)
	}
	found, err := w.Sessions(t.Context(), userID, sid)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestSessions: a user sees the browsers in which they are logged in, until neither the browser nor an application can
// use the session.
//
// Rules: ACC-14.
func TestSessions(t *testing.T) {
	w := start(t)
	phone, desk := w.browser(t), w.browser(t)
	phone.UserAgent, desk.UserAgent = safari, firefox
	phone.SignIn("customer@example.com")
	w.advance(time.Hour)
	tokens := desk.SignIn("customer@example.com")
	found := w.sessionsOf(t, "user-customer")
	if len(found) != 2 {
		t.Fatalf("%+v", found)
	}
	if s := found[0]; s.Browser != "Firefox" || s.System != "Windows" || !s.IsCurrent ||
		s.LastSeenAt.Before(s.SignedInAt.Truncate(time.Second)) {
		t.Errorf("%+v", s)
	}
	if s := found[1]; s.Browser != "Safari" || s.System != "iOS" || s.IsCurrent {
		t.Errorf("%+v", s)
	}
	var secrets string
	if err := w.users.DB().QueryRow(`SELECT group_concat(hash || ' ' || (SELECT group_concat(sid) FROM grants))
		FROM sessions`).Scan(&secrets); err != nil {
		t.Fatal(err)
	}
	for _, s := range found {
		if s.ID == "" || strings.Contains(secrets, s.ID) {
			t.Errorf("the id %q is that of the session's secret or of a token", s.ID)
		}
	}
	// The application still has tokens of a browser that was idle for more than two hours, also after another login.
	w.advance(3 * time.Hour)
	if _, err := desk.OAuth.TokenSource(t.Context(), &oauth2.Token{
		RefreshToken: tokens.RefreshToken, Expiry: time.Now().Add(-time.Hour),
	}).Token(); err != nil {
		t.Fatal(err)
	}
	w.browser(t).SignIn("other@example.com")
	found = w.sessionsOf(t, "user-customer")
	if len(found) != 2 || !found[0].IsCurrent || w.now().Sub(found[0].LastSeenAt) > time.Minute {
		t.Errorf("%+v", found)
	}
	w.advance(13 * time.Hour)
	if found := w.sessionsOf(t, "user-customer"); len(found) != 0 {
		t.Errorf("%+v", found[0])
	}
}

// TestEndSession: a session ends with its tokens, and only by its own user.
//
// Rules: ACC-14.
func TestEndSession(t *testing.T) {
	w := start(t)
	phone, desk, stranger := w.browser(t), w.browser(t), w.browser(t)
	phone.SignIn("customer@example.com")
	w.advance(time.Minute)
	desk.SignIn("customer@example.com")
	stranger.SignIn("other@example.com")
	found := w.sessionsOf(t, "user-customer")
	for _, id := range []string{
		"", found[0].ID[1:], "%", "' OR 1=1 --", strings.Repeat("x", 100_000), w.sessionsOf(t, "user-other")[0].ID,
	} {
		if err := w.EndSession(t.Context(), "user-customer", id); err != nil {
			t.Errorf("%.20s: %v", id, err)
		}
	}
	if err := w.EndSession(t.Context(), "user-other", found[0].ID); err != nil {
		t.Error(err)
	}
	if len(w.ended) > 0 || len(w.sessionsOf(t, "user-customer")) != 2 || len(w.sessionsOf(t, "user-other")) != 1 {
		t.Fatalf("a session ended by an unknown id, or by another user: %v", w.ended)
	}
	for range 2 {
		if err := w.EndSession(t.Context(), "user-customer", found[1].ID); err != nil {
			t.Fatal(err)
		}
	}
	left := w.sessionsOf(t, "user-customer")
	if len(w.ended) != 1 || len(left) != 1 || left[0].ID != found[0].ID {
		t.Errorf("%v %+v", w.ended, left)
	}
	silent := func(b *identitytest.Browser) bool {
		b.Authorize(oauth2.GenerateVerifier(), oauth2.SetAuthURLParam("prompt", "none"))
		return b.Redirect.Query().Get("code") != ""
	}
	if silent(phone) || !silent(desk) || !silent(stranger) {
		t.Error("the wrong session has ended")
	}
}

// TestSessions_Names: the names of browsers and systems; of hostile headers nothing is stored.
//
// Rules: ACC-14.
func TestSessions_Names(t *testing.T) {
	w := start(t)
	const webKit = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 "
	const samsung = "Mozilla/5.0 (Linux; Android 15) " + webKit + "SamsungBrowser/28.0 Mobile Safari/537.36"
	for agent, want := range map[string]string{
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) " + webKit + "Safari/537.36":         "Chrome macOS",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) " + webKit + "Safari/537.36 Edg/138.0.0.0": "Edge Windows",
		"Mozilla/5.0 (X11; Linux x86_64) " + webKit + "Safari/537.36 OPR/120.0.0.0":           "Opera Linux",
		samsung:                                  "Samsung Internet Android",
		"curl/8.5.0":                             " ",
		"<script>alert(1)</script>\u202eFirefox": " ",
		strings.Repeat("x", 5000) + "Firefox/1 Linux": " ",
	} {
		b := w.browser(t)
		b.UserAgent = agent
		b.SignIn("customer@example.com")
		found := w.sessionsOf(t, "user-customer")
		s := found[slices.IndexFunc(found, func(s *account.Session) bool { return s.IsCurrent })]
		if got := s.Browser + " " + s.System; got != want {
			t.Errorf("%.60s: %s", agent, got)
		}
	}
}
