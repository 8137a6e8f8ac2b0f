package resolvers

import (
	"context"
	"errors"

	"strand/domain/portal"
	"strand/domain/ticketing"
	"strand/gql/loader"
	"strand/service/website/visit"
)

// tickets returns the loader of the caller's tickets, each of which is read once per operation.
func (r *Resolver) tickets(ctx context.Context) *loader.TicketLoader {
	return visit.Loaders(ctx, nil, func() *loader.TicketLoader {
		return loader.NewTicketLoader(loader.TicketLoaderConfig{
			Wait: visit.LoaderWait, MaxBatch: visit.MaxBatch,
			Fetch: visit.Fetch(ctx, r.Log, func(ids []string) ([]*ticketing.Ticket, error) {
				return r.Portal.TicketsByID(ctx, visit.Of(ctx).IDToken, ids)
			}),
		})
	})
}

// ticketsByID reads tickets; nil for a ticket that the caller may not see. Callers must check the audience of the
// field `ticket` first.
func (r *Resolver) ticketsByID(ctx context.Context, ids []string) ([]*ticketing.Ticket, error) {
	if err := visit.Of(ctx).Authorize(portal.TicketHolder); err != nil {
		return nil, err
	}
	found, errs := r.tickets(ctx).LoadAll(ids)
	return found, errors.Join(errs...)
}
