package cache

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel/trace"

	"strand/internal/apperr"
	"strand/internal/budget"
	"strand/internal/calltrace"
	"strand/internal/recovery"
	"strand/internal/telemetry"
)

// Loaded is what a load returns for one key.
type Loaded[T any] struct {
	Value T
	// Tags are the ids of the records in the value; those of values that the load read from the cache are added.
	Tags []string
	// OwnTags are tags that values which are made of the value do not have: who makes one states what it shows of the
	// value, such as one record of a list.
	OwnTags []string
	// Size is the value's size in bytes; 0 means that it is measured.
	Size int64
	// Freshness is the value's freshness; zero means DefaultFreshness.
	Freshness Freshness
	// Negative marks the answer "not found", which is stored for NegativeFor at most.
	Negative bool
	// Unconfirmed marks a value whose key contains text that callers choose freely, such as a search: the cache
	// stores at most MaxUnconfirmed of these. Negative values are always unconfirmed.
	Unconfirmed bool
	// Document is the id of the value in notes. In a load of several keys, notes of other documents are left
	// out; empty keeps all.
	Document string
	// NoStore returns the value to the waiting callers without storing it.
	NoStore bool
	// SharedOnly keeps the value out of this server's memory.
	SharedOnly bool
	// err is why this key could not be loaded, although other keys of its load could.
	err error
}

// ErrIncomplete is the error of a key that a degraded load did not find: the record may have been dropped from the
// answer.
var ErrIncomplete = apperr.New(
	apperr.UpstreamUnavailable,
	"an upstream system returned an incomplete answer: try again later",
)

// result is the result of a load for one key.
type result struct {
	value any
	err   error
	// reads contains what the load read and the tags of the value.
	reads *Reads
	// ownTags are those of the value.
	ownTags []string
}

// flight is the running load of one key.
type flight struct {
	done chan struct{}
	// sequence is the number of purges before the load began.
	sequence uint64
	// ends is the time after which other callers may start a new load.
	ends   time.Time
	result result
	load   *runningLoad
}

// runningLoad is a running load of one or several keys.
type runningLoad struct {
	keys    []string
	flights map[string]*flight
	cancel  context.CancelFunc
	// waiting is the number of callers that wait for one of its keys. It is guarded by Cache.flightsMu.
	waiting int
	// isBackground reports that the load began without a waiting caller, so that it is never cancelled.
	isBackground bool
	// span is that of the caller that began the load.
	span trace.SpanContext
}

// wait waits for the end of a load and reports whether it came before the end of the context.
func (f *flight) wait(ctx context.Context) bool {
	select {
	case <-f.done:
		return true
	default:
	}
	select {
	case <-f.done:
		return true
	case <-ctx.Done():
		return false
	}
}

// Load returns the value of a key from the cache, or loads it. Concurrent callers of a key share one load. The load
// continues after the deadline of its callers, since its value will be needed, but is cancelled when all of them have
// left. A stale value is returned while it is reloaded, an outdated one if reloading fails. Errors are not cached.
func Load[T any](ctx context.Context, c *Cache, key string, load func(context.Context) (Loaded[T], error)) (T, error) {
	return LoadWithin(ctx, c, key, loadTimeout, load)
}

// LoadWithin is Load with a load that may take longer than those that visitors wait for. The loads in it have their own
// limits.
func LoadWithin[T any](
	ctx context.Context, c *Cache, key string, limit time.Duration, load func(context.Context) (Loaded[T], error),
) (T, error) {
	if value, ok := Get[T](ctx, c, key); ok {
		return value, nil // the usual case needs no batch
	}
	one := func(ctx context.Context, _ []string) (map[string]Loaded[any], error) {
		loaded, err := load(ctx)
		if err != nil {
			return nil, err
		}
		return map[string]Loaded[any]{key: untyped(loaded)}, nil
	}
	values, err := c.read(ctx, []string{key}, limit, one)
	if value, ok := values[key]; ok {
		return castValue[T](value), nil
	}
	var none T
	return none, err
}

// castValue converts a value to its type; a nil interface value has lost its type.
func castValue[T any](value any) T {
	t, _ := value.(T)
	return t
}

