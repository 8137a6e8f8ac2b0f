package listing

// ChoiceCounts contains the numbers of records that have a value of a filter and match all other filters of a list
// (PORT-23), by the name of the filter and the value; nil if the system does not count.
type ChoiceCounts map[string]map[string]int

// Add adds records with a value of a filter.
func (c ChoiceCounts) Add(filter, value string, count int) {
	if c[filter] == nil {
		c[filter] = map[string]int{}
	}
	c[filter][value] += count
}

// Of returns the number of records with a value of a filter; nil if the system does not count.
func (c ChoiceCounts) Of(filter, value string) *int {
	if c == nil {
		return nil
	}
	return new(c[filter][value])
}
