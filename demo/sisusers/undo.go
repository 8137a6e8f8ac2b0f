package sisusers

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"strand/domain/portal"
	"strand/domain/useradmin"
)

// undoFor is the time for which a destructive action can be undone.
const undoFor = 10 * time.Minute

// Undo identifies a destructive action that can be undone.
type Undo struct {
	ID    string
	Until time.Time
}

// keepUndo stores the rights that a user had before a destructive action.
func (a *action) keepUndo(ctx context.Context, userID string, of useradmin.UserAction, before rights) (*Undo, error) {
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
func (s *Store) UndoChange(ctx context.Context, viewer *User, id string) (*ChangeResult, error) {
	return s.change(
		ctx,
		viewer,
		"undo "+id,
		id,
		func(a *action, admin *useradmin.Administrator) (useradmin.Decision, string, *Undo, error) {
			var userID, text string
			var of useradmin.UserAction
			var revision, currentRevision int64
			err := a.tx.QueryRowContext(
				ctx,
				`SELECT n.user_id, n.action, n.rights, n.revision, u.revision FROM undos n
					JOIN users u ON u.id = n.user_id
			WHERE n.id = ? AND n.actor_id = ? AND n.expires_at > ? AND u.is_erased = 0`,
				id,
				viewer.ID,
				millis(a.now),
			).Scan(&userID, &of, &text, &revision, &currentRevision)
			if errors.Is(err, sql.ErrNoRows) {
				return useradmin.UserNotFound, "", nil, nil
			}
			if err != nil {
				return "", "", nil, fmt.Errorf("read an undo: %w", err)
			}
			before, err := decodeRights(text)
			if err != nil {
				return "", "", nil, err
			}
			return a.undo(ctx, admin, userID, of, before, revision == currentRevision)
		},
	)
}

func (a *action) undo(
	ctx context.Context,
	admin *useradmin.Administrator,
	userID string,
	of useradmin.UserAction,
	before rights,
	isUnchanged bool,
) (useradmin.Decision, string, *Undo, error) {
	currentRights, err := rightsOf(ctx, a.tx, userID)
	if err != nil {
		return "", "", nil, err
	}
	// The administrator must still be allowed to change what the undo changes.
	changed := before.changedOrganizations(currentRights)
	for _, id := range changed {
		if !administers(admin, id) {
			return useradmin.UserNotFound, "", nil, nil
		}
	}
	if !isAdministrator(admin.Role) || before.hasInternalRole() != currentRights.hasInternalRole() &&
		admin.Role != useradmin.ActorInternalAdmin {
		return useradmin.ActionForbidden, "", nil, nil
	}
	var isTaken bool
	if err := a.tx.QueryRowContext(
		ctx, `SELECT EXISTS (SELECT 1 FROM users WHERE email = ? AND id <> ?)`, before.Email, userID,
	).Scan(&isTaken); err != nil {
		return "", "", nil, fmt.Errorf("find the address of a deleted user: %w", err)
	}
	if !isUnchanged || isTaken {
		return useradmin.StateChanged, userID, nil, nil
	}
	if of == useradmin.AssignRole {
		isLast, err := a.wouldLoseLastAdministrator(ctx, userID, before, currentRights)
		if err != nil {
			return "", "", nil, err
		}
		if isLast {
			return useradmin.LastAdministrator, userID, nil, nil
		}
	}
	if err := setRights(ctx, a.tx, userID, before); err != nil {
		return "", "", nil, err
	}
	if _, err := a.tx.ExecContext(
		ctx, `UPDATE users SET deleted_at = NULL, email = ? WHERE id = ?`, before.Email, userID,
	); err != nil {
		return "", "", nil, fmt.Errorf("restore %s: %w", userID, err)
	}
	if _, err := a.tx.ExecContext(ctx, `DELETE FROM undos WHERE user_id = ?`, userID); err != nil {
		return "", "", nil, fmt.Errorf("use an undo: %w", err)
	}
	if err := a.recordRightsChange(ctx, userID, currentRights.organizations()); err != nil {
		return "", "", nil, err
	}
	u, err := managedUser(ctx, a.tx, admin, userID)
	if err != nil {
		return "", "", nil, err
	}
	return useradmin.Allowed, userID, nil, a.recordUndo(ctx, u, of, changed, before, currentRights)
}

// wouldLoseLastAdministrator reports whether an organization would have no administrator if rights were restored.
func (a *action) wouldLoseLastAdministrator(
	ctx context.Context,
	userID string,
	restored, current rights,
) (bool, error) {
	for _, m := range current.Memberships {
		if !m.IsAdministrator || slices.ContainsFunc(restored.Memberships, func(r membership) bool {
			return r.OrganizationID == m.OrganizationID && r.IsAdministrator
		}) {
			continue
		}
		if hasOther, err := hasOtherAdministrator(ctx, a.tx, userID, m.OrganizationID); !hasOther || err != nil {
			return !hasOther, err
		}
	}
	return false, nil
}

// recordUndo adds an undo to the audit logs of the organizations that it changed, and informs about a role.
func (a *action) recordUndo(
	ctx context.Context,
	u *useradmin.ManagedUser,
	of useradmin.UserAction,
	changed []string,
	restored, undone rights,
) error {
	entry := auditEntry{action: of, isUndo: true, after: string(u.Status)}
	about := *u
	about.Organizations = slices.DeleteFunc(slices.Clone(u.Organizations), func(o *useradmin.ManagedOrganization) bool {
		return len(changed) > 0 && !slices.Contains(changed, o.ID)
	})
	if len(changed) == 1 {
		entry.organizationID = changed[0]
		if of == useradmin.AcceptRequest || of == useradmin.WithdrawAccess {
			was, is := accessIn(undone.in(changed[0]), restored.in(changed[0]))
			entry.application, entry.before, entry.after = is.Application, string(was.Status), string(is.Status)
		}
		if of == useradmin.AcceptRequest && entry.application != "" {
			// The mail about the accepted request is no longer true.
			if err := a.mailDecision(ctx, u, useradmin.UserChange{
				Action:      useradmin.WithdrawAccess,
				Application: entry.application,
			}); err != nil {
				return err
			}
		}
		if of == useradmin.AssignRole || of == useradmin.RemoveRole {
			isGranted := of == useradmin.RemoveRole
			if err := a.mailRole(ctx, u, changed[0], isGranted); err != nil {
				return err
			}
		}
	}
	return a.audit(ctx, &about, entry)
}

// accessIn returns the access whose status an action on an access changed, before and after. An invitation can have
// expired besides.
func accessIn(before, after rights) (was, is storedAccess) {
	for _, was = range before.Accesses {
		at := slices.IndexFunc(after.Accesses, func(a storedAccess) bool { return a.Application == was.Application })
		if at >= 0 && was.Status != after.Accesses[at].Status && was.Status != portal.AccessInviteExpired {
			return was, after.Accesses[at]
		}
	}
	return storedAccess{}, storedAccess{}
}
