package resolvers

import (
	"context"
	"time"

	"strand/domain/portal"
	"strand/internal/apperr"
)

// lookAgain is how often a ticket is read that nobody said anything of: sis may be unable to tell.
const lookAgain = 20 * time.Second

// LiveTicket is the key under which those wait who see a ticket.
func LiveTicket(id string) string { return "ticket:" + id }

// LiveUser is the topic of the rights of a user.
func LiveUser(id string) string { return "user:" + id }

// LiveOrganization is the topic of the users of an organization.
func LiveOrganization(id string) string { return "organization:" + id }

// nextChange waits until a ticket differs; nil where it is seen no more.
func (r *Resolver) nextChange(
	ctx context.Context,
	req *Request,
	seen *portal.Ticket,
	woken <-chan struct{},
	again <-chan time.Time,
) *portal.Ticket {
	for {
		select {
		case <-ctx.Done():
			return nil
		case _, goesOn := <-woken:
			if !goesOn {
				return nil
			}
		case <-again:
		}
		if _, err := req.Verify(ctx); apperr.CodeOf(err) == apperr.Unauthenticated {
			return nil
		}
		t, err := r.Portal.Ticket(ctx, req.IDToken, seen.ID)
		switch {
		case apperr.CodeOf(ofSIS(err)) == apperr.Unauthenticated:
			return nil
		case err != nil:
			// It may be well again soon: who waits need not know.
			r.Log.WarnContext(ctx, "a ticket that is watched cannot be read", "ticket", seen.ID, "error", err)
		case t == nil:
			return nil
		case !t.UpdatedAt.Equal(seen.UpdatedAt):
			return t
		}
	}
}
