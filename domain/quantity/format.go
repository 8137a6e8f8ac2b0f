package quantity

import (
	"math"
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

// notation is how a language writes numbers.
type notation struct {
	printer *message.Printer
	// ungrouped is the lowest number that is written with groups of digits.
	ungrouped float64
	// hasComma is true if readers of the language mean decimals by a comma and thousands by a point.
	hasComma bool
}

// groupedFrom are the languages that have no groups in numbers below a limit: minimumGroupingDigits of CLDR, which
// golang.org/x/text does not know.
var groupedFrom = map[string]float64{"es": 10_000, "hu": 10_000}

// notations are the notations by language code: making a printer takes longer than printing.
var notations sync.Map

func notationOf(l site.Locale) *notation {
	if n, ok := notations.Load(l.LanguageCode); ok {
		return n.(*notation)
	}
	p := message.NewPrinter(languageOf(l))
	made := &notation{
		printer: p, ungrouped: groupedFrom[l.LanguageCode],
		// Readers of German write `1.200,5`, though Swiss numbers have a decimal point.
		hasComma: l.LanguageCode == "de" || strings.Contains(p.Sprint(decimal.Decimal(0.5)), ","),
	}
	n, _ := notations.LoadOrStore(l.LanguageCode, made)
	return n.(*notation)
}

var printedSigns = strings.NewReplacer("-", minus, "\u00a0", narrowSpace)

// print writes a number with decimals.
func (n *notation) print(value float64, decimals int) string {
	options := []decimal.Option{decimal.MinFractionDigits(decimals), decimal.MaxFractionDigits(decimals)}
	if math.Abs(value) < n.ungrouped {
		options = append(options, decimal.NoSeparator())
	}
	return printedSigns.Replace(n.printer.Sprint(decimal.Decimal(value, options...)))
}

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
		isSigned = isSigned || n.value < 0 && n.written == ""
	}
	switch q.Kind {
	case Range:
		if isSigned { // a dash beside a minus sign is hard to read
			return strings.Join(texts, " … ")
		}
		return strings.Join(texts, "–")
	case Tolerance:
		return "±" + narrowSpace + texts[0]
	case Difference:
		return "Δ" + narrowSpace + texts[0]
	case Toleranced:
		return strings.Join(texts, narrowSpace+"±"+narrowSpace)
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

// Plain returns the value of a Number or a Range in the form that Read reads in all languages: with a decimal point,
// without groups of digits, and never with three decimals that could be such a group.
func (q Quantity) Plain() string {
	texts := make([]string, len(q.numbers))
	for i, n := range q.numbers {
		texts[i] = n.plain()
	}
	return strings.Join(texts, "–")
}

func (n number) plain() string {
	if n.written != "" {
		return n.written
	}
	text := strconv.FormatFloat(n.value, 'f', n.decimals, 64)
	if n.decimals == groupSize && math.Abs(n.value) >= 1 && math.Abs(n.value) < 1000 {
		text += "0"
	}
	return text
}

// unitTexts are the symbols of units that are words, by language; the symbol itself is English.
var unitTexts = map[string]map[string]string{
	"de": {"pcs/h": "Stück/h", "pcs/min": "Stück/min", "rpm": "1/min"},
	"fr": {"rpm": "tr/min"},
	"es": {"pcs/h": "uds/h", "pcs/min": "uds/min"},
	"pt": {"pcs/h": "pçs/h", "pcs/min": "pçs/min"},
	"cs": {"pcs/h": "ks/h", "pcs/min": "ks/min", "rpm": "ot/min"},
	"hu": {"pcs/h": "db/h", "pcs/min": "db/min", "rpm": "1/min"},
	"ro": {"pcs/h": "buc/h", "pcs/min": "buc/min", "rpm": "rot/min"},
	"sk": {"pcs/h": "ks/h", "pcs/min": "ks/min", "rpm": "ot/min"},
	"ja": {"pcs/h": "個/h", "pcs/min": "個/min"},
	"zh": {"pcs/h": "件/h", "pcs/min": "件/min", "rpm": "r/min"},
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
	if n.written != "" {
		return n.written
	}
	key := writtenNumber{l.LanguageCode, n.value, n.decimals}
	if text, ok := written.Get(key); ok {
		return text
	}
	text := notationOf(l).print(n.value, n.decimals)
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
