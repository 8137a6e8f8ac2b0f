package cache

import (
	"context"
	"errors"
	"time"

	"strand/internal/apperr"
	"strand/internal/budget"
	"strand/internal/recovery"
)

// Loaded is what a load returns for one key.
type Loaded[T any] struct {
	Value T
	// Tags are the ids that the value was made of; those of what the load itself read from the cache are added.
	Tags []string
	// Size is the value's size in bytes; it is measured when it is 0.
	Size int64
	// Freshness is DefaultFreshness when it is zero.
	Freshness Freshness
	// Negative marks the answer "nothing there", which is kept for NegativeFor at most.
	Negative bool
	// Unconfirmed marks a value whose key holds text that callers may choose freely, such as a search: the cache keeps at
	// most MaxUnconfirmed of these. Negative values are all unconfirmed.
	Unconfirmed bool
	// Document is the id that the value has in findings. Of a load for several keys, the findings of other documents are
	// left out; empty keeps all.
	Document string
	// NoStore hands the value to the callers that wait for it without storing it.
	NoStore bool
	// err is why this key could not be loaded, although others of its load could.
	err error
}

// ErrIncomplete is the error of a key that a degraded load did not find: what was removed from the answer may have been it.
var ErrIncomplete = apperr.New(
	apperr.UpstreamUnavailable,
	"an upstream system answered without a record that it may have",
)

// result is what a load produced for one key.
type result struct {
	value any
	err   error
	// report is what the load read and what the value was made of.
	report *Report
}

// flight is a load that runs.
type flight struct {
	done chan struct{}
	// sequence is the number of purges before the load began.
	sequence uint64
	began    time.Time
	result   result
	load     *running
}

// running is a load of one or several keys.
type running struct {
	keys    []string
	flights map[string]*flight
	cancel  context.CancelFunc
	// waiting is how many callers wait for a key of it. It is guarded by Cache.flightsMu.
	waiting int
	// isBackground says that it began without a caller who waits: nobody can leave it.
	isBackground bool
}

// wait waits for the end of a load and reports whether it came before that of the context.
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

// Load returns the value of a key from the cache, or loads it. Callers that ask for the same key share one load. It
// goes on when their time is over, since its value is needed next time, and ends when all of them have left. A stale
// value is returned while it is reloaded, an outdated one when reloading fails. Errors are not cached.
func Load[T any](ctx context.Context, c *Cache, key string, load func(context.Context) (Loaded[T], error)) (T, error) {
	if value, ok := Get[T](ctx, c, key); ok {
		return value, nil // the usual case, without the machinery of batches
	}
	values, err := c.read(ctx, []string{key}, func(ctx context.Context, _ []string) (map[string]Loaded[any], error) {
		loaded, err := load(ctx)
		if err != nil {
			return nil, err
		}
		return map[string]Loaded[any]{key: boxed(loaded)}, nil
	})
	if value, ok := values[key]; ok {
		return typed[T](value), nil
	}
	var none T
	return none, err
}

// typed gives a value its type back; a nil interface value has lost it.
func typed[T any](value any) T {
	t, _ := value.(T)
	return t
}

// LoadMany is Load for many keys at once: the keys that are not cached are loaded together, in one call of load, but for
// those that another caller is loading already. It returns the values that there are, and an error if any is missing.
// Keys that load does not return are cached as negative entries with T's zero value; they fail where the load is degraded,
// since a record that cannot be read must not pass for one that does not exist.
func LoadMany[T any](ctx context.Context, c *Cache, keys []string,
	load func(ctx context.Context, keys []string) (map[string]Loaded[T], error)) (map[string]T, error) {
	values, err := c.read(ctx, keys, func(ctx context.Context, keys []string) (map[string]Loaded[any], error) {
		loaded, err := load(ctx, keys)
		if err != nil {
			return nil, err
		}
		all := make(map[string]Loaded[any], len(keys))
		for _, key := range keys {
			one, ok := loaded[key]
			one.Negative = one.Negative || !ok
			if one.Negative && IsDegraded(ctx) {
				one.err = ErrIncomplete
			}
			all[key] = boxed(one)
		}
		return all, nil
	})
	found := make(map[string]T, len(values))
	for key, value := range values {
		found[key] = typed[T](value)
	}
	return found, err
}