// LoadMany is Load for many keys: it loads all keys that are not cached, and that no other caller is loading, in one
// call of load. It returns the found values, and an error if any is missing. A key that load does not return is
// cached as a negative entry with T's zero value; if the load is degraded, the key fails instead, since an unreadable
// record must not look like a missing one.
func LoadMany[T any](ctx context.Context, c *Cache, keys []string,
	load func(ctx context.Context, keys []string) (map[string]Loaded[T], error)) (map[string]T, error) {
	many := func(ctx context.Context, keys []string) (map[string]Loaded[any], error) {
		loaded, err := load(ctx, keys)
		if err != nil {
			return nil, err
		}
		all := make(map[string]Loaded[any], len(keys))
		for _, key := range keys {
			value, ok := loaded[key]
			value.Negative = value.Negative || !ok
			if value.Negative && IsDegraded(ctx) {
				value.err = ErrIncomplete
			}
			all[key] = untyped(value)
		}
		return all, nil
	}
	values, err := c.read(ctx, keys, loadTimeout, many)
	found := make(map[string]T, len(values))
	for key, value := range values {
		found[key] = castValue[T](value)
	}
	return found, err
}

func untyped[T any](l Loaded[T]) Loaded[any] {
	return Loaded[any]{
		Value:       l.Value,
		Tags:        l.Tags,
		OwnTags:     l.OwnTags,
		Size:        l.Size,
		Freshness:   l.Freshness,
		Negative:    l.Negative,
		Unconfirmed: l.Unconfirmed,
		Document:    l.Document,
		NoStore:     l.NoStore,
		SharedOnly:  l.SharedOnly,
		err:         l.err,
	}
}

type loadFunc func(ctx context.Context, keys []string) (map[string]Loaded[any], error)

// read returns cached values and loads the others within a limit.
func (c *Cache) read(
	ctx context.Context, keys []string, limit time.Duration, load loadFunc,
) (map[string]any, error) {
	reads := readsOf(ctx)
	values := make(map[string]any, len(keys))
	var wanted, reload []string
	var fallback map[string]*entry
	// Read before the look-ups: a load that began earlier may lack a purge that this caller has seen.
	arrived := c.sequence.Load()
	for _, key := range keys {
		if _, seen := values[key]; seen {
			continue
		}
		e, s := c.lookUp(key)
		c.stats.count(s)
		switch {
		case s == missing:
			wanted = append(wanted, key)
			continue
		case s == outdated && c.isDue(e):
			if fallback == nil {
				fallback = map[string]*entry{}
			}
			fallback[key] = e
			wanted = append(wanted, key)
			continue
		case s == stale && c.isDue(e):
			reload = append(reload, key)
		}
		values[key] = e.value
		reads.addEntry(e, s, c.now())
		reads.addTrace(key, tracedStates[s])
	}
	if len(reload) > 0 {
		c.start(ctx, reload, limit, load, true)
	}
	if len(wanted) == 0 {
		return values, nil
	}
	const cause = "cache miss"
	ctx, span := telemetry.StartSpan(ctx, trace.SpanKindInternal, cause)
	failures := c.await(ctx, wanted, fallback, arrived, limit, load, values)
	endSpan(span, cause, wanted, failures)
	for key, e := range fallback {
		if _, ok := values[key]; !ok {
			c.stats.fallbacks.Add(1)
			values[key] = e.value
			reads.addEntry(e, outdated, c.now())
			reads.addTrace(key, calltrace.Outdated)
			delete(failures, key)
		}
	}
	var errs []error
	for _, err := range failures {
		if len(errs) == 0 || !errors.Is(errs[0], err) {
			errs = append(errs, err)
		}
	}
	return values, errors.Join(errs...)
}

// await loads keys and adds their values; it returns the errors by key. A load that began before a purge that the
// caller has seen is repeated. For keys with a fallback it waits half of the request's budget, so that a slow system
// leaves time for later reads.
func (c *Cache) await(ctx context.Context, keys []string, fallback map[string]*entry, arrived uint64,
	limit time.Duration, load loadFunc, values map[string]any) map[string]error {
	reads, failures := readsOf(ctx), map[string]error{}
	waitCtx := ctx
	if len(fallback) > 0 {
		var cancel context.CancelFunc
		waitCtx, cancel = budget.ApplyHalf(ctx)
		defer cancel()
	}
	for len(keys) > 0 {
		flights := c.start(ctx, keys, limit, load, false)
		linkLoads(ctx, flights)
		var again []string
		for _, key := range keys {
			f, waiting := flights[key], ctx
			if fallback[key] != nil {
				waiting = waitCtx
			}
			isDone := f.wait(waiting)
			c.leave(f, !isDone && errors.Is(waiting.Err(), context.Canceled))
			if !isDone {
				failures[key] = context.Cause(waiting)
				continue
			}
			switch {
			case f.result.err != nil:
				failures[key] = f.result.err
				reads.addNotes(f.result.reads)
			case f.sequence < arrived && (c.purgedSince(f.result.reads.Tags(), f.sequence) ||
				c.purgedSince(f.result.ownTags, f.sequence)):
				again = append(again, key)
			default:
				values[key] = f.result.value
				reads.merge(f.result.reads)
			}
		}
		keys = again
	}
	return failures
}

