package catalog

import (
	"slices"
	"testing"

	"strand/domain/site"
)

// TestSpecifications_Groups checks the groups and lengths of technical data, in each language and for any names.
//
// Rules: CAT-48.
func TestSpecifications_Groups(t *testing.T) {
	text := func(s string) *string { return &s }
	for _, test := range []struct {
		value, unit string
		want        SpecificationGroup
		lengths     []float64
	}{
		{"0.08–1.5", "mm²", GroupProcess, nil},
		{"1600", "pcs/h", GroupProcess, nil},
		{"± (1 + 0.002 × L)", "mm", GroupProcess, nil},
		{"6", "V DC", GroupProcess, nil},
		{"100 × 60", "mm", GroupProcess, []float64{100, 60}},
		{"480 × 380 × 560", "mm", GroupMachine, []float64{480, 380, 560}},
		{"95", "kg", GroupMachine, nil},
		{"< 68", "dB(A)", GroupMachine, nil},
		{"230 V AC, 50/60 Hz", "", GroupConnection, nil},
		{"3 × 400 V AC, 50/60 Hz", "", GroupConnection, nil},
		{"0.6", "kW", GroupConnection, nil},
		{"5", "bar", GroupConnection, nil},
		{"Ethernet, USB, OPC UA", "", GroupConnection, nil},
		{"15–35", "°C", GroupEnvironment, nil},
		{"CE, EMC, RoHS", "", GroupEnvironment, nil},
		{"20 000", "", GroupFurther, nil},
		{"Ethernet, coffee", "", GroupFurther, nil},
		{"AC/DC", "", GroupFurther, nil},
	} {
		for _, language := range []string{"en", "de", "ja"} {
			for _, name := range []string{"Weight", "x"} {
				row := Specification{Name: name, Value: test.value}
				if test.unit != "" {
					row.Unit = text(test.unit)
				}
				rows := Specifications(site.Metric, site.Locale{LanguageCode: language}, []Specification{row})
				if len(rows) != 1 || rows[0].Group != test.want || !slices.Equal(rows[0].Lengths, test.lengths) {
					t.Errorf("%s %s in %s: %+v, want %+v", test.value, test.unit, language, rows, test)
				}
			}
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
