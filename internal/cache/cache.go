// Package cache keeps answers of upstream systems and whole responses in process (design §6).
//
// Every entry carries tags, the ids of what it was made of. Purging a tag makes every entry that was loaded before the
// purge invisible at once: ristretto's own deletes are asynchronous and may be dropped, so entries are judged when they
// are read and never deleted.
package cache

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dgraph-io/ristretto/v2"
	"golang.org/x/sync/singleflight"
)

// Freshness says how long an entry is served.
type Freshness struct {
	// Fresh is how long an entry is served without a second thought.
	Fresh time.Duration
	// Stale is how long after that it is served while it is loaded anew, or when loading fails.
	Stale time.Duration
}

// DefaultFreshness is the rule for everything that names no other: 30 minutes, then stale for a day.
var DefaultFreshness = Freshness{Fresh: 30 * time.Minute, Stale: 24 * time.Hour}

// loadTimeout is after how long a load's lock is given up, so that the next caller tries again.
const loadTimeout = 5 * time.Second

// Cache holds entries up to a total size. It is safe for concurrent use.
type Cache struct {
	store   *ristretto.Cache[string, *entry]
	flights singleflight.Group
	now     func() time.Time

	// sequence counts purges; an entry that was loaded at the current count cannot have been purged.
	sequence atomic.Uint64
	mu       sync.RWMutex
	purged   map[string]uint64
	onPurge  []func(tags ...string)

	refreshing sync.Map

	// closing keeps loads that outlive their callers from a store that is closed.
	closing sync.RWMutex
	closed  bool
}

type entry struct {
	value    any
	tags     []string
	sequence uint64
	loaded   time.Time
	fresh    Freshness
}

// New makes a cache of at most maxBytes, by the sizes that callers state. now is the clock; nil is the real one.
func New(maxBytes int64, now func() time.Time) (*Cache, error) {
	if now == nil {
		now = time.Now
	}
	store, err := ristretto.NewCache(&ristretto.Config[string, *entry]{
		// About ten counters for every entry that fits, entries taken as 4 KiB, as ristretto advises.
		NumCounters: max(maxBytes/4096*10, 10_000),
		MaxCost:     maxBytes,
		BufferItems: 64,
	})
	if err != nil {
		return nil, fmt.Errorf("make a cache of %d bytes: %w", maxBytes, err)
	}
	return &Cache{store: store, now: now, purged: map[string]uint64{}}, nil
}

// Close releases the cache's goroutines. What is still being loaded is handed to its callers, and not kept.
func (c *Cache) Close() {
	c.closing.Lock()
	defer c.closing.Unlock()
	c.closed = true
	c.store.Close()
}

// keep puts an entry into the store; at once, it is there when keep returns.
func (c *Cache) keep(key string, e *entry, size int64, atOnce bool) {
	c.closing.RLock()
	defer c.closing.RUnlock()
	if c.closed {
		return
	}
	c.store.SetWithTTL(key, e, size+int64(len(key))+256, e.fresh.Fresh+e.fresh.Stale)
	if atOnce {
		c.store.Wait() // sets are asynchronous
	}
}

// Loaded is what a load function returns.
type Loaded[T any] struct {
	Value T
	// Tags are the ids that the value was made of.
	Tags []string
	// Size is the value's size in bytes, roughly.
	Size int64
	// Freshness is DefaultFreshness when it is zero.
	Freshness Freshness
	// Private keeps the value out of the cache: it is handed to the callers that wait for it, and forgotten.
	Private bool
}

// Load answers from the cache, or loads. Callers that ask for the same key at once share one load, which does not die
// with the first of them. A stale entry is served while one load refreshes it, and when loading fails. Errors are never
// kept.
func Load[T any](ctx context.Context, c *Cache, key string, load func(context.Context) (Loaded[T], error)) (T, error) {
	e, state := c.look(key)
	switch state {
	case fresh:
		return e.value.(T), nil
	case stale:
		c.refresh(ctx, key, func(ctx context.Context) error {
			_, err := fetch(ctx, c, key, load)
			return err
		})
		return e.value.(T), nil
	}
	result := c.flights.DoChan(key, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadTimeout)
		defer cancel()
		return fetch(ctx, c, key, load)
	})
	select {
	case r := <-result:
		if r.Err != nil {
			var none T
			return none, r.Err
		}
		return r.Val.(T), nil
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}

