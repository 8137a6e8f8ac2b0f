package cache_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"time"

	"strand/internal/cache"
	"strand/test/cachetest"
	"strand/test/polltest"
)

// system answers one request, whose answer servers share.
type system struct {
	answer string
	fails  bool
	calls  int
}

func (s *system) call(ctx context.Context) (string, error) {
	answers := cache.AnswersOf(ctx)
	if answer, ok := answers.Find(ctx, "request")["request"]; ok {
		return string(answer), nil
	}
	s.calls++
	if s.fails {
		return "", errors.New("unavailable")
	}
	answers.Add(ctx, "request", []byte(s.answer), time.Hour)
	return s.answer, nil
}

// TestAnswers: a load takes a stored answer only if a value that is made of it could be served.
//
// Rules: CACHE-1, CACHE-6.
func TestAnswers(t *testing.T) {
	for name, test := range map[string]struct {
		age time.Duration
		// purged is the tag that is purged after the answer was stored.
		purged string
		// prepare changes the load.
		prepare func(ctx context.Context, l *cache.Loaded[string])
		want    string
		calls   int
		refused int
	}{
		"fresh":                    {age: time.Minute, want: "stored"},
		"stale":                    {age: time.Hour, want: "stored"},
		"clock skew":               {age: -30 * time.Second, want: "stored"},
		"too old":                  {age: 25 * time.Hour, want: "called", calls: 1},
		"the future":               {age: -time.Hour, want: "called", calls: 1, refused: 1},
		"no time":                  {age: 1 << 62, want: "called", calls: 1, refused: 1},
		"purged":                   {purged: "a", want: "called", calls: 1},
		"purged as part of a list": {purged: "own", want: "called", calls: 1},
		"everything purged":        {purged: cache.Everything, want: "called", calls: 1},
		"another one purged":       {purged: "b", want: "stored"},
		"longer than this kind is served": {age: time.Minute, want: "called", calls: 1,
			prepare: func(_ context.Context, l *cache.Loaded[string]) {
				l.Freshness = cache.Freshness{Fresh: 10 * time.Second}
			}},
		"nothing there": {age: time.Minute, want: "called", calls: 1,
			prepare: func(_ context.Context, l *cache.Loaded[string]) { l.Negative = l.Value == "stored" }},
		"incomplete": {age: time.Minute, want: "called", calls: 1,
			prepare: func(ctx context.Context, l *cache.Loaded[string]) {
				if l.Value == "stored" {
					cache.MarkDegraded(ctx)
				}
			}},
		"changed by itself": {age: time.Hour, want: "called", calls: 1,
			prepare: func(ctx context.Context, l *cache.Loaded[string]) {
				if l.Value == "stored" {
					cache.ChangesAt(ctx, time.Unix(1, 0))
				}
			}},
	} {
		t.Run(name, func(t *testing.T) {
			c, clk := newCache(t)
			m, s := &cachetest.Memory{}, &system{answer: "called"}
			c.SetSecond(m)
			loaded := clk.time().Add(-test.age)
			if test.age == 1<<62 {
				loaded = time.Time{}
			}
			m.Store(t.Context(), "request", &cache.Stored{Data: []byte("stored"), Loaded: loaded}, 0)
			if test.purged != "" {
				c.Purge(test.purged)
			}
			text, err := cache.Load(t.Context(), c, "key", func(ctx context.Context) (cache.Loaded[string], error) {
				text, err := s.call(ctx)
				l := cache.Loaded[string]{Value: text, Tags: []string{"a"}, OwnTags: []string{"own"}}
				if test.prepare != nil {
					test.prepare(ctx, &l)
				}
				return l, err
			})
			if err != nil || text != test.want || s.calls != test.calls || m.Refused() != test.refused {
				t.Errorf("%q after %d calls, %d refused, %v", text, s.calls, m.Refused(), err)
			}
			if entry, _ := c.Inspect("key"); test.want == "stored" && !entry.LoadedAt.Equal(loaded) {
				t.Errorf("the entry is as old as %s, the answer as %s", entry.LoadedAt, loaded)
			}
		})
	}
}

