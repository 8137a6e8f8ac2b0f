package resolvers

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"strand/domain/catalog"
	"strand/domain/editorial"
	"strand/domain/optional"
	"strand/domain/site"
	"strand/internal/recovery"
)

// modules are the modules of a page or an editorial text. The products and services that they link to begin to be
// read in one call, where the operation asks for links at all: each link then waits for that call.
func (r *Resolver) modules(ctx context.Context, view *site.View, modules []editorial.Module) []editorial.Module {
	if view != nil {
		if slugs := r.uncached(ctx, view, editorial.CatalogSlugs(modules)); len(slugs) > 0 && asks(ctx, isLinkField) {
			r.preload(ctx, view, slugs)
		}
	}
	return modules
}

// preloadLinks begins to read the products and services of links in one call for each view. A single one is left to
// the loader, which gathers it with those of other fields.
func (r *Resolver) preloadLinks(ctx context.Context, links []*site.Link) {
	var byView map[*site.View][]string
	for _, l := range links {
		if l == nil || l.View == nil || l.Ref.CatalogSlug() == "" {
			continue
		}
		if byView == nil {
			byView = map[*site.View][]string{}
		}
		byView[l.View] = append(byView[l.View], l.Ref.CatalogSlug())
	}
	for view, slugs := range byView {
		if slugs = r.uncached(ctx, view, slugs); len(slugs) > 1 {
			r.preload(ctx, view, slugs)
		}
	}
}

// uncached are the slugs, each once, of the products and services that have to be asked for.
func (r *Resolver) uncached(ctx context.Context, view *site.View, slugs []string) []string {
	var missing []string
	seen := make(map[string]bool, len(slugs))
	for _, slug := range slugs {
		if _, ok := r.PIM.CachedProduct(ctx, view.Locale.LanguageCode, slug); !ok && !seen[slug] {
			missing = append(missing, slug)
		}
		seen[slug] = true
	}
	return missing
}

// preload begins to read products and services in the background. Those who wait for one of them get the error.
func (r *Resolver) preload(ctx context.Context, view *site.View, slugs []string) {
	l := requestOf(ctx).loaders(ctx, r, view)
	if _, missing := l.productReads.claim(slugs); len(missing) > 0 {
		recovery.Go(ctx, r.Log, "product_preload", func() { l.productReads.fill(missing, l.readProducts(ctx)) })
	}
}

// preloadFeatured begins to read the products that stories tell of in one call, where the operation asks for them. It
// is for stories that are no direct parts of a list: gqlgen passes the nodes of a connection to their resolvers one
// by one.
func (r *Resolver) preloadFeatured(ctx context.Context, view *site.View, stories []*editorial.Story) {
	var slugs []string
	for _, s := range stories {
		slugs = append(slugs, s.ProductSlugs...)
	}
	if slugs = r.uncached(ctx, view, slugs); len(slugs) > 0 && asks(ctx, isFeaturedField) {
		r.preload(ctx, view, slugs)
	}
}

// isLinkField says whether a field needs to know where links lead.
func isLinkField(f *ast.Field) bool {
	return f.ObjectDefinition != nil && f.ObjectDefinition.Name == "Link" ||
		f.Definition != nil && f.Definition.Type.Name() == "HTML"
}

func isFeaturedField(f *ast.Field) bool {
	return f.ObjectDefinition != nil && f.ObjectDefinition.Name == "Story" && f.Name == "featuredProducts"
}

// asks says whether some field is asked for anywhere below the one that is being resolved.
func asks(ctx context.Context, is func(*ast.Field) bool) bool {
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

// linkText is the text of a link, with the name of the product, service or classification that it leads to (NAV-28).
func (r *Resolver) linkText(ctx context.Context, l *site.Link) string {
	slug := l.Ref.CatalogSlug()
	if slug == "" {
		return l.Ref.Text
	}
	name := slug
	target, err := r.catalogTarget(ctx, l)
	if err != nil {
		r.degrade(ctx, err)
	} else if target.name != "" {
		name = target.name
	} else {
		r.Log.WarnContext(ctx, "link_target_not_found", "slug", slug, "site", l.View.Site.TechnicalName)
	}
	return site.LinkText(l.Ref.Text, name)
}

// catalogTarget is what a link leads to in the catalogue. Its name is empty where nothing has the slug, and its route
// where visitors of the country have no way to it.
type catalogTarget struct{ name, route string }

// catalogTarget finds the classification, product or service that a link names (NAV-27).
func (r *Resolver) catalogTarget(ctx context.Context, l *site.Link) (catalogTarget, error) {
	slug, kind := l.Ref.CatalogSlug(), catalog.TypeProduct
	if l.Ref.ProductSlug == "" {
		kind = catalog.TypeService
	}
	tree, err := r.tree(ctx, l.View, kind)
	if err != nil {
		return catalogTarget{}, err
	}
	if c := tree.Find(slug).In(l.View); c != nil {
		return catalogTarget{name: c.Name, route: c.Route}, nil
	}
	p, err := r.product(ctx, l.View, slug)
	if err != nil || p == nil {
		return catalogTarget{}, err
	}
	return catalogTarget{name: p.Name, route: optional.OrEmpty(p.Route())}, nil
}
