package transport

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/Khan/genqlient/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"strand/internal/health"
	"strand/internal/outbound"
)

func newClient(t *testing.T, h http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	c := New(
		Options{
			System:  "cms",
			URL:     server.URL,
			Token:   "hidden",
			Timeout: time.Second,
			Logger:  slog.New(slog.DiscardHandler),
		},
	)
	return c
}

func call(ctx context.Context, c *Client) error {
	var data struct{ Name string }
	return c.MakeRequest(
		ctx,
		&graphql.Request{OpName: "Pages", Query: "query Pages { name }"},
		&graphql.Response{Data: &data},
	)
}

func answer(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, text)
}

func TestMakeRequest_Failures(t *testing.T) {
	for name, test := range map[string]struct {
		handler http.HandlerFunc
		kind    Kind
		code    string
	}{
		"a server error": {
			func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }, KindStatus, "",
		},
		"a refused token": {
			func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }, KindStatus, "",
		},
		"a request that a proxy finds too large": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(http.StatusRequestEntityTooLarge)
			_, _ = io.WriteString(w, "<html>413</html>")
		}, KindInvalidRequest, ""},
		"an answer that ends in the middle": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, `{"data":{"name":`)
		}, KindUnreachable, ""},
		"an operation of another version of the schema": {func(w http.ResponseWriter, _ *http.Request) {
			answer(w, `{"errors":[{"message":"Cannot query field \"name\".",`+
				`"extensions":{"code":"GRAPHQL_VALIDATION_FAILED"}}]}`)
		}, KindInvalidRequest, "GRAPHQL_VALIDATION_FAILED"},
		"not JSON": {
			func(w http.ResponseWriter, _ *http.Request) { answer(w, "<html>") }, KindMalformed, "",
		},
		"neither data nor errors": {
			func(w http.ResponseWriter, _ *http.Request) { answer(w, "{}") }, KindMalformed, "",
		},
		"errors": {func(w http.ResponseWriter, _ *http.Request) {
			answer(w, `{"errors":[{"message":"no","extensions":{"code":"GONE"}}]}`)
		}, KindGraphQL, "GONE"},
		"errors with a client code": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/graphql-response+json")
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, `{"errors":[{"message":"no"}]}`)
		}, KindInvalidRequest, ""},
		"a redirect": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://example.com/", http.StatusFound)
		}, KindStatus, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var failure *Error
			if err := call(t.Context(), newClient(t, test.handler)); !errors.As(err, &failure) {
				t.Fatalf("%v is not an *Error", err)
			}
			if failure.Kind != test.kind || failure.Code != test.code || failure.System != "cms" ||
				failure.Operation != "Pages" {
				t.Errorf("%+v", failure)
			}
			if strings.Contains(failure.Error(), "hidden") {
				t.Errorf("the token is in the error: %v", failure)
			}
		})
	}
}

// TestMakeRequest_Certificate: a system with the certificate of another host is not called, and the error says why.
func TestMakeRequest_Certificate(t *testing.T) {
	var calls atomic.Int32
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		answer(w, `{"data":{"name":"a"}}`)
	}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	trusted := x509.NewCertPool()
	trusted.AddCert(server.Certificate())
	for url, isOwn := range map[string]bool{
		server.URL: true, strings.Replace(server.URL, "127.0.0.1", "localhost", 1): false,
	} {
		c := New(Options{
			System: "cms", URL: url, Timeout: time.Second, Logger: slog.New(slog.DiscardHandler),
			Access: outbound.Access{TLS: &tls.Config{RootCAs: trusted}},
		})
		err := call(t.Context(), c)
		var failure *Error
		if isOwn && err != nil || !isOwn && (!errors.As(err, &failure) || failure.Kind != KindUnreachable ||
			!strings.Contains(err.Error(), "certificate is valid for")) {
			t.Errorf("%s: %v", url, err)
		}
	}
	if n := calls.Load(); n != 1 {
		t.Errorf("%d calls", n)
	}
}

// TestMakeRequest_GraphQLErrorsAreShared: several fields and requests share a failure, so that it must not contain
// a GraphQL error, into which the graph would write paths.
func TestMakeRequest_GraphQLErrorsAreShared(t *testing.T) {
	c := newClient(t, func(w http.ResponseWriter, _ *http.Request) { answer(w, `{"errors":[{"message":"no"}]}`) })
	err := call(t.Context(), c)
	var found *gqlerror.Error
	if errors.As(err, &found) {
		t.Errorf("the failure contains a GraphQL error: %v", found)
	}
	if err == nil || !strings.Contains(err.Error(), "no") {
		t.Errorf("the text of the upstream error is lost: %v", err)
	}
}

