// Package outbox keeps what was acknowledged to a visitor until the system behind it has it: through its outages, and
// through restarts and crashes of this server.
package outbox

import (
	"context"
	"database/sql"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"time"

	"strand/domain/form"
	"strand/internal/sqlite"
)

//go:embed migrations/*.sql
var migrations embed.FS

const (
	// firstDelay before a second attempt doubles with each one, up to longestDelay.
	firstDelay   = time.Second
	longestDelay = 15 * time.Minute
	// keepDelivered is how long a submission that was handed over is remembered, so that a late repetition of it creates
	// no second one.
	keepDelivered = 7 * 24 * time.Hour
	// idle is the longest time between two looks at what is due.
	idle = time.Minute
	// attemptTimeout bounds one attempt, files included.
	attemptTimeout = 30 * time.Minute
)

// Outbox keeps submissions. It is safe for concurrent use.
type Outbox struct {
	db   *sql.DB
	log  *slog.Logger
	now  func() time.Time
	wake chan struct{}
}

// Open opens the outbox in a file. now is the clock; nil is the real one.
func Open(file string, log *slog.Logger, now func() time.Time) (*Outbox, error) {
	if now == nil {
		now = time.Now
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	db, err := sqlite.Open(file, files)
	if err != nil {
		return nil, err
	}
	return &Outbox{db: db, log: log, now: now, wake: make(chan struct{}, 1)}, nil
}

// Close closes the file; Run must have ended.
func (o *Outbox) Close() error { return o.db.Close() }

// Accept keeps a submission for good before it returns. One with the same form and key as an earlier one is not kept: the
// earlier one is returned, and isNew is false.
func (o *Outbox) Accept(ctx context.Context, s *form.Submission) (kept *form.Submission, isNew bool, err error) {
	body, err := json.Marshal(s)
	if err != nil {
		return nil, false, fmt.Errorf("write the submission %s: %w", s.Reference, err)
	}
	now := o.now().UnixMilli()
	result, err := o.db.ExecContext(ctx, `INSERT INTO submissions (kind, key, body, accepted_at, next_attempt_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO NOTHING`, s.Kind, s.Key, string(body), now, now)
	if err != nil {
		return nil, false, fmt.Errorf("keep the submission %s: %w", s.Reference, err)
	}
	if n, err := result.RowsAffected(); err == nil && n == 1 {
		select {
		case o.wake <- struct{}{}:
		default: // somebody is awake
		}
		return s, true, nil
	}
	row := o.db.QueryRowContext(ctx, `SELECT body FROM submissions WHERE kind = ? AND key = ?`, s.Kind, s.Key)
	earlier, err := read(row)
	if err != nil {
		return nil, false, fmt.Errorf("read the submission %s: %w", s.Reference, err)
	}
	return earlier, false, nil
}

// Find is the submission of a form with a key; nil for none.
func (o *Outbox) Find(ctx context.Context, kind form.Kind, key string) (*form.Submission, error) {
	s, err := read(o.db.QueryRowContext(ctx, `SELECT body FROM submissions WHERE kind = ? AND key = ?`, kind, key))
	if err == sql.ErrNoRows { //nolint:errorlint // read returns it as it is
		return nil, nil
	}
	return s, err
}

func read(row interface{ Scan(...any) error }) (*form.Submission, error) {
	var body string
	if err := row.Scan(&body); err != nil {
		return nil, err
	}
	s := &form.Submission{}
	return s, json.Unmarshal([]byte(body), s)
}

// Receiver is where submissions go.
type Receiver struct {
	// Deliver hands a submission over; an error is tried again later.
	Deliver func(context.Context, *form.Submission) error
	// Delivered is told once that is on record, to clear what is no longer needed.
	Delivered func(*form.Submission)
}

// Run hands over what is due, one after the other, until the context ends.
func (o *Outbox) Run(ctx context.Context, to Receiver) {
	for ctx.Err() == nil {
		wait := o.round(ctx, to)
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-o.wake:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// round tries everything that is due and says how long to wait for what comes next.
func (o *Outbox) round(ctx context.Context, to Receiver) time.Duration {
	for ctx.Err() == nil {
		s, attempts, err := o.due(ctx)
		if err != nil {
			o.log.ErrorContext(ctx, "the outbox cannot be read", "error", err)
			return idle
		}
		if s == nil {
			break
		}
		if err := o.attempt(ctx, to, s, attempts); err != nil {
			// What came of it is not on record: at once it would be tried again for ever.
			o.log.ErrorContext(ctx, "the outbox cannot be written", "reference", s.Reference, "error", err)
			return idle
		}
	}
	if _, err := o.db.ExecContext(ctx, `DELETE FROM submissions WHERE delivered_at < ?`, o.now().Add(-keepDelivered).UnixMilli()); err != nil && ctx.Err() == nil {
		o.log.WarnContext(ctx, "the outbox cannot be cleaned", "error", err)
	}
	var next sql.NullInt64
	if err := o.db.QueryRowContext(ctx, `SELECT min(next_attempt_at) FROM submissions WHERE delivered_at IS NULL`).Scan(&next); err != nil || !next.Valid {
		return idle
	}
	return min(max(time.UnixMilli(next.Int64).Sub(o.now()), 10*time.Millisecond), idle)
}

func (o *Outbox) due(ctx context.Context) (*form.Submission, int, error) {
	var body string
	var attempts int
	err := o.db.QueryRowContext(ctx, `SELECT body, attempts FROM submissions WHERE delivered_at IS NULL AND next_attempt_at <= ?
		ORDER BY next_attempt_at LIMIT 1`, o.now().UnixMilli()).Scan(&body, &attempts)
	if err == sql.ErrNoRows { //nolint:errorlint // as the driver returns it
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	s := &form.Submission{}
	return s, attempts, json.Unmarshal([]byte(body), s)
}

// attempt hands a submission over and notes what came of it; the error says that it could not be noted.
func (o *Outbox) attempt(ctx context.Context, to Receiver, s *form.Submission, attempts int) error {
	limited, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	err := to.Deliver(limited, s)
	if ctx.Err() != nil {
		return nil // stopping: whatever came of it, it is tried again
	}
	now := o.now()
	if err != nil {
		delay := backoff(attempts)
		o.log.WarnContext(ctx, "submission could not be handed over", "reference", s.Reference, "attempts", attempts+1, "retry", delay, "error", err)
		_, err = o.db.ExecContext(ctx, `UPDATE submissions SET attempts = attempts + 1, next_attempt_at = ?, last_error = ? WHERE kind = ? AND key = ?`,
			now.Add(delay).UnixMilli(), err.Error(), s.Kind, s.Key)
		return err
	}
	o.log.InfoContext(ctx, "submission handed over", "reference", s.Reference, "attempts", attempts+1)
	if _, err := o.db.ExecContext(ctx, `UPDATE submissions SET delivered_at = ?, attempts = attempts + 1, last_error = '' WHERE kind = ? AND key = ?`,
		now.UnixMilli(), s.Kind, s.Key); err != nil {
		return err
	}
	if to.Delivered != nil {
		to.Delivered(s)
	}
	return nil
}

// backoff is the pause after so many failed attempts, with a tenth of chance so that not everything comes at once.
func backoff(attempts int) time.Duration {
	delay := longestDelay
	if attempts < 10 {
		delay = min(firstDelay<<attempts, longestDelay)
	}
	return delay + time.Duration(rand.Int64N(int64(delay/10)))
}

// Pending counts what was not handed over yet, and how long the oldest of it has been waiting.
func (o *Outbox) Pending(ctx context.Context) (n int, oldest time.Duration, err error) {
	var accepted sql.NullInt64
	err = o.db.QueryRowContext(ctx, `SELECT count(*), min(accepted_at) FROM submissions WHERE delivered_at IS NULL`).Scan(&n, &accepted)
	if accepted.Valid {
		oldest = o.now().Sub(time.UnixMilli(accepted.Int64))
	}
	return n, oldest, err
}

// Attachments lists the uploads that submissions still need.
func (o *Outbox) Attachments(ctx context.Context) (map[string]bool, error) {
	rows, err := o.db.QueryContext(ctx, `SELECT a.value ->> 'ID' FROM submissions, json_each(body, '$.Attachments') AS a WHERE delivered_at IS NULL`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	needed := map[string]bool{}
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		needed[id] = true
	}
	return needed, rows.Err()
}
