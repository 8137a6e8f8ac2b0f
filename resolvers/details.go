package resolvers

import (
	"context"
	"slices"

	"github.com/99designs/gqlgen/graphql"

	"strand/domain/catalog"
	"strand/domain/editorial"
	"strand/domain/site"
	"strand/upstream/pim"
)

// batchError is the error of a batch resolver with an error for each parent; nil where there is none.
func batchError(errs []error) error {
	if slices.ContainsFunc(errs, func(err error) bool { return err != nil }) {
		return graphql.BatchErrorList(errs)
	}
	return nil
}

// detailsOf is a field of products whose value is a part of their detail. All details are read together.
func detailsOf[T any](
	ctx context.Context, r *Resolver, products []*catalog.Product, part func(*catalog.Product, *catalog.Detail) (T, error),
) ([]T, error) {
	details, errs := r.details(ctx, products)
	values := make([]T, len(products))
	for i, detail := range details {
		if errs[i] == nil && detail != nil {
			values[i], errs[i] = part(products[i], detail)
		}
	}
	return values, batchError(errs)
}

// details are what the pages of products show, with an error for each: one call for the products of a view, one for
// each service. The detail of a product that is gone meanwhile has its picture only; a nil product has none.
func (r *Resolver) details(ctx context.Context, products []*catalog.Product) ([]*catalog.Detail, []error) {
	details, errs := make([]*catalog.Detail, len(products)), make([]error, len(products))
	for _, group := range detailGroups(products) {
		slugs := mapped(group.positions, func(i int) string { return products[i].Slug })
		req := requestOf(ctx)
		for _, slug := range slugs {
			req.tag(pim.TagAll, pim.ProductTag(slug))
		}
		l := req.loaders(ctx, r, group.view)
		load := l.loadDetails
		if group.kind == catalog.TypeService {
			load = l.loadServices
		}
		found, failed := load(ctx, slugs)
		for k, i := range group.positions {
			errs[i] = failed[k]
			if found[k] != nil {
				details[i] = found[k].Detail
			} else {
				details[i] = &catalog.Detail{Images: []*site.Image{products[i].Image}}
			}
		}
	}
	return details, errs
}

// detailGroup are products whose details are read in the same way.
type detailGroup struct {
	view      *site.View
	kind      catalog.Type
	positions []int
}

func detailGroups(products []*catalog.Product) []*detailGroup {
	var groups []*detailGroup
	for i, p := range products {
		if p == nil {
			continue
		}
		at := slices.IndexFunc(groups, func(g *detailGroup) bool { return g.view == p.View && g.kind == p.Type() })
		if at < 0 {
			at = len(groups)
			groups = append(groups, &detailGroup{view: p.View, kind: p.Type()})
		}
		groups[at].positions = append(groups[at].positions, i)
	}
	return groups
}

// partsOf are the products that units of modular systems are, nil for a unit that is none: one call for all of a
// view.
func (r *Resolver) partsOf(ctx context.Context, units []*catalog.ModularUnit) ([]*catalog.Product, error) {
	positions := map[*site.View][]int{}
	for i, u := range units {
		if u != nil && u.ProductSlug != "" {
			positions[u.View] = append(positions[u.View], i)
		}
	}
	products, errs := make([]*catalog.Product, len(units)), make([]error, len(units))
	for view, at := range positions {
		slugs := mapped(at, func(i int) string { return units[i].ProductSlug })
		found, failed := r.linked(ctx, view, slugs)
		for k, i := range at {
			products[i], errs[i] = found[k], failed[k]
		}
	}
	return products, batchError(errs)
}

// linked are products with their routes, in the order of their slugs, with an error for each.
func (r *Resolver) linked(ctx context.Context, view *site.View, slugs []string) ([]*catalog.Product, []error) {
	req := requestOf(ctx)
	req.tag(pim.TagAll, pim.TagClassifications)
	for _, slug := range slugs {
		req.tag(pim.ProductTag(slug))
	}
	return req.loaders(ctx, r, view).loadProducts(ctx, slugs)
}

// featuredProducts are those among the products of stories that have a page: one call for the stories of a view. They
// are left out while the catalogue cannot be read.
func (r *Resolver) featuredProducts(ctx context.Context, stories []*editorial.StoryInView) [][]*catalog.Product {
	byView := map[*site.View][]string{}
	for _, s := range stories {
		if s != nil {
			byView[s.View] = append(byView[s.View], s.ProductSlugs...)
		}
	}
	for view, slugs := range byView {
		// Each story below waits for its own part of what is read here, and has its error.
		if slugs = r.uncached(ctx, view, slugs); len(slugs) > 0 {
			r.preload(ctx, view, slugs)
		}
	}
	return mapped(stories, func(s *editorial.StoryInView) []*catalog.Product {
		found := []*catalog.Product{}
		if s == nil || len(s.ProductSlugs) == 0 {
			return found
		}
		products, errs := r.linked(ctx, s.View, s.ProductSlugs)
		if err := batchError(errs); err != nil {
			r.degrade(ctx, err)
			return found
		}
		for _, p := range products {
			if p != nil && p.Classification != nil {
				found = append(found, p)
			}
		}
		return found
	})
}
