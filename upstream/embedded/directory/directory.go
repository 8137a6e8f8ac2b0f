// Package directory keeps the people of the embedded upstreams: users with their credentials and roles, the organizations
// that they belong to, and those organizations' locations and machines. The embedded identity provider and the embedded sis
// share it, as the systems that they stand for share one.
package directory

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"io/fs"
	"log/slog"
	"path/filepath"
	"time"

	"strand/internal/sqlite"
)

//go:embed migrations/*.sql
var migrations embed.FS

// ErrNotFound says that there is no such user.
var ErrNotFound = errors.New("there is no such user")

// Options make a directory.
type Options struct {
	// Dir is where the database is kept.
	Dir string
	// ContentDir holds the sample people that an empty directory begins with: `content/identity`.
	ContentDir string
	// Now is the clock; the machine's where it is nil.
	Now    func() time.Time
	Logger *slog.Logger
}

// Directory keeps people. It is safe for concurrent use.
type Directory struct {
	db  *sql.DB
	now func() time.Time
	log *slog.Logger
}

// Open opens the directory, or makes one with the sample people.
func Open(o Options) (*Directory, error) {
	scripts, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	db, err := sqlite.Open(filepath.Join(o.Dir, "directory.db"), scripts)
	if err != nil {
		return nil, err
	}
	d := &Directory{db: db, now: o.Now, log: o.Logger}
	if d.now == nil {
		d.now = time.Now
	}
	if err := d.seed(context.Background(), o.ContentDir); err != nil {
		_ = db.Close()
		return nil, err
	}
	return d, nil
}

// Close closes the database.
func (d *Directory) Close() error { return d.db.Close() }

// DB is the database, for the tables of others that refer to people.
func (d *Directory) DB() *sql.DB { return d.db }
