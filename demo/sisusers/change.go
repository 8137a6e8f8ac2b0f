package sisusers

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"strand/domain/portal"
	"strand/domain/useradmin"
)

// ChangeResult is the result of an action on a user.
type ChangeResult struct {
	Decision useradmin.Decision
	// User is the user after the action; nil if the administrator may not see the user (any more).
	User *useradmin.ManagedUser
	// Organizations contains the organizations of the administrator after the action.
	Organizations []*useradmin.ManagedOrganization
	// Undo is nil for a refused action and for one that is not destructive.
	Undo *Undo
}

// ChangeUser performs an action on a user. It is idempotent by its key.
func (s *Store) ChangeUser(ctx context.Context, viewer *User, c useradmin.UserChange) (*ChangeResult, error) {
	key := c.Key
	c.Key = ""
	return s.change(
		ctx,
		viewer,
		key,
		c,
		func(a *action, admin *useradmin.Administrator) (
			decision useradmin.Decision, userID string, undo *Undo, err error,
		) {
			u, err := managedUser(ctx, a.tx, admin, c.UserID)
			if err != nil && !errors.Is(err, ErrNotFound) {
				return "", "", nil, err
			}
			if decision := admin.Check(u, c); decision != useradmin.Allowed {
				return decision, c.UserID, nil, nil
			}
			c := admin.WithOrganization(u, c)
			before, err := rightsOf(ctx, a.tx, u.ID)
			if err != nil {
				return "", "", nil, err
			}
			if err := a.apply(ctx, u, c); err != nil {
				return "", "", nil, err
			}
			if err := a.recordRightsChange(ctx, u.ID, before.organizations()); err != nil {
				return "", "", nil, err
			}
			if c.Action.CanBeUndone() {
				undo, err = a.keepUndo(ctx, u.ID, c.Action, before)
			}
			return useradmin.Allowed, u.ID, undo, err
		},
	)
}

