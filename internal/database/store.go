// Package database has the stores of what the server must remember: in SQLite files of the data folder, or in one
// PostgreSQL database that several servers share. Statements and migrations are the same for both.
package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"sync"
	"time"

	"strand/internal/apperr"
	"strand/internal/sqlite"
)

const (
	// callTimeout limits one call of a store. It is longer than SQLite waits for a lock.
	callTimeout = 10 * time.Second
	// retryAfter is how long calls are refused after one has found the database unusable.
	retryAfter = time.Second
)

// Options configure a Store.
type Options struct {
	// Name is the name of the store in logs and in /readyz: `outbox`.
	Name     string
	Location Location
	// Migrations are the *.sql files that create its tables, in SQL that both engines understand.
	Migrations fs.FS
	// Opened is called after the database was opened; an error makes the store unusable. nil for nothing.
	Opened func(context.Context, *sql.DB) error
	Log    *slog.Logger
}

// Store is a database that the server can run without. While it is unusable (damaged, unreachable, no permission, no
// space), calls fail with the code UPSTREAM_UNAVAILABLE, and one a second finds out whether it can be used again. A
// file that cannot be opened, is damaged or was replaced is not used until the next start. It is safe for concurrent
// use.
type Store struct {
	o      Options
	engine engine
	// db is nil if the database could not be opened.
	db *sql.DB
	// timeout limits one call.
	timeout time.Duration

	mu sync.Mutex
	// failure is why the database is unusable; nil if it is usable.
	failure error
	// retryAt is when a call may use an unusable database.
	retryAt time.Time
}

// NewStore opens a database. A file that cannot be opened is not an error, so that the server can start: Reason reports
// it.
func NewStore(ctx context.Context, o Options) (*Store, error) {
	s := &Store{o: o, engine: o.Location.engine(), timeout: callTimeout}
	if o.Location.Server != nil {
		if err := CheckUnused(o.Location.File); err != nil {
			return nil, err
		}
	}
	if s.failure = s.open(ctx); s.failure == nil {
		return s, nil
	}
	if o.Location.Server != nil {
		return nil, fmt.Errorf("open the store %s in %s: %w", o.Name, o.Location, s.failure)
	}
	s.logFailure(ctx, s.failure)
	return s, nil
}

func (s *Store) open(ctx context.Context) error {
	db, err := s.engine.open(ctx, s.o.Name, s.o.Migrations)
	if err != nil {
		return err
	}
	if s.o.Opened != nil {
		limited, cancel := context.WithTimeout(ctx, s.timeout)
		defer cancel()
		if err := s.o.Opened(limited, db); err != nil {
			return errors.Join(err, s.engine.close(db))
		}
	}
	s.db = db
	return nil
}

// Close closes the database. Calls must have ended.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.db == nil {
		return nil
	}
	db := s.db
	s.db, s.failure = nil, errClosed
	return s.engine.close(db)
}

var errClosed = errors.New("the store is closed")

func (s *Store) logFailure(ctx context.Context, err error) {
	why := s.engine.reasonOf(err)
	s.o.Log.ErrorContext(ctx, "store_unavailable", "store", s.o.Name, "database", s.engine.place(), "reason", why.text,
		"action", why.action, "error", err)
}

// Do runs an operation on the database, with a context that ends after callTimeout. If it fails, the database counts
// as unusable until a later call succeeds, and the error has the code UPSTREAM_UNAVAILABLE. sql.ErrNoRows and errors of
// an ended context are returned unchanged. The operation must not decode the data that it reads, since decoding errors
// do not concern the database.
func (s *Store) Do(ctx context.Context, do func(context.Context, *sql.DB) error) error {
	db, isRetry, err := s.use()
	if err != nil {
		return s.unavailable(err)
	}
	limited, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	err = s.engine.check()
	if err == nil && isRetry { // also of a database that can only be read
		err = s.engine.probe(limited, db)
	}
	if err == nil {
		err = do(limited, db)
	}
	switch {
	case err == nil || errors.Is(err, sql.ErrNoRows):
		s.succeeded(ctx)
		return err
	case ctx.Err() != nil:
		s.retryLater()
		return errors.Join(ctx.Err(), err)
	case s.engine.isPassing(err):
		s.succeeded(ctx)
	default:
		s.failed(ctx, err)
	}
	return s.unavailable(err)
}

