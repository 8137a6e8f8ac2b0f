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
		if decision, _, err = a.previous(ctx, key, request); err == nil && decision == "" {
			decision, err = a.requestAccess(ctx, key, request)
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

func (a *action) requestAccess(
	ctx context.Context, key string, request AccessRequest,
) (useradmin.Decision, error) {
	own, err := ownAccess(ctx, a.tx, a.actor.ID)
	if err != nil {
		return "", err
	}
	organizationID, decision := own.CheckRequest(request.Application, request.OrganizationID)
	if decision != useradmin.Allowed {
		return decision, nil
	}
	held, err := rightsOf(ctx, a.tx, a.actor.ID)
	if err != nil {
		return "", err
	}
	access := held.find(organizationID, request.Application)
	at := millis(a.now)
	access.Status, access.RequestedAt, access.ChangedAt = portal.AccessPending, &at, at
	access.Reason, access.ExpiresAt = "", nil
	if err := setRight(ctx, a.tx, a.actor.ID, access); err != nil {
		return "", err
	}
	if err := a.mailAdministrators(ctx, a.actor, organizationID, request.Application, "request"); err != nil {
		return "", err
	}
	return useradmin.Allowed, a.recordOwn(ctx, key, request, accessRequested, a.actor.ID)
}

// recordOwn records a change of the rights of a user that is no action of an administrator.
func (a *action) recordOwn(
	ctx context.Context, key string, input any, change useradmin.UserAction, userID string,
) error {
	_, err := a.record(ctx, key, input, event{AuditEntry: AuditEntry{Action: change, UserID: userID}}, nil)
	return err
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
		held, err := rightsOf(ctx, a.tx, u.ID)
		if err != nil {
			return err
		}
		decision = useradmin.StateChanged
		for _, access := range held {
			if access.Application != application || access.Status != portal.AccessPending ||
				organizationID != "" && access.OrganizationID != organizationID {
				continue
			}
			decision = useradmin.Allowed
			access.Status, access.RequestedAt, access.ChangedAt = portal.AccessInactive, nil, millis(a.now)
			if err := setRight(ctx, a.tx, u.ID, access); err != nil {
				return err
			}
		}
		if decision == useradmin.Allowed {
			if err := a.recordOwn(ctx, "", nil, requestCanceled, u.ID); err != nil {
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
