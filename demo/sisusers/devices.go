package sisusers

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"strand/internal/sqlite"
)

// forgetDevice is the time after the last login in which a browser is recognized.
const forgetDevice = 365 * 24 * time.Hour

// beginAttempt counts an attempt. secret is the guessed secret, account its owner: an e-mail address or id, which need
// not exist. A known browser is counted separately, so that attackers do not delay the owner of an account. The error
// is a *LockedError if the attempt must wait.
func (s *Store) beginAttempt(ctx context.Context, from LoginSource, secret, account string) (*attempt, error) {
	account = strings.ToLower(strings.TrimSpace(account))
	isKnown, err := s.isKnownDevice(ctx, from.Device, account)
	if err != nil {
		return nil, err
	}
	subjects := []subject{{secret: secret, account: account}}
	switch {
	case isKnown:
		subjects[0].device = from.Device
	case from.Network != "":
		subjects = append(subjects, subject{network: from.Network})
	}
	return s.attempts.begin(s.now(), subjects...)
}

// isKnownDevice reports whether the user of an account, by id or e-mail address, has logged in with a browser
// before.
func (s *Store) isKnownDevice(ctx context.Context, device, account string) (isKnown bool, err error) {
	if err := s.db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM devices d JOIN users u ON u.id = d.user_id
		WHERE d.hash = ?1 AND d.seen_at > ?2 AND (u.email = ?3 OR lower(u.id) = ?3))`, tokenHash(device),
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
		if _, err := tx.ExecContext(ctx, `DELETE FROM devices WHERE seen_at < ?`,
			millis(now.Add(-forgetDevice))); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE devices SET hash = ? WHERE hash = ?`, tokenHash(secret),
			tokenHash(former)); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO devices (hash, user_id, seen_at) VALUES (?, ?, ?)`,
			tokenHash(secret), userID, millis(now))
		return err
	})
	if err != nil {
		return "", fmt.Errorf("remember a browser of %s: %w", userID, err)
	}
	return secret, nil
}
