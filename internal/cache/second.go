package cache

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"strand/internal/recovery"
)

// Second is a second level, which several servers share: answers of upstream systems and encoded values, as bytes. Its
// methods give up after a few milliseconds: a second level that does not answer has nothing.
type Second interface {
	// Find returns what is stored under some keys, by key.
	Find(ctx context.Context, keys []string) map[string]*Stored
	// Store stores something under a key for a time.
	Store(ctx context.Context, key string, s *Stored, lifetime time.Duration)
	// Refuse reports a value whose content is invalid.
	Refuse(ctx context.Context, reason error)
}

// Stored is an answer of an upstream system or an encoded value.
type Stored struct {
	Data   []byte
	Loaded time.Time
	// Sequence is the number of purges of this server that the data contains.
	Sequence uint64
}

const (
	// maxSkew is how far the clocks of servers may differ.
	maxSkew = time.Minute
	// maxSharedTags and maxSharedSize limit the tags and the size in memory of an encoded value.
	maxSharedTags = 50_000
	maxSharedSize = 64 << 20
)

// errInvalid is the error of stored data that no server can have written.
var errInvalid = errors.New("the content is invalid")

// errNotCurrent is the error of a load that has taken answers which are purged, too old or incomplete.
var errNotCurrent = errors.New("answers of the second level are not current")

// SetSecond sets the second level. It must be called before the cache is used.
func (c *Cache) SetSecond(second Second) { c.second = second }

// Answers are the answers of upstream systems that a load takes from the second level, and stores there. The methods of
// nil Answers do nothing. It is safe for concurrent use.
type Answers struct {
	cache *Cache
	// flight is that of the first key of the load.
	flight *flight
	// after is the time of the latest present entry of the load's keys: older answers are not taken.
	after time.Time
	// mustCall means that none is taken, isComposed that the load makes its value of other entries.
	mustCall, isComposed bool

	mu sync.Mutex
	// oldest is the time of the oldest answer that was taken, zero for none; sequence is the number of purges that all
	// of them contain.
	oldest   time.Time
	sequence uint64
}

// answersFor returns the answers for a load of keys; nil without a second level.
func (c *Cache) answersFor(keys []string, f *flight) *Answers {
	if c.second == nil {
		return nil
	}
	a := &Answers{cache: c, flight: f, sequence: f.sequence}
	for _, key := range keys {
		if e, s := c.lookUp(key); s != missing && e.loaded.After(a.after) {
			a.after = e.loaded
		}
	}
	return a
}

// AnswersOf returns the answers of the load under a context; nil outside of one, without a second level, and for a load
// that makes its value of other entries.
func AnswersOf(ctx context.Context) *Answers {
	if r := readsOf(ctx); r != nil && r.answers != nil && !r.answers.isComposed {
		return r.answers
	}
	return nil
}

// Find returns the answers that servers have stored under some keys, by key.
func (a *Answers) Find(ctx context.Context, keys ...string) map[string][]byte {
	if a == nil || a.mustCall {
		return nil
	}
	stored, found := a.cache.second.Find(ctx, keys), map[string][]byte{}
	a.mu.Lock()
	defer a.mu.Unlock()
	for key, s := range stored {
		switch {
		case s.Loaded.IsZero() || s.Loaded.After(a.cache.now().Add(maxSkew)):
			a.Refuse(ctx, fmt.Errorf("%w: it was loaded at %s", errInvalid, s.Loaded))
			continue
		case !s.Loaded.After(a.after):
			continue
		case a.oldest.IsZero() || s.Loaded.Before(a.oldest):
			a.oldest = s.Loaded
		}
		a.sequence = min(a.sequence, s.Sequence)
		found[key] = s.Data
	}
	return found
}

// Refuse reports an answer that was found and cannot be used.
func (a *Answers) Refuse(ctx context.Context, reason error) { a.cache.second.Refuse(ctx, reason) }

