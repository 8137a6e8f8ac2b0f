package identity

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"strand/internal/apperr"
)

// setUserInfo sets the response of the user info endpoint.
func (p *provider) setUserInfo(answer http.HandlerFunc) { p.userInfo.Store(&answer) }

// roles sets the response of the endpoint to a user with roles.
func (p *provider) roles(subject string, roles ...string) {
	quoted := make([]string, len(roles))
	for i, role := range roles {
		quoted[i] = fmt.Sprintf("%q", role)
	}
	p.setUserInfo(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintf(w, `{"sub":%q,"given_name":"Ada","roles":[%s]}`, subject, strings.Join(quoted, ","))
	})
}

// clock is a clock that tests move.
type clock struct{ at atomic.Int64 }

func (c *clock) now() time.Time          { return time.Unix(0, c.at.Load()) }
func (c *clock) advance(d time.Duration) { c.at.Add(int64(d)) }

// startSession returns a verifier with a clock, and a token with the role `token`.
func startSession(t *testing.T, p *provider) (*Verifier, *clock, string) {
	t.Helper()
	v := newVerifier(t, p)
	c := &clock{}
	c.at.Store(time.Now().UnixNano())
	v.o.Now = c.now
	return v, c, p.tokenWith(
		t,
		p.key,
		map[string]any{"sid": "s", "roles": []string{"token"}, "given_name": "Grace", "family_name": "Hopper"},
	)
}

func rolesOf(t *testing.T, v *Verifier, idToken, accessToken string) string {
	t.Helper()
	u, err := v.User(t.Context(), idToken, accessToken)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(u.Roles, " ")
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// TestUser_CurrentRoles: current roles are read at most once per second and session, and again after InvalidateUser.
//
// Rules: ROLE-6.
func TestUser_CurrentRoles(t *testing.T) {
	p := startProvider(t)
	v, c, token := startSession(t, p)
	var calls atomic.Int32
	var bearer atomic.Value
	present := "one"
	answer := func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		bearer.Store(r.Header.Get("Authorization"))
		_, _ = fmt.Fprintf(w, `{"sub":"u","given_name":"Ada","roles":[%q]}`, present)
	}
	p.setUserInfo(answer)
	u, err := v.User(t.Context(), token, "access")
	if err != nil || u.FirstName != "Ada" || u.LastName != "Hopper" || !slices.Equal(u.Roles, []string{"one"}) ||
		u.SessionID != "s" {
		t.Fatalf("%+v %v", u, err)
	}
	if bearer.Load() != "Bearer access" {
		t.Errorf("called with %v", bearer.Load())
	}
	present = "two"
	if got := rolesOf(t, v, token, "access"); got != "one" || calls.Load() != 1 {
		t.Errorf("at once: %s after %d calls", got, calls.Load())
	}
	c.advance(userInfoLifetime)
	if got := rolesOf(t, v, token, ""); got != "two" || calls.Load() != 2 || bearer.Load() != "Bearer "+token {
		t.Errorf("a second later: %s after %d calls with %v", got, calls.Load(), bearer.Load())
	}
	present = "three"
	v.InvalidateUser("another")
	if got := rolesOf(t, v, token, ""); got != "two" {
		t.Errorf("another user was forgotten: %s", got)
	}
	v.InvalidateUser("u")
	if got := rolesOf(t, v, token, ""); got != "three" {
		t.Errorf("forgotten: %s", got)
	}
	if u, err := v.Verify(t.Context(), token); err != nil || !slices.Equal(u.Roles, []string{"token"}) {
		t.Errorf("the token itself: %+v %v", u, err)
	}
}

// TestUser_Fallback: for invalid responses the roles are those of the token, or the last ones of the session.
//
// Rules: ROLE-6, ROLE-13.
func TestUser_Fallback(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"500": status(http.StatusInternalServerError),
		"404": status(http.StatusNotFound),
		"a redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusFound)
		},
		"HTML":    func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) },
		"a JWT":   func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("e30.e30.x")) },
		"nothing": func(http.ResponseWriter, *http.Request) {},
		"null":    func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("null")) },
		"no sub":  func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"roles":["x"]}`)) },
		"wrong roles": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(`{"sub":"u","roles":[1]}`))
		},
		"another user": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(`{"sub":"v","roles":["x"]}`))
		},
		"cut off": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write(
				[]byte(`{"sub":"u","roles":["x"`),
			)
		},
		"reset":         func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"hanging":       func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"refused (401)": status(http.StatusUnauthorized),
		"refused (403)": status(http.StatusForbidden),
		"too many roles": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(`{"sub":"u","roles":[` + strings.Repeat(`"x",`, maxRoles) + `"x"]}`))
		},
		"too large": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(`{"sub":"u","roles":["x"]}` + strings.Repeat(" ", maxUserInfo)))
		},
		"no roles": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"sub":"u"}`)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := startProvider(t)
			v, c, token := startSession(t, p)
			p.setUserInfo(answer)
			if got := rolesOf(t, v, token, "access"); got != "token" {
				t.Errorf("at first: %s", got)
			}
			if name == "no roles" || strings.Contains(name, "another") || strings.Contains(name, "refused") {
				return // these responses are about the token, they are not failures
			}
			p.roles("u", "known")
			c.advance(userInfoPause)
			if got := rolesOf(t, v, token, "access"); got != "known" {
				t.Errorf("recovered: %s", got)
			}
			p.setUserInfo(answer)
			v.InvalidateUser("u")
			if got := rolesOf(t, v, token, "access"); got != "known" {
				t.Errorf("after that: %s", got)
			}
		})
	}
}

