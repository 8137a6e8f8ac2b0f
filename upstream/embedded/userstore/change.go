package userstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"strand/domain/portal"
)

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

// ChangeUser performs an action on a user. It is idempotent by its key.
func (s *Store) ChangeUser(ctx context.Context, viewer *User, c portal.UserChange) (*ChangeResult, error) {
	return s.change(
		ctx,
		viewer,
		c.Key,
		func(a *action, admin *portal.Administrator) (decision portal.Decision, userID string, undo *Undo, err error) {
			u, err := managedUser(ctx, a.tx, admin, c.UserID)
			if err != nil && !errors.Is(err, ErrNotFound) {
				return "", "", nil, err
			}
			if decision := admin.Check(u, c); decision != portal.Allowed {
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
			if err := a.recordRightsChange(ctx, u.ID, before.Organizations); err != nil {
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
func (s *Store) change(ctx context.Context, viewer *User, key string,
	do func(*action, *portal.Administrator) (portal.Decision, string, *Undo, error)) (*ChangeResult, error) {
	result := &ChangeResult{}
	err := s.runAction(ctx, viewer, func(a *action) error {
		admin, err := administrator(ctx, a.tx, viewer)
		if err != nil {
			return err
		}
		var userID string
		result.Decision, userID, result.Undo, err = a.previousResult(ctx, key)
		if err == nil && result.Decision == "" {
			result.Decision, userID, result.Undo, err = do(a, admin)
			if err == nil && result.Decision == portal.Allowed {
				err = a.storeResult(ctx, key, userID, result.Undo)
			}
		}
		if err != nil {
			return err
		}
		if admin, err = administrator(ctx, a.tx, viewer); err != nil {
			return err
		}
		if isAdministrator(admin.Role) {
			result.Organizations = admin.Organizations
		}
		result.User, err = managedUser(ctx, a.tx, admin, userID)
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

// previousResult returns the result of an earlier action with the same key; empty for none.
func (a *action) previousResult(
	ctx context.Context,
	key string,
) (decision portal.Decision, userID string, undo *Undo, err error) {
	var undoID string
	err = a.tx.QueryRowContext(
		ctx, `SELECT outcome, user_id, undo_id FROM action_keys WHERE actor_id = ? AND key = ?`, a.actor.ID, key,
	).Scan(&decision, &userID, &undoID)
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

func (a *action) storeResult(ctx context.Context, key, userID string, undo *Undo) error {
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
	cause portal.UserAction,
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
		if cause == portal.RemoveOrganization {
			if err := a.audit(ctx, u, auditEntry{action: cause, organizationID: o.ID, before: o.Name}); err != nil {
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
		access.Status, access.ChangedAt = portal.AccessInactive, millis(a.now)
		access.RequestedAt, access.ExpiresAt = nil, nil
		if err := setAccess(ctx, a.tx, u.ID, access); err != nil {
			return err
		}
	}
	if cause != portal.DeleteUser {
		return nil
	}
	if err := a.audit(ctx, u, auditEntry{action: cause, before: string(u.Status)}); err != nil {
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
	a.scheduleExpiry(millis(a.now.Add(undoFor)))
	return nil
}

// changeAccess performs an action on an access.
func (a *action) changeAccess(ctx context.Context, u *portal.ManagedUser, c portal.UserChange) error {
	access, err := access(ctx, a.tx, u.ID, c.Application)
	if err != nil {
		return err
	}
	entry := auditEntry{action: c.Action, application: c.Application, before: string(access.Status), reason: c.Reason}
	if c.Action == portal.EditAccess {
		entry.before, entry.after = string(access.Edition), string(c.Edition)
	}
	access.Status, access.ChangedAt, access.Reason = c.Action.Next(c.Application, u.Account), millis(a.now), c.Reason
	if entry.after == "" {
		entry.after = string(access.Status)
	}
	if c.Edition != "" && portal.HasEditions(c.Application) {
		access.Edition = c.Edition
	}
	access.ExpiresAt = nil
	if access.Status == portal.AccessInvited {
		expires := millis(a.now.Add(a.invitationLifetime))
		access.ExpiresAt = &expires
		a.scheduleExpiry(expires)
	}
	if c.Action != portal.DenyRequest {
		access.RequestedAt = nil
	}
	if err := setAccess(ctx, a.tx, u.ID, access); err != nil {
		return err
	}
	if err := a.audit(ctx, u, entry); err != nil {
		return err
	}
	if u.Account != portal.AccessActive {
		return nil // the invitation to the portal contains all applications
	}
	if access.Status == portal.AccessInvited {
		return a.mailAccessInvitation(ctx, u, c.Application)
	}
	return a.mailDecision(ctx, u, c)
}
