package changes

import (
	"context"
	"log/slog"
	"testing"
)

func TestPublish(t *testing.T) {
	f := NewFeed(slog.New(slog.DiscardHandler), nil)
	f.Subscribe(func(context.Context, Event) { panic("broken") })
	var got []Event
	f.Subscribe(func(_ context.Context, e Event) { got = append(got, e) })
	f.Publish(t.Context(), "cms", Record{"Page", "p"})
	f.Publish(t.Context(), "pim")
	if len(got) != 2 || got[0].Source != "cms" || got[0].Records[0] != (Record{"Page", "p"}) || got[0].At.IsZero() ||
		got[0].ID == "" || got[0].ID == got[1].ID {
		t.Errorf("%+v", got)
	}
}
