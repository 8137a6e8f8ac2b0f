package resolvers

import (
	"context"
	"slices"

	"strand/domain/useradmin"
	"strand/service/website/visit"
)

// mailingRoleChanges are the actions whose mails go to all administrators of an organization.
var mailingRoleChanges = []useradmin.UserAction{useradmin.AssignRole, useradmin.RemoveRole}

// limitMails counts an action on a user that sends mails. The e-mail address of a repeated invitation is that of the
// user.
func (r *Resolver) limitMails(ctx context.Context, c useradmin.UserChange) error {
	req := visit.Of(ctx)
	switch {
	case slices.Contains(mailingRoleChanges, c.Action):
		return r.UserMails.AllowRoleChange(ctx, req.User.ID)
	case c.Action == useradmin.ResendInvite || c.Action == useradmin.SendNewInvite:
		u, err := r.Portal.ManagedUser(ctx, req.IDToken, c.UserID)
		if err != nil {
			return err
		}
		if u != nil {
			return r.UserMails.AllowInvitation(ctx, req.User.ID, u.Email)
		}
	}
	return nil
}
