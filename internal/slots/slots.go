// Package slots bounds how many operations run at the same time, in total and per caller, so that one caller does not
// block others.
package slots

import (
	"cmp"
	"context"
	"math"
	"sync"

	"golang.org/x/sync/semaphore"

	"strand/internal/apperr"
)

// Limits bound concurrent operations. 0 sets no bound.
type Limits struct {
	// All is the limit of all callers together, Caller that of one. Waiting is how many more operations of one caller
	// may wait, if Caller is set.
	All, Caller, Waiting int
}

// Slots hands out slots, first come first served. It is safe for concurrent use; the zero value has no limits.
type Slots struct {
	limits Limits
	all    *semaphore.Weighted

	mu      sync.Mutex
	callers map[string]*caller
}

// caller has the slots of a caller, and counts its operations that have or wait for one.
type caller struct {
	slots  *semaphore.Weighted
	inside int
}

// New returns slots with limits.
func New(l Limits) *Slots {
	return &Slots{limits: l, all: newSemaphore(l.All), callers: map[string]*caller{}}
}

func newSemaphore(limit int) *semaphore.Weighted {
	return semaphore.NewWeighted(int64(cmp.Or(limit, math.MaxInt)))
}

// ErrBusy is the error of a caller with too many operations at the same time.
var ErrBusy = apperr.New(apperr.RateLimited, "too many requests at the same time: wait for the answers to earlier ones")

// Enter takes a slot for a caller, or waits for one until the context ends. An empty name is work without a caller:
// only the limit of all callers applies. leave releases the slot; it must be called once.
func (s *Slots) Enter(ctx context.Context, name string) (leave func(), err error) {
	if s == nil || s.callers == nil {
		return func() {}, nil
	}
	if name == "" {
		if s.all.Acquire(ctx, 1) != nil {
			return nil, context.Cause(ctx)
		}
		return func() { s.all.Release(1) }, nil
	}
	c := s.join(name)
	if c == nil {
		return nil, ErrBusy
	}
	// First the caller's: an operation that waits for it must not have a slot that others could use.
	if c.slots.Acquire(ctx, 1) != nil {
		s.part(name, c)
		return nil, context.Cause(ctx)
	}
	if s.all.Acquire(ctx, 1) != nil {
		c.slots.Release(1)
		s.part(name, c)
		return nil, context.Cause(ctx)
	}
	return func() {
		s.all.Release(1)
		c.slots.Release(1)
		s.part(name, c)
	}, nil
}

// join counts an operation of a caller; nil if too many of them wait.
func (s *Slots) join(name string) *caller {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.callers[name]
	if c == nil {
		c = &caller{slots: newSemaphore(s.limits.Caller)}
		s.callers[name] = c
	}
	if s.limits.Caller > 0 && s.limits.Waiting > 0 && c.inside >= s.limits.Caller+s.limits.Waiting {
		return nil
	}
	c.inside++
	return c
}

// part ends an operation of a caller. A caller without operations is removed, so that the map does not grow with
// visitors.
func (s *Slots) part(name string, c *caller) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.inside--; c.inside == 0 {
		delete(s.callers, name)
	}
}

// callers are the names of the callers of a context.
type callers struct{ visitor, operation string }

type callersKey struct{}

func callersOf(ctx context.Context) callers {
	c, _ := ctx.Value(callersKey{}).(callers)
	return c
}

// WithVisitor returns a context with the name of the visitor for whom something is made.
func WithVisitor(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, callersKey{}, callers{name, callersOf(ctx).operation})
}

// VisitorOf returns the name of the context's visitor; empty for work of the server itself.
func VisitorOf(ctx context.Context) string { return callersOf(ctx).visitor }

// WithCaller returns a context with the name of the caller of an operation.
func WithCaller(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, callersKey{}, callers{callersOf(ctx).visitor, name})
}

// CallerOf returns the name of the context's caller; empty for work without a caller, such as that of the server
// itself.
func CallerOf(ctx context.Context) string { return callersOf(ctx).operation }
