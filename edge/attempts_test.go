package edge

import (
	"context"
	"testing"
	"time"
)

// TestAttemptQueue_Disconnected: the attempt of a caller who disconnects while it waits is not judged.
func TestAttemptQueue_Disconnected(t *testing.T) {
	q := newAttemptQueue()
	now := time.Now()
	q.now = func() time.Time { return now }
	ctx, cancel := context.WithCancel(t.Context())
	q.delay = func(context.Context, time.Duration) { cancel() }
	for range attemptsAtOnce {
		if !q.enter(ctx) {
			t.Fatal("an attempt is refused")
		}
	}
	if q.enter(ctx) {
		t.Error("the attempt is judged")
	}
}
