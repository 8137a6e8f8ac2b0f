package budget

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		outer := With(t.Context(), time.Second)
		longer := With(outer, time.Hour)
		limited := map[string]context.Context{}
		for name, ctx := range map[string]context.Context{
			"with": outer, "shortened": With(longer, 2*time.Second), "within": longer,
			"detached": context.WithoutCancel(longer),
		} {
			applied, cancel := Apply(ctx)
			defer cancel()
			limited[name] = applied
		}
		time.Sleep(999 * time.Millisecond)
		for name, ctx := range limited {
			if ctx.Err() != nil {
				t.Errorf("%s: ended before the budget", name)
			}
		}
		time.Sleep(2 * time.Millisecond)
		for name, ctx := range limited {
			if !errors.Is(ctx.Err(), context.DeadlineExceeded) {
				t.Errorf("%s: %v after the budget", name, ctx.Err())
			}
		}
		if outer.Err() != nil {
			t.Error("the context itself has ended")
		}
	})
}

func TestApply_WithoutBudget(t *testing.T) {
	ctx, cancel := Apply(t.Context())
	defer cancel()
	if _, ok := ctx.Deadline(); ok {
		t.Error("there is a deadline")
	}
}

func TestApplyHalf(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := With(t.Context(), 2*time.Second)
		started := time.Now()
		for _, want := range []time.Duration{time.Second, 1500 * time.Millisecond, 1750 * time.Millisecond} {
			half, cancel := ApplyHalf(context.WithoutCancel(ctx))
			<-half.Done()
			cancel()
			if got := time.Since(started); got != want {
				t.Errorf("ended after %s, want %s", got, want)
			}
		}
		unlimited, cancel := ApplyHalf(t.Context())
		defer cancel()
		if _, ok := unlimited.Deadline(); ok {
			t.Error("there is a deadline without a budget")
		}
	})
}