func boxed[T any](l Loaded[T]) Loaded[any] {
	return Loaded[any]{Value: l.Value, Tags: l.Tags, Size: l.Size, Freshness: l.Freshness, Negative: l.Negative,
		Unconfirmed: l.Unconfirmed, Document: l.Document, NoStore: l.NoStore, err: l.err}
}

type loadFunc func(ctx context.Context, keys []string) (map[string]Loaded[any], error)

// read serves keys from the cache and loads the others.
func (c *Cache) read(ctx context.Context, keys []string, load loadFunc) (map[string]any, error) {
	report := reportOf(ctx)
	values := make(map[string]any, len(keys))
	var wanted, reload []string
	var fallback map[string]*entry
	// Taken before the look-ups: a load that began before it may lack a purge that this caller knows of.
	arrived := c.sequence.Load()
	for _, key := range keys {
		if _, seen := values[key]; seen {
			continue
		}
		e, s := c.look(key)
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
		report.use(e, s, c.now())
	}
	if len(reload) > 0 {
		c.start(ctx, reload, load, true)
	}
	if len(wanted) == 0 {
		return values, nil
	}
	failures := c.await(ctx, wanted, fallback, arrived, load, values)
	for key, e := range fallback {
		if _, ok := values[key]; !ok {
			c.stats.fallbacks.Add(1)
			values[key] = e.value
			report.use(e, outdated, c.now())
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
// caller knows of is repeated. Keys with a fallback are waited for with half of the request's budget, so that a slow
// system leaves time for what is read after them.
func (c *Cache) await(ctx context.Context, wanted []string, fallback map[string]*entry, arrived uint64, load loadFunc,
	values map[string]any) map[string]error {
	report, failures := reportOf(ctx), map[string]error{}
	patient := ctx
	if len(fallback) > 0 {
		var cancel context.CancelFunc
		patient, cancel = budget.ApplyHalf(ctx)
		defer cancel()
	}
	for len(wanted) > 0 {
		flights := c.start(ctx, wanted, load, false)
		var again []string
		for _, key := range wanted {
			f, limit := flights[key], ctx
			if fallback[key] != nil {
				limit = patient
			}
			isDone := f.wait(limit)
			c.leave(f, !isDone && errors.Is(limit.Err(), context.Canceled))
			if !isDone {
				failures[key] = context.Cause(limit)
				continue
			}
			switch {
			case f.result.err != nil:
				failures[key] = f.result.err
				report.find(f.result.report)
			case f.sequence < arrived && c.purgedSince(f.result.report.Tags(), f.sequence):
				again = append(again, key)
			default:
				values[key] = f.result.value
				report.merge(f.result.report)
			}
		}
		wanted = again
	}
	return failures
}

// start returns the running loads of keys, beginning one load for those that have none. Unless it is for the
// background, the caller leaves each of them.
func (c *Cache) start(ctx context.Context, keys []string, load loadFunc, isBackground bool) map[string]*flight {
	c.flightsMu.Lock()
	defer c.flightsMu.Unlock()
	flights := make(map[string]*flight, len(keys))
	own := &running{flights: flights, isBackground: isBackground}
	now := c.now()
	for _, key := range keys {
		if flights[key] != nil {
			continue
		}
		f := c.flights[key]
		if f == nil || now.Sub(f.began) >= loadTimeout {
			f = &flight{done: make(chan struct{}), sequence: c.sequence.Load(), began: now, load: own}
			c.flights[key] = f
			own.keys = append(own.keys, key)
		}
		flights[key] = f
	}
	if !isBackground {
		for _, key := range keys {
			flights[key].load.waiting++
		}
	}
	if len(own.keys) > 0 {
		// The load is not only for the caller that begins it: others wait for it.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadTimeout)
		own.cancel = cancel
		go func() {
			defer cancel()
			c.run(ctx, own.keys, flights, load)
		}()
	}
	return flights
}

// leave says that a caller waits for a load no more. A load that all have left, before the end and not because their
// time was over, ends. Those who come later begin another one.
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

// run loads keys and completes their flights.
func (c *Cache) run(ctx context.Context, keys []string, flights map[string]*flight, load loadFunc) {
	defer c.complete(keys, flights)
	ctx, report := WithReport(ctx)
	report.flight, report.collects = flights[keys[0]], true
	err := recovery.Do(ctx, c.log, "cache_load", func() error {
		loaded, err := load(ctx, keys)
		if errors.Is(ctx.Err(), context.Canceled) {
			// All callers have left. What the load made of that is no value, and says nothing about the system.
			return ctx.Err()
		}
		if err != nil {
			return err
		}
		stored, sizes := map[string]*entry{}, map[string]int64{}
		for _, key := range keys {
			if err := loaded[key].err; err != nil {
				c.fail(key, flights[key], report.of(loaded[key].Document), err)
				continue
			}
			r, e := c.settle(key, flights[key], report, loaded[key])
			flights[key].result = r
			if e != nil {
				stored[key], sizes[key] = e, loaded[key].Size
			}
		}
		c.put(stored, sizes)
		return nil
	})
	if err == nil {
		return
	}
	if !errors.Is(err, context.Canceled) {
		c.stats.failures.Add(1)
	}
	for _, key := range keys {
		c.fail(key, flights[key], report, err)
	}
}

// fail ends the load of a key with an error; an entry that there is serves until the next attempt. A load that was left is
// no attempt.
func (c *Cache) fail(key string, f *flight, load *Report, err error) {
	f.result = result{err: err, report: load}
	if errors.Is(err, context.Canceled) {
		return
	}
	if e, s := c.look(key); s != missing {
		found := load.Findings()
		e.failed.Store(&found)
		c.postpone(e, retryAfter)
	}
}

// complete hands the results of flights to those who wait.
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

// settle decides what becomes of a loaded value: the result for the callers and the entry to store, nil for none.
func (c *Cache) settle(key string, f *flight, load *Report, loaded Loaded[any]) (result, *entry) {
	own := load.of(loaded.Document)
	own.add(loaded.Tags)
	previous, s := c.look(key)
	if own.degraded && s != missing && !previous.degraded {
		// What was good before is better than what lacks a part now.
		found := own.Findings()
		previous.failed.Store(&found)
		c.postpone(previous, degradedFor)
		kept := &Report{collects: true}
		kept.use(previous, outdated, c.now())
		return result{value: previous.value, report: kept}, nil
	}
	if loaded.NoStore {
		return result{value: loaded.Value, report: own}, nil
	}
	e := &entry{
		value:     loaded.Value,
		tags:      own.Tags(),
		findings:  own.Findings(),
		sequence:  f.sequence,
		loaded:    c.now(),
		Freshness: loaded.Freshness,
		isShort:   loaded.Negative || own.degraded || own.isShort,
		degraded:  own.degraded,

		isUnconfirmed: loaded.Unconfirmed || loaded.Negative,
	}
	if e.Freshness == (Freshness{}) {
		e.Freshness = DefaultFreshness
	}
	e.whileReloading = e.Stale
	if loaded.Negative {
		e.limit(NegativeFor)
	}
	if own.degraded {
		e.limit(degradedFor)
	}
	if own.limited {
		e.limit(own.freshFor)
	}
	if e.isShort {
		e.whileReloading = 0
	}
	if e.degraded && s != missing {
		// Degraded before and degraded again: visitors need not wait for each attempt.
		e.whileReloading = repeatedlyDegradedFor
	}
	served := &Report{collects: true}
	served.use(e, fresh, c.now())
	return result{value: e.value, report: served}, e
}

// limit shortens how long an entry is fresh; it can serve as a fallback for as long as before.
func (e *entry) limit(d time.Duration) {
	if d < e.Fresh {
		e.Stale += e.Fresh - d
		e.Fresh = d
	}
}

// Add stores a value that a load came by beside the one that it loads. It does nothing outside of a load.
func Add[T any](ctx context.Context, c *Cache, key string, loaded Loaded[T]) {
	r := reportOf(ctx)
	if r == nil || r.flight == nil {
		return
	}
	result, e := c.settle(key, r.flight, &Report{}, boxed(loaded))
	if result.err == nil && e != nil {
		c.put(map[string]*entry{key: e}, map[string]int64{key: loaded.Size})
	}
}
