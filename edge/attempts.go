package edge

import (
	"context"
	"time"

	"golang.org/x/time/rate"
)

// Limits of the attempts at one password of all addresses together: at most passwordAttempts in any minute.
const (
	passwordAttempts = 150
	// attemptsAtOnce attempts are answered at once, further ones wait for their turn.
	attemptsAtOnce = 50
	// maxAttemptDelay is the longest wait; an attempt that would wait longer is refused.
	maxAttemptDelay = 5 * time.Second
)

// attemptQueue limits the attempts at one password of all addresses together, so that many addresses cannot guess
// quickly. It is safe for concurrent use.
type attemptQueue struct {
	limiter *rate.Limiter
	now     func() time.Time
	delay   func(context.Context, time.Duration)
}

func newAttemptQueue() *attemptQueue {
	perSecond := rate.Every(time.Minute / (passwordAttempts - attemptsAtOnce))
	return &attemptQueue{rate.NewLimiter(perSecond, attemptsAtOnce), time.Now, wait}
}

// enter waits for the turn of an attempt. It returns false if the attempt must not be judged: too many others wait, or
// the caller has disconnected.
func (q *attemptQueue) enter(ctx context.Context) bool {
	now := q.now()
	turn := q.limiter.ReserveN(now, 1)
	delay := turn.DelayFrom(now)
	if delay > maxAttemptDelay {
		turn.CancelAt(now)
		return false
	}
	if delay > 0 {
		q.delay(ctx, delay)
	}
	return ctx.Err() == nil
}

// wait returns after a duration, or earlier if the context ends.
func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
