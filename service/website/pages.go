package website

import (
	"context"
	"errors"

	"strand/domain/convert"
	"strand/domain/editorial"
	"strand/domain/site"
	"strand/gql/loader"
	"strand/internal/cache"
	"strand/service/website/visit"
	"strand/upstream/cms"
)

// pages returns the loader of the pages of a site context, each of which is read once per operation.
func (r *Sites) pages(ctx context.Context, siteCtx *site.Context) *loader.PageLoader {
	return visit.Loaders(ctx, siteCtx, func() *loader.PageLoader {
		return loader.NewPageLoader(loader.PageLoaderConfig{
			Wait: visit.LoaderWait, MaxBatch: visit.MaxBatch,
			Fetch: visit.Fetch(ctx, r.Log, func(ids []string) ([]*editorial.Page, error) {
				return r.CMS.Pages(ctx, siteCtx, ids)
			}),
		})
	})
}

// Page reads a page as the visitor may read it; nil if not found.
func (r *Sites) Page(ctx context.Context, siteCtx *site.Context, id string) (*editorial.Page, error) {
	visit.Of(ctx).Tag(cms.PageTag(id))
	p, ok := r.CMS.CachedPage(ctx, siteCtx, id)
	if !ok {
		var err error
		if p, err = r.pages(ctx, siteCtx).Load(id); err != nil {
			return nil, err
		}
	}
	return r.ForVisitor(ctx, siteCtx, p), nil
}

// PageAt reads the content page of a URL; nil for a URL of another kind.
func (r *Sites) PageAt(ctx context.Context, p *site.PageResolution) (*editorial.Page, error) {
	if p.Found.Item == nil || p.Found.Item.Page == nil {
		return nil, nil
	}
	return r.Page(ctx, p.SiteContext, p.Found.Item.Page.ID)
}

// PagesOnAnySite reads pages by id with one call to the CMS per site. Each page has the context of its own site; a
// page that is in no navigation is nil.
func (r *Sites) PagesOnAnySite(ctx context.Context, ids []string) ([]*editorial.Page, error) {
	main, err := r.MainSiteContext(ctx, nil, site.Published)
	if err != nil {
		return nil, err
	}
	positions := map[*site.Context][]int{}
	for i, id := range ids {
		location, ok := main.Page(id)
		if !ok {
			continue
		}
		siteCtx := main
		if !location.SameSite {
			if siteCtx, err = r.SiteContext(
				ctx, location.Site, main.LocaleOn(location.Site), site.Published,
			); err != nil {
				return nil, err
			}
		}
		positions[siteCtx] = append(positions[siteCtx], i)
	}
	found := make([]*editorial.Page, len(ids))
	for siteCtx, at := range positions {
		pages, err := r.CMS.Pages(ctx, siteCtx, convert.All(at, func(i int) string { return ids[i] }))
		switch {
		case errors.Is(err, cache.ErrIncomplete):
			visit.Degrade(ctx, err) // one failed page must not fail the batch
		case err != nil:
			return nil, err
		}
		for k, i := range at {
			visit.Of(ctx).Tag(cms.PageTag(ids[i]))
			found[i] = r.ForVisitor(ctx, siteCtx, pages[k])
		}
	}
	return found, nil
}

// LinkedPage reads the page that a link leads to; nil for a link that leads elsewhere.
func (r *Sites) LinkedPage(ctx context.Context, l *site.Link) (*editorial.Page, error) {
	if l.Ref.PageID == "" {
		return nil, nil
	}
	return r.Page(ctx, l.SiteContext, l.Ref.PageID)
}
