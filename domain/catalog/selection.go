package catalog

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"strand/domain/listing"
	"strand/domain/quantity"
	"strand/domain/site"
)

// PageSize is the number of products on a page of a listing. It fills rows of two, of three and of four.
const PageSize = 24

// Sort is the order of a listing.
type Sort string

const (
	// SortPosition is the order of the PIM.
	SortPosition Sort = "POSITION"
	SortName     Sort = "NAME"
	// SortFigure is the order of a figure, see Selection.SortedBy.
	SortFigure Sort = "FIGURE"
)

// Selection is a page of a listing with its filters and order. Its state is the query of the URL.
type Selection struct {
	// BrandIDs and Processes are alternatives; Capabilities, by their slugs, must all match. Processes are slugs of the
	// classifications directly below the listed one.
	BrandIDs, Capabilities, Processes []string
	// SiteBrandID is the brand of the site if the listing has products of it, see OfSite.
	SiteBrandID string
	// isOfAllBrands is true if the URL says so.
	isOfAllBrands bool
	// Figures are sorted by their slugs, and all must match.
	Figures []FigureFilter
	// wire and output are the values of the finder, see Index.WithTask.
	wire, output string
	// Choices are sorted by their slugs, and all must match.
	Choices []ChoiceFilter
	// System is the measurement system of the figures; empty for that of the country.
	System site.MeasurementSystem
	Sort   Sort
	// SortedBy is the slug of the figure of SortFigure.
	SortedBy     string
	IsDescending bool
	// IsTable shows the products as a table instead of cards.
	IsTable bool
	// Page counts from 1.
	Page int
}

// FigureFilter selects products by a figure. The values are as the visitor typed them; empty for none.
type FigureFilter struct {
	Slug string
	// Fits is a value that the product's range must contain.
	Fits string
	// Min and Max limit the product's value.
	Min, Max string
}

// ChoiceFilter selects products by a text of their technical data. The values, by their slugs, are alternatives.
type ChoiceFilter struct {
	Slug   string
	Values []string
}

// The parameters of a selection. The slug of a figure follows paramFits, paramMin and paramMax, that of a choice
// paramIs.
const (
	paramBrand      = "brand"
	paramCapability = "capability"
	paramProcess    = "process"
	paramSort       = "sort"
	paramUnits      = "units"
	paramView       = "view"
	paramFits       = "fit."
	paramMin        = "min."
	paramMax        = "max."
	paramIs         = "is."
	// paramWire and paramOutput are a cross-section and a lowest output of the finder, whose form does not depend on
	// the names of the figures.
	paramWire   = "wire"
	paramOutput = "output"
)

// Parameters are the parameters of the pages of the catalogue: those of a selection, and the variant of a product.
var Parameters = listing.Parameters{
	paramBrand, paramCapability, paramProcess, paramSort, paramUnits, paramView, paramFits, paramMin, paramMax, paramIs,
	paramWire, paramOutput, listing.ParamPage, VariantParameter,
}

const (
	sortName = "name"
	// sortLow and sortHigh precede the slug of the figure that a listing is sorted by.
	sortLow   = "low."
	sortHigh  = "high."
	viewTable = "table"
	// allBrands is the value of paramBrand for all products on the site of a brand.
	allBrands = "all"
	// maxFigures limits the figures of a selection.
	maxFigures = 8
	// maxFigureSlug limits the length of the slug of a figure in bytes.
	maxFigureSlug = 200
)

// systemNames are the values of paramUnits.
var systemNames = map[string]site.MeasurementSystem{"metric": site.Metric, "imperial": site.Imperial}

