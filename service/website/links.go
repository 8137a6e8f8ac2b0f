package website

import (
	"context"
	"strings"

	"strand/domain/catalog"
	"strand/domain/editorial"
	"strand/domain/optional"
	"strand/domain/site"
	"strand/service/website/visit"
)

// Modules returns the modules of a page or editorial text that its site offers. With links, it reads all linked
// products and services in one call, and leaves out the links without a target.
func (r *Sites) Modules(
	ctx context.Context, siteCtx *site.Context, modules []editorial.Module, withLinks bool,
) []editorial.Module {
	modules = editorial.Available(modules, siteCtx.Directory)
	if !withLinks {
		return modules
	}
	r.preloadLinks(ctx, siteCtx, modules, withLinks)
	return editorial.SelectLinks(modules, func(l *site.Link) bool { return r.HasTarget(ctx, l) })
}

// preloadLinks reads the products and services that links of modules lead to by one call.
func (r *Sites) preloadLinks(
	ctx context.Context, siteCtx *site.Context, modules []editorial.Module, withLinks bool,
) {
	if !withLinks {
		return
	}
	if slugs := r.Assortment.Uncached(ctx, siteCtx, editorial.CatalogSlugs(modules)); len(slugs) > 0 {
		r.Assortment.Preload(ctx, siteCtx, slugs)
	}
}

// PreloadLinks starts to read the products and services of links with one call per site context. A single one is
// left to the loader, which batches it with those of other fields.
func (r *Sites) PreloadLinks(ctx context.Context, links []*site.Link) {
	var bySiteContext map[*site.Context][]string
	for _, l := range links {
		if l == nil || l.Ref.CatalogSlug() == "" {
			continue
		}
		if bySiteContext == nil {
			bySiteContext = map[*site.Context][]string{}
		}
		bySiteContext[l.SiteContext] = append(bySiteContext[l.SiteContext], l.Ref.CatalogSlug())
	}
	for siteCtx, slugs := range bySiteContext {
		if slugs = r.Assortment.Uncached(ctx, siteCtx, slugs); len(slugs) > 1 {
			r.Assortment.Preload(ctx, siteCtx, slugs)
		}
	}
}

// PreloadHeaderPages starts reading the pages of a header's items with one call. Failures are reported by the items.
func (r *Sites) PreloadHeaderPages(ctx context.Context, siteCtx *site.Context) {
	tree, err := siteCtx.Tree(siteCtx.Site)
	if err != nil {
		return
	}
	var ids []string
	var collect func(items []*site.Item)
	collect = func(items []*site.Item) {
		for _, i := range items {
			if i.Page != nil {
				if _, ok := r.CMS.CachedPage(ctx, siteCtx, i.Page.ID); !ok {
					ids = append(ids, i.Page.ID)
				}
			}
			collect(i.Items)
			for _, s := range i.Sections {
				collect(s.Items)
			}
		}
	}
	collect(tree.HomeItems)
	collect(tree.Items)
	collect(tree.TopItems)
	r.pages(ctx, siteCtx).LoadAllThunk(ids)
}

// LinkText returns the text of a link with the name of its product, service or classification (NAV-28); with the title
// of the overview, to which the link then leads, while the catalogue cannot be read.
func (r *Sites) LinkText(ctx context.Context, l *site.Link) string {
	if l.Ref.CatalogSlug() == "" {
		return l.Ref.Text
	}
	target, err := r.catalogTarget(ctx, l)
	if err != nil {
		visit.Degrade(ctx, err)
		target.name = overviewTitle(l)
	}
	return strings.TrimSpace(site.LinkText(l.Ref.Text, target.name))
}

// overviewTitle returns the title of the catalogue's overview in the navigation; empty for a site without it.
func overviewTitle(l *site.Link) string {
	area := catalog.TypeProduct.Area()
	if l.Ref.ProductSlug == "" {
		area = catalog.TypeService.Area()
	}
	if tree, err := l.SiteContext.Tree(l.SiteContext.Site); err == nil {
		if item := tree.Find(site.URL{Segments: []string{area}}); item != nil {
			return item.Title
		}
	}
	return ""
}

// catalogTarget is what a link leads to in the catalogue. Its name is empty where nothing has the slug, and its route
// where visitors of the country have no way to it.
type catalogTarget struct{ name, route string }

// catalogTarget finds the product, service or classification that a link names (NAV-27). A product or service may have
// the slug of a classification: the link then leads to the product or service.
func (r *Sites) catalogTarget(ctx context.Context, l *site.Link) (catalogTarget, error) {
	slug, kind := l.Ref.CatalogSlug(), catalog.TypeProduct
	if l.Ref.ProductSlug == "" {
		kind = catalog.TypeService
	}
	tree, err := r.Assortment.Tree(ctx, l.SiteContext, kind)
	if err != nil {
		return catalogTarget{}, err
	}
	classification := tree.Find(slug)
	p, err := r.Assortment.Product(ctx, l.SiteContext, slug)
	switch {
	case err != nil && classification == nil:
		return catalogTarget{}, err
	case classification != nil && (err != nil || p.Route() == nil || p.Type() != kind):
		return catalogTarget{name: classification.Name, route: classification.Route}, nil
	case p == nil:
		return catalogTarget{}, nil
	}
	return catalogTarget{name: p.Name, route: optional.OrEmpty(p.Route())}, nil
}
