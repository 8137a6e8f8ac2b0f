package catalog

import (
	"slices"
	"testing"

	"strand/domain/site"
)

// TestSpecifications_Lengths checks the numbers of dimensions, for the drawing of a data sheet.
//
// Rules: CAT-48.
func TestSpecifications_Lengths(t *testing.T) {
	for value, want := range map[string][]float64{
		"480 × 380 × 560": {480, 380, 560}, "100 × 60": {100, 60}, "560": nil, "30–65000": nil, "see list": nil,
	} {
		unit := "mm"
		rows := Specifications(site.Metric, site.Locale{LanguageCode: "de"}, []Specification{
			{Name: "x", Value: value, Unit: &unit},
		})
		if len(rows) != 1 || !slices.Equal(rows[0].Lengths, want) {
			t.Errorf("%s: %+v, want %v", value, rows, want)
		}
	}
}

// TestParseSystem checks that only the two measurement systems are accepted, in the form of our URLs.
func TestParseSystem(t *testing.T) {
	for value, want := range map[string]site.MeasurementSystem{
		"metric": site.Metric, "imperial": site.Imperial, "METRIC": "", "": "", "metric\x00": "", "../metric": "",
	} {
		if got, ok := ParseSystem(value); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v", value, got, ok)
		}
	}
}

// TestIsMachine: an index says of each product whether it is a machine, as its technical data does.
func TestIsMachine(t *testing.T) {
	unit := func(name, value, unit string, system site.MeasurementSystem) Specification {
		return Specification{Name: name, Value: value, Unit: &unit, System: system}
	}
	text := func(name, value string) Specification { return Specification{Name: name, Value: value} }
	for name, test := range map[string]struct {
		rows []Specification
		want bool
	}{
		"none":          {nil, false},
		"mains":         {[]Specification{text("Supply", "3 × 400 V, 50/60 Hz")}, true},
		"air":           {[]Specification{unit("Compressed air", "6", "bar", "")}, true},
		"imperial only": {[]Specification{unit("Air", "90", "psi", site.Imperial)}, true},
		"both systems": {[]Specification{
			unit("Air", "6", "bar", site.Metric), unit("Air", "87", "psi", site.Imperial),
		}, true},
		"without value": {[]Specification{unit("Air", "", "bar", "")}, false},
		"a tool":        {[]Specification{unit("Force", "20", "kN", ""), unit("Weight", "3", "kg", "")}, false},
		"test voltage":  {[]Specification{unit("Test voltage", "1500", "V", ""), unit("Rate", "20", "m/s", "")}, false},
		"power at the end": {[]Specification{unit("Output", "100", "pcs/h", ""), unit("Size", "480 × 380", "mm", ""),
			unit("Power", "2", "kW", "")}, true},
	} {
		if got := IsMachine(test.rows); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
		x := NewIndexer("en")
		x.Set(&IndexRecord{Product: &Product{Slug: "p"}, Specifications: test.rows})
		if got := x.Index().Product("p").IsMachine; got != test.want {
			t.Errorf("%s: %v in the index", name, got)
		}
	}
}
