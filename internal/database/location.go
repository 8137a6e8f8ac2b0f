package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	driver "modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"strand/internal/sqlite"
)

// Location is where a store is: in an SQLite file, or in the PostgreSQL database that all stores share.
type Location struct {
	// File is the path of the SQLite database. With a Server, there must be no such file: its rows would be ignored.
	File string
	// Server is the PostgreSQL database; nil for the file.
	Server *Server
}

// String returns the path of the file, or the address of the database.
func (l Location) String() string { return l.engine().place() }

// engine returns what differs between the two.
func (l Location) engine() engine {
	if l.Server != nil {
		return l.Server
	}
	return &file{path: l.File}
}

// CheckUnused reports that there is a file of a store although the store is in PostgreSQL.
func CheckUnused(file string) error {
	if _, err := os.Stat(file); file == "" || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("%s exists, whose rows are not used with STRAND_DATABASE_URL: move them into the database, "+
		"or the file away (docs/operations.md, From files to PostgreSQL)", file)
}

// engine is what differs between SQLite and PostgreSQL.
type engine interface {
	// open opens the database, applies the migrations of a store and checks that it can be written.
	open(ctx context.Context, store string, migrations fs.FS) (*sql.DB, error)
	// check reports, without using the database, that it must not be used any more.
	check() error
	// probe checks that the database can be written.
	probe(ctx context.Context, db *sql.DB) error
	// failed is called when the database has become unusable.
	failed()
	// close closes what open has opened.
	close(db *sql.DB) error
	// isPassing reports whether an error concerns one call only.
	isPassing(err error) bool
	// reasonOf describes an error for operators.
	reasonOf(err error) reason
	// place is the location in log events.
	place() string
}

// reason is the description of a failure in the log and in /readyz: its text, and what the operator can do.
type reason struct{ text, action string }

var (
	damaged = reason{"the file is damaged",
		"stop the server, move the file and those beside it that end in -wal and -shm aside, or restore a backup: " +
			"docs/operations.md, Damaged data folder"}
	replaced = reason{"the file was replaced or removed", "start the server again"}
)

// isFinal reports whether the operator has to start the server again.
func (r reason) isFinal() bool { return r == damaged || r == replaced }

// file is an SQLite database.
type file struct {
	path string
	// opened is the open file.
	opened fs.FileInfo
}

var errReplaced = errors.New("the path leads to another file than the one that was opened, or to none")

func (f *file) open(ctx context.Context, _ string, migrations fs.FS) (*sql.DB, error) {
	db, err := sqlite.Open(f.path, migrations)
	if err != nil {
		return nil, err
	}
	if f.opened, err = os.Stat(f.path); err == nil {
		err = f.probe(ctx, db)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// check notices a file that was moved or removed: SQLite writes to it all the same, and the next start would not find
// the rows.
func (f *file) check() error {
	now, err := os.Stat(f.path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(now, f.opened) {
		return errReplaced
	}
	return nil
}

func (f *file) failed() {}

// probe commits a transaction that changes a number which is not used.
func (f *file) probe(ctx context.Context, db *sql.DB) error {
	if _, err := db.ExecContext(ctx, `PRAGMA user_version = 0`); err != nil {
		return fmt.Errorf("write to the database: %w", err)
	}
	return nil
}

// ProbeFile writes to the database in a file, which is neither created nor migrated. It returns in a few words why it
// cannot be written, and what to do; empty if it can, or if there is no such file.
func ProbeFile(ctx context.Context, path string) (text, action string) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return "", ""
	}
	f := &file{path: path}
	db, err := sqlite.Connect(path)
	if err == nil {
		err = errors.Join(f.probe(ctx, db), db.Close())
	}
	if err == nil {
		return "", ""
	}
	why := f.reasonOf(err)
	return why.text, why.action
}

func (f *file) close(db *sql.DB) error { return db.Close() }

func (f *file) isPassing(err error) bool {
	code := new(driver.Error)
	return errors.As(err, &code) && code.Code()&0xff == lib.SQLITE_BUSY
}

func (f *file) place() string { return f.path }

// hasNoSpace reports whether the volume of a folder is full.
func hasNoSpace(folder string) bool {
	var volume syscall.Statfs_t
	return syscall.Statfs(folder, &volume) == nil && volume.Bavail < leastBlocks
}

// leastBlocks is the least number of free blocks that SQLite needs: its -wal and -shm files begin with 32 KiB each.
const leastBlocks = 16

func (f *file) reasonOf(err error) reason {
	denied := reason{"the file cannot be opened or written",
		"give the server's user write permission for the folder, the file and those beside it that end in -wal and " +
			"-shm"}
	full := reason{"there is no space left", "free space on the volume of the data folder"}
	switch {
	case errors.Is(err, sqlite.ErrDamaged):
		return damaged
	case errors.Is(err, errReplaced):
		return replaced
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return full
	case errors.Is(err, os.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, syscall.ENOTDIR):
		return denied
	}
	if code := new(driver.Error); errors.As(err, &code) {
		switch code.Code() & 0xff {
		case lib.SQLITE_NOTADB, lib.SQLITE_CORRUPT:
			return damaged
		case lib.SQLITE_FULL:
			return full
		case lib.SQLITE_IOERR:
			// SQLite does not report why it could not write.
			if hasNoSpace(filepath.Dir(f.path)) {
				return full
			}
		case lib.SQLITE_CANTOPEN, lib.SQLITE_READONLY, lib.SQLITE_PERM:
			return denied
		}
	}
	return reason{"the database fails", "read the error: docs/operations.md, Damaged data folder"}
}
