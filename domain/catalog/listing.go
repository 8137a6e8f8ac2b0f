package catalog

import (
	"strand/domain/convert"
	"strand/domain/listing"
	"strand/domain/site"
)

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
	// Total is the number of products on all pages.
	Total int
	// Base is the path of the listing without a query, Locale that of its texts.
	Base   string
	Locale site.Locale
	// Selection has a page of the listing.
	Selection Selection
	Items     []*ListedProduct
	// SiteBrand is the brand of the site if the listing has products of it; else nil.
	SiteBrand *site.Brand
	// Brands and Processes are alternatives; products have all selected capabilities.
	Brands, Capabilities, Processes []listing.Option
	// Figures are those that the products differ in, the decisive ones first.
	Figures []*FigureFacet
	// Choices are texts of the technical data.
	Choices []*ChoiceFacet
	// System is the measurement system of the figures; InOtherSystem the selection in the other one.
	System        site.MeasurementSystem
	InOtherSystem Selection
	// IsIncomplete is true while products are missing, because the index is being built.
	IsIncomplete bool
}

// ListedProduct is a product of a listing with its values of the figures.
type ListedProduct struct {
	Product *LocalizedProduct
	// Values are in the order of Listing.Figures; nil for a product without the figure.
	Values []*FigureValue
	// KeyFigures are the figures of its card.
	KeyFigures []Specification
}

// Products returns the products of the page.
func (l *Listing) Products() []*LocalizedProduct {
	return convert.All(l.Items, func(item *ListedProduct) *LocalizedProduct { return item.Product })
}

// Page is the number of the page, from 1.
func (l *Listing) Page() int { return l.Selection.Page }

// PageCount is the number of pages, at least 1.
func (l *Listing) PageCount() int { return listing.PageCount(l.Total, PageSize) }

// IsFiltered reports whether the selection excludes any product.
func (l *Listing) IsFiltered() bool { return l.Selection.IsFiltered() }

// IsTable reports whether the products are shown as a table.
func (l *Listing) IsTable() bool { return l.Selection.IsTable }

// Sort is the order of the products.
func (l *Listing) Sort() Sort { return l.Selection.Sort }

// SortedBy is the value of the URL for the order; empty for that of the PIM.
func (l *Listing) SortedBy() string { return l.Selection.sortValue() }

// Units is the value of the URL for the measurement system.
func (l *Listing) Units() string {
	if l.System == site.Imperial {
		return "imperial"
	}
	return "metric"
}
