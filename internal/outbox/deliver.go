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

	"go.opentelemetry.io/otel/attribute"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	"strand/domain/form"
	"strand/internal/recovery"
	"strand/internal/telemetry"
)

const (
	// lanes is the number of concurrent deliveries: a slow one does not delay the others.
	lanes = 4
	// fileLanes is the number of lanes for submissions with files, which can take minutes. One lane is always left
	// for submissions without files.
	fileLanes = lanes - 1
	// poll is the longest interval between two checks for due submissions, which finds changes by other processes.
	poll = 5 * time.Second
	// cleanEvery is the interval at which old delivered submissions are deleted.
	cleanEvery = 10 * time.Minute

	// firstDelay is the delay before the second attempt. It doubles with each attempt, up to maxDelay: a short
	// outage costs little delay, and a long one an attempt per hour.
	firstDelay = time.Second
	maxDelay   = time.Hour
	// maxAttempts is the number of attempts: twelve within the first hour, then one per hour. Together they take 3.7
	// days, longer than a weekend with a public holiday.
	maxAttempts = 100
	// maxError is the stored length of an error, in bytes.
	maxError = 1000
)

// The reasons of dead letters.
const (
	reasonRefused    = "refused"
	reasonExhausted  = "exhausted"
	reasonUnreadable = "unreadable"
)

// Classification is the meaning of a delivery error.
type Classification struct {
	// Refused reports that the submission would be refused again: it becomes a dead letter at once.
	Refused bool
	// RetryAfter is the delay that the destination requests; 0 for none.
	RetryAfter time.Duration
}

// Destination is the system that takes submissions.
type Destination struct {
	// Deliver delivers a submission. Its context ends when the server stops or has lost its claim.
	Deliver func(context.Context, *form.Submission) error
	// Classify classifies an error of Deliver; nil treats every error as temporary.
	Classify func(error) Classification
	// Delivered is called after the delivery was recorded, to remove files; nil for nothing.
	Delivered func(*form.Submission)
	// Confirms reports whether a delivered submission is confirmed by mail (Confirm); nil for none.
	Confirms func(*form.Submission) bool
}

// Run delivers due submissions, several at once, until the context ends and the running deliveries have ended.
func (o *Outbox) Run(ctx context.Context, to Destination) {
	// ended gets a value for each delivery that has ended: whether it had files.
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

// clean deletes submissions that were delivered long ago.
func (o *Outbox) clean(ctx context.Context, now time.Time) {
	// The store logs its own failures.
	_, _ = o.store.Exec(ctx,
		`DELETE FROM submissions WHERE delivered_at < $1 AND (user_id IS NULL OR delivered_at < $2)`,
		now.Add(-keepDelivered).UnixMilli(), now.Add(-keepOfUser).UnixMilli())
}

// process delivers a claimed submission and records the result.
func (o *Outbox) process(ctx context.Context, to Destination, c *claim) {
	s := &form.Submission{}
	if err := json.Unmarshal([]byte(c.body), s); err != nil {
		o.markDead(ctx, c, reasonUnreadable, err)
		return
	}
	ctx, span := telemetry.StartSpan(ctx, trace.SpanKindConsumer, "process outbox",
		semconv.MessagingSystemKey.String("strand"), semconv.MessagingDestinationName("outbox"),
		semconv.MessagingOperationName("process"), semconv.MessagingOperationTypeProcess,
		attribute.String("strand.submission.kind", string(c.kind)),
		attribute.Int("strand.submission.attempts", c.attempts))
	started := time.Now()
	err := o.attempt(ctx, to, s, c)
	defer telemetry.EndSpan(span, err)
	result := resultDelivered
	classification := Classification{}
	if err != nil {
		result = resultFailed
		if to.Classify != nil {
			classification = to.Classify(err)
		}
		if classification.Refused {
			result = resultRefused
		}
	}
	switch {
	case err != nil && errors.Is(err, errClaimLost):
		return // the other server records the result
	case err != nil && ctx.Err() != nil:
		// The server stops: this does not count as an attempt.
		_ = o.record(ctx, c, `attempts = attempts - 1, next_attempt_at = $4`, o.now().UnixMilli())
		return
	}
	o.metrics.attempted(ctx, result, time.Since(started))
	switch {
	case err == nil:
		o.delivered(ctx, to, s, c)
	case classification.Refused:
		o.markDead(ctx, c, reasonRefused, err)
	case c.attempts >= maxAttempts:
		o.markDead(ctx, c, reasonExhausted, err)
	default:
		o.postpone(ctx, c, classification.RetryAfter, err)
	}
}

// attempt delivers a submission while its claim is extended. A panic is returned as an error.
func (o *Outbox) attempt(ctx context.Context, to Destination, s *form.Submission, c *claim) error {
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

func (o *Outbox) delivered(ctx context.Context, to Destination, s *form.Submission, c *claim) {
	now := o.now().UnixMilli()
	confirmAt := sql.NullInt64{Int64: now, Valid: to.Confirms != nil && to.Confirms(s)}
	err := o.record(ctx, c, `delivered_at = $4, last_error = '', confirm_at = $5`, now, confirmAt)
	if err != nil {
		o.log.WarnContext(ctx, "submission_delivery_unrecorded", "reference", c.reference(), "attempts", c.attempts,
			"error", err)
		return
	}
	o.health.succeeded(ctx, o)
	o.log.InfoContext(ctx, "submission_delivered", "reference", c.reference(), "attempts", c.attempts)
	if confirmAt.Valid {
		select {
		case o.delivery <- struct{}{}:
		default: // a check is pending already
		}
	}
	if to.Delivered != nil {
		_ = recovery.Do(ctx, o.log, "outbox_delivered", func() error {
			to.Delivered(s)
			return nil
		})
	}
}

// markDead makes the submission a dead letter.
func (o *Outbox) markDead(ctx context.Context, c *claim, reason string, cause error) {
	event := map[string]string{reasonRefused: "submission_refused", reasonExhausted: "submission_attempts_exhausted",
		reasonUnreadable: "submission_unreadable"}[reason]
	if err := o.record(ctx, c, `dead_at = $4, dead_reason = $5, last_error = $6`, o.now().UnixMilli(), reason,
		truncateError(cause)); err != nil {
		return // it is tried again, by this server or by the one with the claim
	}
	o.log.ErrorContext(ctx, event, "reference", c.reference(), "form", c.kind, "attempts", c.attempts, "error", cause,
		"action", "strand outbox list")
}

// postpone schedules the next attempt.
func (o *Outbox) postpone(ctx context.Context, c *claim, retryAfter time.Duration, cause error) {
	delay := max(backoff(c.attempts), min(retryAfter, maxDelay))
	o.health.failed(ctx, o, c, delay, cause)
	// An error means that another server has the claim or that this one stops: the submission is tried again in both
	// cases.
	_ = o.record(ctx, c, `next_attempt_at = $4, last_error = $5`, o.now().Add(delay).UnixMilli(), truncateError(cause))
}

func truncateError(err error) string {
	text := strings.ReplaceAll(err.Error(), "\x00", "") // which PostgreSQL does not store
	return strings.ToValidUTF8(text[:min(len(text), maxError)], "")
}

// backoff returns the pause after a number of failed attempts, plus up to a tenth at random, so that submissions that
// failed together are not retried together.
func backoff(attempts int) time.Duration {
	delay := maxDelay
	if attempts < 13 { // the pause is capped anyway, and the shift would overflow
		delay = min(firstDelay<<(attempts-1), maxDelay)
	}
	return delay + time.Duration(rand.Int64N(int64(delay/10)))
}
