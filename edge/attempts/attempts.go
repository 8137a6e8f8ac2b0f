// Package attempts limits the attempts at one password over all IP addresses together.
package attempts

import (
	"context"
	"time"

	"golang.org/x/time/rate"

	"strand/internal/ratelimit"
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
	// all counts the attempts at the password on all servers, under its name.
	all  *ratelimit.Limiter
	name string

	Now   func() time.Time
	Delay func(context.Context, time.Duration)
}

// NewLimiter returns the limiter of queues: a queue limits the attempts of this server, and their limiter those of all
// servers.
func NewLimiter(limits ratelimit.Limits) *ratelimit.Limiter {
	return limits.New("passwords", PasswordAttempts, time.Minute)
}

// NewQueue returns the queue of the password with a name.
func NewQueue(all *ratelimit.Limiter, name string) *Queue {
	perSecond := rate.Every(time.Minute / (PasswordAttempts - AttemptsAtOnce))
	return &Queue{rate.NewLimiter(perSecond, AttemptsAtOnce), all, name, time.Now, wait}
}

// Enter waits for the turn of an attempt. It returns false if the attempt must not be judged: too many others wait, too
// many were made on all servers, or the caller has disconnected.
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
	return ctx.Err() == nil && q.all.Allow(ctx, q.name)
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
