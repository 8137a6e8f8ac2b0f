package shared_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel/trace"

	"strand/internal/ratelimit"
	"strand/internal/shared"
	"strand/internal/telemetry"
	"strand/test/sharedtest"
	"strand/test/spantest"
)

// patient asks again while Redis is slow, so that the tests of counts succeed on a busy machine.
type patient struct{ ratelimit.Servers }

func (p patient) Count(
	ctx context.Context, name, client string, n, limit int, window time.Duration,
) (room int, ok bool) {
	for range 100 {
		if _, ok = p.Servers.Count(ctx, name, client, 0, limit, window); ok {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	return p.Servers.Count(ctx, name, client, n, limit, window)
}

// patientLimits returns the limits of a further server that waits for Redis.
func patientLimits(t *testing.T, redis *sharedtest.Redis) ratelimit.Limits {
	t.Helper()
	return ratelimit.Limits{Servers: patient{limitsOf(t, redis).Servers}}
}

// limitsOf returns the limits of a further server.
func limitsOf(t *testing.T, redis *sharedtest.Redis) ratelimit.Limits {
	t.Helper()
	return ratelimit.Limits{Servers: shared.NewRates(open(t, redis), []byte(secret))}
}

// TestRates: an event counts on all servers, each client by itself, and can be returned.
//
// Rules: SEC-40.
func TestRates(t *testing.T) {
	redis, ctx := sharedtest.Start(t), t.Context()
	first, second := patientLimits(t, redis), patientLimits(t, redis)
	a, b := first.New("mails", 5, time.Hour), second.New("mails", 5, time.Hour)
	const client = "someone@example.com"
	if got := a.Take(ctx, client, 3); got != 3 {
		t.Errorf("the first server counts %d", got)
	}
	if got := b.Take(ctx, client, 3); got != 2 {
		t.Errorf("the second server counts %d", got)
	}
	if !a.Exhausted(ctx, client) || !b.Exhausted(ctx, client) || a.Allow(ctx, client) || b.Allow(ctx, client) {
		t.Error("a server allows more")
	}
	if b.Exhausted(ctx, "other@example.com") || !b.Allow(ctx, "other@example.com") {
		t.Error("another client has the same counter")
	}
	if other := second.New("forms", 5, time.Hour); !other.Allow(ctx, client) {
		t.Error("another limit has the same counter")
	}
	a.Return(ctx, client, 2)
	if got := b.Take(ctx, client, 9); got != 2 {
		t.Errorf("after a return of two, %d are counted", got)
	}
	a.Return(ctx, client, 99)
	if got := a.Take(ctx, client, 9); got != 5 {
		t.Errorf("after all were returned, %d are counted", got)
	}
}

// TestRates_Window: events count as long as they are within the sliding window of Redis's clock, and counters expire.
//
// Rules: SEC-40.
func TestRates_Window(t *testing.T) {
	redis, ctx := sharedtest.Start(t), t.Context()
	const window = 400 * time.Millisecond
	rates := patientLimits(t, redis).Servers
	awaitRoom := func(want int) {
		t.Helper()
		for range 200 {
			if room, ok := rates.Count(ctx, "short", "client", 0, 8, window); ok && room == want {
				return
			}
			time.Sleep(window / 100)
		}
		t.Errorf("there is never room for %d", want)
	}
	awaitRoom(8)
	rates.Count(ctx, "short", "client", 8, 8, window)
	for _, room := range []int{0, 4, 8} { // the events leave the sliding window little by little
		awaitRoom(room)
	}
	for range 200 {
		if keys := keysOf(t, redis); len(keys) == 0 {
			return
		}
		time.Sleep(window / 20)
	}
	t.Error("the counter does not expire")
}

// TestRates_Alone: while Redis does not answer, each server has a limit of its own, and returns do no harm; a Redis
// without memory is no failure.
//
// Rules: SEC-40.
func TestRates_Alone(t *testing.T) {
	for name, fail := range map[string]func(*testing.T, *sharedtest.Redis){
		"killed": func(_ *testing.T, r *sharedtest.Redis) { r.Kill() },
		"paused": func(t *testing.T, r *sharedtest.Redis) { r.Pause(); t.Cleanup(r.Continue) },
		"full":   func(t *testing.T, r *sharedtest.Redis) { configure(t, r, "maxmemory", "1") },
	} {
		t.Run(name, func(t *testing.T) {
			redis, recorder := sharedtest.Start(t), spantest.Record(t)
			a, b := limitsOf(t, redis).New("forms", 3, time.Hour), limitsOf(t, redis).New("forms", 3, time.Hour)
			a.Allow(t.Context(), "192.0.2.1")
			fail(t, redis)
			ctx, root := telemetry.StartSpan(t.Context(), trace.SpanKindServer, "callers")
			if got := a.Take(ctx, "192.0.2.1", 9); got != 2 {
				t.Errorf("the first server allows %d further ones", got)
			}
			if got := b.Take(ctx, "192.0.2.1", 9); got != 3 {
				t.Errorf("the second server allows %d", got)
			}
			if a.Allow(ctx, "192.0.2.1") || b.Allow(ctx, "192.0.2.1") {
				t.Error("a server has no limit")
			}
			a.Return(ctx, "192.0.2.1", 1)
			if !a.Allow(ctx, "192.0.2.1") || a.Allow(ctx, "192.0.2.1") {
				t.Error("a returned event counts")
			}
			// One caller of each server waits.
			if asked := commandsOf(recorder, root); name != "full" && asked != 2 {
				t.Errorf("%d callers wait", asked)
			}
		})
	}
}

// TestRates_Restarted: the counts that Redis has lost are still those of each server.
//
// Rules: SEC-40.
func TestRates_Restarted(t *testing.T) {
	redis, ctx := sharedtest.Start(t), t.Context()
	a := limitsOf(t, redis).New("forms", 2, time.Hour)
	a.Take(ctx, "192.0.2.1", 2)
	redis.Flush()
	if a.Allow(ctx, "192.0.2.1") {
		t.Error("the limit begins again")
	}
}

// TestRates_Keys: Redis has no IP address, mail address or user, and another secret leads to another key.
//
// Rules: SEC-40.
func TestRates_Keys(t *testing.T) {
	redis, ctx := sharedtest.Start(t), t.Context()
	limiter := patientLimits(t, redis).New("forms", 5, time.Hour)
	clients := []string{"192.0.2.77", "2001:db8:1:2::77", "someone@example.com", "user u-4711"}
	for _, client := range clients {
		limiter.Allow(ctx, client)
	}
	limiter.Allow(ctx, "2001:db8:1:2::99") // the same network
	keys := keysOf(t, redis)
	if len(keys) != len(clients) {
		t.Errorf("the counters are %q", keys)
	}
	for _, key := range keys {
		for _, part := range []string{"192.0", "2001", "someone", "4711"} {
			if strings.Contains(key, part) {
				t.Errorf("%s contains %s", key, part)
			}
		}
	}
}

func keysOf(t *testing.T, redis *sharedtest.Redis) []string {
	t.Helper()
	c := redis.Client()
	keys, err := c.Do(t.Context(), c.B().Keys().Pattern("*").Build()).AsStrSlice()
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// configure changes a setting of Redis.
func configure(t *testing.T, redis *sharedtest.Redis, name, value string) {
	t.Helper()
	c := redis.Client()
	set := c.B().ConfigSet().ParameterValue().ParameterValue(name, value).Build()
	if err := c.Do(t.Context(), set).Error(); err != nil {
		t.Fatal(err)
	}
}
