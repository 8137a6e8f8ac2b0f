package uploads

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"time"

	tus "github.com/tus/tusd/v2/pkg/handler"

	"strand/domain/form"
	"strand/internal/database"
)

//go:embed migrations/*.sql
var migrations embed.FS

// rows are the rows of uploads, which servers with one PostgreSQL database share. Their errors have the code
// UPSTREAM_UNAVAILABLE.
type rows struct{ *database.Store }

// reservation is the row of an upload that is begun.
type reservation struct {
	id, owner string
	// network is empty if it is not known.
	network string
	size    int64
}

// reserve makes a row, unless all uploads would have more than a space or those of its network more than a share: then
// the error is errSpace or errShare.
func (r rows) reserve(ctx context.Context, n reservation, space, share int64) error {
	var refusal error
	err := r.InTurn(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var all, ofNetwork int64
		if err := tx.QueryRowContext(ctx, `SELECT CAST(coalesce(sum(size), 0) AS BIGINT),
				CAST(coalesce(sum(CASE WHEN network = $1 THEN size END), 0) AS BIGINT) FROM uploads`, n.network,
		).Scan(&all, &ofNetwork); err != nil {
			return err
		}
		switch {
		case all+n.size > space:
			refusal = errSpace
		case n.network != "" && ofNetwork+n.size > share:
			refusal = errShare
		default:
			_, err := tx.ExecContext(ctx, `INSERT INTO uploads (id, owner, network, size, expires_at)
				VALUES ($1, $2, $3, $4, `+r.Now()+` + $5)`,
				n.id, n.owner, n.network, n.size, reservationLifetime.Milliseconds())
			return err
		}
		return nil
	})
	if err != nil {
		return err
	}
	return refusal
}

// complete records that an upload is complete, and keeps it for its form. It reports whether there is such an upload.
func (r rows) complete(ctx context.Context, id string, size int64) (bool, error) {
	n, err := r.Exec(ctx, `UPDATE uploads SET size = $1, complete = TRUE, expires_at = `+r.Now()+` + $2
		WHERE id = $3 AND expires_at > 0`, size, abandonedAfter.Milliseconds(), id)
	return n == 1, err
}

func (r rows) owner(ctx context.Context, id string) (owner string, err error) {
	err = r.QueryRow(ctx, []any{&owner}, `SELECT owner FROM uploads WHERE id = $1`, id)
	return owner, err
}

// ids returns the ids of all uploads.
func (r rows) ids(ctx context.Context) (map[string]bool, error) {
	all, err := database.Query(ctx, r.Store, func(id *string) []any { return []any{id} }, `SELECT id FROM uploads`)
	known := make(map[string]bool, len(all))
	for _, id := range all {
		known[id] = true
	}
	return known, err
}

// expiredUpload is an upload that may be removed.
type expiredUpload struct {
	id         string
	isComplete bool
}

// expired returns at most limit uploads that have expired and that no request uses.
func (r rows) expired(ctx context.Context, withComplete bool, limit int) ([]expiredUpload, error) {
	return database.Query(ctx, r.Store, func(e *expiredUpload) []any { return []any{&e.id, &e.isComplete} },
		`SELECT id, complete FROM uploads WHERE expires_at < `+r.Now()+` AND locked_until <= `+r.Now()+`
		AND ($1 OR NOT complete) ORDER BY expires_at LIMIT $2`, withComplete, limit)
}

// claim reserves an expired upload for its removal, unless it has been used meanwhile. A removal that has failed is
// claimed again.
func (r rows) claim(ctx context.Context, id string) (bool, error) {
	n, err := r.Exec(ctx, `UPDATE uploads SET expires_at = 0
		WHERE id = $1 AND expires_at < `+r.Now()+` AND locked_until <= `+r.Now(), id)
	return n == 1, err
}

func (r rows) delete(ctx context.Context, id string) error {
	_, err := r.Exec(ctx, `DELETE FROM uploads WHERE id = $1`, id)
	return err
}

