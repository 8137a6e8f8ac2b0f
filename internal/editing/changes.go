package editing

import (
	"context"
	"slices"

	"strand/internal/changes"
	"strand/upstream/cms"
	"strand/upstream/pim"
)

// ChangeLog provides the change events that the server has handled.
type ChangeLog interface {
	// Recent returns the most recent events, newest first.
	Recent() []changes.HandledEvent
	// Watch returns a channel of the events that are handled until the context ends.
	Watch(context.Context) <-chan changes.HandledEvent
}

// isEditorial reports whether editors may see an event. Events of sis and the identity server identify users.
func isEditorial(e changes.HandledEvent) bool {
	return e.Source == cms.System || e.Source == pim.System
}

// Changes returns the most recent events that editors may see, newest first.
func (r *Reader) Changes() []changes.HandledEvent {
	return slices.DeleteFunc(r.Log.Recent(), func(e changes.HandledEvent) bool { return !isEditorial(e) })
}

// latestChange returns the last event that editors may see, nil for none.
func (r *Reader) latestChange() *changes.HandledEvent {
	if recent := r.Changes(); len(recent) > 0 {
		return &recent[0]
	}
	return nil
}

// WatchChanges sends the most recent event that editors may see, nil if there is none, and then all later
// ones.
func (r *Reader) WatchChanges(ctx context.Context) <-chan *changes.HandledEvent {
	sent := make(chan *changes.HandledEvent)
	// Subscribe before reading the most recent event, so that none is missed in between.
	events := r.Log.Watch(ctx)
	go func() {
		defer close(sent)
		last := r.latestChange()
		for {
			select {
			case <-ctx.Done():
				return
			case sent <- last:
			}
			for {
				e, ok := <-events
				if !ok {
					return
				}
				if isEditorial(e) && (last == nil || e.ID != last.ID) {
					last = &e
					break
				}
			}
		}
	}()
	return sent
}
