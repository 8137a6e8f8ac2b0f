package sisusers

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"strand/domain/account"
	"strand/internal/sqlite"
)

// recoveryCodes is the number of recovery codes of a set.
const recoveryCodes = 10

// ErrReplacedCodes reports that recovery codes were replaced by others before they were saved.
var ErrReplacedCodes = errors.New("the recovery codes were replaced")

// CreateRecoveryCodes creates recovery codes for an active second factor, which replace the present ones when they are
// saved. It ends the set-up of another factor. The error is ErrNotStarted without an active factor.
func (s *Store) CreateRecoveryCodes(ctx context.Context, id string) (*account.RecoveryCodes, error) {
	var created *account.RecoveryCodes
	err := sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error {
		u, err := UserIn(ctx, tx, id)
		if err != nil {
			return err
		}
		if !u.HasSecondFactor {
			return ErrNotStarted
		}
		if _, err := tx.ExecContext(
			ctx, `UPDATE users SET totp_pending = '', totp_pending_period = NULL WHERE id = ?`, id,
		); err != nil {
			return err
		}
		created, err = addRecoveryCodes(ctx, tx, id)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("create recovery codes for %s: %w", id, err)
	}
	return created, nil
}

// addRecoveryCodes creates recovery codes that are not valid yet, in place of earlier ones that are not.
func addRecoveryCodes(ctx context.Context, tx *sql.Tx, id string) (*account.RecoveryCodes, error) {
	created := &account.RecoveryCodes{ID: rand.Text(), Codes: make([]string, recoveryCodes)}
	if _, err := tx.ExecContext(
		ctx, `UPDATE users SET recovery_pending = ? WHERE id = ?`, created.ID, id,
	); err != nil {
		return nil, err
	}
	if _, err := tx.ExecContext(
		ctx, `DELETE FROM recovery_codes WHERE user_id = ?1
			AND set_id <> (SELECT recovery_set FROM users WHERE id = ?1)`, id,
	); err != nil {
		return nil, err
	}
	for i := range created.Codes {
		text := strings.ToLower(rand.Text())
		created.Codes[i] = text[:5] + "-" + text[5:10]
		if _, err := tx.ExecContext(
			ctx, `INSERT INTO recovery_codes (user_id, hash, set_id) VALUES (?, ?, ?)`,
			id, recoveryHash(created.Codes[i]), created.ID,
		); err != nil {
			return nil, err
		}
	}
	return created, nil
}

// SaveRecoveryCodes makes recovery codes valid that the user has saved, and earlier ones invalid. Those of a confirmed
// factor activate it (isActivated). The user gets a mail. Repeated, it changes nothing. The error is ErrReplacedCodes.
func (s *Store) SaveRecoveryCodes(ctx context.Context, id, set string) (isActivated bool, err error) {
	err = sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error {
		u, err := UserIn(ctx, tx, id)
		if err != nil {
			return err
		}
		var saved, pending string
		var period *int64
		if err := tx.QueryRowContext(
			ctx, `SELECT recovery_set, recovery_pending, totp_pending_period FROM users WHERE id = ?`, id,
		).Scan(&saved, &pending, &period); err != nil {
			return err
		}
		switch {
		case set == "":
			return ErrReplacedCodes
		case set == saved && u.HasSecondFactor:
			return nil
		case set != pending:
			return ErrReplacedCodes
		}
		if isActivated = period != nil; isActivated {
			if _, err := tx.ExecContext(ctx, `UPDATE users SET totp_secret = totp_pending, totp_pending = '',
				totp_confirmed_at = ?, totp_period = totp_pending_period, totp_pending_period = NULL WHERE id = ?`,
				millis(s.now()), id); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(
			ctx, `UPDATE users SET recovery_set = recovery_pending, recovery_pending = '' WHERE id = ?`, id,
		); err != nil {
			return err
		}
		if _, err := tx.ExecContext(
			ctx, `DELETE FROM recovery_codes WHERE user_id = ? AND set_id <> ?`, id, set,
		); err != nil {
			return err
		}
		if isActivated {
			return s.notify(ctx, tx, u, "factorAdded")
		}
		return s.notify(ctx, tx, u, "recoveryCodesReplaced")
	})
	if err != nil {
		return false, fmt.Errorf("save the recovery codes of %s: %w", id, err)
	}
	return isActivated, nil
}

// useRecoveryCode uses a recovery code, and sends the user a mail with the number of those left. The error is ErrCode
// for an unknown code.
func (s *Store) useRecoveryCode(ctx context.Context, id, code string) error {
	return sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error {
		err := useOnce(
			ctx, tx, `DELETE FROM recovery_codes WHERE user_id = ?1 AND hash = ?2
				AND set_id = (SELECT recovery_set FROM users WHERE id = ?1)`, id, recoveryHash(code),
		)
		if err != nil {
			return err
		}
		u, err := userOf(ctx, tx, `id = ?`, id)
		if err != nil {
			return err
		}
		left := 0
		if u.RecoveryCodesLeft != nil {
			left = *u.RecoveryCodesLeft
		}
		return s.notify(ctx, tx, u, "recoveryCodeUsed", mailValues{"left": strconv.Itoa(left)})
	})
}

// recoveryHash hashes a recovery code. It needs no salt, because the codes are random.
func recoveryHash(code string) string {
	sum := sha256.Sum256([]byte(strings.ToLower(strings.TrimSpace(code))))
	return hex.EncodeToString(sum[:])
}
