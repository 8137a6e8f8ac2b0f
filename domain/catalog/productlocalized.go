package catalog

import "strand/domain/site"

// LocalizedProduct is a product bound to a site context.
type LocalizedProduct struct {
	*Product
	site.Localized
	// Classification is the product's classification in the site context; nil if the country supports none.
	Classification *LocalizedClassification
}

// Localize binds a product to a site context, with its classification there.
func (p *Product) Localize(siteCtx *site.Context, c *Classification) *LocalizedProduct {
	return &LocalizedProduct{
		Product: p, Localized: site.Localized{SiteContext: siteCtx}, Classification: c.Localize(siteCtx),
	}
}

// Type is the type of the product's classification; TypeProduct without one.
func (p *LocalizedProduct) Type() Type {
	if p.Classification == nil {
		return TypeProduct
	}
	return p.Classification.Type
}

// Route is the path below the site's home: the classification's route and the product's slug; nil without a
// classification or a slug of a path, and for a nil product.
func (p *LocalizedProduct) Route() *string {
	if p == nil || p.Classification == nil || !IsProductSlug(p.Slug) {
		return nil
	}
	return new(ProductRoute(p.Classification.Classification, p.Slug))
}

// URL is the path of the product's page in its site context; nil if it has none.
func (p *LocalizedProduct) URL() *string {
	route := p.Route()
	if route == nil {
		return nil
	}
	return new(p.SiteContext.Path(*route))
}

// RequestURL is the path of a request for the product in its site context.
func (p *LocalizedProduct) RequestURL() string { return p.SiteContext.RequestURL(p.Slug) }

// CanonicalURL is the canonical URL of the product described in a language: absolute, on the main site, in the
// international locale of this language; nil if it has none.
func (p *LocalizedProduct) CanonicalURL(language string) *string {
	route := p.Route()
	if route == nil {
		return nil
	}
	return new(p.SiteContext.CanonicalURL(language, *route))
}

// Brand is the product's brand; nil for a brand that is not one of the group's.
func (p *LocalizedProduct) Brand() *site.Brand {
	if p.BrandID == "" {
		return nil
	}
	return p.SiteContext.Directory.BrandByPimID(p.BrandID)
}

// IsEntity marks a product as an entity of the federated graph, which other graphs reference by its key.
func (*LocalizedProduct) IsEntity() {}

// ServiceGroup contains the related services of one classification.
type ServiceGroup struct {
	Classification *LocalizedClassification
	Services       []*LocalizedProduct
}

// GroupServices groups services by their classification, in the order of the first service of each (CAT-18). Services
// without a classification are left out.
func GroupServices(services []*LocalizedProduct) []*ServiceGroup {
	var groups []*ServiceGroup
	bySlug := map[string]*ServiceGroup{}
	for _, s := range services {
		if s.Classification == nil {
			continue
		}
		group := bySlug[s.Classification.Slug]
		if group == nil {
			group = &ServiceGroup{Classification: s.Classification}
			bySlug[s.Classification.Slug] = group
			groups = append(groups, group)
		}
		group.Services = append(group.Services, s)
	}
	return groups
}

// LocalizedModularUnit is a unit of a modular system, bound to a site context.
type LocalizedModularUnit struct {
	*ModularUnit
	SiteContext *site.Context
}

// Localize binds a unit to a site context.
func (u *ModularUnit) Localize(siteCtx *site.Context) *LocalizedModularUnit {
	return &LocalizedModularUnit{ModularUnit: u, SiteContext: siteCtx}
}
