package search

import (
	"fmt"
	"strings"
	"testing"

	"strand/domain/quantity"
)

// Rules: SRCH-20.
func TestInterpret(t *testing.T) {
	for _, test := range []struct{ language, query, quantities, rest string }{
		{"en", "0.5 mm2 crimper", "mm² 0.5", "crimper"},
		{"en", "crimper 0.5mm²", "mm² 0.5", "crimper"},
		{"de", "0,5 mm² Crimper", "mm² 0.5", "Crimper"},
		{"en", "AWG 22", "mm² 0.3255", ""},
		{"en", "awg22 stripping", "mm² 0.3255", "stripping"},
		{"en", "22 AWG", "mm² 0.3255", ""},
		{"en", "from 0.5 to 1 mm²", "mm² 1", "from 0.5 to"},
		{"en", "press (20 kN)", "N 2e+04", "press"},
		{"ja", "圧着機0.5mm²", "mm² 0.5", "圧着機"},
		{"en", "alpha 530 s", "", "alpha 530 s"},
		{"en", "alpha 530", "", "alpha 530"},
		{"en", "cable tester 8192 points", "", "cable tester 8192 points"},
		{"en", strings.Repeat("9", 300) + " mm²", "", strings.Repeat("9", 300) + " mm 2"},
		{"en", "🙂 🙂", "", "🙂 🙂"},
		{"en", "", "", ""},
	} {
		in := Interpret(test.language, test.query)
		var found []string
		for _, r := range in.Quantities {
			found = append(found, fmt.Sprintf("%s %.4g", r.Measure, r.Low))
		}
		if got := strings.Join(found, ", "); got != test.quantities || in.Rest != test.rest {
			t.Errorf("%q: quantities %q, rest %q", test.query, got, in.Rest)
		}
	}
	if in := Interpret("en", strings.Repeat("1 mm² ", 40)); len(in.Quantities) != maxQuantities {
		t.Errorf("%d quantities", len(in.Quantities))
	}
}

// Rules: SRCH-20.
func TestDocument_Fits(t *testing.T) {
	for value, want := range map[string]bool{
		"0.35–1 mm²": true, "0.5 mm²": true, "10–95 mm²": false, "0.3–0.7 mm": false, "26–20 AWG": true,
		"30–26 AWG": false, "0.5 × 1 mm²": false, "± 0.5 mm²": false, "wide mm²": false, "0.5 furlong": false,
	} {
		at := strings.LastIndexByte(value, ' ')
		number, unit := value[:at], value[at+1:]
		var d Document
		if r, ok := NewRange(quantity.Parse(number, unit)); ok {
			d.Ranges = NewRanges(r)
		}
		if got := d.Fits(Interpret("en", "0.5 mm²").Quantities); got != want {
			t.Errorf("%s: %t", value, got)
		}
	}
}
