package catalogue

import (
	"context"

	"golang.org/x/sync/errgroup"

	"strand/domain/catalog"
	"strand/domain/convert"
	"strand/domain/site"
	"strand/gql/loader"
	"strand/internal/recovery"
	"strand/service/website/visit"
	"strand/upstream/pim"
)

// maxServiceReads limits concurrent reads of services: the PIM has no operation that reads several.
const maxServiceReads = 8

// loaders loads values by key, each key once per request and site context. Batch resolvers use reads; single keys
// use a dataloaden loader, which batches them.
type loaders struct {
	products *loader.ProductLoader
	details  *loader.DetailedProductLoader

	productReads visit.Reads[*catalog.LocalizedProduct]
	detailReads  visit.Reads[*catalog.DetailedProduct]
	serviceReads visit.Reads[*catalog.DetailedProduct]
	// fallbackReads are products in the fallback language.
	fallbackReads visit.Reads[*catalog.Product]

	reader      *Catalogue
	siteContext *site.Context
}

// loaders returns the loaders of a site context. They use the context of the operation, and errors are not kept beyond
// the request.
func (r *Catalogue) loaders(ctx context.Context, siteCtx *site.Context) *loaders {
	return visit.Loaders(ctx, siteCtx, func() *loaders {
		l := &loaders{reader: r, siteContext: siteCtx}
		l.products = loader.NewProductLoader(loader.ProductLoaderConfig{
			Wait:     visit.LoaderWait,
			MaxBatch: visit.MaxRead,
			Fetch:    func(slugs []string) ([]*catalog.LocalizedProduct, []error) { return l.loadProducts(ctx, slugs) },
		})
		l.details = loader.NewDetailedProductLoader(loader.DetailedProductLoaderConfig{
			Wait:     visit.LoaderWait,
			MaxBatch: visit.MaxRead,
			Fetch:    func(slugs []string) ([]*catalog.DetailedProduct, []error) { return l.loadDetails(ctx, slugs) },
		})
		return l
	})
}

// loadProducts reads products with their routes.
func (l *loaders) loadProducts(ctx context.Context, slugs []string) ([]*catalog.LocalizedProduct, []error) {
	return l.productReads.Load(ctx, slugs, l.readProducts(ctx))
}

func (l *loaders) readProducts(ctx context.Context) func(slugs []string) ([]*catalog.LocalizedProduct, []error) {
	return func(slugs []string) ([]*catalog.LocalizedProduct, []error) {
		products, err := l.reader.products(ctx, l.siteContext, slugs)
		return products, visit.MissingErrors(products, err)
	}
}

// loadDetails reads products with their details.
func (l *loaders) loadDetails(ctx context.Context, slugs []string) ([]*catalog.DetailedProduct, []error) {
	return l.detailReads.Load(ctx, slugs, func(slugs []string) ([]*catalog.DetailedProduct, []error) {
		found, err := l.reader.PIM.Details(ctx, l.siteContext.Locale.LanguageCode, slugs)
		details := convert.All(slugs, func(slug string) *catalog.DetailedProduct { return found[slug] })
		return details, visit.MissingErrors(details, err)
	})
}

// loadServices reads services with their details, some concurrently.
func (l *loaders) loadServices(ctx context.Context, slugs []string) ([]*catalog.DetailedProduct, []error) {
	return l.serviceReads.Load(ctx, slugs, func(slugs []string) ([]*catalog.DetailedProduct, []error) {
		found, errs := make([]*catalog.DetailedProduct, len(slugs)), make([]error, len(slugs))
		var calls errgroup.Group
		calls.SetLimit(maxServiceReads)
		for i, slug := range slugs {
			calls.Go(func() error {
				errs[i] = recovery.Do(ctx, l.reader.Log, "service_detail", func() (err error) {
					found[i], err = l.reader.PIM.ServiceDetail(ctx, l.siteContext.Locale.LanguageCode, slug)
					return err
				})
				return nil
			})
		}
		_ = calls.Wait() // errs contains the errors
		return found, errs
	})
}

// loadFallbacks reads products in the fallback language.
func (l *loaders) loadFallbacks(ctx context.Context, slugs []string) ([]*catalog.Product, []error) {
	return l.fallbackReads.Load(ctx, slugs, func(slugs []string) ([]*catalog.Product, []error) {
		found, err := l.reader.PIM.Products(ctx, catalog.FallbackLanguage, slugs)
		products := convert.All(slugs, func(slug string) *catalog.Product { return found[slug] })
		return products, visit.MissingErrors(products, err)
	})
}

// ProductWithDetails reads a product like Product, but one that is not cached with its details, which then need no call of
// their own.
func (r *Catalogue) ProductWithDetails(ctx context.Context, siteCtx *site.Context, slug string) (*catalog.LocalizedProduct, error) {
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
func (r *Catalogue) Product(ctx context.Context, siteCtx *site.Context, slug string) (*catalog.LocalizedProduct, error) {
	visit.Of(ctx).Tag(pim.TagAll, pim.TagClassifications, pim.ProductTag(slug))
	if p, ok := r.PIM.CachedProduct(ctx, siteCtx.Locale.LanguageCode, slug); ok {
		return r.LocalizeOne(ctx, siteCtx, p)
	}
	l := r.loaders(ctx, siteCtx)
	if read := l.productReads.Find(slug); read != nil {
		return read.Wait(ctx)
	}
	return l.products.Load(slug)
}

// products reads products in the order of the slugs; nil for a product that is not found.
func (r *Catalogue) products(
	ctx context.Context,
	siteCtx *site.Context,
	slugs []string,
) ([]*catalog.LocalizedProduct, error) {
	found, failure := r.PIM.Products(ctx, siteCtx.Locale.LanguageCode, slugs)
	ordered := convert.All(slugs, func(slug string) *catalog.Product { return found[slug] })
	bound, err := r.Localize(ctx, siteCtx, ordered...)
	if err != nil {
		return nil, err
	}
	return bound, failure
}
