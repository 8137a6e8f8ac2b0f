package translation_test

import (
	"math"
	"testing"

	"strand/domain/translation"
)

func TestPrice_IsValid(t *testing.T) {
	for _, test := range []struct {
		currency string
		amount   float64
		want     bool
	}{
		{"EUR", 80, true},
		{"CHF", 0, true},
		{"eur", 80, false},
		{"EURO", 80, false},
		{"", 80, false},
		{"EUR", -1, false},
		{"EUR", math.NaN(), false},
		{"EUR", math.Inf(1), false},
	} {
		price := translation.Price{Currency: test.currency, PerThousandWords: test.amount}
		if got := price.IsValid(); got != test.want {
			t.Errorf("%q %v: %t", test.currency, test.amount, got)
		}
	}
}
