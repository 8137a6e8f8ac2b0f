package changes

import (
	"context"
	"sync"
	"time"
)

// repeatInterval is how often changes are looked for whose time has come.
const repeatInterval = time.Second

// repeats are the changes that are published again.
type repeats struct {
	mu      sync.Mutex
	waiting []repeated
}

type repeated struct {
	records []Record
	due     time.Time
}

// Repeat publishes the changes of a system that this server has received once more after a lag, until the context
// ends: until then the system may return former content, which was cached again.
func (f *Feed) Repeat(ctx context.Context, source string, lag time.Duration) {
	var r repeats
	f.Subscribe("repeat", func(_ context.Context, e Event) []string {
		if e.Source == source && e.IsOwn && !e.isRepeated {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.waiting = append(r.waiting, repeated{e.Records, f.now().Add(lag)})
		}
		return nil
	})
	ticker := time.NewTicker(repeatInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if records, isDue := r.take(f.now()); isDue {
				f.publish(ctx, Event{Source: source, Records: records, isRepeated: true})
			}
		}
	}
}

// take returns the changes whose time has come, in one. A change without records concerns all of them.
func (r *repeats) take(now time.Time) (records []Record, isDue bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	isAll := false
	for len(r.waiting) > 0 && !r.waiting[0].due.After(now) {
		isAll = isAll || len(r.waiting[0].records) == 0
		records, isDue = append(records, r.waiting[0].records...), true
		r.waiting = r.waiting[1:]
	}
	if isAll {
		return nil, true
	}
	return records, isDue
}