// cause returns the state of the entries that the load is made for.
func (l *runningLoad) cause() calltrace.State {
	if l.isBackground {
		return calltrace.Stale
	}
	return calltrace.Miss
}

// start returns the running loads of keys, and begins one load for the keys without one. Unless isBackground, the
// caller must call leave for each.
func (c *Cache) start(
	ctx context.Context, keys []string, limit time.Duration, load loadFunc, isBackground bool,
) map[string]*flight {
	c.flightsMu.Lock()
	defer c.flightsMu.Unlock()
	flights := make(map[string]*flight, len(keys))
	started := &runningLoad{
		flights: flights, isBackground: isBackground, span: trace.SpanContextFromContext(ctx),
	}
	now := c.now()
	for _, key := range keys {
		if flights[key] != nil {
			continue
		}
		f := c.flights[key]
		if f == nil || !now.Before(f.ends) {
			f = &flight{done: make(chan struct{}), sequence: c.sequence.Load(), ends: now.Add(limit), load: started}
			c.flights[key] = f
			started.keys = append(started.keys, key)
		}
		flights[key] = f
	}
	if !isBackground {
		for _, key := range keys {
			flights[key].load.waiting++
			if flights[key].load == started {
				readsOf(ctx).addTrace(key, calltrace.Miss)
			} else {
				readsOf(ctx).addTrace(key, calltrace.Joined)
			}
		}
	}
	if len(started.keys) > 0 {
		// Other callers wait for the load too, so it must not end with the context of the first.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
		started.cancel = cancel
		go func() {
			defer cancel()
			if isBackground {
				const cause = "cache reload"
				var span trace.Span
				ctx, span = telemetry.StartSpan(ctx, trace.SpanKindInternal, cause)
				defer func() { endSpan(span, cause, started.keys, failuresOf(flights, started.keys)) }()
			}
			c.run(ctx, started.keys, flights, load)
		}()
	}
	return flights
}

// failuresOf returns the errors of ended flights by key.
func failuresOf(flights map[string]*flight, keys []string) map[string]error {
	failures := map[string]error{}
	for _, key := range keys {
		if err := flights[key].result.err; err != nil {
			failures[key] = err
		}
	}
	return failures
}

// leave reports that a caller no longer waits for a load. early is true if the caller was cancelled before its
// deadline. A load that all callers have left early is cancelled; later callers begin another one.
func (c *Cache) leave(f *flight, early bool) {
	c.flightsMu.Lock()
	defer c.flightsMu.Unlock()
	f.load.waiting--
	if !early || f.load.waiting > 0 || f.load.isBackground {
		return
	}
	for _, key := range f.load.keys {
		if c.flights[key] == f.load.flights[key] {
			delete(c.flights, key)
		}
	}
	f.load.cancel()
}

// run loads keys and completes their flights. A load whose answers of the second level are not current is repeated
// without them.
func (c *Cache) run(ctx context.Context, keys []string, flights map[string]*flight, load loadFunc) {
	defer c.complete(keys, flights)
	answers := c.answersFor(keys, flights[keys[0]])
	if err := c.loadKeys(ctx, keys, flights, load, answers); errors.Is(err, errNotCurrent) {
		_ = c.loadKeys(ctx, keys, flights, load, answers.fromSystems()) // the flights have the error
	}
}

// loadKeys loads keys and sets the results of their flights, except after errNotCurrent.
func (c *Cache) loadKeys(
	ctx context.Context, keys []string, flights map[string]*flight, load loadFunc, answers *Answers,
) error {
	ctx, reads := WithReads(ctx)
	reads.flight, reads.collects, reads.answers = flights[keys[0]], true, answers
	reads.trace = reads.trace.InLoad(reads.flight.load.cause())
	err := recovery.Do(ctx, c.log, "cache_load", func() error {
		loaded, err := load(ctx, keys)
		if errors.Is(ctx.Err(), context.Canceled) {
			// All callers have left. The result of a cancelled load is no value, and no failure of the system.
			return ctx.Err()
		}
		isShared := answers.areTaken()
		if isShared && (err != nil || reads.IsDegraded()) {
			return errNotCurrent
		}
		if err != nil {
			return err
		}
		stored, sizes := map[string]*entry{}, map[string]int64{}
		for _, key := range keys {
			if err := loaded[key].err; err != nil {
				c.fail(key, flights[key], reads.forDocument(loaded[key].Document), err)
				continue
			}
			r, e := c.evaluate(key, flights[key], reads, loaded[key])
			if isShared && !answers.areCurrent(e) {
				return errNotCurrent
			}
			flights[key].result = r
			if e != nil && !loaded[key].SharedOnly {
				stored[key], sizes[key] = e, loaded[key].Size
			}
		}
		if isShared {
			c.stats.shared.Add(1)
		}
		c.put(stored, sizes)
		return nil
	})
	if err == nil || errors.Is(err, errNotCurrent) {
		return err
	}
	if !errors.Is(err, context.Canceled) {
		c.stats.failures.Add(1)
	}
	for _, key := range keys {
		c.fail(key, flights[key], reads, err)
	}
	return err
}