// change runs an action with a key. input is the action without its key, do returns the id of the user in the result.
func (s *Store) change(ctx context.Context, viewer *User, key string, input any,
	do func(*action, *useradmin.Administrator) (useradmin.Decision, string, *Undo, error)) (*ChangeResult, error) {
	result := &ChangeResult{}
	err := s.runAction(ctx, viewer, func(a *action) error {
		admin, err := administrator(ctx, a.tx, viewer)
		if err != nil {
			return err
		}
		var userID string
		result.Decision, userID, result.Undo, err = a.previousResult(ctx, key, input)
		if err == nil && result.Decision == "" {
			result.Decision, userID, result.Undo, err = do(a, admin)
			if err == nil && result.Decision == useradmin.Allowed {
				err = a.storeResult(ctx, key, input, userID, result.Undo)
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

// digest returns a hash of the input of an action.
func digest(input any) string {
	text, _ := json.Marshal(input) // texts can always be encoded
	return fmt.Sprintf("%x", sha256.Sum256(text))
}

// previousResult returns the result of an earlier action with the same key; empty for none. It is KeyReused for an
// action with another input.
func (a *action) previousResult(
	ctx context.Context,
	key string,
	input any,
) (decision useradmin.Decision, userID string, undo *Undo, err error) {
	var undoID, previous string
	err = a.tx.QueryRowContext(
		ctx, `SELECT user_id, undo_id, input FROM action_keys WHERE actor_id = ? AND key = ?`, a.actor.ID, key,
	).Scan(&userID, &undoID, &previous)
	if errors.Is(err, sql.ErrNoRows) {
		return "", "", nil, nil
	}
	if err == nil && previous != "" && previous != digest(input) {
		return useradmin.KeyReused, "", nil, nil
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
	return useradmin.Allowed, userID, undo, nil // refused actions are not stored
}

func (a *action) storeResult(ctx context.Context, key string, input any, userID string, undo *Undo) error {
	undoID := ""
	if undo != nil {
		undoID = undo.ID
	}
	if _, err := a.tx.ExecContext(ctx,
		`INSERT INTO action_keys (actor_id, key, user_id, outcome, undo_id, at, input) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		a.actor.ID, key, userID, useradmin.Allowed, undoID, millis(a.now), digest(input)); err != nil {
		return fmt.Errorf("store the key of an action: %w", err)
	}
	return nil
}

// apply performs an allowed action.
func (a *action) apply(ctx context.Context, u *useradmin.ManagedUser, c useradmin.UserChange) error {
	switch c.Action {
	case useradmin.AssignOrganization:
		return a.assignOrganization(ctx, u, c.OrganizationID)
	case useradmin.RemoveOrganization:
		return a.removeOrganizations(ctx, u, c.Action, c.OrganizationID)
	case useradmin.AssignRole, useradmin.RemoveRole:
		return a.changeRole(ctx, u, c)
	case useradmin.DeleteUser:
		var ids []string
		for _, o := range u.Organizations {
			ids = append(ids, o.ID)
		}
		return a.removeOrganizations(ctx, u, c.Action, ids...)
	case useradmin.ResendInvite, useradmin.SendNewInvite:
		if c.Application == "" {
			return a.inviteAgain(ctx, u, c.Action)
		}
	}
	return a.changeAccess(ctx, u, c)
}

// changeRole grants or removes the internal role, or the external one in an organization.
func (a *action) changeRole(ctx context.Context, u *useradmin.ManagedUser, c useradmin.UserChange) (err error) {
	entry := auditEntry{action: c.Action, before: string(portal.AdministratorNone), after: string(c.Role)}
	isGranted := c.Action == useradmin.AssignRole
	if !isGranted {
		entry.before, entry.after = entry.after, entry.before
	}
	switch {
	case c.Role == portal.AdministratorExternal:
		entry.organizationID = c.OrganizationID
		grantedBy := ""
		if isGranted && u.Account != portal.AccessActive {
			grantedBy = a.actor.ID
		}
		if err = setAdministrator(ctx, a.tx, u.ID, c.OrganizationID, isGranted, grantedBy); err == nil {
			// The mail names the organization; the internal role belongs to none.
			err = a.mailRole(ctx, u, c.OrganizationID, isGranted)
		}
	case isGranted:
		err = addRole(ctx, a.tx, u.ID, c.Role.RoleString())
	default:
		err = removeRole(ctx, a.tx, u.ID, c.Role.RoleString())
	}
	if err != nil {
		return err
	}
	return a.audit(ctx, u, entry)
}

func (a *action) assignOrganization(ctx context.Context, u *useradmin.ManagedUser, organizationID string) error {
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
		auditEntry{action: useradmin.AssignOrganization, organizationID: organizationID, after: found[0].Name},
	)
}

// removeOrganizations removes a user from organizations, with the role and the accesses in them. If the action requires
// it, a user without organizations is deleted.
func (a *action) removeOrganizations(
	ctx context.Context,
	u *useradmin.ManagedUser,
	cause useradmin.UserAction,
	ids ...string,
) error {
	for _, o := range u.Organizations {
		if !slices.Contains(ids, o.ID) {
			continue
		}
		for _, table := range []string{"memberships", "accesses"} {
			if _, err := a.tx.ExecContext(
				ctx, `DELETE FROM `+table+` WHERE user_id = ? AND organization_id = ?`, u.ID, o.ID,
			); err != nil {
				return fmt.Errorf("remove %s from %s: %w", u.ID, o.ID, err)
			}
		}
		if cause == useradmin.RemoveOrganization {
			if err := a.audit(ctx, u, auditEntry{action: cause, organizationID: o.ID, before: o.Name}); err != nil {
				return err
			}
		}
	}
	if cause != useradmin.DeleteUser {
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
		// The e-mail address can be used again at once. The undo contains it.
		`UPDATE users SET deleted_at = ?1, email = id || '@deleted.invalid' WHERE id = ?2`,
		`DELETE FROM errands WHERE user_id = ?2 AND ?1 > 0`,
	} {
		if _, err := a.tx.ExecContext(ctx, query, millis(a.now), userID); err != nil {
			return fmt.Errorf("delete %s: %w", userID, err)
		}
	}
	a.deleted = userID
	return nil
}

// changeAccess performs an action on an access.
func (a *action) changeAccess(ctx context.Context, u *useradmin.ManagedUser, c useradmin.UserChange) error {
	access, err := access(ctx, a.tx, u.ID, c.OrganizationID, c.Application)
	if err != nil {
		return err
	}
	entry := auditEntry{
		action:         c.Action,
		application:    c.Application,
		organizationID: c.OrganizationID,
		before:         string(access.Status),
		reason:         c.Reason,
	}
	if c.Action == useradmin.EditAccess {
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
	}
	if c.Action != useradmin.DenyRequest {
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
		return a.mailAccessInvitation(ctx, u, c.OrganizationID, c.Application)
	}
	return a.mailDecision(ctx, u, c)
}
