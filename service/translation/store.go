package translation

import (
	"context"
	"database/sql"
	"embed"
	"io/fs"
	"log/slog"
	"time"

	"strand/internal/database"
	upstream "strand/upstream/translation"
)

//go:embed migrations/*.sql
var migrations embed.FS

// phase is the progress of an action that an editor requested.
type phase string

const (
	// ordered: the translation was started, and its file has not been sent yet.
	ordered phase = "ORDERED"
	// sent: the translation service has the file.
	sent phase = "SENT"
	// received: the translated file has been received, and is not imported yet.
	received phase = "RECEIVED"
	// failed: the translated file was refused, or the translation service cannot translate. An editor can start the
	// translation again; a further delivery of the service is read.
	failed phase = "FAILED"
	// reset: the target was reset, and the CMS does not have its state yet.
	reset phase = "RESET"
	// done: the CMS has the resulting state.
	done phase = "DONE"
)

// targetRow is the latest requested action on a translation target, with its progress.
type targetRow struct {
	page, language, source string
	phase                  phase
	// reference identifies the order; empty for a reset.
	reference string
	// file is the exported translation file, delivered the one that the translation service returned.
	file, delivered string
	exportedAt      *time.Time
	// problem is the reason why the translation cannot be delivered; empty for none.
	problem string
	// attempts is the number of failed attempts since the last step that succeeded.
	attempts int
}

// store contains the requested actions until they are completed. Its calls fail with the code UPSTREAM_UNAVAILABLE
// while the database is unusable.
type store struct {
	*database.Store
}

func openStore(ctx context.Context, at database.Location, log *slog.Logger) (*store, error) {
	scripts, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	opened, err := database.NewStore(ctx, database.Options{
		Name: "translations", Location: at, Migrations: scripts, Log: log,
		Opened: func(ctx context.Context, db *sql.DB) error {
			// All pending actions are due after a start, since the system that they waited for may be available again.
			_, err := db.ExecContext(ctx, `UPDATE targets SET next_attempt_at = 0 WHERE phase <> 'DONE'`)
			return err
		},
	})
	return &store{opened}, err
}

// insertOrder stores an order, unless the target has a pending one: isNew is false then, so that two editors who start
// the same translation create one order.
func (s *store) insertOrder(ctx context.Context, r targetRow, now time.Time) (isNew bool, err error) {
	const insert = `INSERT INTO targets (page, language, source_language, phase, reference, next_attempt_at)
		VALUES ($1, $2, $3, 'ORDERED', $4, $5) ON CONFLICT (page, language) DO UPDATE SET
			source_language = excluded.source_language, phase = excluded.phase, reference = excluded.reference,
			file = '',
			delivered = '', exported_at = NULL, is_told = 0, problem = '', attempts = 0,
			next_attempt_at = excluded.next_attempt_at
			WHERE targets.phase IN ('RESET', 'DONE', 'FAILED')`
	n, err := s.Exec(ctx, insert, r.page, r.language, r.source, r.reference, now.UnixMilli())
	return n == 1, err
}

// insertReset stores a reset together with the cancellation of the target's pending order, so that neither is lost.
func (s *store) insertReset(ctx context.Context, r targetRow, now time.Time) error {
	return s.InTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const cancel = `INSERT INTO cancellations (reference, next_attempt_at)
			SELECT reference, CAST($3 AS BIGINT) FROM targets
			WHERE page = $1 AND language = $2 AND phase IN ('ORDERED', 'SENT', 'RECEIVED', 'FAILED')
			ON CONFLICT DO NOTHING`
		if _, err := tx.ExecContext(ctx, cancel, r.page, r.language, now.UnixMilli()); err != nil {
			return err
		}
		const insert = `INSERT INTO targets (page, language, source_language, phase, reference, next_attempt_at)
			VALUES ($1, $2, $3, 'RESET', '', $4) ON CONFLICT (page, language) DO UPDATE SET
				source_language = excluded.source_language, phase = excluded.phase, reference = '', file = '',
				delivered = '', exported_at = NULL, is_told = 0, problem = '', attempts = 0,
				next_attempt_at = excluded.next_attempt_at`
		_, err := tx.ExecContext(ctx, insert, r.page, r.language, r.source, now.UnixMilli())
		return err
	})
}

// pending returns the actions that are not completed.
func (s *store) pending(ctx context.Context) ([]targetRow, error) {
	return s.rows(ctx, `phase <> 'DONE'`)
}

// listDue returns pending actions whose next attempt is due, the longest overdue first. It returns at most MaxJobs, so
// that one call of Jobs can read their orders.
func (s *store) listDue(ctx context.Context, now time.Time) ([]targetRow, error) {
	return s.rows(
		ctx,
		`phase NOT IN ('DONE', 'FAILED') AND next_attempt_at <= $1 ORDER BY next_attempt_at LIMIT $2`,
		now.UnixMilli(),
		upstream.MaxJobs,
	)
}

