package resolvers

import (
	"context"

	"strand/domain/investor"
	"strand/domain/site"
	"strand/upstream/sis"
)

// maxRows is how many rows of figures may be asked for at once.
const maxRows = 5000

// investorTable reads figures for investors in a view; nil where there are none.
func (r *Resolver) investorTable(ctx context.Context, view *site.View, kind investor.Kind) (*investor.InLocale, error) {
	requestOf(ctx).tag(sis.TagInvestors)
	table, err := r.SIS.Table(ctx, kind, view.Locale.SISCode())
	if err != nil || table == nil {
		return nil, err
	}
	return &investor.InLocale{Table: table, Locale: view.Locale.Code()}, nil
}

// financialCalendar reads the dates of the group's reporting that are coming.
func (r *Resolver) financialCalendar(ctx context.Context, view *site.View) ([]*investor.Date, error) {
	requestOf(ctx).tag(sis.TagInvestors)
	dates, err := r.SIS.Calendar(ctx, view.Locale.SISCode())
	if err != nil {
		return nil, err
	}
	return investor.Upcoming(dates, view.Now(r.Now())), nil
}
