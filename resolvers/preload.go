package resolvers

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"strand/domain/editorial"
	"strand/domain/site"
	"strand/internal/recovery"
)

// modules are the modules of a page or an editorial text. The products and services that they link to begin to be read in
// one call, where the operation asks for links at all: each link then waits for that call.
func (r *Resolver) modules(ctx context.Context, view *site.View, modules []editorial.Module) []editorial.Module {
	if view != nil {
		if slugs := r.uncached(view, editorial.CatalogSlugs(modules)); len(slugs) > 0 && asksLinks(ctx) {
			r.preload(ctx, view, slugs)
		}
	}
	return modules
}

// preloadLinks begins to read the products and services of links in one call for each view. A single one is left to the
// loader, which gathers it with those of other fields.
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
		if slugs = r.uncached(view, slugs); len(slugs) > 1 {
			r.preload(ctx, view, slugs)
		}
	}
}

// uncached are the slugs, each once, of the products and services that have to be asked for.
func (r *Resolver) uncached(view *site.View, slugs []string) []string {
	var missing []string
	seen := make(map[string]bool, len(slugs))
	for _, slug := range slugs {
		if _, ok := r.PIM.CachedProduct(view.Locale.LanguageCode, slug); !ok && !seen[slug] {
			missing = append(missing, slug)
		}
		seen[slug] = true
	}
	return missing
}

// preload begins to read products and services in the background. An error is told to those who wait for one of them.
func (r *Resolver) preload(ctx context.Context, view *site.View, slugs []string) {
	l := requestOf(ctx).loaders(ctx, r, view)
	if _, missing := l.productReads.claim(slugs); len(missing) > 0 {
		recovery.Go(ctx, r.Log, "product_preload", func() { l.productReads.fill(missing, l.readProducts(ctx)) })
	}
}

// asksLinks says whether the field that is being resolved is asked for links or rich text.
func asksLinks(ctx context.Context) bool {
	field := graphql.GetFieldContext(ctx)
	return field == nil || selectsLinks(field.Field.Selections)
}

func selectsLinks(set ast.SelectionSet) bool {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			if s.ObjectDefinition != nil && s.ObjectDefinition.Name == "Link" || s.Definition != nil && s.Definition.Type.Name() == "HTML" ||
				selectsLinks(s.SelectionSet) {
				return true
			}
		case *ast.InlineFragment:
			if selectsLinks(s.SelectionSet) {
				return true
			}
		case *ast.FragmentSpread:
			if selectsLinks(s.Definition.SelectionSet) {
				return true
			}
		}
	}
	return false
}

// linkText is the text of a link, with the name of the product or service that it leads to.
func (r *Resolver) linkText(ctx context.Context, l *site.Link) string {
	slug := l.Ref.CatalogSlug()
	if slug == "" {
		return l.Ref.Text
	}
	name := slug
	if p := r.linkedProduct(ctx, l.View, slug); p != nil {
		name = p.Name
	}
	return site.LinkText(l.Ref.Text, name)
}
