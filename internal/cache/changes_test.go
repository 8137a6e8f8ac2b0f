package cache_test

import (
	"context"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"strand/internal/cache"
	"strand/test/cachetest"
)

// published is a value that is made of a list, and says whether the time of a publication has come.
type published struct {
	cache *cache.Cache
	clock *clock
	at    time.Time
	loads atomic.Int32
	fails atomic.Bool
}

func (p *published) read(t *testing.T) (text string, changesAt time.Time) {
	t.Helper()
	ctx, reads := cache.WithReads(t.Context())
	text, err := cache.Load(ctx, p.cache, "document", cache.Encoded("value", encode, decode,
		func(ctx context.Context) (cache.Loaded[string], error) {
			p.loads.Add(1)
			if p.fails.Load() {
				return cache.Loaded[string]{}, context.DeadlineExceeded
			}
			answer, err := cache.Load(ctx, p.cache, "answer", func(ctx context.Context) (cache.Loaded[string], error) {
				isPublished := !p.clock.time().Before(p.at)
				if !isPublished {
					cache.ChangesAt(ctx, p.at)
					cache.ChangesAt(ctx, p.at.Add(time.Hour))
					cache.ChangesAt(ctx, time.Time{})
				}
				return cache.Loaded[string]{Value: strconv.FormatBool(isPublished)}, nil
			})
			return cache.Loaded[string]{Value: answer}, err
		}))
	if err != nil {
		t.Fatal(err)
	}
	return text, reads.NextChange()
}

func (p *published) expect(t *testing.T, when, want string, changesAt time.Time) {
	t.Helper()
	if got, at := p.read(t); got != want || !at.Equal(changesAt) {
		t.Errorf("%s: published: %s, changes at %s; want %s, %s", when, got, at, want, changesAt)
	}
}

// A value changes at its time by itself, and so does what is made of it (CACHE-17).
//
// Rules: CACHE-17.
func TestChangesAt(t *testing.T) {
	c, clk := newCache(t)
	p := &published{cache: c, clock: clk, at: clk.time().Add(10 * time.Minute)}
	p.expect(t, "before", "false", p.at)
	clk.advance(10*time.Minute - time.Nanosecond)
	p.expect(t, "just before, from the cache", "false", p.at)
	expectCount(t, "loads before", p.loads.Load(), 1)
	if entry, _ := c.Inspect("document"); entry.State != "fresh" || !entry.FreshUntil.Equal(p.at) {
		t.Errorf("the entry is %s until %s", entry.State, entry.FreshUntil)
	}
	clk.advance(time.Nanosecond)
	if entry, _ := c.Inspect("document"); entry.State != "outdated" {
		t.Errorf("at the time the entry is %s", entry.State)
	}
	p.expect(t, "at the time", "true", time.Time{})
	clk.advance(20 * time.Minute)
	p.expect(t, "after", "true", time.Time{})
	expectCount(t, "loads", p.loads.Load(), 2)
}

// A failed load at the time leaves the value from before.
//
// Rules: CACHE-17.
func TestChangesAt_Failure(t *testing.T) {
	c, clk := newCache(t)
	p := &published{cache: c, clock: clk, at: clk.time().Add(time.Minute)}
	p.expect(t, "before", "false", p.at)
	clk.advance(time.Minute)
	p.fails.Store(true)
	p.expect(t, "failed", "false", time.Time{})
	p.fails.Store(false)
	clk.advance(time.Minute)
	p.expect(t, "again", "true", time.Time{})
}

// A server that gets the value of another one knows its time, also if their clocks differ.
//
// Rules: CACHE-17.
func TestChangesAt_Servers(t *testing.T) {
	records := &cachetest.Memory{}
	at := time.Unix(0, 0)
	server := func(ahead time.Duration) *published {
		c, clk := newCache(t)
		c.SetSecond(records)
		at = clk.time().Add(10 * time.Minute)
		clk.advance(ahead)
		return &published{cache: c, clock: clk}
	}
	first, second, late := server(0), server(0), server(10*time.Minute)
	for _, p := range []*published{first, second, late} {
		p.at = at
	}
	first.expect(t, "on the first server", "false", at)
	records.Await(t, 1)
	second.expect(t, "on the second server", "false", at)
	expectCount(t, "loads of the second server", second.loads.Load(), 0)
	second.clock.advance(10 * time.Minute)
	records.Clear()
	second.expect(t, "on the second server, at the time", "true", time.Time{})

	records.Clear()
	first.cache.PurgeAll()
	first.expect(t, "on the first server, again", "false", at)
	records.Await(t, 1)
	late.expect(t, "on a server whose clock is ahead", "true", time.Time{})
}
