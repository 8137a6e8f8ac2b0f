package catalog

import (
	"regexp"

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
	kinds := groupsOf(rows)
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
func groupsOf(rows []readRow) []SpecificationGroupKind {
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
		isLength := row.measure() == quantity.Length && kinds[i] == GroupPerformance
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

// certainGroup returns the group of a row whose measure occurs in one group only, GroupPerformance for a measure of the
// work; empty if the position decides.
func (r readRow) certainGroup() SpecificationGroupKind {
	switch m := r.measure(); {
	case r.isMains(), m == quantity.Pressure, m == quantity.Flow:
		return GroupConnections
	case m == quantity.Temperature, m == quantity.Sound:
		return GroupEnvironment
	case r.value.Kind == quantity.Dimensions && m == quantity.Length:
		return GroupMachine
	case m == quantity.Mass, m == quantity.Electricity:
		return ""
	case r.value.Kind != quantity.Text && r.value.Unit != "":
		return GroupPerformance
	}
	return ""
}

// otherGroup returns the group of a row without a certain one that is not about the performance.
func (r readRow) otherGroup() SpecificationGroupKind {
	switch r.measure() {
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

// isMains reports whether the value is a text such as `3 × 400 V, 50/60 Hz`.
func (r readRow) isMains() bool {
	return r.value.Kind == quantity.Text && mainsPattern.MatchString(r.value.Text())
}

// measure returns what the row measures; that of a text by the units in it.
func (r readRow) measure() quantity.Measure {
	if r.value.Kind == quantity.Text && r.value.Unit == "" && electricityPattern.MatchString(r.value.Text()) {
		return quantity.Electricity
	}
	return quantity.MeasureOf(r.value.Unit)
}
