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
	// RetryEvery is the interval at which an unusable file is reopened.
	RetryEvery = 5 * time.Second
	// reconnectEvery is the interval at which an unreachable PostgreSQL database is tried.
	reconnectEvery = time.Second
	// callTimeout limits one call of a store. It is longer than SQLite waits for a lock.
	callTimeout = 10 * time.Second
)

// Options configure a Store.
type Options struct {
	// Name is the name of the store in logs and in /readyz: `outbox`.
	Name     string
	Location Location
	// Migrations are the *.sql files that create its tables, in SQL that both engines understand.
	Migrations fs.FS
	// Opened is called each time after the database was opened, before it is used; an error keeps the store unusable.
	// nil for nothing.
	Opened func(context.Context, *sql.DB) error
	Log    *slog.Logger
}

// Store is a database that the server can start and run without. While it is unusable (damaged, unreachable, no
// permission, no space), every call fails with the code UPSTREAM_UNAVAILABLE, and Run periodically reopens it. Its data
// is never deleted or replaced. It is safe for concurrent use.
type Store struct {
	o      Options
	engine engine

	mu sync.RWMutex
	// db is nil while the database is unusable; failure is the reason then.
	db      *sql.DB
	failure error
	// failed gets a value when the database has become unusable.
	failed chan struct{}
	// timeout limits one call.
	timeout time.Duration
}

// NewStore opens a database. It always returns a store; Reason reports whether it is usable.
func NewStore(ctx context.Context, o Options) *Store {
	s := &Store{o: o, engine: o.Location.engine(), failed: make(chan struct{}, 1), timeout: callTimeout}
	s.reopen(ctx)
	return s
}

// Run periodically reopens an unusable database, until the context ends.
func (s *Store) Run(ctx context.Context) {
	if s.o.Location.Server != nil {
		s.run(ctx, reconnectEvery)
		return
	}
	s.run(ctx, RetryEvery)
}

func (s *Store) run(ctx context.Context, every time.Duration) {
	for {
		if s.Reason() == "" {
			select {
			case <-ctx.Done():
				return
			case <-s.failed:
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(every):
		}
		s.reopen(ctx)
	}
}

// Close closes the database; Run must have ended.
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

// reopen opens the database unless it is open. It logs the first failure and the recovery after it.
func (s *Store) reopen(ctx context.Context) {
	s.mu.RLock()
	isOpen, hasFailed := s.db != nil, s.failure != nil
	s.mu.RUnlock()
	if isOpen {
		return
	}
	db, err := s.open(ctx)
	if err != nil {
		s.mu.Lock()
		s.failure = err
		s.mu.Unlock()
		if !hasFailed {
			s.logFailure(ctx, err)
		}
		return
	}
	s.mu.Lock()
	s.db, s.failure = db, nil
	s.mu.Unlock()
	if hasFailed {
		s.o.Log.InfoContext(ctx, "store_available", "store", s.o.Name, "database", s.engine.place())
	}
}

func (s *Store) open(ctx context.Context) (*sql.DB, error) {
	db, err := s.engine.open(ctx, s.o.Name, s.o.Migrations)
	if err != nil {
		return nil, err
	}
	s.adopt(ctx, db)
	if s.o.Opened == nil {
		return db, nil
	}
	limited, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	if err := s.o.Opened(limited, db); err != nil {
		return nil, errors.Join(err, s.engine.close(db))
	}
	return db, nil
}

func (s *Store) logFailure(ctx context.Context, err error) {
	why := s.engine.reasonOf(err)
	s.o.Log.ErrorContext(ctx, "store_unavailable", "store", s.o.Name, "database", s.engine.place(), "reason", why.text,
		"action", why.action, "error", err)
}

// Do runs an operation on the database, with a context that ends after callTimeout. If it fails, the database counts
// as unusable until it is reopened, and the error has the code UPSTREAM_UNAVAILABLE. sql.ErrNoRows and errors of an
// ended context are returned unchanged. The operation must not decode the data that it reads, since decoding errors do
// not concern the database.
func (s *Store) Do(ctx context.Context, do func(context.Context, *sql.DB) error) error {
	s.mu.RLock()
	db, failure := s.db, s.failure
	s.mu.RUnlock()
	if db == nil {
		return s.unavailable(failure)
	}
	limited, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	err := do(limited, db)
	if err == nil || errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if ctx.Err() != nil {
		return errors.Join(ctx.Err(), err)
	}
	if !s.engine.isPassing(err) {
		s.fail(ctx, db, err)
	}
	return s.unavailable(err)
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

// SkipLocked is the end of a SELECT for the row that an UPDATE takes: it passes over rows that another server is taking
// at this moment. SQLite has one writer at a time and no such clause.
func (s *Store) SkipLocked() string {
	if s.o.Location.Server != nil {
		return ` FOR UPDATE SKIP LOCKED`
	}
	return ""
}

// fail marks the database as unusable.
func (s *Store) fail(ctx context.Context, db *sql.DB, err error) {
	s.mu.Lock()
	isFirst := s.db == db
	if isFirst {
		s.db, s.failure = nil, err
	}
	s.mu.Unlock()
	if !isFirst { // another call has reported it already
		return
	}
	s.logFailure(ctx, err)
	_ = s.engine.close(db)
	select {
	case s.failed <- struct{}{}:
	default:
	}
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
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.db != nil {
		return ""
	}
	return s.engine.reasonOf(s.failure).text
}
