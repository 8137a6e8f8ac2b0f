// Package quantity reads the values of technical data as numbers with a unit, converts them between the measurement
// systems, and writes them for a language. A value that cannot be read is a text, which is never converted.
package quantity

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// Kind is the form of a value.
type Kind int

const (
	// Text is any value that is none of the others.
	Text Kind = iota
	// Number is one number, also with a sign of comparison: `3200`, `≤ 70`.
	Number
	// Range has a lower and an upper limit: `0.13–4`.
	Range
	// Tolerance is a deviation to both sides: `± 0.01`.
	Tolerance
	// Difference is a difference of two values: `Δ 5`.
	Difference
	// Toleranced is a number with its deviation to both sides: `23 ± 2`.
	Toleranced
	// Choice are alternatives: `30 / 40`.
	Choice
	// Dimensions are lengths along axes: `100 × 60 × 160`.
	Dimensions
)

// isDifference reports whether the numbers of a kind have no zero, so that those of temperatures are converted without
// it.
func (k Kind) isDifference() bool { return k == Tolerance || k == Difference }

// Quantity is a value with its unit. It is immutable.
type Quantity struct {
	Kind Kind
	// Unit is the symbol of the unit, see Symbol; empty for none.
	Unit string
	// text is the value of a Text.
	text string
	// sign is the sign of comparison before a Number; empty for none.
	sign string
	// numbers are in the order of the value: the two limits of a Range, the lengths of Dimensions.
	numbers []number
}

// number is a number as it was written.
type number struct {
	value float64
	// decimals is the number of digits after the decimal point.
	decimals int
	// written is a number that is not written as a decimal: the gauge of a wire (`2/0`) or a fraction of an inch
	// (`1/2`); empty for other numbers.
	written string
}

const (
	// maxLength limits the length of a value that is read as numbers, in bytes.
	maxLength = 100
	// maxNumbers limits the numbers of a value.
	maxNumbers = 8
	// maxDigits limits the digits of a number: more have no exact value.
	maxDigits = 15
)

// Spaces between groups of digits, and inside of values.
const spaces = " \u00a0\u2009\u202f"

var (
	// numberPattern is a number: digits in groups of three with spaces or apostrophes, or without groups.
	numberPattern = regexp.MustCompile(
		`^[+\-−]?(?:\d{1,3}(?:[ \x{a0}\x{2009}\x{202f}'’]\d{3})+|\d+)(?:[.,]\d+)?$`)
	gaugePattern    = regexp.MustCompile(`^(\d)/0$`)
	fractionPattern = regexp.MustCompile(`^(?:(\d{1,4})(?: +|-))?(\d{1,2})/(\d{1,2})$`)
	hyphenPattern   = regexp.MustCompile(`^([+\-−]?\d[\d.,'’/ ]*?) *- *([+\-−]?\d[\d.,'’/ ]*)$`)
	axesPattern     = regexp.MustCompile(`^\d[\d.,]*(?: ?[xX×] ?\d[\d.,]*)+$`)

	// separators are the separators of the numbers of a value, by its kind, in the order in which they are looked for.
	separators = []struct {
		kind  Kind
		texts []string
	}{
		{Range, []string{"–", "—", "...", "…", "~", "〜", " to ", " bis "}},
		{Choice, []string{" / ", ";"}},
		{Dimensions, []string{"×", " x "}},
		{Toleranced, []string{"±", "+/-", "+/−"}},
	}

	// signs are the signs of comparison before a number, with other ways to write them.
	signs = []struct{ text, sign string }{
		{"≤", "≤"}, {"≥", "≥"}, {"<=", "≤"}, {">=", "≥"}, {"=<", "≤"}, {"=>", "≥"}, {"⩽", "≤"}, {"⩾", "≥"}, {"≦", "≤"},
		{"≧", "≥"}, {"<", "<"}, {">", ">"}, {"≈", "≈"}, {"~", "~"},
	}
	tolerances  = []string{"±", "+/-", "+/−"}
	differences = []string{"ΔT", "∆T", "Δ", "∆"}

	// plainNumber replaces the signs and separators of a number by those of Go.
	plainNumber = strings.NewReplacer(
		"−", "-", ",", ".", "'", "", "’", "", " ", "", "\u00a0", "", "\u2009", "", "\u202f", "",
	)
)

const decimalDigits = "0123456789"

// remembered is the number of values that are kept as they were read, and as they were written for a language: the
// values of machines repeat in their variants, languages and systems, and reading one takes longer than finding it.
const remembered = 1 << 14

func remember[K comparable, V any]() *lru.Cache[K, V] {
	c, _ := lru.New[K, V](remembered) // the only error is that of a size below one
	return c
}

var parsed = remember[[2]string, Quantity]()

// Parse reads a value. A value that contradicts itself, such as a range whose lower limit is higher, is a Text.
func Parse(value, unit string) Quantity {
	value, unit = strings.TrimSpace(value), Symbol(strings.TrimSpace(unit))
	if len(value) > maxLength || len(unit) > maxLength || strings.IndexFunc(value, unicode.IsNumber) < 0 {
		return Quantity{Unit: unit, text: value}
	}
	key := [2]string{value, unit}
	if q, ok := parsed.Get(key); ok {
		return q
	}
	q := parse(value, unit)
	parsed.Add(key, q)
	return q
}

