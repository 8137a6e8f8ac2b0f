package catalog

import (
	"slices"
	"testing"

	"strand/domain/optional"
	"strand/domain/site"
)

// Rules: CAT-55.
func TestUnfilterableRows(t *testing.T) {
	row := func(name, value, unit string) Specification {
		return Specification{Name: name, Value: value, Unit: optional.Text(unit)}
	}
	rows := UnfilterableRows([]Specification{
		row("Weight", "1610", "kg"), row("Drive", "servo", ""), row("Height", "see drawing", "mm"),
		row("Cross-section", "4–0.13", "mm²"), row("Gauge", "12–26", "AWG"), row("Range", "3", "furlong"),
		row("Length", "30–65000", "mm"), row("Length", "3", "kg"), row("Thousands", "1,200", "mm"),
		{Name: "Diameter", Value: "1–4", Unit: optional.Text("mm"), System: site.Metric},
		{Name: "Diameter", Value: "0.04–0.16", Unit: optional.Text("in"), System: site.Imperial},
		row("Tolerance", "± 0.01", "mm"), row("Accuracy", "± (1 + 0.002 × L)", "mm"),
		row("Size", "1 × 2 × 3", "mm"), row("", "x", "mm"), row("Empty", "", "mm"),
	})
	var got []string
	for _, r := range rows {
		got = append(got, r.String())
	}
	want := []string{
		"Height: see drawing mm (no number)", "Cross-section: 4–0.13 mm² (reversed range)",
		"Gauge: 12–26 AWG (reversed range)", "Range: 3 furlong (unknown unit)",
		"Length: 3 kg (another measure than mm)", "Thousands: 1,200 mm (no number)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// Rules: CAT-55.
func TestOtherMeasures(t *testing.T) {
	x := NewIndexer("en")
	for slug, unit := range map[string]string{"a": "mm", "b": "in", "c": "kg"} {
		rows := []Specification{{Name: "Feed", Value: "3", Unit: &unit}}
		x.Set(&IndexRecord{Product: &Product{Slug: slug}, Specifications: rows})
	}
	index := x.Index()
	for slug, want := range map[string][]string{"a": nil, "b": nil, "c": {"Feed"}, "none": nil} {
		if got := index.OtherMeasures(slug); !slices.Equal(got, want) {
			t.Errorf("%s: %v", slug, got)
		}
	}
}
