package translation

import (
	"math"
	"regexp"
)

// Price is the price of translations from one language into another, as the translation service reports it.
type Price struct {
	SourceLanguage, TargetLanguage string
	// Currency is a code of ISO 4217.
	Currency string
	// PerThousandWords is the price of 1,000 words of the source, in the currency's main unit.
	PerThousandWords float64
}

var currency = regexp.MustCompile(`^[A-Z]{3}$`)

// IsValid reports whether a price can be shown: browsers cannot format an amount in an unknown form of currency.
func (p Price) IsValid() bool {
	return currency.MatchString(p.Currency) && p.PerThousandWords >= 0 && p.PerThousandWords < math.MaxInt32
}
