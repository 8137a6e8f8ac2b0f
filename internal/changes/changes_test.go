package changes

import (
	"context"
	"log/slog"
	"slices"
	"strconv"
	"testing"
	"time"
)

func TestPublish(t *testing.T) {
	f := NewFeed(slog.New(slog.DiscardHandler), nil)
	f.Subscribe("broken", func(context.Context, Event) []string { panic("broken") })
	var got []Event
	f.Subscribe("cache", func(_ context.Context, e Event) []string { got = append(got, e); return []string{"page:p"} })
	f.Publish(t.Context(), "cms", Record{"Page", "p"})
	f.Publish(t.Context(), "pim")
	if len(got) != 2 || got[0].Source != "cms" || got[0].Records[0] != (Record{"Page", "p"}) || got[0].At.IsZero() ||
		got[0].ID == "" || got[0].ID == got[1].ID {
		t.Errorf("%+v", got)
	}
}

func TestWatch(t *testing.T) {
	f := NewFeed(slog.New(slog.DiscardHandler), nil)
	handled, stop := f.Watch()
	f.Publish(t.Context(), "cms", Record{"Page", "1"})
	<-handled
	if recent := f.Recent(); len(recent) != 1 {
		t.Errorf("%+v", recent)
	}
	stop()
	f.Publish(t.Context(), "cms")
	if len(handled) != 0 {
		t.Error("notified after the end of the watch")
	}
	handled, _ = f.Watch()
	f.EndWatches()
	if _, isOpen := <-handled; isOpen {
		t.Error("EndWatches leaves a channel open")
	}
	handled, _ = f.Watch()
	if _, isOpen := <-handled; isOpen {
		t.Error("a watch that begins after EndWatches is open")
	}
	f.Publish(t.Context(), "cms")
}

func TestRecent(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	f := NewFeed(slog.New(slog.DiscardHandler), func() time.Time { now = now.Add(time.Millisecond); return now })
	f.Subscribe("broken", func(context.Context, Event) []string { panic("broken") })
	f.Subscribe("cache", func(_ context.Context, e Event) []string { return []string{"page:" + e.Records[0].ID} })
	many := make([]Record, maxListed+1)
	f.Publish(t.Context(), "cms", many...)
	for i := range maxHistory {
		f.Publish(t.Context(), "cms", Record{"Page", strconv.Itoa(i)})
	}
	recent := f.Recent()
	if len(recent) != maxHistory || recent[0].Records[0].ID != strconv.Itoa(maxHistory-1) {
		t.Fatalf("%d events, the first is %+v", len(recent), recent[0])
	}
	broken, cache := recent[0].Effects[0], recent[0].Effects[1]
	if !broken.Failed || broken.Subscriber != "broken" || cache.Failed || cache.Duration != time.Millisecond ||
		!slices.Equal(cache.Invalidated, []string{"page:" + strconv.Itoa(maxHistory-1)}) {
		t.Errorf("%+v, %+v", broken, cache)
	}

	f.Publish(t.Context(), "cms", many...)
	if newest := f.Recent()[0]; newest.RecordCount != maxListed+1 || len(newest.Records) != maxListed {
		t.Errorf("%d records, %d listed", newest.RecordCount, len(newest.Records))
	}
}
