// Package record holds what the PIM answers: plain values in one language, named as in its contract.
package record

// MeasurementSystem is Metric or Imperial.
type MeasurementSystem string

// ClassificationType is product or service.
type ClassificationType string

// ProductSort is position or name.
type ProductSort string

// RelationType is related, component or service.
type RelationType string

type Classification struct {
	ID                 string
	Name               string
	Slug               string
	ParentID           *string
	Description        *string
	ImageURL           *string
	Language           string
	SupportedCountries []string
	SortIndex          int
}

type Product struct {
	// Language is what the texts were asked for in; the contract does not tell it.
	Language           string
	Name               string
	Slug               string
	ProductBrandID     *string
	ClassificationSlug *string
	ShortDescription   *string
	LongDescription    *string
	Images             []*ProductImage
	Variants           []*Variant
	Specifications     []*Specification
	VariantCount       int
	Capabilities       []*ProductCapability
	Highlights         []*Highlight
	Documents          []*Document
	VideoURL           *string
	VideoImageURL      *string
	ModularSystem      []*ModularUnit
	Service            *ServiceBlock
}

type ModularUnit struct {
	Name        *string
	Description *string
	ImageURL    *string
	ProductSlug *string
}

type FacetCount struct {
	ID    string
	Count int
}

type ProductPage struct {
	TotalCount       int
	BrandCounts      []*FacetCount
	CapabilityCounts []*FacetCount
	Products         []*Product
}

type ProductImage struct {
	Name    *string
	URL     *string
	Default bool
}

type Specification struct {
	Name              string
	Value             *string
	Unit              *string
	MeasurementSystem *MeasurementSystem
}

type Variant struct {
	ID             string
	NameMetric     *string
	NameImperial   *string
	Specifications []*Specification
}

type Capability struct {
	ID       string
	Name     string
	ImageURL *string
}

type ProductCapability struct{ CapabilityID string }

type ProductRelation struct {
	Type    RelationType
	Product *Product
}

type Highlight struct {
	Name             *string
	ShortDescription *string
	LongDescription  *string
	ImageURL         *string
	VideoImageURL    *string
	VideoURL         *string
}

type Document struct {
	Name            *string
	ContentLanguage *string
	ThumbnailURL    *string
	Type            *string
	URL             *string
	Filename        *string
	Extension       *string
	SizeBytes       *float64
}

type ServiceBlock struct {
	Benefit1, Benefit2, Benefit3, Benefit4, Benefit5, Benefit6 *string
	Detail1, Detail2, Detail3, Detail4, Detail5, Detail6       *string
}
