package graph

import "testing"

func TestWatchers(t *testing.T) {
	var w watchers
	var leave func()
	for range maxStreams {
		var ok bool
		if leave, ok = w.enter("one"); !ok {
			t.Fatal("too few")
		}
	}
	if _, ok := w.enter("one"); ok {
		t.Error("one more")
	}
	if _, ok := w.enter("two"); !ok {
		t.Error("one person takes another's")
	}
	leave()
	if _, ok := w.enter("one"); !ok {
		t.Error("after one has ended")
	}
}
