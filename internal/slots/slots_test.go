package slots

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"strand/internal/apperr"
)

func enter(t *testing.T, s *Slots, name string) func() {
	t.Helper()
	leave, err := s.Enter(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return leave
}

// Operations of a caller above its limit wait, and other callers do not wait for them.
func TestSlots_Caller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Limits{All: 4, Caller: 2, Waiting: 2})
		first, second := enter(t, s, "one"), enter(t, s, "one")
		leaves := make(chan func(), 2)
		for range 2 {
			go func() { leaves <- enter(t, s, "one") }()
			synctest.Wait()
		}
		if len(leaves) != 0 {
			t.Fatal("a third operation of one caller does not wait")
		}
		if _, err := s.Enter(t.Context(), "one"); apperr.CodeOf(err) != apperr.RateLimited {
			t.Errorf("a third operation that waits: %v", err)
		}
		enter(t, s, "two")()
		first()
		second()
		for range 2 {
			(<-leaves)()
		}
		if !s.all.TryAcquire(4) || len(s.callers) != 0 {
			t.Errorf("left over: %v", s.callers)
		}
	})
}

// A released slot goes to the first waiter that may have it.
func TestSlots_All(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Limits{All: 2, Caller: 1})
		one, two := enter(t, s, "one"), enter(t, s, "two")
		order := make(chan string, 3)
		for _, name := range []string{"one", "three", "two"} {
			go func() {
				leave := enter(t, s, name)
				order <- name
				leave()
			}()
			synctest.Wait()
		}
		two()
		synctest.Wait()
		if a, b := <-order, <-order; a != "three" || b != "two" {
			t.Errorf("first %s, then %s", a, b)
		}
		one()
		if c := <-order; c != "one" {
			t.Errorf("last %s", c)
		}
	})
}

func TestSlots_CancelledWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Limits{Caller: 1})
		leave := enter(t, s, "one")
		ctx, cancel := context.WithCancel(t.Context())
		failed := make(chan error)
		go func() {
			_, err := s.Enter(ctx, "one")
			failed <- err
		}()
		synctest.Wait()
		cancel()
		if err := <-failed; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		leave()
		if len(s.callers) != 0 {
			t.Errorf("left over: %v", s.callers)
		}
	})
}

// Work without a caller is bounded only by the limit of all callers.
func TestSlots_WithoutCaller(t *testing.T) {
	s := New(Limits{All: 3, Caller: 1, Waiting: 1})
	for range 3 {
		enter(t, s, "")
	}
}
