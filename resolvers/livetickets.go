package resolvers

import (
	"context"
	"time"

	"strand/domain/portal"
	"strand/internal/apperr"
	"strand/internal/recovery"
)

// lookAgain is how often a ticket is read that nobody said anything of: sis may be unable to tell.
const lookAgain = 20 * time.Second

// LiveTicket is the key under which those wait who see a ticket.
func LiveTicket(id string) string { return "ticket:" + id }

// ticketChanged sends a ticket as it is, and again whenever it has changed, until whoever asks has gone or may not see it any more.
func (r *Resolver) ticketChanged(ctx context.Context, id string) (<-chan *portal.Ticket, error) {
	req := requestOf(ctx)
	// Whoever changes it from now on wakes us: nothing falls between the first look and the waiting.
	woken, done := r.Live.Subscribe(LiveTicket(id))
	t, err := r.Portal.Ticket(ctx, req.IDToken, id)
	if err == nil && t == nil {
		err = apperr.New(apperr.NotFound, "there is no such ticket")
	}
	if err != nil {
		done()
		return nil, ofSIS(err)
	}
	changes := make(chan *portal.Ticket)
	recovery.Go(ctx, r.Log, "ticket_subscription", func() {
		defer close(changes)
		defer done()
		again := time.NewTicker(lookAgain)
		defer again.Stop()
		for {
			select {
			case changes <- t:
			case <-ctx.Done():
				return
			}
			if t = r.nextChange(ctx, req, t, woken, again.C); t == nil {
				return
			}
		}
	})
	return changes, nil
}

// nextChange waits until a ticket differs; nil where it is seen no more.
func (r *Resolver) nextChange(ctx context.Context, req *Request, seen *portal.Ticket, woken <-chan struct{}, again <-chan time.Time) *portal.Ticket {
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
		if apperr.CodeOf(req.Verify(ctx)) == apperr.Unauthenticated {
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
