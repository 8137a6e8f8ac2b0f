package catalog

import "strand/domain/listing"

// Entry is what an address of the catalogue shows: a *Page or a *Product.
type Entry interface{ IsCatalogEntry() }

// IsCatalogEntry marks what an address can show.
func (*Page) IsCatalogEntry() {}

// IsCatalogEntry marks what an address can show.
func (*Product) IsCatalogEntry() {}

// Page is the overview of all products or services, or a classification.
type Page struct {
	Type Type
	// Classification is nil for the overview.
	Classification *Classification
	// Children are directly below.
	Children []*Classification
	Listing  *Listing
}

// Listing is one page of the products of a classification and all below it, as a visitor selected them.
type Listing struct {
	listing.Paging
	IsFiltered           bool
	Sort                 Sort
	Products             []*Product
	Brands, Capabilities []listing.Option
	// ResetURL is a path of the site.
	ResetURL string
}

// NewListing is the listing of a selection at an address, without its products.
func NewListing(base string, s Selection, total int) *Listing {
	return &Listing{
		Paging:     listing.NewPaging(total, s.Page, PageSize, func(page int) string { return base + s.OnPage(page).Query() }),
		IsFiltered: s.IsFiltered(), Sort: s.Sort,
		ResetURL: base + Selection{Sort: s.Sort, Page: 1}.Query(),
	}
}
