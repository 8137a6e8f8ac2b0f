package catalog

import (
	"slices"

	"strand/domain/optional"
	"strand/domain/quantity"
	"strand/domain/site"
)

// Specification is a row of technical data.
type Specification struct {
	Name  string
	Unit  *string
	Value string
	// System is the measurement system of the row; empty for both.
	System site.MeasurementSystem
	// Group is empty for a row of the PIM.
	Group SpecificationGroupKind
	// ForeignLanguage is the language of the name in a listing, if it is another one than that of the page.
	ForeignLanguage *string
	// Lengths are the numbers of dimensions such as `480 × 380 × 560`; empty for other values and for a row of the PIM.
	Lengths []float64
}

// MeasurementSystem is the measurement system of the row in the PIM; nil for both.
func (s *Specification) MeasurementSystem() *site.MeasurementSystem {
	if s.System == "" {
		return nil
	}
	return &s.System
}

func (s Specification) key() string {
	if s.Unit == nil {
		return s.Name
	}
	return s.Name + "\x00" + quantity.Symbol(*s.Unit)
}

func (s Specification) quantity() quantity.Quantity {
	return quantity.Parse(s.Value, optional.OrEmpty(s.Unit))
}

// system returns the measurement system of the row with a value: that of the PIM, else that of its unit; empty for
// both.
func (s Specification) system(q quantity.Quantity) site.MeasurementSystem {
	if s.System == "" && q.Kind != quantity.Text {
		return quantity.System(q.Unit)
	}
	return s.System
}

// in returns a value of the row in a measurement system, converted if the row is one of the other system; not ok if it
// cannot be converted.
func (s Specification) in(system site.MeasurementSystem, q quantity.Quantity) (converted quantity.Quantity, ok bool) {
	if own := s.system(q); own == "" || own == system {
		return q, true
	}
	return q.In(system)
}

// Specifications returns the rows of a measurement system, written for a locale. Rows that repeat a name with its unit,
// and rows without name or value are dropped (CAT-13). A row that the PIM has in the other system only is converted, or
// dropped if it is no quantity (CAT-39, CAT-40).
func Specifications(system site.MeasurementSystem, l site.Locale, all []Specification) []Specification {
	read := readRows(system, all)
	return write(l, read, len(read))
}

// write writes the first rows for a locale.
func write(l site.Locale, read []readRow, count int) []Specification {
	kinds := groupsOf(measuresOf(read))
	rows := make([]Specification, count)
	for i := range rows {
		rows[i] = read[i].write(l, kinds[i])
	}
	return rows
}

// readRow is a row of technical data whose value is read in a measurement system.
type readRow struct {
	name   string
	value  quantity.Quantity
	system site.MeasurementSystem
}

// write writes the row of a group for a locale.
func (r readRow) write(l site.Locale, kind SpecificationGroupKind) Specification {
	unit := optional.Text(quantity.FormatUnit(r.value.Unit, l))
	return Specification{
		Name: r.name, Unit: unit, Value: r.value.Format(l), System: r.system, Group: kind, Lengths: r.value.Lengths(),
	}
}

// readRows returns the rows of a measurement system, see Specifications.
func readRows(system site.MeasurementSystem, all []Specification) []readRow {
	isInSystem := make(map[string]bool, len(all))
	values := make([]quantity.Quantity, len(all))
	for i, s := range all {
		values[i] = s.quantity()
		own := s.system(values[i])
		isInSystem[s.Name] = isInSystem[s.Name] || s.Value != "" && (own == "" || own == system)
	}
	rows := make([]readRow, 0, len(all))
	type place struct{ name, unit string }
	seen := make(map[place]bool, len(all))
	for i, s := range all {
		own := s.system(values[i])
		if s.Name == "" || s.Value == "" || own != "" && own != system && isInSystem[s.Name] {
			continue
		}
		q, ok := s.in(system, values[i])
		if key := (place{s.Name, q.Unit}); ok && !seen[key] {
			seen[key] = true
			rows = append(rows, readRow{name: s.Name, value: q, system: s.System})
		}
	}
	return rows
}

// Row returns the value of the row whose name has a slug, in a measurement system; not ok for none.
func Row(slug string, system site.MeasurementSystem, all []Specification) (q quantity.Quantity, ok bool) {
	for _, row := range readRows(system, all) {
		if Slug(row.name) == slug {
			return row.value, true
		}
	}
	return q, false
}

// maxKeyFigures is the number of key figures of a product.
const maxKeyFigures = 3

// KeyFigures returns the figures that decide between products: the first of all rows of the PIM that are quantities
// with a unit, at most three (CAT-41).
func KeyFigures(system site.MeasurementSystem, l site.Locale, all []Specification) []Specification {
	quantities := slices.DeleteFunc(slices.Clone(all), func(s Specification) bool {
		return s.Unit == nil || s.quantity().Kind == quantity.Text
	})
	read := readRows(system, quantities)
	return write(l, read, min(len(read), maxKeyFigures))
}

// merge returns the rows of a variant: those of all variants, with the values that the variant has of its own in their
// place. Rows that only the variant has come first.
func merge(own, shared []Specification) []Specification {
	place := func(s Specification) string { return s.key() + "\x00" + string(s.System) }
	values := map[string]Specification{}
	for _, s := range own {
		if _, isKnown := values[place(s)]; !isKnown {
			values[place(s)] = s
		}
	}
	isShared := map[string]bool{}
	for _, s := range shared {
		isShared[place(s)] = true
	}
	rows := slices.DeleteFunc(slices.Clone(own), func(s Specification) bool { return isShared[place(s)] })
	for _, s := range shared {
		if replaced, ok := values[place(s)]; ok {
			s = replaced
		}
		rows = append(rows, s)
	}
	return rows
}

// HasSystems reports whether the rows differ between the measurement systems, so that the client offers a choice.
func (d *Detail) HasSystems() bool {
	differs := func(s Specification) bool { return s.system(s.quantity()) != "" }
	return slices.ContainsFunc(d.Specifications, differs) || slices.ContainsFunc(d.Variants, func(v *Variant) bool {
		return slices.ContainsFunc(v.Own, differs) ||
			v.NameMetric != v.NameImperial && v.NameMetric != "" && v.NameImperial != ""
	})
}
