package sisusers

import (
	"context"
	"database/sql"
	"fmt"

	"strand/internal/database"
	"strand/internal/sqlite"
)

// expire updates the status of expired invitations, and erases users ten minutes after their deletion.
func (s *Store) expire(ctx context.Context) error {
	now := millis(s.now())
	changed := &RightsChange{}
	err := sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error {
		for _, query := range []string{
			`UPDATE users SET account = 'INVITE_EXPIRED' WHERE account = 'INVITED' AND invite_expires_at <= ?1
				RETURNING id`,
			`UPDATE accesses SET status = 'INVITE_EXPIRED' WHERE status = 'INVITED' AND expires_at <= ?1
				RETURNING user_id`,
			// Names are kept for tickets and the audit log.
			`UPDATE users SET is_erased = 1, password_hash = '', company = '', telephone = '', address = '',
				postal_code = '',
				city = '', country = '', sub_region = '', invited_email = '', totp_secret = '', totp_pending = '',
				totp_confirmed_at = NULL, sort_name = '', sort_email = '', search_text = ''
				WHERE is_erased = 0 AND deleted_at <= ?1 - ` + fmt.Sprint(undoFor.Milliseconds()) + ` RETURNING id`,
		} {
			ids, err := database.All(ctx, tx, database.Text, query, now)
			if err != nil {
				return err
			}
			for _, id := range ids {
				organizations, err := database.All(
					ctx,
					tx,
					database.Text,
					`SELECT organization_id FROM memberships WHERE user_id = ?`,
					id,
				)
				if err != nil {
					return err
				}
				changed.add(id, organizations...)
			}
		}
		// An undo contains the e-mail address of a deleted user.
		for _, query := range []string{
			`DELETE FROM undos WHERE expires_at <= ?`,
			`DELETE FROM recovery_codes WHERE user_id IN (SELECT id FROM users
				WHERE is_erased = 1 AND deleted_at <= ?)`,
			`DELETE FROM invitations WHERE user_id IN (SELECT id FROM users WHERE is_erased = 1 AND deleted_at <= ?)`,
		} {
			if _, err := tx.ExecContext(ctx, query, now); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("expire invitations: %w", err)
	}
	s.announce(context.WithoutCancel(ctx), changed, "")
	return nil
}
