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
	// lease is how long a claim holds without being extended: what a server that crashed had claimed is delivered by
	// another one, or by the restarted one, after at most that time.
	lease = 10 * time.Second
	// extendEvery is how often the claim of a running delivery is extended.
	extendEvery = 3 * time.Second
	// writeTimeout bounds writing down the result of a delivery while the server stops.
	writeTimeout = 2 * time.Second
)

// claim is a row that this server alone may deliver.
type claim struct {
	// id is unique: a row that another server has claimed meanwhile has another one.
	id       string
	kind     form.Kind
	key      string
	body     string
	attempts int
	hasFiles bool
}

func (c *claim) reference() string { return form.Reference(c.kind, c.key) }

// claim takes the row that has been due for longest; nil when there is none. It counts as an attempt from now on, so
// that a submission that crashes the server does not do so for ever.
func (o *Outbox) claim(ctx context.Context, withFiles bool) (*claim, error) {
	now := o.now()
	c := &claim{id: rand.Text()}
	err := o.store.Do(ctx, func(db *sql.DB) error {
		return db.QueryRowContext(ctx, `UPDATE submissions SET claimed_by = ?1, claimed_until = ?2, attempts = attempts + 1
			WHERE rowid = (SELECT rowid FROM submissions
				WHERE delivered_at IS NULL AND dead_at IS NULL AND next_attempt_at <= ?3
					AND (claimed_until IS NULL OR claimed_until <= ?3) AND (?4 OR NOT has_files)
				ORDER BY next_attempt_at LIMIT 1)
			RETURNING kind, key, body, attempts, has_files`, c.id, now.Add(lease).UnixMilli(), now.UnixMilli(), withFiles).
			Scan(&c.kind, &c.key, &c.body, &c.attempts, &c.hasFiles)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// nextDue says how long until a row is due that has no claim, at most limit.
func (o *Outbox) nextDue(ctx context.Context, withFiles bool, limit time.Duration) time.Duration {
	var next sql.NullInt64
	now := o.now()
	err := o.store.Do(ctx, func(db *sql.DB) error {
		return db.QueryRowContext(ctx, `SELECT min(next_attempt_at) FROM submissions WHERE delivered_at IS NULL AND dead_at IS NULL
			AND (claimed_until IS NULL OR claimed_until <= ?) AND (? OR NOT has_files)`, now.UnixMilli(), withFiles).Scan(&next)
	})
	if err != nil || !next.Valid {
		return limit
	}
	return min(max(time.UnixMilli(next.Int64).Sub(now), 10*time.Millisecond), limit)
}

// errClaimLost says that another server has claimed the row: this one was stopped or cut off for longer than the lease.
var errClaimLost = errors.New("the claim was lost")

// set changes the claimed row; errClaimLost when the claim does not hold any more.
func (o *Outbox) set(ctx context.Context, c *claim, assignments string, values ...any) error {
	var changed int64
	err := o.store.Do(ctx, func(db *sql.DB) error {
		result, err := db.ExecContext(ctx,
			`UPDATE submissions SET `+assignments+` WHERE kind = ? AND key = ? AND claimed_by = ?`,
			append(values, c.kind, c.key, c.id)...)
		if err == nil {
			changed, err = result.RowsAffected()
		}
		return err
	})
	if err == nil && changed == 0 {
		return errClaimLost
	}
	return err
}

// extend keeps a claim until the context ends; lost is called when another server has it.
func (o *Outbox) extend(ctx context.Context, c *claim, lost context.CancelCauseFunc) {
	ticker := time.NewTicker(extendEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		err := o.set(ctx, c, `claimed_until = ?`, o.now().Add(lease).UnixMilli())
		if errors.Is(err, errClaimLost) {
			lost(err)
			return
		}
	}
}

// record writes down the result of a delivery and ends the claim. It tries until that is done: forgotten, the
// submission would be delivered again. When the server stops it tries once more.
func (o *Outbox) record(ctx context.Context, c *claim, assignments string, values ...any) error {
	assignments += `, claimed_by = NULL, claimed_until = NULL`
	for {
		if ctx.Err() != nil {
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTimeout)
			defer cancel()
			return o.set(last, c, assignments, values...)
		}
		err := o.set(ctx, c, assignments, values...)
		if err == nil || errors.Is(err, errClaimLost) {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}
