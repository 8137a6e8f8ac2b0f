package catalog

import (
	"regexp"

	"strand/domain/convert"
	"strand/domain/quantity"
	"strand/domain/site"
)

// SpecificationGroup contains the rows of technical data about one subject.
type SpecificationGroup struct {
	Kind SpecificationGroupKind
	// Specifications has at least one row.
	Specifications []Specification
}

// SpecificationGroupKind is the subject of rows of technical data.
type SpecificationGroupKind string

const (
	// GroupPerformance is what the product does, and which wires it processes.
	GroupPerformance SpecificationGroupKind = "PERFORMANCE"
	// GroupMachine is its size and weight.
	GroupMachine SpecificationGroupKind = "MACHINE"
	// GroupConnections is what it is supplied with.
	GroupConnections SpecificationGroupKind = "CONNECTIONS"
	// GroupEnvironment is where it can be operated, and its noise.
	GroupEnvironment SpecificationGroupKind = "ENVIRONMENT"
	// GroupFurther are all other rows.
	GroupFurther SpecificationGroupKind = "FURTHER"
)

// groupKinds are the groups in their order.
var groupKinds = []SpecificationGroupKind{
	GroupPerformance, GroupMachine, GroupConnections, GroupEnvironment, GroupFurther,
}

// SpecificationGroups returns the rows that Specifications returns by groups; groups without rows are left out. The
// group depends on what a row measures and on its position, because a PIM has names in many languages (CAT-43).
func SpecificationGroups(
	system site.MeasurementSystem, l site.Locale, all []Specification,
) []SpecificationGroup {
	rows := readRows(system, all)
	kinds := groupsOf(measuresOf(rows))
	groups := []SpecificationGroup{}
	for _, kind := range groupKinds {
		group := SpecificationGroup{Kind: kind}
		for i, row := range rows {
			if kinds[i] == kind {
				group.Specifications = append(group.Specifications, row.write(l, kind))
			}
		}
		if len(group.Specifications) > 0 {
			groups = append(groups, group)
		}
	}
	return groups
}

// groupsOf returns the groups of rows. A PIM lists what a product does first; this beginning ends before the first row
// that certainly belongs to another group. In it, all rows up to the last one that measures the work are about the
// performance: the voltage of a tester, the weight of a drum, the number of stations.
func groupsOf(rows []rowMeasure) []SpecificationGroupKind {
	kinds := make([]SpecificationGroupKind, len(rows))
	beginning, lastWork := len(rows), -1
	for i, row := range rows {
		kinds[i] = row.certainGroup()
		switch {
		case kinds[i] == GroupPerformance && i < beginning:
			lastWork = i
		case kinds[i] != "" && kinds[i] != GroupPerformance:
			beginning = min(beginning, i)
		}
	}
	for i, row := range rows {
		isLength := row.measure == quantity.Length && kinds[i] == GroupPerformance
		switch {
		case i <= lastWork:
			kinds[i] = GroupPerformance
		case isLength && lastWork >= 0 && i > beginning:
			kinds[i] = GroupMachine // its height, not that of a wire
		case kinds[i] == "":
			kinds[i] = row.otherGroup()
		}
	}
	return kinds
}

// rowMeasure is what decides the group of a row.
type rowMeasure struct {
	measure quantity.Measure
	form    rowForm
}

// rowForm is the form of a value; zero for a text.
type rowForm uint8

const (
	// formMains is a text such as `3 × 400 V, 50/60 Hz`.
	formMains rowForm = iota + 1
	formDimensions
	formNumber
)

func measuresOf(rows []readRow) []rowMeasure {
	return convert.All(rows, func(row readRow) rowMeasure { return measureOf(row.value) })
}

// measureOf returns what a value measures; of a text, by the units in it.
func measureOf(q quantity.Quantity) rowMeasure {
	m := rowMeasure{measure: quantity.MeasureOf(q.Unit)}
	switch {
	case q.Kind == quantity.Text && mainsPattern.MatchString(q.Text()):
		m.form = formMains
	case q.Kind == quantity.Dimensions && q.Unit != "":
		m.form = formDimensions
	case q.Kind != quantity.Text && q.Unit != "":
		m.form = formNumber
	}
	if q.Kind == quantity.Text && q.Unit == "" && electricityPattern.MatchString(q.Text()) {
		m.measure = quantity.Electricity
	}
	return m
}

// certainGroup returns the group of a row whose measure occurs in one group only, GroupPerformance for a measure of the
// work; empty if the position decides.
func (r rowMeasure) certainGroup() SpecificationGroupKind {
	switch {
	case r.form == formMains, r.measure == quantity.Pressure, r.measure == quantity.Flow:
		return GroupConnections
	case r.measure == quantity.Temperature, r.measure == quantity.Sound:
		return GroupEnvironment
	case r.form == formDimensions && r.measure == quantity.Length:
		return GroupMachine
	case r.measure == quantity.Mass, r.measure == quantity.Electricity:
		return ""
	case r.form == formNumber || r.form == formDimensions:
		return GroupPerformance
	}
	return ""
}

// otherGroup returns the group of a row without a certain one that is not about the performance.
func (r rowMeasure) otherGroup() SpecificationGroupKind {
	switch r.measure {
	case quantity.Mass:
		return GroupMachine
	case quantity.Electricity:
		return GroupConnections
	}
	return GroupFurther
}

var (
	mainsPattern       = regexp.MustCompile(`\d\s*V\b.*\d\s*Hz\b`)
	electricityPattern = regexp.MustCompile(`\d\s*(?:m|k)?(?:V|A|W|VA)\b`)
)
