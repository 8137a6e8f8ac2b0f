package sisusers

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"

	"strand/domain/account"
	"strand/internal/sqlite"
)

const (
	// totpIssuer is the name of the account in authenticator apps.
	totpIssuer = "Strand"
	// totpPeriod is the validity of a code, in seconds.
	totpPeriod = 30
)

// ErrNotStarted reports that the set-up of a second factor was not started.
var ErrNotStarted = errors.New("no second factor is being set up")

// StartSecondFactor generates a secret for an authenticator app, which a code must confirm. An earlier factor with its
// recovery codes stays active until the new one is.
func (s *Store) StartSecondFactor(ctx context.Context, id string) (*otp.Key, error) {
	u, err := s.User(ctx, id)
	if err != nil {
		return nil, err
	}
	key, err := totp.Generate(totp.GenerateOpts{Issuer: totpIssuer, AccountName: u.Email, Period: totpPeriod})
	if err != nil {
		return nil, fmt.Errorf("generate a second factor for %s: %w", id, err)
	}
	if _, err := s.db.ExecContext(
		ctx, `UPDATE users SET totp_pending = ?, totp_pending_period = NULL, recovery_pending = '' WHERE id = ?`,
		key.Secret(), id,
	); err != nil {
		return nil, fmt.Errorf("store the second factor of %s: %w", id, err)
	}
	return key, nil
}

// ConfirmSecondFactor checks a code of the latest secret, and returns recovery codes, which are not shown again. The
// factor is not active before SaveRecoveryCodes. The error is ErrNotStarted or ErrCode.
func (s *Store) ConfirmSecondFactor(ctx context.Context, id, code string) (*account.RecoveryCodes, error) {
	var secret string
	if err := s.db.QueryRowContext(ctx, `SELECT totp_pending FROM users WHERE id = ?`, id).Scan(&secret); err != nil {
		return nil, fmt.Errorf("read the second factor of %s: %w", id, err)
	}
	if secret == "" {
		return nil, ErrNotStarted
	}
	period, ok := matchingPeriod(secret, code, s.now())
	if !ok {
		return nil, ErrCode
	}
	var created *account.RecoveryCodes
	err := sqlite.InTx(ctx, s.db, func(tx *sql.Tx) (err error) {
		// Another secret may have been generated meanwhile.
		if err := useOnce(ctx, tx, `UPDATE users SET totp_pending_period = ? WHERE id = ? AND totp_pending = ?`,
			period, id, secret); err != nil {
			return err
		}
		created, err = addRecoveryCodes(ctx, tx, id)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("confirm the second factor of %s: %w", id, err)
	}
	return created, nil
}

// CheckSecondFactor checks a code of the app, or a recovery code; each can be used once. The error is ErrCode or a
// *LockedError.
func (s *Store) CheckSecondFactor(ctx context.Context, from LoginSource, id, code string) error {
	a, err := s.beginAttempt(ctx, from, "code", id)
	if err != nil {
		return err
	}
	var secret string
	var last int64
	if err := s.db.QueryRowContext(ctx, `SELECT totp_secret, totp_period FROM users WHERE id = ?`, id).
		Scan(&secret, &last); err != nil {
		return fmt.Errorf("read the second factor of %s: %w", id, err)
	}
	if period, ok := matchingPeriod(secret, code, s.now()); ok && period > last {
		// The condition prevents concurrent use of the same code.
		err = useOnce(ctx, s.db, `UPDATE users SET totp_period = ?2 WHERE id = ?1 AND totp_period < ?2`, id, period)
	} else {
		err = s.useRecoveryCode(ctx, id, code)
	}
	if err != nil {
		return err
	}
	a.succeeded()
	return nil
}

// useOnce executes a statement that uses a code. The error is ErrCode if there is no such code.
func useOnce(ctx context.Context, q querier, statement string, args ...any) error {
	result, err := q.ExecContext(ctx, statement, args...)
	if err != nil {
		return fmt.Errorf("use a code: %w", err)
	}
	if n, err := result.RowsAffected(); err != nil || n != 1 {
		return ErrCode
	}
	return nil
}

// ResetSecondFactor removes the second factor of a user, and sends the user a mail.
func (s *Store) ResetSecondFactor(ctx context.Context, id string) error {
	u, err := s.User(ctx, id)
	if err != nil {
		return err
	}
	err = sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error {
		if err := removeSecondFactor(ctx, tx, id); err != nil || !u.HasSecondFactor {
			return err
		}
		return s.notify(ctx, tx, u, "factorRemoved")
	})
	if err != nil {
		return fmt.Errorf("reset the second factor of %s: %w", id, err)
	}
	return nil
}

// matchingPeriod returns the period of a code: the current one or a neighbouring one, since clocks differ.
func matchingPeriod(secret, code string, now time.Time) (int64, bool) {
	code = strings.ReplaceAll(strings.TrimSpace(code), " ", "")
	if secret == "" || len(code) != 6 {
		return 0, false
	}
	for _, shift := range []int64{0, -1, 1} {
		at := now.Add(time.Duration(shift*totpPeriod) * time.Second)
		want, err := totp.GenerateCode(secret, at)
		if err == nil && want == code {
			return at.Unix() / totpPeriod, true
		}
	}
	return 0, false
}
