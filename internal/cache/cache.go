// Package cache is the read-through cache of everything that is the same for many visitors: records of upstream systems,
// answers of the graph, documents. It serves fresh entries, stale entries while they are reloaded, and stale entries when
// reloading fails; it runs one load per key at a time, also for batches, and purges by tag (CACHE-1 to CACHE-16).
//
// Ristretto is the store: it bounds the entries by their size and decides which to keep. Its own deletes are asynchronous
// and may be dropped, so entries are never deleted: a purge raises the generation of a tag, and every read compares the
// entry's generation with those of its tags.
package cache

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dgraph-io/ristretto/v2"

	"strand/domain/finding"
)

// Freshness says how long an entry is served.
type Freshness struct {
	// Fresh is how long an entry is served as it is.
	Fresh time.Duration
	// Stale is how long after that it is served while it is reloaded in the background, or when reloading fails.
	Stale time.Duration
}

// DefaultFreshness is 30 minutes fresh, then a day stale.
var DefaultFreshness = Freshness{Fresh: 30 * time.Minute, Stale: 24 * time.Hour}

const (
	// NegativeFor is how long the answer "nothing there" is kept.
	NegativeFor = 30 * time.Second
	// degradedFor is how long a value is kept that was made while a part was missing or stale.
	degradedFor = 5 * time.Second
	// repeatedlyDegradedFor is how long after that it is served while it is reloaded, where the attempt before was
	// degraded, too.
	repeatedlyDegradedFor = time.Minute
	// retryAfter is how long after a failed reload the stale entry is served without another attempt.
	retryAfter = 2 * time.Second
	// loadTimeout bounds one load, and is after how long a load no longer keeps others from starting one for its key.
	loadTimeout = 5 * time.Second
	// longestLife is after how long no entry is left that a purge could concern.
	longestLife = 25 * time.Hour
)

// Everything is the tag that every entry carries.
const Everything = "*"

// Options make a cache.
type Options struct {
	// MaxBytes bounds the size of all entries together.
	MaxBytes int64
	// Now is the clock; nil is the real one.
	Now func() time.Time
	// Log receives panics of loads; nil discards them.
	Log *slog.Logger
}

// Cache holds entries up to a total size. It is safe for concurrent use.
type Cache struct {
	store *ristretto.Cache[string, *entry]
	now   func() time.Time
	log   *slog.Logger
	stats stats

	// sequence counts purges. An entry that was checked at the current count is not purged.
	sequence atomic.Uint64
	mu       sync.RWMutex
	purges   map[string]purge

	flightsMu sync.Mutex
	flights   map[string]*flight

	unconfirmed unconfirmed

	// closing keeps loads that outlive their callers from writing to a closed store.
	closing sync.RWMutex
	closed  bool
}

// purge is the last purge of a tag.
type purge struct {
	sequence uint64
	at       time.Time
}

// entry is a cached value. Only the atomic fields change after it was stored.
type entry struct {
	value any
	tags  []string
	// findings are what was dropped, skipped or replaced in the value.
	findings []finding.Finding
	// failed are the findings of the last reload that did not replace the entry; nil for none.
	failed atomic.Pointer[[]finding.Finding]
	// sequence is the number of purges before the load began.
	sequence uint64
	loaded   time.Time
	Freshness
	// whileReloading is how long after its fresh time the entry is served while it is reloaded. After that it is outdated:
	// served only when reloading fails.
	whileReloading time.Duration
	// isUnconfirmed marks entries whose key holds text of callers that nothing confirms.
	isUnconfirmed bool
	// isShort marks negative and degraded entries, and what was made of them.
	isShort  bool
	degraded bool
	// checked is the latest purge sequence at which the entry was found not to be purged.
	checked atomic.Uint64
	// retryAt is when a reload may be tried again after one failed, in nanoseconds since the epoch.
	retryAt atomic.Int64
}

// state says how an entry can be served.
type state int

const (
	// missing: there is no entry, or it is too old.
	missing state = iota
	// outdated: purged, or a negative or degraded entry after its time; served only when reloading fails.
	outdated
	// stale: served while it is reloaded in the background.
	stale
	// fresh: served as it is.
	fresh
)

// New makes a cache.
func New(o Options) (*Cache, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	store, err := ristretto.NewCache(&ristretto.Config[string, *entry]{
		// About ten counters for every entry that fits, entries taken as 4 KiB, as ristretto advises.
		NumCounters: max(o.MaxBytes/4096*10, 10_000),
		MaxCost:     o.MaxBytes,
		BufferItems: 64,
		Metrics:     true,
	})
	if err != nil {
		return nil, fmt.Errorf("make a cache of %d bytes: %w", o.MaxBytes, err)
	}
	c := &Cache{store: store, now: o.Now, log: o.Log, purges: map[string]purge{}, flights: map[string]*flight{}}
	if err := c.observe(); err != nil {
		store.Close()
		return nil, err
	}
	return c, nil
}

// Close releases the cache's goroutines. Values that are still being loaded reach their callers and are not stored.
func (c *Cache) Close() {
	c.closing.Lock()
	defer c.closing.Unlock()
	if c.closed {
		return
	}
	c.closed = true
	c.stats.unregister()
	c.store.Close()
}

// Get returns a fresh value without loading it.
func Get[T any](ctx context.Context, c *Cache, key string) (value T, ok bool) {
	e, s := c.look(key)
	if s != fresh {
		return value, false
	}
	c.stats.count(s)
	if r := reportOf(ctx); r != nil {
		r.use(e, s, c.now())
	}
	return typed[T](e.value), true
}

// look finds an entry and says how it can be served.
func (c *Cache) look(key string) (*entry, state) {
	e, ok := c.store.Get(key)
	if !ok {
		return nil, missing
	}
	age := c.now().Sub(e.loaded)
	switch {
	case age >= e.Fresh+e.Stale:
		return nil, missing
	case c.isPurged(e), age >= e.Fresh+e.whileReloading:
		return e, outdated
	case age >= e.Fresh:
		return e, stale
	}
	return e, fresh
}

// isDue reports whether a reload of an entry may be tried: not shortly after one failed.
func (c *Cache) isDue(e *entry) bool { return c.now().UnixNano() >= e.retryAt.Load() }

func (c *Cache) postpone(e *entry, d time.Duration) { e.retryAt.Store(c.now().Add(d).UnixNano()) }

// put stores entries; they are visible when it returns, since the next caller would load them again otherwise.
func (c *Cache) put(entries map[string]*entry, sizes map[string]int64) {
	c.closing.RLock()
	defer c.closing.RUnlock()
	if c.closed {
		return
	}
	for key, e := range entries {
		c.bound(key, e)
		size := sizes[key]
		if size == 0 {
			size = sizeOf(e.value)
		}
		for _, tag := range e.tags {
			size += int64(len(tag)) + stringHeader
		}
		c.store.SetWithTTL(key, e, size+int64(len(key))+entryOverhead, e.Fresh+e.Stale)
	}
	c.store.Wait()
}

// Peek returns a value in whatever state it is, without loading it.
func Peek[T any](c *Cache, key string) (value T, ok bool) {
	e, s := c.look(key)
	if s == missing {
		return value, false
	}
	return typed[T](e.value), true
}
