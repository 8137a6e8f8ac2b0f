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
