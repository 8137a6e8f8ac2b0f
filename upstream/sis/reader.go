package sis

import (
	"context"
	"fmt"

	"github.com/Khan/genqlient/graphql"

	"strand/domain/investor"
	"strand/internal/apperr"
	"strand/internal/cache"
	"strand/upstream/contract"
	"strand/upstream/transport"
)

// TagInvestors marks entries that depend on investor tables or the financial calendar.
const TagInvestors = "sis:investors"

// System is the name of the public endpoint in errors, logs and metrics.
const System = "sis"

// NewClient returns a client of the public endpoint with the URL, timeout and log of the options.
func NewClient(o transport.Options) (*transport.Client, error) {
	schema, err := contract.New(Contract)
	if err != nil {
		return nil, err
	}
	o.System, o.Contract, o.ForwardsCallerTokens = System, schema, true
	o.Groups = map[string]string{
		"CreateOssRequest": "forms", "CreateServiceRequest": "forms", "CreateWhitepaperRequest": "forms",
		"CreateStoryFeedback": "forms", "CreateProductRequest": "forms", "CreateApplication": "forms",
		"InvestorTableOf": "investors", "FinancialCalendar": "investors",
	}
	return transport.New(o), nil
}

// Reader reads the public data of sis through the cache. Its errors wrap a *transport.Error. It is safe for
// concurrent use.
type Reader struct {
	client graphql.Client
	cache  *cache.Cache
}

// NewReader returns a reader that uses a client of the public endpoint.
func NewReader(client graphql.Client, c *cache.Cache) *Reader {
	return &Reader{client: client, cache: c}
}

// Table reads an investor table with texts in a locale of sis; nil if it does not exist: one call.
func (r *Reader) Table(ctx context.Context, kind investor.Kind, locale string) (*investor.Table, error) {
	return cache.Load(
		ctx,
		r.cache,
		tableKey(kind, locale),
		func(ctx context.Context) (cache.Loaded[*investor.Table], error) {
			data, err := InvestorTableOf(ctx, r.client, kind, locale)
			if err != nil {
				return cache.Loaded[*investor.Table]{}, fmt.Errorf("read the investor table %s: %w", kind, err)
			}
			t, err := table(kind, data.InvestorTable)
			isEmpty := t == nil || len(t.Rows) == 0
			if err == nil && isEmpty && cache.IsDegraded(ctx) {
				err = cache.ErrIncomplete
			}
			if err != nil {
				return cache.Loaded[*investor.Table]{}, fmt.Errorf("read the investor table %s: %w", kind, err)
			}
			return cache.Loaded[*investor.Table]{Value: t, Tags: []string{TagInvestors}, Negative: isEmpty}, nil
		},
	)
}

// Probe reads the dates of the financial reporting without a cache, to find out whether the websites could.
func Probe(ctx context.Context, client graphql.Client) error {
	_, err := FinancialCalendar(ctx, client, "en")
	return err
}

// table maps a table. If rows and columns do not match, it returns an error, since values would be shown under
// wrong titles.
func table(kind investor.Kind, f *InvestorTableOfInvestorTable) (*investor.Table, error) {
	if f == nil {
		return nil, nil
	}
	t := &investor.Table{Kind: kind, LabelTitle: f.LabelTitle, Note: f.Note}
	for _, c := range f.Columns {
		t.Columns = append(t.Columns, &investor.Column{Key: c.Key, Title: c.Title, Unit: c.Unit, Decimals: c.Decimals})
	}
	for _, row := range f.Rows {
		if len(row.Values) != len(t.Columns) {
			return nil, apperr.New(
				apperr.UpstreamUnavailable,
				"the row %.40q has %d values for %d columns",
				row.Label,
				len(row.Values),
				len(t.Columns),
			)
		}
		t.Rows = append(t.Rows, &investor.Row{Label: row.Label, Values: row.Values})
	}
	return t, nil
}

// Calendar reads the dates of the group's financial reporting: one call.
func (r *Reader) Calendar(ctx context.Context, locale string) ([]*investor.Date, error) {
	return cache.Load(
		ctx,
		r.cache,
		calendarKey(locale),
		func(ctx context.Context) (cache.Loaded[[]*investor.Date], error) {
			data, err := FinancialCalendar(ctx, r.client, locale)
			if err != nil {
				return cache.Loaded[[]*investor.Date]{}, fmt.Errorf("read the financial calendar: %w", err)
			}
			var dates []*investor.Date
			for _, d := range data.FinancialCalendar {
				dates = append(dates, &investor.Date{Date: d.Date, Title: d.Title, Location: d.Location})
			}
			if len(dates) == 0 && cache.IsDegraded(ctx) {
				return cache.Loaded[[]*investor.Date]{}, fmt.Errorf(
					"read the financial calendar: %w",
					cache.ErrIncomplete,
				)
			}
			return cache.Loaded[[]*investor.Date]{
				Value:    dates,
				Tags:     []string{TagInvestors},
				Negative: len(dates) == 0,
			}, nil
		},
	)
}
