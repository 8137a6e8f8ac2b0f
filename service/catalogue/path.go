package catalogue

import (
	"context"
	"errors"
	"slices"
	"strings"

	"strand/domain/catalog"
	"strand/domain/convert"
	"strand/domain/editorial"
	"strand/domain/site"
	"strand/service/website/visit"
	"strand/upstream/pim"
)

// Match is the classification, product or overview at a path of the catalogue.
type Match struct {
	// Classification is nil for the overview and for a product.
	Classification *catalog.Classification
	Product        *catalog.LocalizedProduct
	// Route is the canonical path below the site's home page.
	Route string
}

// Types maps the screens of the catalogue to the product types that they list.
var Types = map[site.Screen]catalog.Type{
	site.ScreenProducts: catalog.TypeProduct,
	site.ScreenServices: catalog.TypeService,
}

// Locate finds the classification, product or service of a catalogue path: the one with exactly this path, else by the
// last segment, so that the caller redirects to its path. A classification and a product may have the same slug: then
// the segment before it decides. It returns a *catalog.NotFoundError for an unknown slug.
func (r *Catalogue) Locate(
	ctx context.Context,
	siteCtx *site.Context,
	kind catalog.Type,
	segments []string,
) (*Match, error) {
	if len(segments) < 2 {
		return &Match{Route: "/" + kind.Area()}, nil
	}
	slug := segments[len(segments)-1]
	tree, err := r.Tree(ctx, siteCtx, kind)
	if err != nil {
		return nil, err
	}
	if c := tree.At("/" + strings.Join(segments, "/")); c != nil {
		return &Match{Classification: c, Route: c.Route}, nil
	}
	product, err := r.Localized(ctx, siteCtx, kind, slug)
	if err != nil {
		return nil, err
	}
	if c := tree.Find(slug); c != nil && !isBelow(product, segments[len(segments)-2]) {
		return &Match{Classification: c, Route: c.Route}, nil
	}
	if product == nil {
		return nil, &catalog.NotFoundError{Slug: slug}
	}
	route := product.Route()
	if route == nil {
		r.Log.WarnContext(ctx, catalog.NoHierarchy,
			"slug", slug,
			"classification", product.ClassificationSlug,
			"country", siteCtx.Locale.Country(),
		)
		return nil, &catalog.NotFoundError{Slug: slug}
	}
	return &Match{Product: product, Route: *route}, nil
}

// isBelow reports whether a product's page is directly below the classification with a slug.
func isBelow(p *catalog.LocalizedProduct, classification string) bool {
	return p != nil && p.Classification != nil && p.Classification.Slug == classification
}

// Tree returns the hierarchy of classifications of a type for the language and country of a site context.
func (r *Catalogue) Tree(ctx context.Context, siteCtx *site.Context, kind catalog.Type) (*catalog.Tree, error) {
	visit.Of(ctx).Tag(pim.TagAll, pim.TagClassifications)
	return r.PIM.Tree(ctx, kind, siteCtx.Locale.LanguageCode, siteCtx.Locale.Country())
}

// Localize binds products to a site context, with their classification there; nil stays nil. It reads the
// second hierarchy only if the first lacks some of them.
func (r *Catalogue) Localize(
	ctx context.Context,
	siteCtx *site.Context,
	products ...*catalog.Product,
) ([]*catalog.LocalizedProduct, error) {
	localized := make([]*catalog.LocalizedProduct, len(products))
	pending := 0
	for i, p := range products {
		if p != nil {
			localized[i] = p.Localize(siteCtx, nil)
			pending++
		}
	}
	for _, kind := range catalog.Types {
		if pending == 0 {
			break
		}
		tree, err := r.Tree(ctx, siteCtx, kind)
		if err != nil {
			return nil, err
		}
		for _, p := range localized {
			if p == nil || p.Classification != nil {
				continue
			}
			if p.Classification = tree.Find(p.ClassificationSlug).Localize(siteCtx); p.Classification != nil {
				pending--
			}
		}
	}
	return localized, nil
}

