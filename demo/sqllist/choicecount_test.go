package sqllist

import (
	"reflect"
	"testing"

	"strand/domain/listing"
)

// TestAddChoices: a value counts the records that match all other filters, whatever its own filter selects.
func TestAddChoices(t *testing.T) {
	records := []struct {
		colours, size []string
	}{
		{[]string{"red"}, []string{"small"}},
		{[]string{"red", "blue"}, []string{"large"}},
		{[]string{"blue"}, []string{""}},
	}
	for _, test := range []struct {
		name          string
		colours, size []string
		want          listing.ChoiceCounts
	}{
		{
			name: "without a choice",
			want: listing.ChoiceCounts{"colour": {"red": 2, "blue": 2}, "size": {"small": 1, "large": 1}},
		},
		{
			name:    "a chosen value limits the other filters only",
			colours: []string{"red"},
			want:    listing.ChoiceCounts{"colour": {"red": 2, "blue": 2}, "size": {"small": 1, "large": 1}},
		},
		{
			name:    "values of one filter are alternatives",
			colours: []string{"blue"}, size: []string{"small", "large"},
			want: listing.ChoiceCounts{"colour": {"red": 2, "blue": 1}, "size": {"large": 1}},
		},
		{
			name:    "no record matches two filters",
			colours: []string{"green"}, size: []string{"huge"},
			want: listing.ChoiceCounts{},
		},
	} {
		counts := listing.ChoiceCounts{}
		filters := []ChoiceFilter{{"colour", test.colours}, {"size", test.size}}
		for _, r := range records {
			AddChoices(counts, filters, [][]string{r.colours, r.size}, 1)
		}
		if !reflect.DeepEqual(counts, test.want) {
			t.Errorf("%s: %v, want %v", test.name, counts, test.want)
		}
	}
}
