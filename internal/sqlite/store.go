package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"strand/internal/apperr"
)

// RetryEvery is the interval at which an unusable database is reopened.
const RetryEvery = 5 * time.Second

// Options configure a Store.
type Options struct {
	// Name is the name of the store in logs and in /readyz: `outbox`.
	Name string
	// File is the path of the database.
	File string
	// Migrations are the *.sql files that create its tables.
	Migrations fs.FS
	// Opened is called each time after the database was opened, before it is used; an error keeps the store unusable.
	// nil for nothing.
	Opened func(context.Context, *sql.DB) error
	Log    *slog.Logger
}

// Store is a database that the server can start and run without. While the file is unusable (damaged, no permission,
// no space), every call fails with the code UPSTREAM_UNAVAILABLE, and Run periodically reopens it. The file is never
// deleted or replaced. It is safe for concurrent use.
type Store struct {
	o Options

	mu sync.RWMutex
	// db is nil while the database is unusable; failure is the reason then.
	db      *sql.DB
	failure error
	// failed gets a value when the database has become unusable.
	failed chan struct{}
}

// NewStore opens a database. It always returns a store; Reason reports whether it is usable.
func NewStore(ctx context.Context, o Options) *Store {
	s := &Store{o: o, failed: make(chan struct{}, 1)}
	s.reopen(ctx)
	return s
}

// Run periodically reopens an unusable database, until the context ends.
func (s *Store) Run(ctx context.Context) { s.run(ctx, RetryEvery) }

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
	return db.Close()
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
		s.o.Log.InfoContext(ctx, "store_available", "store", s.o.Name, "file", s.o.File)
	}
}

func (s *Store) open(ctx context.Context) (*sql.DB, error) {
	db, err := Open(s.o.File, s.o.Migrations)
	if err != nil {
		return nil, err
	}
	if err = probe(ctx, db); err == nil && s.o.Opened != nil {
		err = s.o.Opened(ctx, db)
	}
	if err != nil {
		_ = db.Close()
		return nil, err
	}
	return db, nil
}

// probe checks that a database can be written: it commits a transaction that changes a number that is not used.
func probe(ctx context.Context, db *sql.DB) error {
	if _, err := db.ExecContext(ctx, `PRAGMA user_version = 0`); err != nil {
		return fmt.Errorf("write to the database: %w", err)
	}
	return nil
}

// Probe writes to the database, and returns what Reason returns afterwards.
func (s *Store) Probe(ctx context.Context) string {
	// A failure is the reason.
	_ = s.Do(ctx, func(db *sql.DB) error { return probe(ctx, db) })
	return s.Reason()
}

// ProbeFile writes to the database in a file, which is neither created nor migrated. It returns in a few words why it
// cannot be written, and what to do; empty if it can, or if there is no such file.
func ProbeFile(ctx context.Context, file string) (text, action string) {
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return "", ""
	}
	db, err := connect(file)
	if err == nil {
		err = errors.Join(probe(ctx, db), db.Close())
	}
	if err == nil {
		return "", ""
	}
	why := reasonOf(err, filepath.Dir(file))
	return why.text, why.action
}

func (s *Store) logFailure(ctx context.Context, err error) {
	why := reasonOf(err, filepath.Dir(s.o.File))
	s.o.Log.ErrorContext(ctx, "store_unavailable", "store", s.o.Name, "file", s.o.File, "reason", why.text, "action",
		why.action, "error", err)
}

// Do runs an operation on the database. If it fails, the database counts as unusable until it is reopened, and the
// error has the code UPSTREAM_UNAVAILABLE. sql.ErrNoRows and errors of an ended context are returned unchanged. The
// operation must not decode the data that it reads, since decoding errors do not concern the database.
func (s *Store) Do(ctx context.Context, do func(*sql.DB) error) error {
	s.mu.RLock()
	db, failure := s.db, s.failure
	s.mu.RUnlock()
	if db == nil {
		return s.unavailable(failure)
	}
	err := do(db)
	if err == nil || errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if ctx.Err() != nil {
		return errors.Join(ctx.Err(), err)
	}
	if code := new(sqlite.Error); !errors.As(err, &code) || code.Code()&0xff != lib.SQLITE_BUSY {
		s.fail(ctx, db, err)
	}
	return s.unavailable(err)
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
	_ = db.Close()
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

// Reason returns in a few words why the database is unusable, without paths; empty if it is usable.
func (s *Store) Reason() string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.db != nil {
		return ""
	}
	return reasonOf(s.failure, filepath.Dir(s.o.File)).text
}

// hasNoSpace reports whether the volume of a folder is full.
func hasNoSpace(folder string) bool {
	var volume syscall.Statfs_t
	return syscall.Statfs(folder, &volume) == nil && volume.Bavail < leastBlocks
}

// leastBlocks is the least number of free blocks that SQLite needs: its -wal and -shm files begin with 32 KiB each.
const leastBlocks = 16

// reason is the description of a failure in the log and in /readyz: its text, and what the operator can do.
type reason struct{ text, action string }

func reasonOf(err error, folder string) reason {
	damaged := reason{"the file is damaged",
		"move the file and those beside it that end in -wal and -shm aside, or restore a backup: " +
			"docs/operations.md, Damaged data folder"}
	denied := reason{"the file cannot be opened or written",
		"give the server's user write permission for the folder, the file and those beside it that end in -wal and " +
			"-shm"}
	full := reason{"there is no space left", "free space on the volume of the data folder"}
	switch {
	case errors.Is(err, errDamaged):
		return damaged
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return full
	case errors.Is(err, os.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, syscall.ENOTDIR):
		return denied
	}
	if code := new(sqlite.Error); errors.As(err, &code) {
		switch code.Code() & 0xff {
		case lib.SQLITE_NOTADB, lib.SQLITE_CORRUPT:
			return damaged
		case lib.SQLITE_FULL:
			return full
		case lib.SQLITE_IOERR:
			// SQLite does not report why it could not write.
			if hasNoSpace(folder) {
				return full
			}
		case lib.SQLITE_CANTOPEN, lib.SQLITE_READONLY, lib.SQLITE_PERM:
			return denied
		}
	}
	return reason{"the database fails", "read the error: docs/operations.md, Damaged data folder"}
}
