package quantity

import (
	"cmp"
	"math"
	"regexp"
	"strconv"
	"strings"

	"strand/domain/site"
)

// groupSize is the number of digits of a group.
const groupSize = 3

// Read reads the number or range that a visitor typed on a page of a locale as a value in a unit. It is not ok for a
// text that is no number, and for a number with a unit of another measure.
//
// Numbers are read as the readers of the language mean them: a separator of thousands is followed by three digits, and
// is a point in languages with a decimal comma, a comma in the others; spaces and apostrophes separate thousands in all
// of them. Any other single point or comma separates decimals. In German, where pages have Swiss numbers with a decimal
// point, `1.200` is 1200 all the same, since this is what readers of German write.
func Read(typed, unit string, l site.Locale) (q Quantity, ok bool) {
	t, ok := readTyped(typed, l)
	if !ok {
		return Quantity{}, false
	}
	return t.in(Symbol(unit))
}

// ReadPlain returns what a visitor typed on a page of a locale in the form that Read reads in all languages, with the
// unit that was typed.
func ReadPlain(typed string, l site.Locale) (plain string, ok bool) {
	t, ok := readTyped(typed, l)
	if !ok {
		return "", false
	}
	q := Quantity{numbers: t.numbers}
	return strings.TrimSpace(q.Plain() + " " + t.unit), true
}

// ReadWithUnit reads a number or range with a known unit that was typed with it, as Read does: `0,5 mm2`, `AWG 22`,
// `22 AWG`.
func ReadWithUnit(text string, l site.Locale) (q Quantity, ok bool) {
	t, ok := readTyped(text, l)
	if _, isKnown := units[t.unit]; !ok || !isKnown || t.unit == "" {
		return Quantity{}, false
	}
	return t.in(t.unit)
}

// typed is a number, or the two limits of a range, with the unit that was typed; empty for none.
type typed struct {
	numbers []number
	unit    string
}

var (
	// typedPattern is a number between two units, of which one is empty.
	typedPattern = regexp.MustCompile(`^((?i:awg))?\s*` +
		`([+\-−]?[\d.,'’/ ]*(?:-\d{1,2}/\d?)?\d(?:[eE][+\-]?\d)?)\s*` +
		`([^\d\s+\-−.,'’]\S*(?: (?i:ac|dc))?)?$`)
	typedHyphen     = regexp.MustCompile(`^(.*[^\seE+\-−]) *- *([+\-−]?(?i:awg)? *[\d.,].*)$`)
	digitsPattern   = regexp.MustCompile(`^([+\-−]?)([\d.,'’ ]+)$`)
	exponentPattern = regexp.MustCompile(`^(.*\d)[eE]([+\-]?\d)$`)
	groupsPattern   = regexp.MustCompile(`^\d{1,3}(?:[.,'’ ]\d{3})+$`)
)

func readTyped(text string, l site.Locale) (typed, bool) {
	text = strings.TrimSpace(text)
	if len(text) > maxLength {
		return typed{}, false
	}
	text = strings.TrimSpace(strings.ReplaceAll(withPlainSpaces(withKeyboardSigns(text)), "`", "'"))
	if before, ok := strings.CutSuffix(text, " 1/min"); ok {
		text = before + " rpm" // the unit begins with a digit
	}
	parts := splitBy(text, separators[0].texts)
	if _, isFraction := parseFraction(text); len(parts) == 1 && !isFraction {
		if m := typedHyphen.FindStringSubmatch(text); m != nil {
			parts = m[1:]
		}
	}
	if len(parts) > 2 {
		return typed{}, false
	}
	var t typed
	for _, part := range parts {
		m := typedPattern.FindStringSubmatch(strings.TrimSpace(part))
		if m == nil || m[1] != "" && m[3] != "" {
			return typed{}, false
		}
		n, ok := notationOf(l).read(m[2])
		unit := Symbol(m[1] + m[3])
		if !ok || t.unit != "" && unit != "" && t.unit != unit {
			return typed{}, false
		}
		t.numbers, t.unit = append(t.numbers, n), cmp.Or(t.unit, unit)
	}
	return t, true
}

