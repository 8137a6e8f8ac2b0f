package sisusers

import (
	"maps"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

const (
	// freeFailures is the number of failures of an account after which one attempt is allowed in each failureWait. A
	// network, which many users may share, has more of them and waits less.
	freeFailures        = 5
	failureWait         = 5 * time.Minute
	freeNetworkFailures = 30
	networkWait         = 30 * time.Second
	// maxSubjects is the number of counted accounts and networks from which those without failures are forgotten.
	maxSubjects = 10_000
)

// LoginSource is the origin of a login attempt.
type LoginSource struct {
	// Network is the network of the caller; empty if it is not limited.
	Network string
	// Device is the secret of the browser; empty for an unknown browser.
	Device string
}

// LockedError reports until when attempts are refused after repeated failures.
type LockedError struct{ Until time.Time }

func (e *LockedError) Error() string {
	return "attempts are refused until " + e.Until.UTC().Format(time.RFC3339)
}

// attempts counts login attempts in memory. Its zero value has no attempts.
type attempts struct {
	mu       sync.Mutex
	limiters map[subject]*rate.Limiter
}

// subject is what attempts are counted by: a network, or a secret of an account, such as its password, and the known
// browser from which it is guessed. Addresses need not have an account.
type subject struct{ network, secret, account, device string }

func (s subject) limiter() *rate.Limiter {
	if s.network != "" {
		return rate.NewLimiter(rate.Every(networkWait), freeNetworkFailures)
	}
	return rate.NewLimiter(rate.Every(failureWait), freeFailures)
}

// attempt is a started attempt. It counts as a failure until succeeded is called, so that concurrent attempts cannot
// bypass the limit.
type attempt struct {
	of    *attempts
	at    time.Time
	taken map[subject]*rate.Reservation
}

// begin counts an attempt by each subject, or by none. The error is a *LockedError if the attempt must wait.
func (a *attempts) begin(now time.Time, subjects ...subject) (*attempt, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.limiters) >= maxSubjects {
		maps.DeleteFunc(a.limiters, func(_ subject, l *rate.Limiter) bool {
			return l.TokensAt(now) >= float64(l.Burst())
		})
	}
	if a.limiters == nil {
		a.limiters = map[subject]*rate.Limiter{}
	}
	begun := &attempt{of: a, at: now, taken: map[subject]*rate.Reservation{}}
	wait := time.Duration(0)
	for _, s := range subjects {
		if a.limiters[s] == nil {
			a.limiters[s] = s.limiter()
		}
		begun.taken[s] = a.limiters[s].ReserveN(now, 1)
		wait = max(wait, begun.taken[s].DelayFrom(now))
	}
	if wait == 0 {
		return begun, nil
	}
	for _, reservation := range begun.taken {
		reservation.CancelAt(now)
	}
	return nil, &LockedError{now.Add(wait)}
}

// succeeded resets the failures of the account or the browser. For the network only this attempt is no failure: a user
// of an own account must not guess other passwords faster.
func (a *attempt) succeeded() {
	a.of.mu.Lock()
	defer a.of.mu.Unlock()
	for s, reservation := range a.taken {
		if s.network != "" {
			reservation.CancelAt(a.at)
		} else {
			delete(a.of.limiters, s)
		}
	}
}
