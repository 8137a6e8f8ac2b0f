package sisusers

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"strand/domain/useradmin"
)

// undoFor is the time for which an action can be undone.
const undoFor = 10 * time.Minute

// UndoChange restores the rights that a user had before an action of the same administrator, unless they have changed
// since. The result is UserNotFound for an undo that has expired or belongs to another administrator.
func (s *Store) UndoChange(ctx context.Context, viewer *User, id string) (*ChangeResult, error) {
	return s.change(ctx, viewer, "undo "+id, id, func(a *action, admin *useradmin.Administrator) (decision, error) {
		of, err := a.eventToUndo(ctx, id)
		if err != nil {
			return decision{}, err
		}
		// The administrator must still be allowed to change what the undo changes.
		if of.undo(a.now) == nil || !administers(admin, of.Readers...) {
			return refused(useradmin.UserNotFound, ""), nil
		}
		return a.undo(ctx, admin, of)
	})
}

// eventToUndo reads an event of the actor whose user is not erased; an empty one if there is none.
func (a *action) eventToUndo(ctx context.Context, id string) (event, error) {
	number, err := strconv.ParseInt(id, 36, 64)
	if err != nil {
		return event{}, nil
	}
	e, err := scanEvent(a.tx.QueryRowContext(ctx, `SELECT `+eventColumns+` FROM events WHERE id = ? AND actor_id = ?
		AND user_id IN (SELECT u.id FROM users u WHERE u.is_erased = 0)`, number, a.actor.ID))
	if errors.Is(err, sql.ErrNoRows) {
		return event{}, nil
	}
	if err != nil {
		return event{}, fmt.Errorf("read the event %s: %w", id, err)
	}
	return e, nil
}

func (a *action) undo(ctx context.Context, admin *useradmin.Administrator, of event) (d decision, err error) {
	if d.before, err = rightsOf(ctx, a.tx, of.UserID); err != nil {
		return d, err
	}
	isOfInternalRole := d.before.hasInternalRole() != of.Rights.hasInternalRole()
	if isOfInternalRole && admin.Role != useradmin.ActorInternalAdmin {
		return refused(useradmin.ActionForbidden, ""), nil
	}
	var isChanged bool
	if err := a.tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM events WHERE user_id = ?1 AND id > ?2)
		OR EXISTS (SELECT 1 FROM users u JOIN users other ON other.email = u.email AND other.id <> u.id
			WHERE u.id = ?1 AND other.deleted_at IS NULL)`, of.UserID, of.ID,
	).Scan(&isChanged); err != nil {
		return d, fmt.Errorf("find changes after an action: %w", err)
	}
	if isChanged {
		return refused(useradmin.StateChanged, of.UserID), nil
	}
	if of.Action == useradmin.AssignRole && !isOfInternalRole {
		if hasOther, err := hasOtherAdministrator(ctx, a.tx, of.UserID, of.OrganizationID); err != nil || !hasOther {
			return refused(useradmin.LastAdministrator, of.UserID), err
		}
	}
	if err := a.restore(ctx, of); err != nil {
		return d, err
	}
	u, err := managedUser(ctx, a.tx, admin, of.UserID, a.now)
	if err != nil {
		return d, err
	}
	d.Decision, d.event = useradmin.Allowed, of.inverse()
	switch of.Action {
	case useradmin.AcceptRequest:
		// The mail about the accepted request is no longer true.
		err = a.mailDecision(ctx, u, useradmin.UserChange{
			Action: useradmin.WithdrawAccess, Application: of.Application,
		})
	case useradmin.DenyRequest:
		err = a.mailReopened(ctx, u, of.Application)
	case useradmin.AssignRole, useradmin.RemoveRole:
		err = a.mailRole(ctx, u, of.OrganizationID, of.Action == useradmin.RemoveRole)
	}
	return d, err
}

// restore restores the rights and the account before an event.
func (a *action) restore(ctx context.Context, before event) error {
	if err := removeAllRights(ctx, a.tx, before.UserID); err != nil {
		return err
	}
	for _, r := range before.Rights {
		if err := setRight(ctx, a.tx, before.UserID, r); err != nil {
			return err
		}
	}
	if _, err := a.tx.ExecContext(
		ctx, `UPDATE users SET deleted_at = NULL WHERE id = ?`, before.UserID,
	); err != nil {
		return fmt.Errorf("restore %s: %w", before.UserID, err)
	}
	return nil
}
