package editing

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"

	"strand/internal/changes"
	"strand/upstream/cms"
	"strand/upstream/identity"
	"strand/upstream/pim"
)

// fakeLog has the events of a test, newest first, and sends the later ones.
type fakeLog struct {
	recent []changes.HandledEvent
	later  chan changes.HandledEvent
}

func (l fakeLog) Recent() []changes.HandledEvent { return slices.Clone(l.recent) }

func (l fakeLog) Watch(context.Context) <-chan changes.HandledEvent { return l.later }

func event(id, source string) changes.HandledEvent {
	return changes.HandledEvent{Event: changes.Event{ID: id, Source: source}}
}

// TestWatchChanges: editors see changes of the CMS and the PIM, and none that identify users.
func TestWatchChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := fakeLog{
			recent: []changes.HandledEvent{event("3", identity.System), event("2", pim.System), event("1", cms.System)},
			later:  make(chan changes.HandledEvent),
		}
		r := &Reader{Log: log}
		if found := r.Changes(); len(found) != 2 || found[0].ID != "2" || found[1].ID != "1" {
			t.Errorf("recent: %v", found)
		}
		sent := r.WatchChanges(t.Context())
		if first := <-sent; first.ID != "2" {
			t.Errorf("first: %v", first)
		}
		log.later <- event("2", pim.System)
		log.later <- event("4", identity.System)
		log.later <- event("5", cms.System)
		if next := <-sent; next.ID != "5" {
			t.Errorf("next: %v", next)
		}
		close(log.later)
		if e, isOpen := <-sent; isOpen {
			t.Errorf("after the end: %v", e)
		}
	})
}
