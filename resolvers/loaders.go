package resolvers

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"strand/domain/catalog"
	"strand/domain/editorial"
	"strand/domain/site"
	"strand/gql/loader"
	"strand/internal/recovery"
	"strand/upstream/cms"
	"strand/upstream/pim"
)

// loaderWait is how long a key that no level knows in advance waits for others like it. It is no more than it takes
// the fields of one level to ask: what is known in advance is read by reads, at once.
const loaderWait = 50 * time.Microsecond

// maxServiceReads is how many services are read at once: the PIM has no operation that reads several.
const maxServiceReads = 8

// loaders read what is asked for by key within one request and view, each key once. Keys of a level that is known go
// to reads; single keys from anywhere go through a dataloaden loader, which gathers them.
type loaders struct {
	pages    *loader.PageLoader
	products *loader.ProductLoader
	details  *loader.FullProductLoader

	pageReads    reads[*editorial.Page]
	productReads reads[*catalog.Product]
	detailReads  reads[*catalog.Full]
	serviceReads reads[*catalog.Full]

	resolver *Resolver
	view     *site.View
}

// loaders are made on first use, for one view of one request: they keep the request's context, and nothing that
// failed outlives it.
func (req *Request) loaders(ctx context.Context, r *Resolver, view *site.View) *loaders {
	req.mu.Lock()
	defer req.mu.Unlock()
	if l, ok := req.byView[view]; ok {
		return l
	}
	l := &loaders{resolver: r, view: view}
	l.pages = loader.NewPageLoader(loader.PageLoaderConfig{
		Wait: loaderWait, MaxBatch: maxRead,
		Fetch: func(ids []string) ([]*editorial.Page, []error) { return l.loadPages(ctx, ids) },
	})
	l.products = loader.NewProductLoader(loader.ProductLoaderConfig{
		Wait: loaderWait, MaxBatch: maxRead,
		Fetch: func(slugs []string) ([]*catalog.Product, []error) { return l.loadProducts(ctx, slugs) },
	})
	l.details = loader.NewFullProductLoader(loader.FullProductLoaderConfig{
		Wait: loaderWait, MaxBatch: maxRead,
		Fetch: func(slugs []string) ([]*catalog.Full, []error) { return l.loadDetails(ctx, slugs) },
	})
	if req.byView == nil {
		req.byView = map[*site.View]*loaders{}
	}
	req.byView[view] = l
	return l
}

// loadPages reads pages as they are, without their gates.
func (l *loaders) loadPages(ctx context.Context, ids []string) ([]*editorial.Page, []error) {
	return l.pageReads.load(ctx, ids, func(ids []string) ([]*editorial.Page, []error) {
		pages, err := l.resolver.CMS.Pages(ctx, l.view, ids)
		return pages, eachMissing(pages, err)
	})
}

// loadProducts reads products with their routes.
func (l *loaders) loadProducts(ctx context.Context, slugs []string) ([]*catalog.Product, []error) {
	return l.productReads.load(ctx, slugs, l.readProducts(ctx))
}

func (l *loaders) readProducts(ctx context.Context) func(slugs []string) ([]*catalog.Product, []error) {
	return func(slugs []string) ([]*catalog.Product, []error) {
		products, err := l.resolver.products(ctx, l.view, slugs)
		return products, eachMissing(products, err)
	}
}

// loadDetails reads products with what their pages show.
func (l *loaders) loadDetails(ctx context.Context, slugs []string) ([]*catalog.Full, []error) {
	return l.detailReads.load(ctx, slugs, func(slugs []string) ([]*catalog.Full, []error) {
		found, err := l.resolver.PIM.Details(ctx, l.view.Locale.LanguageCode, slugs)
		details := mapped(slugs, func(slug string) *catalog.Full { return found[slug] })
		return details, eachMissing(details, err)
	})
}

// loadServices reads services with what their pages show, some at once.
func (l *loaders) loadServices(ctx context.Context, slugs []string) ([]*catalog.Full, []error) {
	return l.serviceReads.load(ctx, slugs, func(slugs []string) ([]*catalog.Full, []error) {
		found, errs := make([]*catalog.Full, len(slugs)), make([]error, len(slugs))
		var calls errgroup.Group
		calls.SetLimit(maxServiceReads)
		for i, slug := range slugs {
			calls.Go(func() error {
				errs[i] = recovery.Do(ctx, l.resolver.Log, "service_detail", func() (err error) {
					found[i], err = l.resolver.PIM.ServiceDetail(ctx, l.view.Locale.LanguageCode, slug)
					return err
				})
				return nil
			})
		}
		_ = calls.Wait() // each has its own error
		return found, errs
	})
}

// eachMissing gives the error of a batch to its keys without a value: to all of them where there are no values.
func eachMissing[T any](values []*T, err error) []error {
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

// page reads a page of a view, as far as the visitor may: nil where there is none.
func (r *Resolver) page(ctx context.Context, view *site.View, id string) (*editorial.Page, error) {
	req := requestOf(ctx)
	req.tag(cms.PageTag(id))
	p, ok := r.CMS.CachedPage(ctx, view, id)
	if !ok {
		var err error
		if p, err = req.loaders(ctx, r, view).pages.Load(id); err != nil {
			return nil, err
		}
	}
	return r.guarded(ctx, view, p), nil
}

// product reads a product with its route: nil where there is none.
func (r *Resolver) product(ctx context.Context, view *site.View, slug string) (*catalog.Product, error) {
	req := requestOf(ctx)
	req.tag(pim.TagAll, pim.TagClassifications, pim.ProductTag(slug))
	if p, ok := r.PIM.CachedProduct(ctx, view.Locale.LanguageCode, slug); ok {
		return r.bindOne(ctx, view, p)
	}
	l := req.loaders(ctx, r, view)
	if read := l.productReads.find(slug); read != nil {
		return read.wait(ctx)
	}
	return l.products.Load(slug)
}

// products reads products in a view, in the order of the slugs; nil for one that is not there.
func (r *Resolver) products(ctx context.Context, view *site.View, slugs []string) ([]*catalog.Product, error) {
	found, failure := r.PIM.Products(ctx, view.Locale.LanguageCode, slugs)
	ordered := make([]*catalog.Product, len(slugs))
	for i, slug := range slugs {
		ordered[i] = found[slug]
	}
	bound, err := r.bind(ctx, view, ordered...)
	if err != nil {
		return nil, err
	}
	return bound, failure
}
