package cache_test

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"strand/internal/cache"
)

// clock is a time that tests move.
type clock struct{ now atomic.Int64 }

func (c *clock) time() time.Time         { return time.Unix(c.now.Load(), 0) }
func (c *clock) advance(d time.Duration) { c.now.Add(int64(d / time.Second)) }

func newCache(t *testing.T) (*cache.Cache, *clock) {
	t.Helper()
	clk := &clock{}
	clk.now.Store(1_000_000)
	c, err := cache.New(1<<20, clk.time)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c, clk
}

// counter loads a number that grows with each load.
type counter struct {
	loads   atomic.Int32
	tags    []string
	fails   atomic.Bool
	private bool
}

func (l *counter) load(context.Context) (cache.Loaded[int32], error) {
	n := l.loads.Add(1)
	if l.fails.Load() {
		return cache.Loaded[int32]{}, errors.New("no answer")
	}
	return cache.Loaded[int32]{Value: n, Tags: l.tags, Size: 8, Private: l.private}, nil
}

func read(t *testing.T, c *cache.Cache, l *counter) int32 {
	t.Helper()
	n, err := cache.Load(t.Context(), c, "key", l.load)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestLoad_OncePerKey(t *testing.T) {
	c, _ := newCache(t)
	l := &counter{}
	if first, second := read(t, c, l), read(t, c, l); first != 1 || second != 1 {
		t.Errorf("read %d and %d", first, second)
	}
}

func TestLoad_TogetherAtOnce(t *testing.T) {
	c, _ := newCache(t)
	var loads atomic.Int32
	release := make(chan struct{})
	var readers sync.WaitGroup
	for range 20 {
		readers.Go(func() {
			_, err := cache.Load(context.Background(), c, "key", func(context.Context) (cache.Loaded[int], error) {
				loads.Add(1)
				<-release
				return cache.Loaded[int]{Value: 1}, nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	close(release)
	readers.Wait()
	// Whoever comes after the first load finds its value.
	if n := loads.Load(); n != 1 {
		t.Errorf("loaded %d times", n)
	}
}

// A caller that goes away does not take the load down with it.
func TestLoad_OutlivesItsFirstCaller(t *testing.T) {
	c, _ := newCache(t)
	started, release := make(chan struct{}), make(chan struct{})
	ctx, cancel := context.WithCancel(context.Background())
	first := make(chan error)
	go func() {
		_, err := cache.Load(ctx, c, "key", func(ctx context.Context) (cache.Loaded[int], error) {
			close(started)
			<-release
			return cache.Loaded[int]{Value: 1}, ctx.Err()
		})
		first <- err
	}()
	<-started
	cancel()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Errorf("the caller that left got %v", err)
	}
	close(release)
	n, err := cache.Load(t.Context(), c, "key", func(context.Context) (cache.Loaded[int], error) { return cache.Loaded[int]{Value: 2}, nil })
	if err != nil || n != 1 {
		t.Errorf("the next caller got %d, %v", n, err)
	}
}

func TestLoad_Age(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, clk := newCache(t)
		l := &counter{}
		read(t, c, l)
		clk.advance(cache.DefaultFreshness.Fresh + time.Minute)
		if n := read(t, c, l); n != 1 {
			t.Errorf("a stale entry was not served: %d", n)
		}
		synctest.Wait()
		if n := read(t, c, l); n != 2 {
			t.Errorf("a stale entry was not loaded anew: %d", n)
		}
		clk.advance(cache.DefaultFreshness.Fresh + cache.DefaultFreshness.Stale + time.Minute)
		if n := read(t, c, l); n != 3 {
			t.Errorf("an entry outlived its time: %d", n)
		}
		c.Close()
	})
}

func TestLoad_Fails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, clk := newCache(t)
		l := &counter{}
		l.fails.Store(true)
		if _, err := cache.Load(t.Context(), c, "key", l.load); err == nil {
			t.Error("no error")
		}
		l.fails.Store(false)
		if n := read(t, c, l); n != 2 {
			t.Errorf("an error was kept: %d", n)
		}
		clk.advance(cache.DefaultFreshness.Fresh + time.Minute)
		l.fails.Store(true)
		read(t, c, l)
		synctest.Wait()
		if n := read(t, c, l); n != 2 {
			t.Errorf("a stale entry was lost when loading failed: %d", n)
		}
		c.Close()
	})
}

