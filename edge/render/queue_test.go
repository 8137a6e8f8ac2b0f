package render

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"strand/internal/slots"
)

// TestQueue_Turns: a caller has all places while no other waits; then callers take turns, and one that fills the queue
// gives way.
//
// Rules: SEC-43.
func TestQueue_Turns(t *testing.T) {
	for _, test := range []struct {
		name string
		// joins are the callers of the requests in their order.
		joins          string
		places, length int
		// served and refused are the callers in the order in which they get a place, and an error.
		served, refused string
	}{
		{"one caller", "a a a a", 2, 2, "a a a a", ""},
		{"one caller, too many", "a a a a a", 2, 2, "a a a a", "a"},
		{"another caller is next", "a a a a a b", 2, 8, "a a b a a a", ""},
		{"two callers", "a a a a b b b", 1, 8, "a b a b a b a", ""},
		{"the one with fewer places", "a a b a a b", 3, 8, "a a b b a a", ""},
		{"a full queue gives way", "a a a a a b b b", 1, 4, "a b a b a", "a a b"},
		{"shares are equal", "a a a b b c", 1, 3, "a b a c", "a b"},
		{"the server itself", "a a a -", 1, 8, "a - a a", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				q := newQueue(test.places, test.length)
				var served, refused []string
				var leaves []func()
				for _, name := range strings.Fields(test.joins) {
					ctx := t.Context()
					if name != "-" {
						ctx = slots.WithVisitor(ctx, name)
					}
					go func() {
						leave, err := q.enter(ctx)
						if err != nil {
							if !errors.Is(err, ErrOverloaded) {
								t.Error(err)
							}
							refused = append(refused, name)
							return
						}
						served, leaves = append(served, name), append(leaves, leave)
					}()
					synctest.Wait()
				}
				for n := 0; n < len(leaves); n++ {
					leaves[n]()
					synctest.Wait()
				}
				slices.Sort(refused)
				if got := strings.Join(served, " "); got != test.served {
					t.Errorf("served %q, want %q", got, test.served)
				}
				if got := strings.Join(refused, " "); got != test.refused {
					t.Errorf("refused %q, want %q", got, test.refused)
				}
				if len(q.callers) != 0 || q.waiting != 0 || q.free != test.places {
					t.Errorf("left behind: %+v", q)
				}
			})
		})
	}
}

// TestQueue_Leaving: a caller that leaves while it waits, also at the moment of its turn, keeps no place.
func TestQueue_Leaving(t *testing.T) {
	for range 100 {
		q := newQueue(1, 8)
		leave, err := q.enter(slots.WithVisitor(t.Context(), "a"))
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(slots.WithVisitor(t.Context(), "b"))
		left := make(chan error)
		go func() {
			waited, err := q.enter(ctx)
			if err == nil {
				waited()
			}
			left <- err
		}()
		go cancel()
		leave()
		if err := <-left; err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if len(q.callers) != 0 || q.waiting != 0 || q.free != 1 {
			t.Fatalf("left behind: %+v", q)
		}
	}
}
