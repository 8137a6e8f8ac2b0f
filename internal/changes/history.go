package changes

import (
	"encoding/json"
	"net/http"
	"slices"
	"sync"
	"time"

	"strand/internal/pubsub"
)

const (
	// maxHistory is the number of events in the history.
	maxHistory = 1000
	// maxListed is the number of records, and of invalidated tags per subscriber, that the history stores per event.
	maxListed = 100
)

// Effect is the result of a subscriber.
type Effect struct {
	Subscriber  string
	Invalidated []string
	Duration    time.Duration
	// Failed reports that the subscriber panicked.
	Failed bool
}

// HandledEvent is an event with its effects. Long lists are truncated.
type HandledEvent struct {
	Event
	// RecordCount is the full number of records.
	RecordCount int
	Effects     []Effect
}

// Milliseconds returns the duration in milliseconds.
func (e Effect) Milliseconds() float64 { return float64(e.Duration.Microseconds()) / 1000 }

// history stores the last events, the oldest first.
type history struct {
	mu     sync.Mutex
	events []HandledEvent
	hub    pubsub.Hub
}

func (h *history) add(e Event, effects []Effect) {
	count := len(e.Records)
	e.Records = truncated(e.Records)
	for i := range effects {
		effects[i].Invalidated = truncated(effects[i].Invalidated)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.events) == maxHistory {
		h.events = slices.Delete(h.events, 0, 1)
	}
	h.events = append(h.events, HandledEvent{e, count, effects})
	h.hub.Publish(handledTopic)
}

// truncated copies the first maxListed elements of a list.
func truncated[T any](list []T) []T { return slices.Clone(list[:min(len(list), maxListed)]) }

// handledTopic is the topic of the hub.
const handledTopic = "handled"

// Watch returns a channel that receives a value after further events were handled, until stop is called. It is closed
// by EndWatches.
func (f *Feed) Watch() (handled <-chan struct{}, stop func()) {
	return f.history.hub.Subscribe(handledTopic)
}

// EndWatches closes all channels of Watch; later ones are closed at once.
func (f *Feed) EndWatches() { f.history.hub.Close() }

// Recent returns the last maxHistory events, the newest first.
func (f *Feed) Recent() []HandledEvent {
	f.history.mu.Lock()
	defer f.history.mu.Unlock()
	recent := slices.Clone(f.history.events)
	slices.Reverse(recent)
	return recent
}

// ServeHTTP sends the recent events as JSON.
func (f *Feed) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	type effect struct {
		Subscriber   string   `json:"subscriber"`
		Invalidated  []string `json:"invalidated"`
		Milliseconds float64  `json:"milliseconds"`
		Failed       bool     `json:"failed,omitempty"`
	}
	type event struct {
		ID          string    `json:"id"`
		Source      string    `json:"source"`
		At          time.Time `json:"at"`
		RecordCount int       `json:"recordCount"`
		Records     []Record  `json:"records"`
		Effects     []effect  `json:"effects"`
	}
	recent := f.Recent()
	events := make([]event, len(recent))
	for i, e := range recent {
		events[i] = event{e.ID, e.Source, e.At, e.RecordCount, e.Records, make([]effect, len(e.Effects))}
		for k, done := range e.Effects {
			events[i].Effects[k] = effect{done.Subscriber, done.Invalidated, done.Milliseconds(), done.Failed}
		}
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(map[string]any{"changes": events}) // the caller may have disconnected
}
