// Package sisusers stores the users of the sample systems with their credentials and roles, and their
// organizations with locations and machines. The sample identity provider and the sample sis share it.
package sisusers

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"io/fs"
	"log/slog"
	"path/filepath"
	"sync/atomic"
	"time"

	"strand/internal/sqlite"
)

//go:embed migrations/*.sql
var migrations embed.FS

// ErrNotFound reports that a user does not exist.
var ErrNotFound = errors.New("the user does not exist")

// Options configures a store.
type Options struct {
	// Dir is the folder of the database.
	Dir string
	// ContentDir is the folder of the sample users for an empty store: `content/identity`.
	ContentDir string
	// Now is the clock; nil means the system clock.
	Now func() time.Time
	// InvitationLifetime is the validity of an invitation's link; 0 means a week.
	InvitationLifetime time.Duration
	Logger             *slog.Logger
}

// Store stores users. It is safe for concurrent use.
type Store struct {
	db                 *sql.DB
	now                func() time.Time
	invitationLifetime time.Duration
	log                *slog.Logger
	// invitationPage is the URL of the invitation page; empty for none.
	invitationPage string
	// portalHome returns the URL of the portal's home; nil for none.
	portalHome func() string
	signOut    func(ctx context.Context, userID string) error
	observer   func(RightsChange)
	attempts   attempts
	// hashes counts the hashed passwords.
	hashes atomic.Int64
}

// defaultInvitationLifetime is the default validity of an invitation.
const defaultInvitationLifetime = 7 * 24 * time.Hour

// SetInvitationPage sets the URL of the invitation page. Call it before the store is used.
func (s *Store) SetInvitationPage(page string) { s.invitationPage = page }

// SetPortalHome sets the function that returns the URL of the portal's home. Call it before the store is used.
func (s *Store) SetPortalHome(home func() string) { s.portalHome = home }

// SetEndSessions sets the function that ends the sessions of a user. Call it before the store is used.
func (s *Store) SetEndSessions(signOut func(ctx context.Context, userID string) error) {
	s.signOut = signOut
}

// OnRightsChange sets the function that is called with changed rights after they are stored. Call it before the store
// is used.
func (s *Store) OnRightsChange(observer func(RightsChange)) { s.observer = observer }

// Open opens the store; a new one gets the sample users.
func Open(o Options) (*Store, error) {
	scripts, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	db, err := sqlite.Open(filepath.Join(o.Dir, "users.db"), scripts)
	if err != nil {
		return nil, err
	}
	d := &Store{
		db:                 db,
		now:                o.Now,
		log:                o.Logger,
		invitationLifetime: o.InvitationLifetime,
	}
	if d.now == nil {
		d.now = time.Now
	}
	if d.invitationLifetime <= 0 {
		d.invitationLifetime = defaultInvitationLifetime
	}
	if err := d.seed(context.Background(), o); err != nil {
		_ = db.Close()
		return nil, err
	}
	return d, nil
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// DB returns the database, for tables of other packages that refer to users.
func (s *Store) DB() *sql.DB { return s.db }
