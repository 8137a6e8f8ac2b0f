package outbox

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"strand/domain/form"
	"strand/internal/recovery"
)

const (
	// lanes is how many submissions are delivered at once: a slow one does not hold up the others.
	lanes = 4
	// fileLanes is how many of them may send files, which can take minutes: a form without files always has a lane.
	fileLanes = lanes - 1
	// poll is the longest time between two looks at what is due: what another process has changed is noticed by then.
	poll = 5 * time.Second
	// cleanEvery is how often delivered submissions that are old enough are forgotten.
	cleanEvery = 10 * time.Minute

	// firstDelay before a second attempt doubles with each one, up to longestDelay: an outage of minutes is over when the
	// next attempt comes, and one of days costs an attempt an hour.
	firstDelay   = time.Second
	longestDelay = time.Hour
	// maxAttempts is how often a delivery is tried: twelve within the first hour, then one an hour. Together they take 3.7
	// days, longer than a weekend with a public holiday.
	maxAttempts = 100
	// maxError is how much of an error is kept, in bytes.
	maxError = 1000
)

// The reasons of dead letters.
const (
	reasonRefused    = "refused"
	reasonExhausted  = "exhausted"
	reasonUnreadable = "unreadable"
)

// Verdict says what an error of a delivery means.
type Verdict struct {
	// Refused says that the submission would be refused again: it becomes a dead letter at once.
	Refused bool
	// RetryAfter is how long the receiver asks to wait; 0 where it does not say.
	RetryAfter time.Duration
}

// Receiver is where submissions are delivered to.
type Receiver struct {
	// Deliver delivers a submission. Its context ends when the server stops or has lost its claim.
	Deliver func(context.Context, *form.Submission) error
	// Judge says what an error of Deliver means; nil treats every error as a failure that may pass.
	Judge func(error) Verdict
	// Delivered is called once the delivery is on record, to remove what is no longer needed; nil for nothing.
	Delivered func(*form.Submission)
}

// Run delivers what is due, several submissions at once, until the context ends and the running deliveries have ended.
func (o *Outbox) Run(ctx context.Context, to Receiver) {
	// ended has an element for each delivery that has ended: whether it had files.
	ended := make(chan bool, lanes)
	running, withFiles := 0, 0
	var cleaned time.Time
	for ctx.Err() == nil {
		for running < lanes {
			c, err := o.claim(ctx, withFiles < fileLanes)
			if err != nil || c == nil {
				break // the store logs its own failures
			}
			running++
			if c.hasFiles {
				withFiles++
			}
			recovery.Go(ctx, o.log, "outbox_delivery", func() {
				defer func() { ended <- c.hasFiles }()
				o.process(ctx, to, c)
			})
		}
		if now := o.now(); now.Sub(cleaned) >= cleanEvery {
			o.clean(ctx, now)
			cleaned = now
		}
		wait := poll
		if running < lanes {
			wait = o.nextDue(ctx, withFiles < fileLanes, poll)
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-o.wake:
		case <-timer.C:
		case hadFiles := <-ended:
			running--
			if hadFiles {
				withFiles--
			}
		}
		timer.Stop()
	}
	for range running {
		<-ended
	}
}

// clean forgets submissions that were delivered long ago.
func (o *Outbox) clean(ctx context.Context, now time.Time) {
	_ = o.store.Do(ctx, func(db *sql.DB) error { // the store logs its own failures
		_, err := db.ExecContext(ctx, `DELETE FROM submissions WHERE delivered_at < ?`, now.Add(-keepDelivered).UnixMilli())
		return err
	})
}

