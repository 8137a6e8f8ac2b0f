package resolvers

import (
	"context"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"strand/domain/catalog"
	"strand/domain/editorial"
	"strand/domain/optional"
	"strand/domain/site"
	"strand/internal/recovery"
)

// modules returns the modules of a page or editorial text. If the operation selects links, it reads all linked products
// and services in one call, and leaves out the links without a target.
func (r *Resolver) modules(ctx context.Context, siteCtx *site.Context, modules []editorial.Module) []editorial.Module {
	if !selectsField(ctx, isLinkField) {
		return modules
	}
	if slugs := r.uncached(ctx, siteCtx, editorial.CatalogSlugs(modules)); len(slugs) > 0 {
		r.preload(ctx, siteCtx, slugs)
	}
	return editorial.SelectLinks(modules, func(l *site.Link) bool { return r.hasTarget(ctx, l) })
}

// preloadLinks starts to read the products and services of links with one call per site context. A single one is
// left to the loader, which batches it with those of other fields.
func (r *Resolver) preloadLinks(ctx context.Context, links []*site.Link) {
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
		if slugs = r.uncached(ctx, siteCtx, slugs); len(slugs) > 1 {
			r.preload(ctx, siteCtx, slugs)
		}
	}
}

// uncached returns the slugs, without duplicates, of products and services that are not cached.
func (r *Resolver) uncached(ctx context.Context, siteCtx *site.Context, slugs []string) []string {
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

// preload starts to read products and services in the background. Fields that wait for one of them get the error.
func (r *Resolver) preload(ctx context.Context, siteCtx *site.Context, slugs []string) {
	l := requestOf(ctx).loaders(ctx, r, siteCtx)
	if _, missing := l.productReads.claim(slugs); len(missing) > 0 {
		recovery.Go(ctx, r.Log, "product_preload", func() { l.productReads.fill(missing, l.readProducts(ctx)) })
	}
}

// preloadFeatured starts to read the products of stories in one call if the operation selects them. It is needed
// for stories below a connection, whose nodes gqlgen resolves one by one.
func (r *Resolver) preloadFeatured(ctx context.Context, siteCtx *site.Context, stories []*editorial.Story) {
	var slugs []string
	for _, s := range stories {
		slugs = append(slugs, s.ProductSlugs...)
	}
	if slugs = r.uncached(ctx, siteCtx, slugs); len(slugs) > 0 && selectsField(ctx, isFeaturedField) {
		r.preload(ctx, siteCtx, slugs)
	}
}

// isLinkField reports whether a field needs the target of a link.
func isLinkField(f *ast.Field) bool {
	return f.ObjectDefinition != nil && f.ObjectDefinition.Name == "Link" ||
		f.Definition != nil && f.Definition.Type.Name() == "HTML"
}

// preloadHeaderPages starts reading the pages of a header's items with one call. Failures are reported by the items.
func (r *Resolver) preloadHeaderPages(ctx context.Context, siteCtx *site.Context) {
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
	l := requestOf(ctx).loaders(ctx, r, siteCtx)
	if _, missing := l.pageReads.claim(ids); len(missing) > 0 {
		recovery.Go(ctx, r.Log, "page_preload", func() { l.pageReads.fill(missing, l.readPages(ctx)) })
	}
}

// isNavigationPage reports whether a field is the page of a navigation item.
func isNavigationPage(f *ast.Field) bool {
	return f.Name == "page" && f.ObjectDefinition != nil &&
		(f.ObjectDefinition.Name == "NavigationItem" || f.ObjectDefinition.Name == "TopNavigationItem")
}

func isFeaturedField(f *ast.Field) bool {
	return f.ObjectDefinition != nil && f.ObjectDefinition.Name == "Story" && f.Name == "featuredProducts"
}

// selectsField reports whether the operation selects a matching field anywhere below the current field.
func selectsField(ctx context.Context, is func(*ast.Field) bool) bool {
	field := graphql.GetFieldContext(ctx)
	return field == nil || selects(field.Field.Selections, is)
}

func selects(set ast.SelectionSet, is func(*ast.Field) bool) bool {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			if is(s) || selects(s.SelectionSet, is) {
				return true
			}
		case *ast.InlineFragment:
			if selects(s.SelectionSet, is) {
				return true
			}
		case *ast.FragmentSpread:
			if selects(s.Definition.SelectionSet, is) {
				return true
			}
		}
	}
	return false
}

// linkText returns the text of a link with the name of its product, service or classification (NAV-28); with the title
// of the overview, to which the link then leads, while the catalogue cannot be read.
func (r *Resolver) linkText(ctx context.Context, l *site.Link) string {
	if l.Ref.CatalogSlug() == "" {
		return l.Ref.Text
	}
	target, err := r.catalogTarget(ctx, l)
	if err != nil {
		r.degrade(ctx, err)
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
func (r *Resolver) catalogTarget(ctx context.Context, l *site.Link) (catalogTarget, error) {
	slug, kind := l.Ref.CatalogSlug(), catalog.TypeProduct
	if l.Ref.ProductSlug == "" {
		kind = catalog.TypeService
	}
	tree, err := r.tree(ctx, l.SiteContext, kind)
	if err != nil {
		return catalogTarget{}, err
	}
	classification := tree.Find(slug)
	p, err := r.product(ctx, l.SiteContext, slug)
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