// use returns the database, or why it cannot be used now. A call that retries an unusable database must end with
// succeeded, failed or retryLater.
func (s *Store) use() (db *sql.DB, isRetry bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failure == nil {
		return s.db, false, nil
	}
	now := time.Now()
	if s.isFinal() || now.Before(s.retryAt) {
		return nil, false, s.failure
	}
	s.retryAt = now.Add(2 * s.timeout) // others are refused until this call has ended
	return s.db, true, nil
}

// isFinal reports whether the database cannot be used before the next start.
func (s *Store) isFinal() bool { return s.db == nil || s.engine.reasonOf(s.failure).isFinal() }

func (s *Store) succeeded(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failure == nil || s.isFinal() {
		return
	}
	s.failure = nil
	s.o.Log.InfoContext(ctx, "store_available", "store", s.o.Name, "database", s.engine.place())
}

func (s *Store) failed(ctx context.Context, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failure == nil {
		s.logFailure(ctx, err)
	} else if s.isFinal() {
		return
	}
	s.failure, s.retryAt = err, time.Now().Add(retryAfter)
	s.engine.failed()
}

func (s *Store) retryLater() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.retryAt = time.Now().Add(retryAfter)
}

// maxConflicts is how often a transaction is tried whose rows another server changes at the same time.
const maxConflicts = 5

// InTx runs do in a transaction that sees no changes of others, which is committed as a whole or not at all. do may be
// called several times.
func (s *Store) InTx(ctx context.Context, do func(context.Context, *sql.Tx) error) error {
	return s.Do(ctx, func(ctx context.Context, db *sql.DB) error {
		options := &sql.TxOptions{Isolation: sql.LevelSerializable}
		for attempt := 1; ; attempt++ {
			err := sqlite.InTxWith(ctx, db, options, func(tx *sql.Tx) error { return do(ctx, tx) })
			if err == nil || !isConflict(err) || attempt == maxConflicts {
				return err
			}
		}
	})
}

// InTurn runs do in a transaction after all others of this store that InTurn has begun, at any server.
func (s *Store) InTurn(ctx context.Context, do func(context.Context, *sql.Tx) error) error {
	return s.Do(ctx, func(ctx context.Context, db *sql.DB) error {
		return sqlite.InTx(ctx, db, func(tx *sql.Tx) error {
			if s.o.Location.Server != nil { // SQLite has one writer at a time
				const wait = `SELECT pg_advisory_xact_lock(hashtext('strand'), hashtext($1))`
				if _, err := tx.ExecContext(ctx, wait, s.o.Name); err != nil {
					return err
				}
			}
			return do(ctx, tx)
		})
	})
}

// SkipLocked is the end of a SELECT for the row that an UPDATE takes: it passes over rows that another server is taking
// at this moment. SQLite has one writer at a time and no such clause.
func (s *Store) SkipLocked() string {
	if s.o.Location.Server != nil {
		return ` FOR UPDATE SKIP LOCKED`
	}
	return ""
}

// Now is the time of the database in milliseconds since the epoch, in SQL: the clocks of servers differ.
func (s *Store) Now() string {
	if s.o.Location.Server != nil {
		return `CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)`
	}
	return `CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)`
}

func (s *Store) unavailable(cause error) error {
	return &apperr.Error{
		Code:    apperr.UpstreamUnavailable,
		Message: "this cannot be stored now: try again later",
		Cause:   fmt.Errorf("use the store %s: %w", s.o.Name, cause),
	}
}

// Probe writes to the database, and returns what Reason returns afterwards.
func (s *Store) Probe(ctx context.Context) string {
	// A failure is the reason.
	_ = s.Do(ctx, s.engine.probe)
	return s.Reason()
}

// Reason returns in a few words why the database is unusable, without paths; empty if it is usable.
func (s *Store) Reason() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failure == nil {
		return ""
	}
	return s.engine.reasonOf(s.failure).text
}
