package cache

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"strand/internal/recovery"
)

// Second is a second level, which several servers share. It contains records of loads instead of values, so that
// values need no encoding. Its methods give up after a few milliseconds: a second level that does not answer has no
// records.
type Second interface {
	// Fetch returns the records of some keys, and which keys without a record another server is loading.
	Fetch(ctx context.Context, keys []string) (records map[string]*Record, loading []string)
	// Reserve tells other servers that this one loads some keys, and returns those that another server is loading.
	Reserve(ctx context.Context, keys []string) (loading []string)
	// Release ends reservations. If record is not nil, it is stored for the keys before.
	Release(ctx context.Context, reserved []string, record *Record, keys []string, lifetime time.Duration)
	// Refuse reports a record whose content is invalid.
	Refuse(ctx context.Context, reason error)
}

// Record is the record of a load: the answers of upstream systems, with which another server repeats the load without
// calling them.
type Record struct {
	// Keys are all keys of the load.
	Keys []string
	// Answers are by request.
	Answers map[string][]byte
	Loaded  time.Time
	// Sequence is the number of purges of this server that the answers contain.
	Sequence uint64
}

const (
	// defaultSecondWait is how long a caller waits for another server that loads the same key. It is longer than most
	// calls of an upstream system, and leaves a page time for a load of its own. The record of the other server is
	// looked for after secondPoll, then less and less often, at least every maxSecondPoll.
	defaultSecondWait = 500 * time.Millisecond
	secondPoll        = 5 * time.Millisecond
	maxSecondPoll     = 40 * time.Millisecond
	// maxSkew is how far the clocks of servers may differ.
	maxSkew = time.Minute
	// maxSharedTags and maxSharedSize limit the tags and the size in memory of a value that is shared.
	maxSharedTags = 50_000
	maxSharedSize = 64 << 20
)

// errInvalidRecord is the error of a record whose content no server can have written.
var errInvalidRecord = errors.New("the record is invalid")

// errNoAnswer is the error of a record without the value, such as that of another build.
var errNoAnswer = errors.New("the record has no such value")

// SetSecond sets the second level. It must be called before the cache is used.
func (c *Cache) SetSecond(second Second) { c.second = second }

// Exchanges are the requests of a load to upstream systems with their answers. The methods of nil Exchanges do nothing.
// It is safe for concurrent use.
type Exchanges struct {
	// replays means that the answers come from a record.
	replays bool
	mu      sync.Mutex
	answers map[string][]byte
	// isEncoded means that the value itself is recorded, so that answers of upstream systems are not.
	isEncoded bool
}

type exchangesKey struct{}

// ExchangesOf returns the exchanges of the load under a context; nil outside of one, and without a second level.
func ExchangesOf(ctx context.Context) *Exchanges {
	x, _ := ctx.Value(exchangesKey{}).(*Exchanges)
	return x
}

// Replay returns the recorded answer of a request. replays is false if the request must be sent; a request without
// an answer that must not be sent fails the load, which is then repeated without the record.
func (x *Exchanges) Replay(request string) (answer []byte, replays bool) {
	if x == nil || !x.replays {
		return nil, false
	}
	return x.answers[request], true
}

// Record adds the answer of a request, which must not change afterwards.
func (x *Exchanges) Record(request string, answer []byte) {
	if x == nil || x.replays {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.isEncoded {
		x.answers[request] = answer
	}
}

// recordOnly replaces all answers by one, which is that of the load itself; nil for none.
func (x *Exchanges) recordOnly(request string, answer []byte) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.isEncoded = true
	clear(x.answers)
	if answer != nil {
		x.answers[request] = answer
	}
}

// encoded is the recorded form of a value that was made of other cached values.
type encoded struct {
	Tags      []string
	Size      int64
	Freshness Freshness
	// ChangesAt is when the value changes by itself; zero for never.
	ChangesAt time.Time
	Value     []byte
}

// isPossible reports whether a server can have encoded the value.
func (e *encoded) isPossible() bool {
	return e.Size >= 0 && e.Size <= maxSharedSize && len(e.Tags) <= maxSharedTags &&
		e.Freshness.Fresh >= 0 && e.Freshness.Fresh <= MaxFresh &&
		e.Freshness.Stale >= 0 && e.Freshness.Stale <= DefaultFreshness.Stale
}

