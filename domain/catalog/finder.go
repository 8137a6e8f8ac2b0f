package catalog

import (
	"cmp"
	"math"
	"slices"

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
	inScope := make(map[string]bool, len(r.Classifications))
	for _, slug := range r.Classifications {
		inScope[slug] = true
	}
	var listed []*IndexedProduct
	for _, p := range i.ordered(r.Selection) {
		if inScope[p.ClassificationSlug] {
			listed = append(listed, p)
		}
	}
	facets, choices := i.facets(listed, r), i.choiceFacets(listed, r)
	firstChoice := firstFigure + len(facets)
	result := &ListResult{
		Listed: len(listed), Figures: facets, Choices: choices,
		Brands: map[string]int{}, Capabilities: map[string]int{}, Processes: map[string]int{},
	}
	processOf := map[string]string{}
	for process, below := range r.Processes {
		for _, slug := range below {
			processOf[slug] = process
		}
	}
	m := matcher{request: r, facets: facets, choices: choices, processOf: processOf}
	var matched []*IndexedProduct
	for _, p := range listed {
		failed, filter := m.failures(p)
		count := func(counts map[string]int, key string, without int) {
			if key == "" {
				return
			}
			n := counts[key]
			if failed == 0 || failed == 1 && filter == without {
				n++
			}
			counts[key] = n
		}
		count(result.Brands, p.BrandID, filterBrand)
		count(result.Processes, processOf[p.ClassificationSlug], filterProcess)
		for _, id := range p.capabilityIDs {
			count(result.Capabilities, id, noFilter) // they must all match
		}
		for n, c := range choices {
			if chosen := p.choice(c.name); chosen != nil {
				count(c.counts, chosen.slug, firstChoice+n)
			}
		}
		for n, f := range facets {
			if failed == 0 || failed == 1 && filter == firstFigure+n {
				f.Of++
			}
		}
		if failed == 0 {
			matched = append(matched, p)
		}
	}
	for _, f := range facets {
		f.Count = len(matched)
	}
	for _, c := range choices {
		c.setOptions(i.language)
	}
	switch r.Selection.Sort {
	case SortFigure:
		sortByFigure(matched, facets, r)
	case SortPosition:
		i.sortByFit(matched, facets, r)
	}
	result.Total = len(matched)
	result.Products = listing.Slice(matched, r.Selection.Page, PageSize)
	return result
}

func (i *Index) ordered(s Selection) []*IndexedProduct {
	if s.Sort == SortName {
		return i.byName
	}
	return i.products
}

// The filters of a listing; those of figures and choices follow in the order of the facets.
const (
	noFilter = iota
	filterBrand
	filterCapability
	filterProcess
	firstFigure
)

type matcher struct {
	request   ListRequest
	facets    []*FigureFacet
	choices   []*ChoiceFacet
	processOf map[string]string
}

// failures returns the number of filters that a product does not match, and the last of them.
func (m *matcher) failures(p *IndexedProduct) (count, filter int) {
	fail := func(f int) { count, filter = count+1, f }
	s := m.request.Selection
	if len(s.BrandIDs) > 0 && !slices.Contains(s.BrandIDs, p.BrandID) {
		fail(filterBrand)
	}
	if len(s.Processes) > 0 && !slices.Contains(s.Processes, m.processOf[p.ClassificationSlug]) {
		fail(filterProcess)
	}
	for _, id := range m.request.CapabilityIDs {
		if !slices.Contains(p.capabilityIDs, id) {
			fail(filterCapability)
			break
		}
	}
	for n, f := range m.facets {
		if f.IsFiltered() && !f.matches(p, m.request.System) {
			fail(firstFigure + n)
		}
	}
	for n, c := range m.choices {
		chosen := p.choice(c.name)
		if len(c.values) > 0 && (chosen == nil || !slices.Contains(c.values, chosen.slug)) {
			fail(firstFigure + len(m.facets) + n)
		}
	}
	return count, filter
}

