package cache_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"strand/internal/apperr"
	"strand/internal/cache"
)

// batches records the keys of each load.
type batches struct {
	mu    sync.Mutex
	keys  [][]string
	fails bool
	hold  chan struct{}
}

func (b *batches) load(_ context.Context, keys []string) (map[string]cache.Loaded[string], error) {
	b.mu.Lock()
	b.keys = append(b.keys, slices.Sorted(slices.Values(keys)))
	fails, hold := b.fails, b.hold
	b.mu.Unlock()
	if hold != nil {
		<-hold
	}
	if fails {
		return nil, errNoAnswer
	}
	loaded := map[string]cache.Loaded[string]{}
	for _, key := range keys {
		if !strings.HasPrefix(key, "none") {
			loaded[key] = cache.Loaded[string]{Value: "value of " + key, Tags: []string{key}}
		}
	}
	return loaded, nil
}

func (b *batches) check(t *testing.T, what string, want ...[]string) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if !slices.EqualFunc(b.keys, want, slices.Equal) {
		t.Errorf("%s: loaded %v, want %v", what, b.keys, want)
	}
	b.keys = nil
}

func TestLoadMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, clk := newCache(t)
		b := &batches{}
		get := func(keys ...string) map[string]string {
			t.Helper()
			values, err := cache.LoadMany(t.Context(), c, keys, b.load)
			if err != nil {
				t.Fatal(err)
			}
			return values
		}
		values := get("a", "b", "a", "none")
		if !maps.Equal(values, map[string]string{"a": "value of a", "b": "value of b", "none": ""}) {
			t.Errorf("%v", values)
		}
		b.check(t, "cold", []string{"a", "b", "none"})
		get("a", "b", "c", "none")
		b.check(t, "one is not cached", []string{"c"})
		clk.advance(time.Minute)
		get("a", "none")
		b.check(t, "the negative entry is old", []string{"none"})
		c.Purge("a", "c")
		get("a", "b", "c")
		b.check(t, "two are purged", []string{"a", "c"})

		clk.advance(cache.DefaultFreshness.Fresh)
		b.fails = true
		if values := get("a", "b"); len(values) != 2 {
			t.Errorf("stale: %v", values)
		}
		synctest.Wait()
		b.check(t, "stale", []string{"a", "b"})
		if values := get("a", "b"); len(values) != 2 {
			t.Errorf("stale after a failure: %v", values)
		}
		values, err := cache.LoadMany(t.Context(), c, []string{"a", "z"}, b.load)
		if !errors.Is(err, errNoAnswer) || !maps.Equal(values, map[string]string{"a": "value of a"}) {
			t.Errorf("one stale, one missing: %v, %v", values, err)
		}
		c.Close()
	})
}

// A record that a degraded load does not find may exist: its key fails, other keys do not, and an earlier value is
// still served.
//
// Rules: ERR-16.
func TestLoadMany_Degraded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, clk := newCache(t)
		missing := ""
		get := func(keys ...string) (map[string]string, error) {
			return cache.LoadMany(
				t.Context(),
				c,
				keys,
				func(ctx context.Context, keys []string) (map[string]cache.Loaded[string], error) {
					loaded := map[string]cache.Loaded[string]{}
					for _, key := range keys {
						if key == missing {
							cache.MarkDegraded(ctx)
							continue
						}
						loaded[key] = cache.Loaded[string]{Value: "value of " + key}
					}
					return loaded, nil
				},
			)
		}
		missing = "b"
		values, err := get("a", "b")
		if apperr.CodeOf(err) != apperr.UpstreamUnavailable ||
			!maps.Equal(values, map[string]string{"a": "value of a"}) {
			t.Errorf("never read: %v, %v", values, err)
		}
		missing = ""
		if values, err := get("b"); err != nil || values["b"] != "value of b" {
			t.Errorf("after recovery: %v, %v", values, err)
		}
		missing = "b"
		clk.advance(cache.DefaultFreshness.Fresh)
		for range 2 {
			if values, err := get("b"); err != nil || values["b"] != "value of b" {
				t.Errorf("read before: %v, %v", values, err)
			}
			synctest.Wait()
		}
		c.Close()
	})
}

// Concurrent callers with overlapping keys wait for each other's loads instead of loading twice.
func TestLoadMany_Concurrent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := newCache(t)
		b := &batches{hold: make(chan struct{})}
		var readers sync.WaitGroup
		for _, keys := range [][]string{{"a", "b"}, {"b", "c"}, {"a", "c"}} {
			readers.Go(func() {
				values, err := cache.LoadMany(t.Context(), c, keys, b.load)
				if err != nil || len(values) != 2 {
					t.Errorf("%v: %v, %v", keys, values, err)
				}
			})
			synctest.Wait()
		}
		close(b.hold)
		readers.Wait()
		b.check(t, "overlapping", []string{"a", "b"}, []string{"c"})
		c.Close()
	})
}
