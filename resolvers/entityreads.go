package resolvers

import (
	"context"
	"errors"

	"golang.org/x/sync/errgroup"

	"strand/domain/editorial"
	"strand/domain/portal"
	"strand/domain/site"
	"strand/domain/ticketing"
	"strand/internal/cache"
	"strand/internal/recovery"
	"strand/upstream/cms"
)

// maxTicketReads limits concurrent reads of tickets: sis has no operation that reads several tickets by id.
const maxTicketReads = 8

// convertAll converts each item, in order.
func convertAll[T, U any](items []T, convert func(T) U) []U {
	converted := make([]U, len(items))
	for i, item := range items {
		converted[i] = convert(item)
	}
	return converted
}

// pagesOnAnySite reads pages by id with one call to the CMS per site. Each page has the context of its own site; a
// page that is in no navigation is nil.
func (r *Resolver) pagesOnAnySite(ctx context.Context, ids []string) ([]*editorial.Page, error) {
	main, err := r.mainSiteContext(ctx, nil, site.Published)
	if err != nil {
		return nil, err
	}
	positions := map[*site.Context][]int{}
	for i, id := range ids {
		location, ok := main.Page(id)
		if !ok {
			continue
		}
		siteCtx := main
		if !location.SameSite {
			if siteCtx, err = r.siteContext(
				ctx, location.Site, main.LocaleOn(location.Site), site.Published,
			); err != nil {
				return nil, err
			}
		}
		positions[siteCtx] = append(positions[siteCtx], i)
	}
	found := make([]*editorial.Page, len(ids))
	for siteCtx, at := range positions {
		pages, err := r.CMS.Pages(ctx, siteCtx, convertAll(at, func(i int) string { return ids[i] }))
		switch {
		case errors.Is(err, cache.ErrIncomplete):
			r.degrade(ctx, err) // one failed page must not fail the batch
		case err != nil:
			return nil, err
		}
		for k, i := range at {
			requestOf(ctx).tag(cms.PageTag(ids[i]))
			found[i] = r.pageForVisitor(ctx, siteCtx, pages[k])
		}
	}
	return found, nil
}

// ticketsByID reads tickets; nil for a ticket that the caller may not see. Callers must check the audience of the
// field `ticket` first.
func (r *Resolver) ticketsByID(ctx context.Context, ids []string) ([]*ticketing.Ticket, error) {
	req := requestOf(ctx)
	if err := req.authorize(portal.TicketHolder); err != nil {
		return nil, err
	}
	found := make([]*ticketing.Ticket, len(ids))
	reads, ctx := errgroup.WithContext(ctx)
	reads.SetLimit(maxTicketReads)
	for i, id := range ids {
		reads.Go(func() error {
			return recovery.Do(ctx, r.Log, "ticket_entity", func() (err error) {
				found[i], err = r.Portal.Ticket(ctx, req.IDToken, id)
				return err
			})
		})
	}
	if err := reads.Wait(); err != nil {
		return nil, err
	}
	return found, nil
}
