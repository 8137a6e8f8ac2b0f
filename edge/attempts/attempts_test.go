package attempts

import (
	"context"
	"testing"
	"time"

	"strand/internal/ratelimit"
)

// TestAttemptQueue_Disconnected: the attempt of a caller who disconnects while it waits is not judged.
//
// Rules: EDIT-4.
func TestAttemptQueue_Disconnected(t *testing.T) {
	q := NewQueue(NewLimiter(ratelimit.Limits{}), "page")
	now := time.Now()
	q.Now = func() time.Time { return now }
	ctx, cancel := context.WithCancel(t.Context())
	q.Delay = func(context.Context, time.Duration) { cancel() }
	for range AttemptsAtOnce {
		if !q.Enter(ctx) {
			t.Fatal("an attempt is refused")
		}
	}
	if q.Enter(ctx) {
		t.Error("the attempt is judged")
	}
}
