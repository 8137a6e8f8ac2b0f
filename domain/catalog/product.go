package catalog

import (
	"fmt"
	"strings"

	"strand/domain/site"
)

// Product is a product or service with the data of lists and links.
type Product struct {
	Slug             string
	Name             string
	ShortDescription *string
	// BrandID is the brand's id in the PIM; empty for none.
	BrandID string
	// Image is the first image; never nil, a missing one is a placeholder.
	Image *site.Image
	// VariantCount is the number of variants.
	VariantCount int
	// ClassificationSlug is the classification of the product in the PIM.
	ClassificationSlug string
}

// DetailedProduct is a product with all data of its page.
type DetailedProduct struct {
	Product *Product
	Detail  *Detail
}

// Detail is the data of the page of a product or service, in addition to Product.
type Detail struct {
	// LongDescription is plain text; an empty line separates paragraphs.
	LongDescription *string
	// Images has at least one image.
	Images []*site.Image
	// Specifications are all rows of the PIM, see the function Specifications.
	Specifications []Specification
	Variants       []*Variant
	CapabilityIDs  []string
	Highlights     []*Highlight
	Documents      []*Document
	Related        []Relation
	ModularSystem  []*ModularUnit
	Video          *Video
	// Benefits and Details belong to a service.
	Benefits, Details []string
}

// Relation is a relation to another product.
type Relation struct {
	Type    RelationType
	Product *Product
}

// RelationType is the type of a relation between products.
type RelationType string

const (
	Related   RelationType = "RELATED"
	Component RelationType = "COMPONENT"
	Service   RelationType = "SERVICE"
)

// RelatedBy returns the products of a type of relation, without duplicates and without the product itself.
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

// ModularUnit is a unit of a modular system.
type ModularUnit struct {
	Name        string
	Description *string
	Image       *site.Image
	// ProductSlug is the product that is this unit; empty for none.
	ProductSlug string
}

// Variant is a variant of a product.
type Variant struct {
	ID string
	// NameMetric and NameImperial are the names in each measurement system; a missing one is replaced with the other.
	NameMetric, NameImperial string
	// Own are the rows of the variant, Shared those of all variants; both are all rows of the PIM, see the function
	// Specifications.
	Own, Shared []Specification
}

// LocalizedVariant is a variant in a locale.
type LocalizedVariant struct {
	*Variant
	Locale site.Locale
}

// Localize returns the variant in a locale.
func (v *Variant) Localize(l site.Locale) *LocalizedVariant { return &LocalizedVariant{v, l} }

// Specifications returns the variant's rows in a measurement system, in the order of the rows of all variants.
func (v *LocalizedVariant) Specifications(system site.MeasurementSystem) []Specification {
	return Specifications(system, v.Locale, merge(v.Own, v.Shared))
}

// SpecificationGroups returns the variant's rows in a measurement system, by their groups.
func (v *LocalizedVariant) SpecificationGroups(system site.MeasurementSystem) []SpecificationGroup {
	return SpecificationGroups(system, v.Locale, merge(v.Own, v.Shared))
}

// Name returns the name of the variant in a measurement system; its id if it has no name.
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

// NotFoundError is returned for a slug that is not in the catalogue (CAT-5).
type NotFoundError struct{ Slug string }

func (e *NotFoundError) Error() string { return fmt.Sprintf("No product found for slug: '%s'", e.Slug) }

// NoHierarchy is logged for a product whose classification does not exist (CAT-6).
const NoHierarchy = "No hierarchy product found for slug"

// IsProductSlug reports whether a product with a slug can have a page: the slug is a part of a path, and has no comma,
// which separates slugs in lists.
func IsProductSlug(slug string) bool { return isSlug(slug) && !strings.Contains(slug, ",") }

// maxSlug is the maximum length of a slug, in bytes, so that a path fits into an address.
const maxSlug = 200

// isSlug reports whether a slug is a part of a path.
func isSlug(slug string) bool { return len(slug) <= maxSlug && site.IsSegment(slug) }
