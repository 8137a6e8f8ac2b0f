package resolvers

import (
	"slices"
	"strings"

	"strand/domain/catalog"
	"strand/domain/listing"
	"strand/domain/optional"
	"strand/domain/quantity"
	"strand/domain/site"
	"strand/gql/model"
)

// listingURL returns the path of a listing with another selection.
func listingURL(l *catalog.Listing, s catalog.Selection) string { return l.Base + s.Query() }

// viewURL returns the path of a listing as a table or as cards, from its first page.
func viewURL(l *catalog.Listing, isTable bool) string {
	s := l.Selection.OnPage(1)
	s.IsTable = isTable
	return listingURL(l, s)
}

// pageURL returns the path of a page of a listing; nil if there is no such page.
func pageURL(l *catalog.Listing, page int) *string {
	if page < 1 || page > l.PageCount() {
		return nil
	}
	return new(listingURL(l, l.Selection.OnPage(page)))
}

// listingChips returns the filters of a listing that are in use, with the path of the listing without each. The brand
// of the site is no filter there.
func listingChips(l *catalog.Listing) []*model.ListingChip {
	chips := []*model.ListingChip{}
	add := func(label string, language *string, without catalog.Selection) {
		url := listingURL(l, without.OnPage(1))
		chips = append(chips, &model.ListingChip{Label: label, URL: url, ForeignLanguage: language})
	}
	without := func(values []string, value string) []string {
		return slices.DeleteFunc(slices.Clone(values), func(v string) bool { return v == value })
	}
	for _, options := range []struct {
		all    []listing.Option
		remove func(s *catalog.Selection, value string)
	}{
		{l.Processes, func(s *catalog.Selection, value string) { s.Processes = without(s.Processes, value) }},
		{l.Capabilities, func(s *catalog.Selection, value string) { s.Capabilities = without(s.Capabilities, value) }},
		{l.Brands, func(s *catalog.Selection, value string) { s.BrandIDs = without(s.BrandIDs, value) }},
	} {
		for _, o := range options.all {
			isDefault := l.Selection.IsOfSiteBrand() && o.Value == l.Selection.SiteBrandID
			if o.Selected && !isDefault {
				s := l.Selection
				options.remove(&s, o.Value)
				add(o.Label, o.ForeignLanguage, s)
			}
		}
	}
	for _, c := range l.Choices {
		for _, o := range c.Options {
			if o.Selected {
				add(o.Label, o.ForeignLanguage, l.Selection.WithoutChoice(c.Slug, o.Value))
			}
		}
	}
	for _, f := range l.Figures {
		if f.IsFiltered() {
			add(chipOf(f, l.Locale), f.ForeignLanguage, l.Selection.WithFigure(catalog.FigureFilter{Slug: f.Slug}))
		}
	}
	return chips
}

// chipOf describes the values of a figure that are asked for, written for a locale: `Cross-section 0.5 mm²`,
// `Output ≥ 3000 pcs/h`.
func chipOf(f *catalog.FigureFacet, l site.Locale) string {
	fits, low, high := f.Asked()
	parts := []string{f.Label}
	for _, limit := range []struct {
		sign string
		q    quantity.Quantity
	}{{"", fits}, {"≥ ", low}, {"≤ ", high}} {
		if limit.q.Kind != quantity.Text {
			parts = append(parts, limit.sign+limit.q.Format(l))
		}
	}
	return strings.TrimSpace(strings.Join(parts, " ") + " " + optional.OrEmpty(f.Unit))
}
