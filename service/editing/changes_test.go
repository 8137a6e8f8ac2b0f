package editing

import (
	"log/slog"
	"testing"
	"testing/synctest"

	"strand/internal/changes"
	"strand/upstream/cms"
	"strand/upstream/identity"
	"strand/upstream/pim"
)

// TestWatchChanges: editors see changes of the CMS and the PIM, and none that identify users.
func TestWatchChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		feed := changes.NewFeed(slog.New(slog.DiscardHandler), nil)
		publish := func(system, id string) { feed.Publish(t.Context(), system, changes.Record{Type: "Page", ID: id}) }
		r := &Area{Log: feed}
		publish(cms.System, "1")
		publish(pim.System, "2")
		publish(identity.System, "3")
		if found := r.Changes(); len(found) != 2 || found[0].Records[0].ID != "2" || found[1].Records[0].ID != "1" {
			t.Errorf("recent: %v", found)
		}
		sent := r.WatchChanges(t.Context())
		next := func(want string) {
			t.Helper()
			if e := <-sent; e.Records[0].ID != want {
				t.Errorf("%v, not %s", e, want)
			}
		}
		next("2")
		publish(identity.System, "4")
		publish(cms.System, "5")
		publish(pim.System, "6")
		next("5")
		next("6")
		feed.EndWatches()
		if e, isOpen := <-sent; isOpen {
			t.Errorf("after the end: %v", e)
		}
	})
}

// TestWatchChanges_First: without an earlier change, the first value is nil.
func TestWatchChanges_First(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		feed := changes.NewFeed(slog.New(slog.DiscardHandler), nil)
		sent := (&Area{Log: feed}).WatchChanges(t.Context())
		if first := <-sent; first != nil {
			t.Errorf("%v", first)
		}
		feed.Publish(t.Context(), cms.System)
		if second := <-sent; second == nil || second.Source != cms.System {
			t.Errorf("%v", second)
		}
	})
}