// process delivers a claimed submission and writes down what came of it.
func (o *Outbox) process(ctx context.Context, to Receiver, c *claim) {
	s := &form.Submission{}
	if err := json.Unmarshal([]byte(c.body), s); err != nil {
		o.bury(ctx, c, reasonUnreadable, err)
		return
	}
	start := time.Now()
	err := o.attempt(ctx, to, s, c)
	result := resultDelivered
	verdict := Verdict{}
	if err != nil {
		result = resultFailed
		if to.Judge != nil {
			verdict = to.Judge(err)
		}
		if verdict.Refused {
			result = resultRefused
		}
	}
	switch {
	case err != nil && errors.Is(err, errClaimLost):
		return // the other server writes it down
	case err != nil && ctx.Err() != nil:
		// The server stops: this was no attempt.
		_ = o.record(ctx, c, `attempts = attempts - 1, next_attempt_at = ?`, o.now().UnixMilli())
		return
	}
	o.metrics.attempted(ctx, result, time.Since(start))
	switch {
	case err == nil:
		o.delivered(ctx, to, s, c)
	case verdict.Refused:
		o.bury(ctx, c, reasonRefused, err)
	case c.attempts >= maxAttempts:
		o.bury(ctx, c, reasonExhausted, err)
	default:
		o.postpone(ctx, c, verdict.RetryAfter, err)
	}
}

// attempt delivers a submission while its claim is extended. A panic is an error.
func (o *Outbox) attempt(ctx context.Context, to Receiver, s *form.Submission, c *claim) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var extending sync.WaitGroup
	extending.Add(1)
	recovery.Go(ctx, o.log, "outbox_claim", func() {
		defer extending.Done()
		o.extend(ctx, c, cancel)
	})
	err := recovery.Do(ctx, o.log, "outbox_delivery", func() error { return to.Deliver(ctx, s) })
	if err != nil && errors.Is(context.Cause(ctx), errClaimLost) {
		err = errors.Join(errClaimLost, err)
	}
	cancel(nil)
	extending.Wait()
	return err
}

func (o *Outbox) delivered(ctx context.Context, to Receiver, s *form.Submission, c *claim) {
	err := o.record(ctx, c, `delivered_at = ?, last_error = ''`, o.now().UnixMilli())
	if err != nil {
		o.log.WarnContext(ctx, "submission_delivery_unrecorded", "reference", c.reference(), "attempts", c.attempts,
			"error", err)
		return
	}
	o.health.succeeded(ctx, o)
	o.log.InfoContext(ctx, "submission_delivered", "reference", c.reference(), "attempts", c.attempts)
	if to.Delivered != nil {
		_ = recovery.Do(ctx, o.log, "outbox_delivered", func() error {
			to.Delivered(s)
			return nil
		})
	}
}

// bury makes a dead letter.
func (o *Outbox) bury(ctx context.Context, c *claim, reason string, cause error) {
	event := map[string]string{reasonRefused: "submission_refused", reasonExhausted: "submission_attempts_exhausted",
		reasonUnreadable: "submission_unreadable"}[reason]
	if err := o.record(ctx, c, `dead_at = ?, dead_reason = ?, last_error = ?`, o.now().UnixMilli(), reason,
		shorten(cause)); err != nil {
		return // it is tried again, by this server or by the one that has the claim
	}
	o.log.ErrorContext(ctx, event, "reference", c.reference(), "form", c.kind, "attempts", c.attempts, "error", cause,
		"action", "strand outbox list")
}

// postpone plans the next attempt.
func (o *Outbox) postpone(ctx context.Context, c *claim, retryAfter time.Duration, cause error) {
	delay := max(backoff(c.attempts), min(retryAfter, longestDelay))
	o.health.failed(ctx, o, c, delay, cause)
	// Where it cannot be recorded another server has the claim, or this one stops: it is tried again either way.
	_ = o.record(ctx, c, `next_attempt_at = ?, last_error = ?`, o.now().Add(delay).UnixMilli(), shorten(cause))
}

func shorten(err error) string {
	text := err.Error()
	return strings.ToValidUTF8(text[:min(len(text), maxError)], "")
}

// backoff is the pause after so many failed attempts. A random tenth more keeps submissions that failed together from
// coming again together.
func backoff(attempts int) time.Duration {
	delay := longestDelay
	if attempts < 13 { // more would be longer anyway, and overflow at some point
		delay = min(firstDelay<<(attempts-1), longestDelay)
	}
	return delay + time.Duration(rand.Int64N(int64(delay/10)))
}
