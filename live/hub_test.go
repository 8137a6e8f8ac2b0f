package live

import "testing"

func TestHub(t *testing.T) {
	var h Hub
	first, done := h.Wait("a")
	second, doneToo := h.Wait("a")
	other, _ := h.Wait("b")
	h.Changed("a")
	h.Changed("a")
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
	h.Changed("a")
	if len(first) != 0 {
		t.Error("woken after it has gone")
	}
	doneToo()
	if h.waiting["a"] != nil {
		t.Error("somebody is kept who has gone")
	}
	h.Close()
	h.Close()
	if _, open := <-other; open {
		t.Error("still waiting for a hub that is closed")
	}
	late, done := h.Wait("a")
	defer done()
	if _, open := <-late; open {
		t.Error("waiting for a hub that was closed before")
	}
}
