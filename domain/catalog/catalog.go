// Package catalog holds the rules about classifications, products and services (spec §2, §3, §5). Everything here is a
// pure function over plain values.
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

// maxText is how many characters of a text are shown: what is longer is a mistake in the PIM, and would make the page one.
const maxText = 20_000

// IsNull reports whether a text is the text null, which stands for nothing (spec §5).
func IsNull(s string) bool { return strings.TrimSpace(s) == "null" }

// Text is what a PIM wrote: nil for nothing, and for the text null (spec §5). A text without end is cut.
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
