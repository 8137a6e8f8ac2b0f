package website

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"strand/domain/site"
	"strand/service/catalogue"
	"strand/service/servicetest"
)

// newSites returns the websites of systems in memory.
func newSites(from *servicetest.Systems) *Sites {
	log := slog.New(slog.DiscardHandler)
	return &Sites{
		CMS:        from.CMS,
		Assortment: &catalogue.Catalogue{PIM: from.PIM, Catalogue: from.PIM, Log: log},
		Now:        time.Now,
		Log:        log,
	}
}

// siteContextOf returns the context of the main site in English.
func siteContextOf(ctx context.Context, t *testing.T, r *Sites) *site.Context {
	t.Helper()
	locale := "en"
	siteCtx, err := r.MainSiteContext(ctx, &locale, site.Published)
	if err != nil {
		t.Fatal(err)
	}
	return siteCtx
}