// Add stores an answer, which must not change afterwards, for a time. The caller does not wait for it.
func (a *Answers) Add(ctx context.Context, key string, answer []byte, lifetime time.Duration) {
	if a == nil || lifetime <= 0 {
		return
	}
	ctx = context.WithoutCancel(ctx)
	s := &Stored{Data: answer, Loaded: a.cache.now(), Sequence: a.flight.sequence}
	recovery.Go(ctx, a.cache.log, "cache_share", func() { a.cache.second.Store(ctx, key, s, lifetime) })
}

// fromSystems returns the answers for a repeated load, which takes none.
func (a *Answers) fromSystems() *Answers {
	return &Answers{cache: a.cache, flight: a.flight, mustCall: true}
}

// areTaken reports whether the load has taken answers.
func (a *Answers) areTaken() bool {
	if a == nil {
		return false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return !a.oldest.IsZero()
}

// date gives an entry the time and the purges of the answers that were taken for it.
func (a *Answers) date(e *entry) {
	if a.areTaken() {
		a.mu.Lock()
		defer a.mu.Unlock()
		e.loaded, e.sequence = a.oldest, a.sequence
	}
}

// areCurrent reports whether an entry that is made of answers which were taken is neither purged nor too old.
func (a *Answers) areCurrent(e *entry) bool {
	if e == nil {
		return false
	}
	now, served := a.cache.now(), e.Fresh
	if !a.flight.load.isBackground {
		served += e.whileReloading
	}
	return now.Sub(e.loaded) < served && !e.hasChanged(now) && !a.cache.isPurged(e)
}

// encoded is the stored form of a value that was made of other cached values.
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

// Encoded returns a load whose value servers share under a key, because it is made of other cached values and takes
// time, such as a document. A value that is encoded as nil is not shared.
func Encoded[T any](
	key string, encode func(T) ([]byte, error), decode func([]byte) (T, error),
	load func(context.Context) (Loaded[T], error),
) func(context.Context) (Loaded[T], error) {
	return func(ctx context.Context) (Loaded[T], error) {
		a := AnswersOf(ctx)
		if a == nil {
			return load(ctx)
		}
		if data := a.Find(ctx, key)[key]; data != nil {
			loaded, err := decodeLoaded(ctx, data, decode)
			if err == nil {
				return loaded, nil
			}
			a.Refuse(ctx, fmt.Errorf("%w: %w", errInvalid, err))
		}
		a.isComposed = true
		loaded, err := load(ctx)
		reads := readsOf(ctx)
		if err != nil || loaded.NoStore || loaded.Negative || loaded.Unconfirmed || reads.IsDegraded() ||
			reads.IsShortLived() {
			return loaded, err
		}
		value, err := encode(loaded.Value)
		if value == nil {
			return loaded, err
		}
		f := cmp.Or(loaded.Freshness, DefaultFreshness)
		e := encoded{append(reads.Tags(), loaded.Tags...), loaded.Size, f, reads.NextChange(), value}
		if e.isPossible() {
			var data []byte
			if data, err = json.Marshal(e); err == nil {
				a.Add(ctx, key, data, f.Fresh+f.Stale)
			}
		}
		return loaded, err
	}
}

// Unshared returns a load that neither takes nor stores answers, because it makes its value of other entries.
func Unshared[T any](load func(context.Context) (Loaded[T], error)) func(context.Context) (Loaded[T], error) {
	return func(ctx context.Context) (Loaded[T], error) {
		if a := AnswersOf(ctx); a != nil {
			a.isComposed = true
		}
		return load(ctx)
	}
}

// decodeLoaded returns the load of an encoded value.
func decodeLoaded[T any](
	ctx context.Context, data []byte, decode func([]byte) (T, error),
) (loaded Loaded[T], err error) {
	var e encoded
	if err := json.Unmarshal(data, &e); err != nil {
		return loaded, err
	}
	if !e.isPossible() {
		return loaded, errInvalid
	}
	value, err := decode(e.Value)
	if err == nil {
		ChangesAt(ctx, e.ChangesAt)
	}
	return Loaded[T]{Value: value, Tags: e.Tags, Size: e.Size, Freshness: e.Freshness}, err
}
