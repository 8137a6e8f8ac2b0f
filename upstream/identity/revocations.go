package identity

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"log/slog"
	"sync"
	"time"

	"strand/internal/sqlite"
)

//go:embed migrations/*.sql
var migrations embed.FS

// longestLifetime is how long a revocation is kept: longer than any ID token can be accepted that was issued before it. Such
// a token may be dated ahead by clockSkew. The second clockSkew covers the rounding to seconds.
const longestLifetime = maxAge + 2*clockSkew

// Revocations are the tokens that are refused though they are not expired. They survive a restart. While the database
// cannot be used they are kept in memory, and written once it can. It is safe for concurrent use.
type Revocations struct {
	store *sqlite.Store
	now   func() time.Time

	// version is SQLite's data_version: it changes when another connection has written. Calls of the store guard it.
	version int64

	mu sync.RWMutex
	// known are the revocations by subject: `sid:…` or `sub:…`.
	known map[string]revocation
}

// revocation refuses the tokens of a subject. Instants are seconds since the epoch.
type revocation struct {
	// issuedUntil is the instant until which refused tokens were issued.
	issuedUntil int64
	// forgetAt is when every such token has expired by itself.
	forgetAt int64
	// isStored is false while it is in memory only.
	isStored bool
}

// OpenRevocations opens what is kept in a file. now is the clock; nil is the real one. A file that cannot be used is no
// error (Reason).
func OpenRevocations(ctx context.Context, file string, log *slog.Logger, now func() time.Time) (*Revocations, error) {
	scripts, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	if now == nil {
		now = time.Now
	}
	r := &Revocations{now: now, known: map[string]revocation{}}
	r.store = sqlite.NewStore(ctx, sqlite.Options{Name: "revocations", File: file, Migrations: scripts, Opened: r.load,
		Log: log})
	return r, nil
}

// load reads what is stored and stores what is in memory only.
func (r *Revocations) load(ctx context.Context, db *sql.DB) error {
	rows, err := db.QueryContext(ctx, `SELECT subject, issued_until, forget_at FROM revocations WHERE forget_at >= ?`,
		r.now().Unix())
	if err != nil {
		return fmt.Errorf("read the revocations: %w", err)
	}
	defer rows.Close()
	stored := map[string]revocation{}
	for rows.Next() {
		var subject string
		found := revocation{isStored: true}
		if err := rows.Scan(&subject, &found.issuedUntil, &found.forgetAt); err != nil {
			return fmt.Errorf("read the revocations: %w", err)
		}
		stored[subject] = found
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read the revocations: %w", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for subject, kept := range r.known {
		if kept.isStored {
			continue
		}
		if err := write(ctx, db, subject, kept); err != nil {
			return fmt.Errorf("store the revocations in memory: %w", err)
		}
		kept.isStored = true
		r.known[subject] = kept
	}
	for subject, found := range stored {
		r.known[subject] = later(found, r.known[subject])
	}
	return nil
}

// Refresh reads what other servers on the same file have stored since the last call.
func (r *Revocations) Refresh(ctx context.Context) error {
	err := r.store.Do(ctx, func(db *sql.DB) error {
		var version int64
		if err := db.QueryRowContext(ctx, `PRAGMA data_version`).Scan(&version); err != nil || version == r.version {
			return err
		}
		r.version = version
		return r.load(ctx, db)
	})
	if err != nil {
		return fmt.Errorf("refresh the revocations: %w", err)
	}
	return nil
}

// later refuses what either of two revocations of a subject refuses.
func later(a, b revocation) revocation {
	return revocation{issuedUntil: max(a.issuedUntil, b.issuedUntil), forgetAt: max(a.forgetAt, b.forgetAt),
		isStored: a.isStored}
}

func write(ctx context.Context, db *sql.DB, subject string, v revocation) error {
	_, err := db.ExecContext(ctx, `INSERT INTO revocations (subject, issued_until, forget_at) VALUES (?1, ?2, ?3)
		ON CONFLICT (subject) DO UPDATE SET issued_until = max(issued_until, ?2), forget_at = max(forget_at, ?3)`,
		subject, v.issuedUntil, v.forgetAt)
	return err
}

// Close closes the file; KeepOpen must have ended.
func (r *Revocations) Close() error { return r.store.Close() }

// KeepOpen opens a file that cannot be used again and again, until the context ends.
func (r *Revocations) KeepOpen(ctx context.Context) { r.store.Run(ctx) }

// Reason says in a few words why revocations cannot be stored now; empty when they can.
func (r *Revocations) Reason() string { return r.store.Reason() }

// RevokeSession refuses every token of a session (`sid`) from now on, whenever it was issued. With an error of the code
// UPSTREAM_UNAVAILABLE it is refused by this process, until it ends: the caller tries again.
func (r *Revocations) RevokeSession(ctx context.Context, sid string) error {
	return r.revoke(ctx, "sid:"+sid, r.now().Add(longestLifetime))
}

// RevokeUser refuses every token of a user (`sub`) that was issued until an instant; errors are those of RevokeSession.
func (r *Revocations) RevokeUser(ctx context.Context, sub string, issuedUntil time.Time) error {
	return r.revoke(ctx, "sub:"+sub, issuedUntil)
}

func (r *Revocations) revoke(ctx context.Context, subject string, issuedUntil time.Time) error {
	v := revocation{issuedUntil: issuedUntil.Unix(), forgetAt: r.now().Add(longestLifetime).Unix()}
	r.mu.Lock()
	v = later(v, r.known[subject])
	r.known[subject] = v
	r.mu.Unlock()
	if err := r.store.Do(ctx, func(db *sql.DB) error { return write(ctx, db, subject, v) }); err != nil {
		return fmt.Errorf("store a revocation: %w", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known[subject] == v { // else a later one has come meanwhile
		v.isStored = true
		r.known[subject] = v
	}
	return nil
}

// isRevoked says whether a token is refused.
func (r *Revocations) isRevoked(sid, sub string, issued time.Time) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, subject := range []string{"sid:" + sid, "sub:" + sub} {
		if v, ok := r.known[subject]; ok && issued.Unix() <= v.issuedUntil {
			return true
		}
	}
	return false
}

// Forget removes what cannot concern any token any more.
func (r *Revocations) Forget(ctx context.Context) error {
	now := r.now().Unix()
	r.mu.Lock()
	for subject, v := range r.known {
		if v.forgetAt < now {
			delete(r.known, subject)
		}
	}
	r.mu.Unlock()
	err := r.store.Do(ctx, func(db *sql.DB) error {
		_, err := db.ExecContext(ctx, `DELETE FROM revocations WHERE forget_at < ?`, now)
		return err
	})
	if err != nil {
		return fmt.Errorf("remove old revocations: %w", err)
	}
	return nil
}
