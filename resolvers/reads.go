package resolvers

import (
	"context"
	"errors"
	"sync"
)

// maxRead is how many keys one call to an upstream system asks for.
const maxRead = 100

// reads are values by key, each read at most once in a request: a caller that knows all keys of a level asks for them
// in one call without waiting for others, and a key that is being read is waited for. An error is kept like a value,
// except one of an ended context. It is safe for concurrent use; the zero value is ready.
type reads[V any] struct {
	mu      sync.Mutex
	entries map[string]*readEntry[V]
}

// readEntry is a value that is being read until done is closed.
type readEntry[V any] struct {
	key   string
	done  chan struct{}
	value V
	err   error
}

// wait returns the value once it is there.
func (e *readEntry[V]) wait(ctx context.Context) (V, error) {
	select {
	case <-e.done:
		return e.value, e.err
	case <-ctx.Done():
		var none V
		return none, ctx.Err()
	}
}

// find is what is known of a key, or being read; nil for nothing.
func (r *reads[V]) find(key string) *readEntry[V] {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.entries[key]
}

// claim returns the entries of some keys, and those among them that the caller has to fill.
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

// fill reads what was claimed. read answers values in the order of the keys, with one error for all keys, one for
// each, or none.
func (r *reads[V]) fill(claimed []*readEntry[V], read func(keys []string) ([]V, []error)) {
	// Where read panics, the parts after it are finished as well.
	defer func() { r.finish(claimed, nil, []error{errNotRead}) }()
	for len(claimed) > 0 {
		part := claimed[:min(len(claimed), maxRead)]
		values, errs := read(mapped(part, func(e *readEntry[V]) string { return e.key }))
		r.finish(part, values, errs)
		claimed = claimed[len(part):]
	}
}

// finish tells those who wait for some entries what was read.
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
		if errors.Is(e.err, context.Canceled) || errors.Is(e.err, context.DeadlineExceeded) || errors.Is(e.err, errNotRead) {
			delete(r.entries, e.key)
		}
		close(e.done)
	}
}

// errNotRead says that reading ended without an answer.
var errNotRead = errors.New("the value was not read")

// load returns the values of some keys in their order, with an error for each, and reads those that are not known.
func (r *reads[V]) load(ctx context.Context, keys []string, read func(keys []string) ([]V, []error)) ([]V, []error) {
	entries, missing := r.claim(keys)
	r.fill(missing, read)
	values, errs := make([]V, len(keys)), make([]error, len(keys))
	for i, e := range entries {
		values[i], errs[i] = e.wait(ctx)
	}
	return values, errs
}