// TestAnswers_Reload: a reload in the background takes only an answer that is fresh, and later than the entry.
//
// Rules: CACHE-1.
func TestAnswers_Reload(t *testing.T) {
	c, clk := newCache(t)
	m, s := &cachetest.Memory{}, &system{answer: "1"}
	c.SetSecond(m)
	read := func() string {
		text, err := cache.Load(t.Context(), c, "key", func(ctx context.Context) (cache.Loaded[string], error) {
			text, err := s.call(ctx)
			return cache.Loaded[string]{Value: text}, err
		})
		if err != nil {
			t.Error(err)
		}
		return text
	}
	expect := func(want string) {
		t.Helper()
		polltest.Until(t, "the entry is "+want, func() bool { return read() == want })
	}
	expect("1")
	m.Await(t, 1)
	clk.advance(time.Hour)
	s.answer = "2"
	expect("2") // not the answer that the entry was made of
	polltest.Until(t, "2 is stored", func() bool {
		return string(m.Find(t.Context(), []string{"request"})["request"].Data) == "2"
	})
	store := func(text string, age time.Duration) {
		m.Store(t.Context(), "request", &cache.Stored{Data: []byte(text), Loaded: clk.time().Add(-age)}, 0)
	}
	clk.advance(time.Hour)
	store("of another server", time.Minute)
	expect("of another server")
	clk.advance(2 * time.Hour)
	store("stale", time.Hour)
	s.answer = "3"
	expect("3")
}

// TestAnswers_Older: an answer that is older than the present entry does not replace it.
func TestAnswers_Older(t *testing.T) {
	c, clk := newCache(t)
	m, s := &cachetest.Memory{}, &system{answer: "gone"}
	c.SetSecond(m)
	before := &cache.Stored{Data: []byte("there"), Loaded: clk.time().Add(-time.Minute)}
	for range 2 {
		text, err := cache.Load(t.Context(), c, "key", func(ctx context.Context) (cache.Loaded[string], error) {
			text, err := s.call(ctx)
			return cache.Loaded[string]{Value: text, Negative: text == "gone"}, err
		})
		if err != nil || text != "gone" {
			t.Errorf("%q %v", text, err)
		}
		m.Await(t, 1)
		m.Store(t.Context(), "request", before, 0) // another server stores late what it has read
		clk.advance(cache.NegativeFor)
	}
}

// TestAnswers_Failure: what a load cannot use of the second level does not fail it.
func TestAnswers_Failure(t *testing.T) {
	c, clk := newCache(t)
	m, s := &cachetest.Memory{}, &system{answer: "called"}
	c.SetSecond(m)
	m.Store(t.Context(), "request", &cache.Stored{Data: []byte("unreadable"), Loaded: clk.time()}, 0)
	text, err := cache.Load(t.Context(), c, "key", func(ctx context.Context) (cache.Loaded[string], error) {
		text, err := s.call(ctx)
		if text == "unreadable" {
			err = errors.New(text)
		}
		return cache.Loaded[string]{Value: text}, err
	})
	if err != nil || text != "called" {
		t.Errorf("%q %v", text, err)
	}
	s.fails = true
	c.PurgeAll()
	m.Clear()
	if _, err := cache.Load(t.Context(), c, "other", func(ctx context.Context) (cache.Loaded[string], error) {
		text, err := s.call(ctx)
		return cache.Loaded[string]{Value: text}, err
	}); err == nil || s.calls != 2 {
		t.Errorf("%v after %d calls", err, s.calls)
	}
}

func encode(text string) ([]byte, error) { return json.Marshal(text) }

func decode(data []byte) (text string, err error) { return text, json.Unmarshal(data, &text) }