// Rules: ERR-22.
func TestMakeRequest_RetriesReads(t *testing.T) {
	var calls atomic.Int32
	c := newClient(t, func(w http.ResponseWriter, _ *http.Request) {
		if calls.Add(1) < 3 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		answer(w, `{"data":{"name":"a"}}`)
	})
	if err := call(t.Context(), c); err != nil || calls.Load() != 3 {
		t.Errorf("%v after %d calls", err, calls.Load())
	}
}

// failures contains the ways in which an upstream system can fail.
var failures = map[string]http.HandlerFunc{
	"500":      func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
	"429":      func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) },
	"HTML":     func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>") },
	"bad JSON": func(w http.ResponseWriter, _ *http.Request) { answer(w, `{"data":`) },
	"errors":   func(w http.ResponseWriter, _ *http.Request) { answer(w, `{"errors":[{"message":"no"}]}`) },
	"hang up":  func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	"cut body": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "99")
		answer(w, `{"data":`)
	},
	// The caller's deadline ends while the body is read, after a good status.
	"hanging body": func(w http.ResponseWriter, r *http.Request) {
		answer(w, `{"data":`)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	},
	"no data":   func(w http.ResponseWriter, _ *http.Request) { answer(w, `{}`) },
	"a null":    func(w http.ResponseWriter, _ *http.Request) { answer(w, `null`) },
	"forbidden": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) },
	"silence": func(
		_ http.ResponseWriter, r *http.Request,
	) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	},
	"no code": func(w http.ResponseWriter, _ *http.Request) {
		answer(w, `{"data":null,"errors":[{"message":"no"},null]}`)
	},
	"a bad code": func(w http.ResponseWriter, _ *http.Request) {
		answer(w, `{"errors":[{"message":"no","extensions":{"code":5}}]}`)
	},
}

// TestMakeRequest_CallerErrors: errors of the caller are not failures of a system that authenticates callers.
func TestMakeRequest_CallerErrors(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		answer(w, `{"errors":[{"message":"no","extensions":{"code":"FORBIDDEN"}}]}`)
	}))
	t.Cleanup(server.Close)
	c := New(Options{
		System:               "sis",
		URL:                  server.URL,
		ForwardsCallerTokens: true,
		Logger:               slog.New(slog.DiscardHandler),
	})
	for range 2 * failuresToOpen {
		var failed *Error
		if err := call(t.Context(), c); !errors.As(err, &failed) || failed.Kind != KindGraphQL ||
			failed.Code != "FORBIDDEN" {
			t.Fatal(err)
		}
	}
	if h := c.Health(t.Context()); h.Status != health.Up {
		t.Errorf("%+v", h)
	}
}

// TestMakeRequest_InvalidRequests: a request that the system refuses as invalid is a defect of this server. It is
// logged once, and neither opens the circuit breaker nor makes the system degraded (ERR-8).
//
// Rules: ERR-8.
func TestMakeRequest_InvalidRequests(t *testing.T) {
	respond := func(status int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}
	}
	for name, test := range map[string]struct {
		refusal        http.HandlerFunc
		forwardsTokens bool
	}{
		"an invalid operation": {refusal: respond(http.StatusOK,
			`{"errors":[{"message":"no","extensions":{"code":"GRAPHQL_VALIDATION_FAILED"}}]}`)},
		"an invalid operation of a caller": {forwardsTokens: true, refusal: respond(http.StatusUnprocessableEntity,
			`{"errors":[{"message":"no","extensions":{"code":"GRAPHQL_VALIDATION_FAILED"}}]}`)},
		"an unreadable operation": {refusal: respond(http.StatusOK,
			`{"errors":[{"message":"no","extensions":{"code":"GRAPHQL_PARSE_FAILED"}}]}`)},
		"an invalid variable without a code": {forwardsTokens: true, refusal: respond(http.StatusOK,
			`{"errors":[{"message":"B is not a valid A","path":["variable","a"]}],"data":null}`)},
		"invalid input of this server": {refusal: respond(http.StatusOK,
			`{"errors":[{"message":"no","extensions":{"code":"BAD_USER_INPUT"}}]}`)},
		"status 400":                 {refusal: respond(http.StatusBadRequest, `{"errors":[{"message":"no"}]}`)},
		"a large request":            {refusal: respond(http.StatusRequestEntityTooLarge, ``)},
		"status 422 without answers": {refusal: respond(http.StatusUnprocessableEntity, `no`)},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				if bytes.Contains(body, []byte(probeOperation)) {
					answer(w, `{"data":{"__typename":"Query"}}`)
					return
				}
				test.refusal(w, r)
			}))
			t.Cleanup(server.Close)
			var log bytes.Buffer
			c := New(Options{
				System:               "sis",
				URL:                  server.URL,
				ForwardsCallerTokens: test.forwardsTokens,
				Logger:               slog.New(slog.NewTextHandler(&log, nil)),
			})
			for range 2 * callsCounted {
				if err := call(t.Context(), c); !IsInvalidRequest(err) {
					t.Fatal(err)
				}
			}
			if h := c.Health(t.Context()); h.Status != health.Up {
				t.Errorf("%+v", h)
			}
			if text := log.String(); strings.Count(text, "\n") != 1 ||
				!strings.Contains(text, "level=ERROR msg=upstream_request_invalid system=sis operation=Pages") {
				t.Error(text)
			}
		})
	}
}