// Encoded returns a load whose value servers share in an encoded form, because it is made of other cached values and
// takes time, such as a document. A value that is encoded as nil is not shared. Version distinguishes builds that
// encode differently.
func Encoded[T any](
	version string, encode func(T) ([]byte, error), decode func([]byte) (T, error),
	load func(context.Context) (Loaded[T], error),
) func(context.Context) (Loaded[T], error) {
	name := "value " + version
	return func(ctx context.Context) (Loaded[T], error) {
		x := ExchangesOf(ctx)
		if answer, replays := x.Replay(name); replays {
			if answer == nil {
				return Loaded[T]{}, errNoAnswer
			}
			var e encoded
			if err := json.Unmarshal(answer, &e); err != nil {
				return Loaded[T]{}, fmt.Errorf("%w: %w", errInvalidRecord, err)
			}
			if !e.isPossible() {
				return Loaded[T]{}, errInvalidRecord
			}
			ChangesAt(ctx, e.ChangesAt)
			value, err := decode(e.Value)
			if err != nil {
				err = fmt.Errorf("%w: %w", errInvalidRecord, err)
			}
			return Loaded[T]{Value: value, Tags: e.Tags, Size: e.Size, Freshness: e.Freshness}, err
		}
		loaded, err := load(ctx)
		if err != nil || x == nil {
			return loaded, err
		}
		value, err := encode(loaded.Value)
		if err != nil {
			return loaded, err
		}
		var recorded []byte
		if value != nil {
			reads := readsOf(ctx)
			tags := append(reads.Tags(), loaded.Tags...)
			shared := encoded{tags, loaded.Size, loaded.Freshness, reads.NextChange(), value}
			if shared.isPossible() {
				recorded, err = json.Marshal(shared)
			}
		}
		x.recordOnly(name, recorded)
		return loaded, err
	}
}

// isLoaded returns whether the second level had the value of a key.
func isLoaded(flights map[string]*flight) func(key string) bool {
	return func(key string) bool { return flights[key].isLoaded }
}

// awaitOthers waits while other servers load keys: a caller for SecondWait, a background load longer. It returns the
// keys that this server has to load.
func (c *Cache) awaitOthers(
	ctx context.Context, keys []string, flights map[string]*flight, load loadFunc,
) (missing []string) {
	limit := c.secondWait
	if flights[keys[0]].load.isBackground {
		limit = loadTimeout / 2
	}
	wait, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	loading := keys
	for pause := secondPoll; len(loading) > 0; pause = min(2*pause, maxSecondPoll) {
		select {
		case <-time.After(pause):
			loading = slices.DeleteFunc(c.replayAll(ctx, loading, flights, load), isLoaded(flights))
		case <-wait.Done():
			loading = nil
		}
	}
	return slices.DeleteFunc(slices.Clone(keys), isLoaded(flights))
}

// replayAll replays the records of keys, and returns the keys that another server is loading.
func (c *Cache) replayAll(
	ctx context.Context, keys []string, flights map[string]*flight, load loadFunc,
) (loading []string) {
	records, loading := c.second.Fetch(ctx, keys)
	replayed := map[*Record]bool{}
	for _, r := range records {
		if !replayed[r] {
			replayed[r] = true
			c.replay(ctx, r, flights, load)
		}
	}
	return loading
}

// replay repeats a load with a record, and stores its values. Values that were purged since, or are too old, are left
// out, so that they are loaded.
func (c *Cache) replay(ctx context.Context, r *Record, flights map[string]*flight, load loadFunc) {
	if r.Loaded.IsZero() || r.Loaded.After(c.now().Add(maxSkew)) {
		c.second.Refuse(ctx, fmt.Errorf("%w: it was loaded at %s", errInvalidRecord, r.Loaded))
		return
	}
	ctx, reads := WithReads(ctx)
	origin := &flight{sequence: r.Sequence, loaded: r.Loaded}
	reads.flight, reads.collects = origin, true
	ctx = context.WithValue(ctx, exchangesKey{}, &Exchanges{replays: true, answers: r.Answers})
	stored, sizes := map[string]*entry{}, map[string]int64{}
	err := recovery.Do(ctx, c.log, "cache_replay", func() error {
		loaded, err := load(ctx, r.Keys)
		if err != nil {
			return err
		}
		for _, key := range r.Keys {
			if loaded[key].err != nil {
				continue
			}
			_, e := c.evaluate(key, origin, reads, loaded[key])
			if e == nil || e.isShortLived {
				continue
			}
			f, now := flights[key], c.now()
			age := now.Sub(e.loaded)
			if previous, s := c.lookUp(key); s != missing && !previous.loaded.Before(e.loaded) || c.isPurged(e) ||
				e.hasChanged(now) || age >= e.Fresh+e.Stale || f != nil && f.load.isBackground && age >= e.Fresh {
				continue
			}
			if !loaded[key].SharedOnly {
				stored[key], sizes[key] = e, loaded[key].Size
			}
			if f == nil {
				continue
			}
			served, state := &Reads{collects: true}, fresh
			if age >= e.Fresh {
				state = stale
			}
			served.addEntry(e, state, c.now())
			f.result, f.isLoaded = result{value: e.value, reads: served}, true
		}
		return nil
	})
	switch {
	case err == nil:
		c.stats.shared.Add(1)
		c.put(stored, sizes)
	case errors.Is(err, errInvalidRecord):
		c.second.Refuse(ctx, err)
	}
}
