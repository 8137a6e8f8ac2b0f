package resolvers

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"golang.org/x/sync/errgroup"

	"strand/domain/catalog"
	"strand/domain/editorial"
	"strand/domain/site"
	"strand/gql/loader"
	"strand/internal/recovery"
	"strand/upstream/cms"
	"strand/upstream/pim"
)

// loaderWait is the time for which the loader collects single keys into one call: about the time in which the
// fields of one level are resolved. Levels whose keys are known in advance use reads without waiting.
const loaderWait = 50 * time.Microsecond

// maxServiceReads limits concurrent reads of services: the PIM has no operation that reads several.
const maxServiceReads = 8

// loaders loads values by key, each key once per request and site context. Batch resolvers use reads; single keys
// use a dataloaden loader, which batches them.
type loaders struct {
	pages    *loader.PageLoader
	products *loader.ProductLoader
	details  *loader.DetailedProductLoader

	pageReads    reads[*editorial.Page]
	productReads reads[*catalog.LocalizedProduct]
	detailReads  reads[*catalog.DetailedProduct]
	serviceReads reads[*catalog.DetailedProduct]
	// fallbackReads are products in the fallback language.
	fallbackReads reads[*catalog.Product]

	resolver    *Resolver
	siteContext *site.Context
}

// loaderKey identifies loaders: an operation cancels its context when it ends, and a page executes two at once.
type loaderKey struct {
	siteContext *site.Context
	// operation is nil outside of an operation.
	operation *graphql.OperationContext
}

// loaders returns the loaders of a site context in an operation, created on first use. They use its context, and errors
// are not kept beyond the request.
func (req *Request) loaders(ctx context.Context, r *Resolver, siteCtx *site.Context) *loaders {
	req.mu.Lock()
	defer req.mu.Unlock()
	key := loaderKey{siteContext: siteCtx}
	if graphql.HasOperationContext(ctx) {
		key.operation = graphql.GetOperationContext(ctx)
	}
	if l, ok := req.loadersByKey[key]; ok {
		return l
	}
	l := &loaders{resolver: r, siteContext: siteCtx}
	l.pages = loader.NewPageLoader(loader.PageLoaderConfig{
		Wait:     loaderWait,
		MaxBatch: maxRead,
		Fetch:    func(ids []string) ([]*editorial.Page, []error) { return l.loadPages(ctx, ids) },
	})
	l.products = loader.NewProductLoader(loader.ProductLoaderConfig{
		Wait:     loaderWait,
		MaxBatch: maxRead,
		Fetch:    func(slugs []string) ([]*catalog.LocalizedProduct, []error) { return l.loadProducts(ctx, slugs) },
	})
	l.details = loader.NewDetailedProductLoader(loader.DetailedProductLoaderConfig{
		Wait:     loaderWait,
		MaxBatch: maxRead,
		Fetch:    func(slugs []string) ([]*catalog.DetailedProduct, []error) { return l.loadDetails(ctx, slugs) },
	})
	if req.loadersByKey == nil {
		req.loadersByKey = map[loaderKey]*loaders{}
	}
	req.loadersByKey[key] = l
	return l
}

// loadPages reads pages without checking their gates.
func (l *loaders) loadPages(ctx context.Context, ids []string) ([]*editorial.Page, []error) {
	return l.pageReads.load(ctx, ids, l.readPages(ctx))
}

func (l *loaders) readPages(ctx context.Context) func(ids []string) ([]*editorial.Page, []error) {
	return func(ids []string) ([]*editorial.Page, []error) {
		pages, err := l.resolver.CMS.Pages(ctx, l.siteContext, ids)
		return pages, missingErrors(pages, err)
	}
}

// loadProducts reads products with their routes.
func (l *loaders) loadProducts(ctx context.Context, slugs []string) ([]*catalog.LocalizedProduct, []error) {
	return l.productReads.load(ctx, slugs, l.readProducts(ctx))
}

