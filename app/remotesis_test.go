package app_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
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

// TestRemoteSIS: tickets and their streams with a sis that runs elsewhere, and fails.
//
// Rules: CALL-8, SEC-35, SEC-36, TICK-5.
func TestRemoteSIS(t *testing.T) {
	t.Parallel()
	s := startWithRemoteSIS(t)
	t.Run("an error of sis leaves no incomplete ticket", s.refuseTickets)
	t.Run("a change is read once for all streams", s.readOnce)
	t.Run("a stream ends with the session", s.endSession)
}

// refuseTickets: an error of sis is returned to the caller, leaves no incomplete ticket, and the repeated mutation
// creates exactly one.
func (s *remoteSIS) refuseTickets(t *testing.T) {
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
	id := createdTicket(t, s.create(t, customer, newKey(), locationOfCustomer, file))
	_, got := s.as(t, customer, `{ ticket(id: "`+id+`") { attachments { url } } }`)
	url := textAt(t, got, "data.ticket.attachments.0.url")
	if response, _ := s.get(t, "", url, "Cookie", s.fileCookie(t, customer)); response.StatusCode != http.StatusOK {
		t.Errorf("%d", response.StatusCode)
	}
}

// readOnce: a change is read from sis once for all streams of a ticket, and all streams receive it.
func (s *remoteSIS) readOnce(t *testing.T) {
	customer, colleague := s.signedIn(t, "customer"), s.signedIn(t, "colleague")
	id := createdTicket(t, s.create(t, customer, newKey(), locationOfCustomer))
	var streams []func() string
	for range 15 {
		for _, token := range []string{customer, colleague} {
			streams = append(streams, s.watch(t, token, fmt.Sprintf(watchedTicket, id)))
		}
	}
	for _, next := range streams {
		next()
	}
	before := s.calls.Load()
	s.as(t, colleague, `mutation { addTicketComment(input: {idempotencyKey: "`+newKey()+`", ticket: "`+id+`",
		comment: "It is loud."}) { ticket { id } } }`)
	for _, next := range streams {
		checkAt(t, next(), "data.ticketChanged.comments", `[{"text": "It is loud."}]`)
	}
	// The comment, its reading, and possibly a poll.
	if calls := s.calls.Load() - before; calls > 3 {
		t.Errorf("%d calls of sis", calls)
	}
}

// endSession: a stream ends with the user's session, even if sis would still permit the read, and with the server.
func (s *remoteSIS) endSession(t *testing.T) {
	b := s.browser(t)
	customer := identitytest.IDToken(b.SignIn("customer@example.com"))
	colleague := identitytest.IDToken(s.browser(t).SignIn("colleague@example.com"))
	id := createdTicket(t, s.create(t, customer, newKey(), locationOfCustomer))
	next := s.watch(t, customer, fmt.Sprintf(watchedTicket, id))
	next()
	issuer := b.Provider.Endpoint().AuthURL[:strings.LastIndexByte(b.Provider.Endpoint().AuthURL, '/')]
	b.Open(
		issuer + "/connect/endSession?" + url.Values{
			"id_token_hint":            {customer},
			"post_logout_redirect_uri": {application + "/en"},
		}.Encode(),
	)
	_, got := s.as(t, colleague, `mutation { addTicketComment(input: {idempotencyKey: "`+newKey()+`", ticket: "`+id+`",
		comment: "It is loud."}) { ticket { id } } }`)
	if hasErrors(t, got) {
		t.Fatal(got)
	}
	if got := next(); got != "complete" {
		t.Errorf("after signing out: %s", got)
	}
	next = s.watch(t, colleague, fmt.Sprintf(watchedTicket, id))
	next()
	s.app.EndStreams()
	if got := next(); got != "complete" {
		t.Errorf("when the server stops: %s", got)
	}
}
