package catalogue

import (
	"context"

	"strand/domain/editorial"
	"strand/domain/site"
)

// Uncached returns the slugs, without duplicates, of products and services that are not cached.
func (r *Catalogue) Uncached(ctx context.Context, siteCtx *site.Context, slugs []string) []string {
	var missing []string
	seen := make(map[string]bool, len(slugs))
	for _, slug := range slugs {
		if _, ok := r.PIM.CachedProduct(ctx, siteCtx.Locale.LanguageCode, slug); !ok && !seen[slug] {
			missing = append(missing, slug)
		}
		seen[slug] = true
	}
	return missing
}

// Preload starts to read products and services in the background. Fields that wait for one of them get the error.
func (r *Catalogue) Preload(ctx context.Context, siteCtx *site.Context, slugs []string) {
	r.loaders(ctx, siteCtx).products.LoadAllThunk(slugs)
}

// PreloadFeatured starts to read the products of stories in one call, for stories whose products are then read one by
// one.
func (r *Catalogue) PreloadFeatured(ctx context.Context, siteCtx *site.Context, stories []*editorial.Story) {
	var slugs []string
	for _, s := range stories {
		slugs = append(slugs, s.ProductSlugs...)
	}
	if slugs = r.Uncached(ctx, siteCtx, slugs); len(slugs) > 0 {
		r.Preload(ctx, siteCtx, slugs)
	}
}