// LocalizeOne is localizeProducts for one product; nil returns nil.
func (r *Catalogue) LocalizeOne(
	ctx context.Context,
	siteCtx *site.Context,
	p *catalog.Product,
) (*catalog.LocalizedProduct, error) {
	localized, err := r.Localize(ctx, siteCtx, p)
	if err != nil {
		return nil, err
	}
	return localized[0], nil
}

// WithPage returns the products that have a page in the site context.
func (r *Catalogue) WithPage(
	ctx context.Context,
	siteCtx *site.Context,
	products []*catalog.Product,
) ([]*catalog.LocalizedProduct, error) {
	localized, err := r.Localize(ctx, siteCtx, products...)
	if err != nil {
		return nil, err
	}
	found := []*catalog.LocalizedProduct{}
	for _, p := range localized {
		if p == nil {
			continue
		}
		// A product without a page may get one.
		visit.Of(ctx).Tag(pim.ProductTag(p.Slug))
		if p.Classification != nil {
			found = append(found, p)
		}
	}
	return found, nil
}

// Localized reads a product or service with its details, which the page's other fields reuse; nil if not found.
func (r *Catalogue) Localized(
	ctx context.Context,
	siteCtx *site.Context,
	kind catalog.Type,
	slug string,
) (*catalog.LocalizedProduct, error) {
	detailed, err := r.Detailed(ctx, siteCtx, kind, slug)
	if err != nil || detailed == nil {
		return nil, err
	}
	return r.LocalizeOne(ctx, siteCtx, detailed.Product)
}

// Slugs returns the slugs of all products of a type, at most limit.
func (r *Catalogue) Slugs(
	ctx context.Context, siteCtx *site.Context, kind catalog.Type, limit int,
) ([]catalog.FiledProduct, error) {
	return r.PIM.ProductSlugs(ctx, kind, siteCtx.Locale.LanguageCode, limit)
}

// LeftOut returns the classifications and products of a type without a page of their own, with the reason.
func (r *Catalogue) LeftOut(
	ctx context.Context, kind catalog.Type, language string, limit int,
) ([]catalog.LeftOut, error) {
	return r.PIM.LeftOut(ctx, kind, language, limit)
}

// Detailed reads a product or service with its details; nil if not found.
func (r *Catalogue) Detailed(
	ctx context.Context,
	siteCtx *site.Context,
	kind catalog.Type,
	slug string,
) (*catalog.DetailedProduct, error) {
	req := visit.Of(ctx)
	req.Tag(pim.TagAll, pim.ProductTag(slug))
	if kind == catalog.TypeService {
		return r.loaders(ctx, siteCtx).services.Load(slug)
	}
	if full, ok := r.PIM.CachedDetail(ctx, siteCtx.Locale.LanguageCode, slug); ok {
		return full, nil
	}
	return r.loaders(ctx, siteCtx).details.Load(slug)
}

// Injected returns the product or service that an injection names; nil if not found.
func (r *Catalogue) Injected(ctx context.Context, i *editorial.Injection) (*catalog.LocalizedProduct, error) {
	kind := catalog.TypeProduct
	if i.Type == editorial.InjectionType(catalog.TypeService) {
		kind = catalog.TypeService
	}
	return r.Localized(ctx, i.SiteContext, kind, i.Slug)
}

