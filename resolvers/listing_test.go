package resolvers

import (
	"slices"
	"strings"
	"testing"

	"strand/domain/catalog"
	"strand/domain/listing"
	"strand/domain/optional"
	"strand/domain/site"
)

// Rules: CAT-23.
func TestPageURL(t *testing.T) {
	at := func(page, total int) *catalog.Listing {
		s := catalog.Selection{BrandIDs: []string{"b"}, Sort: catalog.SortName, Page: page}
		return &catalog.Listing{Base: "/en/products", Selection: s, Total: total}
	}
	for name, test := range map[string]struct {
		listing        *catalog.Listing
		previous, next string
		pages          int
	}{
		"the only page":  {at(1, catalog.PageSize), "", "", 1},
		"the first page": {at(1, catalog.PageSize+1), "", "/en/products?brand=b&page=2&sort=name", 2},
		"the second page": {
			at(2, 3*catalog.PageSize), "/en/products?brand=b&sort=name", "/en/products?brand=b&page=3&sort=name", 3,
		},
		"the last page": {at(2, 2*catalog.PageSize), "/en/products?brand=b&sort=name", "", 2},
		"nothing":       {at(1, 0), "", "", 1},
	} {
		l := test.listing
		previous, next := pageURL(l, l.Page()-1), pageURL(l, l.Page()+1)
		if optional.OrEmpty(previous) != test.previous || optional.OrEmpty(next) != test.next ||
			l.PageCount() != test.pages {
			t.Errorf(
				"%s: %q, %q, %d pages", name, optional.OrEmpty(previous), optional.OrEmpty(next), l.PageCount(),
			)
		}
	}
}

// TestListingChips: each filter in use has a chip that names it and leads to the first page without it, in the same
// view; no filter that is not in use has one.
//
// Rules: CAT-22, CAT-39, CAT-41.
func TestListingChips(t *testing.T) {
	unit, fallback := "pcs/h", "en"
	x := catalog.NewIndexer("de")
	x.Set(&catalog.IndexRecord{
		Product:        &catalog.Product{Slug: "a", BrandID: "b", ClassificationSlug: "all"},
		Specifications: []catalog.Specification{{Name: "Output", Value: "1200", Unit: &unit}},
	})
	x.Set(&catalog.IndexRecord{
		Product:        &catalog.Product{Slug: "b", BrandID: "c", ClassificationSlug: "all"},
		Specifications: []catalog.Specification{{Name: "Output", Value: "7200", Unit: &unit}},
	})
	s := catalog.ParseSelection("brand=b&brand=c&min.output=1200&view=table&page=2")
	modes := []catalog.ChoiceFilter{{Slug: "mode", Values: []string{"auto", "hand"}}}
	locale := site.Locale{LanguageCode: "de"}
	found := x.Index().List(catalog.ListRequest{
		Classifications: []string{"all"}, Selection: s, System: site.Metric, Locale: locale,
	})
	s.Choices = modes
	l := &catalog.Listing{
		Base: "/de/products", Locale: locale, Selection: s, Figures: found.Figures,
		Brands: []listing.Option{
			{Value: "b", Label: "Brand B", Selected: true}, {Value: "c", Label: "Brand C", Selected: true},
			{Value: "d", Label: "Brand D"},
		},
		Choices: []*catalog.ChoiceFacet{{Slug: "mode", Options: []listing.Option{
			{Value: "auto", Label: "automatic", Selected: true, ForeignLanguage: &fallback},
			{Value: "off", Label: "off"},
		}}},
	}
	var got []string
	for _, c := range listingChips(l) {
		got = append(got, strings.TrimSpace(c.Label+" "+optional.OrEmpty(c.ForeignLanguage))+": "+c.URL)
	}
	want := []string{
		"Brand B: /de/products?brand=c&is.mode=auto&is.mode=hand&min.output=1200&view=table",
		"Brand C: /de/products?brand=b&is.mode=auto&is.mode=hand&min.output=1200&view=table",
		"automatic en: /de/products?brand=b&brand=c&is.mode=hand&min.output=1200&view=table",
		"Output ≥ 1’200 Stück/h: /de/products?brand=b&brand=c&is.mode=auto&is.mode=hand&view=table",
	}
	if !slices.Equal(got, want) {
		t.Errorf("chips:\n%s", strings.Join(got, "\n"))
	}
	// On the site of a brand, it is no filter.
	l.Selection.BrandIDs = nil
	l.Selection = l.Selection.OfSite("b")
	for _, c := range listingChips(l) {
		if c.Label == "Brand B" {
			t.Errorf("the brand of the site has a chip: %s", c.URL)
		}
	}
	if cards, table := viewURL(l, false), viewURL(l, true); table != cards+"&view=table" ||
		strings.Contains(cards, "page=") {
		t.Errorf("as cards at %q, as a table at %q", cards, table)
	}
}
