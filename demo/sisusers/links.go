package sisusers

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"strand/domain/portal"
	"strand/internal/sqlite"
)

// Purpose is the purpose of a link in a mail.
type Purpose string

const (
	// VerifyEmail confirms that an e-mail address belongs to the user.
	VerifyEmail Purpose = "verify"
	// ResetPassword permits a user to choose a new password.
	ResetPassword Purpose = "reset"
	// invitationLink accepts an invitation to the portal or to an application.
	invitationLink Purpose = "invitation"
)

var lifetimes = map[Purpose]time.Duration{VerifyEmail: 48 * time.Hour, ResetPassword: time.Hour}

// ErrInvalidToken reports that the token of a link was used, has expired or does not exist.
var ErrInvalidToken = errors.New("the link is invalid, was used or has expired")

// NewActionToken creates the token of a link, which can be used once. Earlier links stay valid, so that a link
// requested by an attacker does not invalidate the owner's; a password change invalidates all of them. browser is the
// browser that can confirm an address without the password; empty for none.
func (s *Store) NewActionToken(
	ctx context.Context, id string, purpose Purpose, browser string,
) (token string, err error) {
	err = sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(
			ctx, `DELETE FROM links WHERE purpose <> ? AND expires_at < ?`, invitationLink, millis(s.now()),
		); err != nil {
			return fmt.Errorf("remove expired links: %w", err)
		}
		if token, err = newLink(ctx, tx, id, purpose, "", "", s.now().Add(lifetimes[purpose])); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE links SET browser = ? WHERE hash = ?`, browser, tokenHash(token))
		return err
	})
	return token, err
}

// newLink stores a link, and returns its token.
func newLink(
	ctx context.Context, q querier, userID string, purpose Purpose, organizationID string, application portal.Service,
	expires time.Time,
) (string, error) {
	token := rand.Text() + rand.Text()
	if _, err := q.ExecContext(
		ctx, `INSERT INTO links (hash, user_id, purpose, organization_id, application, expires_at)
			VALUES (?, ?, ?, ?, ?, ?)`, tokenHash(token), userID, purpose, organizationID, application, millis(expires),
	); err != nil {
		return "", fmt.Errorf("create a link for %s: %w", userID, err)
	}
	return token, nil
}

// HasRegisteredIn reports whether a user has registered in a browser with the present password, and the address is not
// confirmed yet: a later registration with the address replaces the password.
func (s *Store) HasRegisteredIn(ctx context.Context, browser, userID string) (bool, error) {
	return hasRegisteredIn(ctx, s.db, browser, userID)
}

func hasRegisteredIn(ctx context.Context, q querier, browser, userID string) (isBound bool, err error) {
	if err := q.QueryRowContext(
		ctx, `SELECT EXISTS (SELECT 1 FROM links WHERE user_id = ? AND purpose = ? AND browser = ? AND browser <> '')`,
		userID, VerifyEmail, browser,
	).Scan(&isBound); err != nil {
		return false, fmt.Errorf("find the browser of a registration: %w", err)
	}
	return isBound, nil
}

// ActionTokenUser returns the user of a token without using it. The error is ErrInvalidToken.
func (s *Store) ActionTokenUser(ctx context.Context, token string, purpose Purpose) (*User, error) {
	var id string
	err := s.db.QueryRowContext(ctx, `SELECT user_id FROM links WHERE hash = ? AND purpose = ? AND expires_at > ?`,
		tokenHash(token), purpose, millis(s.now())).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrInvalidToken
	}
	if err != nil {
		return nil, fmt.Errorf("read a link: %w", err)
	}
	return s.User(ctx, id)
}

// Verify confirms an e-mail address by a token and the password of the registration. The owner of the e-mail address
// does not know the password of a registration that another person made with it. The browser of the registration needs
// no password. The error is ErrInvalidToken, ErrCredentials or a *LockedError.
func (s *Store) Verify(ctx context.Context, token string, from LoginSource, browser, password string) (*User, error) {
	u, err := s.ActionTokenUser(ctx, token, VerifyEmail)
	if err != nil {
		return nil, err
	}
	isBound, err := s.HasRegisteredIn(ctx, browser, u.ID)
	if err != nil {
		return nil, err
	}
	if !isBound {
		if _, err := s.Authenticate(ctx, from, u.Email, password); err != nil && !errors.Is(err, ErrUnverified) {
			return nil, err
		}
	}
	if err := sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error {
		if isBound {
			// Another registration may have replaced the password meanwhile.
			if isBound, err := hasRegisteredIn(ctx, tx, browser, u.ID); err != nil || !isBound {
				return cmp.Or(err, ErrInvalidToken)
			}
		}
		if err := redeem(ctx, tx, token); err != nil {
			return err
		}
		// Further links would sign in without a password.
		if _, err := tx.ExecContext(
			ctx, `DELETE FROM links WHERE user_id = ? AND purpose = ?`, u.ID, VerifyEmail,
		); err != nil {
			return fmt.Errorf("delete the links of a registration: %w", err)
		}
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

// redeem uses a token. The error is ErrInvalidToken if it was used before.
func redeem(ctx context.Context, tx *sql.Tx, token string) error {
	result, err := tx.ExecContext(ctx, `DELETE FROM links WHERE hash = ?`, tokenHash(token))
	if err != nil {
		return fmt.Errorf("use a link: %w", err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return ErrInvalidToken
	}
	return nil
}

func tokenHash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
