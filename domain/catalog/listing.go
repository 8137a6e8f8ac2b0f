package catalog

import "strand/domain/listing"

// Entry is the data of a URL of the catalogue: an *Overview or a *LocalizedProduct.
type Entry interface{ IsCatalogEntry() }

// IsCatalogEntry marks an overview or classification as an Entry.
func (*Overview) IsCatalogEntry() {}

// IsCatalogEntry marks a product as an Entry.
func (*LocalizedProduct) IsCatalogEntry() {}

// Overview lists the products or services of a classification, or all of them.
type Overview struct {
	Type Type
	// Classification is nil for the overview of all products or services.
	Classification *LocalizedClassification
	// Children are the direct children of the classification, or the top level.
	Children []*LocalizedClassification
	Listing  *Listing
}

// Listing is a page of a selection of the products of a classification and its descendants.
type Listing struct {
	listing.Paging
	IsFiltered           bool
	Sort                 Sort
	Products             []*LocalizedProduct
	Brands, Capabilities []listing.Option
	// ResetURL is the path of the listing without filters.
	ResetURL string
}

// NewListing returns the listing of a selection without its products. base is the path of the listing.
func NewListing(base string, s Selection, total int) *Listing {
	return &Listing{
		Paging: listing.NewPaging(
			total,
			s.Page,
			PageSize,
			func(page int) string { return base + s.OnPage(page).Query() },
		),
		IsFiltered: s.IsFiltered(),
		Sort:       s.Sort,
		ResetURL:   base + Selection{Sort: s.Sort, Page: 1}.Query(),
	}
}
