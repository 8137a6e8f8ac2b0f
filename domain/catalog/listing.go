package catalog

import (
	"slices"
	"strings"

	"strand/domain/convert"
	"strand/domain/listing"
	"strand/domain/optional"
	"strand/domain/quantity"
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
	listing.Paging
	// Base is the path of the listing without a query.
	Base       string
	Selection  Selection
	IsFiltered bool
	Sort       Sort
	Items      []*ListedProduct
	// Brands and Processes are alternatives; products have all selected capabilities.
	Brands, Capabilities, Processes []listing.Option
	// Figures are those that the products differ in, the decisive ones first.
	Figures []*FigureFacet
	// Choices are texts of the technical data.
	Choices []*ChoiceFacet
	// System is the measurement system of the figures; OtherSystemURL the path of the listing in the other one.
	System         site.MeasurementSystem
	OtherSystemURL string
	IsTable        bool
	// CardsURL and TableURL are the paths of the two views.
	CardsURL, TableURL string
	// ResetURL is the path of the listing without filters.
	ResetURL string
	// Chips are the filters in use.
	Chips []Chip
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

// SortedBy is the value of the URL for the order; empty for that of the PIM.
func (l *Listing) SortedBy() string { return l.Selection.sortValue() }

// Units is the value of the URL for the measurement system.
func (l *Listing) Units() string {
	if l.System == site.Imperial {
		return "imperial"
	}
	return "metric"
}

// Chip is a filter in use, with the path of the listing without it.
type Chip struct {
	Label, URL string
	// ForeignLanguage is the language of the label, if it is another one than that of the page.
	ForeignLanguage *string
}

// NewListing returns the listing of a selection in a measurement system, without its products and filters. base is the
// path of the listing.
func NewListing(base string, s Selection, system site.MeasurementSystem, total int) *Listing {
	urlOf := func(s Selection) string { return base + s.OnPage(1).Query() }
	asTable, asCards := s, s
	asTable.IsTable, asCards.IsTable = true, false
	return &Listing{
		Paging: listing.NewPaging(
			total,
			s.Page,
			PageSize,
			func(page int) string { return base + s.OnPage(page).Query() },
		),
		Base:       base,
		Selection:  s,
		IsFiltered: s.IsFiltered(),
		Sort:       s.Sort,
		System:     system,
		IsTable:    s.IsTable,
		CardsURL:   urlOf(asCards),
		TableURL:   urlOf(asTable),
		ResetURL:   urlOf(s.Unfiltered()),
	}
}

// SetChips lists the filters in use, after the options and figures are set.
func (l *Listing) SetChips(locale site.Locale) {
	l.Chips = []Chip{}
	add := func(label string, language *string, without Selection) {
		l.Chips = append(l.Chips, Chip{
			Label: label, URL: l.Base + without.OnPage(1).Query(), ForeignLanguage: language,
		})
	}
	without := func(values []string, value string) []string {
		return slices.DeleteFunc(slices.Clone(values), func(v string) bool { return v == value })
	}
	for _, options := range []struct {
		all    []listing.Option
		remove func(s *Selection, value string)
	}{
		{l.Processes, func(s *Selection, value string) { s.Processes = without(s.Processes, value) }},
		{l.Capabilities, func(s *Selection, value string) { s.Capabilities = without(s.Capabilities, value) }},
		{l.Brands, func(s *Selection, value string) { s.BrandIDs = without(s.BrandIDs, value) }},
	} {
		for _, o := range options.all {
			if o.Selected {
				s := l.Selection
				options.remove(&s, o.Value)
				add(o.Label, o.ForeignLanguage, s)
			}
		}
	}
	for _, c := range l.Choices {
		for _, o := range c.Options {
			if o.Selected {
				add(o.Label, o.ForeignLanguage, l.Selection.withoutChoice(c.Slug, o.Value))
			}
		}
	}
	for _, f := range l.Figures {
		if f.IsFiltered() {
			add(f.chip(locale), f.ForeignLanguage, l.Selection.withFigure(FigureFilter{Slug: f.Slug}))
		}
	}
}

// chip describes the values that are asked for, written for a locale: `Cross-section 0.5 mm²`, `Output ≥ 3000 pcs/h`.
func (f *FigureFacet) chip(l site.Locale) string {
	parts := []string{f.Label}
	for _, limit := range []struct {
		sign string
		q    quantity.Quantity
	}{{"", f.fits}, {"≥ ", f.low}, {"≤ ", f.high}} {
		if limit.q.Kind != quantity.Text {
			parts = append(parts, limit.sign+limit.q.Format(l))
		}
	}
	return strings.TrimSpace(strings.Join(parts, " ") + " " + optional.OrEmpty(f.Unit))
}
