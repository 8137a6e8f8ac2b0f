package pagetranslation

import (
	"context"
	"database/sql"
	"embed"
	"io/fs"
	"log/slog"
	"time"

	"strand/internal/sqlite"
	upstream "strand/upstream/translation"
)

//go:embed migrations/*.sql
var migrations embed.FS

// phase is how far the server has come with what an editor asked for.
type phase string

const (
	// ordered is a translation whose file was not sent yet.
	ordered phase = "ORDERED"
	// sent is one that the translation service has, received one whose file came back.
	sent     phase = "SENT"
	received phase = "RECEIVED"
	// reset is a target whose state is to be set back in the CMS.
	reset phase = "RESET"
	// done is one whose state the CMS has.
	done phase = "DONE"
)

// row is what was asked for last of the translation of a page into a language.
type row struct {
	page, language, source string
	phase                  phase
	reference              string
	file, delivered        string
	exportedAt             *time.Time
	problem                string
	attempts               int
}

// store keeps what was asked for and is not done. Its calls fail with the code UPSTREAM_UNAVAILABLE while the database
// cannot be used.
type store struct {
	*sqlite.Store
}

func openStore(ctx context.Context, file string, log *slog.Logger) (*store, error) {
	scripts, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	return &store{sqlite.NewStore(ctx, sqlite.Options{
		Name: "translations", File: file, Migrations: scripts, Log: log,
		Opened: func(ctx context.Context, db *sql.DB) error {
			// A start looks at everything at once: what waited for a system may be possible now.
			_, err := db.ExecContext(ctx, `UPDATE targets SET next_attempt_at = 0 WHERE phase <> 'DONE'`)
			return err
		},
	})}, nil
}

// order keeps an order unless one is on its way; false where there is one.
func (s *store) order(ctx context.Context, r row, now time.Time) (isNew bool, err error) {
	const insert = `INSERT INTO targets (page, language, source_language, phase, reference, next_attempt_at)
		VALUES (?, ?, ?, 'ORDERED', ?, ?) ON CONFLICT (page, language) DO UPDATE SET
			source_language = excluded.source_language, phase = excluded.phase, reference = excluded.reference,
			file = '',
			delivered = '', exported_at = NULL, is_told = 0, problem = '', attempts = 0,
			next_attempt_at = excluded.next_attempt_at
			WHERE phase IN ('RESET', 'DONE')`
	err = s.Do(ctx, func(db *sql.DB) error {
		result, err := db.ExecContext(ctx, insert, r.page, r.language, r.source, r.reference, now.UnixMilli())
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		isNew = n == 1
		return err
	})
	return isNew, err
}

// reset keeps a reset, and that the order on its way is to be cancelled.
func (s *store) reset(ctx context.Context, r row, now time.Time) error {
	return s.Do(ctx, func(db *sql.DB) error {
		return sqlite.InTx(ctx, db, func(tx *sql.Tx) error {
			const cancel = `INSERT INTO cancellations (reference, next_attempt_at)
				SELECT reference, ?3 FROM targets
				WHERE page = ?1 AND language = ?2 AND phase IN ('ORDERED', 'SENT', 'RECEIVED') ON CONFLICT DO NOTHING`
			if _, err := tx.ExecContext(ctx, cancel, r.page, r.language, now.UnixMilli()); err != nil {
				return err
			}
			const insert = `INSERT INTO targets (page, language, source_language, phase, reference, next_attempt_at)
				VALUES (?, ?, ?, 'RESET', '', ?) ON CONFLICT (page, language) DO UPDATE SET
					source_language = excluded.source_language, phase = excluded.phase, reference = '', file = '',
					delivered = '', exported_at = NULL, is_told = 0, problem = '', attempts = 0,
					next_attempt_at = excluded.next_attempt_at`
			_, err := tx.ExecContext(ctx, insert, r.page, r.language, r.source, now.UnixMilli())
			return err
		})
	})
}

// open lists what is not done.
func (s *store) open(ctx context.Context) ([]row, error) {
	return s.rows(ctx, `phase <> 'DONE'`)
}

// due lists what is to be looked at, that which has waited for longest first.
func (s *store) due(ctx context.Context, now time.Time) ([]row, error) {
	return s.rows(ctx, `phase <> 'DONE' AND next_attempt_at <= ? ORDER BY next_attempt_at LIMIT ?`, now.UnixMilli(),
		upstream.MaxJobs)
}

