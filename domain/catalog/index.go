package catalog

import (
	"cmp"
	"encoding/json"
	"hash/fnv"
	"iter"
	"slices"

	"golang.org/x/text/collate"

	"strand/domain/collation"
	"strand/domain/convert"
	"strand/domain/quantity"
	"strand/domain/site"
)

// IndexRecord is a product as it is read for an index.
type IndexRecord struct {
	*Product
	LongDescription *string
	Specifications  []Specification
	Variants        []*Variant
	CapabilityIDs   []string
	Highlights      []*Highlight
	Documents       []*Document
}

// Index contains the products of a type in one language with what lists filter, sort and show. It is immutable and safe
// for concurrent use.
type Index struct {
	language string
	products []*IndexedProduct
	bySlug   map[string]*IndexedProduct
	columns  []column
	figures  []figureName
	// figureOf are the figures by their slugs.
	figureOf map[string]int32
	choices  []choiceName
	// texts are the names of the rows and the values of the choices.
	texts map[string]bool
	// units are the most frequent units of the figures in each measurement system.
	units []unitPair
	// byName are the products in the order of their names.
	byName []*IndexedProduct
}

// IndexedProduct is a product of an index.
type IndexedProduct struct {
	*Product
	// Record has the texts that the search finds; its Specifications and Variants are in the index only.
	Record *IndexRecord
	// IsMachine is that of the technical data (see the function).
	IsMachine     bool
	capabilityIDs []string
	rows          []indexRow
	figures       []figure
	choices       []choice
	// listed identifies what lists of other products depend on (see ListsDiffer).
	listed uint64
}

// column is what rows of the technical data share, so that it is stored once.
type column struct {
	name   string
	unit   *string
	system site.MeasurementSystem
}

type indexRow struct {
	column int32
	value  string
}

// figureName identifies a figure that products are compared by: a name with a measure.
type figureName struct{ name, slug, measure string }

// figure is a figure of a product: the lowest and the highest value of the product and its variants.
type figure struct {
	name int32
	// row is the place of the first row in the technical data.
	row     int32
	isRange bool
	// metric and imperial are limits in the base unit of the measure. They may differ, as values of both systems are
	// rounded.
	metric, imperial limits
}

// choiceName identifies a text of the technical data that products are selected by, such as the operating mode.
type choiceName struct{ name, slug string }

// choice is such a text of a product, with its slug.
type choice struct {
	name, row   int32
	value, slug string
}

type limits struct{ low, high float64 }

func (l limits) isSet() bool { return l.low <= l.high }

func (l limits) with(low, high float64) limits { return limits{min(l.low, low), max(l.high, high)} }

// in returns the limits for a measurement system.
func (f *figure) in(system site.MeasurementSystem) limits {
	if system == site.Imperial && f.imperial.isSet() || !f.metric.isSet() {
		return f.imperial
	}
	return f.metric
}

type unitPair struct{ metric, imperial string }

func (u unitPair) in(system site.MeasurementSystem) string {
	if system == site.Imperial {
		return u.imperial
	}
	return u.metric
}

// Indexer builds the indexes of a type in one language. It is not safe for concurrent use; the indexes that it returns
// are.
type Indexer struct {
	language string
	products []*IndexedProduct
	places   map[string]int
	texts    map[string]string
	columns  []column
	columnOf map[columnKey]int32
	figures  []figureName
	figureOf map[figureName]int32
	choices  []choiceName
	choiceOf map[string]int32
	slugs    map[string]string
	values   map[indexRow]parsedValue
}

type columnKey struct {
	name, unit string
	hasUnit    bool
	system     site.MeasurementSystem
}

// NewIndexer returns an indexer without products.
func NewIndexer(language string) *Indexer {
	return &Indexer{
		language: language,
		places:   map[string]int{},
		texts:    map[string]string{},
		columnOf: map[columnKey]int32{},
		figureOf: map[figureName]int32{},
		choiceOf: map[string]int32{},
		slugs:    map[string]string{},
		values:   map[indexRow]parsedValue{},
	}
}

// Set adds a product at the end, or replaces the one with its slug.
func (x *Indexer) Set(r *IndexRecord) {
	p := x.indexed(r)
	if at, ok := x.places[r.Slug]; ok {
		x.products[at] = p
		return
	}
	x.places[r.Slug] = len(x.products)
	x.products = append(x.products, p)
}

// Has reports whether there is a product with a slug.
func (x *Indexer) Has(slug string) bool {
	_, ok := x.places[slug]
	return ok
}

// Len returns the number of products.
func (x *Indexer) Len() int { return len(x.products) }