// lock locks an upload for a request, unless another one has it.
func (r rows) lock(ctx context.Context, id, request string) (bool, error) {
	n, err := r.Exec(ctx, `UPDATE uploads SET locked_by = $1, locked_until = `+r.Now()+` + $2, wanted_until = 0
		WHERE id = $3 AND locked_until <= `+r.Now()+` AND expires_at > 0`, request, lockedFor.Milliseconds(), id)
	return n == 1, err
}

// want tells the request that has locked an upload that another one waits for it. It reports whether there is such an
// upload.
func (r rows) want(ctx context.Context, id string) (bool, error) {
	n, err := r.Exec(ctx, `UPDATE uploads SET wanted_until = `+r.Now()+` + $1 WHERE id = $2`,
		wantedFor.Milliseconds(), id)
	return n == 1, err
}

// renew prolongs the lock of a request by a time, or ends it, and the life of an upload that has received data. It
// reports whether the request still has the lock, and whether another one waits.
func (r rows) renew(
	ctx context.Context, id, request string, by time.Duration, hasReceived bool,
) (isHeld, isWanted bool, err error) {
	err = r.QueryRow(ctx, []any{&isWanted}, `UPDATE uploads SET locked_until = `+r.Now()+` + $1,
			expires_at = CASE WHEN $2 AND NOT complete THEN `+r.Now()+` + $3 ELSE expires_at END
		WHERE id = $4 AND locked_by = $5 AND expires_at > 0 RETURNING wanted_until > `+r.Now(),
		by.Milliseconds(), hasReceived, reservationLifetime.Milliseconds(), id, request)
	if errors.Is(err, sql.ErrNoRows) {
		return false, false, nil
	}
	return err == nil, isWanted, err
}

// record makes the row of an upload that has none, and reports whether it has one now: the previous release has begun
// it, or the database is a new one. It counts as complete, so that it is kept for its form.
func (s *Store) record(ctx context.Context, id string) (bool, error) {
	info, err := s.files.info(ctx, id)
	if errors.Is(err, tus.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if info.SizeIsDeferred {
		info.Size = int64(form.Attachments.MaxSize)
	}
	n, err := s.rows.Exec(ctx, `INSERT INTO uploads (id, owner, network, size, complete, expires_at)
		VALUES ($1, $2, '', $3, TRUE, `+s.rows.Now()+` + $4) ON CONFLICT DO NOTHING`,
		id, info.MetaData[ownerData], info.Size, abandonedAfter.Milliseconds())
	return n == 1, err
}

// recordAll makes the rows of all uploads that have none.
func (s *Store) recordAll(ctx context.Context) error {
	stored, err := s.files.list(ctx)
	if err != nil {
		return err
	}
	known, err := s.rows.ids(ctx)
	for _, id := range stored {
		if err == nil && !known[id] {
			_, err = s.record(ctx, id)
		}
	}
	return err
}

// cleanedAtOnce limits how many uploads are removed before a new one is refused.
const cleanedAtOnce = 20

// removeExpired removes expired uploads that no submission needs.
func (s *Store) removeExpired(ctx context.Context, withComplete bool, limit int, needed map[string]bool) error {
	found, err := s.rows.expired(ctx, withComplete, limit)
	for _, e := range found {
		if needed[e.id] || !e.isComplete && s.finish(ctx, e.id) {
			continue
		}
		isClaimed, claimErr := s.rows.claim(ctx, e.id)
		if err = errors.Join(err, claimErr); isClaimed {
			s.Remove(e.id)
		}
	}
	return err
}

// finish records that an upload is complete if it has all its data: a server was killed after it has stored the last
// part, or another one with a database of its own has.
func (s *Store) finish(ctx context.Context, id string) bool {
	u, err := s.files.get(ctx, id)
	if err != nil {
		return false
	}
	info, err := u.GetInfo(ctx)
	if err != nil || info.SizeIsDeferred || info.Offset != info.Size {
		return false
	}
	isKept, err := s.rows.complete(ctx, id, info.Size)
	return err == nil && isKept
}
