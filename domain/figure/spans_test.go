package figure

import (
	"slices"
	"strings"
	"testing"

	"strand/domain/site"
)

// Rules: PAGE-35.
func TestSpans(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		want []Span
	}{
		"no text":          {"", nil},
		"no reference":     {"in {15} countries", []Span{{"in {15} countries", ""}}},
		"a fact":           {"in {{fact:founded}}, a", []Span{{"in ", ""}, {"1952", "fact:founded"}, {", a", ""}}},
		"a fallback":       {"{{fact:gone|34}}", []Span{{"34", "fact:gone"}}},
		"nothing to read":  {"a {{ fact:gone }}", []Span{{"a ", ""}, {"", "fact:gone"}}},
		"not closed":       {"a {{fact:gone", []Span{{"a ", ""}, {"", "fact:gone"}}},
		"too long a value": {"{{fact:story}}.", []Span{{"", "fact:story"}, {".", ""}}},
	} {
		if got := Spans(test.text, lookup("en", site.Metric)); !slices.Equal(got, test.want) {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
	if got := Spans(strings.Repeat("{{fact:founded}}", 10_000), lookup("en", site.Metric)); len(got) > 101 {
		t.Errorf("%d spans", len(got))
	}
}
