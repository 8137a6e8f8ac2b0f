// Package outbox stores acknowledged submissions until they are delivered to sis, through outages of sis and through
// restarts and crashes of this server. Several servers may share one database.
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
	"strand/internal/database"
)

//go:embed migrations/*.sql
var migrations embed.FS

// keepDelivered is how long a delivered submission is kept, so that a late repetition of it creates no second one.
const keepDelivered = 7 * 24 * time.Hour

// keepOfUser is how long a delivered submission of a signed-in user is kept, who finds it in the portal.
const keepOfUser = 365 * 24 * time.Hour

// Outbox stores submissions. It is safe for concurrent use. While its database is unusable, every method fails with
// the code UPSTREAM_UNAVAILABLE.
type Outbox struct {
	store *database.Store
	log   *slog.Logger
	now   func() time.Time
	wake  chan struct{}
	// delivery wakes Confirm.
	delivery chan struct{}
	metrics  *metrics
	health   health
}

// Open opens the outbox at a location. now is the clock; nil is the real one. A file that cannot be used is no error
// (Reason).
func Open(ctx context.Context, at database.Location, log *slog.Logger, now func() time.Time) (*Outbox, error) {
	if now == nil {
		now = time.Now
	}
	scripts, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	o := &Outbox{log: log, now: now, wake: make(chan struct{}, 1), delivery: make(chan struct{}, 1)}
	o.store, err = database.NewStore(ctx, database.Options{
		Name:       "outbox",
		Location:   at,
		Migrations: scripts,
		Log:        log,
		Opened: func(ctx context.Context, db *sql.DB) error {
			_, err := db.ExecContext(ctx, `SELECT user_id FROM submissions LIMIT 1`)
			return err
		},
	})
	if err != nil {
		return nil, err
	}
	o.metrics = newMetrics(o)
	return o, nil
}

// Close closes the database; Run must have ended.
func (o *Outbox) Close() error { return errors.Join(o.metrics.close(), o.store.Close()) }

// Reason returns in a few words why the database is unusable; empty if it is usable.
func (o *Outbox) Reason() string { return o.store.Reason() }

// Probe writes to the database, and returns what Reason returns afterwards.
func (o *Outbox) Probe(ctx context.Context) string { return o.store.Probe(ctx) }

// Accept stores a submission durably before it returns. If one with the same form and key exists, it returns that one
// instead, and isNew is false.
func (o *Outbox) Accept(ctx context.Context, s *form.Submission) (stored *form.Submission, isNew bool, err error) {
	body, err := json.Marshal(s)
	if err != nil {
		return nil, false, fmt.Errorf("encode the submission %s: %w", s.Reference, err)
	}
	now := o.now().UnixMilli()
	added, err := o.store.Exec(ctx, `INSERT INTO submissions (kind, key, body, user_id, has_files, accepted_at,
		next_attempt_at) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`, s.Kind, s.Key, string(body),
		sql.NullString{String: s.User, Valid: s.User != ""}, len(s.Attachments) > 0, now, now)
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

// notify makes Run check for due submissions.
func (o *Outbox) notify() {
	select {
	case o.wake <- struct{}{}:
	default: // a check is pending already
	}
}

// Find returns the submission of a form with a key; nil for none.
func (o *Outbox) Find(ctx context.Context, kind form.Kind, key string) (*form.Submission, error) {
	var body string
	err := o.store.QueryRow(ctx, []any{&body}, `SELECT body FROM submissions WHERE kind = $1 AND key = $2`, kind, key)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return decode(kind, key, body), nil
}

// decode returns the submission of a row. One that cannot be read was accepted all the same, and an operator has to
// decode it: it has its reference only.
func decode(kind form.Kind, key, body string) *form.Submission {
	s := &form.Submission{}
	if json.Unmarshal([]byte(body), s) != nil {
		return &form.Submission{Kind: kind, Key: key, Reference: form.Reference(kind, key)}
	}
	return s
}

// uploadID matches the ids of uploads in a row that cannot be decoded.
var uploadID = regexp.MustCompile(`[0-9a-f]{32}`)

// Attachments returns the ids of the uploads of undelivered submissions, dead letters included.
func (o *Outbox) Attachments(ctx context.Context) (map[string]bool, error) {
	return o.attachments(ctx, `delivered_at IS NULL`)
}

// DeliveredAttachments returns the ids of the uploads of delivered submissions that are still stored. A server that
// crashed between recording a delivery and removing its files has left them. Undelivered submissions may use the same
// uploads.
func (o *Outbox) DeliveredAttachments(ctx context.Context) (map[string]bool, error) {
	return o.attachments(ctx, `delivered_at IS NOT NULL`)
}

func (o *Outbox) attachments(ctx context.Context, condition string) (map[string]bool, error) {
	bodies, err := database.Query(ctx, o.store, func(body *string) []any { return []any{body} },
		`SELECT body FROM submissions WHERE has_files AND `+condition)
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

// attachmentsOf returns the files of a row. If it cannot be decoded, these are all texts that look like the id of an
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
