package pagetranslation

import (
	"context"
	"log/slog"
	"path/filepath"
	"testing"
	"time"
)

// newStore opens a store in a file.
func newStore(t *testing.T, file string) *store {
	t.Helper()
	s, err := openStore(t.Context(), file, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// first orders the translation of a page and returns the order.
func first(t *testing.T, s *store, now time.Time) row {
	t.Helper()
	r := row{page: "a", language: "fr", source: "en", phase: ordered, reference: "order-1"}
	if isNew, err := s.order(t.Context(), r, now); err != nil || !isNew {
		t.Fatal(isNew, err)
	}
	return r
}

// states has the phases and references of what is not done, by page and language.
func states(t *testing.T, s *store) map[string]string {
	t.Helper()
	rows, err := s.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, r := range rows {
		found[r.page+" "+r.language] = string(r.phase) + " " + r.reference
	}
	return found
}

// Two editors who start a translation at the same time make one order.
func TestStore_Order_Twice(t *testing.T) {
	s, now := newStore(t, filepath.Join(t.TempDir(), "a.db")), time.Unix(100, 0)
	r := first(t, s, now)
	again := r
	again.reference = "order-2"
	if isNew, err := s.order(t.Context(), again, now); err != nil || isNew {
		t.Errorf("a second order is new: %t, %v", isNew, err)
	}
	if got := states(t, s)["a fr"]; got != "ORDERED order-1" {
		t.Error(got)
	}
	r.phase = done
	if err := s.keep(t.Context(), r, now); err != nil {
		t.Fatal(err)
	}
	if isNew, err := s.order(t.Context(), again, now); err != nil || !isNew ||
		states(t, s)["a fr"] != "ORDERED order-2" {
		t.Errorf("an order after the first is done: %t, %v", isNew, err)
	}
}

// What becomes of an order does not replace a reset that was asked for meanwhile, and the order is to be cancelled.
func TestStore_Reset(t *testing.T) {
	s, now := newStore(t, filepath.Join(t.TempDir(), "a.db")), time.Unix(100, 0)
	r := first(t, s, now)
	if err := s.reset(t.Context(), row{page: "a", language: "fr", source: "en"}, now); err != nil {
		t.Fatal(err)
	}
	if isCurrent, err := s.isCurrent(t.Context(), r); err != nil || isCurrent {
		t.Errorf("the order is current: %t, %v", isCurrent, err)
	}
	r.phase = sent
	if err := s.keep(t.Context(), r, now); err != nil {
		t.Fatal(err)
	}
	if got := states(t, s)["a fr"]; got != "RESET " {
		t.Error(got)
	}
	list, err := s.cancellations(t.Context(), now)
	if err != nil || len(list) != 1 || list[0].reference != "order-1" {
		t.Fatalf("%v, %v", list, err)
	}
	later := now.Add(time.Minute)
	if err := s.cancelled(t.Context(), list[0], &later); err != nil {
		t.Fatal(err)
	}
	if list, err := s.cancellations(t.Context(), now); err != nil || len(list) != 0 {
		t.Errorf("before the next attempt: %v, %v", list, err)
	}
	if err := s.cancelled(t.Context(), list[0], nil); err != nil {
		t.Fatal(err)
	}
	if list, err := s.cancellations(t.Context(), later); err != nil || len(list) != 0 {
		t.Errorf("after the cancellation: %v, %v", list, err)
	}
}

// An order that the translation service has done before it is written down as sent is due at once, others later.
func TestStore_UnrecordedOrderIsDue(t *testing.T) {
	for name, isTold := range map[string]bool{"told": true, "not told": false} {
		s, now := newStore(t, filepath.Join(t.TempDir(), "a.db")), time.Unix(100, 0)
		r := first(t, s, now)
		if isTold {
			if isOpen, err := s.makeDue(t.Context(), r.reference); err != nil || !isOpen {
				t.Errorf("%s: open %t, %v", name, isOpen, err)
			}
		}
		r.phase = sent
		if err := s.keep(t.Context(), r, now.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		if due, err := s.due(t.Context(), now); err != nil || (len(due) == 1) != isTold {
			t.Errorf("%s: %d due, %v", name, len(due), err)
		}
		if isOpen, err := s.makeDue(t.Context(), "unknown"); err != nil || isOpen {
			t.Errorf("%s: an unknown order is open: %t, %v", name, isOpen, err)
		}
	}
}

// What waited for another attempt is due after a restart.
func TestStore_Restart(t *testing.T) {
	file, now := filepath.Join(t.TempDir(), "a.db"), time.Unix(100, 0)
	s := newStore(t, file)
	r := first(t, s, now)
	r.file, r.attempts = "<xliff/>", 7
	if err := s.keep(t.Context(), r, now.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	due, err := newStore(t, file).due(context.Background(), now)
	if err != nil || len(due) != 1 || due[0].file != "<xliff/>" || due[0].attempts != 7 {
		t.Errorf("%+v, %v", due, err)
	}
}

func TestDelay(t *testing.T) {
	for attempts, want := range map[int]time.Duration{
		0: time.Second, 1: time.Second, 2: 2 * time.Second, 5: 16 * time.Second, 11: 10 * time.Minute,
		1000: 10 * time.Minute,
	} {
		if got := delay(attempts); got != want {
			t.Errorf("%d: %v, want %v", attempts, got, want)
		}
	}
}
