package sisusers

import (
	"context"
	"fmt"

	"strand/domain/portal"
	"strand/domain/registration"
	"strand/domain/useradmin"
)

// AccessRequest is a request of a user for access to an application.
type AccessRequest struct {
	Key         string
	Application portal.Service
	// OrganizationID can be empty if access can be requested in one organization only.
	OrganizationID string
}

// RequestAccess requests access to an application for a user. It is idempotent by its key.
func (s *Store) RequestAccess(
	ctx context.Context,
	u *User,
	request AccessRequest,
) (decision useradmin.Decision, own *registration.OwnAccess, err error) {
	key := request.Key
	request.Key = ""
	err = s.runAction(ctx, u, func(a *action) error {
		if decision, _, _, err = a.previousResult(ctx, key, request); err != nil {
			return err
		}
		if decision == "" {
			if decision, err = a.requestAccess(ctx, request); err != nil {
				return err
			}
			if decision == useradmin.Allowed {
				err = a.storeResult(ctx, key, request, u.ID, nil)
			}
		}
		if err == nil {
			own, err = ownAccess(ctx, a.tx, u.ID)
		}
		return err
	})
	if err != nil {
		return "", nil, fmt.Errorf("request access: %w", err)
	}
	return decision, own, nil
}

func (a *action) requestAccess(ctx context.Context, request AccessRequest) (useradmin.Decision, error) {
	own, err := ownAccess(ctx, a.tx, a.actor.ID)
	if err != nil {
		return "", err
	}
	organizationID, decision := own.CheckRequest(request.Application, request.OrganizationID)
	if decision != useradmin.Allowed {
		return decision, nil
	}
	access, err := access(ctx, a.tx, a.actor.ID, organizationID, request.Application)
	if err != nil {
		return "", err
	}
	at := millis(a.now)
	access.Status, access.RequestedAt, access.ChangedAt = portal.AccessPending, &at, at
	access.Reason, access.ExpiresAt = "", nil
	if err := setAccess(ctx, a.tx, a.actor.ID, access); err != nil {
		return "", err
	}
	if err := a.mailAdministrators(ctx, a.actor, organizationID, request.Application, "request"); err != nil {
		return "", err
	}
	return useradmin.Allowed, a.recordRightsChange(ctx, a.actor.ID, nil)
}

// CancelRequest cancels the open requests of a user for access to an application: in an organization, or in all of them
// if organizationID is empty.
func (s *Store) CancelRequest(
	ctx context.Context,
	u *User,
	application portal.Service,
	organizationID string,
) (decision useradmin.Decision, own *registration.OwnAccess, err error) {
	err = s.runAction(ctx, u, func(a *action) error {
		all, err := accessesOf(ctx, a.tx, u.ID)
		if err != nil {
			return err
		}
		decision = useradmin.StateChanged
		for _, access := range all {
			if access.Application != application || access.Status != portal.AccessPending ||
				organizationID != "" && access.OrganizationID != organizationID {
				continue
			}
			decision = useradmin.Allowed
			access.Status, access.RequestedAt, access.ChangedAt = portal.AccessInactive, nil, millis(a.now)
			if err := setAccess(ctx, a.tx, u.ID, access); err != nil {
				return err
			}
		}
		if decision == useradmin.Allowed {
			if err := a.recordRightsChange(ctx, u.ID, nil); err != nil {
				return err
			}
		}
		own, err = ownAccess(ctx, a.tx, u.ID)
		return err
	})
	if err != nil {
		return "", nil, fmt.Errorf("cancel a request: %w", err)
	}
	return decision, own, nil
}
