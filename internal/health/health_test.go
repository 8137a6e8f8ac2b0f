package health

import "testing"

func TestOf(t *testing.T) {
	works := true
	check := Of(func() bool { return works }, "the file is damaged")
	if got := check(t.Context()); got != (State{Status: Up}) {
		t.Errorf("got %+v", got)
	}
	works = false
	if got := check(t.Context()); got != (State{Status: Down, Reason: "the file is damaged"}) {
		t.Errorf("got %+v", got)
	}
}
