package shared_test

import (
	"context"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"strand/domain/signedtoken"
	"strand/internal/cache"
	"strand/internal/changes"
	"strand/internal/health"
	"strand/internal/shared"
	"strand/internal/telemetry"
	"strand/test/logtest"
	"strand/test/polltest"
	"strand/test/sharedtest"
	"strand/test/spantest"
)

// TestOutage: without Redis each server continues alone; changes reach the others when it returns, also if it has
// lost its data.
func TestOutage(t *testing.T) {
	for name, lose := range map[string]func(*sharedtest.Redis){
		"killed": (*sharedtest.Redis).Kill,
		"hangs":  (*sharedtest.Redis).Pause,
	} {
		t.Run(name, func(t *testing.T) {
			redis, u := sharedtest.Start(t), newUpstream()
			first, second := startWith(t, redis, u, 0), startWith(t, redis, u, 0)
			second.expect("a", "1")
			u.expectCalls(t, "before", "a")
			lose(redis)
			first.expect("b", "2")
			second.expect("b", "2")
			u.expectCalls(t, "alone", "b", "b")
			first.change("a", "changed")
			first.expect("a", "changed")
			if name == "killed" {
				redis.Restart()
			} else {
				redis.Continue()
			}
			second.await()
			second.expect("a", "changed")
			startWith(t, redis, u, 0).expect("a", "changed")
		})
	}
}

// TestEmptied: if events were lost with the data of Redis, every server reloads everything.
func TestEmptied(t *testing.T) {
	redis, u := sharedtest.Start(t), newUpstream()
	first, second := start(t, redis, u), start(t, redis, u)
	first.expect("a", "1")
	second.expect("a", "1")
	redis.Flush()
	for _, s := range []*server{first, second} {
		if e := s.await(); !e.IsAny() {
			t.Errorf("%+v", e)
		}
	}
	u.set("a", "changed") // its event was lost
	first.expect("a", "changed")
	second.expect("a", "changed")
	expectShared(t, redis, u, "a", "changed")
	first.change("a", "again")
	second.await()
	second.expect("a", "again")
}

// TestFull: a Redis without memory for answers is no failure.
func TestFull(t *testing.T) {
	redis, u := sharedtest.Start(t, "--maxmemory", "1", "--maxmemory-policy", "noeviction"), newUpstream()
	s := &server{t: t, upstream: u, clock: &clock{now: time.Now()}}
	var err error
	if s.cache, err = cache.New(cache.Options{MaxBytes: 1 << 20}); err != nil {
		t.Fatal(err)
	}
	defer s.cache.Close()
	connection := open(t, redis)
	second, err := shared.NewSecond(connection, shared.NewStream(connection, s.cache.Purge, nil))
	if err != nil {
		t.Fatal(err)
	}
	s.cache.SetSecond(second)
	s.expect("a", "1")
	s.expectMany(map[string]string{"a": "1", "b": "2"})
	u.expectCalls(t, "alone", "a", "b")
}

// TestHealth_Writes: a server that answers and refuses writes is down, with its reason, until it accepts them.
func TestHealth_Writes(t *testing.T) {
	for name, refusal := range map[string]struct{ begin, end []string }{
		"a full server":       {strings.Fields("CONFIG SET maxmemory 1"), strings.Fields("CONFIG SET maxmemory 0")},
		"a read-only replica": {strings.Fields("REPLICAOF 127.0.0.1 1"), strings.Fields("REPLICAOF NO ONE")},
	} {
		redis := sharedtest.Start(t, "--maxmemory-policy", "noeviction")
		var text logtest.Log
		connection, err := shared.Open(t.Context(), redis.URL(), "test", signedtoken.Key{},
			slog.New(slog.NewTextHandler(&text, nil)))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(connection.Close)
		client := redis.Client()
		command := func(words []string) {
			t.Helper()
			if err := client.Do(t.Context(), client.B().Arbitrary(words...).Build()).Error(); err != nil {
				t.Fatal(err)
			}
		}
		command(refusal.begin)
		state := connection.Health(t.Context())
		if state.Status != health.Down || !strings.Contains(state.Reason, "refuses writes") ||
			state.Cause == "" {
			t.Errorf("%s: %+v", name, state)
		}
		_ = connection.Health(t.Context())
		command(refusal.end)
		if state := connection.Health(t.Context()); state.Status != health.Up {
			t.Errorf("%s, ended: %+v", name, state)
		}
		if log := text.String(); strings.Count(log, "shared_cache_refuses_writes") != 1 ||
			strings.Count(log, "shared_cache_accepts_writes") != 1 {
			t.Errorf("%s: %s", name, log)
		}
	}
}

// commandsOf returns the number of commands to Redis below a span.
func commandsOf(recorder *tracetest.SpanRecorder, below trace.Span) (n int) {
	for _, span := range recorder.Ended() {
		isBelow := span.SpanContext().TraceID() == below.SpanContext().TraceID()
		if isBelow && spantest.Value(span, "db.system.name") == "redis" {
			n++
		}
	}
	return n
}

// TestHanging: while Redis hangs, only the first visitor waits for it, and it is used again once it answers.
func TestHanging(t *testing.T) {
	redis, u := sharedtest.Start(t), newUpstream()
	recorder := spantest.Record(t)
	s := startWith(t, redis, u, 0)
	redis.Pause()
	ctx, root := telemetry.StartSpan(t.Context(), trace.SpanKindServer, "100 visitors")
	for i := range 100 {
		s.expectIn(ctx, strconv.Itoa(i), "")
	}
	root.End()
	if asked := commandsOf(recorder, root); asked != 1 {
		t.Errorf("%d of 100 visitors wait for Redis", asked)
	}
	redis.Continue()
	polltest.Until(t, "Redis is used again", func() bool {
		s.clock.advance(48 * time.Hour)
		s.expect("a", "1")
		other := startWith(t, redis, u, 0)
		u.mu.Lock()
		u.calls = nil
		u.mu.Unlock()
		other.clock.advance(s.clock.Now().Sub(other.clock.Now()))
		other.expect("a", "1")
		u.mu.Lock()
		defer u.mu.Unlock()
		return len(u.calls) == 0
	})
}

// TestLoss: while Redis is lost, however long, there is one log event for all that fails, and one when it is back.
//
// Rules: ERR-37.
func TestLoss(t *testing.T) {
	redis := sharedtest.Start(t)
	var text logtest.Log
	connection, err := shared.Open(t.Context(), redis.URL(), "test", signedtoken.Key{},
		slog.New(slog.NewTextHandler(&text, nil)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(connection.Close)
	stream := shared.NewStream(connection,
		func(...string) uint64 { return 0 }, func(context.Context, changes.Event) {})
	if err := stream.Listen(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); stream.Run(ctx) }()
	defer func() { stop(); <-ended }()
	await := func(want health.Status) {
		t.Helper()
		polltest.Until(t, string(want), func() bool { return connection.Health(t.Context()).Status == want })
	}
	await(health.Up)
	redis.Kill()
	await(health.Down)
	text.Await(t, "shared_cache_failed")
	leases := shared.NewLeases(connection)
	for range 20 { // each read of changes and each use of the cache fails
		leases.Acquire(t.Context(), "name")
		_ = connection.Health(t.Context())
	}
	redis.Restart()
	await(health.Up)
	text.Await(t, "shared_cache_recovered")
	if n := strings.Count(text.String(), "shared_cache_failed"); n != 1 {
		t.Errorf("%d events of one loss:\n%s", n, text.String())
	}
}