func (x *Indexer) indexed(r *IndexRecord) *IndexedProduct {
	searched := *r
	searched.Specifications, searched.Variants = nil, nil
	for _, v := range r.Variants { // the names are searched
		searched.Variants = append(searched.Variants, &Variant{
			ID: v.ID, NameMetric: v.NameMetric, NameImperial: v.NameImperial,
		})
	}
	p := &IndexedProduct{Product: r.Product, Record: &searched, capabilityIDs: r.CapabilityIDs}
	var measures []rowMeasure
	for i, s := range r.Specifications {
		row := indexRow{x.column(s), x.text(s.Value)}
		p.rows = append(p.rows, row)
		if s.Name != "" && s.Value != "" {
			measures = append(measures, x.parsed(row).measure)
		}
		x.addFigure(p, row, int32(i)) //nolint:gosec // a record is limited in size
		x.addChoice(p, row, int32(i)) //nolint:gosec // as above
	}
	for _, v := range r.Variants {
		for i, s := range v.Own {
			row := indexRow{x.column(s), x.text(s.Value)}
			x.addFigure(p, row, int32(len(r.Specifications)+i)) //nolint:gosec // as above
		}
	}
	p.figures = slices.Clip(p.figures)
	p.listed = r.listed()
	p.IsMachine = slices.Contains(groupsOf(measures), GroupConnections)
	return p
}

// text returns an equal text that is stored once.
func (x *Indexer) text(s string) string {
	if known, ok := x.texts[s]; ok {
		return known
	}
	x.texts[s] = s
	return s
}

func (x *Indexer) column(s Specification) int32 {
	key := columnKey{name: s.Name, system: s.System}
	if s.Unit != nil {
		key.unit, key.hasUnit = *s.Unit, true
	}
	id, ok := x.columnOf[key]
	if !ok {
		id = int32(len(x.columns)) //nolint:gosec // there are fewer columns than rows
		x.columnOf[key] = id
		x.columns = append(x.columns, column{name: s.Name, unit: s.Unit, system: s.System})
	}
	return id
}

// parsedValue is a value of a column that products are compared by.
type parsedValue struct {
	// figure is -1 for a value that is no figure.
	figure int32
	// isNumber is false for a text.
	isNumber  bool
	measure   rowMeasure
	isRange   bool
	system    site.MeasurementSystem
	low, high float64
}

// isDeviation reports whether a value is a tolerance or a difference, which is no figure.
func isDeviation(q quantity.Quantity) bool {
	return q.Kind == quantity.Tolerance || q.Kind == quantity.Difference
}

// parsed returns the value of a row; equal values are parsed once. Texts, tolerances, differences, dimensions and
// values with an unknown unit are no figures (CAT-50).
func (x *Indexer) parsed(row indexRow) parsedValue {
	if v, ok := x.values[row]; ok {
		return v
	}
	c := x.columns[row.column]
	s := Specification{Name: c.name, Unit: c.unit, Value: row.value, System: c.system}
	q := s.quantity()
	v := parsedValue{
		figure:   -1,
		isNumber: q.Kind != quantity.Text,
		measure:  measureOf(q),
		isRange:  q.Kind == quantity.Range || q.Kind == quantity.Choice,
		system:   s.system(q),
	}
	var ok bool
	if v.low, v.high, ok = q.Limits(); ok && !isDeviation(q) {
		v.figure = x.figure(s.Name, q.Unit)
	}
	x.values[row] = v
	return v
}

// figure returns the figure of a name and a unit; -1 for a name without letters and digits.
func (x *Indexer) figure(name, unit string) int32 {
	measure, _ := quantity.Base(unit)
	key := figureName{name: name, slug: Slug(name), measure: measure}
	if key.slug == "" {
		return -1
	}
	id, ok := x.figureOf[key]
	if !ok {
		id = int32(len(x.figures)) //nolint:gosec // there are fewer figures than rows
		x.figureOf[key] = id
		x.figures = append(x.figures, key)
	}
	return id
}

// addFigure adds the value of a row to the figures of a product.
func (x *Indexer) addFigure(p *IndexedProduct, row indexRow, place int32) {
	v := x.parsed(row)
	if v.figure < 0 {
		return
	}
	at := slices.IndexFunc(p.figures, func(f figure) bool { return f.name == v.figure })
	if at < 0 {
		at = len(p.figures)
		unset := limits{low: 1}
		p.figures = append(p.figures, figure{name: v.figure, row: place, metric: unset, imperial: unset})
	}
	f := &p.figures[at]
	f.isRange = f.isRange || v.isRange
	if v.system != site.Imperial {
		f.metric = f.metric.add(v.low, v.high)
	}
	if v.system != site.Metric {
		f.imperial = f.imperial.add(v.low, v.high)
	}
}

// slug returns the slug of a text; equal texts are converted once.
func (x *Indexer) slug(s string) string {
	known, ok := x.slugs[s]
	if !ok {
		known = Slug(s)
		x.slugs[s] = known
	}
	return known
}

