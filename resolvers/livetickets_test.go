package resolvers

import (
	"testing"

	"strand/domain/portal"
)

// TestTicketStream_Tell: a slow stream does not block the others and gets the latest reading.
func TestTicketStream_Tell(t *testing.T) {
	s := &ticketStream{news: make(chan *portal.Ticket, 1)}
	for _, subject := range []string{"first", "second", "latest"} {
		s.tell(&portal.Ticket{Subject: subject})
	}
	if got := <-s.news; got.Subject != "latest" {
		t.Errorf("got %q", got.Subject)
	}
	if len(s.news) != 0 {
		t.Error("an earlier reading is still in the channel")
	}
}
