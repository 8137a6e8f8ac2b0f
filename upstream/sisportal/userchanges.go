package sisportal

import (
	"context"
	"fmt"

	"strand/domain/optional"
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
		Applications:   enums[Application](i.Applications),
		Role:           AdministratorRole(i.Role),
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
	input := &ChangeUserInput{
		Key:            c.Key,
		UserId:         c.UserID,
		Action:         UserAction(c.Action),
		OrganizationId: optional.Text(c.OrganizationID),
		Reason:         c.Reason,
		Application:    (*Application)(optional.Text(string(c.Application))),
		Role:           (*AdministratorRole)(optional.Text(string(c.Role))),
		Edition:        (*Edition)(optional.Text(string(c.Edition))),
	}
	data, err := ChangeUser(r.withIDToken(ctx, idToken), r.client, input)
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
	result := &useradmin.UserChangeResult{
		Decision: useradmin.Decision(f.Outcome),
		User:     managedUser(f.User, managedOrganizations(f.Organizations)),
	}
	if f.Undo != nil {
		result.UndoID, result.UndoUntil = f.Undo.Id, f.Undo.Until
	}
	return result
}
