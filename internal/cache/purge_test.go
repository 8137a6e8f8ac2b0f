package cache_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"strand/internal/budget"
	"strand/internal/cache"
)

// Rules: CACHE-6.
func TestPurge(t *testing.T) {
	for name, test := range map[string]struct {
		purge func(*cache.Cache)
		want  int32
	}{
		"the tag of the entry":     {func(c *cache.Cache) { c.Purge("page:1") }, 2},
		"one of several tags":      {func(c *cache.Cache) { c.Purge("other", "page:2") }, 2},
		"the tag of another entry": {func(c *cache.Cache) { c.Purge("page:3") }, 1},
		"everything":               {func(c *cache.Cache) { c.PurgeAll() }, 2},
	} {
		t.Run(name, func(t *testing.T) {
			c, _ := newCache(t)
			l := &counter{tags: []string{"page:1", "page:2"}}
			read(t, c, l)
			test.purge(c)
			expectCount(t, "after the purge", read(t, c, l), test.want)
		})
	}
}

// A purged entry is served if its reload fails, and is reloaded once that succeeds.
//
// Rules: CACHE-6.
func TestPurge_ReloadFails(t *testing.T) {
	c, clk := newCache(t)
	l := &counter{tags: []string{"page:1"}}
	read(t, c, l)
	c.Purge("page:1")
	l.fails.Store(true)
	expectCount(t, "the reload fails", read(t, c, l), 1)
	expectCount(t, "the reload has failed just now", read(t, c, l), 1)
	if n := l.loads.Load(); n != 2 {
		t.Errorf("%d loads: the second reader waited for another attempt", n)
	}
	l.fails.Store(false)
	clk.advance(time.Minute)
	expectCount(t, "the reload succeeds", read(t, c, l), 3)
}

// A caller whose context ends while a purged entry is reloaded gets the purged entry.
//
// Rules: CACHE-6.
func TestPurge_ReloadHangs(t *testing.T) {
	c, _ := newCache(t)
	l := &counter{tags: []string{"page:1"}}
	read(t, c, l)
	c.Purge("page:1")
	ctx, cancel := context.WithCancel(t.Context())
	release := make(chan struct{})
	defer close(release)
	n, err := cache.Load(ctx, c, "key", func(context.Context) (cache.Loaded[int32], error) {
		cancel()
		<-release
		return cache.Loaded[int32]{}, errNoAnswer
	})
	if n != 1 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
}

// Consecutive slow reloads leave time in the budget for values that are not cached yet.
//
// Rules: CACHE-6.
func TestPurge_SlowReloads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := newCache(t)
		keys := []string{"site", "navigation", "page"}
		for _, key := range keys {
			if _, err := cache.Load(t.Context(), c, key, (&counter{}).load); err != nil {
				t.Fatal(err)
			}
		}
		c.PurgeAll()
		ctx, cancel := budget.Apply(budget.With(t.Context(), 2*time.Second))
		defer cancel()
		for _, key := range keys {
			n, err := cache.Load(ctx, c, key, func(ctx context.Context) (cache.Loaded[int32], error) {
				<-ctx.Done()
				return cache.Loaded[int32]{}, errNoAnswer
			})
			if n != 1 || err != nil {
				t.Errorf("%s: %d, %v", key, n, err)
			}
		}
		if ctx.Err() != nil {
			t.Error("the reloads have used up the time of the request")
		}
		time.Sleep(time.Minute) // the loads end
		c.Close()
	})
}

// A caller after a purge does not get the value of a load that began before the purge.
//
// Rules: CACHE-6.
func TestPurge_DuringALoad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := newCache(t)
		release := make(chan struct{})
		load := func(value string) func(context.Context) (cache.Loaded[string], error) {
			return func(context.Context) (cache.Loaded[string], error) {
				if value == "old" {
					<-release
				}
				return cache.Loaded[string]{Value: value, Tags: []string{"page:1"}}, nil
			}
		}
		var callers sync.WaitGroup
		get := func(value string) {
			callers.Go(func() {
				got, err := cache.Load(t.Context(), c, "key", load(value))
				if err != nil || got != value {
					t.Errorf("the caller who wants the %s value got %q, %v", value, got, err)
				}
			})
			synctest.Wait() // the caller waits for the blocked load
		}
		get("old")
		c.Purge("page:1")
		get("new")
		close(release)
		callers.Wait()
		got, err := cache.Load(t.Context(), c, "key", load("newer"))
		if err != nil || got != "new" {
			t.Errorf("cached is %q, %v", got, err)
		}
		c.Close()
	})
}

// Own tags of a value purge it, and not what is made of it.
//
// Rules: CACHE-6.
func TestPurge_OwnTags(t *testing.T) {
	c, _ := newCache(t)
	lists, pages := 0, 0
	page := func() {
		t.Helper()
		_, err := cache.Load(t.Context(), c, "page", func(ctx context.Context) (cache.Loaded[string], error) {
			pages++
			list, err := cache.Load(ctx, c, "list", func(context.Context) (cache.Loaded[string], error) {
				lists++
				return cache.Loaded[string]{Value: "list", Tags: []string{"lists"}, OwnTags: []string{"records"}}, nil
			})
			return cache.Loaded[string]{Value: list}, err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		purge        string
		lists, pages int
	}{{"", 1, 1}, {"records", 1, 1}, {"lists", 2, 2}} {
		c.Purge(step.purge)
		if page(); lists != step.lists || pages != step.pages {
			t.Errorf("after the purge of %q: %d lists, %d pages", step.purge, lists, pages)
		}
	}
	c.Purge("records")
	if _, isFresh := cache.Get[string](t.Context(), c, "list"); isFresh {
		t.Error("the list is not purged by its own tag")
	}
}
