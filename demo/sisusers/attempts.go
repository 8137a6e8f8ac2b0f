package sisusers

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"strand/internal/sqlite"
)

const (
	// freeFailures is the number of consecutive failures before the next attempt is delayed: by minWait, then
	// doubled for each further failure, up to maxWait. A network, which many users may share, has more free
	// failures and shorter delays.
	freeFailures        = 4
	freeNetworkFailures = 30
	minWait             = 15 * time.Second
	maxWait             = 5 * time.Minute
	maxNetworkWait      = 30 * time.Second
	// forgetFailures is the time after the last attempt after which the failures are reset.
	forgetFailures = time.Hour
	// maxDevices is the maximum number of known browsers of a user, which are recognized until forgetDevice after
	// the last login.
	maxDevices   = 20
	forgetDevice = 365 * 24 * time.Hour
)

// LoginSource is the origin of a login attempt.
type LoginSource struct {
	// Network is the network of the caller; empty if it is not limited.
	Network string
	// Device is the secret of the browser; empty for an unknown browser.
	Device string
}

// LockedError reports until when attempts are refused after repeated failures.
type LockedError struct{ Until time.Time }

func (e *LockedError) Error() string {
	return "attempts are refused until " + e.Until.UTC().Format(time.RFC3339)
}

// waitAfter returns the delay of the next attempt after a number of failures.
func waitAfter(failures, free int, limit time.Duration) time.Duration {
	beyond := failures - free
	if beyond <= 0 {
		return 0
	}
	wait := minWait
	for ; beyond > 1 && wait < limit; beyond-- {
		wait *= 2
	}
	return min(wait, limit)
}

// attempt is a started attempt. It counts as a failure until succeeded is called, so that concurrent attempts
// cannot bypass the limit.
type attempt struct {
	store    *Store
	subjects []attemptSubject
}

// attemptSubject is a key by which attempts are counted.
type attemptSubject struct {
	key       string
	isNetwork bool
}

func subjectHash(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:])
}

// beginAttempt counts an attempt. kind is the guessed secret, account its owner: an e-mail address or id, which
// need not exist. A known browser is counted separately, so that attackers do not delay the owner of an account. The
// error is a *LockedError if the attempt must wait.
func (s *Store) beginAttempt(ctx context.Context, from LoginSource, kind, account string) (*attempt, error) {
	account = strings.ToLower(strings.TrimSpace(account))
	isKnown, err := s.isKnownDevice(ctx, from.Device, account)
	if err != nil {
		return nil, err
	}
	a := &attempt{store: s}
	if isKnown {
		a.subjects = []attemptSubject{{key: subjectHash("device", from.Device, kind, account)}}
	} else {
		a.subjects = []attemptSubject{{key: subjectHash("account", kind, account)}}
		if from.Network != "" {
			a.subjects = append(a.subjects, attemptSubject{key: subjectHash("network", from.Network), isNetwork: true})
		}
	}
	return a, a.count(ctx)
}

func (a *attempt) count(ctx context.Context) error {
	d := a.store
	now := d.now()
	err := sqlite.InTx(ctx, d.db, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(
			ctx, `DELETE FROM attempts WHERE seen_at < ?`, millis(now.Add(-forgetFailures)),
		); err != nil {
			return err
		}
		failures := make([]int, len(a.subjects))
		var until time.Time
		for i, s := range a.subjects {
			var nextAt int64
			err := tx.QueryRowContext(ctx, `SELECT failures, next_at FROM attempts WHERE subject = ?`, s.key).
				Scan(&failures[i], &nextAt)
			if err != nil && !errors.Is(err, sql.ErrNoRows) {
				return err
			}
			if at := time.UnixMilli(nextAt); at.After(now) && at.After(until) {
				until = at
			}
		}
		if !until.IsZero() {
			return &LockedError{until}
		}
		for i, s := range a.subjects {
			wait := waitAfter(failures[i]+1, freeFailures, maxWait)
			if s.isNetwork {
				wait = waitAfter(failures[i]+1, freeNetworkFailures, maxNetworkWait)
			}
			if _, err := tx.ExecContext(ctx, `INSERT INTO attempts (subject, failures, next_at, seen_at) VALUES (?1, ?2,
				?3, ?4)
				ON CONFLICT (subject) DO UPDATE SET failures = ?2, next_at = ?3, seen_at = ?4`, s.key, failures[i]+1,
				millis(now.Add(wait)), millis(now)); err != nil {
				return err
			}
		}
		return nil
	})
	if locked := (*LockedError)(nil); errors.As(err, &locked) {
		return locked
	}
	if err != nil {
		return fmt.Errorf("count an attempt: %w", err)
	}
	return nil
}

// succeeded resets the failures of the account or the browser, but not those of the network: a user of an own
// account must not guess other passwords faster.
func (a *attempt) succeeded(ctx context.Context) error {
	return sqlite.InTx(ctx, a.store.db, func(tx *sql.Tx) error {
		for _, s := range a.subjects {
			change := `DELETE FROM attempts WHERE subject = ?`
			if s.isNetwork {
				change = `UPDATE attempts SET failures = max(failures - 1, 0), next_at = 0 WHERE subject = ?`
			}
			if _, err := tx.ExecContext(ctx, change, s.key); err != nil {
				return fmt.Errorf("forget failures: %w", err)
			}
		}
		return nil
	})
}

// isKnownDevice reports whether the user of an account, by id or e-mail address, has logged in with a browser
// before.
func (s *Store) isKnownDevice(ctx context.Context, device, account string) (isKnown bool, err error) {
	if err := s.db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM devices d JOIN users u ON u.id = d.user_id
		WHERE d.hash = ?1 AND d.seen_at > ?2 AND (u.email = ?3 OR lower(u.id) = ?3))`, actionTokenHash(device),
		millis(s.now().Add(-forgetDevice)), account).Scan(&isKnown); err != nil {
		return false, fmt.Errorf("find a browser: %w", err)
	}
	return isKnown && device != "", nil
}

// RememberDevice marks a browser as known to a user, and returns the browser's new secret. former is its previous
// secret; may be empty. The secret is replaced, so that one planted by an attacker becomes useless.
func (s *Store) RememberDevice(ctx context.Context, userID, former string) (secret string, err error) {
	secret = rand.Text() + rand.Text()
	now := s.now()
	err = sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error {
		run := func(query string, args ...any) {
			if err == nil {
				_, err = tx.ExecContext(ctx, query, args...)
			}
		}
		if former != "" {
			run(`UPDATE devices SET hash = ? WHERE hash = ?`, actionTokenHash(secret), actionTokenHash(former))
		}
		run(`INSERT INTO devices (hash, user_id, seen_at) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET seen_at = ?3`,
			actionTokenHash(secret), userID, millis(now))
		run(`DELETE FROM devices WHERE user_id = ?1 AND (seen_at < ?2 OR hash NOT IN
			(SELECT hash FROM devices WHERE user_id = ?1 ORDER BY seen_at DESC LIMIT ?3))`, userID,
			millis(now.Add(-forgetDevice)),
			maxDevices)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("remember a browser of %s: %w", userID, err)
	}
	return secret, nil
}
