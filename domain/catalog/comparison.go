package catalog

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"strand/domain/convert"
	"strand/domain/listing"
	"strand/domain/site"
)

// maxCompared is the maximum number of products in a comparison.
const maxCompared = 12

// MaxCompared is the maximum number of products of the classification in a comparison.
func (*Classification) MaxCompared() int { return maxCompared }

// Comparable returns the items that a comparison includes: the first ones, up to the maximum.
func Comparable[T any](items []T) []T { return items[:min(len(items), maxCompared)] }

// The parameters of a URL with a comparison. The second and third one are those of the form that adds a product, or
// replaces the one at a position that counts from 0.
const (
	paramCompare     = "compare"
	paramCompareWith = "compare-with"
	paramCompareAt   = "compare-at"
)

// ComparisonParameters are the parameters of a comparison.
var ComparisonParameters = listing.Parameters{paramCompare, paramCompareWith, paramCompareAt}

// ComparedItem is a product of a comparison.
type ComparedItem struct {
	Slug string
	// VariantID is empty for the product's first variant.
	VariantID string
}

// ParseComparison returns the items of the comparison that the query of a URL names, with the one that its form adds:
// `compare=alpha-530,alpha-550:alpha-550-s&compare-with=alpha-355&compare-at=1` (CAT-44). Empty without a comparison.
func ParseComparison(rawQuery string) []ComparedItem {
	query := listing.Query(rawQuery)
	var items []ComparedItem
	for text := range strings.SplitSeq(query.Get(paramCompare), ",") {
		if item := parseComparedItem(text); item.Slug != "" {
			items = append(items, item)
		}
	}
	added := parseComparedItem(query.Get(paramCompareWith))
	if strings.Contains(added.Slug, ",") {
		added = ComparedItem{}
	}
	at, err := strconv.Atoi(query.Get(paramCompareAt))
	switch {
	case added.Slug == "":
	case err == nil && at >= 0 && at < len(items):
		items[at] = added
	default:
		items = append(items, added)
	}
	return Comparable(items)
}

func parseComparedItem(text string) ComparedItem {
	slug, variant, _ := strings.Cut(strings.TrimSpace(text), ":")
	return ComparedItem{Slug: slug, VariantID: variant}
}

// ComparisonQuery returns the query of a URL with the comparison of items, with its question mark.
func ComparisonQuery(items []ComparedItem) string {
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = url.QueryEscape(item.Slug)
		if item.VariantID != "" {
			texts[i] += ":" + url.QueryEscape(item.VariantID)
		}
	}
	return "?" + paramCompare + "=" + strings.Join(texts, ",")
}

// Comparison is a side-by-side comparison of products.
type Comparison struct {
	Columns     []*ComparisonColumn
	SiteContext *site.Context
}

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

// ComparisonRowGroup contains the rows of a comparison about one subject.
type ComparisonRowGroup struct {
	Kind SpecificationGroupKind
	// Rows has at least one row.
	Rows []ComparisonRow
}

// RowGroups returns the rows by groups (CAT-43). If a row is in different groups for different products, it is in that
// of the first product that has it.
func (c *Comparison) RowGroups(system site.MeasurementSystem) []ComparisonRowGroup {
	kinds := map[string]SpecificationGroupKind{}
	columns := make([][]Specification, len(c.Columns))
	for i, column := range c.Columns {
		for _, group := range column.groups(system) {
			for _, s := range group.Specifications {
				if _, isKnown := kinds[s.key()]; !isKnown {
					kinds[s.key()] = group.Kind
				}
				columns[i] = append(columns[i], s)
			}
		}
	}
	rows := Compare(columns)
	groups := []ComparisonRowGroup{}
	for _, kind := range groupKinds {
		group := ComparisonRowGroup{Kind: kind}
		for _, row := range rows {
			if kinds[(Specification{Name: row.Name, Unit: row.Unit}).key()] == kind {
				group.Rows = append(group.Rows, row)
			}
		}
		if len(group.Rows) > 0 {
			groups = append(groups, group)
		}
	}
	return groups
}

// groups returns the technical data of the column by groups.
func (c *ComparisonColumn) groups(system site.MeasurementSystem) []SpecificationGroup {
	if c.Variant != nil {
		return c.Variant.SpecificationGroups(system)
	}
	return SpecificationGroups(system, c.Product.SiteContext.Locale, c.detail.Specifications)
}

// Classification is that of the first product, whose other products can be added; nil without one.
func (c *Comparison) Classification() *LocalizedClassification {
	for _, column := range c.Columns {
		if column.Product.Classification != nil {
			return column.Product.Classification
		}
	}
	return nil
}

// Slugs are the products of the columns.
func (c *Comparison) Slugs() []string {
	return convert.All(c.Columns, func(column *ComparisonColumn) string { return column.Product.Slug })
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