// Get looks a value up without loading it. The second result says whether the value is still fresh; not ok means that
// there is none.
func Get[T any](c *Cache, key string) (value T, isFresh, ok bool) {
	e, state := c.look(key)
	if state == missing {
		return value, false, false
	}
	return e.value.(T), state == fresh, true
}

func fetch[T any](ctx context.Context, c *Cache, key string, load func(context.Context) (Loaded[T], error)) (T, error) {
	// Taken before the load: a purge during it must win.
	sequence := c.sequence.Load()
	loaded, err := load(ctx)
	if err != nil {
		var none T
		return none, err
	}
	if loaded.Private {
		return loaded.Value, nil
	}
	if loaded.Freshness == (Freshness{}) {
		loaded.Freshness = DefaultFreshness
	}
	e := &entry{value: loaded.Value, tags: loaded.Tags, sequence: sequence, loaded: c.now(), fresh: loaded.Freshness}
	// Otherwise the next caller would load again.
	c.keep(key, e, loaded.Size, true)
	return loaded.Value, nil
}

type freshness int

const (
	missing freshness = iota
	stale
	fresh
)

func (c *Cache) look(key string) (*entry, freshness) {
	e, ok := c.store.Get(key)
	if !ok || c.isPurged(e) {
		return nil, missing
	}
	age := c.now().Sub(e.loaded)
	switch {
	case age < e.fresh.Fresh:
		return e, fresh
	case age < e.fresh.Fresh+e.fresh.Stale:
		return e, stale
	}
	return nil, missing
}

func (c *Cache) isPurged(e *entry) bool {
	if c.sequence.Load() == e.sequence {
		return false
	}
	c.mu.RLock()
	defer c.mu.RUnlock()
	for _, t := range e.tags {
		if c.purged[t] > e.sequence {
			return true
		}
	}
	return c.purged[Everything] > e.sequence
}

// Everything is the tag that every entry carries.
const Everything = "*"

// refresh runs one load for a key in the background; others that come meanwhile are content with the stale value. The
// lock is given up after loadTimeout.
func (c *Cache) refresh(ctx context.Context, key string, load func(context.Context) error) {
	now := c.now()
	if since, running := c.refreshing.LoadOrStore(key, now); running {
		if now.Sub(since.(time.Time)) < loadTimeout || !c.refreshing.CompareAndSwap(key, since, now) {
			return
		}
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadTimeout)
	go func() {
		defer cancel()
		defer c.refreshing.Delete(key)
		// The stale value stays; whoever loads has logged why.
		_ = load(ctx)
	}()
}

// Purge makes every entry with one of the tags invisible. It is complete when it returns.
func (c *Cache) Purge(tags ...string) {
	c.mu.Lock()
	sequence := c.sequence.Load() + 1
	for _, t := range tags {
		c.purged[t] = sequence
	}
	c.sequence.Store(sequence)
	tell := c.onPurge
	c.mu.Unlock()
	for _, f := range tell {
		f(tags...)
	}
}

// OnPurge has a function called after each purge, with its tags. It must not block.
func (c *Cache) OnPurge(f func(tags ...string)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.onPurge = append(c.onPurge, f)
}

// PurgeAll makes every entry invisible.
func (c *Cache) PurgeAll() { c.Purge(Everything) }

// Begin marks the moment before a load whose values are Put later: purges after it win.
func (c *Cache) Begin() uint64 { return c.sequence.Load() }

// Put keeps a value that was loaded together with others, in a load that began at a mark of Begin.
func Put[T any](c *Cache, key string, begun uint64, loaded Loaded[T]) {
	if loaded.Private {
		return
	}
	if loaded.Freshness == (Freshness{}) {
		loaded.Freshness = DefaultFreshness
	}
	e := &entry{value: loaded.Value, tags: loaded.Tags, sequence: begun, loaded: c.now(), fresh: loaded.Freshness}
	c.keep(key, e, loaded.Size, false)
}