func parse(value, unit string) Quantity {
	text := Quantity{Unit: unit, text: value}
	kind, parts, sign := split(withKeyboardSigns(value))
	q := Quantity{Kind: kind, Unit: unit, text: value, sign: sign}
	isPair := kind == Range || kind == Toleranced
	if len(parts) > maxNumbers || isPair && len(parts) != 2 {
		return text
	}
	isAbove, isBelow := false, false
	for _, part := range parts {
		n, ok := parseNumber(part, unit)
		if !ok {
			return text
		}
		isAbove, isBelow = isAbove || strings.HasPrefix(strings.Trim(part, spaces), "+"), isBelow || n.value < 0
		q.numbers = append(q.numbers, n)
	}
	switch {
	case kind == Range && isReversed(q.numbers[0], q.numbers[1], unit),
		kind.isDifference() && q.numbers[0].value < 0, kind == Toleranced && q.numbers[1].value < 0,
		// `+2 / -1` are limits of a deviation or two temperatures.
		kind == Choice && isAbove && isBelow && units[unit].isTemperature():
		return text
	}
	return q
}

// withKeyboardSigns returns a value with the digits, signs and spaces of a keyboard instead of those that look alike.
func withKeyboardSigns(value string) string {
	if strings.IndexFunc(value, func(r rune) bool { return r > unicode.MaxASCII }) < 0 {
		return value // most values
	}
	return strings.TrimSpace(vulgarFractions.Replace(keyboardSigns.Replace(width.Fold.String(value))))
}

var (
	keyboardSigns = strings.NewReplacer(
		"\u2010", "-", "\u2011", "-", "\u2012", "–", "\u2044", "/", "\u02bc", "’", "\u2032", "’", "\u2018", "’",
	)
	// vulgarFractions writes fractions that are one character as those of a keyboard.
	vulgarFractions = func() *strings.Replacer {
		var pairs []string
		for fraction := range strings.SplitSeq("¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞", "") {
			written := strings.ReplaceAll(norm.NFKC.String(fraction), "\u2044", "/")
			pairs = append(pairs, "-"+fraction, "-"+written, fraction, " "+written)
		}
		return strings.NewReplacer(pairs...)
	}()
)

// split returns the kind of a value and the texts of its numbers, with the sign of comparison before a Number.
func split(value string) (kind Kind, parts []string, sign string) {
	for _, t := range tolerances {
		if rest, ok := strings.CutPrefix(value, t); ok {
			return Tolerance, []string{rest}, ""
		}
	}
	for _, d := range differences {
		if rest, ok := strings.CutPrefix(value, d); ok {
			return Difference, []string{rest}, ""
		}
	}
	for _, s := range signs {
		if rest, ok := strings.CutPrefix(value, s.text); ok {
			return Number, []string{rest}, s.sign
		}
	}
	if strings.Trim(value, decimalDigits+".") == "" { // most values, without regular expressions
		return Number, []string{value}, ""
	}
	value = withAxes(withDash(withPlainSpaces(value)))
	for _, form := range separators {
		if parts := splitBy(value, form.texts); len(parts) > 1 {
			return form.kind, parts, ""
		}
	}
	return Number, []string{value}, ""
}

// withPlainSpaces replaces all spaces by that of a keyboard.
func withPlainSpaces(value string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		return r
	}, value)
}

// splitBy splits a value at each of several separators.
func splitBy(value string, separators []string) []string {
	for _, s := range separators[1:] {
		value = strings.ReplaceAll(value, s, separators[0])
	}
	return strings.Split(value, separators[0])
}

// withDash returns a range that is written with a hyphen with a dash, and any other value unchanged.
func withDash(value string) string {
	if !strings.Contains(value, "-") {
		return value // most values, without regular expressions
	}
	if _, isFraction := parseFraction(value); isFraction {
		return value
	}
	if m := hyphenPattern.FindStringSubmatch(value); m != nil {
		return m[1] + "–" + m[2]
	}
	return value
}

// withAxes returns dimensions that are written with letters (`650x670x1400`) with signs, and any other value unchanged.
func withAxes(value string) string {
	if !strings.ContainsAny(value, "xX") || strings.HasPrefix(value, "0x") || !axesPattern.MatchString(value) {
		return value
	}
	return strings.NewReplacer("x", "×", "X", "×").Replace(value)
}

// NewText returns a Text, also of a value that can be read as a number.
func NewText(value, unit string) Quantity { return Quantity{Unit: unit, text: value} }

// Lowest returns the lower limit of a Range, and any other value but a Text unchanged.
func (q Quantity) Lowest() (Quantity, bool) { return q.limit(0) }

// Highest returns the upper limit of a Range, like Lowest.
func (q Quantity) Highest() (Quantity, bool) { return q.limit(len(q.numbers) - 1) }