func (p *IndexedProduct) figure(name int32) *figure {
	for n := range p.figures {
		if p.figures[n].name == name {
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
func (i *Index) facets(listed []*IndexedProduct, r ListRequest) []*FigureFacet {
	type use struct {
		count, ranges, rows int
		all                 limits
	}
	uses := make([]use, len(i.figures))
	for _, p := range listed {
		for n := range p.figures {
			f, u := &p.figures[n], &uses[p.figures[n].name]
			has := f.in(r.System)
			if u.count == 0 {
				u.all = has
			}
			u.count, u.rows, u.all = u.count+1, u.rows+int(f.row), u.all.with(has.low, has.high)
			if f.isRange {
				u.ranges++
			}
		}
	}
	names := make([]int32, 0, len(uses))
	for n := range uses {
		names = append(names, int32(n)) //nolint:gosec // as in Indexer
	}
	slices.SortStableFunc(names, func(a, b int32) int {
		return cmp.Or(
			cmp.Compare(rankOf(i.figures[a]), rankOf(i.figures[b])),
			cmp.Compare(uses[a].rows*max(uses[b].count, 1), uses[b].rows*max(uses[a].count, 1)),
		)
	})
	var facets []*FigureFacet
	offered, taken := 0, map[string]bool{}
	for _, n := range names {
		u, slug := uses[n], i.figures[n].slug
		filter := r.Selection.figure(slug)
		isUsed := filter != FigureFilter{Slug: slug} || r.Selection.Sort == SortFigure && r.Selection.SortedBy == slug
		isOffered := offered < maxFacets && u.all.low < u.all.high &&
			float64(u.count) >= minFacetShare*float64(len(listed))
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
func (i *Index) choiceFacets(listed []*IndexedProduct, r ListRequest) []*ChoiceFacet {
	facets := make([]*ChoiceFacet, len(i.choices))
	uses, rows := make([]int, len(i.choices)), make([]int, len(i.choices))
	for n, c := range i.choices {
		facets[n] = &ChoiceFacet{
			Slug: c.slug, Label: c.name, name: int32(n), //nolint:gosec // as in Indexer
			values: r.Selection.choice(c.slug), labels: map[string]string{}, counts: map[string]int{},
		}
	}
	for _, p := range listed {
		for _, c := range p.choices {
			uses[c.name]++
			rows[c.name] += int(c.row)
			if labels := facets[c.name].labels; len(labels) <= maxChoiceOptions {
				labels[c.slug] = c.value
			}
		}
	}
	slices.SortStableFunc(facets, func(a, b *ChoiceFacet) int {
		return cmp.Compare(rows[a.name]*max(uses[b.name], 1), rows[b.name]*max(uses[a.name], 1))
	})
	offered := 0
	return slices.DeleteFunc(facets, func(c *ChoiceFacet) bool {
		isOffered := offered < maxChoiceFacets && len(c.labels) > 1 && len(c.labels) <= maxChoiceOptions &&
			float64(uses[c.name]) >= minFacetShare*float64(len(listed))
		if isOffered {
			offered++
		}
		return uses[c.name] == 0 || !isOffered && len(c.values) == 0
	})
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

// sortByFigure sorts by the lowest value, or descending by the highest one; products without the figure come last.
func sortByFigure(products []*IndexedProduct, facets []*FigureFacet, r ListRequest) {
	at := slices.IndexFunc(facets, func(f *FigureFacet) bool { return f.IsSorted })
	if at < 0 {
		return
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
	slices.SortStableFunc(products, func(a, b *IndexedProduct) int { return cmp.Compare(key(a), key(b)) })
}

// sortByFit sorts by how well the products fit the cross-section that is asked for (CAT-60): first those whose range
// has it well inside, then those at whose limit it is; of these the narrower ranges first. Without a cross-section and
// for equal products, the order of the PIM stays.
func (i *Index) sortByFit(products []*IndexedProduct, facets []*FigureFacet, r ListRequest) {
	at := slices.IndexFunc(facets, func(f *FigureFacet) bool {
		return f.IsRange && f.Filter.Fits != "" && i.figures[f.name].measure == quantity.CrossSection
	})
	if at < 0 || !facets[at].IsFiltered() {
		return
	}
	asked := facets[at].asked
	key := func(p *IndexedProduct) fit {
		f := p.figure(facets[at].name)
		if f == nil {
			return fit{width: math.Inf(1)}
		}
		return fitOf(f.in(r.System), asked)
	}
	slices.SortStableFunc(products, func(a, b *IndexedProduct) int {
		x, y := key(a), key(b)
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
		if i.columns[row.column].name != facet.Label {
			continue
		}
		s := i.specification(row)
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
