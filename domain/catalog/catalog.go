// Package catalog contains the rules of classifications, products and services. All functions are pure functions of
// plain values.
package catalog

import "strings"

// Type distinguishes products from services.
type Type string

const (
	TypeProduct Type = "PRODUCT"
	TypeService Type = "SERVICE"
)

// Types are all types, in the order in which a slug is looked up.
var Types = []Type{TypeProduct, TypeService}

// Area is the first path segment of the pages of a type.
func (t Type) Area() string {
	if t == TypeService {
		return "services"
	}
	return "products"
}

// maxText is the maximum length of a text in characters. A longer text is an error in the PIM.
const maxText = 20_000

// IsNull reports whether a text is the text "null", which means that there is no value (CAT-7).
func IsNull(s string) bool { return strings.TrimSpace(s) == "null" }

// Text returns a text of the PIM: nil for an empty one and for the text "null". A text over the maximum length is
// truncated (CAT-7).
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
