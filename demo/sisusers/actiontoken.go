package sisusers

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"strand/internal/database"
	"strand/internal/sqlite"
)

// Purpose is the purpose of a link in a mail.
type Purpose string

const (
	// VerifyEmail confirms that an e-mail address belongs to the user.
	VerifyEmail Purpose = "verify"
	// ResetPassword permits a user to choose a new password.
	ResetPassword Purpose = "reset"
)

var lifetimes = map[Purpose]time.Duration{VerifyEmail: 48 * time.Hour, ResetPassword: time.Hour}

// ErrInvalidToken reports that the token of a link was used, has expired or does not exist.
var ErrInvalidToken = errors.New("the link is invalid, was used or has expired")

// NewActionToken creates the token of a link, which can be used once. Earlier links stay valid, so that a link
// requested by an attacker does not invalidate the owner's; a password change invalidates all of them.
func (s *Store) NewActionToken(ctx context.Context, id string, purpose Purpose) (string, error) {
	token := rand.Text() + rand.Text()
	err := sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM errands WHERE expires_at < ?`, millis(s.now())); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO errands (hash, user_id, purpose, expires_at) VALUES (?, ?, ?, ?)`,
			actionTokenHash(token), id, purpose, millis(s.now().Add(lifetimes[purpose])))
		return err
	})
	if err != nil {
		return "", fmt.Errorf("create a link for %s: %w", id, err)
	}
	return token, nil
}

// ActionTokenUser returns the user of a token without using it. The error is ErrInvalidToken.
func (s *Store) ActionTokenUser(ctx context.Context, token string, purpose Purpose) (*User, error) {
	var id string
	err := s.db.QueryRowContext(ctx, `SELECT user_id FROM errands WHERE hash = ? AND purpose = ? AND expires_at > ?`,
		actionTokenHash(token), purpose, millis(s.now())).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrInvalidToken
	}
	if err != nil {
		return nil, fmt.Errorf("read a link: %w", err)
	}
	return s.User(ctx, id)
}

// Verify confirms an e-mail address by a token and the password of the registration. The owner of the e-mail address
// does not know the password of a registration that another person made with it. The error is ErrInvalidToken,
// ErrCredentials or a *LockedError.
func (s *Store) Verify(ctx context.Context, token string, from LoginSource, password string) (*User, error) {
	u, err := s.ActionTokenUser(ctx, token, VerifyEmail)
	if err != nil {
		return nil, err
	}
	if _, err := s.Authenticate(ctx, from, u.Email, password); err != nil && !errors.Is(err, ErrUnverified) {
		return nil, err
	}
	if err := s.consumeTokenAnd(ctx, token, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(
			ctx, `UPDATE users SET verified_at = ? WHERE id = ? AND verified_at IS NULL`, millis(s.now()), u.ID,
		)
		return err
	}); err != nil {
		return nil, err
	}
	return u, nil
}

// ChooseForgottenPassword sets a password by a token. The link proves access to the mailbox, so that the e-mail address
// is confirmed as well. The error is ErrInvalidToken or a *PolicyError, after which the link stays valid.
func (s *Store) ChooseForgottenPassword(ctx context.Context, token, password string) (*User, error) {
	u, err := s.ActionTokenUser(ctx, token, ResetPassword)
	if err != nil {
		return nil, err
	}
	if err := s.setPassword(ctx, u, password, func(tx *sql.Tx) error {
		if err := redeem(ctx, tx, token); err != nil {
			return err
		}
		_, err := tx.ExecContext(
			ctx, `UPDATE users SET verified_at = coalesce(verified_at, ?) WHERE id = ?`, millis(s.now()), u.ID,
		)
		return err
	}); err != nil {
		return nil, err
	}
	return u, nil
}

func (s *Store) consumeTokenAnd(ctx context.Context, token string, then func(*sql.Tx) error) error {
	return sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error {
		if err := redeem(ctx, tx, token); err != nil {
			return err
		}
		return then(tx)
	})
}

// redeem uses a token. The error is ErrInvalidToken if it was used before.
func redeem(ctx context.Context, tx *sql.Tx, token string) error {
	result, err := tx.ExecContext(ctx, `DELETE FROM errands WHERE hash = ?`, actionTokenHash(token))
	if err != nil {
		return fmt.Errorf("use a link: %w", err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return ErrInvalidToken
	}
	return nil
}

func actionTokenHash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// Mail is a mail to a user. It is not sent: the sample provider shows it on a page.
type Mail struct {
	ID                       int64
	Recipient, Subject, Text string
	SentAt                   time.Time
}

// Send stores a mail.
func (s *Store) Send(ctx context.Context, m Mail) error { return send(ctx, s.db, m, s.now()) }

func send(ctx context.Context, q querier, m Mail, at time.Time) error {
	if _, err := q.ExecContext(
		ctx, `INSERT INTO mails (recipient, subject, text, sent_at) VALUES (?, ?, ?, ?)`, m.Recipient, m.Subject,
		m.Text, millis(at),
	); err != nil {
		return fmt.Errorf("store a mail: %w", err)
	}
	return nil
}

// Mails returns the latest hundred mails, newest first.
func (s *Store) Mails(ctx context.Context) ([]Mail, error) {
	all, err := database.All(ctx, s.db, func(row database.Row) (m Mail, err error) {
		var at int64
		err = row.Scan(&m.ID, &m.Recipient, &m.Subject, &m.Text, &at)
		m.SentAt = time.UnixMilli(at).UTC()
		return m, err
	}, `SELECT id, recipient, subject, text, sent_at FROM mails ORDER BY id DESC LIMIT 100`)
	if err != nil {
		return nil, fmt.Errorf("read the mails: %w", err)
	}
	return all, nil
}