// ParseSelection parses the query of a URL. Unknown values are ignored, so that old links still work.
func ParseSelection(rawQuery string) Selection {
	query := listing.Query(rawQuery)
	brands := listing.Choices(query[paramBrand])
	isOfAllBrands := slices.Contains(brands, allBrands)
	brands = slices.DeleteFunc(brands, func(id string) bool { return id == allBrands })
	s := Selection{
		BrandIDs:     brands,
		Capabilities: listing.Choices(query[paramCapability]),
		Processes:    listing.Choices(query[paramProcess]),
		Figures:      parseFigures(query),
		Choices:      parseChoices(query),
		System:       systemNames[query.Get(paramUnits)],
		Sort:         SortPosition,
		IsTable:      query.Get(paramView) == viewTable,
		Page:         listing.Page(query),

		wire:          taskValue(query, paramWire),
		output:        taskValue(query, paramOutput),
		isOfAllBrands: isOfAllBrands,
	}
	by := listing.Choice(query, paramSort)
	low, isLow := strings.CutPrefix(by, sortLow)
	high, isHigh := strings.CutPrefix(by, sortHigh)
	switch {
	case by == sortName:
		s.Sort = SortName
	case isLow && low != "":
		s.Sort, s.SortedBy = SortFigure, low
	case isHigh && high != "":
		s.Sort, s.SortedBy, s.IsDescending = SortFigure, high, true
	}
	return s
}

// taskValue returns a value of the finder; empty for none.
func taskValue(query url.Values, name string) string {
	return strings.TrimSpace(listing.Choice(query, name))
}

// parseFigures returns the filters of figures, sorted by their slugs.
func parseFigures(query url.Values) []FigureFilter {
	var figures []FigureFilter
	for _, name := range slices.Sorted(maps.Keys(query)) {
		for _, prefix := range []string{paramFits, paramMin, paramMax} {
			slug, ok := strings.CutPrefix(name, prefix)
			value := strings.TrimSpace(listing.Choice(query, name))
			if !ok || slug == "" || value == "" || len(slug) > maxFigureSlug {
				continue
			}
			at := slices.IndexFunc(figures, func(f FigureFilter) bool { return f.Slug == slug })
			if at < 0 {
				at = len(figures)
				figures = append(figures, FigureFilter{Slug: slug})
			}
			switch prefix {
			case paramFits:
				figures[at].Fits = value
			case paramMin:
				figures[at].Min = value
			case paramMax:
				figures[at].Max = value
			}
		}
	}
	slices.SortFunc(figures, func(a, b FigureFilter) int { return strings.Compare(a.Slug, b.Slug) })
	return figures[:min(len(figures), maxFigures)]
}

// PlainQuery returns the query of a page in a locale with the values of figures in the form that is read in all
// languages, for links to the same page in another language.
func PlainQuery(rawQuery string, l site.Locale) string {
	query := listing.Query(rawQuery)
	isChanged := false
	for name, values := range query {
		isFigure := slices.ContainsFunc([]string{paramFits, paramMin, paramMax}, func(p string) bool {
			return strings.HasPrefix(name, p)
		})
		if !isFigure && name != paramWire && name != paramOutput {
			continue
		}
		for n, value := range values {
			if plain, ok := quantity.ReadPlain(value, l); ok && plain != value {
				values[n], isChanged = plain, true
			}
		}
	}
	if !isChanged {
		return rawQuery
	}
	return query.Encode()
}

// parseChoices returns the filters of choices, sorted by their slugs.
func parseChoices(query url.Values) []ChoiceFilter {
	var choices []ChoiceFilter
	for _, name := range slices.Sorted(maps.Keys(query)) {
		slug, ok := strings.CutPrefix(name, paramIs)
		values := listing.Choices(query[name])
		if ok && slug != "" && len(slug) <= maxFigureSlug && len(values) > 0 && len(choices) < maxFigures {
			choices = append(choices, ChoiceFilter{slug, values})
		}
	}
	return choices
}

// OfSite returns the selection on the site of a brand that has products in the listing: the products of the brand,
// unless the URL names brands or all of them (CAT-58).
func (s Selection) OfSite(brandID string) Selection {
	s.SiteBrandID = brandID
	if len(s.BrandIDs) == 0 && !s.isOfAllBrands {
		s.BrandIDs = []string{brandID}
	}
	return s
}

// IsOfSiteBrand reports whether the selection has the brand that is the default of the site.
func (s Selection) IsOfSiteBrand() bool {
	return s.SiteBrandID != "" && len(s.BrandIDs) == 1 && s.BrandIDs[0] == s.SiteBrandID
}

