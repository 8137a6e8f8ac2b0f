package visit

import (
	"context"
	"errors"
	"sync"

	"strand/domain/convert"
)

// MaxRead is the maximum number of keys per call to an upstream system.
const MaxRead = 100

// Reads loads values by key, each at most once per request. A caller that has all keys of a level loads them in
// one call without waiting for a batch window; keys that are being loaded by others are waited for. Errors are kept
// like values, except those of an ended context. It is safe for concurrent use; the zero value is ready to use.
type Reads[V any] struct {
	mu      sync.Mutex
	entries map[string]*Read[V]
}

// Read is a value that is loaded when done is closed.
type Read[V any] struct {
	key   string
	done  chan struct{}
	value V
	err   error
}

// Wait waits for the value and returns it.
func (e *Read[V]) Wait(ctx context.Context) (V, error) {
	select {
	case <-e.done:
		return e.value, e.err
	case <-ctx.Done():
		var none V
		return none, ctx.Err()
	}
}

// Find returns the entry of a key, loaded or loading; nil for none.
func (r *Reads[V]) Find(key string) *Read[V] {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.entries[key]
}

// Claim returns the entries of the keys, and those among them that the caller must load.
func (r *Reads[V]) Claim(keys []string) (entries, missing []*Read[V]) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.entries == nil {
		r.entries = make(map[string]*Read[V], len(keys))
	}
	entries = make([]*Read[V], len(keys))
	for i, key := range keys {
		e, ok := r.entries[key]
		if !ok {
			e = &Read[V]{key: key, done: make(chan struct{})}
			r.entries[key] = e
			missing = append(missing, e)
		}
		entries[i] = e
	}
	return entries, missing
}

// Fill loads the claimed entries. read returns values in the order of the keys, with one error for all keys, one
// per key, or none.
func (r *Reads[V]) Fill(claimed []*Read[V], read func(keys []string) ([]V, []error)) {
	// If read panics, the remaining entries get an error.
	defer func() { r.finish(claimed, nil, []error{errNotRead}) }()
	for len(claimed) > 0 {
		part := claimed[:min(len(claimed), MaxRead)]
		values, errs := read(convert.All(part, func(e *Read[V]) string { return e.key }))
		r.finish(part, values, errs)
		claimed = claimed[len(part):]
	}
}

// finish sets the values and errors of entries and wakes the waiting callers.
func (r *Reads[V]) finish(part []*Read[V], values []V, errs []error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, e := range part {
		switch {
		case len(errs) == 1:
			e.err = errs[0]
		case len(errs) > i:
			e.err = errs[i]
		}
		if e.err == nil && i < len(values) {
			e.value = values[i]
		}
		if errors.Is(e.err, context.Canceled) || errors.Is(e.err, context.DeadlineExceeded) ||
			errors.Is(e.err, errNotRead) {
			delete(r.entries, e.key)
		}
		close(e.done)
	}
}

// errNotRead is the error of entries whose read ended without a value.
var errNotRead = errors.New("the value was not read")

// Load returns the values of the keys in order, with an error per key. It reads keys that are not loaded yet.
func (r *Reads[V]) Load(ctx context.Context, keys []string, read func(keys []string) ([]V, []error)) ([]V, []error) {
	entries, missing := r.Claim(keys)
	r.Fill(missing, read)
	values, errs := make([]V, len(keys)), make([]error, len(keys))
	for i, e := range entries {
		values[i], errs[i] = e.Wait(ctx)
	}
	return values, errs
}

// MissingErrors assigns the error of a batch to the keys without a value: to all keys if there are no values.
func MissingErrors[T any](values []*T, err error) []error {
	switch {
	case err == nil:
		return nil
	case len(values) == 0:
		return []error{err}
	}
	errs := make([]error, len(values))
	for i, v := range values {
		if v == nil {
			errs[i] = err
		}
	}
	return errs
}
