// Package slots bounds how many operations run at the same time, in total and per caller, so that one caller does not
// block others.
package slots

import (
	"context"
	"sync"

	"strand/internal/apperr"
)

// Limits bound concurrent operations. 0 sets no bound.
type Limits struct {
	// All is the limit of all callers together, Caller that of one. Waiting is how many more operations of one caller
	// may wait.
	All, Caller, Waiting int
}

// Slots hands out slots. It is safe for concurrent use; the zero value has no limits.
type Slots struct {
	limits Limits

	mu      sync.Mutex
	taken   int
	callers map[string]*caller
	// waiting are the waiting operations, first come first served.
	waiting []*waiter
}

// caller counts the taken slots and the waiting operations of a caller.
type caller struct{ taken, waiting int }

type waiter struct {
	name  string
	ready chan struct{}
}

// New returns slots with limits.
func New(l Limits) *Slots { return &Slots{limits: l, callers: map[string]*caller{}} }

// ErrBusy is the error of a caller with too many operations at the same time.
var ErrBusy = apperr.New(apperr.RateLimited, "too many requests at the same time: wait for the answers to earlier ones")

// Enter takes a slot for a caller, or waits for one until the context ends. An empty name is work without a caller:
// only the limit of all callers applies. leave releases the slot; it must be called once.
func (s *Slots) Enter(ctx context.Context, name string) (leave func(), err error) {
	if s == nil || s.callers == nil {
		return func() {}, nil
	}
	s.mu.Lock()
	c := s.callers[name]
	if c == nil {
		c = &caller{}
		s.callers[name] = c
	}
	if s.isFree(name, c) {
		s.taken++
		c.taken++
		s.mu.Unlock()
		return func() { s.leave(name) }, nil
	}
	if s.limits.Waiting > 0 && name != "" && c.waiting >= s.limits.Waiting {
		s.mu.Unlock()
		return nil, ErrBusy
	}
	w := &waiter{name, make(chan struct{})}
	c.waiting++
	s.waiting = append(s.waiting, w)
	s.mu.Unlock()
	select {
	case <-w.ready:
		return func() { s.leave(name) }, nil
	case <-ctx.Done():
		s.cancelWait(w)
		return nil, context.Cause(ctx)
	}
}

// isFree reports whether a caller may take a slot.
func (s *Slots) isFree(name string, c *caller) bool {
	return (s.limits.All == 0 || s.taken < s.limits.All) &&
		(s.limits.Caller == 0 || name == "" || c.taken < s.limits.Caller)
}

// leave releases a slot and hands it to the first waiter that may have it.
func (s *Slots) leave(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken--
	c := s.callers[name]
	c.taken--
	s.removeIdle(name, c)
	for i := 0; i < len(s.waiting); {
		w := s.waiting[i]
		c := s.callers[w.name]
		if !s.isFree(w.name, c) {
			if s.limits.All > 0 && s.taken >= s.limits.All {
				return
			}
			i++
			continue
		}
		s.waiting = append(s.waiting[:i], s.waiting[i+1:]...)
		c.waiting--
		c.taken++
		s.taken++
		close(w.ready)
	}
}

// cancelWait removes a waiter; if it got a slot at the same moment, the slot is released.
func (s *Slots) cancelWait(w *waiter) {
	s.mu.Lock()
	for i, other := range s.waiting {
		if other == w {
			s.waiting = append(s.waiting[:i], s.waiting[i+1:]...)
			c := s.callers[w.name]
			c.waiting--
			s.removeIdle(w.name, c)
			s.mu.Unlock()
			return
		}
	}
	s.mu.Unlock()
	s.leave(w.name)
}

// removeIdle deletes a caller without slots and waiters, so that the map does not grow with visitors.
func (s *Slots) removeIdle(name string, c *caller) {
	if c.taken == 0 && c.waiting == 0 {
		delete(s.callers, name)
	}
}

type callerKey struct{}

// WithCaller returns a context with the name of the caller.
func WithCaller(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, callerKey{}, name)
}

// CallerOf returns the name of the context's caller; empty for work without a caller, such as that of the server
// itself.
func CallerOf(ctx context.Context) string {
	name, _ := ctx.Value(callerKey{}).(string)
	return name
}
