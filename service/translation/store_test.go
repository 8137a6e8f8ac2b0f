package translation

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"strand/internal/database"
	"strand/internal/sqlite"
	"strand/test/databasetest"
	"strand/test/postgrestest"
)

// TestMain stops the database of the tests.
func TestMain(m *testing.M) { os.Exit(postgrestest.Main(m)) }

// newStore opens a store, and closes it at the end of the test.
func newStore(t *testing.T, at database.Location) *store {
	t.Helper()
	s, err := openStore(t.Context(), at, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// insertFirstOrder stores an order of a page's translation and returns it.
func insertFirstOrder(t *testing.T, s *store, now time.Time) targetRow {
	t.Helper()
	r := targetRow{page: "a", language: "fr", source: "en", phase: ordered, reference: "order-1"}
	if isNew, err := s.insertOrder(t.Context(), r, now); err != nil || !isNew {
		t.Fatal(isNew, err)
	}
	return r
}

// pendingStates returns the phase and reference of each pending action, by page and language.
func pendingStates(t *testing.T, s *store) map[string]string {
	t.Helper()
	rows, err := s.pending(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, r := range rows {
		found[r.page+" "+r.language] = string(r.phase) + " " + r.reference
	}
	return found
}

// TestStore_InsertOrder_Twice: two editors who start a translation at the same time create one order.
func TestStore_InsertOrder_Twice(t *testing.T) { databasetest.Each(t, testInsertOrderTwice) }

func testInsertOrderTwice(t *testing.T, at database.Location) {
	s, now := newStore(t, at), time.Unix(100, 0)
	r := insertFirstOrder(t, s, now)
	again := r
	again.reference = "order-2"
	if isNew, err := s.insertOrder(t.Context(), again, now); err != nil || isNew {
		t.Errorf("the second order was inserted: %t, %v", isNew, err)
	}
	if got := pendingStates(t, s)["a fr"]; got != "ORDERED order-1" {
		t.Error(got)
	}
	r.phase = done
	if err := s.update(t.Context(), r, now); err != nil {
		t.Fatal(err)
	}
	if isNew, err := s.insertOrder(t.Context(), again, now); err != nil || !isNew ||
		pendingStates(t, s)["a fr"] != "ORDERED order-2" {
		t.Errorf("an order after the completed one was not inserted: %t, %v", isNew, err)
	}
}

// TestStore_InsertReset: an update of an order does not replace a reset that was requested in the meantime, and the
// order is cancelled.
func TestStore_InsertReset(t *testing.T) { databasetest.Each(t, testInsertReset) }

func testInsertReset(t *testing.T, at database.Location) {
	s, now := newStore(t, at), time.Unix(100, 0)
	r := insertFirstOrder(t, s, now)
	if err := s.insertReset(t.Context(), targetRow{page: "a", language: "fr", source: "en"}, now); err != nil {
		t.Fatal(err)
	}
	if isCurrent, err := s.isCurrent(t.Context(), r); err != nil || isCurrent {
		t.Errorf("the reset order is current: %t, %v", isCurrent, err)
	}
	r.phase = sent
	if err := s.update(t.Context(), r, now); err != nil {
		t.Fatal(err)
	}
	if got := pendingStates(t, s)["a fr"]; got != "RESET " {
		t.Error(got)
	}
	list, err := s.cancellations(t.Context(), now)
	if err != nil || len(list) != 1 || list[0].reference != "order-1" {
		t.Fatalf("%v, %v", list, err)
	}
	later := now.Add(time.Minute)
	if err := s.updateCancellation(t.Context(), list[0], &later); err != nil {
		t.Fatal(err)
	}
	if list, err := s.cancellations(t.Context(), now); err != nil || len(list) != 0 {
		t.Errorf("before the next attempt: %v, %v", list, err)
	}
	if err := s.updateCancellation(t.Context(), list[0], nil); err != nil {
		t.Fatal(err)
	}
	if list, err := s.cancellations(t.Context(), later); err != nil || len(list) != 0 {
		t.Errorf("after the cancellation: %v, %v", list, err)
	}
}

// TestStore_Update_FinishedOrder: an order that the translation service finished before it was recorded as sent is due
// at once, another one at its next attempt.
func TestStore_Update_FinishedOrder(t *testing.T) {
	for name, isFinished := range map[string]bool{"finished": true, "not finished": false} {
		t.Run(name, func(t *testing.T) {
			databasetest.Each(t, func(t *testing.T, at database.Location) { testFinishedOrder(t, at, isFinished) })
		})
	}
}

func testFinishedOrder(t *testing.T, at database.Location, isFinished bool) {
	s, now := newStore(t, at), time.Unix(100, 0)
	r := insertFirstOrder(t, s, now)
	if isFinished {
		if isPending, err := s.makeDue(t.Context(), r.reference); err != nil || !isPending {
			t.Errorf("pending %t, %v", isPending, err)
		}
	}
	r.phase = sent
	if err := s.update(t.Context(), r, now.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if due, err := s.listDue(t.Context(), now); err != nil || (len(due) == 1) != isFinished {
		t.Errorf("%d due, %v", len(due), err)
	}
	if isPending, err := s.makeDue(t.Context(), "unknown"); err != nil || isPending {
		t.Errorf("an unknown order is pending: %t, %v", isPending, err)
	}
}

// TestStore_Failed: a failed order is not processed again until the service reports a delivery of it, or an editor
// starts the translation again.
//
// Rules: TRAN-7.
func TestStore_Failed(t *testing.T) { databasetest.Each(t, testFailed) }

func testFailed(t *testing.T, at database.Location) {
	s, now := newStore(t, at), time.Unix(100, 0)
	r := insertFirstOrder(t, s, now)
	r.phase, r.problem = failed, "main-about.fr.xlf:4: no translation"
	fail := func() {
		t.Helper()
		if err := s.update(t.Context(), r, now); err != nil {
			t.Fatal(err)
		}
		later := now.Add(1000 * time.Hour)
		if due, err := s.listDue(t.Context(), later); err != nil || len(due) > 0 {
			t.Errorf("due: %+v, %v", due, err)
		}
		if next := s.nextDue(t.Context(), later, time.Hour); next != time.Hour {
			t.Errorf("the next action is due in %v", next)
		}
		if pending, err := s.pending(t.Context()); err != nil || len(pending) != 1 || pending[0].problem != r.problem {
			t.Errorf("pending: %+v, %v", pending, err)
		}
	}
	fail()
	if isPending, err := s.makeDue(t.Context(), r.reference); err != nil || !isPending {
		t.Errorf("another delivery is ignored: %v", err)
	}
	if due, err := s.listDue(t.Context(), now); err != nil || len(due) != 1 || due[0].phase != sent {
		t.Errorf("due after another delivery: %+v, %v", due, err)
	}
	fail()
	again := targetRow{page: "a", language: "fr", source: "en", phase: ordered, reference: "order-2"}
	if isNew, err := s.insertOrder(t.Context(), again, now); err != nil || !isNew ||
		pendingStates(t, s)["a fr"] != "ORDERED order-2" {
		t.Errorf("not started again: %t, %v", isNew, err)
	}
	if isPending, err := s.makeDue(t.Context(), r.reference); err != nil || isPending {
		t.Errorf("a delivery of the failed order counts for the next one: %v", err)
	}
}

// TestStore_Restart: an action that waited for its next attempt is due after a restart.
//
// Rules: TRAN-5.
func TestStore_Restart(t *testing.T) { databasetest.Each(t, testRestart) }

func testRestart(t *testing.T, at database.Location) {
	now := time.Unix(100, 0)
	s := newStore(t, at)
	r := insertFirstOrder(t, s, now)
	r.file, r.attempts = "<xliff/>", 7
	if err := s.update(t.Context(), r, now.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	due, err := newStore(t, at).listDue(context.Background(), now)
	if err != nil || len(due) != 1 || due[0].file != "<xliff/>" || due[0].attempts != 7 {
		t.Errorf("%+v, %v", due, err)
	}
}

// TestStore_PreviousRelease: a file of the previous release is read and written.
func TestStore_PreviousRelease(t *testing.T) {
	file, now := filepath.Join(t.TempDir(), "translations.db"), time.Unix(100, 0)
	db, err := sqlite.Open(file, os.DirFS("testdata/released"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`INSERT INTO targets (page, language, source_language, phase, reference, next_attempt_at)
		VALUES ('a', 'fr', 'en', 'SENT', 'order-1', 1)`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s := newStore(t, database.Location{File: file})
	if isPending, err := s.makeDue(t.Context(), "order-1"); err != nil || !isPending {
		t.Errorf("the order is not pending: %t, %v", isPending, err)
	}
	if err := s.insertReset(t.Context(), targetRow{page: "a", language: "fr", source: "en"}, now); err != nil {
		t.Error(err)
	}
	if list, err := s.cancellations(t.Context(), now); err != nil || len(list) != 1 {
		t.Errorf("cancellations: %v, %v", list, err)
	}
}

// TestDelay: the delay doubles with each attempt, up to ten minutes.
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
