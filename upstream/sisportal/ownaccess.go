package sisportal

import (
	"context"
	"fmt"

	"strand/domain/optional"
	"strand/domain/portal"
	"strand/domain/registration"
	"strand/domain/useradmin"
)

// OwnAccess reads the user's own access rights: one call.
func (r *Reader) OwnAccess(ctx context.Context, idToken string) (*registration.OwnAccess, error) {
	data, err := GetOwnAccess(r.withIDToken(ctx, idToken), r.client)
	if err != nil {
		return nil, fmt.Errorf("read the user's access rights: %w", err)
	}
	return ownAccess(data.OwnAccess), nil
}

func ownAccess(f *OwnAccessFields) *registration.OwnAccess {
	own := &registration.OwnAccess{}
	for _, o := range f.Organizations {
		own.Organizations = append(own.Organizations, &useradmin.ManagedOrganization{
			ID:           o.Id,
			Name:         o.Name,
			Applications: o.Applications,
		})
	}
	own.Accesses = accesses(f.Accesses, own.Organizations)
	if m := f.Membership; m != nil {
		own.Membership = &registration.Membership{
			Company:     m.Company,
			Access:      optional.OrEmpty(m.Status),
			RequestedAt: m.RequestedAt,
			NotifiedAt:  m.NotifiedAt,
			Reason:      m.Reason,
		}
	}
	return own
}

// RequestMembership requests the membership of the user in a company, or reminds those who decide: one call.
func (r *Reader) RequestMembership(
	ctx context.Context,
	idToken, company string,
) (useradmin.Decision, *registration.OwnAccess, error) {
	data, err := RequestMembership(r.withIDToken(ctx, idToken), r.client, company)
	if err != nil {
		return "", nil, fmt.Errorf("request a membership: %w", err)
	}
	return data.RequestMembership.Outcome, ownAccess(data.RequestMembership.Own), nil
}

// CancelMembershipRequest withdraws the user's request to become a member: one call.
func (r *Reader) CancelMembershipRequest(
	ctx context.Context,
	idToken string,
) (useradmin.Decision, *registration.OwnAccess, error) {
	data, err := CancelMembershipRequest(r.withIDToken(ctx, idToken), r.client)
	if err != nil {
		return "", nil, fmt.Errorf("withdraw a request to become a member: %w", err)
	}
	return data.CancelMembershipRequest.Outcome, ownAccess(data.CancelMembershipRequest.Own), nil
}

// RequestAccess requests access for the user: one call, idempotent by its key.
func (r *Reader) RequestAccess(
	ctx context.Context,
	idToken, key string,
	application portal.Service,
	organizationID string,
) (useradmin.Decision, *registration.OwnAccess, error) {
	organization := optional.Text(organizationID)
	data, err := RequestAccess(r.withIDToken(ctx, idToken), r.client, key, application, organization)
	if err != nil {
		return "", nil, fmt.Errorf("request access: %w", err)
	}
	return data.RequestAccess.Outcome, ownAccess(data.RequestAccess.Own), nil
}

// AcceptInvitation accepts an invitation of the user to an application: one call.
func (r *Reader) AcceptInvitation(
	ctx context.Context,
	idToken string,
	application portal.Service,
) (useradmin.Decision, *registration.OwnAccess, error) {
	data, err := AcceptInvitation(r.withIDToken(ctx, idToken), r.client, application)
	if err != nil {
		return "", nil, fmt.Errorf("accept an invitation: %w", err)
	}
	return data.AcceptInvitation.Outcome, ownAccess(data.AcceptInvitation.Own), nil
}

// CancelAccessRequest cancels an open request of the user: one call.
func (r *Reader) CancelAccessRequest(
	ctx context.Context,
	idToken string,
	application portal.Service,
	organizationID string,
) (useradmin.Decision, *registration.OwnAccess, error) {
	data, err := CancelAccessRequest(
		r.withIDToken(ctx, idToken),
		r.client,
		application,
		optional.Text(organizationID),
	)
	if err != nil {
		return "", nil, fmt.Errorf("cancel an access request: %w", err)
	}
	return data.CancelAccessRequest.Outcome, ownAccess(data.CancelAccessRequest.Own), nil
}
