package identity

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"sync"
	"time"

	"strand/internal/database"
)

//go:embed migrations/*.sql
var migrations embed.FS

// maxRevocationLifetime is the time for which a revocation is kept: longer than any token issued before it can be
// accepted. Such a token may be dated ahead by clockSkew; the second clockSkew covers the rounding to seconds.
const maxRevocationLifetime = maxAge + 2*clockSkew

// maxSubject limits the subject of a revocation in bytes.
const maxSubject = 1 << 10

// errInvalidRevocation is the error of a revocation that no server makes.
var errInvalidRevocation = errors.New("the revocation has an impossible subject or instant")

// Revocations contains the revoked sessions and users, whose tokens are refused before they expire. It survives a
// restart. While the database is unusable, revocations are kept in memory and stored later. It is safe for
// concurrent use.
type Revocations struct {
	store *database.Store
	now   func() time.Time
	log   *slog.Logger

	// loaded describes the stored revocations that were read last. Only Refresh accesses it.
	loaded fingerprint

	// share tells other servers of a revocation; nil for none.
	share func(ctx context.Context, subject string, issuedUntil time.Time)

	mu sync.RWMutex
	// bySubject contains the revocations by subject: `sid:…` or `sub:…`.
	bySubject map[string]revocation
}

// revocation refuses the tokens of a subject. Instants are seconds since the epoch.
type revocation struct {
	// issuedUntil is the latest time of issue of the refused tokens.
	issuedUntil int64
	// forgetAt is the time at which all these tokens have expired.
	forgetAt int64
	// isStored is false while the revocation is in memory only.
	isStored bool
}

// OpenRevocations opens the database at a location. now is the clock; nil means the system clock. A file that
// cannot be used is not an error, see Reason.
func OpenRevocations(
	ctx context.Context, at database.Location, log *slog.Logger, now func() time.Time,
) (*Revocations, error) {
	scripts, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	if now == nil {
		now = time.Now
	}
	r := &Revocations{now: now, log: log, bySubject: map[string]revocation{}}
	r.store, err = database.NewStore(ctx, database.Options{
		Name:       "revocations",
		Location:   at,
		Migrations: scripts,
		Opened:     r.load,
		Log:        log,
	})
	return r, err
}

// fingerprint changes when a revocation is stored or removed: instants of a revocation only increase.
type fingerprint struct{ count, issuedUntil, forgetAt int64 }

// load reads the stored revocations and stores those that are in memory only.
func (r *Revocations) load(ctx context.Context, db *sql.DB) error {
	rows, err := db.QueryContext(ctx, `SELECT subject, issued_until, forget_at FROM revocations
		WHERE forget_at >= $1 AND issued_until BETWEEN 0 AND $2`, r.now().Unix(), r.latest())
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
	for subject, record := range r.bySubject {
		if record.isStored {
			continue
		}
		if err := write(ctx, db, subject, record); err != nil {
			return fmt.Errorf("store the revocations in memory: %w", err)
		}
		record.isStored = true
		r.bySubject[subject] = record
	}
	for subject, found := range stored {
		r.bySubject[subject] = later(found, r.bySubject[subject])
	}
	return nil
}

// hasUnstored reports whether a revocation is in memory only, since the database was unusable.
func (r *Revocations) hasUnstored() bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, v := range r.bySubject {
		if !v.isStored {
			return true
		}
	}
	return false
}

// Refresh reads the revocations that other servers have stored in the same database since the last call, and stores
// those that are in memory only.
func (r *Revocations) Refresh(ctx context.Context) error {
	err := r.store.Do(ctx, func(ctx context.Context, db *sql.DB) error {
		var f fingerprint
		err := db.QueryRowContext(ctx, `SELECT count(*), CAST(coalesce(sum(issued_until), 0) AS BIGINT),
			CAST(coalesce(sum(forget_at), 0) AS BIGINT) FROM revocations WHERE issued_until BETWEEN 0 AND $1`,
			r.latest()).Scan(&f.count, &f.issuedUntil, &f.forgetAt)
		if err != nil || f == r.loaded && !r.hasUnstored() {
			return err
		}
		if err := r.load(ctx, db); err != nil {
			return err
		}
		r.loaded = f
		return nil
	})
	if err != nil {
		return fmt.Errorf("refresh the revocations: %w", err)
	}
	return nil
}

// later combines two revocations of a subject.
func later(a, b revocation) revocation {
	return revocation{
		issuedUntil: max(a.issuedUntil, b.issuedUntil),
		forgetAt:    max(a.forgetAt, b.forgetAt),
		isStored:    a.isStored,
	}
}

