package catalog

import (
	"slices"

	"strand/domain/site"
)

// maxCompared is the maximum number of products side by side.
const maxCompared = 12

// MaxCompared is the maximum number of products of a classification side by side.
func (*Classification) MaxCompared() int { return maxCompared }

// Comparable returns the items of a comparison that are set side by side: the first ones, up to the maximum.
func Comparable[T any](items []T) []T { return items[:min(len(items), maxCompared)] }

// Comparison is products side by side.
type Comparison struct{ Columns []*ComparisonColumn }

// ComparisonColumn is one product of a comparison, in one of its variants.
type ComparisonColumn struct {
	Product *Product
	// Variant is nil for a product without variants.
	Variant *Variant
	detail  *Detail
}

// NewComparisonColumn is a product in the variant with an id, its first one where there is no such; nil for no product.
func NewComparisonColumn(p *Product, d *Detail, variantID string) *ComparisonColumn {
	if p == nil {
		return nil
	}
	c := &ComparisonColumn{Product: p, detail: d}
	for i, v := range d.Variants {
		if i == 0 || v.ID == variantID {
			c.Variant = v
		}
	}
	return c
}

// IsShown reports whether there is more than one product: only then there is something to compare (CAT-32).
func (c *Comparison) IsShown() bool { return len(c.Columns) > 1 }

// Rows is the technical data of all columns in a measurement system.
func (c *Comparison) Rows(system site.MeasurementSystem) []ComparisonRow {
	columns := make([][]Specification, len(c.Columns))
	for i, column := range c.Columns {
		if column.Variant != nil {
			columns[i] = column.Variant.Specifications(system)
		} else {
			columns[i] = Specifications(system, column.detail.Specifications)
		}
	}
	return Compare(columns)
}

// ComparisonRow is one row of a comparison.
type ComparisonRow struct {
	Name string
	Unit *string
	// Values are those of the columns, in their order; empty where a column has none.
	Values []string
	// Identical says that all columns have the same value, so that the row may be hidden. A single column has no
	// identical rows (CAT-35).
	Identical bool
}

// Compare sets the rows of several products side by side: by name and unit, in the order in which they first appear.
func Compare(columns [][]Specification) []ComparisonRow {
	rows := []ComparisonRow{}
	index := map[string]int{}
	for c, column := range columns {
		for _, s := range column {
			i, ok := index[s.key()]
			if !ok {
				i = len(rows)
				index[s.key()] = i
				rows = append(rows, ComparisonRow{Name: s.Name, Unit: s.Unit, Values: make([]string, len(columns))})
			}
			rows[i].Values[c] = s.Value
		}
	}
	for i := range rows {
		values := rows[i].Values
		rows[i].Identical = len(columns) > 1 && !slices.ContainsFunc(values, func(v string) bool { return v != values[0] })
	}
	return rows
}

// Candidates are the products to offer for a comparison: those that are in the basket already are left out, unless
// there is more than one variant of them to compare (CAT-36).
func Candidates(products []*Product, basket []string) []*Product {
	candidates := []*Product{}
	for _, p := range products {
		if p.VariantCount > 1 || !slices.Contains(basket, p.Slug) {
			candidates = append(candidates, p)
		}
	}
	return candidates
}