// TestMakeRequest_Optional: a system that lacks what an optional operation reads is logged once, as a warning.
func TestMakeRequest_Optional(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		all := breakers{system: "cms", optional: []string{"Pages"}, log: slog.New(slog.NewTextHandler(&log, nil))}
		refusal := &Error{Kind: KindInvalidRequest, Cause: errors.New("no")}
		for range 3 {
			all.of("Pages").observe(t.Context(), "Pages", refusal, false)
			time.Sleep(2 * repeatReport) // by the clock of the bubble, which waits for nothing
		}
		if text := log.String(); strings.Count(text, "\n") != 1 ||
			!strings.Contains(text, "level=WARN msg=upstream_feature_missing system=cms operation=Pages") {
			t.Error(text)
		}
	})
}

// Rules: CALL-1.
func TestMakeRequest_Headers(t *testing.T) {
	got := make(chan http.Header, 1)
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		got <- r.Header.Clone()
		answer(w, `{"data":{"name":"a"}}`)
	})
	if err := call(WithHeaders(t.Context(), http.Header{"Gcms-Locales": {"de, en"}}), c); err != nil {
		t.Fatal(err)
	}
	h := <-got
	if h.Get("Authorization") != "Bearer hidden" || h.Get("gcms-locales") != "de, en" ||
		h.Get("Content-Type") != "application/json" {
		t.Errorf("sent %v", h)
	}
}

// TestVariables: the query log has the names of variables, at most 50 characters, and no values.
//
// Rules: CONST-24, ERR-32.
func TestVariables(t *testing.T) {
	for _, test := range []struct {
		variables Variables
		want      string
	}{
		{nil, ""},
		{Variables{"input": map[string]any{"presentPassword": "hunter2"}, "first": 10}, "first input"},
		{Variables{strings.Repeat("ä", 60): 1}, strings.Repeat("ä", 50) + "…"},
	} {
		if got := test.variables.LogValue().String(); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

// TestMakeRequest_NoInputInErrors: neither the error of a call nor a log event quotes the values of its variables, or
// the credentials of the system's URL.
//
// Rules: ERR-32.
func TestMakeRequest_NoInputInErrors(t *testing.T) {
	for name, test := range map[string]struct {
		message, want string
	}{
		"a validation error": {`cannot use "hunter2 and 3" as Int`, `cannot use "[hidden]" as Int`},
		"a nested value":     {`name Ada Lovelace is taken`, `name [hidden] is taken`},
		"an escaped value":   {`bad value "say \"no\""`, `bad value "[hidden]"`},
		"a part of a word":   {`the token enters`, `the token enters`},
		"another address":    {`ask grace@example.com`, `ask [address]`},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			c := newClient(t, func(w http.ResponseWriter, _ *http.Request) {
				message, _ := json.Marshal(test.message)
				answer(w, `{"errors":[{"message":`+string(message)+`}]}`)
			})
			c.options.Logger = slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))
			c.breakers.log = c.options.Logger
			err := c.MakeRequest(t.Context(), &graphql.Request{
				OpName: "Save", Query: "mutation Save { name }", Variables: map[string]any{
					"password": "hunter2 and 3", "language": "en", "quote": `say "no"`,
					"people": []any{map[string]string{"name": "Ada Lovelace"}},
				},
			}, &graphql.Response{Data: &struct{ Name string }{}})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want %s", err, test.want)
			}
			for _, value := range []string{"hunter2", "Lovelace", "grace", `say`} {
				if strings.Contains(out.String(), value) || err != nil && strings.Contains(err.Error(), value) {
					t.Errorf("%s is in %v or in the log:\n%s", value, err, &out)
				}
			}
		})
	}
	c := newClient(t, nil)
	c.options.URL = "http://user:hunter2@host.invalid/?apikey=topsecret"
	if err := call(t.Context(), c); err == nil || strings.Contains(err.Error(), "hunter2") ||
		strings.Contains(err.Error(), "topsecret") {
		t.Errorf("%v", err)
	}
}
