package transport

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"strand/internal/slots"
	"strand/test/logtest"
	"strand/test/polltest"
)

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

// TestMakeRequest_RateLimitIncident: too many requests are an incident only if a call is given up because of them.
func TestMakeRequest_RateLimitIncident(t *testing.T) {
	for name, test := range map[string]struct {
		refusals int32
		events   string
	}{"repeated": {1, ""}, "given up": {1000, "upstream_failing"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var calls atomic.Int32
			c := newClient(t, func(w http.ResponseWriter, _ *http.Request) {
				if calls.Add(1) <= test.refusals {
					w.WriteHeader(http.StatusTooManyRequests)
					return
				}
				answer(w, `{"data":{"name":"a"}}`)
			})
			var out logtest.Log
			c.options.Timeout = 3 * time.Second
			c.breakers.log = slog.New(slog.NewTextHandler(&out, nil))
			if err := call(t.Context(), c); (err == nil) != (test.events == "") {
				t.Error(err)
			}
			if text := out.String(); (text == "") != (test.events == "") || !strings.Contains(text, test.events) {
				t.Errorf("the log has %s", text)
			}
		})
	}
}

// TestObserve_Pause: a call that is given up after a pause does not begin the pause of its old answer again.
func TestObserve_Pause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBreaker("cms", "Pages", slog.New(slog.DiscardHandler))
		limited := &Error{Kind: KindStatus, Status: http.StatusTooManyRequests, RetryAfter: 10 * time.Second}
		b.observe(t.Context(), "Pages", limited, true)
		ends := b.pausedUntil
		time.Sleep(5 * time.Second) // in the time of the bubble
		if b.observe(t.Context(), "Pages", limited, false); !b.pausedUntil.Equal(ends) {
			t.Errorf("the pause ends %s later", b.pausedUntil.Sub(ends))
		}
	})
}

// TestMakeRequest_Background: calls for which no visitor waits are limited together, and wait longer after too many
// requests, so that calls of visitors come through.
//
// Rules: CALL-26.
func TestMakeRequest_Background(t *testing.T) {
	var running, most atomic.Int32
	release := make(chan struct{})
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Waits") == "" {
			for n := running.Add(1); n > most.Load(); {
				most.Store(n)
			}
			defer running.Add(-1)
			<-release
		}
		answer(w, `{"data":{"name":"a"}}`)
	})
	c.options.Timeout = 30 * time.Second
	background := WithTimeout(t.Context(), time.Minute)
	var wg sync.WaitGroup
	for range 5 * maxBackground {
		wg.Go(func() {
			if err := call(background, c); err != nil {
				t.Error(err)
			}
		})
	}
	polltest.Until(t, "the calls are sent", func() bool { return running.Load() == maxBackground })
	if err := call(WithHeaders(t.Context(), http.Header{"Waits": {"1"}}), c); err != nil {
		t.Errorf("a call of a visitor: %v", err)
	}
	close(release)
	wg.Wait()
	if n := most.Load(); n > maxBackground {
		t.Errorf("%d calls at once", n)
	}
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
