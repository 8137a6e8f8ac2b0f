package catalog

import (
	"fmt"
	"slices"
	"strings"

	"strand/domain/optional"
	"strand/domain/quantity"
)

// UnfilterableRow is a row of technical data with a unit that filters by number leave out.
type UnfilterableRow struct {
	// Index is the place of the row in the record.
	Index int
	Specification
	// Reason is the reason in English.
	Reason string
}

func (r UnfilterableRow) String() string {
	return fmt.Sprintf("%s: %s %s (%s)", r.Name, r.Value, optional.OrEmpty(r.Unit), r.Reason)
}

// UnfilterableRows returns the rows with a unit whose values are shown as they are: those that cannot be read or have
// an unknown unit, and those of a name that another row of the record has with a unit of another measure (CAT-55).
func UnfilterableRows(all []Specification) []UnfilterableRow {
	measures := map[string]string{}
	var rows []UnfilterableRow
	for i, s := range all {
		// Tolerances and differences are no figures of filters, also those that are formulas (CAT-50).
		isFormula := strings.HasPrefix(s.Value, "±")
		if s.Unit == nil || s.Name == "" || s.Value == "" || isFormula || isDeviation(s.quantity()) {
			continue
		}
		if reason := unfilterable(s, measures); reason != "" {
			rows = append(rows, UnfilterableRow{Index: i, Specification: s, Reason: reason})
		}
	}
	return rows
}

// unfilterable returns why a row is left out; empty if it is not. It records the measure of each name.
func unfilterable(s Specification, measures map[string]string) string {
	measure, isKnown := quantity.Base(*s.Unit)
	switch q := s.quantity(); {
	case !isKnown:
		return "unknown unit"
	case quantity.IsReversed(s.Value, *s.Unit):
		return "reversed range"
	case q.Kind == quantity.Text:
		return "no number"
	}
	if other, ok := measures[s.Name]; ok && other != measure {
		return "another measure than " + other
	}
	measures[s.Name] = measure
	return ""
}

// OtherMeasures returns the names of the figures of a product that filters leave out, because most products have them
// with units of another measure.
func (i *Index) OtherMeasures(slug string) []string {
	var names []string
	p := i.Product(slug)
	if p == nil {
		return nil
	}
	for _, f := range p.figures {
		name := i.figures[f.name]
		if most := i.figureOf[name.slug]; most != f.name && !slices.Contains(names, name.name) {
			names = append(names, name.name)
		}
	}
	return names
}
