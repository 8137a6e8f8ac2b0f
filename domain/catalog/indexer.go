package catalog

import (
	"cmp"
	"encoding/json"
	"hash/maphash"
	"maps"
	"slices"
	"sync"

	"strand/domain/quantity"
	"strand/domain/site"
)

// Indexer builds the indexes of a type in one language. It is not safe for concurrent use; the indexes that it returns
// are.
type Indexer struct {
	*tables
	language string
	products []*IndexedProduct
	// places are those of the products by slug, texts those of Index. Indexes share them: they are copied before they
	// change.
	places   map[string]int
	texts    map[string]bool
	isShared bool
	// figureUses and columnUses count the products and rows with each figure and column.
	figureUses, columnUses []int
	// earlier has the products that are kept if their records are the same; nil for none.
	earlier *Indexer
}

// tables has what products share, so that it is stored once. Nothing is removed or changed, so that indexes use the
// slices while rows are added.
type tables struct {
	columns  []column
	columnOf map[columnKey]int32
	// rows are the different rows, values what they are for filters.
	rows     []indexRow
	rowOf    map[indexRow]int32
	values   []parsedValue
	figures  []figureName
	figureOf map[figureName]int32
	limits   map[figureLimits]*figureLimits
	choices  []choiceName
	choiceOf map[string]int32
	slugs    map[string]string
	// made is the number of products that were made of records, each with rows of its own at worst.
	made int
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
		texts:    map[string]bool{},
		tables: &tables{
			columnOf: map[columnKey]int32{},
			rowOf:    map[indexRow]int32{},
			figureOf: map[figureName]int32{},
			limits:   map[figureLimits]*figureLimits{},
			choiceOf: map[string]int32{},
			slugs:    map[string]string{},
		},
	}
}

// Again returns an indexer without products for another read of them all. Products whose records are the same are those
// of this indexer, so that both together need little more memory than one. After many changes, it shares nothing with
// this indexer: most of the rows may be those of earlier records.
func (x *Indexer) Again() *Indexer {
	next := NewIndexer(x.language)
	if x.made <= 2*len(x.products) {
		next.tables, next.earlier = x.tables, x
	}
	return next
}

// Done ends the read that Again began.
func (x *Indexer) Done() { x.earlier = nil }

// Set adds a product at the end, or replaces the one with its slug.
func (x *Indexer) Set(r *IndexRecord) {
	p := x.indexed(r)
	at, ok := x.places[r.Slug]
	switch {
	case !ok:
		x.unshare()
		x.places[r.Slug] = len(x.products)
		x.products = append(x.products, p)
	case x.products[at] == p:
		return
	default:
		x.countUses(x.products[at], -1)
		x.products[at] = p
	}
	x.countUses(p, 1)
	for _, row := range p.rows {
		x.addText(x.columns[x.rows[row].column].name)
	}
	for _, f := range p.figures { // also those of variants
		x.addText(x.figures[f.name].name)
	}
	for _, c := range p.choices {
		x.addText(c.value)
	}
}

// unshare copies the maps that indexes have.
func (x *Indexer) unshare() {
	if x.isShared {
		x.places, x.texts, x.isShared = maps.Clone(x.places), maps.Clone(x.texts), false
	}
}

func (x *Indexer) addText(text string) {
	if !x.texts[text] {
		x.unshare()
		x.texts[text] = true
	}
}

// countUses adds the figures and rows of a product to their uses, or removes them.
func (x *Indexer) countUses(p *IndexedProduct, n int) {
	x.figureUses = append(x.figureUses, make([]int, len(x.figures)-len(x.figureUses))...)
	x.columnUses = append(x.columnUses, make([]int, len(x.columns)-len(x.columnUses))...)
	for _, f := range p.figures {
		x.figureUses[f.name] += n
	}
	for _, row := range p.rows {
		x.columnUses[x.rows[row].column] += n
	}
}

