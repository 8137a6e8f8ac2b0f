// Package catalog has the rules of classifications, products and services. Everything here is a
// pure function of plain values.
package catalog

import "strings"

// Type tells products from services.
type Type string

const (
	TypeProduct Type = "PRODUCT"
	TypeService Type = "SERVICE"
)

// Types are both, in the order in which a slug is looked for.
var Types = []Type{TypeProduct, TypeService}

// Area is the first path segment of everything of a type.
func (t Type) Area() string {
	if t == TypeService {
		return "services"
	}
	return "products"
}

// maxText is how many characters of a text are shown: a longer text is a mistake in the PIM.
const maxText = 20_000

// IsNull reports whether a text is the text null, which stands for nothing (CAT-7).
func IsNull(s string) bool { return strings.TrimSpace(s) == "null" }

// Text is a text of the PIM: nil for an empty one and for the text null. A very long one is cut (CAT-7).
func Text(s string) *string {
	s = strings.TrimSpace(s)
	if s == "" || IsNull(s) {
		return nil
	}
	if len(s) > maxText {
		if runes := []rune(s); len(runes) > maxText {
			s = string(runes[:maxText]) + "…"
		}
	}
	return &s
}