func write(ctx context.Context, db *sql.DB, subject string, v revocation) error {
	_, err := db.ExecContext(ctx, `INSERT INTO revocations (subject, issued_until, forget_at) VALUES ($1, $2, $3)
		ON CONFLICT (subject) DO UPDATE SET
			issued_until = CASE WHEN excluded.issued_until > revocations.issued_until THEN excluded.issued_until
				ELSE revocations.issued_until END,
			forget_at = CASE WHEN excluded.forget_at > revocations.forget_at THEN excluded.forget_at
				ELSE revocations.forget_at END`,
		subject, v.issuedUntil, v.forgetAt)
	return err
}

// Close closes the database.
func (r *Revocations) Close() error { return r.store.Close() }

// Reason returns why revocations cannot be stored currently; empty if they can.
func (r *Revocations) Reason() string { return r.store.Reason() }

// SetShare sets the function that tells other servers of a revocation. It must be called before the first one.
func (r *Revocations) SetShare(share func(ctx context.Context, subject string, issuedUntil time.Time)) {
	r.share = share
}

// Probe writes to the database, and returns what Reason returns afterwards.
func (r *Revocations) Probe(ctx context.Context) string { return r.store.Probe(ctx) }

// RevokeSession refuses all tokens of a session (`sid`). If the error has the code UPSTREAM_UNAVAILABLE, they are
// refused by this process only, until it ends: the caller should retry.
func (r *Revocations) RevokeSession(ctx context.Context, sid string) error {
	return r.revoke(ctx, "sid:"+sid, r.now().Add(maxRevocationLifetime))
}

// RevokeUser refuses all tokens of a user (`sub`) that were issued until an instant. Its errors are those of
// RevokeSession.
func (r *Revocations) RevokeUser(ctx context.Context, sub string, issuedUntil time.Time) error {
	return r.revoke(ctx, "sub:"+sub, issuedUntil)
}

// revokeWithoutSession refuses the tokens of a user that name no session, and were issued until an instant (AUTH-31):
// one of them may be that of a session that has ended.
func (r *Revocations) revokeWithoutSession(ctx context.Context, sub string, issuedUntil time.Time) error {
	return r.revoke(ctx, "sub without sid:"+sub, issuedUntil)
}

func (r *Revocations) revoke(ctx context.Context, subject string, issuedUntil time.Time) error {
	err := r.Apply(ctx, subject, issuedUntil)
	if r.share != nil && !errors.Is(err, errInvalidRevocation) {
		r.share(ctx, subject, issuedUntil)
	}
	return err
}

// latest returns the latest possible instant of a revocation in seconds. A later one would refuse tokens for ever.
func (r *Revocations) latest() int64 { return r.now().Add(maxRevocationLifetime + clockSkew).Unix() }

// Apply refuses the tokens of a subject that were issued until an instant, without telling other servers.
func (r *Revocations) Apply(ctx context.Context, subject string, issuedUntil time.Time) error {
	if at := issuedUntil.Unix(); at < 0 || at > r.latest() || subject == "" || len(subject) > maxSubject {
		return errInvalidRevocation
	}
	v := revocation{issuedUntil: issuedUntil.Unix(), forgetAt: r.now().Add(maxRevocationLifetime).Unix()}
	r.mu.Lock()
	v = later(v, r.bySubject[subject])
	r.bySubject[subject] = v
	r.mu.Unlock()
	err := r.store.Do(ctx, func(ctx context.Context, db *sql.DB) error { return write(ctx, db, subject, v) })
	if err != nil {
		return fmt.Errorf("store a revocation: %w", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.bySubject[subject] == v { // otherwise a later revocation replaced it in the meantime
		v.isStored = true
		r.bySubject[subject] = v
	}
	return nil
}

// isRevoked reports whether a token is revoked.
func (r *Revocations) isRevoked(sid, sub string, issued time.Time) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	session := "sid:" + sid
	if sid == "" {
		session = "sub without sid:" + sub
	}
	for _, subject := range []string{session, "sub:" + sub} {
		if v, ok := r.bySubject[subject]; ok && issued.Unix() <= v.issuedUntil {
			return true
		}
	}
	return false
}

// RemoveExpired removes revocations whose tokens have all expired.
func (r *Revocations) RemoveExpired(ctx context.Context) error {
	now := r.now().Unix()
	r.mu.Lock()
	for subject, v := range r.bySubject {
		if v.forgetAt < now {
			delete(r.bySubject, subject)
		}
	}
	r.mu.Unlock()
	if _, err := r.store.Exec(ctx, `DELETE FROM revocations WHERE forget_at < $1`, now); err != nil {
		return fmt.Errorf("remove old revocations: %w", err)
	}
	return nil
}