func (l *loaders) readProducts(ctx context.Context) func(slugs []string) ([]*catalog.LocalizedProduct, []error) {
	return func(slugs []string) ([]*catalog.LocalizedProduct, []error) {
		products, err := l.resolver.products(ctx, l.siteContext, slugs)
		return products, missingErrors(products, err)
	}
}

// loadDetails reads products with their details.
func (l *loaders) loadDetails(ctx context.Context, slugs []string) ([]*catalog.DetailedProduct, []error) {
	return l.detailReads.load(ctx, slugs, func(slugs []string) ([]*catalog.DetailedProduct, []error) {
		found, err := l.resolver.PIM.Details(ctx, l.siteContext.Locale.LanguageCode, slugs)
		details := convertAll(slugs, func(slug string) *catalog.DetailedProduct { return found[slug] })
		return details, missingErrors(details, err)
	})
}

// loadServices reads services with their details, some concurrently.
func (l *loaders) loadServices(ctx context.Context, slugs []string) ([]*catalog.DetailedProduct, []error) {
	return l.serviceReads.load(ctx, slugs, func(slugs []string) ([]*catalog.DetailedProduct, []error) {
		found, errs := make([]*catalog.DetailedProduct, len(slugs)), make([]error, len(slugs))
		var calls errgroup.Group
		calls.SetLimit(maxServiceReads)
		for i, slug := range slugs {
			calls.Go(func() error {
				errs[i] = recovery.Do(ctx, l.resolver.Log, "service_detail", func() (err error) {
					found[i], err = l.resolver.PIM.ServiceDetail(ctx, l.siteContext.Locale.LanguageCode, slug)
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
	return l.fallbackReads.load(ctx, slugs, func(slugs []string) ([]*catalog.Product, []error) {
		found, err := l.resolver.PIM.Products(ctx, catalog.FallbackLanguage, slugs)
		products := convertAll(slugs, func(slug string) *catalog.Product { return found[slug] })
		return products, missingErrors(products, err)
	})
}

// missingErrors assigns the error of a batch to the keys without a value: to all keys if there are no values.
func missingErrors[T any](values []*T, err error) []error {
	switch {
	case err == nil:
		return nil
	case len(values) == 0:
		return []error{err}
	}
	errs := make([]error, len(values))
	for i, v := range values {
		if v == nil {
			errs[i] = err
		}
	}
	return errs
}

// page reads a page as the visitor may read it; nil if not found.
func (r *Resolver) page(ctx context.Context, siteCtx *site.Context, id string) (*editorial.Page, error) {
	req := requestOf(ctx)
	req.tag(cms.PageTag(id))
	p, ok := r.CMS.CachedPage(ctx, siteCtx, id)
	if !ok {
		var err error
		if p, err = req.loaders(ctx, r, siteCtx).pages.Load(id); err != nil {
			return nil, err
		}
	}
	return r.pageForVisitor(ctx, siteCtx, p), nil
}

// product reads a product with its route; nil if not found.
func (r *Resolver) product(ctx context.Context, siteCtx *site.Context, slug string) (*catalog.LocalizedProduct, error) {
	req := requestOf(ctx)
	req.tag(pim.TagAll, pim.TagClassifications, pim.ProductTag(slug))
	if p, ok := r.PIM.CachedProduct(ctx, siteCtx.Locale.LanguageCode, slug); ok {
		return r.localizeProduct(ctx, siteCtx, p)
	}
	l := req.loaders(ctx, r, siteCtx)
	if read := l.productReads.find(slug); read != nil {
		return read.wait(ctx)
	}
	return l.products.Load(slug)
}

// products reads products in the order of the slugs; nil for a product that is not found.
func (r *Resolver) products(
	ctx context.Context,
	siteCtx *site.Context,
	slugs []string,
) ([]*catalog.LocalizedProduct, error) {
	found, failure := r.PIM.Products(ctx, siteCtx.Locale.LanguageCode, slugs)
	ordered := make([]*catalog.Product, len(slugs))
	for i, slug := range slugs {
		ordered[i] = found[slug]
	}
	bound, err := r.localizeProducts(ctx, siteCtx, ordered...)
	if err != nil {
		return nil, err
	}
	return bound, failure
}