// TestUser_NoEndpoint: without a user info endpoint the roles are those of the token.
//
// Rules: ROLE-6.
func TestUser_NoEndpoint(t *testing.T) {
	p := startProvider(t)
	v, _, token := startSession(t, p)
	if got := rolesOf(t, v, token, "access"); got != "token" {
		t.Error(got)
	}
}

// TestUser_IDTokensRefused: an endpoint that refuses ID tokens is not called with them for a minute; access tokens
// still work.
func TestUser_IDTokensRefused(t *testing.T) {
	p := startProvider(t)
	v, c, token := startSession(t, p)
	var calls atomic.Int32
	p.setUserInfo(func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		if r.Header.Get("Authorization") != "Bearer access" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		_, _ = w.Write([]byte(`{"sub":"u","roles":["known"]}`))
	})
	if got := rolesOf(t, v, token, ""); got != "token" || calls.Load() != 1 {
		t.Errorf("%s after %d calls", got, calls.Load())
	}
	c.advance(userInfoLifetime)
	if got := rolesOf(t, v, token, ""); got != "token" || calls.Load() != 1 {
		t.Errorf("again: %s after %d calls", got, calls.Load())
	}
	c.advance(userInfoLifetime)
	if got := rolesOf(t, v, token, "access"); got != "known" {
		t.Errorf("with an access token: %s", got)
	}
	c.advance(userInfoLifetime)
	if got := rolesOf(t, v, token, "expired"); got != "known" {
		t.Errorf("with an expired access token: %s", got)
	}
	c.advance(idTokenPause)
	before := calls.Load()
	if rolesOf(t, v, token, ""); calls.Load() != before+1 {
		t.Errorf("%d calls a minute later", calls.Load()-before)
	}
}

// TestUser_Gone: an endpoint that accepted ID tokens and refuses one means that the session has ended.
func TestUser_Gone(t *testing.T) {
	p := startProvider(t)
	v, c, token := startSession(t, p)
	p.roles("u", "known")
	rolesOf(t, v, token, "")
	p.setUserInfo(status(http.StatusUnauthorized))
	c.advance(userInfoLifetime)
	if _, err := v.User(t.Context(), token, "access"); apperr.CodeOf(err) != apperr.Unauthenticated {
		t.Errorf("%v", err)
	}
}

// TestUser_FailureIsShared: an endpoint that fails for several users is called once per pause, for all together.
func TestUser_FailureIsShared(t *testing.T) {
	p := startProvider(t)
	v, c, _ := startSession(t, p)
	var calls atomic.Int32
	p.setUserInfo(func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	for n := range 20 {
		token := p.tokenWith(t, p.key, map[string]any{"sub": fmt.Sprint(n), "roles": []string{"token"}})
		if got := rolesOf(t, v, token, ""); got != "token" {
			t.Fatal(got)
		}
	}
	if calls.Load() != maxFailedUsers {
		t.Errorf("%d calls", calls.Load())
	}
	c.advance(userInfoPause)
	rolesOf(t, v, p.tokenWith(t, p.key, map[string]any{"sid": "last"}), "")
	if calls.Load() != maxFailedUsers+1 {
		t.Errorf("%d calls", calls.Load())
	}
}

// TestUser_FailureOfOneUser: an endpoint that fails for one user's data is called for the others, and for the user once
// per pause.
func TestUser_FailureOfOneUser(t *testing.T) {
	p := startProvider(t)
	v, c, token := startSession(t, p)
	var calls atomic.Int32
	p.setUserInfo(func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		w.WriteHeader(http.StatusInternalServerError)
	})
	for n := range 2*maxFailedUsers - 1 {
		if n > 0 {
			c.advance(userInfoPause / 2)
		}
		rolesOf(t, v, token, "")
	}
	if calls.Load() != maxFailedUsers {
		t.Errorf("%d calls", calls.Load())
	}
	p.roles("other", "known")
	if got := rolesOf(t, v, p.tokenWith(t, p.key, map[string]any{"sub": "other"}), ""); got != "known" {
		t.Errorf("another user: %s", got)
	}
}

// TestUser_Concurrent: concurrent requests of a session share one call, and a call that started before a change is
// not used after it.
//
// Rules: ROLE-6.
func TestUser_Concurrent(t *testing.T) {
	p := startProvider(t)
	v, _, token := startSession(t, p)
	var calls atomic.Int32
	var present atomic.Value
	present.Store("old")
	arrived, goOn := make(chan struct{}, 100), make(chan struct{})
	p.setUserInfo(func(w http.ResponseWriter, _ *http.Request) {
		role := present.Load()
		if calls.Add(1) == 1 {
			arrived <- struct{}{}
			<-goOn
		}
		_, _ = fmt.Fprintf(w, `{"sub":"u","roles":[%q]}`, role)
	})
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() {
			if u, err := v.User(t.Context(), token, "access"); err != nil || len(u.Roles) != 1 {
				t.Errorf("%+v %v", u, err)
			}
		})
	}
	<-arrived
	present.Store("new")
	v.InvalidateUser("u")
	if got := rolesOf(t, v, token, "access"); got != "new" {
		t.Errorf("called after the change: %s", got)
	}
	close(goOn)
	group.Wait()
	if got := rolesOf(t, v, token, "access"); got != "new" {
		t.Errorf("in the end: %s", got)
	}
	if calls.Load() > 3 {
		t.Errorf("%d calls", calls.Load())
	}
}

// TestUser_NoRedirect: the token is not sent to the target of a redirect.
func TestUser_NoRedirect(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("another host was called with %q", r.Header.Get("Authorization"))
	}))
	defer elsewhere.Close()
	p := startProvider(t)
	v, _, token := startSession(t, p)
	p.setUserInfo(func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, elsewhere.URL, http.StatusFound) })
	rolesOf(t, v, token, "access")
}