// brandValues returns the values of the URL for the brands.
func (s Selection) brandValues() []string {
	switch {
	case s.IsOfSiteBrand():
		return nil
	case s.SiteBrandID != "" && len(s.BrandIDs) == 0:
		return []string{allBrands}
	}
	return s.BrandIDs
}

// OnlySiteBrand and AllBrands return the first page of the selection with the products of the site's brand, and with
// those of all brands.
func (s Selection) OnlySiteBrand() Selection {
	s.BrandIDs = []string{s.SiteBrandID}
	return s.OnPage(1)
}

// AllBrands is described at OnlySiteBrand.
func (s Selection) AllBrands() Selection {
	s.BrandIDs = nil
	return s.OnPage(1)
}

// IsFiltered reports whether the selection excludes any product, except those of other brands on the site of a brand.
func (s Selection) IsFiltered() bool {
	brands := len(s.BrandIDs)
	if s.IsOfSiteBrand() {
		brands = 0
	}
	return brands+len(s.Capabilities)+len(s.Processes)+len(s.Figures)+len(s.Choices) > 0
}

// Query returns the selection as the query of a URL, with its question mark; empty for the default selection. Equal
// selections give equal queries.
func (s Selection) Query() string {
	query := url.Values{
		paramBrand: s.brandValues(), paramCapability: s.Capabilities, paramProcess: s.Processes,
	}
	for _, f := range s.Figures {
		query.Set(paramFits+f.Slug, f.Fits)
		query.Set(paramMin+f.Slug, f.Min)
		query.Set(paramMax+f.Slug, f.Max)
	}
	for _, c := range s.Choices {
		query[paramIs+c.Slug] = c.Values
	}
	for name, system := range systemNames {
		if s.System == system {
			query.Set(paramUnits, name)
		}
	}
	if by := s.sortValue(); by != "" {
		query.Set(paramSort, by)
	}
	if s.IsTable {
		query.Set(paramView, viewTable)
	}
	return listing.Encode(query, s.Page)
}

// sortValue is the value of the URL for the order; empty for that of the PIM.
func (s Selection) sortValue() string {
	switch {
	case s.Sort == SortName:
		return sortName
	case s.Sort == SortFigure && s.IsDescending:
		return sortHigh + s.SortedBy
	case s.Sort == SortFigure:
		return sortLow + s.SortedBy
	}
	return ""
}

// OnPage returns the selection on another page.
func (s Selection) OnPage(page int) Selection {
	s.Page = page
	return s
}

// Unfiltered returns the first page without filters, in the same order and view.
func (s Selection) Unfiltered() Selection {
	unfiltered := Selection{System: s.System, Sort: s.Sort, SortedBy: s.SortedBy, IsDescending: s.IsDescending,
		IsTable: s.IsTable, Page: 1}
	if s.SiteBrandID != "" {
		return unfiltered.OfSite(s.SiteBrandID)
	}
	return unfiltered
}

// figure returns the filter of a figure; empty for none.
func (s Selection) figure(slug string) FigureFilter {
	for _, f := range s.Figures {
		if f.Slug == slug {
			return f
		}
	}
	return FigureFilter{Slug: slug}
}

// choice returns the values of a choice that are asked for.
func (s Selection) choice(slug string) []string {
	for _, c := range s.Choices {
		if c.Slug == slug {
			return c.Values
		}
	}
	return nil
}

// WithoutChoice returns the selection without a value of a choice.
func (s Selection) WithoutChoice(slug, value string) Selection {
	var choices []ChoiceFilter
	for _, c := range s.Choices {
		if c.Slug == slug {
			c.Values = slices.DeleteFunc(slices.Clone(c.Values), func(v string) bool { return v == value })
		}
		if len(c.Values) > 0 {
			choices = append(choices, c)
		}
	}
	s.Choices = choices
	return s
}

// WithFigure returns the selection with another filter of its figure; one without values is removed.
func (s Selection) WithFigure(filter FigureFilter) Selection {
	s.Figures = slices.DeleteFunc(slices.Clone(s.Figures), func(f FigureFilter) bool { return f.Slug == filter.Slug })
	if filter.Fits+filter.Min+filter.Max != "" {
		s.Figures = append(s.Figures, filter)
	}
	return s
}
