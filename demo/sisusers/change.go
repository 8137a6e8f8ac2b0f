package sisusers

import (
	"context"
	"errors"
	"fmt"
	"slices"

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
	// Undo is nil for a refused action and for one that cannot be undone.
	Undo *useradmin.Undo
}

// decision is the decision on an action. The event of a refused action, which is not recorded, names the user only.
// before are the rights of the user before an allowed one.
type decision struct {
	useradmin.Decision
	event  event
	before rights
}

func refused(d useradmin.Decision, userID string) decision {
	return decision{Decision: d, event: event{AuditEntry: AuditEntry{UserID: userID}}}
}

// ChangeUser performs an action on a user. It is idempotent by its key.
func (s *Store) ChangeUser(ctx context.Context, viewer *User, c useradmin.UserChange) (*ChangeResult, error) {
	key := c.Key
	c.Key = ""
	return s.change(ctx, viewer, key, c, func(a *action, admin *useradmin.Administrator) (d decision, err error) {
		if c.Action == useradmin.AcceptMembership || c.Action == useradmin.DenyMembership {
			return a.answerMembership(ctx, admin, c)
		}
		u, err := managedUser(ctx, a.tx, admin, c.UserID, a.now)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return d, err
		}
		if decided := admin.Check(u, c); decided != useradmin.Allowed {
			return refused(decided, c.UserID), nil
		}
		if d.before, err = rightsOf(ctx, a.tx, u.ID); err != nil {
			return d, err
		}
		if d.event, err = a.apply(ctx, u, admin.WithOrganization(u, c)); err != nil {
			return d, err
		}
		if c.Action.CanBeUndone() {
			d.event.Rights = d.before
		}
		d.Decision = useradmin.Allowed
		return d, nil
	})
}

