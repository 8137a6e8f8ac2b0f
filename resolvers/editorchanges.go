package resolvers

import (
	"context"
	"slices"

	"strand/internal/changes"
	"strand/upstream/cms"
	"strand/upstream/pim"
)

// Changes are the change events of the server.
type Changes interface {
	// Recent returns the last events, the newest first.
	Recent() []changes.Handled
	// Watch returns the events that are handled from now on, until the context ends.
	Watch(context.Context) <-chan changes.Handled
}

// isEditorial reports whether editors may see an event: those of sis and the identity server name users.
func isEditorial(e changes.Handled) bool { return e.Source == cms.System || e.Source == pim.System }

// editorialChanges are the last events that editors may see, the newest first.
func (r *Resolver) editorialChanges() []changes.Handled {
	return slices.DeleteFunc(r.Changes.Recent(), func(e changes.Handled) bool { return !isEditorial(e) })
}

// latestEditorialChange returns the last event that editors may see, nil for none.
func (r *Resolver) latestEditorialChange() *changes.Handled {
	if recent := r.editorialChanges(); len(recent) > 0 {
		return &recent[0]
	}
	return nil
}

// watchEditorialChanges sends the last event that editors may see, nil for none, and those that follow.
func (r *Resolver) watchEditorialChanges(ctx context.Context) <-chan *changes.Handled {
	sent := make(chan *changes.Handled)
	// Watched before the last one is read, so that none is missed between them.
	events := r.Changes.Watch(ctx)
	go func() {
		defer close(sent)
		last := r.latestEditorialChange()
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
