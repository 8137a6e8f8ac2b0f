package transport

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/Khan/genqlient/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"strand/internal/health"
	"strand/internal/slots"
	"strand/upstream/contract"
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

// TestMakeRequest_Breaker: an operation that keeps failing is not called for a while; other operations of the
// system are.
//
// Rules: ERR-8.
func TestMakeRequest_Breaker(t *testing.T) {
	for name, failure := range failures {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var calls atomic.Int32
			c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				if strings.Contains(string(body), `"operationName":"Other"`) {
					answer(w, `{"data":{"name":"a"}}`)
					return
				}
				calls.Add(1)
				r.Body = io.NopCloser(bytes.NewReader(body))
				failure(w, r)
			})
			for range failuresToOpen {
				if err := call(t.Context(), c); err == nil {
					t.Fatal("no error")
				}
			}
			before := calls.Load()
			var failed *Error
			if err := call(t.Context(), c); !errors.As(err, &failed) || failed.Kind != KindCircuitOpen ||
				calls.Load() != before {
				t.Errorf("%v; called %d more times", err, calls.Load()-before)
			}
			var data struct{ Name string }
			if err := c.MakeRequest(t.Context(), &graphql.Request{
				OpName: "Other",
				Query:  "query Other { name }",
			}, &graphql.Response{Data: &data}); err != nil {
				t.Errorf("another operation: %v", err)
			}
			if h := c.Health(t.Context()); h.Status != health.Degraded || !strings.HasPrefix(h.Reason, "Pages: ") {
				t.Errorf("%+v", h)
			}
		})
	}
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

// TestHealth_RefusesAllRequests: a system that refuses even the request for its state as invalid is down.
//
// Rules: ERR-8.
func TestHealth_RefusesAllRequests(t *testing.T) {
	c := newClient(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadRequest) })
	if err := call(t.Context(), c); !IsInvalidRequest(err) {
		t.Error(err)
	}
	if h := c.Health(t.Context()); h.Status != health.Down {
		t.Errorf("%+v", h)
	}
}

// TestMakeRequest_RetryAfter: a system is not called within its Retry-After; callers get an error at once.
//
// Rules: ERR-23.
func TestMakeRequest_RetryAfter(t *testing.T) {
	var calls atomic.Int32
	c := newClient(t, func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		w.Header().Set("Retry-After", "60")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	for range 5 {
		if err := call(t.Context(), c); err == nil {
			t.Fatal("no error")
		}
	}
	if n := calls.Load(); n != 1 {
		t.Errorf("%d calls", n)
	}
}

// TestMakeRequest_RateLimit: calls that a system refuses because there are too many are repeated after the pause, if
// the caller can wait so long. They do not open the circuit breaker.
//
// Rules: ERR-23.
func TestMakeRequest_RateLimit(t *testing.T) {
	for name, header := range map[string]string{"with Retry-After": "1", "without": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var calls atomic.Int32
			c := newClient(t, func(w http.ResponseWriter, _ *http.Request) {
				if calls.Add(1) <= failuresToOpen {
					if header != "" {
						w.Header().Set("Retry-After", header)
					}
					w.WriteHeader(http.StatusTooManyRequests)
					return
				}
				answer(w, `{"data":{"name":"a"}}`)
			})
			c.options.Timeout = time.Minute
			var wg sync.WaitGroup
			for range 2 * failuresToOpen {
				wg.Go(func() {
					if err := call(t.Context(), c); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
		})
	}
	t.Run("no time", func(t *testing.T) {
		t.Parallel()
		c := newClient(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) })
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		var failed *Error
		if err := call(ctx, c); !errors.As(err, &failed) || failed.Status != http.StatusTooManyRequests ||
			ctx.Err() != nil {
			t.Error(err, ctx.Err())
		}
	})
}

// TestMakeRequest_CallerDeadline: a call is limited by the caller's deadline, and an expired deadline is not a
// failure of the system.
func TestMakeRequest_CallerDeadline(t *testing.T) {
	c := newClient(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	})
	for range 2 * failuresToOpen {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		var failed *Error
		if err := call(ctx, c); !errors.As(err, &failed) || failed.Kind != KindCanceled {
			t.Error(err)
		}
		cancel()
	}
}

