package catalog

import (
	"reflect"
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
	product := &LocalizedProduct{SiteContext: new(site.Context)}
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
