package changes

import (
	"encoding/json"
	"net/http"
	"slices"
	"sync"
	"time"
)

const (
	// maxHistory is how many events the history has.
	maxHistory = 1000
	// maxListed is how many records, and invalidated tags of each subscriber, the history has of one event.
	maxListed = 100
)

// Effect is what a subscriber did with an event.
type Effect struct {
	Subscriber  string
	Invalidated []string
	Duration    time.Duration
	// Failed says that the subscriber panicked.
	Failed bool
}

// Handled is an event with its effects. Of long lists it has the beginning.
type Handled struct {
	Event
	// RecordCount is how many records the event has.
	RecordCount int
	Effects     []Effect
}

// history holds the last events, the oldest first.
type history struct {
	mu     sync.Mutex
	events []Handled
}

func (h *history) add(e Event, effects []Effect) {
	count := len(e.Records)
	e.Records = beginning(e.Records)
	for i := range effects {
		effects[i].Invalidated = beginning(effects[i].Invalidated)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.events) == maxHistory {
		h.events = slices.Delete(h.events, 0, 1)
	}
	h.events = append(h.events, Handled{e, count, effects})
}

// beginning copies the first elements of a list.
func beginning[T any](list []T) []T { return slices.Clone(list[:min(len(list), maxListed)]) }

// Recent returns the last thousand events, the newest first.
func (f *Feed) Recent() []Handled {
	f.history.mu.Lock()
	defer f.history.mu.Unlock()
	recent := slices.Clone(f.history.events)
	slices.Reverse(recent)
	return recent
}

// ServeHTTP answers with the recent events as JSON.
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
			milliseconds := float64(done.Duration.Microseconds()) / 1000
			events[i].Effects[k] = effect{done.Subscriber, done.Invalidated, milliseconds, done.Failed}
		}
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(map[string]any{"changes": events}) // the caller may be gone
}
