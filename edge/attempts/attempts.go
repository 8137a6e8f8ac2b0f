// Package attempts limits the attempts at one password over all IP addresses together.
package attempts

import (
	"context"
	"time"

	"golang.org/x/time/rate"
)

// Limits of the attempts at one password of all IP addresses together: at most passwordAttempts in any minute.
const (
	PasswordAttempts = 150
	// AttemptsAtOnce attempts are answered at once, further ones wait for their turn.
	AttemptsAtOnce = 50
	// maxAttemptDelay is the longest wait; an attempt that would wait longer is refused.
	maxAttemptDelay = 5 * time.Second
)

// Queue limits the attempts at one password of all IP addresses together, so that many IP addresses cannot guess
// quickly. It is safe for concurrent use.
type Queue struct {
	limiter *rate.Limiter
	Now     func() time.Time
	Delay   func(context.Context, time.Duration)
}

// NewQueue returns the queue of a password.
func NewQueue() *Queue {
	perSecond := rate.Every(time.Minute / (PasswordAttempts - AttemptsAtOnce))
	return &Queue{rate.NewLimiter(perSecond, AttemptsAtOnce), time.Now, wait}
}

// Enter waits for the turn of an attempt. It returns false if the attempt must not be judged: too many others wait, or
// the caller has disconnected.
func (q *Queue) Enter(ctx context.Context) bool {
	now := q.Now()
	turn := q.limiter.ReserveN(now, 1)
	delay := turn.DelayFrom(now)
	if delay > maxAttemptDelay {
		turn.CancelAt(now)
		return false
	}
	if delay > 0 {
		q.Delay(ctx, delay)
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