func (q Quantity) limit(at int) (Quantity, bool) {
	if q.Kind != Range {
		return q, q.Kind != Text
	}
	return Quantity{Kind: Number, Unit: q.Unit, numbers: q.numbers[at : at+1]}, true
}

// Text returns the value of a Text; empty for any other.
func (q Quantity) Text() string {
	if q.Kind != Text {
		return ""
	}
	return q.text
}

// IsReversed reports whether a value is a range whose limits are in the wrong order.
func IsReversed(value, unit string) bool {
	if len(value) > maxLength {
		return false
	}
	limits := splitBy(withDash(withPlainSpaces(withKeyboardSigns(value))), separators[0].texts)
	return len(limits) == 2 && Parse(value, unit).Kind == Text &&
		Parse(limits[1]+"–"+limits[0], unit).Kind == Range
}

// isReversed reports whether the lower limit of a range is higher than the upper one. A higher gauge is a thinner wire.
func isReversed(low, high number, unit string) bool {
	if unit == unitAWG {
		return low.value < high.value
	}
	return low.value > high.value
}

func parseNumber(text, unit string) (number, bool) {
	text = strings.Trim(text, spaces)
	if n, ok := parseGauge(text); ok && unit == unitAWG {
		return n, true
	}
	// Fractions of other units are alternatives: `230/400` V.
	if unit == "in" || unit == "ft" {
		if n, ok := parseFraction(text); ok {
			return n, true
		}
	}
	if !isPlainNumber(text) && !numberPattern.MatchString(text) || isAmbiguous(text) {
		return number{}, false
	}
	plain := plainNumber.Replace(text)
	if len(plain) > maxDigits {
		return number{}, false
	}
	value, err := strconv.ParseFloat(plain, 64)
	if err != nil {
		return number{}, false
	}
	_, fraction, _ := strings.Cut(plain, ".")
	return number{value: value, decimals: len(fraction)}, true
}

// parseGauge reads a gauge that is thicker than one: `2/0`.
func parseGauge(text string) (number, bool) {
	m := gaugePattern.FindStringSubmatch(text)
	if m == nil || m[1] == "0" {
		return number{}, false
	}
	zeros, _ := strconv.Atoi(m[1]) // one digit
	return number{value: float64(1 - zeros), written: text}, true
}

// maxDenominator is the highest denominator of a fraction: rulers have 64ths of an inch.
const maxDenominator = 64

// parseFraction reads a fraction below one, with or without a whole number before it: `1 1/2`.
func parseFraction(text string) (number, bool) {
	m := fractionPattern.FindStringSubmatch(text)
	if m == nil {
		return number{}, false
	}
	whole, _ := strconv.Atoi("0" + m[1]) // at most four digits, as the others
	above, _ := strconv.Atoi(m[2])
	below, _ := strconv.Atoi(m[3])
	if below > maxDenominator || above >= below || above == 0 {
		return number{}, false
	}
	written := m[2] + "/" + m[3]
	if m[1] != "" {
		written = m[1] + " " + written
	}
	return number{value: float64(whole) + float64(above)/float64(below), written: written}, true
}

// isPlainNumber reports whether a text has digits only, with a point between them: most numbers need no regular
// expression.
func isPlainNumber(text string) bool {
	whole, fraction, hasPoint := strings.Cut(text, ".")
	return whole != "" && strings.Trim(whole, decimalDigits) == "" &&
		(!hasPoint || fraction != "" && strings.Trim(fraction, decimalDigits) == "")
}

// isAmbiguous reports whether the comma of a number can separate thousands or decimals: `1,200`.
func isAmbiguous(text string) bool {
	before, after, found := strings.Cut(strings.TrimLeft(text, "+-−"), ",")
	return found && len(after) == 3 && len(before) <= 3 && before != "0"
}

// Lengths returns the numbers of Dimensions, in the order of the axes; empty for other values.
func (q Quantity) Lengths() []float64 {
	lengths := []float64{}
	if q.Kind == Dimensions {
		for _, n := range q.numbers {
			lengths = append(lengths, n.value)
		}
	}
	return lengths
}

// Limits returns the lowest and the highest number in a unit that values of one measure share, for comparisons and
// filters: that of areas is mm², also for gauges. The limits of a Tolerance are its deviation, those of a Difference
// the difference. It is not ok for a Text, for Dimensions, and for a unit that is not known.
func (q Quantity) Limits() (low, high float64, ok bool) {
	u, isKnown := lookUp(q.Unit)
	if len(q.numbers) == 0 || q.Kind == Dimensions || !isKnown {
		return 0, 0, false
	}
	if q.Kind == Toleranced {
		at, deviation := u.toBase(q.numbers[0].value, Number), u.toBase(q.numbers[1].value, Tolerance)
		return at - deviation, at + deviation, true
	}
	for i, n := range q.numbers {
		v := u.toBase(n.value, q.Kind)
		if i == 0 {
			low, high = v, v
		}
		low, high = min(low, v), max(high, v)
	}
	return low, high, true
}

// kindOf returns the kind of a number of the value for conversions.
func (q Quantity) kindOf(at int) Kind {
	if q.Kind == Toleranced && at > 0 {
		return Tolerance
	}
	return q.Kind
}
