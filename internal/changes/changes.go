// Package changes distributes change events in the server: what changed in which upstream system, and when. Webhooks
// of remote systems and the sample systems publish them; caches, search indexes and subscriptions handle them.
package changes

import (
	"context"
	"crypto/rand"
	"log/slog"
	"sync"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"strand/internal/instrument"
	"strand/internal/recovery"
)

// Event reports that records of an upstream system changed.
type Event struct {
	// ID is unique.
	ID string
	// Source is the upstream system: `cms`.
	Source  string
	Records []Record
	At      time.Time
	// Tags are the tags of the cache entries that depend on the records.
	Tags []string
	// IsOwn means that this server has received the change from the upstream system, and no other server.
	IsOwn bool `json:"-"`
	// isRepeated means that the change was published before.
	isRepeated bool
}

// IsAny reports whether any record of any system may have changed, because events were lost.
func (e Event) IsAny() bool { return e.Source == "" }

// Record identifies a changed record. The id, or both fields, are empty if the system does not report them.
type Record struct {
	Type string `json:"type"`
	ID   string `json:"id"`
}

// Subscriber handles an event. It returns what it invalidated, such as tags of cache entries.
type Subscriber func(context.Context, Event) (invalidated []string)

// Feed passes events to its subscribers. It is safe for concurrent use.
type Feed struct {
	log *slog.Logger
	now func() time.Time
	// tagsOf returns the tags of an event, share sends it to other servers; nil for none.
	tagsOf func(context.Context, Event) []string
	share  func(context.Context, Event)
	// events counts events by source, failures those that a subscriber could not handle.
	events, failures metric.Int64Counter

	mu          sync.RWMutex
	subscribers []subscription
	history     history
}

type subscription struct {
	name   string
	handle Subscriber
}

// NewFeed returns a feed. now is the clock; nil is the real one.
func NewFeed(log *slog.Logger, now func() time.Time) *Feed {
	if now == nil {
		now = time.Now
	}
	f := &Feed{log: log, now: now}
	meter := otel.Meter("strand/changes")
	f.events = instrument.New(meter.Int64Counter("strand.changes.events",
		metric.WithDescription("Change events of upstream systems, by source.")))
	f.failures = instrument.New(meter.Int64Counter("strand.changes.failures",
		metric.WithDescription("Change events that a subscriber could not handle, by subscriber.")))
	return f
}

// Subscribe registers a function for all events. Subscribers are called in order. The name appears in the history.
func (f *Feed) Subscribe(name string, handle Subscriber) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.subscribers = append(f.subscribers, subscription{name, handle})
}

// SetTags sets the function that returns the tags of the cache entries that depend on the records of an event. It must
// be called before the first event.
func (f *Feed) SetTags(tagsOf func(context.Context, Event) []string) { f.tagsOf = tagsOf }

// SetShare sets the function that sends an event to other servers after it was handled here. It must be called before
// the first event.
func (f *Feed) SetShare(share func(context.Context, Event)) { f.share = share }

// Publish passes an event to all subscribers and returns when they have handled it, so that a change is effective
// when its webhook is answered. A panic of a subscriber does not affect the others.
func (f *Feed) Publish(ctx context.Context, source string, records ...Record) {
	f.publish(ctx, Event{Source: source, Records: records})
}

func (f *Feed) publish(ctx context.Context, e Event) {
	e.ID, e.At, e.IsOwn = rand.Text(), f.now(), true
	if f.tagsOf != nil {
		e.Tags = f.tagsOf(ctx, e)
	}
	f.Deliver(ctx, e)
	if f.share != nil {
		f.share(ctx, e)
	}
}

// Deliver passes an event that another server has published to all subscribers.
func (f *Feed) Deliver(ctx context.Context, e Event) {
	f.mu.RLock()
	subscribers := f.subscribers
	f.mu.RUnlock()
	f.log.InfoContext(ctx, "change_received", "id", e.ID, "source", e.Source, "records", len(e.Records))
	f.events.Add(ctx, 1, metric.WithAttributes(attribute.String("source", e.Source)))
	effects := make([]Effect, 0, len(subscribers))
	for _, s := range subscribers {
		effect := Effect{Subscriber: s.name}
		started := f.now()
		err := recovery.Do(ctx, f.log, "change_event", func() error { // Do reports a panic
			effect.Invalidated = s.handle(ctx, e)
			return nil
		})
		if err != nil {
			f.failures.Add(ctx, 1, metric.WithAttributes(attribute.String("subscriber", s.name)))
		}
		effect.Duration, effect.Failed = f.now().Sub(started), err != nil
		effects = append(effects, effect)
	}
	f.history.add(e, effects)
}