func (s *store) rows(ctx context.Context, condition string, arguments ...any) ([]row, error) {
	var found []row
	err := s.Do(ctx, func(db *sql.DB) error {
		list, err := db.QueryContext(ctx, `SELECT page, language, source_language, phase, reference, file, delivered,
			exported_at, problem, attempts FROM targets WHERE `+condition, arguments...)
		if err != nil {
			return err
		}
		defer list.Close()
		for list.Next() {
			var r row
			var exportedAt sql.NullInt64
			if err := list.Scan(&r.page, &r.language, &r.source, &r.phase, &r.reference, &r.file, &r.delivered,
				&exportedAt, &r.problem, &r.attempts); err != nil {
				return err
			}
			if exportedAt.Valid {
				at := time.UnixMilli(exportedAt.Int64).UTC()
				r.exportedAt = &at
			}
			found = append(found, r)
		}
		return list.Err()
	})
	return found, err
}

// keep writes what has become of a row, unless something else was asked for meanwhile. An order that the translation
// service has done before it was written down as sent is due at once.
func (s *store) keep(ctx context.Context, r row, nextAttempt time.Time) error {
	var exportedAt any
	if r.exportedAt != nil {
		exportedAt = r.exportedAt.UnixMilli()
	}
	return s.Do(ctx, func(db *sql.DB) error {
		_, err := db.ExecContext(
			ctx,
			`UPDATE targets SET phase = ?, file = ?, delivered = ?, exported_at = ?, problem = ?,
			attempts = ?, next_attempt_at = CASE WHEN is_told AND phase = 'ORDERED' THEN 0 ELSE ? END WHERE page = ?
			AND language = ? AND reference = ?`,
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
	})
}

// isCurrent reports whether a row is still what was asked for last.
func (s *store) isCurrent(ctx context.Context, r row) (bool, error) {
	found, err := s.rows(
		ctx,
		`page = ? AND language = ? AND reference = ? AND phase = ?`,
		r.page,
		r.language,
		r.reference,
		r.phase,
	)
	return len(found) > 0, err
}

// makeDue makes an order due; false for one that is not waited for.
func (s *store) makeDue(ctx context.Context, reference string) (isOpen bool, err error) {
	err = s.Do(ctx, func(db *sql.DB) error {
		result, err := db.ExecContext(ctx, `UPDATE targets SET is_told = 1, next_attempt_at = 0
			WHERE reference = ? AND phase IN ('ORDERED', 'SENT')`, reference)
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		isOpen = n > 0
		return err
	})
	return isOpen, err
}

// nextDue is how long it takes until something is to be done, at most limit.
func (s *store) nextDue(ctx context.Context, now time.Time, limit time.Duration) time.Duration {
	var next sql.NullInt64
	err := s.Do(ctx, func(db *sql.DB) error {
		return db.QueryRowContext(ctx, `SELECT min(next_attempt_at) FROM (
			SELECT next_attempt_at FROM targets WHERE phase <> 'DONE'
			UNION ALL SELECT next_attempt_at FROM cancellations)`).Scan(&next)
	})
	if err != nil || !next.Valid {
		return limit
	}
	return min(max(time.UnixMilli(next.Int64).Sub(now), time.Millisecond), limit)
}

// cancellation is an order that the translation service must be told of.
type cancellation struct {
	reference string
	attempts  int
}

func (s *store) cancellations(ctx context.Context, now time.Time) ([]cancellation, error) {
	var found []cancellation
	err := s.Do(ctx, func(db *sql.DB) error {
		list, err := db.QueryContext(ctx, `SELECT reference, attempts FROM cancellations WHERE next_attempt_at <= ?`,
			now.UnixMilli())
		if err != nil {
			return err
		}
		defer list.Close()
		for list.Next() {
			var c cancellation
			if err := list.Scan(&c.reference, &c.attempts); err != nil {
				return err
			}
			found = append(found, c)
		}
		return list.Err()
	})
	return found, err
}

// cancelled forgets a cancellation, or has it tried again later.
func (s *store) cancelled(ctx context.Context, c cancellation, again *time.Time) error {
	return s.Do(ctx, func(db *sql.DB) error {
		if again == nil {
			_, err := db.ExecContext(ctx, `DELETE FROM cancellations WHERE reference = ?`, c.reference)
			return err
		}
		_, err := db.ExecContext(ctx, `UPDATE cancellations SET attempts = ?, next_attempt_at = ? WHERE reference = ?`,
			c.attempts, again.UnixMilli(), c.reference)
		return err
	})
}
