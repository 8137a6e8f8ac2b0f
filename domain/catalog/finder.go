package catalog

import (
	"cmp"
	"math"
	"slices"

	"strand/domain/convert"
	"strand/domain/listing"
	"strand/domain/optional"
	"strand/domain/quantity"
	"strand/domain/site"
)

// ListRequest selects products of an index.
type ListRequest struct {
	// Classifications are the slugs of the listed classifications.
	Classifications []string
	// Processes are the classifications below each process, by the slug of the process, itself included.
	Processes     map[string][]string
	CapabilityIDs []string
	Selection     Selection
	System        site.MeasurementSystem
	Locale        site.Locale
}

// ListResult is a page of the products of an index.
type ListResult struct {
	// Total counts the products of all pages, Listed those without any filter.
	Total, Listed int
	Products      []*IndexedProduct
	// Brands, Capabilities and Processes count the products that match the other filters, by id or slug. Options that
	// no product of the listing has without filters are missing.
	Brands, Capabilities, Processes map[string]int
	Figures                         []*FigureFacet
	Choices                         []*ChoiceFacet
}

// ChoiceFacet is a text of the technical data that products can be selected by, such as the operating mode.
type ChoiceFacet struct {
	Slug, Label string
	// ForeignLanguage is the language of the label, if it is another one than that of the page.
	ForeignLanguage *string
	Options         []listing.Option

	name   int32
	values []string
	labels map[string]string
	counts map[string]int
}

// Parameter is the parameter of the URL with the selected values.
func (c *ChoiceFacet) Parameter() string { return paramIs + c.Slug }

const (
	// maxFacets is the number of figures that a listing offers.
	maxFacets = 6
	// minFacetShare is the share of the products that have a figure that is offered.
	minFacetShare = 0.3
	// maxChoiceFacets and maxChoiceOptions limit the choices that a listing offers, and the texts of each.
	maxChoiceFacets  = 2
	maxChoiceOptions = 6
	// tolerance is the relative difference of values that are equal, for values that were converted.
	tolerance = 1e-3
	// minCrossSection replaces smaller cross-sections, whose logarithm is not usable, in mm².
	minCrossSection = 1e-3
)

// List selects, counts, sorts and paginates products (CAT-22, CAT-42 to CAT-52).
func (i *Index) List(r ListRequest) *ListResult {
	of := i.list(r.Classifications, r.System)
	result := &ListResult{Listed: len(of.products), Figures: i.facets(of, r), Choices: i.choiceFacets(of, r)}
	processOf := map[string]string{}
	for process, below := range r.Processes {
		for _, slug := range below {
			processOf[slug] = process
		}
	}
	found := of.filter(r, processOf, result)
	result.Brands = counts(of.brands, found.without(filterBrand))
	result.Capabilities = counts(of.capabilities, found.without(noFilter)) // they must all match
	result.Processes = map[string]int{}
	for slug, n := range counts(of.classifications, found.without(filterProcess)) {
		if process := processOf[slug]; process != "" {
			result.Processes[process] += n
		}
	}
	matched := found.without(noFilter)
	for n, f := range result.Figures {
		f.Count, f.Of = size(matched), size(found.without(firstFigure+n))
	}
	for n, c := range result.Choices {
		if !found.isEmpty() {
			c.counts = of.choiceCounts(c, found.without(firstFigure+len(result.Figures)+n))
		}
		c.setOptions(i.language)
	}
	products := of.in(matched, r.Selection.Sort == SortName)
	switch r.Selection.Sort {
	case SortFigure:
		products = sortedByFigure(products, result.Figures, r)
	case SortPosition:
		products = i.sortedByFit(products, result.Figures, r)
	}
	result.Total = len(products)
	result.Products = listing.Slice(products, r.Selection.Page, PageSize)
	return result
}

func (p *IndexedProduct) figure(name int32) *figure { return p.figureNear(name, new(int)) }

// figureNear returns a figure. It looks first at the place where another product had it, since similar products have
// the same rows.
func (p *IndexedProduct) figureNear(name int32, place *int) *figure {
	if n := *place; n < len(p.figures) && p.figures[n].name == name {
		return &p.figures[n]
	}
	for n := range p.figures {
		if p.figures[n].name == name {
			*place = n
			return &p.figures[n]
		}
	}
	return nil
}

