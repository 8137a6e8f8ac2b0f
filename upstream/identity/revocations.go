package identity

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"sync"
	"time"

	"strand/internal/sqlite"
)

//go:embed migrations/*.sql
var migrations embed.FS

// longestLifetime is how long an id token may be good at most: a revocation is kept as long.
const longestLifetime = 24 * time.Hour

// Revocations are the tokens that are refused though they are not expired. They survive a restart. It is safe for concurrent
// use.
type Revocations struct {
	db  *sql.DB
	now func() time.Time
	mu  sync.RWMutex
	// until says by subject which tokens are refused: those issued until then, in seconds since the epoch.
	until map[string]int64
}

// OpenRevocations opens what is kept in a file. The clock is the machine's where now is nil.
func OpenRevocations(file string, now func() time.Time) (*Revocations, error) {
	scripts, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	db, err := sqlite.Open(file, scripts)
	if err != nil {
		return nil, err
	}
	if now == nil {
		now = time.Now
	}
	r := &Revocations{db: db, now: now, until: map[string]int64{}}
	if err := r.load(); err != nil {
		_ = db.Close()
		return nil, err
	}
	return r, nil
}

func (r *Revocations) load() error {
	if _, err := r.db.Exec(`DELETE FROM revocations WHERE forget_at < ?`, r.now().Unix()); err != nil {
		return fmt.Errorf("clear old revocations: %w", err)
	}
	rows, err := r.db.Query(`SELECT subject, issued_until FROM revocations`)
	if err != nil {
		return fmt.Errorf("read the revocations: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var subject string
		var until int64
		if err := rows.Scan(&subject, &until); err != nil {
			return fmt.Errorf("read the revocations: %w", err)
		}
		r.until[subject] = until
	}
	return rows.Err()
}

// Close closes the file.
func (r *Revocations) Close() error { return r.db.Close() }

// RevokeSession refuses every token of a session (`sid`) from now on, whenever it was issued.
func (r *Revocations) RevokeSession(ctx context.Context, sid string) error {
	return r.revoke(ctx, "sid:"+sid, r.now().Add(longestLifetime))
}

// RevokeUser refuses every token of a user (`sub`) that was issued until an instant.
func (r *Revocations) RevokeUser(ctx context.Context, sub string, issuedUntil time.Time) error {
	return r.revoke(ctx, "sub:"+sub, issuedUntil)
}

func (r *Revocations) revoke(ctx context.Context, subject string, issuedUntil time.Time) error {
	// Kept first: what was acknowledged is not forgotten by a restart.
	if _, err := r.db.ExecContext(ctx, `INSERT INTO revocations (subject, issued_until, forget_at) VALUES (?1, ?2, ?3)
		ON CONFLICT (subject) DO UPDATE SET issued_until = max(issued_until, ?2), forget_at = ?3`,
		subject, issuedUntil.Unix(), r.now().Add(longestLifetime).Unix()); err != nil {
		return fmt.Errorf("keep a revocation: %w", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.until[subject] = max(r.until[subject], issuedUntil.Unix())
	return nil
}

// isRevoked says whether a token is refused.
func (r *Revocations) isRevoked(sid, sub string, issued time.Time) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, subject := range []string{"sid:" + sid, "sub:" + sub} {
		if until, ok := r.until[subject]; ok && issued.Unix() <= until {
			return true
		}
	}
	return false
}

// Forget clears what no token can be concerned by any more.
func (r *Revocations) Forget(ctx context.Context) error {
	rows, err := r.db.QueryContext(ctx, `DELETE FROM revocations WHERE forget_at < ? RETURNING subject`, r.now().Unix())
	if err != nil {
		return fmt.Errorf("clear old revocations: %w", err)
	}
	defer rows.Close()
	r.mu.Lock()
	defer r.mu.Unlock()
	for rows.Next() {
		var subject string
		if err := rows.Scan(&subject); err != nil {
			return fmt.Errorf("clear old revocations: %w", err)
		}
		delete(r.until, subject)
	}
	return rows.Err()
}
