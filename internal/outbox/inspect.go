package outbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"strand/domain/form"
	"strand/internal/database"
)

// Counts are the numbers of undelivered submissions.
type Counts struct {
	Pending, Dead int
	// Oldest is the age of the oldest pending submission.
	Oldest time.Duration
}

// Counts counts undelivered submissions.
func (o *Outbox) Counts(ctx context.Context) (c Counts, err error) {
	var accepted sql.NullInt64
	err = o.store.QueryRow(ctx, []any{&c.Pending, &c.Dead, &accepted},
		`SELECT count(*) FILTER (WHERE dead_at IS NULL), count(dead_at),
		min(accepted_at) FILTER (WHERE dead_at IS NULL) FROM submissions WHERE delivered_at IS NULL`)
	if accepted.Valid {
		c.Oldest = o.now().Sub(time.UnixMilli(accepted.Int64))
	}
	return c, err
}

// State is the state of an undelivered submission.
type State string

const (
	// Pending: the next attempt is at NextAttemptAt.
	Pending State = "pending"
	// Delivering: a server delivers it now.
	Delivering State = "delivering"
	// Dead: it is a dead letter.
	Dead State = "dead"
)

// Entry describes an undelivered submission, without the visitor's input.
type Entry struct {
	Reference string    `json:"reference"`
	Form      form.Kind `json:"form"`
	State     State     `json:"state"`
	// Reason is why it is a dead letter: refused, exhausted or unreadable.
	Reason        string     `json:"reason,omitempty"`
	Attempts      int        `json:"attempts"`
	AcceptedAt    time.Time  `json:"acceptedAt"`
	NextAttemptAt *time.Time `json:"nextAttemptAt,omitempty"`
	DeadAt        *time.Time `json:"deadAt,omitempty"`
	LastError     string     `json:"lastError,omitempty"`

	key string
}

// List returns undelivered submissions: dead letters first, then the others, each oldest first.
func (o *Outbox) List(ctx context.Context) ([]Entry, error) {
	type row struct {
		Entry
		accepted, next, claimed int64
		dead                    sql.NullInt64
	}
	columns := func(r *row) []any {
		return []any{
			&r.Form, &r.key, &r.Attempts, &r.accepted, &r.next, &r.dead, &r.Reason, &r.LastError, &r.claimed,
		}
	}
	rows, err := database.Query(ctx, o.store, columns,
		`SELECT kind, key, attempts, accepted_at, next_attempt_at, dead_at, dead_reason, last_error,
		coalesce(claimed_until, 0) FROM submissions WHERE delivered_at IS NULL ORDER BY dead_at IS NULL,
		accepted_at, kind, key`)
	if err != nil {
		return nil, fmt.Errorf("list the outbox: %w", err)
	}
	now := o.now()
	all := make([]Entry, len(rows))
	for i, r := range rows {
		e := r.Entry
		e.Reference, e.AcceptedAt, e.State = form.Reference(e.Form, e.key), time.UnixMilli(r.accepted).UTC(), Pending
		switch {
		case r.dead.Valid:
			at := time.UnixMilli(r.dead.Int64).UTC()
			e.State, e.DeadAt = Dead, &at
		case r.claimed > now.UnixMilli():
			e.State = Delivering
		default:
			at := time.UnixMilli(r.next).UTC()
			e.NextAttemptAt = &at
		}
		all[i] = e
	}
	return all, nil
}

// UnknownReferenceError reports that no undelivered submission has the reference.
type UnknownReferenceError struct{ Reference string }

func (e *UnknownReferenceError) Error() string {
	return fmt.Sprintf("there is no undelivered submission %s", e.Reference)
}

// find returns the entries with references.
func (o *Outbox) find(ctx context.Context, references []string) ([]Entry, error) {
	all, err := o.List(ctx)
	if err != nil {
		return nil, err
	}
	byReference := map[string]Entry{}
	for _, e := range all {
		byReference[e.Reference] = e
	}
	var found []Entry
	for _, reference := range references {
		e, ok := byReference[reference]
		if !ok {
			return nil, &UnknownReferenceError{reference}
		}
		found = append(found, e)
	}
	return found, nil
}

// retry makes a row due now and resets its attempts. A running delivery continues.
const retry = `UPDATE submissions SET dead_at = NULL, dead_reason = '', attempts = 0, next_attempt_at = $1
	WHERE delivered_at IS NULL`

// Retry makes submissions due now, dead letters included. If a reference is unknown, it returns an
// *UnknownReferenceError and changes nothing.
func (o *Outbox) Retry(ctx context.Context, references ...string) error {
	entries, err := o.find(ctx, references)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if _, err := o.store.Exec(
			ctx, retry+` AND kind = $2 AND key = $3`, o.now().UnixMilli(), e.Form, e.key,
		); err != nil {
			return fmt.Errorf("retry %s: %w", e.Reference, err)
		}
	}
	o.notify()
	return nil
}

// RetryAll makes every undelivered submission due now and returns their number.
func (o *Outbox) RetryAll(ctx context.Context) (n int64, err error) {
	if n, err = o.store.Exec(ctx, retry, o.now().UnixMilli()); err != nil {
		return 0, fmt.Errorf("retry all submissions: %w", err)
	}
	o.notify()
	return n, nil
}

// Body returns an undelivered submission and what is stored of it, which contains personal data.
func (o *Outbox) Body(ctx context.Context, reference string) (Entry, string, error) {
	found, err := o.find(ctx, []string{reference})
	if err != nil {
		return Entry{}, "", err
	}
	var body string
	err = o.store.QueryRow(ctx, []any{&body}, `SELECT body FROM submissions WHERE kind = $1 AND key = $2`,
		found[0].Form, found[0].key)
	if err != nil {
		return Entry{}, "", fmt.Errorf("read %s: %w", reference, err)
	}
	return found[0], body, nil
}

// Discard deletes an undelivered submission and returns its files, as far as it can be decoded. It is an error while
// the submission is being delivered.
func (o *Outbox) Discard(ctx context.Context, reference string) ([]form.Attachment, error) {
	found, err := o.find(ctx, []string{reference})
	if err != nil {
		return nil, err
	}
	var body string
	err = o.store.QueryRow(ctx, []any{&body},
		`DELETE FROM submissions WHERE kind = $1 AND key = $2 AND delivered_at IS NULL
		AND (claimed_until IS NULL OR claimed_until <= $3) RETURNING body`,
		found[0].Form, found[0].key, o.now().UnixMilli())
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("discard %s: it is being delivered now", reference)
	}
	if err != nil {
		return nil, fmt.Errorf("discard %s: %w", reference, err)
	}
	return attachmentsOf(body), nil
}
