package shared_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.opentelemetry.io/otel/trace"

	"strand/domain/signedtoken"
	"strand/internal/cache"
	"strand/internal/changes"
	"strand/internal/health"
	"strand/internal/shared"
	"strand/internal/telemetry"
	"strand/test/polltest"
	"strand/test/sharedtest"
	"strand/test/spantest"
)

// secret is that of all servers of the tests.
const secret = "0123456789abcdef0123456789abcdef"

// upstream is a system with texts by key, which counts its calls.
type upstream struct {
	mu    sync.Mutex
	texts map[string]string
	calls []string
}

func (u *upstream) set(key, text string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.texts[key] = text
}

// call answers the requested keys, as the client of a system does.
func (u *upstream) call(ctx context.Context, keys []string) (map[string]string, error) {
	request := strings.Join(slices.Sorted(slices.Values(keys)), "+")
	answers := cache.AnswersOf(ctx)
	answer := answers.Find(ctx, request)[request]
	if answer == nil {
		u.mu.Lock()
		u.calls = append(u.calls, request)
		var texts []string
		isThere := false
		for _, key := range keys {
			texts = append(texts, key+"="+u.texts[key])
			isThere = isThere || u.texts[key] != ""
		}
		u.mu.Unlock()
		answer = []byte(strings.Join(texts, "\n"))
		if isThere {
			answers.Add(ctx, request, answer, time.Hour)
		}
	}
	found := map[string]string{}
	for line := range strings.Lines(string(answer)) {
		key, text, ok := strings.Cut(strings.TrimSpace(line), "=")
		if !ok {
			return nil, errors.New("unreadable")
		}
		found[key] = text
	}
	return found, nil
}

// expectCalls checks the calls since the last check.
func (u *upstream) expectCalls(t *testing.T, what string, want ...string) {
	t.Helper()
	u.mu.Lock()
	defer u.mu.Unlock()
	if !slices.Equal(u.calls, want) {
		t.Errorf("%s: calls %q, want %q", what, u.calls, want)
	}
	u.calls = nil
}

// server is a server of a website: a cache, change events, and a stream that shares them.
type server struct {
	t        *testing.T
	upstream *upstream
	cache    *cache.Cache
	feed     *changes.Feed
	received chan changes.Event
	clock    *clock
}

