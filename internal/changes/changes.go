// Package changes carries change events through the server: what changed in which upstream system, and when. Caches,
// search indexes and subscriptions follow them; webhooks of remote systems and the embedded systems publish them.
package changes

import (
	"context"
	"crypto/rand"
	"log/slog"
	"sync"
	"time"

	"strand/internal/recovery"
)

// Event says that records of an upstream system changed.
type Event struct {
	// ID is unique.
	ID string
	// Source is the upstream system: `cms`.
	Source  string
	Records []Record
	At      time.Time
}

// Record names a changed record; a system that does not say what changed leaves the id, or both, empty.
type Record struct {
	Type string `json:"type"`
	ID   string `json:"id"`
}

// Subscriber handles an event. It returns what it invalidated, such as tags of cache entries.
type Subscriber func(context.Context, Event) (invalidated []string)

// Feed hands events to its subscribers. It is safe for concurrent use.
type Feed struct {
	log *slog.Logger
	now func() time.Time

	mu          sync.RWMutex
	subscribers []subscription
	history     history
}

type subscription struct {
	name   string
	handle Subscriber
}

// NewFeed makes a feed. now is the clock; nil is the real one.
func NewFeed(log *slog.Logger, now func() time.Time) *Feed {
	if now == nil {
		now = time.Now
	}
	return &Feed{log: log, now: now}
}

// Subscribe has a function called with each event, in the order of subscriptions. The name appears in the history.
func (f *Feed) Subscribe(name string, handle Subscriber) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.subscribers = append(f.subscribers, subscription{name, handle})
}

// Publish hands an event to all subscribers and returns when they have handled it, so that what a webhook reports is
// effective once it is answered. A subscriber that panics does not keep the event from the others.
func (f *Feed) Publish(ctx context.Context, source string, records ...Record) {
	e := Event{ID: rand.Text(), Source: source, Records: records, At: f.now()}
	f.mu.RLock()
	subscribers := f.subscribers
	f.mu.RUnlock()
	f.log.InfoContext(ctx, "change_received", "id", e.ID, "source", source, "records", len(records))
	effects := make([]Effect, 0, len(subscribers))
	for _, s := range subscribers {
		effect := Effect{Subscriber: s.name}
		begun := f.now()
		err := recovery.Do(ctx, f.log, "change_event", func() error { // reported by Do
			effect.Invalidated = s.handle(ctx, e)
			return nil
		})
		effect.Duration, effect.Failed = f.now().Sub(begun), err != nil
		effects = append(effects, effect)
	}
	f.history.add(e, effects)
}
