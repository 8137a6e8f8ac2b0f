package catalog

import (
	"slices"
	"strings"
	"testing"
)

// Rules: SRCH-20.
func TestNominalSizes(t *testing.T) {
	for row, want := range map[string]string{
		"0.35–1 mm²":  "0.35 mm², 0,35 mm², 0.5 mm², 0,5 mm², 0.75 mm², 0,75 mm², 1 mm²",
		"95–150 mm²":  "95 mm², 120 mm², 150 mm²",
		"26–22 AWG":   "AWG 22, AWG 23, AWG 24, AWG 25, AWG 26",
		"2 mm²":       "", // a single value is no range that a wire fits
		"0.4–3 mm":    "",
		"wide mm²":    "",
		"9e99–1 mm²":  "",
		"300–400 mm²": "",
	} {
		value, unit, _ := strings.Cut(row, " ")
		rows := []Specification{{Name: "Cross-section", Value: value, Unit: &unit}, {Name: "Material", Value: "0.5–1"}}
		if got := strings.Join(NominalSizes(slices.Values(rows)), ", "); got != want {
			t.Errorf("%s: %q, want %q", row, got, want)
		}
	}
}
