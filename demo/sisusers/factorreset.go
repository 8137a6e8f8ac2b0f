package sisusers

import (
	"context"
	"fmt"

	"strand/domain/useradmin"
)

// resetFactor performs a step that resets the second factor of a member.
func (a *action) resetFactor(ctx context.Context, u *useradmin.ManagedUser, step useradmin.UserAction) error {
	by, at := "", (*int64)(nil)
	if step == useradmin.RequestFactorReset {
		by, at = a.actor.ID, new(millis(a.now))
	}
	if _, err := a.tx.ExecContext(
		ctx, `UPDATE users SET factor_reset_by = ?, factor_reset_at = ? WHERE id = ?`, by, at, u.ID,
	); err != nil {
		return fmt.Errorf("change the request to reset the second factor of %s: %w", u.ID, err)
	}
	switch step {
	case useradmin.CancelFactorReset:
		return nil
	case useradmin.RequestFactorReset:
		return a.mailFactorRequest(ctx, u)
	}
	if err := removeSecondFactor(ctx, a.tx, u.ID); err != nil {
		return err
	}
	// The factor may be in foreign hands, and the sessions with it.
	a.signedOut = u.ID
	return a.mailFactor(ctx, u, "factorReset")
}

// mailFactorRequest informs an administrator, and the other administrators, of a requested reset.
func (a *action) mailFactorRequest(ctx context.Context, u *useradmin.ManagedUser) error {
	if err := a.mailFactor(ctx, u, "factorResetRequested"); err != nil {
		return err
	}
	deciders, err := a.administratorsOf(ctx, u.ID, "")
	if err != nil {
		return err
	}
	for _, r := range deciders {
		if r.id == a.actor.ID {
			continue
		}
		if err := a.mail(ctx, r.email, r.language, "factorResetRequest", a.PortalURL("/user-admin/"+u.ID), mailValues{
			"name": r.name, "user": u.FullName(), "by": a.actor.FullName(),
		}); err != nil {
			return err
		}
	}
	return nil
}

func (a *action) mailFactor(ctx context.Context, u *useradmin.ManagedUser, text string) error {
	lang, err := a.languageOf(ctx, u.ID)
	if err != nil {
		return err
	}
	return a.mail(ctx, u.Email, lang, text, "", mailValues{"name": u.FullName(), "by": a.actor.FullName()})
}

// removeSecondFactor removes the second factor of a user with its recovery codes.
func removeSecondFactor(ctx context.Context, q querier, id string) error {
	for _, query := range []string{
		`UPDATE users SET totp_secret = '', totp_pending = '', totp_pending_period = NULL, totp_confirmed_at = NULL,
			totp_period = 0, recovery_set = '', recovery_pending = '' WHERE id = ?`,
		`DELETE FROM recovery_codes WHERE user_id = ?`,
	} {
		if _, err := q.ExecContext(ctx, query, id); err != nil {
			return fmt.Errorf("remove the second factor of %s: %w", id, err)
		}
	}
	return nil
}
