package userstore

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"strand/domain/portal"
	"strand/internal/sqlite"
)

// undoFor is the time for which a destructive action can be undone.
const undoFor = 10 * time.Minute

// Undo identifies a destructive action that can be undone.
type Undo struct {
	ID    string
	Until time.Time
}

// ChangeResult is the result of an action on a user.
type ChangeResult struct {
	Decision portal.Decision
	// User is the user after the action; nil if the administrator may not see the user (any more).
	User *portal.ManagedUser
	// Organizations contains the organizations of the administrator after the action.
	Organizations []*portal.ManagedOrganization
	// Undo is nil for a refused action and for one that is not destructive.
	Undo *Undo
}

// RightsChange contains the users whose rights a transaction changed, and the organizations whose lists of users it
// changed.
type RightsChange struct{ Users, Organizations []string }

func (c *RightsChange) add(userID string, organizations ...string) {
	if !slices.Contains(c.Users, userID) {
		c.Users = append(c.Users, userID)
	}
	for _, id := range organizations {
		if !slices.Contains(c.Organizations, id) {
			c.Organizations = append(c.Organizations, id)
		}
	}
}

// action is an action of a user in a transaction.
type action struct {
	*Store
	tx      *sql.Tx
	actor   *User
	changed *RightsChange
	now     time.Time
	// deleted is the id of a user whose sessions must end; empty for none.
	deleted string
}

// act runs a transaction, and announces its changes after the commit.
func (d *Store) act(ctx context.Context, actor *User, do func(*action) error) error {
	if err := d.expire(ctx); err != nil {
		return err
	}
	a := &action{Store: d, actor: actor, changed: &RightsChange{}, now: d.now()}
	err := sqlite.InTx(ctx, d.db, func(tx *sql.Tx) error {
		a.tx = tx
		return do(a)
	})
	if err != nil {
		return err
	}
	return d.announce(context.WithoutCancel(ctx), a.changed, a.deleted)
}

// announce updates the index, ends the sessions of a deleted user, and calls the observer.
func (d *Store) announce(ctx context.Context, changed *RightsChange, deleted string) error {
	if len(changed.Users) == 0 {
		return nil
	}
	if err := d.reindex(ctx, changed.Users...); err != nil {
		return err
	}
	if deleted != "" && d.signOut != nil {
		if err := d.signOut(ctx, deleted); err != nil {
			d.log.ErrorContext(ctx, "sessions_not_ended", "user", deleted, "error", err)
		}
	}
	if d.observer != nil {
		d.observer(*changed)
	}
	return nil
}

// ChangeUser performs an action on a user. It is idempotent by its key.
func (d *Store) ChangeUser(ctx context.Context, viewer *User, c portal.UserChange) (*ChangeResult, error) {
	return d.change(
		ctx,
		viewer,
		c.Key,
		func(a *action, by *portal.Administrator) (outcome portal.Decision, userID string, undo *Undo, err error) {
			u, err := managedUser(ctx, a.tx, by, c.UserID)
			if err != nil && !errors.Is(err, ErrNotFound) {
				return "", "", nil, err
			}
			if decision := by.Check(u, c); decision != portal.Allowed {
				return decision, c.UserID, nil, nil
			}
			if c.Action == portal.RemoveRole && c.Role == portal.AdministratorExternal {
				// The role is removed in all organizations, also in those that the administrator does not see.
				isLast, err := isLastAnywhere(ctx, a.tx, u.ID)
				if err != nil {
					return "", "", nil, err
				}
				if isLast {
					return portal.LastAdministrator, c.UserID, nil, nil
				}
			}
			before, err := rightsOf(ctx, a.tx, u.ID)
			if err != nil {
				return "", "", nil, err
			}
			if err := a.apply(ctx, u, c); err != nil {
				return "", "", nil, err
			}
			if err := a.touch(ctx, u.ID, before.Organizations); err != nil {
				return "", "", nil, err
			}
			if c.Action.IsDestructive() {
				undo, err = a.keepUndo(ctx, u.ID, c.Action, before)
			}
			return portal.Allowed, u.ID, undo, err
		},
	)
}

