package cache_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"strand/internal/cache"
)

// A degraded value never replaces a complete one.
func TestDegraded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, clk := newCache(t)
		l := &counter{tags: []string{"page:1"}}
		read(t, c, l)
		l.degraded.Store(true)
		c.Purge("page:1")
		expectCount(t, "the complete value is kept", read(t, c, l), 1)
		clk.advance(time.Minute)
		l.degraded.Store(false)
		expectCount(t, "complete again", read(t, c, l), 3)
		c.Close()
	})
}

func TestDegraded_WithoutEarlierValue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, clk := newCache(t)
		l := &counter{}
		l.degraded.Store(true)
		expectCount(t, "degraded value without an earlier one", read(t, c, l), 1)
		clk.advance(4 * time.Second)
		expectCount(t, "served within its time", read(t, c, l), 1)
		clk.advance(2 * time.Second)
		expectCount(t, "loaded again after its time", read(t, c, l), 2)
		clk.advance(10 * time.Second)
		expectCount(t, "degraded twice: served while reloading", read(t, c, l), 2)
		synctest.Wait()
		l.degraded.Store(false)
		clk.advance(10 * time.Minute)
		expectCount(t, "not served for long", read(t, c, l), 4)
		clk.advance(10 * time.Minute)
		expectCount(t, "complete, and cached as such", read(t, c, l), 4)
		c.Close()
	})
}

// A value that is made from others has their tags, and is neither fresher nor more complete than they are.
func TestNested(t *testing.T) {
	for name, test := range map[string]struct {
		inner  *counter
		change func(*cache.Cache, *clock, *counter)
		want   int32
	}{
		"the inner tag is purged": {&counter{tags: []string{"page:1"}},
			func(c *cache.Cache, _ *clock, _ *counter) { c.Purge("page:1") }, 2},
		"another tag is purged": {&counter{tags: []string{"page:1"}},
			func(c *cache.Cache, _ *clock, _ *counter) { c.Purge("page:2") }, 1},
		"a minute later": {&counter{},
			func(_ *cache.Cache, clk *clock, _ *counter) { clk.advance(time.Minute) }, 1},
		"a minute after a negative part": {&counter{negative: true},
			func(_ *cache.Cache, clk *clock, _ *counter) { clk.advance(time.Minute) }, 2},
	} {
		t.Run(name, func(t *testing.T) {
			c, clk := newCache(t)
			outer := &counter{}
			get := func() int32 {
				n, err := cache.Load(t.Context(), c, "outer", func(ctx context.Context) (cache.Loaded[int32], error) {
					if _, err := cache.Load(ctx, c, "key", test.inner.load); err != nil {
						return cache.Loaded[int32]{}, err
					}
					return outer.load(ctx)
				})
				if err != nil {
					t.Fatal(err)
				}
				return n
			}
			expectCount(t, "at first", get(), 1)
			test.change(c, clk, test.inner)
			expectCount(t, "then", get(), test.want)
		})
	}
}

// A value made from a stale part during an outage is reloaded soon after the part can be read again.
func TestNested_StaleOnError(t *testing.T) {
	c, clk := newCache(t)
	inner, outer := &counter{tags: []string{"page:1"}}, &counter{}
	get := func() int32 {
		n, err := cache.Load(t.Context(), c, "outer", func(ctx context.Context) (cache.Loaded[int32], error) {
			if _, err := cache.Load(ctx, c, "key", inner.load); err != nil {
				return cache.Loaded[int32]{}, err
			}
			return outer.load(ctx)
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	read(t, c, inner)
	c.Purge("page:1")
	inner.fails.Store(true)
	expectCount(t, "made from a stale part", get(), 1)
	inner.fails.Store(false)
	clk.advance(10 * time.Second)
	expectCount(t, "reloaded", get(), 2)
}

func TestReport(t *testing.T) {
	c, _ := newCache(t)
	l := &counter{tags: []string{"page:1"}}
	for _, state := range []string{"loaded", "cached"} {
		ctx, reads := cache.WithReads(t.Context())
		if _, err := cache.Load(ctx, c, "key", l.load); err != nil {
			t.Fatal(err)
		}
		if got := reads.Tags(); !slices.Equal(got, []string{"page:1"}) || cache.IsDegraded(ctx) {
			t.Errorf("%s: tags %v", state, got)
		}
	}
	c.Purge("page:1")
	l.fails.Store(true)
	ctx, _ := cache.WithReads(t.Context())
	if _, err := cache.Load(ctx, c, "key", l.load); err != nil || !cache.IsDegraded(ctx) {
		t.Errorf("a stale value after a failure is not reported: %v", err)
	}
}
