package quantity

import (
	"strconv"
	"strings"
	"sync"

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

// printers are the printers of numbers by language code: making one takes longer than printing.
var printers sync.Map

func printerOf(l site.Locale) *message.Printer {
	if p, ok := printers.Load(l.LanguageCode); ok {
		return p.(*message.Printer)
	}
	p, _ := printers.LoadOrStore(l.LanguageCode, message.NewPrinter(languageOf(l)))
	return p.(*message.Printer)
}

var printedSigns = strings.NewReplacer("-", minus, "\u00a0", narrowSpace)

// Format returns the value without its unit for a locale: with its separators, real signs and narrow spaces. A Text is
// returned unchanged.
func (q Quantity) Format(l site.Locale) string {
	if q.Kind == Text {
		return q.text
	}
	texts := make([]string, len(q.numbers))
	isSigned := false
	for i, n := range q.numbers {
		texts[i] = n.format(l)
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

// writtenNumber is a number in a language.
type writtenNumber struct {
	language string
	value    float64
	decimals int
}

var written = remember[writtenNumber, string]()

func (n number) format(l site.Locale) string {
	if n.gauge != "" {
		return n.gauge
	}
	key := writtenNumber{l.LanguageCode, n.value, n.decimals}
	if text, ok := written.Get(key); ok {
		return text
	}
	text := printedSigns.Replace(printerOf(l).Sprint(decimal.Decimal(
		n.value, decimal.MinFractionDigits(n.decimals), decimal.MaxFractionDigits(n.decimals),
	)))
	written.Add(key, text)
	return text
}

// gaugeText returns the usual notation of a gauge.
func gaugeText(gauge float64) string {
	if gauge <= 0 {
		return strconv.Itoa(1-int(gauge)) + "/0"
	}
	return strconv.Itoa(int(gauge))
}
