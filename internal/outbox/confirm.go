package outbox

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"strand/domain/form"
	"strand/internal/recovery"
)

// maxConfirmAttempts is the number of attempts to send a confirmation: with the pauses of deliveries, they take one and
// a half days. A later mail would only confuse.
const maxConfirmAttempts = 48

// Confirmations sends the mails that confirm delivered submissions.
type Confirmations struct {
	// Send sends the mail of a submission.
	Send func(context.Context, *form.Submission) error
	// MayRepeat reports whether a mail that failed was certainly not sent and can be sent later.
	MayRepeat func(error) bool
}

// confirmation is a mail that this server alone sends, once.
type confirmation struct {
	kind     form.Kind
	key      string
	body     string
	attempts int
}

// Confirm sends due confirmations one by one until the context ends. A confirmation is taken out of the outbox before
// it is sent, so that no server sends it twice, whenever one of them crashes.
func (o *Outbox) Confirm(ctx context.Context, with Confirmations) {
	for ctx.Err() == nil {
		c, err := o.takeConfirmation(ctx)
		if err == nil && c != nil {
			o.confirm(ctx, with, c)
			continue
		}
		timer := time.NewTimer(poll)
		select {
		case <-ctx.Done():
		case <-o.delivery:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// takeConfirmation takes the confirmation that has been due for longest; nil if there is none.
func (o *Outbox) takeConfirmation(ctx context.Context) (*confirmation, error) {
	c := &confirmation{}
	err := o.store.QueryRow(ctx, []any{&c.kind, &c.key, &c.body, &c.attempts},
		`UPDATE submissions SET confirm_at = NULL, confirm_attempts = confirm_attempts + 1
		WHERE (kind, key) = (SELECT kind, key FROM submissions WHERE confirm_at <= $1 ORDER BY confirm_at LIMIT 1`+
			o.store.SkipLocked()+`)
		RETURNING kind, key, body, confirm_attempts`,
		o.now().UnixMilli())
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// confirm sends a confirmation and records the result.
func (o *Outbox) confirm(ctx context.Context, with Confirmations, c *confirmation) {
	log := o.log.With("reference", form.Reference(c.kind, c.key), "attempts", c.attempts)
	s := &form.Submission{}
	err := json.Unmarshal([]byte(c.body), s)
	if err == nil {
		err = recovery.Do(ctx, o.log, "outbox_confirmation", func() error { return with.Send(ctx, s) })
	}
	switch {
	case err == nil:
		o.recordConfirmation(ctx, c, `confirmed_at = $3`, o.now().UnixMilli())
		log.InfoContext(ctx, "submission_confirmed")
	case with.MayRepeat(err) && (c.attempts < maxConfirmAttempts || ctx.Err() != nil):
		delay := backoff(c.attempts)
		if ctx.Err() != nil {
			delay = 0 // the server stops
		}
		o.recordConfirmation(ctx, c, `confirm_at = $3`, o.now().Add(delay).UnixMilli())
		if c.attempts == 1 && ctx.Err() == nil {
			log.WarnContext(ctx, "submission_confirmation_failed", "retry_in", delay, "error", err)
		}
	default:
		log.ErrorContext(ctx, "submission_not_confirmed", "error", err)
	}
}

// recordConfirmation stores the result of a mail, with the value $3, also while the server stops. If that fails, the
// mail is not sent again.
func (o *Outbox) recordConfirmation(ctx context.Context, c *confirmation, assignment string, value int64) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTimeout)
	defer cancel()
	// The store logs its own failures.
	_, _ = o.store.Exec(ctx, `UPDATE submissions SET `+assignment+` WHERE kind = $1 AND key = $2`, c.kind, c.key, value)
}