type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// open returns a connection of a further server.
func open(t *testing.T, redis *sharedtest.Redis) *shared.Redis {
	t.Helper()
	c, err := shared.Open(
		t.Context(), redis.URL(), "test", signedtoken.NewKey(secret), slog.New(slog.DiscardHandler),
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// start starts a server that waits for Redis as long as a busy machine needs.
func start(t *testing.T, redis *sharedtest.Redis, u *upstream) *server {
	t.Helper()
	return startWith(t, redis, u, 10*time.Second)
}

// startWith starts a server; patience 0 is that of production.
func startWith(t *testing.T, redis *sharedtest.Redis, u *upstream, patience time.Duration) *server {
	t.Helper()
	return startAs(t, redis, u, patience, signedtoken.NewKey(secret), slog.New(slog.DiscardHandler))
}

// startAs starts a server with a key and a log.
func startAs(
	t *testing.T, redis *sharedtest.Redis, u *upstream, patience time.Duration, key signedtoken.Key, log *slog.Logger,
) *server {
	t.Helper()
	s := &server{t: t, upstream: u, received: make(chan changes.Event, 100), clock: &clock{now: time.Now()}}
	var err error
	if s.cache, err = cache.New(cache.Options{MaxBytes: 1 << 20, Now: s.clock.Now}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.cache.Close)
	connection, err := shared.Open(t.Context(), redis.URL(), "test", key, log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(connection.Close)
	if patience > 0 {
		connection.Timeout = patience
	}
	s.feed = changes.NewFeed(log, nil)
	stream := shared.NewStream(connection, s.cache.Purge, s.feed.Deliver)
	if err := stream.Listen(t.Context()); err != nil {
		t.Fatal(err)
	}
	second, err := shared.NewSecond(connection, stream)
	if err != nil {
		t.Fatal(err)
	}
	s.cache.SetSecond(second)
	s.feed.SetTags(func(_ context.Context, e changes.Event) (tags []string) {
		for _, r := range e.Records {
			tags = append(tags, r.ID)
		}
		return tags
	})
	s.feed.SetShare(stream.Send)
	s.feed.Subscribe("cache", func(_ context.Context, e changes.Event) []string {
		stream.Purged(e.ID, s.cache.Purge(e.Tags...))
		s.received <- e
		return nil
	})
	done := make(chan struct{})
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		defer close(done)
		stream.Run(ctx)
	}()
	t.Cleanup(func() {
		stop()
		<-done
	})
	return s
}

// change changes a text, and tells this server by a webhook.
func (s *server) change(key, text string) {
	s.upstream.set(key, text)
	s.feed.Publish(s.t.Context(), "cms", changes.Record{ID: key})
	<-s.received
}

// await waits until the server has handled an event of another one, and returns it.
func (s *server) await() changes.Event {
	s.t.Helper()
	select {
	case e := <-s.received:
		return e
	case <-time.After(30 * time.Second):
		s.t.Fatal("no event was received")
		return changes.Event{}
	}
}

// expect reads a text.
func (s *server) expect(key, want string) {
	s.t.Helper()
	s.expectIn(s.t.Context(), key, want)
}

// expectIn reads a text in a context.
func (s *server) expectIn(ctx context.Context, key, want string) {
	s.t.Helper()
	text, err := cache.Load(ctx, s.cache, key, func(ctx context.Context) (cache.Loaded[string], error) {
		found, err := s.upstream.call(ctx, []string{key})
		return cache.Loaded[string]{Value: found[key], Tags: []string{key}, Negative: found[key] == ""}, err
	})
	if err != nil || text != want {
		s.t.Errorf("%s: %q %v, want %q", key, text, err, want)
	}
}

// expectMany reads texts in one batch.
func (s *server) expectMany(want map[string]string) {
	s.t.Helper()
	keys := slices.Sorted(maps.Keys(want))
	texts, err := cache.LoadMany(s.t.Context(), s.cache, keys,
		func(ctx context.Context, keys []string) (map[string]cache.Loaded[string], error) {
			found, err := s.upstream.call(ctx, keys)
			loaded := map[string]cache.Loaded[string]{}
			for key, text := range found {
				if text != "" {
					loaded[key] = cache.Loaded[string]{Value: text, Tags: []string{key}}
				}
			}
			return loaded, err
		})
	if err != nil || !maps.Equal(texts, want) {
		s.t.Errorf("%v %v, want %v", texts, err, want)
	}
}

// expectShared waits until another server, started for it, gets a text without a call: callers do not wait until it is
// stored.
func expectShared(t *testing.T, redis *sharedtest.Redis, u *upstream, key, want string) {
	t.Helper()
	polltest.Until(t, key+" is shared", func() bool {
		start(t, redis, u).expect(key, want)
		u.mu.Lock()
		defer u.mu.Unlock()
		isShared := len(u.calls) == 0
		u.calls = nil
		return isShared
	})
}

func newUpstream() *upstream {
	return &upstream{texts: map[string]string{"a": "1", "b": "2", "c": "3"}}
}

// TestAnswers: what one server has loaded, another one takes from the shared cache.
func TestAnswers(t *testing.T) {
	redis, u := sharedtest.Start(t), newUpstream()
	first := start(t, redis, u)
	first.expect("a", "1")
	u.expectCalls(t, "first server", "a")
	expectShared(t, redis, u, "a", "1")

	first.expectMany(map[string]string{"b": "2", "c": "3"})
	u.expectCalls(t, "batch", "b+c")
	polltest.Until(t, "the batch is shared", func() bool {
		start(t, redis, u).expectMany(map[string]string{"b": "2", "c": "3"})
		u.mu.Lock()
		defer u.mu.Unlock()
		isShared := len(u.calls) == 0
		u.calls = nil
		return isShared
	})
	first.expect("none", "")
	start(t, redis, u).expect("none", "")
	u.expectCalls(t, "missing records are not shared", "none", "none")
}

// TestChanges: one webhook reaches every server, and no server uses an answer from before it.
func TestChanges(t *testing.T) {
	redis, u := sharedtest.Start(t), newUpstream()
	first, second := start(t, redis, u), start(t, redis, u)
	first.expect("a", "1")
	expectShared(t, redis, u, "a", "1")
	second.expect("a", "1")
	first.change("a", "changed")
	if e := second.await(); e.Source != "cms" || len(e.Records) != 1 || e.Records[0].ID != "a" {
		t.Errorf("%+v", e)
	}
	u.expectCalls(t, "before")
	start(t, redis, u).expect("a", "changed") // started afterwards
	u.expectCalls(t, "the new value is read", "a")
	second.expect("a", "changed")
	first.expect("a", "changed")
	expectShared(t, redis, u, "a", "changed")
}

// TestChanges_Late: an answer that a server has read before a change, and stores after it, is not used.
//
// Rules: CACHE-6.
func TestChanges_Late(t *testing.T) {
	redis, u := sharedtest.Start(t), newUpstream()
	first, second := start(t, redis, u), start(t, redis, u)
	u.expectCalls(t, "before")
	text, err := cache.Load(t.Context(), first.cache, "a", func(ctx context.Context) (cache.Loaded[string], error) {
		found := u.texts["a"] // the answer of the system
		second.change("a", "changed")
		first.await()
		cache.AnswersOf(ctx).Add(ctx, "a", []byte("a="+found), time.Hour)
		return cache.Loaded[string]{Value: found, Tags: []string{"a"}}, nil
	})
	if err != nil || text != "1" {
		t.Errorf("the caller from before the change has %q, %v", text, err)
	}
	newAttacker(t, redis).awaitKey("test:value:a")
	for _, s := range []*server{second, start(t, redis, u), first} {
		s.expect("a", "changed")
	}
}

// TestEncoded: a value that is made of other cached values is shared in an encoded form, with its tags.
func TestEncoded(t *testing.T) {
	redis, u := sharedtest.Start(t), newUpstream()
	made := 0
	page := func(s *server) string {
		text, err := cache.Load(t.Context(), s.cache, "page", cache.Encoded("page",
			func(text string) ([]byte, error) { return []byte(text), nil },
			func(data []byte) (string, error) { return string(data), nil },
			func(ctx context.Context) (cache.Loaded[string], error) {
				made++
				part, err := cache.Load(ctx, s.cache, "a", func(ctx context.Context) (cache.Loaded[string], error) {
					found, err := u.call(ctx, []string{"a"})
					return cache.Loaded[string]{Value: found["a"], Tags: []string{"a"}}, err
				})
				return cache.Loaded[string]{Value: "page of " + part}, err
			}))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	first, second := start(t, redis, u), start(t, redis, u)
	if got := page(first); got != "page of 1" {
		t.Error(got)
	}
	polltest.Until(t, "the page is not made again", func() bool {
		other := start(t, redis, u)
		made = 0
		if got := page(other); got != "page of 1" {
			t.Error(got)
		}
		return made == 0
	})
	page(second)
	first.change("a", "changed")
	second.await()
	if got := page(second); got != "page of changed" {
		t.Error(got)
	}
}

// TestOpen: a wrong address or password fails with a reason, without the password.
func TestOpen(t *testing.T) {
	redis := sharedtest.Start(t, "--requirepass", "right-password")
	for name, address := range map[string]string{
		"no URL":         "wrong-password-%",
		"other scheme":   "http://user:wrong-password@127.0.0.1",
		"refused":        "redis://user:wrong-password@127.0.0.1:1",
		"wrong password": strings.Replace(redis.URL(), "//", "//default:wrong-password@", 1),
		"no password":    redis.URL(),
	} {
		_, err := shared.Open(t.Context(), address, "test", signedtoken.Key{}, slog.New(slog.DiscardHandler))
		if err == nil || strings.Contains(err.Error(), "wrong-password") {
			t.Errorf("%s: %v", name, err)
		}
	}
	c, err := shared.Open(t.Context(), strings.Replace(redis.URL(), "//", "//default:right-password@", 1), "test",
		signedtoken.Key{}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
}

// TestSpans: commands have spans by the conventions of OpenTelemetry, without keys and values; probes have none.
//
// Rules: ERR-38.
func TestSpans(t *testing.T) {
	recorder := spantest.Record(t)
	redis := open(t, sharedtest.Start(t))
	if state := redis.Health(telemetry.WithoutTrace(t.Context())); state.Status != health.Up {
		t.Fatal(state)
	}
	shared.NewLeases(redis).Acquire(t.Context(), "secret")
	second, err := shared.NewSecond(redis, nil)
	if err != nil {
		t.Fatal(err)
	}
	second.Find(t.Context(), []string{"secret", "secret2"})
	var names []string
	for _, span := range recorder.Ended() {
		names = append(names, span.Name()+" "+spantest.Value(span, "db.operation.batch.size"))
		if spantest.Value(span, "db.system.name") != "redis" || spantest.Value(span, "server.port") == "" ||
			span.SpanKind() != trace.SpanKindClient || strings.Contains(fmt.Sprint(span.Attributes()), "secret") {
			t.Errorf("%s: %s %v", span.Name(), span.SpanKind(), span.Attributes())
		}
	}
	if want := []string{"EVAL ", "PIPELINE GETRANGE 2"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}