// change runs an action with a key. input is the action without its key.
func (s *Store) change(
	ctx context.Context, viewer *User, key string, input any,
	decide func(*action, *useradmin.Administrator) (decision, error),
) (*ChangeResult, error) {
	result := &ChangeResult{}
	err := s.runAction(ctx, viewer, func(a *action) error {
		admin, err := administrator(ctx, a.tx, viewer)
		if err != nil {
			return err
		}
		var d decision
		d.Decision, d.event, err = a.previous(ctx, key, input)
		if err == nil && d.Decision == "" {
			d, err = decide(a, admin)
			if err == nil && d.Decision == useradmin.Allowed {
				d.event, err = a.record(ctx, key, input, d.event, d.before)
			}
		}
		if err != nil {
			return err
		}
		if admin, err = administrator(ctx, a.tx, viewer); err != nil {
			return err
		}
		result.Decision, result.Undo = d.Decision, d.event.undo(a.now)
		if isAdministrator(admin.Role) {
			result.Organizations = admin.Organizations
		}
		result.User, err = managedUser(ctx, a.tx, admin, d.event.UserID, a.now)
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

// apply performs an allowed action, and returns its event.
func (a *action) apply(ctx context.Context, u *useradmin.ManagedUser, c useradmin.UserChange) (event, error) {
	e := event{AuditEntry: AuditEntry{Action: c.Action}}
	switch c.Action {
	case useradmin.AssignOrganization, useradmin.RemoveOrganization:
		found, err := organizations(ctx, a.tx, []string{c.OrganizationID})
		if err != nil {
			return e, err
		}
		e.OrganizationID = c.OrganizationID
		if c.Action == useradmin.AssignOrganization {
			e.After = found[0].Name
			return e.about(u), addMembership(ctx, a.tx, u.ID, c.OrganizationID)
		}
		e.Before = found[0].Name
		return e.about(u), removeRights(ctx, a.tx, u.ID, c.OrganizationID)
	case useradmin.AssignRole, useradmin.RemoveRole:
		return a.changeRole(ctx, u, c)
	case useradmin.DeleteUser:
		e.Before = string(u.Status)
		return e.about(u), a.delete(ctx, u)
	case useradmin.ResetSecondFactor, useradmin.RequestFactorReset, useradmin.ConfirmFactorReset,
		useradmin.CancelFactorReset:
		return e.about(u), a.resetFactor(ctx, u, c.Action)
	case useradmin.ResendInvite, useradmin.SendNewInvite:
		if c.Application == "" {
			e.Before, e.After = string(u.Account), string(portal.AccessInvited)
			return e.about(u), a.inviteAgain(ctx, u)
		}
	}
	return a.changeAccess(ctx, u, c)
}

// changeRole grants or removes the internal role, or the external one in an organization.
func (a *action) changeRole(ctx context.Context, u *useradmin.ManagedUser, c useradmin.UserChange) (event, error) {
	e := event{AuditEntry: AuditEntry{
		Action: c.Action, Before: string(portal.AdministratorNone), After: string(c.Role),
	}}
	isGranted := c.Action == useradmin.AssignRole
	if !isGranted {
		e.Before, e.After = e.After, e.Before
	}
	if c.Role == portal.AdministratorInternal {
		// The internal role belongs to no organization.
		return e.about(u), setRight(ctx, a.tx, u.ID, right{
			Status: portal.AccessActive, Role: portal.AdministratorRole(e.After), ChangedAt: millis(a.now),
		})
	}
	e.OrganizationID = c.OrganizationID
	grantedBy := ""
	if isGranted && u.Account != portal.AccessActive {
		grantedBy = a.actor.ID
	}
	if err := setAdministrator(ctx, a.tx, u.ID, c.OrganizationID, isGranted, grantedBy); err != nil {
		return e, err
	}
	return e.about(u), a.mailRole(ctx, u, c.OrganizationID, isGranted)
}

// delete removes a user from the organizations of u, which are those of the administrator. A user without other
// organizations is deleted. The personal data is erased ten minutes later.
func (a *action) delete(ctx context.Context, u *useradmin.ManagedUser) error {
	for _, o := range u.Organizations {
		if err := removeRights(ctx, a.tx, u.ID, o.ID); err != nil {
			return err
		}
	}
	left, err := rightsOf(ctx, a.tx, u.ID)
	if err != nil || len(left.organizations()) > 0 {
		return err // the user belongs to organizations of other administrators
	}
	if err := removeAllRights(ctx, a.tx, u.ID); err != nil {
		return err
	}
	if _, err := a.tx.ExecContext(
		ctx, `UPDATE users SET deleted_at = ? WHERE id = ?`, millis(a.now), u.ID,
	); err != nil {
		return fmt.Errorf("delete %s: %w", u.ID, err)
	}
	if _, err := a.tx.ExecContext(
		ctx, `DELETE FROM links WHERE user_id = ? AND purpose <> ?`, u.ID, invitationLink,
	); err != nil {
		return fmt.Errorf("delete the links of %s: %w", u.ID, err)
	}
	a.signedOut = u.ID
	return nil
}

// changeAccess performs an action on an access.
func (a *action) changeAccess(ctx context.Context, u *useradmin.ManagedUser, c useradmin.UserChange) (event, error) {
	held, err := rightsOf(ctx, a.tx, u.ID)
	if err != nil {
		return event{}, err
	}
	access := held.find(c.OrganizationID, c.Application)
	e := event{AuditEntry: AuditEntry{
		Action: c.Action, Application: c.Application, OrganizationID: c.OrganizationID, Before: string(access.Status),
		Reason: c.Reason,
	}}.about(u)
	if c.Action == useradmin.EditAccess {
		e.Before, e.After = string(access.Edition), string(c.Edition)
	}
	access.Status, access.ChangedAt, access.Reason = c.Action.Next(c.Application, u.Account), millis(a.now), c.Reason
	if e.After == "" {
		e.After = string(access.Status)
	}
	if c.Edition != "" && portal.HasEditions(c.Application) {
		access.Edition = c.Edition
	}
	access.ExpiresAt = nil
	if access.Status == portal.AccessInvited {
		access.ExpiresAt = new(millis(a.now.Add(a.invitationLifetime)))
	}
	if c.Action != useradmin.DenyRequest {
		access.RequestedAt = nil
	}
	if err := setRight(ctx, a.tx, u.ID, access); err != nil {
		return e, err
	}
	switch {
	case u.Account != portal.AccessActive:
		return e, nil // the invitation to the portal contains all applications
	case access.Status == portal.AccessInvited:
		return e, a.mailAccessInvitation(ctx, u, c.OrganizationID, c.Application)
	}
	return e, a.mailDecision(ctx, u, c)
}

// administers reports whether an administrator administers all organizations.
func administers(a *useradmin.Administrator, organizationIDs ...string) bool {
	return isAdministrator(a.Role) && !slices.ContainsFunc(organizationIDs, func(id string) bool {
		return !useradmin.HasOrganization(a.Organizations, id)
	})
}
