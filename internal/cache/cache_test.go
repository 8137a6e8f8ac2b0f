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
	"strand/internal/recovery"
)

// clock is a clock that tests advance.
type clock struct{ now atomic.Int64 }

func (c *clock) time() time.Time         { return time.Unix(0, c.now.Load()) }
func (c *clock) advance(d time.Duration) { c.now.Add(int64(d)) }

func newCache(t *testing.T) (*cache.Cache, *clock) {
	t.Helper()
	clk := &clock{}
	clk.now.Store(int64(1_000_000 * time.Second))
	c, err := cache.New(cache.Options{MaxBytes: 1 << 20, Now: clk.time})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c, clk
}

var errNoAnswer = errors.New("no answer")

// counter is a load whose value is the number of the load.
type counter struct {
	loads    atomic.Int32
	tags     []string
	fails    atomic.Bool
	panics   atomic.Bool
	degraded atomic.Bool
	negative bool
	noStore  bool
}

func (l *counter) load(ctx context.Context) (cache.Loaded[int32], error) {
	n := l.loads.Add(1)
	switch {
	case l.panics.Load():
		panic("broken")
	case l.fails.Load():
		return cache.Loaded[int32]{}, errNoAnswer
	case l.degraded.Load():
		cache.MarkDegraded(ctx)
	}
	return cache.Loaded[int32]{Value: n, Tags: l.tags, Size: 8, NoStore: l.noStore, Negative: l.negative}, nil
}

func read(t *testing.T, c *cache.Cache, l *counter) int32 {
	t.Helper()
	n, err := cache.Load(t.Context(), c, "key", l.load)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func expectCount(t *testing.T, what string, got, want int32) {
	t.Helper()
	if got != want {
		t.Errorf("%s: read the value of load %d, want that of load %d", what, got, want)
	}
}

func TestLoad_OncePerKey(t *testing.T) {
	c, _ := newCache(t)
	l := &counter{}
	expectCount(t, "first", read(t, c, l), 1)
	expectCount(t, "second", read(t, c, l), 1)
}

func TestLoad_Concurrent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := newCache(t)
		var loads atomic.Int32
		release := make(chan struct{})
		var readers sync.WaitGroup
		for range 20 {
			readers.Go(func() {
				_, err := cache.Load(t.Context(), c, "key", func(context.Context) (cache.Loaded[int], error) {
					loads.Add(1)
					<-release
					return cache.Loaded[int]{Value: 1}, nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait() // all wait for the value
		close(release)
		readers.Wait()
		if n := loads.Load(); n != 1 {
			t.Errorf("loaded %d times", n)
		}
		c.Close()
	})
}

// loadSlowly loads a value that is returned when release is closed; ended is closed if the load's context ended before.
func loadSlowly(ctx context.Context, c *cache.Cache, value int, release, ended chan struct{}) (int, error) {
	return cache.Load(ctx, c, "key", func(ctx context.Context) (cache.Loaded[int], error) {
		select {
		case <-release:
			return cache.Loaded[int]{Value: value}, nil
		case <-ctx.Done():
			close(ended)
			return cache.Loaded[int]{}, ctx.Err()
		}
	})
}

func TestLoad_ContinuesWithoutItsFirstCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := newCache(t)
		release := make(chan struct{})
		ctx, cancel := context.WithCancel(t.Context())
		first, second := make(chan error), make(chan int)
		go func() {
			_, err := loadSlowly(ctx, c, 1, release, make(chan struct{}))
			first <- err
		}()
		synctest.Wait()
		go func() {
			n, _ := loadSlowly(t.Context(), c, 2, release, make(chan struct{}))
			second <- n
		}()
		synctest.Wait()
		cancel()
		if err := <-first; !errors.Is(err, context.Canceled) {
			t.Errorf("the cancelled caller got %v", err)
		}
		close(release)
		if n := <-second; n != 1 {
			t.Errorf("the remaining caller got %d", n)
		}
		c.Close()
	})
}