// maxChoiceText is the maximum length of a text that products are selected by, in bytes.
const maxChoiceText = 60

// addChoice adds the text of a row to the choices of a product; other rows are left out.
func (x *Indexer) addChoice(p *IndexedProduct, row indexRow, place int32) {
	c := x.columns[row.column]
	isText := c.unit == nil && c.system == "" && row.value != "" && len(row.value) <= maxChoiceText
	if !isText || x.parsed(row).isNumber {
		return
	}
	id, ok := x.choiceOf[c.name]
	if !ok {
		slug := Slug(c.name)
		if slug == "" {
			return
		}
		id = int32(len(x.choices)) //nolint:gosec // as above
		x.choiceOf[c.name] = id
		x.choices = append(x.choices, choiceName{c.name, slug})
	}
	if p.choice(id) == nil {
		p.choices = append(p.choices, choice{id, place, row.value, x.slug(row.value)})
	}
}

func (p *IndexedProduct) choice(name int32) *choice {
	for n := range p.choices {
		if p.choices[n].name == name {
			return &p.choices[n]
		}
	}
	return nil
}

// add returns limits that include others.
func (l limits) add(low, high float64) limits {
	if !l.isSet() {
		return limits{low, high}
	}
	return l.with(low, high)
}

// Index returns the index of the present products.
func (x *Indexer) Index() *Index {
	i := &Index{
		language: x.language,
		products: slices.Clone(x.products),
		bySlug:   make(map[string]*IndexedProduct, len(x.products)),
		columns:  slices.Clip(x.columns),
		figures:  slices.Clip(x.figures),
		choices:  slices.Clip(x.choices),
	}
	i.texts = map[string]bool{}
	for _, c := range i.columns {
		i.texts[c.name] = true
	}
	for _, p := range i.products {
		i.bySlug[p.Slug] = p
		for _, c := range p.choices {
			i.texts[c.value] = true
		}
	}
	i.figureOf = i.figuresBySlug()
	i.units = i.figureUnits(x)
	i.byName = i.sortedByName()
	return i
}

// figureUnits returns the most frequent unit of each figure in each measurement system.
func (i *Index) figureUnits(x *Indexer) []unitPair {
	uses := make([]int, len(i.columns))
	for _, p := range i.products {
		for _, row := range p.rows {
			uses[row.column]++
		}
	}
	pairs := make([]unitPair, len(i.figures))
	most := make([]struct{ metric, imperial int }, len(i.figures))
	for id, c := range i.columns {
		var unit string
		if c.unit != nil {
			unit = quantity.Symbol(*c.unit)
		}
		measure, ok := quantity.Base(unit)
		if !ok {
			continue
		}
		figure, ok := x.figureOf[figureName{name: c.name, slug: Slug(c.name), measure: measure}]
		if !ok || int(figure) >= len(pairs) {
			continue
		}
		system := cmp.Or(c.system, quantity.System(unit))
		if n := &most[figure].metric; system != site.Imperial && uses[id] > *n {
			*n, pairs[figure].metric = uses[id], unit
		}
		if n := &most[figure].imperial; system != site.Metric && uses[id] > *n {
			*n, pairs[figure].imperial = uses[id], unit
		}
	}
	for f := range pairs {
		switch {
		case most[f].metric == 0 && most[f].imperial > 0:
			pairs[f].metric = quantity.UnitIn(pairs[f].imperial, site.Metric)
		case most[f].imperial == 0 && most[f].metric > 0:
			pairs[f].imperial = quantity.UnitIn(pairs[f].metric, site.Imperial)
		}
	}
	return pairs
}

func (i *Index) sortedByName() []*IndexedProduct {
	order := collation.Of(i.language, collate.Numeric)
	keys := make(map[*IndexedProduct][]byte, len(i.products))
	for _, p := range i.products {
		keys[p] = order.Key(p.Name)
	}
	sorted := slices.Clone(i.products)
	slices.SortStableFunc(sorted, func(a, b *IndexedProduct) int { return slices.Compare(keys[a], keys[b]) })
	return sorted
}

// listed returns the hash of what lists of other products depend on.
func (r *IndexRecord) listed() uint64 {
	h := fnv.New64a()
	own := convert.All(r.Variants, func(v *Variant) []Specification { return v.Own })
	// Texts and numbers can always be encoded, and a hash never fails to write.
	_ = json.NewEncoder(h).Encode([]any{
		r.ClassificationSlug, r.BrandID, r.VariantCount, r.CapabilityIDs, r.Specifications, own,
	})
	return h.Sum64()
}

