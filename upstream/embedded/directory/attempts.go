package directory

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
	// freeFailures is how many attempts in a row may fail before the next one has to wait: firstWait, then twice as long for
	// each further one, longestWait at most. A network, which many people may share, has more of them and shorter waits.
	freeFailures        = 4
	freeNetworkFailures = 30
	firstWait           = 15 * time.Second
	longestWait         = 5 * time.Minute
	longestNetworkWait  = 30 * time.Second
	// forgetFailures is how long after the last attempt its subject starts anew.
	forgetFailures = time.Hour
	// maxDevices is how many browsers of a user are recognized, for forgetDevice after the last login.
	maxDevices   = 20
	forgetDevice = 365 * 24 * time.Hour
)

// Source is where an attempt to log in comes from.
type Source struct {
	// Network is the network of the caller; empty where it does not count.
	Network string
	// Device is the secret of the browser; empty for one in which no user has logged in.
	Device string
}

// LockedError says until when attempts are refused after repeated failures.
type LockedError struct{ Until time.Time }

func (e *LockedError) Error() string {
	return "attempts are refused until " + e.Until.UTC().Format(time.RFC3339)
}

// waitAfter is how long the next attempt has to wait after a number of failures.
func waitAfter(failures, free int, longest time.Duration) time.Duration {
	beyond := failures - free
	if beyond <= 0 {
		return 0
	}
	wait := firstWait
	for ; beyond > 1 && wait < longest; beyond-- {
		wait *= 2
	}
	return min(wait, longest)
}

// attempt is one that has begun. It counts as a failure until succeeded is called, so that many at once do not pass.
type attempt struct {
	directory *Directory
	subjects  []attemptSubject
}

// attemptSubject is what attempts are counted by.
type attemptSubject struct {
	key       string
	isNetwork bool
}

func subjectHash(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:])
}

// beginAttempt counts an attempt. kind is what is guessed, account whose it is: an email address or an id, whether it exists
// or not. A browser in which the user has logged in before is counted by itself, so that strangers do not slow down the
// owner of an account. The error is a *LockedError where the attempt has to wait.
func (d *Directory) beginAttempt(ctx context.Context, from Source, kind, account string) (*attempt, error) {
	account = strings.ToLower(strings.TrimSpace(account))
	isKnown, err := d.isKnownDevice(ctx, from.Device, account)
	if err != nil {
		return nil, err
	}
	a := &attempt{directory: d}
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
	d := a.directory
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
			wait := waitAfter(failures[i]+1, freeFailures, longestWait)
			if s.isNetwork {
				wait = waitAfter(failures[i]+1, freeNetworkFailures, longestNetworkWait)
			}
			if _, err := tx.ExecContext(ctx, `INSERT INTO attempts (subject, failures, next_at, seen_at) VALUES (?1, ?2, ?3, ?4)
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

// succeeded forgets the failures of the account or the browser. Those of the network stay: who has one account must not
// guess the passwords of others faster.
func (a *attempt) succeeded(ctx context.Context) error {
	return sqlite.InTx(ctx, a.directory.db, func(tx *sql.Tx) error {
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

// isKnownDevice reports whether the user of an account, by id or email address, has logged in with a browser before.
func (d *Directory) isKnownDevice(ctx context.Context, device, account string) (isKnown bool, err error) {
	if err := d.db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM devices d JOIN users u ON u.id = d.user_id
		WHERE d.hash = ?1 AND d.seen_at > ?2 AND (u.email = ?3 OR lower(u.id) = ?3))`, errandHash(device),
		millis(d.now().Add(-forgetDevice)), account).Scan(&isKnown); err != nil {
		return false, fmt.Errorf("find a browser: %w", err)
	}
	return isKnown && device != "", nil
}

// RememberDevice notes that a user has logged in with a browser, and returns the browser's new secret. former is the one that
// it has; empty for none. A secret that an attacker put into the browser is worth nothing then.
func (d *Directory) RememberDevice(ctx context.Context, userID, former string) (secret string, err error) {
	secret = rand.Text() + rand.Text()
	now := d.now()
	err = sqlite.InTx(ctx, d.db, func(tx *sql.Tx) error {
		run := func(query string, args ...any) {
			if err == nil {
				_, err = tx.ExecContext(ctx, query, args...)
			}
		}
		if former != "" {
			run(`UPDATE devices SET hash = ? WHERE hash = ?`, errandHash(secret), errandHash(former))
		}
		run(`INSERT INTO devices (hash, user_id, seen_at) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET seen_at = ?3`,
			errandHash(secret), userID, millis(now))
		run(`DELETE FROM devices WHERE user_id = ?1 AND (seen_at < ?2 OR hash NOT IN
			(SELECT hash FROM devices WHERE user_id = ?1 ORDER BY seen_at DESC LIMIT ?3))`, userID, millis(now.Add(-forgetDevice)),
			maxDevices)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("remember a browser of %s: %w", userID, err)
	}
	return secret, nil
}
