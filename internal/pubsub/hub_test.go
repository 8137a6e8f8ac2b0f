package pubsub

import "testing"

func TestHub(t *testing.T) {
	var h Hub
	first, done := h.Subscribe("a")
	second, doneToo := h.Subscribe("a")
	other, _ := h.Subscribe("b")
	h.Publish("a")
	h.Publish("a")
	for name, woken := range map[string]<-chan struct{}{"first": first, "second": second} {
		if len(woken) != 1 {
			t.Errorf("%s: woken %d times", name, len(woken))
		}
	}
	if len(other) != 0 {
		t.Error("woken for another key")
	}
	<-first
	done()
	h.Publish("a")
	if len(first) != 0 {
		t.Error("woken after it has gone")
	}
	doneToo()
	if h.subscribers["a"] != nil {
		t.Error("somebody is kept who has gone")
	}
	h.Close()
	h.Close()
	if _, open := <-other; open {
		t.Error("still waiting for a hub that is closed")
	}
	late, done := h.Subscribe("a")
	defer done()
	if _, open := <-late; open {
		t.Error("waiting for a hub that was closed before")
	}
}