// ListsDiffer reports whether lists that do not show some products may differ between two indexes because of them: by
// the classification, the brand, the capabilities or the technical data. namesDiffer reports whether their names
// differ, which only lists in the order of the names depend on.
func (i *Index) ListsDiffer(other *Index, slugs []string) (listsDiffer, namesDiffer bool) {
	for _, slug := range slugs {
		a, b := i.Product(slug), other.Product(slug)
		switch {
		case a == nil && b == nil:
		case a == nil || b == nil || a.listed != b.listed:
			return true, true
		case a.Name != b.Name:
			namesDiffer = true
		}
	}
	return false, namesDiffer
}

// HasSameLists reports whether all lists of two indexes have the same products in the same order.
func (i *Index) HasSameLists(other *Index) bool {
	return slices.EqualFunc(i.products, other.products, func(a, b *IndexedProduct) bool {
		return a.Slug == b.Slug && a.Name == b.Name && a.listed == b.listed
	})
}

// Products returns the products in the order of the PIM.
func (i *Index) Products() []*IndexedProduct { return i.products }

// HasFigures reports whether a product has a figure.
func (i *Index) HasFigures() bool { return len(i.figures) > 0 }

// Product returns the product with a slug; nil for none.
func (i *Index) Product(slug string) *IndexedProduct { return i.bySlug[slug] }

// OfClassification returns the products of a classification, sorted by name.
func (i *Index) OfClassification(slug string) []*Product {
	var products []*Product
	for _, p := range i.byName {
		if p.ClassificationSlug == slug {
			products = append(products, p.Product)
		}
	}
	return products
}

// HasBrand reports whether classifications, by their slugs, have a product of a brand.
func (i *Index) HasBrand(brandID string, classifications []string) bool {
	return slices.ContainsFunc(i.products, func(p *IndexedProduct) bool {
		return p.BrandID == brandID && slices.Contains(classifications, p.ClassificationSlug)
	})
}

// Specifications iterates over all rows of the technical data of a product, without those of its variants.
func (i *Index) Specifications(p *IndexedProduct) iter.Seq[Specification] {
	return func(yield func(Specification) bool) {
		for _, row := range p.rows {
			if !yield(i.specification(row)) {
				return
			}
		}
	}
}

func (i *Index) specification(row indexRow) Specification {
	c := i.columns[row.column]
	return Specification{Name: c.name, Unit: c.unit, Value: row.value, System: c.system}
}

// figuresBySlug returns the figure of each slug that most products have.
func (i *Index) figuresBySlug() map[string]int32 {
	uses := make([]int, len(i.figures))
	for _, p := range i.products {
		for _, f := range p.figures {
			uses[f.name]++
		}
	}
	bySlug := map[string]int32{}
	for n, f := range i.figures {
		if most, ok := bySlug[f.slug]; uses[n] > 0 && (!ok || uses[n] > uses[most]) {
			bySlug[f.slug] = int32(n) //nolint:gosec // as in Indexer
		}
	}
	return bySlug
}

// TranslateFigure returns the slug in this index of a figure that has the slug in the index of another language: the
// figure that a product has in the same row of its technical data. It is not ok for a figure that neither has.
func (i *Index) TranslateFigure(other *Index, slug string) (translated string, ok bool) {
	id, ok := other.figureOf[slug]
	if !ok {
		return "", false
	}
	for _, p := range other.products {
		same := i.bySlug[p.Slug]
		at := slices.IndexFunc(p.figures, func(f figure) bool { return f.name == id })
		if same == nil || at < 0 {
			continue
		}
		row := p.figures[at].row
		if n := slices.IndexFunc(same.figures, func(f figure) bool { return f.row == row }); n >= 0 {
			return i.figures[same.figures[n].name].slug, true
		}
	}
	return "", false
}

// choiceNamed returns the choice with a slug; not ok for none.
func (i *Index) choiceNamed(slug string) (id int32, ok bool) {
	at := slices.IndexFunc(i.choices, func(c choiceName) bool { return c.slug == slug })
	return int32(at), at >= 0 //nolint:gosec // as in Indexer
}

// TranslateChoice returns the slug of a choice and of its value in this index, like TranslateFigure.
func (i *Index) TranslateChoice(other *Index, slug, value string) (name, translated string, ok bool) {
	id, ok := other.choiceNamed(slug)
	if !ok {
		return "", "", false
	}
	for _, p := range other.products {
		same, chosen := i.bySlug[p.Slug], p.choice(id)
		if same == nil || chosen == nil || chosen.slug != value {
			continue
		}
		for _, c := range same.choices {
			if c.row == chosen.row {
				return i.choices[c.name].slug, c.slug, true
			}
		}
	}
	return "", "", false
}

// HasFigure reports whether a product of the index has a figure with a slug.
func (i *Index) HasFigure(slug string) bool {
	_, ok := i.figureOf[slug]
	return ok
}
