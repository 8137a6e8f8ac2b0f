package catalog

import (
	"fmt"

	"strand/domain/site"
)

// Product is a product or service, as lists and links show it.
type Product struct {
	Slug             string
	Name             string
	ShortDescription *string
	// BrandID is the brand's id in the PIM; empty for none.
	BrandID string
	// Image is the one to show first: never nil, a placeholder stands in.
	Image *site.Image
	// VariantCount is how many variants there are to choose from.
	VariantCount int
	// ClassificationSlug is the classification that the PIM files the product under.
	ClassificationSlug string

	// View is what the product was read for; nil in the cache.
	View *site.View
	// Classification is the product's own in the view; nil where it is filed under nothing that the country supports.
	Classification *Classification
}

// In is the product in a view, with its classification there.
func (p *Product) In(view *site.View, c *Classification) *Product {
	bound := *p
	bound.View, bound.Classification = view, c
	return &bound
}

// Type tells a product from a service by its classification; what is filed under nothing counts as a product.
func (p *Product) Type() Type {
	if p.Classification == nil {
		return TypeProduct
	}
	return p.Classification.Type
}

// Route is the path below the site's home: the classification's route and the product's slug; nil where the product is
// filed under nothing that the country supports.
func (p *Product) Route() *string {
	if p.Classification == nil {
		return nil
	}
	route := ProductRoute(p.Classification, p.Slug)
	return &route
}

// URL is the path of the product's page in its view; nil where it has none.
func (p *Product) URL() *string {
	route := p.Route()
	if route == nil || p.View == nil {
		return nil
	}
	path := p.View.Path(*route)
	return &path
}

// CanonicalURL is the one address of the product among all that show it: on the main site, in absolute form.
func (p *Product) CanonicalURL() *string {
	route := p.Route()
	if route == nil || p.View == nil {
		return nil
	}
	address := p.View.AbsoluteOn(p.View.Directory.Main(), *route)
	return &address
}

// Brand is the product's brand; nil for one that the group does not have.
func (p *Product) Brand() *site.Brand {
	if p.View == nil || p.BrandID == "" {
		return nil
	}
	return p.View.Directory.BrandByPimID(p.BrandID)
}

// IsEntity marks what other graphs of a federation may refer to by its key.
func (*Product) IsEntity() {}

// Full is a product with everything that its page shows.
type Full struct {
	Product *Product
	Detail  *Detail
}

// Detail is what a page of a product or service shows beside the product itself.
type Detail struct {
	// LongDescription is plain text; an empty line separates paragraphs.
	LongDescription *string
	// Images are never empty.
	Images []*site.Image
	// Specifications are raw: see Specifications.
	Specifications []Specification
	Variants       []*Variant
	CapabilityIDs  []string
	Highlights     []*Highlight
	Documents      []*Document
	Related        []Relation
	ModularSystem  []*ModularUnit
	Video          *Video
	// Benefits and Details are those of a service.
	Benefits, Details []string
}

// Relation is what a product has to do with another.
type Relation struct {
	Type    RelationType
	Product *Product
}

// RelationType is how products belong together.
type RelationType string

const (
	Related   RelationType = "RELATED"
	Component RelationType = "COMPONENT"
	Service   RelationType = "SERVICE"
)

// RelatedBy are the products of one kind of relation, each once and never the product itself.
func (d *Detail) RelatedBy(kind RelationType, self string) []*Product {
	seen := map[string]bool{self: true}
	var products []*Product
	for _, r := range d.Related {
		if r.Type == kind && r.Product != nil && !seen[r.Product.Slug] {
			seen[r.Product.Slug] = true
			products = append(products, r.Product)
		}
	}
	return products
}

// ModularUnit is a part of a system that is put together from modules.
type ModularUnit struct {
	Name        string
	Description *string
	Image       *site.Image
	// ProductSlug is the product that is this part; empty where it is none.
	ProductSlug string

	// View is what the unit was read for; nil in the cache.
	View *site.View
}

// Variant is a version of a product.
type Variant struct {
	ID string
	// NameMetric and NameImperial are what it is called in each measurement system; one stands in for the other.
	NameMetric, NameImperial string
	// Own are the rows that the variant says itself, Shared those that hold for all variants; both raw, see
	// Specifications.
	Own, Shared []Specification
}

// Specifications are the variant's rows in a measurement system: its own, then those that hold for all variants.
func (v *Variant) Specifications(system site.MeasurementSystem) []Specification {
	return Specifications(system, v.Own, v.Shared)
}

// Name is what the variant is called in a measurement system; its id where it has no name.
func (v *Variant) Name(system site.MeasurementSystem) string {
	names := []string{v.NameMetric, v.NameImperial, v.ID}
	if system == site.Imperial {
		names = []string{v.NameImperial, v.NameMetric, v.ID}
	}
	for _, n := range names {
		if n != "" {
			return n
		}
	}
	return ""
}

// NotFoundError is the error for a slug that the catalogue does not have (CAT-5).
type NotFoundError struct{ Slug string }

func (e *NotFoundError) Error() string { return fmt.Sprintf("No product found for slug: '%s'", e.Slug) }

// NoHierarchy is logged for a product whose classification does not exist (CAT-6).
const NoHierarchy = "No hierarchy product found for slug"

// Locale is the code of the locale that it was read for.
func (p *Product) Locale() string { return p.View.Locale.Code() }

// Site is the technical name of the site that its addresses are on.
func (p *Product) Site() string { return p.View.Site.TechnicalName }
