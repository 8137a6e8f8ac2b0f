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
			t.Errorf("%s: notified %d times", name, len(woken))
		}
	}
	if len(other) != 0 {
		t.Error("notified of another topic")
	}
	<-first
	done()
	h.Publish("a")
	if len(first) != 0 {
		t.Error("notified after unsubscribing")
	}
	doneToo()
	if h.subscribers["a"] != nil {
		t.Error("an unsubscribed channel is still stored")
	}
	h.Close()
	h.Close()
	if _, open := <-other; open {
		t.Error("the channel of a closed hub is open")
	}
	late, done := h.Subscribe("a")
	defer done()
	if _, open := <-late; open {
		t.Error("a subscription of a closed hub is open")
	}
}
