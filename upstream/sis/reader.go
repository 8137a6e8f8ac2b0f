package sis

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/Khan/genqlient/graphql"

	"strand/internal/cache"
	"strand/domain/investor"
)

// TagInvestors is on everything that depends on the figures for investors.
const TagInvestors = "sis:investors"

// Reader reads what sis publishes, through the cache. It is safe for concurrent use.
type Reader struct {
	client graphql.Client
	cache  *cache.Cache
	log    *slog.Logger
}

// NewReader makes a reader over a client of the public endpoint.
func NewReader(client graphql.Client, c *cache.Cache, log *slog.Logger) *Reader {
	return &Reader{client: client, cache: c, log: log}
}

// Table reads figures for investors with texts in a locale as sis names it; nil where there are none: one call.
func (r *Reader) Table(ctx context.Context, kind investor.Kind, locale string) (*investor.Table, error) {
	return cache.Load(ctx, r.cache, "sis:table:"+string(kind)+":"+locale, func(ctx context.Context) (cache.Loaded[*investor.Table], error) {
		data, err := InvestorTableOf(ctx, r.client, InvestorTableKind(kind), locale)
		if err != nil {
			return cache.Loaded[*investor.Table]{}, r.failed(ctx, "figures "+string(kind), err)
		}
		var t *investor.Table
		if f := data.InvestorTable; f != nil {
			t = &investor.Table{Kind: kind, LabelTitle: f.LabelTitle, Note: f.Note}
			for _, c := range f.Columns {
				t.Columns = append(t.Columns, &investor.Column{Key: c.Key, Title: c.Title, Unit: c.Unit, Decimals: c.Decimals})
			}
			for _, row := range f.Rows {
				t.Rows = append(t.Rows, &investor.Row{Label: row.Label, Values: row.Values})
			}
		}
		loaded := cache.Loaded[*investor.Table]{Value: t, Tags: []string{TagInvestors}, Size: 1024}
		if t != nil {
			loaded.Size = int64(len(t.Rows)) * int64(48+32*len(t.Columns))
		}
		return loaded, nil
	})
}

// Calendar reads the dates of the group's reporting: one call.
func (r *Reader) Calendar(ctx context.Context, locale string) ([]*investor.Date, error) {
	return cache.Load(ctx, r.cache, "sis:calendar:"+locale, func(ctx context.Context) (cache.Loaded[[]*investor.Date], error) {
		data, err := FinancialCalendar(ctx, r.client, locale)
		if err != nil {
			return cache.Loaded[[]*investor.Date]{}, r.failed(ctx, "financial calendar", err)
		}
		var dates []*investor.Date
		for _, d := range data.FinancialCalendar {
			dates = append(dates, &investor.Date{Date: d.Date, Title: d.Title, Location: d.Location})
		}
		return cache.Loaded[[]*investor.Date]{Value: dates, Tags: []string{TagInvestors}, Size: int64(len(dates)+1) * 128}, nil
	})
}

func (r *Reader) failed(ctx context.Context, what string, err error) error {
	r.log.ErrorContext(ctx, "could not read sis", "what", what, "error", err)
	return fmt.Errorf("read %s: %w", what, err)
}
