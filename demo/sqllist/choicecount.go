package sqllist

import (
	"slices"

	"strand/domain/listing"
)

// ChoiceFilter is a filter of records by their values.
type ChoiceFilter struct {
	// Name is the name of the filter in counts.
	Name string
	// Chosen are the selected values; without any, all records match.
	Chosen []string
}

// Matches reports whether the filter selects a record by its values.
func (f ChoiceFilter) Matches(values []string) bool {
	return len(f.Chosen) == 0 ||
		slices.ContainsFunc(values, func(value string) bool { return slices.Contains(f.Chosen, value) })
}

// AddChoices adds records to the counts of the filters (PORT-23). values are the values of the records for each filter.
func AddChoices(counts listing.ChoiceCounts, filters []ChoiceFilter, values [][]string, records int) {
	missed := -1
	for i, f := range filters {
		if f.Matches(values[i]) {
			continue
		}
		if missed >= 0 {
			return
		}
		missed = i
	}
	for i, f := range filters {
		// The records of another value of one filter count for this filter only.
		if missed >= 0 && missed != i {
			continue
		}
		for _, value := range values[i] {
			if value != "" {
				counts.Add(f.Name, value, records)
			}
		}
	}
}
