package editing

import (
	"context"
	"slices"

	"strand/internal/changes"
	"strand/upstream/cms"
	"strand/upstream/pim"
)

// isEditorial reports whether editors may see an event. Events of sis and the identity server identify users.
func isEditorial(e changes.HandledEvent) bool {
	return e.Source == cms.System || e.Source == pim.System
}

// Changes returns the most recent events that editors may see, newest first.
func (r *Area) Changes() []changes.HandledEvent {
	return slices.DeleteFunc(r.Log.Recent(), func(e changes.HandledEvent) bool { return !isEditorial(e) })
}

// latestChange returns the last event that editors may see, nil for none.
func (r *Area) latestChange() *changes.HandledEvent {
	if recent := r.Changes(); len(recent) > 0 {
		return &recent[0]
	}
	return nil
}

// changesAfter returns the events after one that editors may see, the oldest first; all of them if it is nil or too
// old.
func (r *Area) changesAfter(last *changes.HandledEvent) []*changes.HandledEvent {
	var later []*changes.HandledEvent
	for _, e := range r.Changes() {
		if last != nil && e.ID == last.ID {
			break
		}
		later = append(later, &e)
	}
	slices.Reverse(later)
	return later
}

// WatchChanges sends the most recent event that editors may see, nil if there is none, and then all later
// ones.
func (r *Area) WatchChanges(ctx context.Context) <-chan *changes.HandledEvent {
	sent := make(chan *changes.HandledEvent)
	// Subscribe before reading the most recent event, so that none is missed in between.
	handled, stop := r.Log.Watch()
	go func() {
		defer close(sent)
		defer stop()
		last := r.latestChange()
		next := []*changes.HandledEvent{last}
		for {
			for _, last = range next {
				select {
				case <-ctx.Done():
					return
				case sent <- last:
				}
			}
			select {
			case <-ctx.Done():
				return
			case _, isOpen := <-handled:
				if !isOpen {
					return
				}
			}
			next = r.changesAfter(last)
		}
	}()
	return sent
}
