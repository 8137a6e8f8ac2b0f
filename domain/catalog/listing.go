package catalog

import (
	"slices"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

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
	Total int
	// Page counts from 1.
	Page, PageCount      int
	IsFiltered           bool
	Sort                 Sort
	Products             []*Product
	Brands, Capabilities []Option
	// ResetURL, PreviousURL and NextURL are paths of the site; nil where there is no such page.
	ResetURL             string
	PreviousURL, NextURL *string
}

// Option is a choice of a filter.
type Option struct {
	Value, Label string
	// Count is how many products the choice leaves.
	Count    int
	Selected bool
}

// NewListing is the listing of a selection at an address, without its products.
func NewListing(base string, s Selection, total int) *Listing {
	l := &Listing{Total: total, Page: s.Page, PageCount: Pages(total), IsFiltered: s.IsFiltered(), Sort: s.Sort,
		ResetURL: base + Selection{Sort: s.Sort, Page: 1}.Query()}
	if s.Page > 1 {
		previous := base + s.OnPage(min(s.Page-1, l.PageCount)).Query()
		l.PreviousURL = &previous
	}
	if s.Page < l.PageCount {
		next := base + s.OnPage(s.Page+1).Query()
		l.NextURL = &next
	}
	return l
}

// Options are the choices of a filter, in the order of their labels in a language: what leaves nothing is left out, unless
// it is chosen.
func Options(all []Option, chosen []string, lang string) []Option {
	options := []Option{}
	for _, o := range all {
		o.Selected = slices.Contains(chosen, o.Value)
		if o.Count > 0 || o.Selected {
			options = append(options, o)
		}
	}
	// An unknown language sorts as the root of all.
	order := collate.New(language.Make(lang), collate.IgnoreCase, collate.Numeric)
	slices.SortStableFunc(options, func(a, b Option) int { return order.CompareString(a.Label, b.Label) })
	return options
}
