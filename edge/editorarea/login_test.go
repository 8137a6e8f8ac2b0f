package editorarea

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"strand/domain/editor"
	"strand/domain/signedtoken"
	"strand/edge/attempts"
	"strand/edge/visitor"
	"strand/internal/apperr"
	"strand/internal/ratelimit"
)

const testKey = "0123456789abcdef"

// loginAttempt is an attempt to log in.
type loginAttempt struct {
	// ip is the last number of the IP address.
	ip      int
	input   string
	cookies []*http.Cookie
}

// newTestLogin returns a login at a fixed time, and a function that attempts to log in. Attempts do not wait: total is
// the sum of their delays.
func newTestLogin(t *testing.T) (attempt func(loginAttempt) error, l *editorLogin, total *time.Duration) {
	t.Helper()
	key := signedtoken.NewKey(testKey)
	visitors := visitor.Reader{Editors: editor.NewLogin("open", key)}
	l = newEditorLogin(visitors, key, ratelimit.Limits{}, slog.New(slog.DiscardHandler))
	now := time.Now()
	l.now, l.queue.Now = func() time.Time { return now }, func() time.Time { return now }
	total = new(time.Duration)
	l.queue.Delay = func(_ context.Context, d time.Duration) { *total += d }
	return func(a loginAttempt) error {
		r := httptest.NewRequest(http.MethodPost, "/api/editor-area-autentication", nil)
		r.RemoteAddr = fmt.Sprintf("192.0.%d.%d:4000", 2+a.ip/250, a.ip%250)
		for _, c := range a.cookies {
			r.AddCookie(c)
		}
		_, err := l.check(r, editorAttempt{Input: &a.input})
		return err
	}, l, total
}

// TestEditorLogin_Queue: guesses from many IP addresses at the same time are delayed and then refused, also the right
// password. Browsers in which an editor has logged in do not wait.
//
// Rules: EDIT-4.
func TestEditorLogin_Queue(t *testing.T) {
	attempt, l, delays := newTestLogin(t)
	judged := 0
	for ip := range 1000 {
		switch code := apperr.CodeOf(attempt(loginAttempt{ip: ip, input: "guess"})); code {
		case apperr.Unauthenticated:
			judged++
		case apperr.RateLimited:
		default:
			t.Fatalf("attempt %d: %v", ip, code)
		}
	}
	if judged < attempts.AttemptsAtOnce || judged > attempts.PasswordAttempts || *delays == 0 {
		t.Errorf("%d attempts of 1,000 are judged, delayed by %v", judged, *delays)
	}
	if err := attempt(loginAttempt{ip: 1001, input: "open"}); apperr.CodeOf(err) != apperr.RateLimited {
		t.Errorf("the right password from an unknown browser: %v", err)
	}
	known := &http.Cookie{Name: cookieKnownEditor, Value: newKnownEditor(l.signingKey, l.now())}
	hash, _ := l.visitors.Editors.CheckPassword("open", l.now())
	for name, c := range map[string]*http.Cookie{
		"a browser that has signed out": known,
		"a browser that is logged in":   {Name: editor.CookieName, Value: hash},
	} {
		if err := attempt(loginAttempt{ip: 1002, input: "open", cookies: []*http.Cookie{c}}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	forged := &http.Cookie{Name: cookieKnownEditor, Value: known.Value + "x"}
	if err := attempt(loginAttempt{ip: 1003, input: "open", cookies: []*http.Cookie{forged}}); apperr.CodeOf(
		err,
	) != apperr.RateLimited {
		t.Errorf("a forged cookie: %v", err)
	}
}

// TestEditorLogin_StolenCookies: the cookies of an editor's browser permit ten guesses per minute from all IP
// addresses.
//
// Rules: EDIT-4.
func TestEditorLogin_StolenCookies(t *testing.T) {
	attempt, l, _ := newTestLogin(t)
	hash, _ := l.visitors.Editors.CheckPassword("open", l.now())
	for _, c := range []*http.Cookie{
		{Name: editor.CookieName, Value: hash},
		{Name: cookieKnownEditor, Value: newKnownEditor(l.signingKey, l.now())},
	} {
		judged := 0
		for ip := range 100 {
			err := attempt(loginAttempt{ip: ip, input: "guess", cookies: []*http.Cookie{c}})
			if apperr.CodeOf(err) == apperr.Unauthenticated {
				judged++
			}
		}
		if judged != editorAttempts {
			t.Errorf("%s: %d guesses", c.Name, judged)
		}
	}
}

// TestEditorLogin_Hashes: guessed hashes count as attempts; the check of a valid cookie does not.
//
// Rules: EDIT-4.
func TestEditorLogin_Hashes(t *testing.T) {
	_, l, _ := newTestLogin(t)
	hash, _ := l.visitors.Editors.CheckPassword("open", l.now())
	r := httptest.NewRequest(http.MethodPost, "/api/editor-area-autentication", nil)
	r.AddCookie(&http.Cookie{Name: editor.CookieName, Value: hash})
	for range 100 {
		if _, err := l.check(r, editorAttempt{}); err != nil {
			t.Fatal(err)
		}
	}
	guess, limited := "9"+hash, 0
	for range 100 {
		if _, err := l.check(r, editorAttempt{Hash: &guess}); apperr.CodeOf(err) == apperr.RateLimited {
			limited++
		}
	}
	if limited != 100-editorAttempts {
		t.Errorf("%d of 100 guesses are refused", limited)
	}
}
