package catalog

import (
	"iter"
	"slices"
	"sync"

	"strand/domain/convert"
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
	places   map[string]int
	columns  []column
	rows     []indexRow
	figures  []figureName
	// hasFigures is true if a product has a figure.
	hasFigures bool
	// figureOf are the figures by their slugs.
	figureOf map[string]int32
	choices  []choiceName
	// texts are the names of the rows of products and of all figures, and the values of the choices.
	texts map[string]bool
	// units are the most frequent units of the figures in each measurement system.
	units []unitPair
	// ofBrands returns the classifications that brands have products of.
	ofBrands func() map[string]map[string]bool

	mu    sync.Mutex
	lists lists
}

// IndexedProduct is a product of an index.
type IndexedProduct struct {
	*Product
	// Record has the texts that the search finds; its Specifications and Variants are in the index only.
	Record *IndexRecord
	// IsMachine is that of the technical data (see the function).
	IsMachine     bool
	capabilityIDs []string
	// rows are the numbers of the rows in the index.
	rows    []int32
	figures []figure
	choices []choice
	// listed identifies what lists of other products depend on (see ListsDiffer), hash the whole record.
	listed, hash uint64
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
	// row is the place of the first row in the technical data.
	name, row int32
	*figureLimits
}

// figureLimits are the limits of a figure, which products share.
type figureLimits struct {
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
func (f *figureLimits) in(system site.MeasurementSystem) limits {
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

func (p *IndexedProduct) choice(name int32) *choice {
	for n := range p.choices {
		if p.choices[n].name == name {
			return &p.choices[n]
		}
	}
	return nil
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
func (i *Index) HasFigures() bool { return i.hasFigures }

// Product returns the product with a slug; nil for none.
func (i *Index) Product(slug string) *IndexedProduct {
	if at, ok := i.places[slug]; ok {
		return i.products[at]
	}
	return nil
}

// OfClassification returns the products of a classification, sorted by name; none for an unknown slug.
func (i *Index) OfClassification(slug string) []*Product {
	of := i.list([]string{slug}, site.Metric)
	return convert.All(of.in(of.all, true), func(p *IndexedProduct) *Product { return p.Product })
}

// HasBrand reports whether classifications, by their slugs, have a product of a brand.
func (i *Index) HasBrand(brandID string, classifications []string) bool {
	of := i.ofBrands()[brandID]
	return slices.ContainsFunc(classifications, func(slug string) bool { return of[slug] })
}

// hasClassification reports whether a classification has a product.
func (i *Index) hasClassification(slug string) bool {
	for _, of := range i.ofBrands() {
		if of[slug] {
			return true
		}
	}
	return false
}

// classificationsOfBrands returns the classifications of the products of each brand, by id and slug.
func classificationsOfBrands(products []*IndexedProduct) map[string]map[string]bool {
	of := map[string]map[string]bool{}
	for _, p := range products {
		if of[p.BrandID] == nil {
			of[p.BrandID] = map[string]bool{}
		}
		of[p.BrandID][p.ClassificationSlug] = true
	}
	return of
}

// Specifications iterates over all rows of the technical data of a product, without those of its variants.
func (i *Index) Specifications(p *IndexedProduct) iter.Seq[Specification] {
	return func(yield func(Specification) bool) {
		for _, row := range p.rows {
			if !yield(i.specification(i.rows[row])) {
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
func (i *Index) figuresBySlug(uses []int) map[string]int32 {
	bySlug := map[string]int32{}
	for n := range uses {
		f := i.figures[n]
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
		same := i.Product(p.Slug)
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
		same, chosen := i.Product(p.Slug), p.choice(id)
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
