package render

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"strand/internal/slots"
)

var errFull = fmt.Errorf("%w: the queue is full", ErrOverloaded)

// queue limits the work that has a place; further work waits for one. Callers are visitors (slots.WithVisitor); work
// without one, such as that of the server itself, is that of one caller. A free place is given to the caller with the
// fewest places, among several to the one that waits longest: a caller may have all places while no other waits.
type queue struct {
	// length is how much work may wait.
	length int

	mu sync.Mutex
	// free are the places without work; none while work waits.
	free, waiting int
	// callers are those that have a place or wait for one, in the order of their turns.
	callers []*caller
}

// caller has places, and waits for more.
type caller struct {
	name   string
	places int
	// waiting are the turns that the caller waits for: each receives nil with its place, or an error.
	waiting []chan error
}

func newQueue(places, length int) *queue { return &queue{length: length, free: places} }

// enter waits for a place, which leave gives back. The error is ErrOverloaded if the queue is full, and else the cause
// of the context's end.
func (q *queue) enter(ctx context.Context) (leave func(), err error) {
	c, turn := q.join(slots.VisitorOf(ctx))
	select {
	case err = <-turn:
	case <-ctx.Done():
		if q.withdraw(c, turn) {
			return nil, context.Cause(ctx)
		}
		err = <-turn // the answer came at the same time
	}
	if err != nil {
		return nil, err
	}
	return func() { q.leave(c) }, nil
}

// join returns a turn of a caller.
func (q *queue) join(name string) (c *caller, turn chan error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	at := slices.IndexFunc(q.callers, func(c *caller) bool { return c.name == name })
	if at < 0 {
		at = len(q.callers)
		q.callers = append(q.callers, &caller{name: name})
	}
	c, turn = q.callers[at], make(chan error, 1)
	switch {
	case q.free > 0:
		q.free--
		c.places++
		turn <- nil
	case q.waiting < q.length || q.shorten(len(c.waiting)):
		if len(c.waiting) == 0 {
			q.putLast(c)
		}
		c.waiting = append(c.waiting, turn)
		q.waiting++
	default:
		turn <- errFull
		q.forgetAbsent()
	}
	return c, turn
}

// shorten refuses the last work of the caller that waits for most places, unless it then waited for fewer than a caller
// that waits for some already and joins.
func (q *queue) shorten(waiting int) bool {
	longest := slices.MaxFunc(q.callers, func(a, b *caller) int { return len(a.waiting) - len(b.waiting) })
	last := len(longest.waiting) - 1
	if last <= waiting {
		return false
	}
	longest.waiting[last] <- errFull
	longest.waiting = longest.waiting[:last]
	q.waiting--
	return true
}

// leave gives a place of a caller to the next one.
func (q *queue) leave(c *caller) {
	q.mu.Lock()
	defer q.mu.Unlock()
	var next *caller
	for _, one := range q.callers {
		// The leaving caller counts with its place: among equals, it is the turn of another one.
		if len(one.waiting) > 0 && (next == nil || one.places < next.places) {
			next = one
		}
	}
	c.places--
	if next == nil {
		q.free++
	} else {
		next.places++
		next.waiting[0] <- nil
		next.waiting = slices.Delete(next.waiting, 0, 1)
		q.waiting--
		q.putLast(next)
	}
	q.forgetAbsent()
}

// withdraw ends waiting for a turn; false if it was answered already.
func (q *queue) withdraw(c *caller, turn chan error) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	at := slices.Index(c.waiting, turn)
	if at < 0 {
		return false
	}
	c.waiting = slices.Delete(c.waiting, at, at+1)
	q.waiting--
	q.forgetAbsent()
	return true
}

// putLast lets all other callers have their turns before a caller.
func (q *queue) putLast(c *caller) {
	q.callers = append(slices.DeleteFunc(q.callers, func(other *caller) bool { return other == c }), c)
}

// forgetAbsent forgets callers that neither have nor wait for places, so that they do not grow with visitors.
func (q *queue) forgetAbsent() {
	q.callers = slices.DeleteFunc(q.callers, func(c *caller) bool { return c.places == 0 && len(c.waiting) == 0 })
}

// waits returns how much work waits.
func (q *queue) waits() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.waiting
}
