// Package pubsub notifies subscribers within one process that a topic changed.
package pubsub

import (
	"maps"
	"slices"
	"sync"
)

// Hub connects publishers and subscribers of topics. It is safe for concurrent use; its zero value is ready.
type Hub struct {
	mu          sync.Mutex
	subscribers map[string]map[chan struct{}]struct{}
	isClosed    bool
}

// Publish notifies the subscribers of a topic. It never blocks: pending notifications are merged.
func (h *Hub) Publish(topic string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for notify := range h.subscribers[topic] {
		select {
		case notify <- struct{}{}:
		default:
		}
	}
}

// PublishAll notifies all subscribers.
func (h *Hub) PublishAll() {
	h.mu.Lock()
	topics := slices.Collect(maps.Keys(h.subscribers))
	h.mu.Unlock()
	for _, topic := range topics {
		h.Publish(topic)
	}
}

// Subscribe returns a channel that receives a value after each change of one of the topics, until unsubscribe is
// called. The channel is closed when the hub is closed.
func (h *Hub) Subscribe(topics ...string) (changes <-chan struct{}, unsubscribe func()) {
	notify := make(chan struct{}, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.isClosed {
		close(notify)
		return notify, func() {}
	}
	if h.subscribers == nil {
		h.subscribers = map[string]map[chan struct{}]struct{}{}
	}
	for _, topic := range topics {
		if h.subscribers[topic] == nil {
			h.subscribers[topic] = map[chan struct{}]struct{}{}
		}
		h.subscribers[topic][notify] = struct{}{}
	}
	return notify, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		for _, topic := range topics {
			delete(h.subscribers[topic], notify)
			if len(h.subscribers[topic]) == 0 {
				delete(h.subscribers, topic)
			}
		}
	}
}

// Close ends all subscriptions; later ones end at once.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.isClosed {
		return
	}
	h.isClosed = true
	closed := map[chan struct{}]struct{}{} // a channel may be subscribed to several topics
	for _, topic := range h.subscribers {
		for notify := range topic {
			if _, done := closed[notify]; !done {
				closed[notify] = struct{}{}
				close(notify)
			}
		}
	}
	h.subscribers = nil
}
