package catalogue

import (
	"context"

	"strand/domain/catalog"
	"strand/domain/convert"
	"strand/domain/site"
	"strand/gql/loader"
	"strand/service/website/visit"
	"strand/upstream/pim"
)

// loaders load products by slug, and those with a capability by its id, each once per operation and site context.
type loaders struct {
	products *loader.ProductLoader
	details  *loader.DetailedProductLoader
	services *loader.DetailedProductLoader
	// fallbacks are products in the fallback language.
	fallbacks *loader.FallbackProductLoader
	capable   *loader.CapableProductsLoader
}

// loaders returns the loaders of a site context. They use the context of the operation.
func (r *Catalogue) loaders(ctx context.Context, siteCtx *site.Context) *loaders {
	language := siteCtx.Locale.LanguageCode
	return visit.Loaders(ctx, siteCtx, func() *loaders {
		return &loaders{
			products: loader.NewProductLoader(loader.ProductLoaderConfig{
				Wait: visit.LoaderWait, MaxBatch: visit.MaxBatch,
				Fetch: visit.Fetch(ctx, r.Log, func(slugs []string) ([]*catalog.LocalizedProduct, error) {
					return r.products(ctx, siteCtx, slugs)
				}),
			}),
			details: loader.NewDetailedProductLoader(loader.DetailedProductLoaderConfig{
				Wait: visit.LoaderWait, MaxBatch: visit.MaxBatch,
				Fetch: visit.Fetch(ctx, r.Log, func(slugs []string) ([]*catalog.DetailedProduct, error) {
					found, err := r.PIM.Details(ctx, language, slugs)
					return inOrder(found, slugs), err
				}),
			}),
			services: loader.NewDetailedProductLoader(loader.DetailedProductLoaderConfig{
				Wait: visit.LoaderWait, MaxBatch: visit.MaxBatch,
				Fetch: visit.Fetch(ctx, r.Log, func(slugs []string) ([]*catalog.DetailedProduct, error) {
					found, err := r.PIM.ServiceDetails(ctx, language, slugs)
					return inOrder(found, slugs), err
				}),
			}),
			fallbacks: loader.NewFallbackProductLoader(loader.FallbackProductLoaderConfig{
				Wait: visit.LoaderWait, MaxBatch: visit.MaxBatch,
				Fetch: visit.Fetch(ctx, r.Log, func(slugs []string) ([]*catalog.Product, error) {
					found, err := r.PIM.Products(ctx, catalog.FallbackLanguage, slugs)
					return inOrder(found, slugs), err
				}),
			}),
			capable: loader.NewCapableProductsLoader(loader.CapableProductsLoaderConfig{
				Wait: visit.LoaderWait, MaxBatch: visit.MaxBatch,
				Fetch: visit.Fetch(ctx, r.Log, func(ids []string) ([]*catalog.CapableProducts, error) {
					return r.PIM.ByCapabilities(ctx, language, ids)
				}),
			}),
		}
	})
}

// inOrder returns values in the order of their slugs; nil for a missing one.
func inOrder[V any](found map[string]*V, slugs []string) []*V {
	return convert.All(slugs, func(slug string) *V { return found[slug] })
}

// ProductWithDetails reads a product like Product, but one that is not cached with its details, which then need no call
// of their own.
func (r *Catalogue) ProductWithDetails(
	ctx context.Context, siteCtx *site.Context, slug string,
) (*catalog.LocalizedProduct, error) {
	_, isCached := r.PIM.CachedProduct(ctx, siteCtx.Locale.LanguageCode, slug)
	if !isCached {
		visit.Of(ctx).Tag(pim.TagClassifications)
		// A service, and a failure, are left to the fields of the details.
		if full, err := r.Detailed(ctx, siteCtx, catalog.TypeProduct, slug); err == nil && full != nil {
			return r.LocalizeOne(ctx, siteCtx, full.Product)
		}
	}
	return r.Product(ctx, siteCtx, slug)
}

// Product reads a product with its route; nil if not found.
func (r *Catalogue) Product(
	ctx context.Context, siteCtx *site.Context, slug string,
) (*catalog.LocalizedProduct, error) {
	visit.Of(ctx).Tag(pim.TagAll, pim.TagClassifications, pim.ProductTag(slug))
	if p, ok := r.PIM.CachedProduct(ctx, siteCtx.Locale.LanguageCode, slug); ok {
		return r.LocalizeOne(ctx, siteCtx, p)
	}
	return r.loaders(ctx, siteCtx).products.Load(slug)
}

// products reads products in the order of the slugs; nil for a product that is not found.
func (r *Catalogue) products(
	ctx context.Context,
	siteCtx *site.Context,
	slugs []string,
) ([]*catalog.LocalizedProduct, error) {
	found, failure := r.PIM.Products(ctx, siteCtx.Locale.LanguageCode, slugs)
	bound, err := r.Localize(ctx, siteCtx, inOrder(found, slugs)...)
	if err != nil {
		return nil, err
	}
	return bound, failure
}
