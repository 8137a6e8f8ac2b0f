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
		ctx, cancel := With(t.Context(), time.Second)
		defer cancel()
		longer, cancelLonger := With(ctx, time.Hour)
		defer cancelLonger()
		detached, cancelDetached := Apply(context.WithoutCancel(longer))
		defer cancelDetached()
		time.Sleep(999 * time.Millisecond)
		if err := errors.Join(ctx.Err(), longer.Err(), detached.Err()); err != nil {
			t.Errorf("before its end: %v", err)
		}
		time.Sleep(2 * time.Millisecond)
		for name, c := range map[string]context.Context{"with": ctx, "within": longer, "detached": detached} {
			if !errors.Is(c.Err(), context.DeadlineExceeded) {
				t.Errorf("%s: %v", name, c.Err())
			}
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
