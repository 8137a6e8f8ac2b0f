// Package outbox keeps submissions that were acknowledged to a visitor until the system behind them has them: through
// outages of that system, and through restarts and crashes of this server. Several servers may share one database.
package outbox

import (
	"context"
	"database/sql"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"regexp"
	"time"

	"strand/domain/form"
	"strand/internal/sqlite"
)

//go:embed migrations/*.sql
var migrations embed.FS

// keepDelivered is how long a delivered submission is remembered, so that a late repetition of it creates no second
// one.
const keepDelivered = 7 * 24 * time.Hour

// Outbox keeps submissions. It is safe for concurrent use. While its database cannot be used, every method fails with
// the code UPSTREAM_UNAVAILABLE.
type Outbox struct {
	store   *sqlite.Store
	log     *slog.Logger
	now     func() time.Time
	wake    chan struct{}
	metrics *metrics
	health  health
}

// Open opens the outbox in a file. now is the clock; nil is the real one. An error is one of the metrics: a file that
// cannot be used is no error (Reason).
func Open(ctx context.Context, file string, log *slog.Logger, now func() time.Time) (*Outbox, error) {
	if now == nil {
		now = time.Now
	}
	scripts, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	o := &Outbox{log: log, now: now, wake: make(chan struct{}, 1)}
	o.store = sqlite.NewStore(ctx, sqlite.Options{Name: "outbox", File: file, Migrations: scripts, Log: log,
		Opened: func(ctx context.Context, db *sql.DB) error {
			_, err := db.ExecContext(ctx, `SELECT has_files FROM submissions LIMIT 1`)
			return err
		}})
	if o.metrics, err = newMetrics(o); err != nil {
		return nil, errors.Join(err, o.store.Close())
	}
	return o, nil
}

// Close closes the file; Run and KeepOpen must have ended.
func (o *Outbox) Close() error { return errors.Join(o.metrics.close(), o.store.Close()) }

// KeepOpen opens a file that cannot be used again and again, until the context ends.
func (o *Outbox) KeepOpen(ctx context.Context) { o.store.Run(ctx) }

// Reason says in a few words why nothing can be kept now; empty when it can.
func (o *Outbox) Reason() string { return o.store.Reason() }

// Accept keeps a submission for good before it returns. One with the same form and key as an earlier one is not kept:
// the earlier one is returned, and isNew is false.
func (o *Outbox) Accept(ctx context.Context, s *form.Submission) (kept *form.Submission, isNew bool, err error) {
	body, err := json.Marshal(s)
	if err != nil {
		return nil, false, fmt.Errorf("encode the submission %s: %w", s.Reference, err)
	}
	now := o.now().UnixMilli()
	var added int64
	err = o.store.Do(ctx, func(db *sql.DB) error {
		result, err := db.ExecContext(ctx, `INSERT INTO submissions (kind, key, body, accepted_at, next_attempt_at)
			VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, s.Kind, s.Key, string(body), now, now)
		if err == nil {
			added, err = result.RowsAffected()
		}
		return err
	})
	if err != nil {
		return nil, false, fmt.Errorf("keep the submission %s: %w", s.Reference, err)
	}
	if added == 1 {
		o.notify()
		return s, true, nil
	}
	earlier, err := o.Find(ctx, s.Kind, s.Key)
	if err == nil && earlier == nil {
		err = errors.New("it was discarded just now")
	}
	if err != nil {
		return nil, false, fmt.Errorf("read the submission %s: %w", s.Reference, err)
	}
	return earlier, false, nil
}

// notify makes Run look for what is due.
func (o *Outbox) notify() {
	select {
	case o.wake <- struct{}{}:
	default: // it is about to look
	}
}

// Find returns the submission of a form with a key; nil for none.
func (o *Outbox) Find(ctx context.Context, kind form.Kind, key string) (*form.Submission, error) {
	var body string
	err := o.store.Do(ctx, func(db *sql.DB) error {
		return db.QueryRowContext(ctx, `SELECT body FROM submissions WHERE kind = ? AND key = ?`, kind, key).Scan(&body)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	s := &form.Submission{}
	if json.Unmarshal([]byte(body), s) != nil {
		// The row is there, so the submission was accepted; what it said is for an operator.
		return &form.Submission{Kind: kind, Key: key, Reference: form.Reference(kind, key)}, nil
	}
	return s, nil
}

// uploadID is what the id of an upload looks like in a row that cannot be decoded.
var uploadID = regexp.MustCompile(`[0-9a-f]{32}`)

// Attachments lists the ids of the uploads that undelivered submissions name, dead letters included.
func (o *Outbox) Attachments(ctx context.Context) (map[string]bool, error) {
	return o.attachments(ctx, `delivered_at IS NULL`)
}

// DeliveredAttachments lists the ids of the uploads that delivered submissions name, as far back as they are
// remembered. A server that crashed between recording a delivery and removing its files has left them; undelivered
// submissions may name the same ones.
func (o *Outbox) DeliveredAttachments(ctx context.Context) (map[string]bool, error) {
	return o.attachments(ctx, `delivered_at IS NOT NULL`)
}

func (o *Outbox) attachments(ctx context.Context, condition string) (map[string]bool, error) {
	var bodies []string
	err := o.store.Do(ctx, func(db *sql.DB) (err error) {
		bodies, err = texts(db.QueryContext(ctx, `SELECT body FROM submissions WHERE has_files AND `+condition))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list the files of submissions: %w", err)
	}
	ids := map[string]bool{}
	for _, body := range bodies {
		for _, a := range attachmentsOf(body) {
			ids[a.ID] = true
		}
	}
	return ids, nil
}

// attachmentsOf are the files of a row. Of one that cannot be decoded it is everything that looks like the id of an
// upload.
func attachmentsOf(body string) []form.Attachment {
	var s form.Submission
	if json.Unmarshal([]byte(body), &s) != nil {
		s.Attachments = nil
		for _, id := range uploadID.FindAllString(body, -1) {
			s.Attachments = append(s.Attachments, form.Attachment{ID: id})
		}
	}
	return s.Attachments
}

// texts reads rows of one column.
func texts(rows *sql.Rows, err error) ([]string, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, rows.Err()
}