// A load ends when all its callers have left, and the next caller begins another one.
func TestLoad_EndsWithoutCallers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := newCache(t)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		for range 2 {
			go func() { _, _ = loadSlowly(ctx, c, 1, nil, ended) }()
		}
		synctest.Wait()
		started := time.Now()
		cancel()
		<-ended
		if spent := time.Since(started); spent > 0 {
			t.Errorf("the load continued for %s", spent)
		}
		release := make(chan struct{})
		close(release)
		if n, err := loadSlowly(t.Context(), c, 2, release, nil); n != 2 || err != nil {
			t.Errorf("the next caller got %d, %v", n, err)
		}
		c.Close()
	})
}

// The value of an aborted load is not stored.
func TestLoad_CancelledIsNotStored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := newCache(t)
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			_, _ = cache.Load(ctx, c, "key", func(ctx context.Context) (cache.Loaded[int], error) {
				<-ctx.Done()
				return cache.Loaded[int]{Value: 1}, nil
			})
		}()
		synctest.Wait()
		cancel()
		synctest.Wait()
		release := make(chan struct{})
		close(release)
		if n, err := loadSlowly(t.Context(), c, 2, release, nil); n != 2 || err != nil {
			t.Errorf("the next caller got %d, %v", n, err)
		}
		c.Close()
	})
}

// A value that comes after the deadline of its callers is stored for the next caller.
func TestLoad_ContinuesAfterTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := newCache(t)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		release := make(chan struct{})
		if _, err := loadSlowly(ctx, c, 1, release, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		close(release)
		if n, err := loadSlowly(t.Context(), c, 2, nil, nil); n != 1 || err != nil {
			t.Errorf("the next caller got %d, %v", n, err)
		}
		c.Close()
	})
}

// A load that takes longer than five seconds does not block other loads of its key.
func TestLoad_Hanging(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, clk := newCache(t)
		var loads atomic.Int32
		release := make(chan struct{})
		var readers sync.WaitGroup
		ask := func() {
			readers.Go(func() {
				_, err := cache.Load(t.Context(), c, "key", func(context.Context) (cache.Loaded[int], error) {
					loads.Add(1)
					<-release
					return cache.Loaded[int]{Value: 1}, nil
				})
				if err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		ask()
		clk.advance(4 * time.Second)
		ask()
		if n := loads.Load(); n != 1 {
			t.Errorf("%d loads after four seconds", n)
		}
		clk.advance(time.Second)
		ask()
		if n := loads.Load(); n != 2 {
			t.Errorf("%d loads after five seconds", n)
		}
		close(release)
		readers.Wait()
		c.Close()
	})
}

// Rules: CACHE-1.
func TestLoad_Age(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, clk := newCache(t)
		l := &counter{}
		read(t, c, l)
		clk.advance(29 * time.Minute)
		expectCount(t, "fresh", read(t, c, l), 1)
		synctest.Wait()
		if n := l.loads.Load(); n != 1 {
			t.Errorf("%d loads: a fresh value was loaded again", n)
		}
		clk.advance(2 * time.Minute)
		expectCount(t, "stale, while it is reloaded", read(t, c, l), 1)
		synctest.Wait()
		expectCount(t, "reloaded", read(t, c, l), 2)
		clk.advance(30*time.Minute + 24*time.Hour + time.Minute)
		expectCount(t, "too old", read(t, c, l), 3)
		c.Close()
	})
}

