package sisusers

import (
	"context"
	"database/sql"
	"fmt"

	"strand/domain/useradmin"
	"strand/internal/database"
	"strand/internal/sqlite"
)

// expire updates the status of expired invitations, ends old requests to reset a second factor, and erases users ten
// minutes after their deletion.
func (s *Store) expire(ctx context.Context) error {
	now, erased := millis(s.now()), millis(s.now().Add(-undoFor))
	changed := &RightsChange{}
	err := sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error {
		expired, err := database.All(ctx, tx, database.Text, `UPDATE rights SET status = 'INVITE_EXPIRED'
			WHERE status = 'INVITED' AND expires_at <= ? RETURNING user_id`, now)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(
			ctx, `UPDATE users SET factor_reset_by = '', factor_reset_at = NULL WHERE factor_reset_at <= ?`,
			millis(s.now().Add(-useradmin.FactorResetLifetime)),
		); err != nil {
			return err
		}
		deleted, err := database.All(ctx, tx, database.Text, `SELECT id FROM users
			WHERE is_erased = 0 AND deleted_at <= ?`, erased)
		if err != nil {
			return err
		}
		for _, id := range deleted {
			if err := erase(ctx, tx, id); err != nil {
				return err
			}
		}
		for _, id := range append(expired, deleted...) {
			held, err := rightsOf(ctx, tx, id)
			if err != nil {
				return err
			}
			changed.add(id, held.organizations()...)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("expire invitations: %w", err)
	}
	s.announce(context.WithoutCancel(ctx), changed, "")
	return nil
}

// erase removes the personal data of a deleted user. Names are kept for tickets and events.
func erase(ctx context.Context, tx *sql.Tx, userID string) error {
	for _, query := range []string{
		`UPDATE users SET is_erased = 1, email = id || '@deleted.invalid', password_hash = '', company = '',
			telephone = '', address = '', postal_code = '', city = '', country = '', sub_region = '',
			invited_email = '' WHERE id = ?`,
		`DELETE FROM links WHERE user_id = ?`,
	} {
		if _, err := tx.ExecContext(ctx, query, userID); err != nil {
			return fmt.Errorf("erase %s: %w", userID, err)
		}
	}
	return removeSecondFactor(ctx, tx, userID)
}
