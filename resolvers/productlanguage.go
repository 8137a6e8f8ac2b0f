package resolvers

import (
	"context"
	"errors"

	"strand/domain/catalog"
	"strand/domain/site"
)

// textLanguages returns the languages in which products are described (CAT-45): one call of the PIM for the products of
// a site context in another language than the fallback language. Without its answer they count as translated.
func (r *Resolver) textLanguages(ctx context.Context, products []*catalog.LocalizedProduct) []string {
	languages := make([]string, len(products))
	positions := map[*site.Context][]int{}
	for i, p := range products {
		if p == nil {
			continue
		}
		languages[i] = p.SiteContext.Locale.LanguageCode
		if languages[i] != catalog.FallbackLanguage {
			positions[p.SiteContext] = append(positions[p.SiteContext], i)
		}
	}
	for siteCtx, at := range positions {
		slugs := convertAll(at, func(i int) string { return products[i].Slug })
		found, errs := requestOf(ctx).loaders(ctx, r, siteCtx).loadFallbacks(ctx, slugs)
		if err := errors.Join(errs...); err != nil {
			r.degrade(ctx, err)
		}
		for k, i := range at {
			languages[i] = products[i].TextLanguage(languages[i], found[k])
		}
	}
	return languages
}
