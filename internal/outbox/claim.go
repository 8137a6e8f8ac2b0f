package outbox

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"time"

	"strand/domain/form"
)

const (
	// lease is how long a claim is valid without being extended: after a crash, another server or the restarted one
	// delivers the claimed submissions after at most this time.
	lease = 10 * time.Second
	// extendEvery is the interval at which the claim of a running delivery is extended.
	extendEvery = 3 * time.Second
	// writeTimeout bounds storing the result of a delivery while the server stops.
	writeTimeout = 2 * time.Second
)

// claim is a row that only this server may deliver.
type claim struct {
	// id is unique: a row that another server has claimed meanwhile has a different id.
	id       string
	kind     form.Kind
	key      string
	body     string
	attempts int
	hasFiles bool
}

func (c *claim) reference() string { return form.Reference(c.kind, c.key) }

// claim claims the row that has been due for longest; nil if there is none. The attempt is counted now, so that a
// submission that crashes the server does not do so for ever.
func (o *Outbox) claim(ctx context.Context, withFiles bool) (*claim, error) {
	now := o.now()
	c := &claim{id: rand.Text()}
	err := o.store.QueryRow(ctx, []any{&c.kind, &c.key, &c.body, &c.attempts, &c.hasFiles},
		`UPDATE submissions SET claimed_by = $1, claimed_until = $2, attempts = attempts + 1
		WHERE (kind, key) = (SELECT kind, key FROM submissions
			WHERE delivered_at IS NULL AND dead_at IS NULL AND next_attempt_at <= $3
				AND (claimed_until IS NULL OR claimed_until <= $3) AND ($4 OR NOT has_files)
			ORDER BY next_attempt_at LIMIT 1`+o.store.SkipLocked()+`)
		RETURNING kind, key, body, attempts, has_files`,
		c.id, now.Add(lease).UnixMilli(), now.UnixMilli(), withFiles)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// nextDue returns the time until the next unclaimed row is due, at most limit.
func (o *Outbox) nextDue(ctx context.Context, withFiles bool, limit time.Duration) time.Duration {
	var next sql.NullInt64
	now := o.now()
	err := o.store.QueryRow(ctx, []any{&next},
		`SELECT min(next_attempt_at) FROM submissions WHERE delivered_at IS NULL AND dead_at IS NULL
		AND (claimed_until IS NULL OR claimed_until <= $1) AND ($2 OR NOT has_files)`,
		now.UnixMilli(), withFiles)
	if err != nil || !next.Valid {
		return limit
	}
	return min(max(time.UnixMilli(next.Int64).Sub(now), 10*time.Millisecond), limit)
}

// errClaimLost reports that another server has claimed the row, because this one was paused for longer than the
// lease.
var errClaimLost = errors.New("the claim was lost")

// updateClaimed updates the claimed row; errClaimLost if the claim is no longer valid. The values of the assignments
// are $4 and the following.
func (o *Outbox) updateClaimed(ctx context.Context, c *claim, assignments string, values ...any) error {
	changed, err := o.store.Exec(ctx,
		`UPDATE submissions SET `+assignments+` WHERE kind = $1 AND key = $2 AND claimed_by = $3`,
		append([]any{c.kind, c.key, c.id}, values...)...)
	if err == nil && changed == 0 {
		return errClaimLost
	}
	return err
}

// extend extends a claim until the context ends; it calls lost if another server has claimed the row.
func (o *Outbox) extend(ctx context.Context, c *claim, lost context.CancelCauseFunc) {
	ticker := time.NewTicker(extendEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		err := o.updateClaimed(ctx, c, `claimed_until = $4`, o.now().Add(lease).UnixMilli())
		if errors.Is(err, errClaimLost) {
			lost(err)
			return
		}
	}
}

// record stores the result of a delivery and ends the claim. It retries until it succeeds, since otherwise the
// submission would be delivered again. When the server stops it tries once more.
func (o *Outbox) record(ctx context.Context, c *claim, assignments string, values ...any) error {
	assignments += `, claimed_by = NULL, claimed_until = NULL`
	for {
		// Not cancelled when the server stops: an update without an answer may have been made.
		attempt, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTimeout)
		err := o.updateClaimed(attempt, c, assignments, values...)
		cancel()
		if err == nil || errors.Is(err, errClaimLost) || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done(): // one more attempt
		case <-time.After(time.Second):
		}
	}
}