// change runs an action with a key. do returns the id of the user in the result.
func (d *Store) change(ctx context.Context, viewer *User, key string,
	do func(*action, *portal.Administrator) (portal.Decision, string, *Undo, error)) (*ChangeResult, error) {
	result := &ChangeResult{}
	err := d.act(ctx, viewer, func(a *action) error {
		by, err := administrator(ctx, a.tx, viewer)
		if err != nil {
			return err
		}
		var userID string
		result.Decision, userID, result.Undo, err = a.once(ctx, key)
		if err == nil && result.Decision == "" {
			result.Decision, userID, result.Undo, err = do(a, by)
			if err == nil && result.Decision == portal.Allowed {
				err = a.remember(ctx, key, userID, result.Undo)
			}
		}
		if err != nil {
			return err
		}
		if by, err = administrator(ctx, a.tx, viewer); err != nil {
			return err
		}
		if isAdministrator(by.Role) {
			result.Organizations = by.Organizations
		}
		result.User, err = managedUser(ctx, a.tx, by, userID)
		if errors.Is(err, ErrNotFound) {
			return nil
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("change a user: %w", err)
	}
	return result, nil
}

// once returns the result of an earlier action with the same key; empty for none.
func (a *action) once(
	ctx context.Context,
	key string,
) (decision portal.Decision, userID string, undo *Undo, err error) {
	var undoID string
	err = a.tx.QueryRowContext(
		ctx,
		`SELECT outcome, user_id, undo_id FROM action_keys WHERE actor_id = ? AND key = ?`,
		a.actor.ID,
		key,
	).
		Scan(
			&decision,
			&userID,
			&undoID,
		)
	if errors.Is(err, sql.ErrNoRows) {
		return "", "", nil, nil
	}
	if err == nil && undoID != "" {
		var until int64
		err = a.tx.QueryRowContext(ctx, `SELECT expires_at FROM undos WHERE id = ?`, undoID).Scan(&until)
		switch {
		case err == nil:
			undo = &Undo{ID: undoID, Until: time.UnixMilli(until).UTC()}
		case errors.Is(err, sql.ErrNoRows):
			err = nil // it was undone or has expired
		}
	}
	if err != nil {
		return "", "", nil, fmt.Errorf("find an action with this key: %w", err)
	}
	return decision, userID, undo, nil
}

func (a *action) remember(ctx context.Context, key, userID string, undo *Undo) error {
	undoID := ""
	if undo != nil {
		undoID = undo.ID
	}
	if _, err := a.tx.ExecContext(ctx,
		`INSERT INTO action_keys (actor_id, key, user_id, outcome, undo_id, at) VALUES (?, ?, ?, ?, ?, ?)`,
		a.actor.ID, key, userID, portal.Allowed, undoID, millis(a.now)); err != nil {
		return fmt.Errorf("store the key of an action: %w", err)
	}
	return nil
}

// touch records that the rights of a user changed; before contains the user's previous organizations.
func (a *action) touch(ctx context.Context, userID string, before []string) error {
	if _, err := a.tx.ExecContext(ctx, `UPDATE users SET revision = revision + 1 WHERE id = ?`, userID); err != nil {
		return fmt.Errorf("count a change of %s: %w", userID, err)
	}
	now, err := queryAll(ctx, a.tx, scanText, `SELECT organization_id FROM memberships WHERE user_id = ?`, userID)
	if err != nil {
		return fmt.Errorf("read the organizations of %s: %w", userID, err)
	}
	a.changed.add(userID, append(now, before...)...)
	return nil
}

// apply performs an allowed action.
func (a *action) apply(ctx context.Context, u *portal.ManagedUser, c portal.UserChange) error {
	switch c.Action {
	case portal.AssignOrganization:
		return a.assignOrganization(ctx, u, c.OrganizationID)
	case portal.RemoveOrganization:
		return a.removeOrganizations(ctx, u, c.Action, c.OrganizationID)
	case portal.AssignRole:
		if err := addRole(ctx, a.tx, u.ID, c.Role.RoleString()); err != nil {
			return err
		}
		return a.audit(ctx, u, auditEntry{action: c.Action, before: string(u.Role), after: string(c.Role)})
	case portal.RemoveRole:
		if err := removeRole(ctx, a.tx, u.ID, c.Role.RoleString()); err != nil {
			return err
		}
		return a.audit(
			ctx,
			u,
			auditEntry{action: c.Action, before: string(c.Role), after: string(portal.AdministratorNone)},
		)
	case portal.DeleteUser:
		var ids []string
		for _, o := range u.Organizations {
			ids = append(ids, o.ID)
		}
		return a.removeOrganizations(ctx, u, c.Action, ids...)
	case portal.ResendInvite, portal.SendNewInvite:
		if c.Application == "" {
			return a.inviteAgain(ctx, u, c.Action)
		}
	}
	return a.changeAccess(ctx, u, c)
}

func (a *action) assignOrganization(ctx context.Context, u *portal.ManagedUser, organizationID string) error {
	if err := addMembership(ctx, a.tx, u.ID, organizationID); err != nil {
		return err
	}
	found, err := organizations(ctx, a.tx, []string{organizationID})
	if err != nil {
		return err
	}
	updated := *u
	updated.Organizations = append(slices.Clone(u.Organizations), found...)
	return a.audit(
		ctx,
		&updated,
		auditEntry{action: portal.AssignOrganization, organizationID: organizationID, after: found[0].Name},
	)
}

// removeOrganizations removes a user from organizations, and the accesses that no other organization of the user
// offers. If the action requires it, a user without organizations is deleted.
func (a *action) removeOrganizations(
	ctx context.Context,
	u *portal.ManagedUser,
	by portal.UserAction,
	ids ...string,
) error {
	for _, o := range u.Organizations {
		if !slices.Contains(ids, o.ID) {
			continue
		}
		if _, err := a.tx.ExecContext(
			ctx, `DELETE FROM memberships WHERE user_id = ? AND organization_id = ?`, u.ID, o.ID,
		); err != nil {
			return fmt.Errorf("remove %s from %s: %w", u.ID, o.ID, err)
		}
		if by == portal.RemoveOrganization {
			if err := a.audit(ctx, u, auditEntry{action: by, organizationID: o.ID, before: o.Name}); err != nil {
				return err
			}
		}
	}
	own, err := ownAccess(ctx, a.tx, u.ID)
	if err != nil {
		return err
	}
	stored, err := accessesOf(ctx, a.tx, u.ID)
	if err != nil {
		return err
	}
	for _, access := range stored {
		if slices.Contains(own.Offered, access.Application) || access.Status == portal.AccessInactive ||
			access.Status == portal.AccessDeclined {
			continue
		}
		access.Status, access.ChangedAt, access.RequestedAt, access.ExpiresAt = portal.AccessInactive, millis(
			a.now,
		), nil, nil
		if err := setAccess(ctx, a.tx, u.ID, access); err != nil {
			return err
		}
	}
	if by != portal.DeleteUser {
		return nil
	}
	if err := a.audit(ctx, u, auditEntry{action: by, before: string(u.Status)}); err != nil {
		return err
	}
	var organizations int
	if err := a.tx.QueryRowContext(
		ctx, `SELECT count(*) FROM memberships WHERE user_id = ?`, u.ID,
	).Scan(&organizations); err != nil {
		return fmt.Errorf("count the organizations of %s: %w", u.ID, err)
	}
	if organizations > 0 {
		return nil // the user belongs to organizations of other administrators
	}
	return a.deleteAccount(ctx, u.ID)
}

// deleteAccount deletes the account of a user without organizations. The personal data is erased ten minutes later.
func (a *action) deleteAccount(ctx context.Context, userID string) error {
	if err := removeRights(ctx, a.tx, userID); err != nil {
		return err
	}
	for _, query := range []string{
		// The address can be used again at once. The undo contains it.
		`UPDATE users SET deleted_at = ?1, email = id || '@deleted.invalid' WHERE id = ?2`,
		`DELETE FROM errands WHERE user_id = ?2 AND ?1 > 0`,
	} {
		if _, err := a.tx.ExecContext(ctx, query, millis(a.now), userID); err != nil {
			return fmt.Errorf("delete %s: %w", userID, err)
		}
	}
	a.deleted = userID
	a.expiresAt(millis(a.now.Add(undoFor)))
	return nil
}

// changeAccess performs an action on an access.
func (a *action) changeAccess(ctx context.Context, u *portal.ManagedUser, c portal.UserChange) error {
	one, err := access(ctx, a.tx, u.ID, c.Application)
	if err != nil {
		return err
	}
	entry := auditEntry{action: c.Action, application: c.Application, before: string(one.Status), reason: c.Reason}
	if c.Action == portal.EditAccess {
		entry.before, entry.after = string(one.Edition), string(c.Edition)
	}
	one.Status, one.ChangedAt, one.Reason = c.Action.Next(c.Application, u.Account), millis(a.now), c.Reason
	if entry.after == "" {
		entry.after = string(one.Status)
	}
	if c.Edition != "" && portal.HasEditions(c.Application) {
		one.Edition = c.Edition
	}
	one.ExpiresAt = nil
	if one.Status == portal.AccessInvited {
		expires := millis(a.now.Add(a.invitationLife))
		one.ExpiresAt = &expires
		a.expiresAt(expires)
	}
	if c.Action != portal.DenyRequest {
		one.RequestedAt = nil
	}
	if err := setAccess(ctx, a.tx, u.ID, one); err != nil {
		return err
	}
	if err := a.audit(ctx, u, entry); err != nil {
		return err
	}
	if u.Account != portal.AccessActive {
		return nil // the invitation to the portal contains all applications
	}
	if one.Status == portal.AccessInvited {
		return a.mailAccessInvitation(ctx, u, c.Application)
	}
	return a.mailDecision(ctx, u, c)
}

// keepUndo stores the rights that a user had before a destructive action.
func (a *action) keepUndo(ctx context.Context, userID string, of portal.UserAction, before rights) (*Undo, error) {
	undo := &Undo{ID: rand.Text(), Until: a.now.Add(undoFor).UTC()}
	if _, err := a.tx.ExecContext(ctx, `INSERT INTO undos (id, actor_id, user_id, action, revision, rights, expires_at)
		SELECT ?, ?, id, ?, revision, ?, ? FROM users WHERE id = ?`, undo.ID, a.actor.ID, of, before.encode(),
		millis(undo.Until), userID); err != nil {
		return nil, fmt.Errorf("store an undo: %w", err)
	}
	return undo, nil
}

// UndoChange restores the rights that a user had before a destructive action of the same administrator, unless they
// have changed since. The result is UserNotFound for an undo that has expired, was used, or belongs to another
// administrator.
func (d *Store) UndoChange(ctx context.Context, viewer *User, id string) (*ChangeResult, error) {
	return d.change(
		ctx,
		viewer,
		"undo "+id,
		func(a *action, by *portal.Administrator) (portal.Decision, string, *Undo, error) {
			var userID, text string
			var of portal.UserAction
			var revision, present int64
			err := a.tx.QueryRowContext(
				ctx,
				`SELECT n.user_id, n.action, n.rights, n.revision, u.revision FROM undos n
					JOIN users u ON u.id = n.user_id
			WHERE n.id = ? AND n.actor_id = ? AND n.expires_at > ? AND u.is_erased = 0`,
				id,
				viewer.ID,
				millis(a.now),
			).
				Scan(
					&userID,
					&of,
					&text,
					&revision,
					&present,
				)
			if errors.Is(err, sql.ErrNoRows) {
				return portal.UserNotFound, "", nil, nil
			}
			if err != nil {
				return "", "", nil, fmt.Errorf("read an undo: %w", err)
			}
			before, err := decodeRights(text)
			if err != nil {
				return "", "", nil, err
			}
			return a.undo(ctx, by, userID, of, before, revision == present)
		},
	)
}

func (a *action) undo(
	ctx context.Context,
	by *portal.Administrator,
	userID string,
	of portal.UserAction,
	before rights,
	isUnchanged bool,
) (portal.Decision, string, *Undo, error) {
	present, err := rightsOf(ctx, a.tx, userID)
	if err != nil {
		return "", "", nil, err
	}
	// The administrator must still be allowed to grant the restored rights.
	for _, id := range before.Organizations {
		isOwn := slices.ContainsFunc(by.Organizations, func(o *portal.ManagedOrganization) bool { return o.ID == id })
		if !slices.Contains(present.Organizations, id) && !isOwn {
			return portal.UserNotFound, "", nil, nil
		}
	}
	if !isAdministrator(by.Role) {
		return portal.NotPermitted, "", nil, nil
	}
	var isTaken bool
	if err := a.tx.QueryRowContext(
		ctx, `SELECT EXISTS (SELECT 1 FROM users WHERE email = ? AND id <> ?)`, before.Email, userID,
	).Scan(&isTaken); err != nil {
		return "", "", nil, fmt.Errorf("find the address of a deleted user: %w", err)
	}
	if !isUnchanged || isTaken {
		return portal.StateChanged, userID, nil, nil
	}
	if err := setRights(ctx, a.tx, userID, before); err != nil {
		return "", "", nil, err
	}
	for _, one := range before.Accesses {
		if one.Status == portal.AccessInvited && one.ExpiresAt != nil {
			a.expiresAt(*one.ExpiresAt) // the invitation may have expired in the meantime
		}
	}
	if _, err := a.tx.ExecContext(
		ctx, `UPDATE users SET deleted_at = NULL, email = ? WHERE id = ?`, before.Email, userID,
	); err != nil {
		return "", "", nil, fmt.Errorf("restore %s: %w", userID, err)
	}
	if _, err := a.tx.ExecContext(ctx, `DELETE FROM undos WHERE user_id = ?`, userID); err != nil {
		return "", "", nil, fmt.Errorf("use an undo: %w", err)
	}
	if err := a.touch(ctx, userID, present.Organizations); err != nil {
		return "", "", nil, err
	}
	u, err := managedUser(ctx, a.tx, by, userID)
	if err != nil {
		return "", "", nil, err
	}
	return portal.Allowed, userID, nil, a.audit(ctx, u, auditEntry{action: of, isUndo: true, after: string(u.Status)})
}

// expiresAt records the expiry time of an invitation.
func (d *Store) expiresAt(at int64) {
	for {
		next := d.nextExpiry.Load()
		if next != 0 && next <= at || d.nextExpiry.CompareAndSwap(next, at) {
			return
		}
	}
}

// expire updates the status of expired invitations, and erases users ten minutes after their deletion. It does
// nothing before the next expiry time.
func (d *Store) expire(ctx context.Context) error {
	now := millis(d.now())
	next := d.nextExpiry.Load()
	if next == 0 || now < next {
		return nil
	}
	changed := &RightsChange{}
	err := sqlite.InTx(ctx, d.db, func(tx *sql.Tx) error {
		for _, query := range []string{
			`UPDATE users SET account = 'INVITE_EXPIRED' WHERE account = 'INVITED' AND invite_expires_at <= ?1 RETURNING id`,
			`UPDATE accesses SET status = 'INVITE_EXPIRED' WHERE status = 'INVITED' AND expires_at <= ?1 RETURNING user_id`,
			// Names are kept for tickets and the audit log.
			`UPDATE users SET is_erased = 1, password_hash = '', company = '', telephone = '', address = '',
				postal_code = '',
				city = '', country = '', sub_region = '', invited_email = '', totp_secret = '', totp_pending = '',
				totp_confirmed_at = NULL
				WHERE is_erased = 0 AND deleted_at <= ?1 - ` + fmt.Sprint(undoFor.Milliseconds()) + ` RETURNING id`,
		} {
			ids, err := queryAll(ctx, tx, scanText, query, now)
			if err != nil {
				return err
			}
			for _, id := range ids {
				organizations, err := queryAll(
					ctx,
					tx,
					scanText,
					`SELECT organization_id FROM memberships WHERE user_id = ?`,
					id,
				)
				if err != nil {
					return err
				}
				if err := setAccessRoles(ctx, tx, id); err != nil {
					return err
				}
				changed.add(id, organizations...)
			}
		}
		// An undo contains the address of a deleted user.
		for _, query := range []string{
			`DELETE FROM undos WHERE expires_at <= ?`,
			`DELETE FROM recovery_codes WHERE user_id IN (SELECT id FROM users WHERE is_erased = 1 AND deleted_at <= ?)`,
			`DELETE FROM invitations WHERE user_id IN (SELECT id FROM users WHERE is_erased = 1 AND deleted_at <= ?)`,
		} {
			if _, err := tx.ExecContext(ctx, query, now); err != nil {
				return err
			}
		}
		return d.findNextExpiry(ctx, tx)
	})
	if err != nil {
		return fmt.Errorf("expire invitations: %w", err)
	}
	return d.announce(context.WithoutCancel(ctx), changed, "")
}

// findNextExpiry finds the next expiry time.
func (d *Store) findNextExpiry(ctx context.Context, q querier) error {
	var next sql.NullInt64
	err := q.QueryRowContext(ctx, `SELECT min(at) FROM (
		SELECT min(invite_expires_at) AS at FROM users WHERE account = 'INVITED'
		UNION ALL SELECT min(expires_at) FROM accesses WHERE status = 'INVITED'
		UNION ALL SELECT min(deleted_at) + ? FROM users WHERE deleted_at IS NOT NULL
		AND is_erased = 0)`, undoFor.Milliseconds()).Scan(&next)
	if err != nil {
		return fmt.Errorf("find the next expiry time: %w", err)
	}
	d.nextExpiry.Store(next.Int64)
	return nil
}
