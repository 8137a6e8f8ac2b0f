package sisportal

import (
	"context"
	"fmt"

	"strand/domain/portal"
	"strand/domain/useradmin"
)

// InviteUser invites a user: one call, idempotent by its key.
func (r *Reader) InviteUser(
	ctx context.Context,
	idToken string,
	i useradmin.Invitation,
) (*useradmin.UserChangeResult, error) {
	data, err := InviteUser(r.withIDToken(ctx, idToken), r.client, &InviteInput{
		Key:            i.Key,
		Email:          i.Email,
		FirstName:      i.FirstName,
		LastName:       i.LastName,
		Language:       i.Language,
		OrganizationId: i.OrganizationID,
		Applications:   append([]portal.Service{}, i.Applications...),
		Role:           i.Role,
	})
	if err != nil {
		return nil, fmt.Errorf("invite a user: %w", err)
	}
	return userChange(data.InviteUser), nil
}

// ChangeUser performs an action on a user: one call, idempotent by its key.
func (r *Reader) ChangeUser(
	ctx context.Context,
	idToken string,
	c useradmin.UserChange,
) (*useradmin.UserChangeResult, error) {
	data, err := ChangeUser(r.withIDToken(ctx, idToken), r.client, &c)
	if err != nil {
		return nil, fmt.Errorf("change the user %s: %w", c.UserID, err)
	}
	return userChange(data.ChangeUser), nil
}

// UndoUserChange undoes an action: one call.
func (r *Reader) UndoUserChange(ctx context.Context, idToken, id string) (*useradmin.UserChangeResult, error) {
	data, err := UndoUserChange(r.withIDToken(ctx, idToken), r.client, id)
	if err != nil {
		return nil, fmt.Errorf("undo a change of a user: %w", err)
	}
	return userChange(data.UndoUserChange), nil
}

func userChange(f *UserChangeFields) *useradmin.UserChangeResult {
	return &useradmin.UserChangeResult{
		Decision: f.Outcome,
		User:     managedUser(f.User, managedOrganizations(f.Organizations)),
		Undo:     undo(f.Undo),
	}
}

func undo(f *UndoFields) *useradmin.Undo {
	if f == nil {
		return nil
	}
	return &useradmin.Undo{ID: f.Id, Until: f.Until}
}
