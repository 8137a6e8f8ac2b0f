package graph

import "testing"

func TestWatchers(t *testing.T) {
	var w streamCounter
	var leave func()
	for range maxStreams {
		var ok bool
		if leave, ok = w.enter("one"); !ok {
			t.Fatal("refused below the limit")
		}
	}
	if _, ok := w.enter("one"); ok {
		t.Error("accepted above the limit")
	}
	if _, ok := w.enter("two"); !ok {
		t.Error("the limit of one user applies to another")
	}
	leave()
	if _, ok := w.enter("one"); !ok {
		t.Error("refused after a stream has ended")
	}
}