// rankOf returns the rank of a figure among the filters of a listing (CAT-59): the cross-section of the wire and the
// output, which a task begins with, precede the others.
func rankOf(f figureName) int {
	switch f.measure {
	case quantity.CrossSection:
		return 0
	case quantity.Output:
		return 1
	}
	return 2
}

// facets returns the figures that the listed products differ in: cross-section and output, then the others in the order
// of their places in the technical data. They are at most maxFacets, which at least a third of the products have, and
// those in use.
func (i *Index) facets(of *list, r ListRequest) []*FigureFacet {
	var facets []*FigureFacet
	offered, taken := 0, map[string]bool{}
	for _, n := range of.figureOrder {
		u, slug := of.figures[n], i.figures[n].slug
		filter := r.Selection.figure(slug)
		isUsed := filter != FigureFilter{Slug: slug} || r.Selection.Sort == SortFigure && r.Selection.SortedBy == slug
		isOffered := offered < maxFacets && u.all.low < u.all.high &&
			float64(u.count) >= minFacetShare*float64(len(of.products))
		if u.count == 0 || taken[slug] || !isUsed && !isOffered {
			continue
		}
		if isOffered {
			offered++
		}
		taken[slug] = true
		facets = append(facets, i.facet(n, filter, 2*u.ranges >= u.count, u.all, r))
	}
	return facets
}

// choiceFacets returns the texts by which the listed products differ, in the order of their places in the technical
// data: at most maxChoiceFacets, which at least a third of the products have, with few values, and those in use
// (CAT-54).
func (i *Index) choiceFacets(of *list, r ListRequest) []*ChoiceFacet {
	facets := []*ChoiceFacet{}
	offered := 0
	for _, n := range of.choiceOrder {
		u, c := of.choices[n], i.choices[n]
		isOffered := offered < maxChoiceFacets && len(u.labels) > 1 && len(u.labels) <= maxChoiceOptions &&
			float64(u.count) >= minFacetShare*float64(len(of.products))
		if isOffered {
			offered++
		}
		values := r.Selection.choice(c.slug)
		if u.count == 0 || !isOffered && len(values) == 0 {
			continue
		}
		facets = append(facets, &ChoiceFacet{
			Slug: c.slug, Label: c.name, name: n, values: values, labels: u.labels, counts: u.counts,
		})
	}
	return facets
}

// setOptions sets the options of the products' texts.
func (c *ChoiceFacet) setOptions(language string) {
	var options []listing.Option
	for slug, label := range c.labels {
		options = append(options, listing.Option{Value: slug, Label: label, Count: c.counts[slug], IsOffered: true})
	}
	c.Options = listing.SortedOptions(options, c.values, language)
}

func (i *Index) facet(name int32, filter FigureFilter, isRange bool, all limits, r ListRequest) *FigureFacet {
	unit := i.units[name].in(r.System)
	f := &FigureFacet{
		Slug:     i.figures[name].slug,
		Label:    i.figures[name].name,
		Unit:     optional.Text(quantity.FormatUnit(unit, r.Locale)),
		IsRange:  isRange,
		Filter:   filter,
		IsSorted: r.Selection.Sort == SortFigure && r.Selection.SortedBy == i.figures[name].slug,
		measure:  i.figures[name].measure,
		name:     name,
		all:      all,
		asked:    limits{math.Inf(-1), math.Inf(1)},
	}
	if q, ok := quantity.Between(all.low, all.low, unit); ok {
		f.Lowest = q.Format(r.Locale)
	}
	if q, ok := quantity.Between(all.high, all.high, unit); ok {
		f.Highest = q.Format(r.Locale)
	}
	f.read(unit, r.Locale)
	return f
}

// sortedByKey returns products sorted by a key, which is read once for each.
func sortedByKey[K any](
	products []*IndexedProduct, key func(*IndexedProduct) K, compare func(a, b K) int,
) []*IndexedProduct {
	type keyed struct {
		product *IndexedProduct
		key     K
	}
	all := convert.All(products, func(p *IndexedProduct) keyed { return keyed{p, key(p)} })
	slices.SortStableFunc(all, func(a, b keyed) int { return compare(a.key, b.key) })
	return convert.All(all, func(k keyed) *IndexedProduct { return k.product })
}

