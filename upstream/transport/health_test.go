package transport

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/Khan/genqlient/graphql"

	"strand/internal/health"
	"strand/upstream/contract"
)

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
