package resolvers

import (
	"context"

	"golang.org/x/sync/errgroup"

	"strand/domain/portal"
	"strand/domain/ticketing"
	"strand/internal/recovery"
	"strand/service/website/visit"
)

// maxTicketReads limits concurrent reads of tickets: sis has no operation that reads several tickets by id.
const maxTicketReads = 8

// ticketsByID reads tickets; nil for a ticket that the caller may not see. Callers must check the audience of the
// field `ticket` first.
func (r *Resolver) ticketsByID(ctx context.Context, ids []string) ([]*ticketing.Ticket, error) {
	req := visit.Of(ctx)
	if err := req.Authorize(portal.TicketHolder); err != nil {
		return nil, err
	}
	found := make([]*ticketing.Ticket, len(ids))
	reads, ctx := errgroup.WithContext(ctx)
	reads.SetLimit(maxTicketReads)
	for i, id := range ids {
		reads.Go(func() error {
			return recovery.Do(ctx, r.Log, "ticket_entity", func() (err error) {
				found[i], err = r.TicketReader.Ticket(ctx, req.IDToken, id)
				return err
			})
		})
	}
	if err := reads.Wait(); err != nil {
		return nil, err
	}
	return found, nil
}