func TestLoad_Failure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, clk := newCache(t)
		l := &counter{}
		l.fails.Store(true)
		if _, err := cache.Load(t.Context(), c, "key", l.load); !errors.Is(err, errNoAnswer) {
			t.Errorf("the error of a load: %v", err)
		}
		l.fails.Store(false)
		expectCount(t, "errors are not cached", read(t, c, l), 2)
		clk.advance(cache.DefaultFreshness.Fresh + time.Minute)
		l.fails.Store(true)
		expectCount(t, "stale", read(t, c, l), 2)
		synctest.Wait()
		expectCount(t, "stale after a failed reload", read(t, c, l), 2)
		if n := l.loads.Load(); n != 3 {
			t.Errorf("%d loads: a reload was tried again at once", n)
		}
		clk.advance(time.Second)
		read(t, c, l)
		synctest.Wait()
		if n := l.loads.Load(); n != 3 {
			t.Errorf("%d loads: a reload was tried again after a second", n)
		}
		clk.advance(2 * time.Second)
		read(t, c, l)
		synctest.Wait()
		if n := l.loads.Load(); n != 4 {
			t.Errorf("%d loads: a reload was not tried again later", n)
		}
		c.Close()
	})
}

// Rules: ERR-1.
func TestLoad_Panic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, clk := newCache(t)
		l := &counter{}
		l.panics.Store(true)
		var panicked *recovery.PanicError
		if _, err := cache.Load(t.Context(), c, "key", l.load); !errors.As(err, &panicked) {
			t.Errorf("a panic in a load: %v", err)
		}
		l.panics.Store(false)
		expectCount(t, "the next load", read(t, c, l), 2)
		clk.advance(cache.DefaultFreshness.Fresh + time.Minute)
		l.panics.Store(true)
		expectCount(t, "stale while the reload panics", read(t, c, l), 2)
		synctest.Wait()
		expectCount(t, "stale after the reload has panicked", read(t, c, l), 2)
		c.Close()
	})
}

func TestLoad_NilInterface(t *testing.T) {
	c, _ := newCache(t)
	for range 2 {
		v, err := cache.Load(t.Context(), c, "key", func(context.Context) (cache.Loaded[error], error) {
			return cache.Loaded[error]{}, nil
		})
		if v != nil || err != nil {
			t.Errorf("%v, %v", v, err)
		}
	}
}

func TestLoad_NoStore(t *testing.T) {
	c, _ := newCache(t)
	l := &counter{noStore: true}
	expectCount(t, "first", read(t, c, l), 1)
	expectCount(t, "second", read(t, c, l), 2)
}

// Rules: CACHE-9.
func TestNegative(t *testing.T) {
	c, clk := newCache(t)
	l := &counter{negative: true}
	expectCount(t, "first", read(t, c, l), 1)
	clk.advance(29 * time.Second)
	expectCount(t, "within its time", read(t, c, l), 1)
	clk.advance(2 * time.Second)
	expectCount(t, "after its time", read(t, c, l), 2)
	clk.advance(cache.NegativeFor + time.Second)
	l.fails.Store(true)
	expectCount(t, "when the reload fails", read(t, c, l), 2)
}

func TestSize(t *testing.T) {
	c, _ := newCache(t)
	const size = 4 << 10
	for i := range 5_000 {
		_, err := cache.Load(t.Context(), c, strconv.Itoa(i), func(context.Context) (cache.Loaded[[]byte], error) {
			return cache.Loaded[[]byte]{Value: make([]byte, size)}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	kept := 0
	for i := range 5_000 {
		if _, ok := cache.Get[[]byte](t.Context(), c, strconv.Itoa(i)); ok {
			kept++
		}
	}
	if kept == 0 || kept*size > 1<<20 {
		t.Errorf("%d entries of %d bytes are kept", kept, size)
	}
}

// Loads that outlive the cache return their values to their callers.
func TestClose(t *testing.T) {
	for range 20 {
		c, err := cache.New(cache.Options{MaxBytes: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		var loads sync.WaitGroup
		started := make(chan struct{}, 8)
		for worker := range cap(started) {
			loads.Go(func() {
				for i := range 200 {
					key := strconv.Itoa(worker*1000 + i)
					got, err := cache.Load(
						context.Background(),
						c,
						key,
						func(context.Context) (cache.Loaded[string], error) {
							return cache.Loaded[string]{Value: key, Size: 4}, nil
						},
					)
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
