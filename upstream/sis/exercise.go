package sis

import (
	"context"
	"fmt"

	"strand/domain/investor"
	"strand/upstream/exercise"
	"strand/upstream/transport"
)

// Features are the parts of the websites with the operations that they need.
var Features = []exercise.Feature{
	{Name: "investor tables", Operations: []string{"InvestorTableOf"}},
	{Name: "financial calendar", Operations: []string{"FinancialCalendar"}},
	{Name: "OSS requests", Operations: []string{"CreateOssRequest"}},
	{Name: "service requests", Operations: []string{"CreateServiceRequest"}},
	{Name: "whitepapers", Operations: []string{"CreateWhitepaperRequest"}},
	{Name: "story feedback", Operations: []string{"CreateStoryFeedback"}},
	{Name: "product requests", Operations: []string{"CreateProductRequest"}},
	{Name: "applications", Operations: []string{"CreateApplication"}},
}

// exercisedLocale is the locale in which texts are asked for.
const exercisedLocale = "en-US"

// Exercise sends the operations that read sis.
func Exercise(ctx context.Context, o transport.Options) (*exercise.Trial, error) {
	t, err := exercise.New(Contract, Operations, func() (*transport.Client, error) { return NewClient(o) })
	if err != nil {
		return nil, err
	}
	for _, kind := range investor.Kinds {
		found := t.Run(ctx, "InvestorTableOf", map[string]any{"kind": kind, "locale": exercisedLocale}).
			Get("investorTable")
		columns := int(found.Get("columns.#").Int())
		for _, row := range found.Get("rows").Array() {
			if n := int(row.Get("values.#").Int()); n != columns {
				t.Fail("InvestorTableOf", fmt.Sprintf("the row %.40q of %s has %d values for %d columns",
					row.Get("label").Str, kind, n, columns))
			}
		}
	}
	t.Run(ctx, "FinancialCalendar", map[string]any{"locale": exercisedLocale})
	return t, nil
}