// Has reports whether there is a product with a slug.
func (x *Indexer) Has(slug string) bool {
	_, ok := x.places[slug]
	return ok
}

// Len returns the number of products.
func (x *Indexer) Len() int { return len(x.products) }

// same returns the product of an index with a slug and the hash of its record; nil for none.
func (x *Indexer) same(slug string, hash uint64) *IndexedProduct {
	if x == nil {
		return nil
	}
	if at, ok := x.places[slug]; ok && x.products[at].hash == hash {
		return x.products[at]
	}
	return nil
}

func (x *Indexer) indexed(r *IndexRecord) *IndexedProduct {
	listed, hash := r.hashes()
	for _, known := range []*Indexer{x, x.earlier} {
		if p := known.same(r.Slug, hash); p != nil {
			return p
		}
	}
	x.made++
	searched := *r
	searched.Specifications, searched.Variants = nil, nil
	for _, v := range r.Variants { // the names are searched
		searched.Variants = append(searched.Variants, &Variant{
			ID: v.ID, NameMetric: v.NameMetric, NameImperial: v.NameImperial,
		})
	}
	p := &IndexedProduct{
		Product: r.Product, Record: &searched, capabilityIDs: r.CapabilityIDs, listed: listed, hash: hash,
		rows: make([]int32, len(r.Specifications)),
	}
	var measures []rowMeasure
	var figures []ownFigure
	for i, s := range r.Specifications {
		row := x.row(s)
		p.rows[i] = row
		if s.Name != "" && s.Value != "" {
			measures = append(measures, x.values[row].measure)
		}
		figures = x.withFigure(figures, row, int32(i)) //nolint:gosec // a record is limited in size
		x.addChoice(p, row, int32(i))                  //nolint:gosec // as above
	}
	for _, v := range r.Variants {
		for i, s := range v.Own {
			place := int32(len(r.Specifications) + i) //nolint:gosec // as above
			figures = x.withFigure(figures, x.row(s), place)
		}
	}
	p.figures = make([]figure, len(figures))
	for i, f := range figures {
		p.figures[i] = figure{f.name, f.row, x.sharedLimits(f.figureLimits)}
	}
	p.IsMachine = slices.Contains(groupsOf(measures), GroupConnections)
	return p
}

func (x *Indexer) sharedLimits(l figureLimits) *figureLimits {
	shared := x.limits[l]
	if shared == nil {
		shared = &l
		x.limits[l] = shared
	}
	return shared
}

