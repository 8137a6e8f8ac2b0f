package search

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// BreakControls are the characters that only allow or prevent a line break: soft hyphen, zero-width space, word joiner
// and zero-width no-break space. They are no part of words (SRCH-15).
const BreakControls = "\u00ad\u200b\u2060\ufeff"

// SplitWords returns a text in the form in which its words are compared: in compatibility form, and with spaces where
// letters and digits meet and instead of underscores and hyphens. `alpha530`, `alpha_530`, `ａｌｐｈａ　５３０` become
// `alpha 530`, `mm²` becomes `mm 2`.
func SplitWords(text string) string {
	var split strings.Builder
	var last rune
	for _, r := range norm.NFKC.String(text) {
		switch {
		case strings.ContainsRune(BreakControls, r):
			continue
		case r == '_' || r == '-':
			r = ' '
		case IsBorder(last, r):
			split.WriteByte(' ')
		}
		split.WriteRune(r)
		last = r
	}
	return strings.Join(strings.Fields(split.String()), " ")
}

// IsBorder reports whether a word ends between two characters: between a letter and a digit, and around underscores.
func IsBorder(before, after rune) bool {
	return unicode.IsLetter(before) && unicode.IsDigit(after) || unicode.IsDigit(before) && unicode.IsLetter(after) ||
		before == '_' || after == '_'
}
