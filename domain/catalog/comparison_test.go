package catalog

import (
	"reflect"
	"strings"
	"testing"

	"strand/domain/site"
)

// Rules: CAT-32, CAT-38.
func TestComparison(t *testing.T) {
	detail := &Detail{
		Specifications: []Specification{{Name: "Rate", Value: "10"}},
		Variants: []*Variant{
			{
				ID:  "s",
				Own: []Specification{{Name: "Weight", Value: "1", System: site.Metric}},
			}, {ID: "l", Own: []Specification{{Name: "Weight", Value: "2", System: site.Metric}}},
		},
	}
	plain := &Detail{Specifications: []Specification{{Name: "Weight", Value: "3", System: site.Metric}}}
	product := &LocalizedProduct{Localized: site.Localized{SiteContext: new(site.Context)}}
	c := &Comparison{}
	if c.Columns = append(c.Columns, NewComparisonColumn(product, detail, "l")); c.IsShown() {
		t.Error("a comparison of one product is shown")
	}
	c.Columns = append(
		c.Columns,
		NewComparisonColumn(product, detail, "gone"),
		NewComparisonColumn(product, plain, ""),
	)
	if !c.IsShown() || c.Columns[0].Variant.ID != "l" || c.Columns[1].Variant.ID != "s" || c.Columns[2].Variant != nil {
		t.Errorf("columns %+v", c.Columns)
	}
	if got := c.Rows(site.Metric)[0].Values; !reflect.DeepEqual(got, []string{"2", "1", "3"}) {
		t.Errorf("weights %v", got)
	}
	if NewComparisonColumn(nil, nil, "") != nil {
		t.Error("a missing product has a column")
	}
}

// Rules: CAT-34, CAT-35.
func TestCompare(t *testing.T) {
	a := []Specification{{Name: "Rate", Value: "10"}, {Name: "Power", Value: "1", Unit: ref("kW")}}
	b := []Specification{
		{Name: "Power", Value: "1", Unit: ref("kW")},
		{Name: "Rate", Value: "12"},
		{Name: "Air", Value: "6"},
	}
	rows := Compare([][]Specification{a, b})
	want := []ComparisonRow{
		{Name: "Rate", Values: []string{"10", "12"}},
		{Name: "Power", Unit: ref("kW"), Values: []string{"1", "1"}, Identical: true},
		{Name: "Air", Values: []string{"", "6"}},
	}
	if !reflect.DeepEqual(rows, want) {
		t.Errorf("got %+v", rows)
	}
	for _, row := range Compare([][]Specification{a}) {
		if row.Identical {
			t.Errorf("%s: the row of a single product is identical", row.Name)
		}
	}
}

// Rules: CAT-36.
func TestCandidates(t *testing.T) {
	products := []*Product{{Slug: "new"}, {Slug: "chosen", VariantCount: 1}, {Slug: "versatile", VariantCount: 2}}
	var got []string
	for _, p := range Candidates(products, []string{"chosen", "versatile"}) {
		got = append(got, p.Slug)
	}
	if want := []string{"new", "versatile"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v", got)
	}
}

// Rules: CAT-26.
func TestComparable(t *testing.T) {
	for given, want := range map[int]int{0: 0, 12: 12, 13: 12} {
		if got := len(Comparable(make([]int, given))); got != want {
			t.Errorf("%d of %d", got, given)
		}
	}
}

// Rules: CAT-44.
func TestParseComparison(t *testing.T) {
	for query, want := range map[string][]ComparedItem{
		"":                          nil,
		"compare=":                  nil,
		"compare=%zz":               nil,
		"compare=a,b":               {{"a", ""}, {"b", ""}},
		"compare=a,,b:b-s,:x,a":     {{"a", ""}, {"b", "b-s"}, {"a", ""}},
		"compare=a%2Cb%3Ab-s":       {{"a", ""}, {"b", "b-s"}},
		"compare=a&compare-with=c":  {{"a", ""}, {"c", ""}},
		"compare-with=c:c-s":        {{"c", "c-s"}},
		"compare=a,b&compare-with=": {{"a", ""}, {"b", ""}},
		"compare=a,b&compare-with=c&compare-at=0":   {{"c", ""}, {"b", ""}},
		"compare=a,b&compare-with=c&compare-at=1":   {{"a", ""}, {"c", ""}},
		"compare=a,b&compare-with=c&compare-at=2":   {{"a", ""}, {"b", ""}, {"c", ""}},
		"compare=a,b&compare-with=c&compare-at=-1":  {{"a", ""}, {"b", ""}, {"c", ""}},
		"compare=a,b&compare-with=c&compare-at=":    {{"a", ""}, {"b", ""}, {"c", ""}},
		"compare=a,b&compare-with=c,d&compare-at=0": {{"a", ""}, {"b", ""}},
	} {
		if got := ParseComparison(query); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, want %v", query, got, want)
		}
	}
	if got := ParseComparison("compare=" + strings.Repeat("a,", 100)); len(got) != maxCompared {
		t.Errorf("%d items", len(got))
	}
}

// A query gives the items that it was made of.
//
// Rules: CAT-44.
func TestComparisonQuery(t *testing.T) {
	items := []ComparedItem{{"alpha-530", "alpha-530-s"}, {"m & m", ""}}
	query := ComparisonQuery(items)
	if want := "?compare=alpha-530:alpha-530-s,m+%26+m"; query != want {
		t.Errorf("%s, want %s", query, want)
	}
	if got := ParseComparison(query[1:]); !reflect.DeepEqual(got, items) {
		t.Errorf("%v, want %v", got, items)
	}
}

// A row that is in different groups of two products occurs once, in the group of the first one.
//
// Rules: CAT-34, CAT-43.
func TestComparison_RowGroups(t *testing.T) {
	row := func(name, value, unit string) Specification {
		return Specification{Name: name, Value: value, Unit: ref(unit)}
	}
	column := func(rows ...Specification) *ComparisonColumn {
		product := &LocalizedProduct{Localized: site.Localized{SiteContext: new(site.Context)}}
		return NewComparisonColumn(product, &Detail{Specifications: rows}, "")
	}
	c := &Comparison{Columns: []*ComparisonColumn{
		column(row("Power", "1", "kW"), row("Output", "10", "pcs/h"), row("Mass", "4", "kg")),
		column(row("Output", "12", "pcs/h"), row("Noise", "70", "dB(A)"), row("Power", "2", "kW")),
	}}
	var got []string
	for _, group := range c.RowGroups(site.Metric) {
		for _, r := range group.Rows {
			got = append(got, string(group.Kind)+" "+r.Name+" "+strings.Join(r.Values, "|"))
		}
	}
	want := []string{
		"PERFORMANCE Power 1|2", "PERFORMANCE Output 10|12", "MACHINE Mass 4|", "ENVIRONMENT Noise |70",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
