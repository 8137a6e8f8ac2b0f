package catalog

import (
	"slices"

	"strand/domain/site"
)

// Specification is a row of technical data.
type Specification struct {
	Name  string
	Unit  *string
	Value string
	// System is the measurement system of the row; empty for both.
	System site.MeasurementSystem
}

func (s Specification) key() string {
	if s.Unit == nil {
		return s.Name
	}
	return s.Name + "\x00" + *s.Unit
}

// Specifications returns the rows of a measurement system. Rows of the other system, rows that repeat a name with its
// unit, and rows without name or value are dropped (CAT-13).
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

// HasSystems reports whether the rows differ between the measurement systems, so that the client offers a choice.
func (d *Detail) HasSystems() bool {
	differs := func(s Specification) bool { return s.System != "" }
	return slices.ContainsFunc(d.Specifications, differs) || slices.ContainsFunc(d.Variants, func(v *Variant) bool {
		return slices.ContainsFunc(v.Own, differs) ||
			v.NameMetric != v.NameImperial && v.NameMetric != "" && v.NameImperial != ""
	})
}