// rows returns the actions that match an SQL condition.
func (s *store) rows(ctx context.Context, condition string, arguments ...any) ([]targetRow, error) {
	type row struct {
		targetRow
		exported sql.NullInt64
	}
	columns := func(r *row) []any {
		return []any{
			&r.page, &r.language, &r.source, &r.phase, &r.reference, &r.file, &r.delivered, &r.exported, &r.problem,
			&r.attempts,
		}
	}
	rows, err := database.Query(ctx, s.Store, columns, `SELECT page, language, source_language, phase, reference, file,
		delivered, exported_at, problem, attempts FROM targets WHERE `+condition, arguments...)
	if err != nil {
		return nil, err
	}
	found := make([]targetRow, len(rows))
	for i, r := range rows {
		found[i] = r.targetRow
		if r.exported.Valid {
			at := time.UnixMilli(r.exported.Int64).UTC()
			found[i].exportedAt = &at
		}
	}
	return found, nil
}

// update updates a row unless a newer action replaced it. If the service finished the order before this server recorded
// it as sent, it is due at once.
func (s *store) update(ctx context.Context, r targetRow, nextAttempt time.Time) error {
	var exportedAt any
	if r.exportedAt != nil {
		exportedAt = r.exportedAt.UnixMilli()
	}
	_, err := s.Exec(
		ctx,
		`UPDATE targets SET phase = $1, file = $2, delivered = $3, exported_at = $4, problem = $5,
		attempts = $6,
		next_attempt_at = CASE WHEN is_told <> 0 AND phase = 'ORDERED' THEN 0 ELSE CAST($7 AS BIGINT) END
		WHERE page = $8 AND language = $9 AND reference = $10`,
		r.phase,
		r.file,
		r.delivered,
		exportedAt,
		r.problem,
		r.attempts,
		nextAttempt.UnixMilli(),
		r.page,
		r.language,
		r.reference,
	)
	return err
}

// isCurrent reports whether a row is still the latest action on its target, in the same phase.
func (s *store) isCurrent(ctx context.Context, r targetRow) (bool, error) {
	found, err := s.rows(
		ctx,
		`page = $1 AND language = $2 AND reference = $3 AND phase = $4`,
		r.page,
		r.language,
		r.reference,
		r.phase,
	)
	return len(found) > 0, err
}

// makeDue makes an order due at once; the file of a failed one is read again. isPending is false if no pending order
// has the reference.
func (s *store) makeDue(ctx context.Context, reference string) (isPending bool, err error) {
	n, err := s.Exec(ctx, `UPDATE targets SET is_told = 1, next_attempt_at = 0,
		phase = CASE phase WHEN 'FAILED' THEN 'SENT' ELSE phase END
		WHERE reference = $1 AND phase IN ('ORDERED', 'SENT', 'FAILED')`, reference)
	return n > 0, err
}

// nextDue returns the time until the next attempt of an action or a cancellation is due, at most limit.
func (s *store) nextDue(ctx context.Context, now time.Time, limit time.Duration) time.Duration {
	var next sql.NullInt64
	err := s.QueryRow(ctx, []any{&next}, `SELECT min(next_attempt_at) FROM (
		SELECT next_attempt_at FROM targets WHERE phase NOT IN ('DONE', 'FAILED')
		UNION ALL SELECT next_attempt_at FROM cancellations) AS due`)
	if err != nil || !next.Valid {
		return limit
	}
	return min(max(time.UnixMilli(next.Int64).Sub(now), time.Millisecond), limit)
}

// cancellation is a reset order that has to be cancelled at the translation service.
type cancellation struct {
	reference string
	attempts  int
}

// cancellations returns the cancellations whose next attempt is due.
func (s *store) cancellations(ctx context.Context, now time.Time) ([]cancellation, error) {
	columns := func(c *cancellation) []any { return []any{&c.reference, &c.attempts} }
	return database.Query(ctx, s.Store, columns,
		`SELECT reference, attempts FROM cancellations WHERE next_attempt_at <= $1`, now.UnixMilli())
}

// updateCancellation stores the time of the next attempt of a cancellation. If nextAttempt is nil, the cancellation has
// succeeded and is deleted.
func (s *store) updateCancellation(ctx context.Context, c cancellation, nextAttempt *time.Time) error {
	if nextAttempt == nil {
		_, err := s.Exec(ctx, `DELETE FROM cancellations WHERE reference = $1`, c.reference)
		return err
	}
	_, err := s.Exec(ctx, `UPDATE cancellations SET attempts = $1, next_attempt_at = $2 WHERE reference = $3`,
		c.attempts, nextAttempt.UnixMilli(), c.reference)
	return err
}
