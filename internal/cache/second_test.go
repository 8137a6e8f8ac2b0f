package cache_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"strand/internal/cache"
)

// fixedSecond is a second level with one record for all keys.
type fixedSecond struct {
	record  *cache.Record
	refused int
}

func (s *fixedSecond) Fetch(_ context.Context, keys []string) (map[string]*cache.Record, []string) {
	return map[string]*cache.Record{keys[0]: s.record}, nil
}
func (s *fixedSecond) Reserve(context.Context, []string) []string { return nil }
func (s *fixedSecond) Release(context.Context, []string, *cache.Record, []string, time.Duration) {
}
func (s *fixedSecond) Refuse(context.Context, error) { s.refused++ }

// TestEncoded_Invalid: a record that no server can have written is not used, and reported; one of another build is not
// used.
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
		change  func(e *encoded, r *cache.Record)
		want    string
		refused int
	}{
		"valid":         {func(*encoded, *cache.Record) {}, "shared", 0},
		"clock skew":    {func(_ *encoded, r *cache.Record) { r.Loaded = r.Loaded.Add(30 * time.Second) }, "shared", 0},
		"the future":    {func(_ *encoded, r *cache.Record) { r.Loaded = r.Loaded.Add(time.Hour) }, "loaded", 1},
		"no time":       {func(_ *encoded, r *cache.Record) { r.Loaded = time.Time{} }, "loaded", 1},
		"undecodable":   {func(e *encoded, _ *cache.Record) { e.Value = []byte("x") }, "loaded", 1},
		"no value":      {func(e *encoded, _ *cache.Record) { e.Value = nil }, "loaded", 1},
		"negative size": {func(e *encoded, _ *cache.Record) { e.Size = -1 }, "loaded", 1},
		"large size":    {func(e *encoded, _ *cache.Record) { e.Size = 1 << 60 }, "loaded", 1},
		"for ever":      {func(e *encoded, _ *cache.Record) { e.Freshness.Fresh = 1<<63 - 1 }, "loaded", 1},
		"stale for ever": {
			func(e *encoded, _ *cache.Record) { e.Freshness.Stale = 1<<63 - 1 }, "loaded", 1,
		},
		"negative freshness": {func(e *encoded, _ *cache.Record) { e.Freshness.Fresh = -1 }, "loaded", 1},
		"tags":               {func(e *encoded, _ *cache.Record) { e.Tags = make([]string, 100_000) }, "loaded", 1},
	} {
		t.Run(name, func(t *testing.T) {
			c, clk := newCache(t)
			e, r := valid, &cache.Record{Keys: []string{"key"}, Loaded: clk.time()}
			test.change(&e, r)
			answer, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			r.Answers = map[string][]byte{"value 1": answer}
			second := &fixedSecond{record: r}
			c.SetSecond(second)
			load := func(version string) string {
				text, err := cache.Load(t.Context(), c, "key", cache.Encoded(version,
					func(text string) ([]byte, error) { return json.Marshal(text) },
					func(data []byte) (text string, err error) { return text, json.Unmarshal(data, &text) },
					func(context.Context) (cache.Loaded[string], error) {
						return cache.Loaded[string]{Value: "loaded", NoStore: true}, nil
					}))
				if err != nil {
					t.Fatal(err)
				}
				return text
			}
			if got := load("other build"); got != "loaded" || test.want == "shared" && second.refused > 0 {
				t.Errorf("another build has %q, %d refused", got, second.refused)
			}
			second.refused = 0
			if got := load("1"); got != test.want || second.refused != test.refused {
				t.Errorf("%q, %d refused", got, second.refused)
			}
		})
	}
}