// in returns the typed value in a unit.
func (t typed) in(symbol string) (q Quantity, ok bool) {
	from, isKnown := units[cmp.Or(t.unit, symbol)]
	to := units[symbol]
	if !isKnown || from.base != to.base {
		return Quantity{}, false
	}
	q = Quantity{Kind: Number, Unit: symbol}
	for _, n := range t.numbers {
		isGauge := strings.HasSuffix(n.written, "/0")
		if isGauge && !from.isGauge() || from.isGauge() && !isGauge && !n.isGauge() {
			return Quantity{}, false
		}
		if !isGauge {
			n.written = "" // a fraction
		}
		if cmp.Or(t.unit, symbol) != symbol {
			if n, ok = n.typedIn(from, to); !ok {
				return Quantity{}, false
			}
		}
		q.numbers = append(q.numbers, n)
	}
	if len(q.numbers) > 1 {
		q.Kind = Range
		if isReversed(q.numbers[0], q.numbers[1], symbol) {
			q.numbers[0], q.numbers[1] = q.numbers[1], q.numbers[0]
		}
	}
	return q, true
}

// isGauge reports whether a number can be the gauge of a wire.
func (n number) isGauge() bool {
	return n.value == math.Trunc(n.value) && n.value >= thickestGauge && n.value <= thinnestGauge
}

// typedIn returns a number that was typed in another unit.
func (n number) typedIn(from, to unit) (number, bool) {
	base := from.toBase(n.value, Number)
	if from.isGauge() || to.isGauge() { // nominal
		return to.number(base)
	}
	return fromFloat(to.fromBase(base, Number))
}

// exactDigits is the number of significant digits of a number that was calculated.
const exactDigits = 6

// fromFloat returns a calculated number; not ok for one that has too many digits.
func fromFloat(value float64) (number, bool) {
	n := rounded(value, exactDigits)
	return n, math.Abs(value) < 1e12 && len(n.plain()) <= maxDigits
}

// read reads one number, see Read. The gauge of a thick wire is `2/0`.
func (l *notation) read(text string) (number, bool) {
	if n, ok := parseGauge(text); ok {
		return n, true
	}
	if n, ok := parseFraction(text); ok {
		value, ok := fromFloat(n.value)
		value.written = n.written
		return value, ok
	}
	if m := exponentPattern.FindStringSubmatch(text); m != nil {
		n, ok := l.read(m[1])
		exponent, _ := strconv.Atoi(m[2]) // one digit
		if !ok || n.written != "" {
			return number{}, false
		}
		return fromFloat(n.value * math.Pow10(exponent))
	}
	m := digitsPattern.FindStringSubmatch(text)
	if m == nil {
		return number{}, false
	}
	whole, fraction, ok := l.split(m[2])
	if !ok || len(whole)+len(fraction) > maxDigits {
		return number{}, false
	}
	value, err := strconv.ParseFloat(plainNumber.Replace(m[1])+cmp.Or(whole, "0")+"."+fraction+"0", 64)
	return number{value: value + 0, decimals: len(fraction)}, err == nil
}

// split returns the digits before and after the decimal separator of a number without sign.
func (l *notation) split(text string) (whole, fraction string, ok bool) {
	whole = text
	if at := l.decimalAt(text); at >= 0 {
		if whole, fraction = text[:at], text[at+1:]; strings.Trim(fraction, decimalDigits) != "" || fraction == "" {
			return "", "", false
		}
	}
	if strings.Trim(whole, decimalDigits) != "" && (!groupsPattern.MatchString(whole) || !hasOneSeparator(whole)) {
		return "", "", false
	}
	return strings.Join(strings.FieldsFunc(whole, isSeparator), ""), fraction, true
}

// decimalAt returns the place of the decimal separator of a number; -1 for none.
func (l *notation) decimalAt(text string) int {
	at := strings.LastIndexAny(text, ".,")
	if at < 0 || strings.Count(text, text[at:at+1]) > 1 {
		return -1
	}
	thousands := byte(',')
	if l.hasComma {
		thousands = '.'
	}
	if text[at] == thousands && groupsPattern.MatchString(text) && text[0] != '0' && hasOneSeparator(text) {
		return -1
	}
	return at
}

func isSeparator(r rune) bool { return r < '0' || r > '9' }

// hasOneSeparator reports whether all separators of a number are the same.
func hasOneSeparator(text string) bool {
	separators := strings.FieldsFunc(text, func(r rune) bool { return !isSeparator(r) })
	for _, s := range separators {
		if s != separators[0] {
			return false
		}
	}
	return true
}
