package render

import (
	"fmt"
	"sync"
)

// lazyPool is a pool that starts with its first request. It is safe for concurrent use.
type lazyPool struct {
	options Options
	mu      sync.Mutex
	pool    *Pool
	closed  bool
}

// start returns the pool, and starts it if it does not run yet.
func (p *lazyPool) start() (*Pool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.closed:
		return nil, ErrUnavailable
	case p.pool != nil:
		return p.pool, nil
	}
	pool, err := Start(p.options)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	p.pool = pool
	return pool, nil
}

// Close ends the process.
func (p *lazyPool) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	if p.pool != nil {
		p.pool.Close()
	}
}