// Entry returns the catalogue page or product at a URL; nil for other screens.
func (r *Catalogue) Entry(ctx context.Context, p *site.PageResolution) (catalog.Entry, error) {
	kind, ok := Types[p.Found.Screen]
	if !ok {
		return nil, nil
	}
	found, err := r.Locate(ctx, p.SiteContext, kind, p.Found.URL.Segments)
	if err != nil {
		return nil, err
	}
	if found.Product != nil {
		return found.Product, nil
	}
	page := &catalog.Overview{Type: kind, Classification: found.Classification.Localize(p.SiteContext)}
	tree, err := r.Tree(ctx, p.SiteContext, kind)
	if err != nil {
		return nil, err
	}
	below := tree.Roots
	if found.Classification != nil {
		below = found.Classification.Children
	}
	page.Children = catalog.LocalizeClassifications(p.SiteContext, below)
	if found.Classification == nil && len(below) == 0 {
		return page, nil
	}
	page.Listing, err = r.Listing(
		ctx,
		p.SiteContext,
		Scope{
			Kind: kind, Classification: found.Classification, Below: below,
			Base: p.SiteContext.Path(found.Route), SiteBrandID: p.SiteContext.Site.BrandPimID(),
		},
		catalog.ParseSelection(p.Found.URL.RawQuery),
	)
	if err != nil {
		// The classifications below remain usable without the list of products.
		visit.Degrade(ctx, err)
		page.Listing = nil
		return page, nil
	}
	if page.Listing.Selection.IsOfSiteBrand() {
		page.Children = r.OfSiteBrand(ctx, p.SiteContext, kind, page.Children)
	}
	return page, nil
}

// selectedCapabilities returns those of all capabilities that have one of the slugs. A slug may be in another language
// of the site, because the query of a URL is kept when the visitor changes the language; unknown slugs are ignored.
func (r *Catalogue) selectedCapabilities(
	ctx context.Context,
	siteCtx *site.Context,
	all []*catalog.Capability,
	slugs []string,
) []*catalog.Capability {
	selected, unknown := catalog.SelectCapabilities(all, all, slugs)
	for _, language := range site.LanguagesOf(siteCtx.Site) {
		if len(unknown) == 0 {
			break
		}
		if language == siteCtx.Locale.LanguageCode {
			continue
		}
		translated, err := r.PIM.Capabilities(ctx, language)
		if err != nil {
			visit.Degrade(ctx, err)
			break
		}
		var found []*catalog.Capability
		found, unknown = catalog.SelectCapabilities(all, translated, unknown)
		selected = append(selected, found...)
	}
	return selected
}

// WithCapabilities returns the products with each of the capabilities that have a page, with an error per capability:
// one call per site context.
func (r *Catalogue) WithCapabilities(
	ctx context.Context, capabilities []*catalog.LocalizedCapability,
) ([][]*catalog.LocalizedProduct, []error) {
	products, errs := make([][]*catalog.LocalizedProduct, len(capabilities)), make([]error, len(capabilities))
	positions := map[*site.Context][]int{}
	for i, c := range capabilities {
		if c != nil {
			positions[c.SiteContext] = append(positions[c.SiteContext], i)
		}
	}
	for siteCtx, at := range positions {
		ids := convert.All(at, func(i int) string { return capabilities[i].ID })
		found, failed := r.loaders(ctx, siteCtx).capable.LoadAll(ids)
		for k, i := range at {
			if errs[i] = failed[k]; errs[i] == nil {
				products[i], errs[i] = r.WithPage(ctx, siteCtx, found[k].Products)
			}
		}
	}
	return products, errs
}

// Capabilities returns the capabilities with the ids, in the PIM's order; all of them without ids.
func (r *Catalogue) Capabilities(
	ctx context.Context,
	siteCtx *site.Context,
	ids []string,
) ([]*catalog.LocalizedCapability, error) {
	visit.Of(ctx).Tag(pim.TagAll)
	all, err := r.PIM.Capabilities(ctx, siteCtx.Locale.LanguageCode)
	if err != nil {
		return nil, err
	}
	inFallback := r.fallbackCapabilities(ctx, siteCtx.Locale.LanguageCode)
	found := []*catalog.LocalizedCapability{}
	for _, c := range all {
		if ids == nil || slices.Contains(ids, c.ID) {
			localized := c.Localize(siteCtx)
			localized.ForeignLanguage = foreignLanguage(c.Name, inFallback[c.ID])
			found = append(found, localized)
		}
	}
	return found, nil
}

// IsNotFound reports whether the catalogue does not contain the item, as opposed to a failed read.
func IsNotFound(err error) bool {
	var missing *catalog.NotFoundError
	return errors.As(err, &missing)
}
