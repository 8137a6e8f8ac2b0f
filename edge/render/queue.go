package render

import (
	"context"
	"fmt"
	"slices"
	"sync"
)

type callerKey struct{}

// WithCaller returns a context with the name of the caller for whom something is rendered. Places are given to the
// callers in turn; work without a caller, such as that of the server itself, is that of one caller.
func WithCaller(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, callerKey{}, name)
}

func callerOf(ctx context.Context) string {
	name, _ := ctx.Value(callerKey{}).(string)
	return name
}

// queue limits the work that has a place; further work waits for one. A free place is given to the caller with the
// fewest places, among several to the one that waits longest: a caller may have all places while no other waits.
type queue struct {
	// length is how much work may wait.
	length int

	mu sync.Mutex
	// free are the places without work; none while work waits.
	free, waiting int
	// callers are those that have a place or wait for one, by name; turns those that wait, in their order.
	callers map[string]*caller
	turns   []*caller
}

// caller has places, and waits for more.
type caller struct {
	places  int
	waiting []chan error
}

func newQueue(places, length int) *queue {
	return &queue{length: length, free: places, callers: map[string]*caller{}}
}

// enter waits for a place, which leave gives back. The error is ErrOverloaded if the queue is full, and else the cause
// of the context's end.
func (q *queue) enter(ctx context.Context) (leave func(), err error) {
	c, turn, err := q.join(callerOf(ctx))
	leave = func() { q.leave(callerOf(ctx), c) }
	if err != nil || turn == nil {
		return leave, err
	}
	select {
	case err = <-turn:
		return leave, err
	case <-ctx.Done():
	}
	if !q.withdraw(callerOf(ctx), c, turn) && <-turn == nil {
		leave() // the place came at the same time
	}
	return nil, context.Cause(ctx)
}

// join takes a place, or a turn that receives nil with the place, or the error of work that gives way to others.
func (q *queue) join(name string) (c *caller, turn chan error, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if c = q.callers[name]; c == nil {
		c = &caller{}
		q.callers[name] = c
	}
	if q.free > 0 {
		q.free--
		c.places++
		return c, nil, nil
	}
	if q.waiting >= q.length && !q.shorten(len(c.waiting)) {
		q.part(name, c)
		return nil, nil, q.full()
	}
	turn = make(chan error, 1)
	if c.waiting = append(c.waiting, turn); len(c.waiting) == 1 {
		q.turns = append(q.turns, c)
	}
	q.waiting++
	return c, turn, nil
}

// shorten refuses the last work of the caller that waits for most places, unless it then waited for fewer than a caller
// that waits for some already and joins.
func (q *queue) shorten(waiting int) bool {
	if len(q.turns) == 0 {
		return false
	}
	longest := slices.MaxFunc(q.turns, func(a, b *caller) int { return len(a.waiting) - len(b.waiting) })
	last := len(longest.waiting) - 1
	if last <= waiting {
		return false
	}
	longest.waiting[last] <- q.full()
	longest.waiting = longest.waiting[:last]
	q.waiting--
	return true
}

func (q *queue) full() error {
	return fmt.Errorf("%w: %d callers are waiting", ErrOverloaded, q.length)
}

// leave gives a place to the next caller.
func (q *queue) leave(name string, c *caller) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.waiting == 0 {
		q.free++
		c.places--
		q.part(name, c)
		return
	}
	// The leaving caller counts with its place: among equals, it is the turn of another one.
	next := slices.MinFunc(q.turns, func(a, b *caller) int { return a.places - b.places })
	c.places--
	next.places++
	next.waiting[0] <- nil
	q.remove(next, 0)
	if at := slices.Index(q.turns, next); at >= 0 {
		q.turns = append(slices.Delete(q.turns, at, at+1), next)
	}
	q.part(name, c)
}

// withdraw ends waiting for a turn; false if it was answered already.
func (q *queue) withdraw(name string, c *caller, turn chan error) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	at := slices.Index(c.waiting, turn)
	if at < 0 {
		return false
	}
	q.remove(c, at)
	q.part(name, c)
	return true
}

// remove removes waiting work of a caller.
func (q *queue) remove(c *caller, at int) {
	c.waiting = slices.Delete(c.waiting, at, at+1)
	q.waiting--
	if len(c.waiting) == 0 {
		q.turns = slices.DeleteFunc(q.turns, func(other *caller) bool { return other == c })
	}
}

// part forgets a caller that neither has nor waits for places, so that they do not grow with visitors.
func (q *queue) part(name string, c *caller) {
	if c.places == 0 && len(c.waiting) == 0 {
		delete(q.callers, name)
	}
}

// waits returns how much work waits.
func (q *queue) waits() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.waiting
}
