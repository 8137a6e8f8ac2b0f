// Package live wakes those who wait for something to change.
package live

import "sync"

// Hub brings together who changes something and who waits for it, within one server. It is safe for concurrent use. The zero value
// is ready.
type Hub struct {
	mu       sync.Mutex
	waiting  map[string]map[chan struct{}]struct{}
	isClosed bool
}

// Changed wakes whoever waits for a key. It never blocks: who has not looked yet is not woken twice.
func (h *Hub) Changed(key string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for wake := range h.waiting[key] {
		select {
		case wake <- struct{}{}:
		default:
		}
	}
}

// Wait waits for a key until done is called. The channel is closed when the hub is.
func (h *Hub) Wait(key string) (woken <-chan struct{}, done func()) {
	wake := make(chan struct{}, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.isClosed {
		close(wake)
		return wake, func() {}
	}
	if h.waiting == nil {
		h.waiting = map[string]map[chan struct{}]struct{}{}
	}
	if h.waiting[key] == nil {
		h.waiting[key] = map[chan struct{}]struct{}{}
	}
	h.waiting[key][wake] = struct{}{}
	return wake, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.waiting[key], wake)
		if len(h.waiting[key]) == 0 {
			delete(h.waiting, key)
		}
	}
}

// Close lets everybody go who waits, now and later: a server that stops waits for nobody.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.isClosed {
		return
	}
	h.isClosed = true
	for _, all := range h.waiting {
		for wake := range all {
			close(wake)
		}
	}
	h.waiting = nil
}
