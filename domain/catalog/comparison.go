package catalog

import (
	"slices"

	"strand/domain/site"
)

// maxCompared is the maximum number of products in a comparison.
const maxCompared = 12

// MaxCompared is the maximum number of products of the classification in a comparison.
func (*Classification) MaxCompared() int { return maxCompared }

// Comparable returns the items that a comparison includes: the first ones, up to the maximum.
func Comparable[T any](items []T) []T { return items[:min(len(items), maxCompared)] }

// Comparison is a side-by-side comparison of products.
type Comparison struct{ Columns []*ComparisonColumn }

// ComparisonColumn is a product of a comparison, in one of its variants.
type ComparisonColumn struct {
	Product *LocalizedProduct
	// Variant is nil for a product without variants.
	Variant *LocalizedVariant
	detail  *Detail
}

// NewComparisonColumn returns the column of a product in the variant with an id, or in its first variant if there is no
// such; nil without a product.
func NewComparisonColumn(p *LocalizedProduct, d *Detail, variantID string) *ComparisonColumn {
	if p == nil {
		return nil
	}
	c := &ComparisonColumn{Product: p, detail: d}
	for i, v := range d.Variants {
		if i == 0 || v.ID == variantID {
			c.Variant = v.Localize(p.SiteContext.Locale)
		}
	}
	return c
}

// IsShown reports whether there are at least two products to compare (CAT-32).
func (c *Comparison) IsShown() bool { return len(c.Columns) > 1 }

// Rows returns the technical data of all columns in a measurement system.
func (c *Comparison) Rows(system site.MeasurementSystem) []ComparisonRow {
	columns := make([][]Specification, len(c.Columns))
	for i, column := range c.Columns {
		if column.Variant != nil {
			columns[i] = column.Variant.Specifications(system)
		} else {
			columns[i] = Specifications(system, column.Product.SiteContext.Locale, column.detail.Specifications)
		}
	}
	return Compare(columns)
}

// ComparisonRow is a row of a comparison.
type ComparisonRow struct {
	Name string
	Unit *string
	// Values are the values of the columns, in their order; empty for a column without one.
	Values []string
	// Identical is true if all columns have the same value; the client can hide such rows. A single column has no
	// identical rows (CAT-35).
	Identical bool
}

// Compare merges the rows of several products by name and unit, in the order of their first occurrence.
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
		rows[i].Identical = len(columns) > 1 &&
			!slices.ContainsFunc(values, func(v string) bool { return v != values[0] })
	}
	return rows
}

// Candidates returns the products that can be added to a comparison. Products in the basket are left out, unless they
// have more than one variant (CAT-36).
func Candidates(products []*Product, basket []string) []*Product {
	candidates := []*Product{}
	for _, p := range products {
		if p.VariantCount > 1 || !slices.Contains(basket, p.Slug) {
			candidates = append(candidates, p)
		}
	}
	return candidates
}
