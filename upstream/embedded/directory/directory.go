// Package directory keeps the people of the embedded upstreams: users with their credentials and roles, the
// organizations that they belong to, and those organizations' locations and machines. The embedded identity provider
// and the embedded sis share it, as the systems that they stand for share one.
package directory

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"io/fs"
	"log/slog"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"strand/internal/sqlite"
	"strand/upstream/embedded/facet"
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
	Now func() time.Time
	// InvitationLife is how long the link of an invitation works; a week where it is 0.
	InvitationLife time.Duration
	// MadeUpUsers is how many made-up users an empty directory gets beside the sample people; 0 for the number of the
	// content.
	MadeUpUsers int
	Logger      *slog.Logger
}

// Directory keeps people. It is safe for concurrent use.
type Directory struct {
	db             *sql.DB
	now            func() time.Time
	invitationLife time.Duration
	log            *slog.Logger
	users          *facet.Index
	// indexing is held while users are read into the index, so that an older state never replaces a newer one.
	indexing sync.Mutex
	// nextExpiry is the next instant (milliseconds) at which something expires; 0 for none.
	nextExpiry atomic.Int64
	// invitationPage is where the links of invitations lead; empty for none.
	invitationPage string
	signOut        func(ctx context.Context, userID string) error
	observer       func(Changed)
	// hashes counts what was hashed.
	hashes atomic.Int64
}

// weekLong is the life of an invitation by default.
const weekLong = 7 * 24 * time.Hour

// InvitationsLeadTo says where the links of invitations lead. It is called before the directory is used.
func (d *Directory) InvitationsLeadTo(page string) { d.invitationPage = page }

// EndSessions says what ends the sessions of a deleted user. It is called before the directory is used.
func (d *Directory) EndSessions(signOut func(ctx context.Context, userID string) error) {
	d.signOut = signOut
}

// Observe sets the function that is called with changed rights after they are stored. Call it before the directory is
// used.
func (d *Directory) Observe(observer func(Changed)) { d.observer = observer }

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
	d := &Directory{
		db: db, now: o.Now, log: o.Logger, invitationLife: o.InvitationLife, users: facet.New(len(userOrders)),
	}
	if d.now == nil {
		d.now = time.Now
	}
	if d.invitationLife <= 0 {
		d.invitationLife = weekLong
	}
	err = d.seed(context.Background(), o)
	if err == nil {
		err = d.loadIndex(context.Background())
	}
	if err != nil {
		_ = db.Close()
		return nil, err
	}
	if err := d.seedMachines(context.Background(), o.ContentDir); err != nil {
		_ = db.Close()
		return nil, err
	}
	return d, nil
}

// Close closes the database.
func (d *Directory) Close() error { return d.db.Close() }

// DB is the database, for the tables of others that refer to people.
func (d *Directory) DB() *sql.DB { return d.db }
