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
	// File is the path of the SQLite database. With a Server, its rows are moved there if it exists.
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
	return file(l.File)
}

// engine is what differs between SQLite and PostgreSQL.
type engine interface {
	// open opens the database, applies the migrations of a store and checks that it can be written.
	open(ctx context.Context, store string, migrations fs.FS) (*sql.DB, error)
	// probe checks that the database can be written.
	probe(ctx context.Context, db *sql.DB) error
	// close closes what open has opened.
	close(db *sql.DB) error
	// isPassing reports whether an error concerns one call only: the database stays open.
	isPassing(err error) bool
	// reasonOf describes an error for operators.
	reasonOf(err error) reason
	// place is the location in log events.
	place() string
}

// reason is the description of a failure in the log and in /readyz: its text, and what the operator can do.
type reason struct{ text, action string }

// file is the path of an SQLite database.
type file string

func (f file) open(ctx context.Context, _ string, migrations fs.FS) (*sql.DB, error) {
	db, err := sqlite.Open(string(f), migrations)
	if err != nil {
		return nil, err
	}
	if err := f.probe(ctx, db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// probe commits a transaction that changes a number which is not used.
func (f file) probe(ctx context.Context, db *sql.DB) error {
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
	f := file(path)
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

func (f file) close(db *sql.DB) error { return db.Close() }

func (f file) isPassing(err error) bool {
	code := new(driver.Error)
	return errors.As(err, &code) && code.Code()&0xff == lib.SQLITE_BUSY
}

func (f file) place() string { return string(f) }

// hasNoSpace reports whether the volume of a folder is full.
func hasNoSpace(folder string) bool {
	var volume syscall.Statfs_t
	return syscall.Statfs(folder, &volume) == nil && volume.Bavail < leastBlocks
}

// leastBlocks is the least number of free blocks that SQLite needs: its -wal and -shm files begin with 32 KiB each.
const leastBlocks = 16

func (f file) reasonOf(err error) reason {
	damaged := reason{"the file is damaged",
		"move the file and those beside it that end in -wal and -shm aside, or restore a backup: " +
			"docs/operations.md, Damaged data folder"}
	denied := reason{"the file cannot be opened or written",
		"give the server's user write permission for the folder, the file and those beside it that end in -wal and " +
			"-shm"}
	full := reason{"there is no space left", "free space on the volume of the data folder"}
	switch {
	case errors.Is(err, sqlite.ErrDamaged):
		return damaged
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
			if hasNoSpace(filepath.Dir(string(f))) {
				return full
			}
		case lib.SQLITE_CANTOPEN, lib.SQLITE_READONLY, lib.SQLITE_PERM:
			return denied
		}
	}
	return reason{"the database fails", "read the error: docs/operations.md, Damaged data folder"}
}
