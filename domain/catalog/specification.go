package catalog

import (
	"slices"

	"strand/domain/site"
)

// Specification is one row of technical data.
type Specification struct {
	Name  string
	Unit  *string
	Value string
	// System is what the row is written in; empty for both.
	System site.MeasurementSystem
}

func (s Specification) key() string {
	if s.Unit == nil {
		return s.Name
	}
	return s.Name + "\x00" + *s.Unit
}

// Specifications are the rows to show in a measurement system: those of the other system are dropped, and so is what
// repeats a name with its unit, and what says nothing (spec §5).
func Specifications(system site.MeasurementSystem, groups ...[]Specification) []Specification {
	rows := []Specification{}
	seen := map[string]bool{}
	for _, group := range groups {
		for _, s := range group {
			if s.Name == "" || s.Value == "" || s.System != "" && s.System != system || seen[s.key()] {
				continue
			}
			seen[s.key()] = true
			rows = append(rows, s)
		}
	}
	return rows
}

// HasSystems says whether the rows differ between the measurement systems, so that there is something to choose.
func (d *Detail) HasSystems() bool {
	differs := func(s Specification) bool { return s.System != "" }
	return slices.ContainsFunc(d.Specifications, differs) || slices.ContainsFunc(d.Variants, func(v *Variant) bool {
		return slices.ContainsFunc(v.Own, differs) || v.NameMetric != v.NameImperial && v.NameMetric != "" && v.NameImperial != ""
	})
}

// ComparisonRow is one row of a comparison.
type ComparisonRow struct {
	Name string
	Unit *string
	// Values are those of the columns, in their order; empty where a column has none.
	Values []string
	// Identical says that all columns have the same value, so that the row may be hidden. A single column is never
	// identical to anything (spec §5).
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

// Candidates are the products to offer for a comparison: those that are in the basket already are left out, unless there
// is more than one variant of them to compare (spec §5).
func Candidates(products []*Product, basket []string) []*Product {
	candidates := []*Product{}
	for _, p := range products {
		if p.VariantCount > 1 || !slices.Contains(basket, p.Slug) {
			candidates = append(candidates, p)
		}
	}
	return candidates
}
