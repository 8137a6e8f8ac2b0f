package catalogue

import (
	"context"
	"errors"
	"slices"

	"strand/domain/catalog"
	"strand/domain/convert"
	"strand/domain/editorial"
	"strand/domain/site"
	"strand/service/website/visit"
	"strand/upstream/pim"
)

// Details reads the details of products: one call for the products of a site context, and one for its services. It
// returns an error per product. A product that was deleted in the meantime has its image only; a nil product has no
// details.
func (r *Catalogue) Details(ctx context.Context, products []*catalog.LocalizedProduct) ([]*catalog.Detail, []error) {
	details, errs := make([]*catalog.Detail, len(products)), make([]error, len(products))
	for _, group := range detailGroups(products) {
		slugs := convert.All(group.positions, func(i int) string { return products[i].Slug })
		req := visit.Of(ctx)
		for _, slug := range slugs {
			req.Tag(pim.TagAll, pim.ProductTag(slug))
		}
		found, failed := r.detailed(ctx, group, slugs)
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

// detailed reads the products or services of a group.
func (r *Catalogue) detailed(
	ctx context.Context, group *detailGroup, slugs []string,
) ([]*catalog.DetailedProduct, []error) {
	l := r.loaders(ctx, group.siteContext)
	if group.kind == catalog.TypeService {
		return l.services.LoadAll(slugs)
	}
	cached := func(slug string) (*catalog.DetailedProduct, bool, error) {
		p, ok := r.PIM.CachedDetail(ctx, group.siteContext.Locale.LanguageCode, slug)
		return p, ok, nil
	}
	return visit.LoadAll(slugs, cached, l.details.LoadAll)
}

// detailGroup contains the products whose details are read by the same call.
type detailGroup struct {
	siteContext *site.Context
	kind        catalog.Type
	positions   []int
}

func detailGroups(products []*catalog.LocalizedProduct) []*detailGroup {
	var groups []*detailGroup
	for i, p := range products {
		if p == nil {
			continue
		}
		at := slices.IndexFunc(
			groups,
			func(g *detailGroup) bool { return g.siteContext == p.SiteContext && g.kind == p.Type() },
		)
		if at < 0 {
			at = len(groups)
			groups = append(groups, &detailGroup{siteContext: p.SiteContext, kind: p.Type()})
		}
		groups[at].positions = append(groups[at].positions, i)
	}
	return groups
}

// PartsOf returns the products of modular units with one call per site context; nil for a unit without a product.
func (r *Catalogue) PartsOf(
	ctx context.Context,
	units []*catalog.LocalizedModularUnit,
) ([]*catalog.LocalizedProduct, []error) {
	positions := map[*site.Context][]int{}
	for i, u := range units {
		if u != nil && u.ProductSlug != "" {
			positions[u.SiteContext] = append(positions[u.SiteContext], i)
		}
	}
	products, errs := make([]*catalog.LocalizedProduct, len(units)), make([]error, len(units))
	for siteCtx, at := range positions {
		slugs := convert.All(at, func(i int) string { return units[i].ProductSlug })
		found, failed := r.Linked(ctx, siteCtx, slugs)
		for k, i := range at {
			products[i], errs[i] = found[k], failed[k]
		}
	}
	return products, errs
}

// Linked returns products with their routes in the order of their slugs, with an error per product.
func (r *Catalogue) Linked(
	ctx context.Context,
	siteCtx *site.Context,
	slugs []string,
) ([]*catalog.LocalizedProduct, []error) {
	req := visit.Of(ctx)
	req.Tag(pim.TagAll, pim.TagClassifications)
	for _, slug := range slugs {
		req.Tag(pim.ProductTag(slug))
	}
	cached := func(slug string) (*catalog.LocalizedProduct, bool, error) {
		p, ok := r.PIM.CachedProduct(ctx, siteCtx.Locale.LanguageCode, slug)
		if !ok {
			return nil, false, nil
		}
		localized, err := r.LocalizeOne(ctx, siteCtx, p)
		return localized, true, err
	}
	return visit.LoadAll(slugs, cached, r.loaders(ctx, siteCtx).products.LoadAll)
}

// Featured returns the products of stories that have a page, with one call per site context. If the
// catalogue cannot be read, the products are left out and the answer is marked as degraded.
func (r *Catalogue) Featured(
	ctx context.Context,
	stories []*editorial.LocalizedStory,
) [][]*catalog.LocalizedProduct {
	bySiteContext := map[*site.Context][]string{}
	for _, s := range stories {
		if s != nil {
			bySiteContext[s.SiteContext] = append(bySiteContext[s.SiteContext], s.ProductSlugs...)
		}
	}
	for siteCtx, slugs := range bySiteContext {
		// Each story waits below for its own products and gets its own error.
		if slugs = r.Uncached(ctx, siteCtx, slugs); len(slugs) > 0 {
			r.Preload(ctx, siteCtx, slugs)
		}
	}
	return convert.All(stories, func(s *editorial.LocalizedStory) []*catalog.LocalizedProduct {
		found := []*catalog.LocalizedProduct{}
		if s == nil || len(s.ProductSlugs) == 0 {
			return found
		}
		products, errs := r.Linked(ctx, s.SiteContext, s.ProductSlugs)
		if err := errors.Join(errs...); err != nil {
			visit.Degrade(ctx, err)
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
