package sisportal_test

import (
	"context"
	"io"
	"log/slog"
	"testing"

	"strand/demo/sisportal"
	"strand/demo/sisusers"
	"strand/domain/portal"
)

// TestSeed: the sample tickets are added once, with their comments.
func TestSeed(t *testing.T) {
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	users, err := sisusers.Open(sisusers.Options{
		Dir:        t.TempDir(),
		ContentDir: "../content/identity",
		Logger:     log,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = users.Close() })
	files := t.TempDir()
	d := &testServer{users: users}
	for range 2 {
		s, err := sisportal.New(sisportal.Options{
			Dir:        files,
			Users:      users,
			ContentDir: "../content/sis",
			Now:        d.now,
			Logger:     log,
			Verify: func(
				_ context.Context, token string,
			) (*portal.User, error) {
				return &portal.User{ID: token}, nil
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		d.serve(t, s)
	}
	all := d.list(t, technician, map[string]any{}, "CREATED", 100, nil)
	if len(all.Tickets.Edges) < 8 || all.Tickets.Total != len(all.Tickets.Edges) {
		t.Fatalf("%d of %d sample tickets", len(all.Tickets.Edges), all.Tickets.Total)
	}
	var got struct{ Ticket ticket }
	d.as(t, customer, `{ ticket(id: "sample-0001") { id status replies comments { author { isProvider } } } }`, nil,
		&got)
	if got.Ticket.Status != "WAITING" || got.Ticket.Replies != 2 || len(got.Ticket.Comments) != 3 ||
		!got.Ticket.Comments[0].Author.IsProvider {
		t.Errorf("%+v", got.Ticket)
	}
}
