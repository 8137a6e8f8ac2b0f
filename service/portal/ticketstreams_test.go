package portal

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"strand/domain/portal"
	"strand/domain/ticketing"
	"strand/internal/pubsub"
)

// TestTicketStream_Send: a slow stream does not block the others and gets the latest reading.
func TestTicketStream_Send(t *testing.T) {
	s := &ticketStream{updates: make(chan *ticketing.Ticket, 1)}
	for _, subject := range []string{"first", "second", "latest"} {
		s.send(&ticketing.Ticket{Subject: subject})
	}
	if got := <-s.updates; got.Subject != "latest" {
		t.Errorf("got %q", got.Subject)
	}
	if len(s.updates) != 0 {
		t.Error("an earlier reading is still in the channel")
	}
}

// oneTicket is a reader of one ticket, as a member of the group's staff who has not read it.
type oneTicket struct{ updatedAt chan time.Time }

func (r oneTicket) Ticket(context.Context, string, string) (*ticketing.Ticket, error) {
	return &ticketing.Ticket{
		ID: "7", IsUnread: true, Assignable: []*portal.Person{{ID: "ines"}}, UpdatedAt: <-r.updatedAt,
	}, nil
}

// TestTicketStreams_Reader: no stream gets what belongs to the user in whose name the ticket was read.
//
// Rules: TICK-31, TICK-33.
func TestTicketStreams_Reader(t *testing.T) {
	topics := &pubsub.Hub{}
	reader := oneTicket{updatedAt: make(chan time.Time, 10)}
	for i := range cap(reader.updatedAt) {
		reader.updatedAt <- time.Unix(int64(i), 0)
	}
	roles := []string{"kmx_int_serviceticketing_active"}
	user := StreamUser{ID: "carla", Roles: roles, Verify: func(context.Context) (*portal.User, error) {
		return &portal.User{ID: "carla", Roles: roles}, nil
	}}
	changes, err := NewTicketStreams(reader, topics, slog.New(slog.DiscardHandler)).Follow(t.Context(), user, "7")
	if err != nil {
		t.Fatal(err)
	}
	for _, state := range []string{"first", "changed"} {
		if got := <-changes; got.ID != "7" || got.IsUnread || got.Assignable != nil {
			t.Errorf("%s: %+v", state, got)
		}
		topics.Publish(TicketTopic("7"))
	}
}
