// Package cache is the read-through cache of everything that is the same for many visitors: records of upstream
// systems, answers of the graph, documents. It serves fresh entries, stale entries while they are reloaded, and stale
// entries when reloading fails. It runs one load per key at a time, also for batches, and purges by tag (CACHE-1,
// CACHE-6, CACHE-9, CACHE-12).
//
// Ristretto is the store: it bounds the total size of the entries and evicts by its policy. Its own deletes are
// asynchronous and may be dropped, so entries are never deleted: a purge records its sequence number for the tag, and
// an entry is outdated if one of its tags was purged after its load began.
package cache

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dgraph-io/ristretto/v2"

	"strand/internal/calltrace"
)

// Freshness configures how long an entry is served.
type Freshness struct {
	// Fresh is how long an entry is served without reloading.
	Fresh time.Duration
	// Stale is how long after Fresh an entry is served while it is reloaded in the background, or when reloading
	// fails.
	Stale time.Duration
}

// DefaultFreshness is 30 minutes fresh, then one day stale.
var DefaultFreshness = Freshness{Fresh: 30 * time.Minute, Stale: 24 * time.Hour}

const (
	// MaxFresh is the longest freshness of a value that servers share.
	MaxFresh = 24 * time.Hour
	// NegativeFor is the freshness of negative entries ("not found").
	NegativeFor = 30 * time.Second
	// degradedFor is the freshness of a value that was made while a part was missing or stale.
	degradedFor = 5 * time.Second
	// repeatedlyDegradedFor is how long after that the value is served while it is reloaded, if the previous value
	// was degraded too.
	repeatedlyDegradedFor = time.Minute
	// retryAfter is how long after a failed reload the stale entry is served without another attempt.
	retryAfter = 2 * time.Second
	// loadTimeout bounds a load. After it, other callers may start a new load for its key.
	loadTimeout = 5 * time.Second
	// maxLifetime is longer than the lifetime of any entry: older purges concern no entry.
	maxLifetime = 25 * time.Hour
)

// Everything is the tag that every entry carries.
const Everything = "*"

// Options configure a cache.
type Options struct {
	// MaxBytes bounds the size of all entries together.
	MaxBytes int64
	// Now is the clock; nil is the real one.
	Now func() time.Time
	// Log logs panics of loads; nil discards them.
	Log *slog.Logger
}

// Cache stores entries up to a total size. It is safe for concurrent use.
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

	// second is nil for a single server.
	second Second

	unconfirmed unconfirmed

	// closeMu prevents loads that outlive their callers from writing to a closed store.
	closeMu sync.RWMutex
	closed  bool
}

// purge is the last purge of a tag.
type purge struct {
	sequence uint64
	at       time.Time
}

// entry is a cached value. Only its atomic fields change after it was stored.
type entry struct {
	value any
	tags  []string
	// ownTags purge the entry, but not the values that are made of it.
	ownTags []string
	// notes are the notes of the value: what was dropped, skipped or replaced.
	notes []Note
	// reloadNotes are the notes of the last reload that did not replace the entry; nil for none.
	reloadNotes atomic.Pointer[[]Note]
	// sequence is the number of purges before the load began.
	sequence uint64
	loaded   time.Time
	Freshness
	// whileReloading is how long after its fresh time the entry is served while it is reloaded. After that it is
	// outdated: it is served only if reloading fails.
	whileReloading time.Duration
	// isUnconfirmed marks entries whose key contains text that callers chose freely.
	isUnconfirmed bool
	// isShortLived marks negative and degraded entries, and values made from them.
	isShortLived bool
	isDegraded   bool
	// isIncomplete is described with Reads.
	isIncomplete bool
	// changesAt is when the entry is outdated whatever its freshness; zero for never.
	changesAt time.Time
	// checked is the latest purge sequence at which the entry was found not to be purged.
	checked atomic.Uint64
	// retryAt is the time of the next reload after a failed one, in nanoseconds since the epoch.
	retryAt atomic.Int64
}

