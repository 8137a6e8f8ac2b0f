package app_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"strand/demo/identity/identitytest"
	"strand/demo/sisportal"
	"strand/demo/sisusers"
	"strand/domain/portal"
)

// remoteSIS is a Strand with a remote authenticated endpoint of sis, which can fail.
type remoteSIS struct {
	*strand
	calls atomic.Int32
	// fault responds instead of sis; nil leaves the response to sis.
	fault atomic.Pointer[http.HandlerFunc]
	// handler is the handler of sis.
	handler http.Handler
}

func startWithRemoteSIS(t *testing.T, more ...string) *remoteSIS {
	t.Helper()
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	users, err := sisusers.Open(
		sisusers.Options{Dir: t.TempDir(), ContentDir: "../demo/content/identity", Logger: log},
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = users.Close() })
	server, err := sisportal.New(
		sisportal.Options{
			Dir:    t.TempDir(),
			Users:  users,
			Logger: log,
			Verify: func(_ context.Context, token string) (*portal.User, error) {
				// Strand has verified the token.
				parsed, err := jwt.ParseSigned(token, []jose.SignatureAlgorithm{jose.RS256})
				if err != nil {
					return nil, err
				}
				var claims struct {
					Subject  string           `json:"sub"`
					SignedIn *jwt.NumericDate `json:"auth_time"`
				}
				err = parsed.UnsafeClaimsWithoutVerification(&claims)
				return &portal.User{ID: claims.Subject, SignedInAt: claims.SignedIn.Time()}, err
			},
		},
	)
	if err != nil {
		t.Fatal(err)
	}
	s := &remoteSIS{handler: server.Handler()}
	endpoint := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Every request contains sis's log level (CALL-8).
		if level := r.Header.Get("Debug-Level"); level != "debug" {
			t.Errorf("%s %s: the debug level is %q", r.Method, r.URL.Path, level)
		}
		countingHandler(s.handler, &s.calls, &s.fault).ServeHTTP(w, r)
	}))
	t.Cleanup(endpoint.Close)
	s.strand = startWith(
		t,
		testContent,
		append([]string{
			screenOperation,
			"STRAND_CONTENT_DIR=../demo/content",
			"STRAND_SIS_DEBUG_LEVEL=debug",
			"STRAND_SIS_PORTAL_URL=" + endpoint.URL + sisportal.Path,
		}, more...)...,
	)
	return s
}

// failing makes sis respond by a handler until the returned function is called.
func (s *remoteSIS) failing(h http.HandlerFunc) (well func()) {
	s.fault.Store(&h)
	return func() { s.fault.Store(nil) }
}

const whistles = `{ tickets(filter: {text: "whistle"}) { totalCount } }`

// TestTicket_Refused: an error of sis is returned to the caller, leaves no incomplete ticket, and the repeated
// mutation creates exactly one.
//
// Rules: CALL-8, TICK-5.
func TestTicket_Refused(t *testing.T) {
	s := startWithRemoteSIS(t)
	customer := identitytest.IDToken(s.browser(t).SignIn("customer@example.com"))
	file := s.uploaded(t)
	for _, test := range []struct {
		name  string
		fault http.HandlerFunc
		code  string
		// made is true if sis performed the mutation but its response was lost.
		made bool
	}{
		{
			"down",
			func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "down", http.StatusServiceUnavailable) },
			"UPSTREAM_UNAVAILABLE", false,
		},
		{
			"nonsense", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) },
			"UPSTREAM_UNAVAILABLE", false,
		},
		{"refused", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write(
				[]byte(
					`{"data":null,"errors":[{"message":"locationId: it is closed","path":["createTicket"],"extensions":{"code":"BAD_USER_INPUT"}}]}`,
				),
			)
		}, "BAD_USER_INPUT", false},
		{"cut off before the answer", func(_ http.ResponseWriter, r *http.Request) {
			s.handler.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		}, "UPSTREAM_UNAVAILABLE", true},
	} {
		key := strings.ReplaceAll(test.name, " ", "-") + "-0123456789abcdef"
		_, before := s.as(t, customer, whistles)
		well := s.failing(test.fault)
		if got := s.create(t, customer, key, locationOfCustomer, file); !failsWith(t, got, test.code) ||
			strings.Contains(got, "closed") {
			t.Errorf("%s: %s", test.name, got)
		}
		well()
		if _, got := s.as(t, customer, whistles); (got == before) == test.made {
			t.Errorf("%s: %s, and %s before", test.name, got, before)
		}
		first := s.create(t, customer, key, locationOfCustomer, file)
		createdTicket(t, first)
		_, after := s.as(t, customer, whistles)
		if again := s.create(t, customer, key, locationOfCustomer, file); again != first {
			t.Errorf("%s, sent once more: %s", test.name, again)
		}
		if _, got := s.as(t, customer, whistles); got != after || got == before {
			t.Errorf("%s: %s in the end", test.name, got)
		}
		file = s.uploaded(t)
	}
	// GraphQL calls, uploaded and read files carry the log level, which startWithRemoteSIS checks.
	id := createdTicket(t, s.create(t, customer, key, locationOfCustomer, file))
	_, got := s.as(t, customer, `{ ticket(id: "`+id+`") { attachments { url } } }`)
	url := textAt(t, got, "data.ticket.attachments.0.url")
	if response, _ := s.get(t, "", url, "Cookie", s.fileCookie(t, customer)); response.StatusCode != http.StatusOK {
		t.Errorf("%d", response.StatusCode)
	}
}
