package portal

import (
	"testing"

	"strand/domain/ticketing"
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
