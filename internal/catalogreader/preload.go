package catalogreader

import (
	"context"

	"github.com/vektah/gqlparser/v2/ast"

	"strand/domain/editorial"
	"strand/domain/site"
	"strand/internal/recovery"
	"strand/internal/visit"
)

// Uncached returns the slugs, without duplicates, of products and services that are not cached.
func (r *Reader) Uncached(ctx context.Context, siteCtx *site.Context, slugs []string) []string {
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
func (r *Reader) Preload(ctx context.Context, siteCtx *site.Context, slugs []string) {
	l := r.loaders(ctx, siteCtx)
	if _, missing := l.productReads.Claim(slugs); len(missing) > 0 {
		recovery.Go(ctx, r.Log, "product_preload", func() { l.productReads.Fill(missing, l.readProducts(ctx)) })
	}
}

// PreloadFeatured starts to read the products of stories in one call if the operation selects them. It is needed
// for stories below a connection, whose nodes gqlgen resolves one by one.
func (r *Reader) PreloadFeatured(ctx context.Context, siteCtx *site.Context, stories []*editorial.Story) {
	var slugs []string
	for _, s := range stories {
		slugs = append(slugs, s.ProductSlugs...)
	}
	if slugs = r.Uncached(ctx, siteCtx, slugs); len(slugs) > 0 && visit.Selects(ctx, isFeaturedField) {
		r.Preload(ctx, siteCtx, slugs)
	}
}

func isFeaturedField(f *ast.Field) bool {
	return f.ObjectDefinition != nil && f.ObjectDefinition.Name == "Story" && f.Name == "featuredProducts"
}