// fail ends the load of a key with an error. An existing entry is served until the next attempt. A cancelled load
// does not count as an attempt.
func (c *Cache) fail(key string, f *flight, load *Reads, err error) {
	f.result = result{err: err, reads: load}
	if errors.Is(err, context.Canceled) {
		return
	}
	if e, s := c.lookUp(key); s != missing {
		found := load.Notes()
		e.reloadNotes.Store(&found)
		c.postponeReload(e, retryAfter)
	}
}

// complete returns the results of flights to the waiting callers.
func (c *Cache) complete(keys []string, flights map[string]*flight) {
	c.flightsMu.Lock()
	for _, key := range keys {
		if c.flights[key] == flights[key] {
			delete(c.flights, key)
		}
	}
	c.flightsMu.Unlock()
	for _, key := range keys {
		close(flights[key].done)
	}
}

// evaluate returns the result of a loaded value for the callers, and the entry to store, nil for none.
func (c *Cache) evaluate(key string, f *flight, load *Reads, loaded Loaded[any]) (result, *entry) {
	valueReads := load.forDocument(loaded.Document)
	valueReads.add(loaded.Tags)
	previous, s := c.lookUp(key)
	if valueReads.isDegraded && s != missing && !previous.isDegraded {
		// A complete value is better than a newer degraded one.
		found := valueReads.Notes()
		previous.reloadNotes.Store(&found)
		c.postponeReload(previous, degradedFor)
		previousReads := &Reads{collects: true}
		previousReads.addEntry(previous, outdated, c.now())
		return result{value: previous.value, reads: previousReads}, nil
	}
	if loaded.NoStore {
		return result{value: loaded.Value, reads: valueReads, ownTags: loaded.OwnTags}, nil
	}
	e := &entry{
		value:        loaded.Value,
		tags:         valueReads.Tags(),
		ownTags:      loaded.OwnTags,
		notes:        valueReads.Notes(),
		sequence:     f.sequence,
		loaded:       c.now(),
		Freshness:    loaded.Freshness,
		isShortLived: loaded.Negative || valueReads.isDegraded || valueReads.isShortLived,
		isDegraded:   valueReads.isDegraded,
		isIncomplete: valueReads.isIncomplete,
		changesAt:    valueReads.changesAt,

		isUnconfirmed: loaded.Unconfirmed || loaded.Negative,
	}
	load.answers.date(e)
	if e.Freshness == (Freshness{}) {
		e.Freshness = DefaultFreshness
	}
	e.whileReloading = e.Stale
	if loaded.Negative {
		e.limit(NegativeFor)
	}
	if valueReads.isDegraded {
		e.limit(degradedFor)
	}
	if valueReads.isLimited {
		e.limit(valueReads.freshFor)
	}
	if e.isShortLived {
		e.whileReloading = 0
	}
	if e.isDegraded && s != missing {
		// After repeated degraded loads, visitors do not wait for each attempt.
		e.whileReloading = repeatedlyDegradedFor
	}
	served, now, age := &Reads{collects: true}, c.now(), fresh
	if load.answers.areTaken() && now.Sub(e.loaded) >= e.Fresh {
		age = stale
	}
	served.addEntry(e, age, now)
	return result{value: e.value, reads: served, ownTags: e.ownTags}, e
}

// limit shortens how long an entry is fresh; its life as a fallback does not change.
func (e *entry) limit(d time.Duration) {
	if d < e.Fresh {
		e.Stale += e.Fresh - d
		e.Fresh = d
	}
}

// Add stores a value that a load has read in addition to its own. It does nothing outside of a load.
func Add[T any](ctx context.Context, c *Cache, key string, loaded Loaded[T]) {
	r := readsOf(ctx)
	if r == nil || r.flight == nil {
		return
	}
	result, e := c.evaluate(key, r.flight, &Reads{answers: r.answers}, untyped(loaded))
	if result.err == nil && e != nil {
		c.put(map[string]*entry{key: e}, map[string]int64{key: loaded.Size})
	}
}
