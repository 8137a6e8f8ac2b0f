package portal

import (
	"context"
	"time"

	"strand/domain/form"
	"strand/internal/apperr"
	"strand/internal/ratelimit"
)

const (
	// maxInvitations is the number of actions with mails, such as invitations, that an administrator may take per hour,
	// maxInvitationsToEmail that of invitations to a mailbox, by all administrators together.
	maxInvitations        = 50
	maxInvitationsToEmail = 3
	// maxAccessRequests is the number of accesses that a user may request per hour.
	maxAccessRequests = 20
	// maxMembershipRequests is the number of requests to become a member, with reminders, that a user may send per day.
	maxMembershipRequests = 10
)

// MailLimits limits the mails that users cause in user administration: the mail of an invitation goes to any e-mail
// address, those of a request to all administrators of an organization.
type MailLimits struct {
	actors, emails, requests, memberships *ratelimit.Limiter
}

// NewMailLimits returns the limits of mails.
func NewMailLimits(limits ratelimit.Limits) *MailLimits {
	return &MailLimits{
		actors:   limits.New("invitations", maxInvitations, time.Hour),
		emails:   limits.New("invitations-to", maxInvitationsToEmail, time.Hour),
		requests: limits.New("access-requests", maxAccessRequests, time.Hour),

		memberships: limits.New("membership-requests", maxMembershipRequests, 24*time.Hour),
	}
}

// errTooManyMails refuses an action of an administrator that would send another mail, errTooManyToEmail one that would
// send another mail to an e-mail address: after the first, no other invitation can be sent.
var (
	errTooManyMails   = apperr.New(apperr.RateLimited, "too many mails were sent: try again in an hour")
	errTooManyToEmail = apperr.New(
		apperr.RecipientLimited,
		"too many mails were sent to the address: try again in an hour",
	)
)

// AllowRoleChange counts a change of roles by an administrator, whose mail goes to all administrators.
func (m *MailLimits) AllowRoleChange(ctx context.Context, actorID string) error {
	if !m.actors.Allow(ctx, actorID) {
		return errTooManyMails
	}
	return nil
}

// AllowInvitation counts an invitation of an administrator to an e-mail address.
func (m *MailLimits) AllowInvitation(ctx context.Context, actorID, email string) error {
	if !m.actors.Allow(ctx, actorID) {
		return errTooManyMails
	}
	if !m.emails.Allow(ctx, form.Mailbox(email)) {
		m.actors.Return(ctx, actorID, 1)
		return errTooManyToEmail
	}
	return nil
}

// AllowRequest counts a request for access.
func (m *MailLimits) AllowRequest(ctx context.Context, userID string) error {
	if !m.requests.Allow(ctx, userID) {
		return apperr.New(apperr.RateLimited, "too many requests were made: try again in an hour")
	}
	return nil
}

// AllowMembershipRequest counts a request to become a member, or a reminder of one.
func (m *MailLimits) AllowMembershipRequest(ctx context.Context, userID string) error {
	if !m.memberships.Allow(ctx, userID) {
		return apperr.New(apperr.RateLimited, "too many requests were made: try again tomorrow")
	}
	return nil
}
