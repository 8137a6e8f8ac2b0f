package render

import (
	"context"
	"fmt"
)

// waiter is a caller in the queue. Its channel has a buffer for its one handover.
type waiter struct{ handed chan handover }

// handover is a process, or the error why there is none.
type handover struct {
	proc *process
	err  error
}

// acquire returns an idle process, or waits for one in the queue until the context ends. A retry goes to the front,
// since it has waited before.
func (p *Pool) acquire(ctx context.Context, isRetry bool) (*process, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	p.mu.Lock()
	if len(p.idle) > 0 {
		proc := p.idle[0]
		p.idle = p.idle[1:]
		p.mu.Unlock()
		return proc, nil
	}
	switch {
	case p.closed || p.ready+p.starting == 0:
		p.mu.Unlock()
		return nil, ErrUnavailable
	case len(p.queue) >= p.options.QueueLength && !isRetry:
		p.mu.Unlock()
		return nil, fmt.Errorf("%w: %d callers are waiting", ErrOverloaded, p.options.QueueLength)
	}
	w := &waiter{handed: make(chan handover, 1)}
	if isRetry {
		p.queue = append([]*waiter{w}, p.queue...)
	} else {
		p.queue = append(p.queue, w)
	}
	p.mu.Unlock()
	select {
	case h := <-w.handed:
		return h.proc, h.err
	case <-ctx.Done():
	}
	if !p.leave(w) {
		// A process was handed over at the same moment.
		if h := <-w.handed; h.proc != nil {
			p.release(h.proc)
		}
	}
	return nil, context.Cause(ctx)
}

// leave removes a caller from the queue; false if it is no longer in it.
func (p *Pool) leave(w *waiter) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, other := range p.queue {
		if other == w {
			p.queue = append(p.queue[:i], p.queue[i+1:]...)
			return true
		}
	}
	return false
}

// release returns a process to the pool, unless it has ended or is retired.
func (p *Pool) release(proc *process) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if proc.isRetired {
		proc.end()
		return
	}
	p.offer(proc)
}

// offer hands a process to the first caller in the queue, or makes it idle. The caller holds the pool's lock.
func (p *Pool) offer(proc *process) {
	if !proc.usable() {
		return
	}
	if len(p.queue) == 0 {
		p.idle = append(p.idle, proc)
		if p.refused > 0 {
			p.options.Logger.Info("renderers_recovered", "refused", p.refused)
			p.refused = 0
		}
		return
	}
	w := p.queue[0]
	p.queue = p.queue[1:]
	w.handed <- handover{proc: proc}
}

// refuse counts a refused caller. An overload is logged once when it begins and once when it ends.
func (p *Pool) refuse() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.refused++; p.refused == 1 {
		p.options.Logger.Warn("renderers_overloaded", "queue", len(p.queue), "ready", p.ready)
	}
}

// dismiss sends an error to every caller in the queue. The caller holds the pool's lock.
func (p *Pool) dismiss(err error) {
	for _, w := range p.queue {
		w.handed <- handover{err: err}
	}
	p.queue = nil
}
