package form

import (
	"strings"
	"unicode"
)

// brailleBlank is the braille pattern without dots, a symbol that looks like a space.
const brailleBlank = '\u2800'

// IsBlank reports whether a text has no visible character: it is empty, or consists of spaces, control and format
// characters, fillers, joiners, variation selectors and tags.
func IsBlank(text string) bool { return !strings.ContainsFunc(text, isVisible) }

func isVisible(r rune) bool {
	switch {
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r): // format characters that are shown
		return true
	case r == brailleBlank, unicode.IsSpace(r), unicode.IsControl(r):
		return false
	}
	return !unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
