package resolvers

import (
	"context"
	"time"

	"strand/domain/catalog"
	"strand/domain/editorial"
	"strand/domain/site"
	"strand/gql/loader"
	"strand/upstream/cms"
	"strand/upstream/pim"
)

// The loaders wait this long for further keys of the same level, and take this many at once. What is cached does not
// come here, so that only those wait who wait for an upstream anyway.
const (
	loaderWait  = 2 * time.Millisecond
	loaderBatch = 100
)

// loaders batch what is asked for by key within one request and view.
type loaders struct {
	pages    *loader.PageLoader
	products *loader.ProductLoader
	details  *loader.FullProductLoader
}

// loaders are made on first use, for one view of one request: they keep the request's context, and nothing that failed
// outlives it.
func (req *Request) loaders(ctx context.Context, r *Resolver, view *site.View) *loaders {
	req.mu.Lock()
	defer req.mu.Unlock()
	if l, ok := req.byView[view]; ok {
		return l
	}
	l := &loaders{
		pages: loader.NewPageLoader(loader.PageLoaderConfig{
			Wait: loaderWait, MaxBatch: loaderBatch,
			Fetch: func(ids []string) ([]*editorial.Page, []error) {
				pages, err := r.CMS.Pages(ctx, view, ids)
				return pages, each(err)
			},
		}),
		products: loader.NewProductLoader(loader.ProductLoaderConfig{
			Wait: loaderWait, MaxBatch: loaderBatch,
			Fetch: func(slugs []string) ([]*catalog.Product, []error) {
				products, err := r.products(ctx, view, slugs)
				return products, each(err)
			},
		}),
		details: loader.NewFullProductLoader(loader.FullProductLoaderConfig{
			Wait: loaderWait, MaxBatch: loaderBatch,
			Fetch: func(slugs []string) ([]*catalog.Full, []error) {
				found, err := r.PIM.Details(ctx, view.Locale.LanguageCode, slugs)
				details := make([]*catalog.Full, len(slugs))
				for i, slug := range slugs {
					details[i] = found[slug]
				}
				return details, each(err)
			},
		}),
	}
	if req.byView == nil {
		req.byView = map[*site.View]*loaders{}
	}
	req.byView[view] = l
	return l
}

// each spreads an error over all keys of a batch.
func each(err error) []error {
	if err == nil {
		return nil
	}
	return []error{err}
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
	return req.loaders(ctx, r, view).products.Load(slug)
}

// products reads products in a view, in the order of the slugs; nil for one that is not there.
func (r *Resolver) products(ctx context.Context, view *site.View, slugs []string) ([]*catalog.Product, error) {
	found, err := r.PIM.Products(ctx, view.Locale.LanguageCode, slugs)
	if err != nil {
		return nil, err
	}
	ordered := make([]*catalog.Product, len(slugs))
	for i, slug := range slugs {
		ordered[i] = found[slug]
	}
	return r.bind(ctx, view, ordered...)
}