func TestPurge(t *testing.T) {
	for name, test := range map[string]struct {
		purge func(*cache.Cache)
		want  int32
	}{
		"its tag":       {func(c *cache.Cache) { c.Purge("page:1") }, 2},
		"one of many":   {func(c *cache.Cache) { c.Purge("other", "page:2") }, 2},
		"another's tag": {func(c *cache.Cache) { c.Purge("page:3") }, 1},
		"everything":    {func(c *cache.Cache) { c.PurgeAll() }, 2},
	} {
		t.Run(name, func(t *testing.T) {
			c, _ := newCache(t)
			l := &counter{tags: []string{"page:1", "page:2"}}
			read(t, c, l)
			test.purge(c)
			if n := read(t, c, l); n != test.want {
				t.Errorf("read %d, want %d", n, test.want)
			}
		})
	}
}

// What was loaded while its tag was purged may be older than the purge.
func TestPurge_DuringALoad(t *testing.T) {
	c, _ := newCache(t)
	l := &counter{tags: []string{"page:1"}}
	_, err := cache.Load(t.Context(), c, "key", func(ctx context.Context) (cache.Loaded[int32], error) {
		loaded, err := l.load(ctx)
		c.Purge("page:1")
		return loaded, err
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := read(t, c, l); n != 2 {
		t.Errorf("read %d: what was loaded before the purge was kept", n)
	}
	begun := c.Begin()
	c.Purge("page:9")
	cache.Put(c, "nine", begun, cache.Loaded[int]{Value: 9, Tags: []string{"page:9"}})
	if _, _, ok := cache.Get[int](c, "nine"); ok {
		t.Error("a value put after a purge of its tag is seen")
	}
}

func TestLoad_Private(t *testing.T) {
	c, _ := newCache(t)
	l := &counter{private: true}
	if first, second := read(t, c, l), read(t, c, l); first != 1 || second != 2 {
		t.Errorf("read %d and %d: a private value was kept", first, second)
	}
}

// What is kept does not grow beyond the size that the cache was made for.
func TestSize(t *testing.T) {
	c, _ := newCache(t)
	const size = 4 << 10
	for i := range 5_000 {
		_, err := cache.Load(t.Context(), c, strconv.Itoa(i), func(context.Context) (cache.Loaded[int], error) {
			return cache.Loaded[int]{Value: i, Size: size}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	kept := 0
	for i := range 5_000 {
		if _, _, ok := cache.Get[int](c, strconv.Itoa(i)); ok {
			kept++
		}
	}
	if kept == 0 || kept*size > 1<<20 {
		t.Errorf("%d entries of %d bytes are kept", kept, size)
	}
}

// TestClose: loads that outlive the cache are handed over, and break nothing.
func TestClose(t *testing.T) {
	for range 20 {
		c, err := cache.New(1<<20, nil)
		if err != nil {
			t.Fatal(err)
		}
		var loads sync.WaitGroup
		started := make(chan struct{}, 8)
		for worker := range cap(started) {
			loads.Go(func() {
				for i := range 200 {
					key := strconv.Itoa(worker*1000 + i)
					got, err := cache.Load(context.Background(), c, key, func(context.Context) (cache.Loaded[string], error) {
						return cache.Loaded[string]{Value: key, Size: 4}, nil
					})
					if err != nil || got != key {
						t.Errorf("%q %v", got, err)
					}
					if i == 20 {
						started <- struct{}{}
					}
				}
			})
		}
		<-started
		c.Close()
		loads.Wait()
	}
}
