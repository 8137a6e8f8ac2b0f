package resolvers

import (
	"context"

	"strand/domain/investor"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/service/website/visit"
	"strand/upstream/sis"
)

// maxRows is the maximum number of rows of an investor table in an answer.
const maxRows = 5000

// investorTable reads a table for investors; nil if there is none.
func (r *Resolver) investorTable(
	ctx context.Context,
	siteCtx *site.Context,
	kind investor.Kind,
) (*investor.InLocale, error) {
	visit.Of(ctx).Tag(sis.TagInvestors)
	table, err := r.SIS.Table(ctx, kind, siteCtx.Locale.SISCode())
	if err != nil || table == nil {
		return nil, err
	}
	return &investor.InLocale{Table: table, Locale: siteCtx.Locale.Code()}, nil
}

// financialCalendar reads the upcoming dates of the group's financial reporting.
func (r *Resolver) financialCalendar(ctx context.Context, siteCtx *site.Context) ([]*investor.Date, error) {
	visit.Of(ctx).Tag(sis.TagInvestors)
	dates, err := r.SIS.Calendar(ctx, siteCtx.Locale.SISCode())
	if err != nil {
		return nil, err
	}
	upcoming := investor.Upcoming(dates, siteCtx.Now(r.Now()))
	cache.ChangesAt(ctx, investor.NextOver(upcoming))
	return upcoming, nil
}