// TestMakeRequest_Incident: an incident is logged once at its start and once at its end.
//
// Rules: ERR-6.
func TestMakeRequest_Incident(t *testing.T) {
	var isFailing atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if isFailing.Load() {
			answer(w, `{"errors":[{"message":"SELECT"}]}`)
			return
		}
		answer(w, `{"data":{"name":"a"}}`)
	}))
	t.Cleanup(server.Close)
	var log bytes.Buffer
	c := New(Options{System: "cms", URL: server.URL, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	isFailing.Store(true)
	for range failuresToOpen - 1 {
		_ = call(t.Context(), c)
	}
	isFailing.Store(false)
	for range 3 {
		if err := call(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	if text := log.String(); strings.Count(text, "msg=upstream_failing") != 1 ||
		strings.Count(text, "msg=upstream_recovered") != 1 ||
		strings.Count(text, "\n") != 2 {
		t.Error(text)
	}
}

// TestHealth_RecoversWithoutCalls: a recovered system is up, even if it was not called since its circuit breaker
// opened.
func TestHealth_RecoversWithoutCalls(t *testing.T) {
	var isWell atomic.Bool
	c := newClient(t, func(w http.ResponseWriter, _ *http.Request) {
		if !isWell.Load() {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		answer(w, `{"data":{"name":"a","__typename":"Query"}}`)
	})
	for range failuresToOpen {
		if err := call(t.Context(), c); err == nil {
			t.Fatal("no failure")
		}
	}
	if got := c.Health(t.Context()); got.Status == health.Up {
		t.Errorf("while the system fails: %+v", got)
	}
	isWell.Store(true)
	deadline := time.Now().Add(time.Minute)
	for ; c.Health(t.Context()).Status != health.Up; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("after the system has recovered: %+v", c.Health(t.Context()))
		}
	}
}

// TestHealth_ContractViolation: a responding system is degraded while its responses violate the contract.
func TestHealth_ContractViolation(t *testing.T) {
	var pages atomic.Pointer[string]
	server := httptest.NewServer(
		http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { answer(w, *pages.Load()) }),
	)
	t.Cleanup(server.Close)
	schema, err := contract.New(`type Query { pages: [Page!]! } type Page { name: String! }`)
	if err != nil {
		t.Fatal(err)
	}
	c := New(Options{System: "cms", URL: server.URL, Contract: schema, Logger: slog.New(slog.DiscardHandler)})
	for _, step := range []struct {
		answer string
		want   health.State
	}{
		{`{"data":{"pages":[{"name":"a"}]}}`, health.State{Status: health.Up}},
		{`{"data":{"pages":[{"name":"a"},{"name":null}]}}`, health.State{
			Status: health.Degraded,
			Reason: "Pages: contract",
		}},
	} {
		pages.Store(&step.answer)
		var data struct{ Pages []struct{ Name string } }
		request := &graphql.Request{OpName: "Pages", Query: "query Pages { pages { name } }"}
		if err := c.MakeRequest(t.Context(), request, &graphql.Response{Data: &data}); err != nil ||
			len(data.Pages) != 1 {
			t.Errorf("%s: %v, %v", step.answer, data, err)
		}
		if got := c.Health(t.Context()); got != step.want {
			t.Errorf("%s: %+v, want %+v", step.answer, got, step.want)
		}
	}
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

// TestMakeRequest_CauseOfOpenBreaker: the error of a call that is not sent has the failure because of which it is not,
// and so has the health of the system, for operators.
//
// Rules: ERR-35.
func TestMakeRequest_CauseOfOpenBreaker(t *testing.T) {
	c := newClient(t, nil)
	c.options.URL = "http://user:hunter2@pim.invalid/?apikey=topsecret"
	for range failuresToOpen {
		_ = call(t.Context(), c)
	}
	const cause = "lookup pim.invalid"
	if err := call(t.Context(), c); kindOf(errors.Unwrap(err)) != KindCircuitOpen ||
		!strings.Contains(err.Error(), cause) {
		t.Errorf("%v", err)
	}
	if state := c.Health(t.Context()); state.Status != health.Down || strings.Contains(state.Reason, cause) ||
		!strings.Contains(state.Text(), cause) || strings.Contains(state.Text(), "hunter2") {
		t.Errorf("%+v", state)
	}
	paused := newClient(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "9")
		w.WriteHeader(http.StatusBadGateway)
	})
	_ = call(t.Context(), paused)
	if err := call(t.Context(), paused); !errors.Is(err, errPaused) || !strings.Contains(err.Error(), "status 502") {
		t.Errorf("%v", err)
	}
}

// TestMakeRequest_CallLimitPerCaller: a caller with the maximum number of calls does not delay the calls of others.
func TestMakeRequest_CallLimitPerCaller(t *testing.T) {
	const caller, other = "ip 192.0.2.1", "ip 192.0.2.2"
	entered, release := make(chan string, 100), make(chan struct{})
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		who := r.Header.Get("X-Caller")
		entered <- who
		if who == caller {
			<-release
		}
		answer(w, `{"data":{"name":"a"}}`)
	})
	c.options.Timeout = time.Minute
	as := func(name string) context.Context {
		return WithHeaders(slots.WithCaller(t.Context(), name), http.Header{"X-Caller": {name}})
	}
	results := make(chan error)
	for range callLimits.Caller + 3 {
		go func() { results <- call(as(caller), c) }()
	}
	for range callLimits.Caller {
		<-entered
	}
	if err := call(as(other), c); err != nil {
		t.Error(err)
	}
	if who := <-entered; who != other {
		t.Errorf("%s has more than %d calls", who, callLimits.Caller)
	}
	ctx, cancel := context.WithCancel(as(caller))
	cancel()
	if failure := new(Error); !errors.As(call(ctx, c), &failure) || failure.Kind != KindCanceled {
		t.Error(failure)
	}
	close(release)
	for range callLimits.Caller + 3 {
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
}
