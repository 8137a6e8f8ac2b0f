package quantity

import (
	"strconv"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	decimal "golang.org/x/text/number"

	"strand/domain/site"
)

const (
	narrowSpace = "\u202f"
	minus       = "−"
)

// languageOf returns the language of numbers. German numbers are Swiss on all sites.
func languageOf(l site.Locale) language.Tag {
	if l.LanguageCode == "de" {
		return language.MustParse("de-CH")
	}
	return language.Make(l.LanguageCode)
}

// Format returns the value without its unit for a locale: with its separators, real signs and narrow spaces. A Text is
// returned unchanged.
func (q Quantity) Format(l site.Locale) string {
	if q.Kind == Text {
		return q.text
	}
	printer := message.NewPrinter(languageOf(l))
	texts := make([]string, len(q.numbers))
	isSigned := false
	for i, n := range q.numbers {
		texts[i] = n.format(printer)
		isSigned = isSigned || n.value < 0 && n.gauge == ""
	}
	switch q.Kind {
	case Range:
		if isSigned { // a dash beside a minus sign is hard to read
			return strings.Join(texts, " … ")
		}
		return strings.Join(texts, "–")
	case Tolerance:
		return "±" + narrowSpace + texts[0]
	case Choice:
		return strings.Join(texts, " / ")
	case Dimensions:
		return strings.Join(texts, narrowSpace+"×"+narrowSpace)
	}
	if q.sign != "" {
		return q.sign + narrowSpace + texts[0]
	}
	return texts[0]
}

// Plain returns the value of a Number or a Range as Parse reads it, with a decimal point and without groups of digits.
func (q Quantity) Plain() string {
	texts := make([]string, len(q.numbers))
	for i, n := range q.numbers {
		if texts[i] = n.gauge; n.gauge == "" {
			texts[i] = strconv.FormatFloat(n.value, 'f', n.decimals, 64)
		}
	}
	return strings.Join(texts, "–")
}

// unitTexts are the symbols of units that are words, by language; the symbol itself is English.
var unitTexts = map[string]map[string]string{
	"de": {"pcs/h": "Stück/h", "rpm": "1/min"},
}

// FormatUnit returns the symbol of a unit in the language of a locale.
func FormatUnit(symbol string, l site.Locale) string {
	if text, ok := unitTexts[l.LanguageCode][symbol]; ok {
		return text
	}
	return symbol
}

func (n number) format(printer *message.Printer) string {
	if n.gauge != "" {
		return n.gauge
	}
	text := printer.Sprint(decimal.Decimal(
		n.value, decimal.MinFractionDigits(n.decimals), decimal.MaxFractionDigits(n.decimals),
	))
	return strings.NewReplacer("-", minus, "\u00a0", narrowSpace).Replace(text)
}

// gaugeText returns the usual notation of a gauge.
func gaugeText(gauge float64) string {
	if gauge <= 0 {
		return strconv.Itoa(1-int(gauge)) + "/0"
	}
	return strconv.Itoa(int(gauge))
}
