package sqllist

import (
	"database/sql/driver"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"modernc.org/sqlite"
)

// The driver knows the functions of lists in all databases: collated(text) is a sort key for names, folded(text) the
// form in which words are searched.
func init() {
	sqlite.MustRegisterDeterministicScalarFunction("collated", 1, ofText(Collated))
	sqlite.MustRegisterDeterministicScalarFunction("folded", 1, ofText(strings.ToLower))
}

// ofText returns the SQL function that converts texts. Other values stay.
func ofText(convert func(string) string) func(*sqlite.FunctionContext, []driver.Value) (driver.Value, error) {
	return func(_ *sqlite.FunctionContext, arguments []driver.Value) (driver.Value, error) {
		if text, ok := arguments[0].(string); ok {
			return convert(text), nil
		}
		return arguments[0], nil
	}
}

// collatedDigits is the number of digits to which numbers in sort keys are filled up.
const collatedDigits = 8

// Collated returns a sort key for names: case-insensitive, without accents, and with numbers by their value.
func Collated(text string) string {
	var b strings.Builder
	var number []rune
	endNumber := func() {
		if len(number) > 0 {
			b.WriteString(strings.Repeat("0", max(0, collatedDigits-len(number))) + string(number))
			number = nil
		}
	}
	for _, r := range norm.NFD.String(strings.ToLower(text)) {
		if r >= '0' && r <= '9' {
			number = append(number, r)
			continue
		}
		endNumber()
		if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(r)
		}
	}
	endNumber()
	return b.String()
}
