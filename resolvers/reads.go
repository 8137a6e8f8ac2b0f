package resolvers

import (
	"context"
	"errors"
	"sync"
)

// maxRead is the maximum number of keys per call to an upstream system.
const maxRead = 100

// reads loads values by key, each at most once per request. A caller that has all keys of a level loads them in
// one call without waiting for a batch window; keys that are being loaded by others are waited for. Errors are kept
// like values, except those of an ended context. It is safe for concurrent use; the zero value is ready to use.
type reads[V any] struct {
	mu      sync.Mutex
	entries map[string]*readEntry[V]
}

// readEntry is a value that is loaded when done is closed.
type readEntry[V any] struct {
	key   string
	done  chan struct{}
	value V
	err   error
}

// wait waits for the value and returns it.
func (e *readEntry[V]) wait(ctx context.Context) (V, error) {
	select {
	case <-e.done:
		return e.value, e.err
	case <-ctx.Done():
		var none V
		return none, ctx.Err()
	}
}

// find returns the entry of a key, loaded or loading; nil for none.
func (r *reads[V]) find(key string) *readEntry[V] {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.entries[key]
}

// claim returns the entries of the keys, and those among them that the caller must load.
func (r *reads[V]) claim(keys []string) (entries, missing []*readEntry[V]) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.entries == nil {
		r.entries = make(map[string]*readEntry[V], len(keys))
	}
	entries = make([]*readEntry[V], len(keys))
	for i, key := range keys {
		e, ok := r.entries[key]
		if !ok {
			e = &readEntry[V]{key: key, done: make(chan struct{})}
			r.entries[key] = e
			missing = append(missing, e)
		}
		entries[i] = e
	}
	return entries, missing
}

// fill loads the claimed entries. read returns values in the order of the keys, with one error for all keys, one
// per key, or none.
func (r *reads[V]) fill(claimed []*readEntry[V], read func(keys []string) ([]V, []error)) {
	// If read panics, the remaining entries get an error.
	defer func() { r.finish(claimed, nil, []error{errNotRead}) }()
	for len(claimed) > 0 {
		part := claimed[:min(len(claimed), maxRead)]
		values, errs := read(convertAll(part, func(e *readEntry[V]) string { return e.key }))
		r.finish(part, values, errs)
		claimed = claimed[len(part):]
	}
}

// finish sets the values and errors of entries and wakes the waiting callers.
func (r *reads[V]) finish(part []*readEntry[V], values []V, errs []error) {
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

// load returns the values of the keys in order, with an error per key. It reads keys that are not loaded yet.
func (r *reads[V]) load(ctx context.Context, keys []string, read func(keys []string) ([]V, []error)) ([]V, []error) {
	entries, missing := r.claim(keys)
	r.fill(missing, read)
	values, errs := make([]V, len(keys)), make([]error, len(keys))
	for i, e := range entries {
		values[i], errs[i] = e.wait(ctx)
	}
	return values, errs
}