// state is how an entry can be served.
type state int

const (
	// missing: there is no entry, or it is too old.
	missing state = iota
	// outdated: purged, or a negative or degraded entry after its time; served only if reloading fails.
	outdated
	// stale: served while it is reloaded in the background.
	stale
	// fresh: served without reloading.
	fresh
)

// New returns a cache.
func New(o Options) (*Cache, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	store, err := ristretto.NewCache(&ristretto.Config[string, *entry]{
		// Ristretto advises ten counters per entry; an entry is estimated as 4 KiB.
		NumCounters: max(o.MaxBytes/4096*10, 10_000),
		MaxCost:     o.MaxBytes,
		BufferItems: 64,
		Metrics:     true,
	})
	if err != nil {
		return nil, fmt.Errorf("make a cache of %d bytes: %w", o.MaxBytes, err)
	}
	c := &Cache{
		store: store, now: o.Now, log: o.Log, purges: map[string]purge{}, flights: map[string]*flight{},
	}
	c.observe()
	return c, nil
}

// Close stops the cache's goroutines. Running loads reach their callers, but their values are not stored.
func (c *Cache) Close() {
	c.closeMu.Lock()
	defer c.closeMu.Unlock()
	if c.closed {
		return
	}
	c.closed = true
	c.stats.unregister()
	c.store.Close()
}

// Get returns a fresh value; it never loads.
func Get[T any](ctx context.Context, c *Cache, key string) (value T, ok bool) {
	e, s := c.lookUp(key)
	if s != fresh {
		return value, false
	}
	c.stats.count(s)
	if r := readsOf(ctx); r != nil {
		r.addEntry(e, s, c.now())
		r.addTrace(key, calltrace.Fresh)
	}
	return castValue[T](e.value), true
}

// lookUp returns an entry and its state.
func (c *Cache) lookUp(key string) (*entry, state) {
	e, ok := c.store.Get(key)
	if !ok {
		return nil, missing
	}
	now := c.now()
	age := now.Sub(e.loaded)
	switch {
	case age >= e.Fresh+e.Stale:
		return nil, missing
	case c.isPurged(e), age >= e.Fresh+e.whileReloading, e.hasChanged(now):
		return e, outdated
	case age >= e.Fresh:
		return e, stale
	}
	return e, fresh
}

// hasChanged reports whether the time has come at which the value changes by itself.
func (e *entry) hasChanged(now time.Time) bool {
	return !e.changesAt.IsZero() && !now.Before(e.changesAt)
}

// isDue reports whether an entry may be reloaded: not shortly after a failed reload.
func (c *Cache) isDue(e *entry) bool { return c.now().UnixNano() >= e.retryAt.Load() }

func (c *Cache) postponeReload(e *entry, d time.Duration) { e.retryAt.Store(c.now().Add(d).UnixNano()) }

// put stores entries. They are visible when it returns, since the next caller would load them again otherwise.
func (c *Cache) put(entries map[string]*entry, sizes map[string]int64) {
	c.closeMu.RLock()
	defer c.closeMu.RUnlock()
	if c.closed {
		return
	}
	for key, e := range entries {
		c.bound(key, e)
		size := sizes[key]
		if size == 0 {
			size = sizeOf(e.value)
		}
		for _, tag := range slices.Concat(e.tags, e.ownTags) {
			size += int64(len(tag)) + stringHeader
		}
		c.store.SetWithTTL(key, e, size+int64(len(key))+entryOverhead, e.Fresh+e.Stale)
	}
	c.store.Wait()
}

// Peek returns a value in any state; it never loads.
func Peek[T any](c *Cache, key string) (value T, ok bool) {
	e, s := c.lookUp(key)
	if s == missing {
		return value, false
	}
	return castValue[T](e.value), true
}