// TestEncoded: a value that is made of other entries is stored with their tags, unless it is incomplete, missing or of
// an invented key; what it reads from systems itself is neither taken nor stored.
func TestEncoded(t *testing.T) {
	for name, test := range map[string]struct {
		change   func(ctx context.Context, l *cache.Loaded[string])
		isShared bool
	}{
		"complete":    {func(context.Context, *cache.Loaded[string]) {}, true},
		"not stored":  {func(_ context.Context, l *cache.Loaded[string]) { l.NoStore = true }, false},
		"missing":     {func(_ context.Context, l *cache.Loaded[string]) { l.Negative = true }, false},
		"unconfirmed": {func(_ context.Context, l *cache.Loaded[string]) { l.Unconfirmed = true }, false},
		"degraded":    {func(ctx context.Context, _ *cache.Loaded[string]) { cache.MarkDegraded(ctx) }, false},
		"too many tags": {
			func(_ context.Context, l *cache.Loaded[string]) { l.Tags = make([]string, 100_000) }, false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := &cachetest.Memory{}
			read := func() (calls int, c *cache.Cache) {
				c, _ = newCache(t)
				c.SetSecond(m)
				s := &system{answer: "1"}
				text, err := cache.Load(t.Context(), c, "key", cache.Encoded("value", encode, decode,
					func(ctx context.Context) (cache.Loaded[string], error) {
						part, err := cache.Load(ctx, c, "part", func(context.Context) (cache.Loaded[string], error) {
							return cache.Loaded[string]{Value: "part", Tags: []string{"a"}}, nil
						})
						text, _ := s.call(ctx)
						l := cache.Loaded[string]{Value: part + text, Tags: []string{"b"}}
						test.change(ctx, &l)
						return l, err
					}))
				if err != nil || text != "part1" {
					t.Errorf("%q %v", text, err)
				}
				return s.calls, c
			}
			read()
			if test.isShared {
				m.Await(t, 1)
				calls, c := read()
				entry, _ := c.Inspect("key")
				if calls != 0 || !slices.Equal(entry.Tags, []string{"a", "b"}) {
					t.Errorf("%d calls, tags %q", calls, entry.Tags)
				}
				c.Purge("a")
				if _, ok := cache.Get[string](t.Context(), c, "key"); ok {
					t.Error("it is not purged with its part")
				}
			} else if calls, _ := read(); calls != 1 {
				t.Errorf("%d calls", calls)
			}
			if m.Find(t.Context(), []string{"request"})["request"] != nil {
				t.Error("an answer of a system is stored")
			}
		})
	}
}

// TestEncoded_Invalid: an encoded value that no server can have written is not used, and reported.
//
// Rules: SEC-42.
func TestEncoded_Invalid(t *testing.T) {
	type encoded struct {
		Tags      []string
		Size      int64
		Freshness cache.Freshness
		Value     []byte
	}
	valid := encoded{Size: 4, Freshness: cache.DefaultFreshness, Value: []byte(`"shared"`)}
	for name, test := range map[string]struct {
		change  func(e *encoded)
		want    string
		refused int
	}{
		"valid":          {func(*encoded) {}, "shared", 0},
		"undecodable":    {func(e *encoded) { e.Value = []byte("x") }, "loaded", 1},
		"no value":       {func(e *encoded) { e.Value = nil }, "loaded", 1},
		"negative size":  {func(e *encoded) { e.Size = -1 }, "loaded", 1},
		"large size":     {func(e *encoded) { e.Size = 1 << 60 }, "loaded", 1},
		"for ever":       {func(e *encoded) { e.Freshness.Fresh = 1<<63 - 1 }, "loaded", 1},
		"stale for ever": {func(e *encoded) { e.Freshness.Stale = 1<<63 - 1 }, "loaded", 1},
		"never fresh":    {func(e *encoded) { e.Freshness.Fresh = -1 }, "loaded", 1},
		"tags":           {func(e *encoded) { e.Tags = make([]string, 100_000) }, "loaded", 1},
	} {
		t.Run(name, func(t *testing.T) {
			c, clk := newCache(t)
			e, m := valid, &cachetest.Memory{}
			test.change(&e)
			data, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			m.Store(t.Context(), "value", &cache.Stored{Data: data, Loaded: clk.time()}, 0)
			c.SetSecond(m)
			text, err := cache.Load(t.Context(), c, "key", cache.Encoded("value", encode, decode,
				func(context.Context) (cache.Loaded[string], error) {
					return cache.Loaded[string]{Value: "loaded", NoStore: true}, nil
				}))
			if err != nil || text != test.want || m.Refused() != test.refused {
				t.Errorf("%q, %d refused, %v", text, m.Refused(), err)
			}
		})
	}
}