// sortedByFigure sorts by the lowest value, or descending by the highest one; products without the figure come last.
func sortedByFigure(products []*IndexedProduct, facets []*FigureFacet, r ListRequest) []*IndexedProduct {
	at := slices.IndexFunc(facets, func(f *FigureFacet) bool { return f.IsSorted })
	if at < 0 {
		return products
	}
	key := func(p *IndexedProduct) float64 {
		f := p.figure(facets[at].name)
		switch {
		case f == nil:
			return math.Inf(1)
		case r.Selection.IsDescending:
			return -f.in(r.System).high
		}
		return f.in(r.System).low
	}
	return sortedByKey(products, key, cmp.Compare)
}

// sortedByFit sorts by how well the products fit the cross-section that is asked for (CAT-60): first those whose range
// has it well inside, then those at whose limit it is; of these the narrower ranges first. Without a cross-section and
// for equal products, the order of the PIM stays.
func (i *Index) sortedByFit(
	products []*IndexedProduct, facets []*FigureFacet, r ListRequest,
) []*IndexedProduct {
	at := slices.IndexFunc(facets, func(f *FigureFacet) bool {
		return f.IsRange && f.Filter.Fits != "" && i.figures[f.name].measure == quantity.CrossSection
	})
	if at < 0 || !facets[at].IsFiltered() {
		return products
	}
	asked := facets[at].asked
	key := func(p *IndexedProduct) fit {
		f := p.figure(facets[at].name)
		if f == nil {
			return fit{width: math.Inf(1)}
		}
		return fitOf(f.in(r.System), asked)
	}
	return sortedByKey(products, key, func(x, y fit) int {
		return cmp.Or(cmp.Compare(y.margin, x.margin), cmp.Compare(x.width, y.width))
	})
}

// fit describes how a range fits what is asked for.
type fit struct {
	// margin is 1 if what is asked for is inside of the range with a tenth of its width on either side, else 0.
	margin int
	// width is the ratio of the limits as a power of two, so that similar ranges are equal.
	width float64
}

// fitOf compares limits by their ratios: cross-sections are a geometric series.
func fitOf(has, asked limits) fit {
	low := math.Log2(max(has.low, minCrossSection))
	high := math.Log2(max(has.high, minCrossSection))
	margin := (high - low) / 10
	found := fit{width: math.Round(high - low)}
	if math.Log2(max(asked.low, minCrossSection)) >= low+margin &&
		math.Log2(max(asked.high, minCrossSection)) <= high-margin {
		found.margin = 1
	}
	return found
}

// FigureValue is the value of a product for a figure of the listing.
type FigureValue struct {
	// Text is written for the locale, without the unit.
	Text string
	// Start and End are the places of its limits between those of all products, from 0 to 1.
	Start, End float64
	// Marks are the places of the values that the visitor asks for.
	Marks []float64
}

// Values returns the values of a product for the figures of a listing; nil for a figure that it does not have.
func (i *Index) Values(p *IndexedProduct, facets []*FigureFacet, r ListRequest) []*FigureValue {
	values := make([]*FigureValue, len(facets))
	for n, facet := range facets {
		f := p.figure(facet.name)
		if f == nil {
			continue
		}
		has := f.in(r.System)
		v := &FigureValue{Text: i.valueText(p, facet, has, r), Start: facet.place(has.low), End: facet.place(has.high)}
		for _, asked := range []float64{facet.asked.low, facet.asked.high} {
			if !math.IsInf(asked, 0) && !slices.Contains(v.Marks, facet.place(asked)) {
				v.Marks = append(v.Marks, facet.place(asked))
			}
		}
		values[n] = v
	}
	return values
}

// valueText returns the value of the technical data as it is written there; a value that differs between the variants
// is the range of them.
func (i *Index) valueText(p *IndexedProduct, facet *FigureFacet, has limits, r ListRequest) string {
	for _, row := range p.rows {
		if i.columns[i.rows[row].column].name != facet.Label {
			continue
		}
		s := i.specification(i.rows[row])
		q, ok := s.in(r.System, s.quantity())
		if low, high, isFigure := q.Limits(); ok && isFigure && isNear(low, has.low) && isNear(high, has.high) {
			return q.Format(r.Locale)
		}
	}
	if q, ok := quantity.Between(has.low, has.high, i.units[facet.name].in(r.System)); ok {
		return q.Format(r.Locale)
	}
	return ""
}

// isNear reports whether values are equal, except for the rounding of a conversion.
func isNear(a, b float64) bool { return math.Abs(a-b) <= 0.01*max(math.Abs(a), math.Abs(b)) }
