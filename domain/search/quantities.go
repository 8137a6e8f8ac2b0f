package search

import (
	"iter"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
	"unique"

	"strand/domain/quantity"
	"strand/domain/site"
)

// Range is a range of a figure in the unit that values of its measure are compared in: cross-sections and gauges in
// mm². The limits of a single value are equal.
type Range struct {
	Measure   string
	Low, High float64
}

// Ranges are different ranges. Documents share equal ones, since a catalogue has many of them.
type Ranges []unique.Handle[Range]

// NewRanges returns ranges without duplicates.
func NewRanges(all ...Range) Ranges {
	var ranges Ranges
	for _, r := range all {
		if shared := unique.Make(r); !slices.Contains(ranges, shared) {
			ranges = append(ranges, shared)
		}
	}
	return slices.Clip(ranges)
}

// All iterates over the ranges.
func (r Ranges) All() iter.Seq[Range] {
	return func(yield func(Range) bool) {
		for _, shared := range r {
			if !yield(shared.Value()) {
				return
			}
		}
	}
}

const (
	// tolerance is the share by which a figure may lie outside of a range, since values in AWG are rounded.
	tolerance = 0.02
	// maxQuantities limits the quantities of a query.
	maxQuantities = 3
)

// NewRange returns the range of a quantity; not ok if a typed quantity cannot lie in it: for texts, deviations and
// units that are not known.
func NewRange(q quantity.Quantity) (r Range, ok bool) {
	measure, isKnown := quantity.Base(q.Unit)
	low, high, hasLimits := q.Limits()
	isFigure := q.Kind == quantity.Number || q.Kind == quantity.Range || q.Kind == quantity.Choice
	if !isKnown || !hasLimits || !isFigure || q.Unit == "" {
		return Range{}, false
	}
	return Range{measure, low, high}, true
}

// Widened is the range with the tolerance of figures.
func (r Range) Widened() Range {
	return Range{r.Measure, r.Low - tolerance*math.Abs(r.Low), r.High + tolerance*math.Abs(r.High)}
}

// Fits reports whether the document has, for each quantity, a figure whose range includes it (SRCH-20).
func (d *Document) Fits(quantities []Range) bool {
	for _, q := range quantities {
		if !slices.ContainsFunc(d.Ranges, func(shared unique.Handle[Range]) bool {
			r := shared.Value().Widened()
			return r.Measure == q.Measure && r.Low <= q.Low && r.High >= q.High
		}) {
			return false
		}
	}
	return true
}

// Interpretation is what an engine searches for.
type Interpretation struct {
	// Text contains all words of the query, in the form of SplitWords.
	Text string
	// Quantities are the quantities of the query, Rest the words beside them; nil for none.
	Quantities []Range
	Rest       string
}

// Interpret reads the words and quantities of a query.
func Interpret(language, query string) Interpretation {
	found, rest := quantitiesIn(query, language)
	return Interpretation{Text: SplitWords(query), Quantities: found, Rest: SplitWords(rest)}
}

// scriptBorders are the places between digits or Latin letters and Chinese or Japanese characters, which have no
// spaces.
var scriptBorders = regexp.MustCompile(
	`([\p{Latin}\p{Nd}²³])([\p{Han}\p{Hiragana}\p{Katakana}])|([\p{Han}\p{Hiragana}\p{Katakana}])([\p{Latin}\p{Nd}])`)

// maxQuantityWord is the maximum length of a word of a quantity, in bytes.
const maxQuantityWord = 24

// quantitiesIn returns the quantities of a text, and the other words.
func quantitiesIn(text, language string) (found []Range, rest string) {
	if !strings.ContainsFunc(text, unicode.IsNumber) {
		return nil, text
	}
	words := strings.Fields(scriptBorders.ReplaceAllString(text, "$1$3 $2$4"))
	l := site.Locale{LanguageCode: language}
	var others []string
	for at := 0; at < len(words); at++ {
		if len(found) < maxQuantities {
			if r, _, n := quantityAt(words[at:], l); n > 0 {
				found = append(found, r)
				at += n - 1
				continue
			}
		}
		others = append(others, words[at])
	}
	return found, strings.Join(others, " ")
}

// WireOf returns the first cross-section of a wire in a query, written for a locale; empty for none.
func WireOf(query string, l site.Locale) string {
	if !strings.ContainsFunc(query, unicode.IsNumber) {
		return ""
	}
	words := strings.Fields(scriptBorders.ReplaceAllString(query, "$1$3 $2$4"))
	for at := range words {
		if r, q, n := quantityAt(words[at:], l); n > 0 && r.Measure == quantity.CrossSection {
			return q.Format(l) + " " + quantity.FormatUnit(q.Unit, l)
		}
	}
	return ""
}

// quantityAt reads the quantity at the beginning of words: the unit may be a word of its own. n is the number of words;
// zero for no quantity.
func quantityAt(words []string, l site.Locale) (r Range, q quantity.Quantity, n int) {
	for n := min(2, len(words)); n > 0; n-- {
		parts := slices.Clone(words[:n])
		parts[n-1] = strings.TrimRight(parts[n-1], ".,;:!?)。、")
		parts[0] = strings.TrimLeft(parts[0], "(")
		text := strings.Join(parts, " ")
		if len(text) > n*maxQuantityWord || !strings.ContainsFunc(text, unicode.IsNumber) {
			continue
		}
		q, ok := quantity.ReadWithUnit(text, l)
		// A letter after a number is part of a name more often than a unit: Alpha 530 S.
		if !ok || utf8.RuneCountInString(q.Unit) < 2 || q.Unit == "in" || q.Unit == "pcs" {
			continue
		}
		if r, ok := NewRange(q); ok {
			return r, q, n
		}
	}
	return Range{}, quantity.Quantity{}, 0
}