// row returns the number of a row; equal rows are stored and read once.
func (x *Indexer) row(s Specification) int32 {
	row := indexRow{x.column(s), s.Value}
	id, ok := x.rowOf[row]
	if !ok {
		id = int32(len(x.rows)) //nolint:gosec // memory ends before
		x.rowOf[row] = id
		x.rows, x.values = append(x.rows, row), append(x.values, x.parsed(row))
	}
	return id
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

// parsed returns the value of a row. Texts, tolerances, differences, dimensions and values with an unknown unit are no
// figures (CAT-50).
func (x *Indexer) parsed(row indexRow) parsedValue {
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

// ownFigure is a figure of a product before its limits are shared.
type ownFigure struct {
	name, row int32
	figureLimits
}

// withFigure adds the value of a row to the figures of a product.
func (x *Indexer) withFigure(figures []ownFigure, row, place int32) []ownFigure {
	v := x.values[row]
	if v.figure < 0 {
		return figures
	}
	at := slices.IndexFunc(figures, func(f ownFigure) bool { return f.name == v.figure })
	if at < 0 {
		at = len(figures)
		unset := limits{low: 1}
		figures = append(figures, ownFigure{v.figure, place, figureLimits{metric: unset, imperial: unset}})
	}
	f := &figures[at]
	f.isRange = f.isRange || v.isRange
	if v.system != site.Imperial {
		f.metric = f.metric.add(v.low, v.high)
	}
	if v.system != site.Metric {
		f.imperial = f.imperial.add(v.low, v.high)
	}
	return figures
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
func (x *Indexer) addChoice(p *IndexedProduct, id, place int32) {
	row := x.rows[id]
	c := x.columns[row.column]
	isText := c.unit == nil && c.system == "" && row.value != "" && len(row.value) <= maxChoiceText
	if !isText || x.values[id].isNumber {
		return
	}
	name, ok := x.choiceOf[c.name]
	if !ok {
		slug := Slug(c.name)
		if slug == "" {
			return
		}
		name = int32(len(x.choices)) //nolint:gosec // as above
		x.choiceOf[c.name] = name
		x.choices = append(x.choices, choiceName{c.name, slug})
	}
	if p.choice(name) == nil {
		p.choices = append(p.choices, choice{name, place, row.value, x.slug(row.value)})
	}
}

// add returns limits that include others.
func (l limits) add(low, high float64) limits {
	if !l.isSet() {
		return limits{low, high}
	}
	return l.with(low, high)
}

// Index returns the index of the present products. It takes little time, since it is called after each change.
func (x *Indexer) Index() *Index {
	x.isShared = true
	i := &Index{
		language: x.language,
		products: slices.Clone(x.products),
		places:   x.places,
		columns:  slices.Clip(x.columns),
		rows:     slices.Clip(x.rows),
		figures:  slices.Clip(x.figures),
		choices:  slices.Clip(x.choices),
		texts:    x.texts,
		lists:    newLists(),
	}
	i.ofBrands = sync.OnceValue(func() map[string]map[string]bool { return classificationsOfBrands(i.products) })
	i.hasFigures = slices.ContainsFunc(x.figureUses, func(n int) bool { return n > 0 })
	i.figureOf = i.figuresBySlug(x.figureUses)
	i.units = i.figureUnits(x)
	return i
}

// figureUnits returns the most frequent unit of each figure in each measurement system.
func (i *Index) figureUnits(x *Indexer) []unitPair {
	pairs := make([]unitPair, len(i.figures))
	most := make([]struct{ metric, imperial int }, len(i.figures))
	for id, n := range x.columnUses {
		c := i.columns[id]
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
		if m := &most[figure].metric; system != site.Imperial && n > *m {
			*m, pairs[figure].metric = n, unit
		}
		if m := &most[figure].imperial; system != site.Metric && n > *m {
			*m, pairs[figure].imperial = n, unit
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

var hashSeed = maphash.MakeSeed()

// hashes returns the hash of what lists of other products depend on, and that of the whole record.
func (r *IndexRecord) hashes() (listed, whole uint64) {
	var h maphash.Hash
	h.SetSeed(hashSeed)
	text := func(s string) {
		_, _ = h.WriteString(s)
		_ = h.WriteByte(0xff) // no text contains it
	}
	rows := func(all []Specification) {
		for _, s := range all {
			text(s.Name)
			text(s.Value)
			if s.Unit != nil {
				text(*s.Unit)
			}
			text(string(s.System))
			_ = h.WriteByte(0xfe)
		}
		_ = h.WriteByte(0xfe)
	}
	text(r.ClassificationSlug)
	text(r.BrandID)
	maphash.WriteComparable(&h, r.VariantCount)
	for _, id := range r.CapabilityIDs {
		text(id)
	}
	rows(r.Specifications)
	for _, v := range r.Variants {
		rows(v.Own)
	}
	listed = h.Sum64()
	// Texts and numbers can always be encoded, and a hash never fails to write.
	encoder := json.NewEncoder(&h)
	_ = encoder.Encode([]any{r.Product, r.LongDescription, r.Highlights, r.Documents})
	for _, v := range r.Variants {
		for _, name := range []string{v.ID, v.NameMetric, v.NameImperial} {
			text(name)
		}
	}
	return listed, h.Sum64()
}
