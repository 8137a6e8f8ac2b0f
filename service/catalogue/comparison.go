package catalogue

import (
	"context"
	"net/http"

	"strand/domain/catalog"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/service/website/visit"
	"strand/upstream/pim"
)

// Comparison compares products; unknown products are left out.
func (r *Catalogue) Comparison(
	ctx context.Context,
	siteCtx *site.Context,
	items []catalog.ComparedItem,
) (*catalog.Comparison, error) {
	slugs := make([]string, len(items))
	for i, item := range items {
		slugs[i] = item.Slug
		visit.Of(ctx).Tag(pim.TagAll, pim.ProductTag(item.Slug))
	}
	details, err := r.PIM.Details(ctx, siteCtx.Locale.LanguageCode, slugs)
	if err != nil {
		return nil, err
	}
	c := &catalog.Comparison{Columns: []*catalog.ComparisonColumn{}, SiteContext: siteCtx}
	for _, item := range items {
		full := details[item.Slug]
		if full == nil {
			continue
		}
		product, err := r.LocalizeOne(ctx, siteCtx, full.Product)
		if err != nil {
			return nil, err
		}
		c.Columns = append(c.Columns, catalog.NewComparisonColumn(product, full.Detail, item.VariantID))
	}
	return c, nil
}

// ComparisonAt returns the comparison at a URL of the products; nil without one.
func (r *Catalogue) ComparisonAt(ctx context.Context, p *site.PageResolution) (*catalog.Comparison, error) {
	items := catalog.ParseComparison(p.Found.URL.RawQuery)
	if p.Found.Screen != site.ScreenProducts || len(items) == 0 {
		return nil, nil
	}
	return r.Comparison(ctx, p.SiteContext, items)
}

// ComparisonElsewhere redirects a URL with a comparison that is not one of the products: links that visitors shared
// from any page (CAT-44); nil for others. The portal and the editor area have no comparisons.
func ComparisonElsewhere(siteCtx *site.Context, f *site.Found) *site.Redirect {
	switch f.Screen {
	case site.ScreenProducts, site.ScreenPortal, site.ScreenEditor:
		return nil
	}
	items := catalog.ParseComparison(f.URL.RawQuery)
	if len(items) == 0 {
		return nil
	}
	location := siteCtx.Path("/" + catalog.TypeProduct.Area() + catalog.ComparisonQuery(items))
	return &site.Redirect{Status: http.StatusFound, Location: location}
}

// Candidates returns the products of a classification that can be added to those in a basket.
func (r *Catalogue) Candidates(
	ctx context.Context,
	siteCtx *site.Context,
	classification string,
	basket []string,
) ([]*catalog.LocalizedProduct, error) {
	language := siteCtx.Locale.LanguageCode
	visit.Of(ctx).Tag(pim.TagAll, pim.TagClassifications,
		pim.ListsTag(catalog.TypeProduct, language), pim.NamesTag(catalog.TypeProduct, language))
	index, isComplete, err := r.Catalogue.Index(ctx, catalog.TypeProduct, language)
	if err != nil {
		return nil, err
	}
	if !isComplete {
		cache.MarkDegraded(ctx)
	}
	return r.WithPage(ctx, siteCtx, catalog.Candidates(index.OfClassification(classification), basket))
}
