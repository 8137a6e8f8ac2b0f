// Package figure resolves the references to figures in texts of editors, such as `{{product:alpha-530.weight}}` and
// `{{fact:service-countries}}`, so that a figure is written in one place only.
package figure

import (
	"regexp"
	"slices"
	"strings"
)

// Reference names a figure: a row of the technical data of a product, or a fact of the group.
type Reference struct {
	// Product and Row are the slugs of a product and of the English name of its row; empty for a fact.
	Product, Row string
	// Limit is the limit of a range that is meant; empty for the whole value.
	Limit Limit
	// Part is the part of the value that is meant; empty for the value with its unit.
	Part Part
	// Fact is the key of a fact; empty for a row.
	Fact string
}

// Limit is one of the two limits of a range.
type Limit string

const (
	Lowest  Limit = "min"
	Highest Limit = "max"
)

// Part is a part of a value with a unit, for texts that show the two apart.
type Part string

const (
	ValueOnly Part = "value"
	UnitOnly  Part = "unit"
)

const (
	// maxReferences limits the references of a text: further ones dangle.
	maxReferences = 100
	// maxLength limits the length of a reference with its fallback, in bytes.
	maxLength = 300
	// maxValue limits the length of a value, in bytes: a longer one is no figure.
	maxValue = 120
)

// tokenPattern matches what begins like a reference, also if it is invalid: none is ever shown.
var tokenPattern = regexp.MustCompile(`\{\{\s*(?:product|fact)\s*:[^{}<>]*(?:\}\})?`)

// MayContain reports whether a text can contain a reference, which spares most texts the search for one.
func MayContain(text string) bool { return strings.Contains(text, "{{") }

// References returns the valid references in a text, each once.
func References(text string) []Reference {
	var found []Reference
	for _, token := range tokenPattern.FindAllString(text, maxReferences) {
		if ref, _, ok := parse(token); ok && !slices.Contains(found, ref) {
			found = append(found, ref)
		}
	}
	return found
}

// parse reads a reference with the text that replaces it if it dangles; empty for none.
func parse(token string) (ref Reference, fallback string, ok bool) {
	inner, isClosed := strings.CutSuffix(token, "}}")
	if !isClosed || len(token) > maxLength {
		return ref, "", false
	}
	inner, fallback, _ = strings.Cut(strings.TrimPrefix(inner, "{{"), "|")
	fallback = strings.TrimSpace(fallback)
	kind, name, _ := strings.Cut(inner, ":")
	name = strings.TrimSpace(name)
	if strings.ContainsAny(name, " \t\n\u00a0") || name == "" {
		return ref, fallback, false
	}
	if strings.TrimSpace(kind) == "fact" {
		return Reference{Fact: name}, fallback, true
	}
	parts := strings.Split(name, ".")
	if len(parts) < 2 || parts[0] == "" || parts[1] == "" {
		return ref, fallback, false
	}
	ref.Product, ref.Row = parts[0], parts[1]
	for _, suffix := range parts[2:] {
		switch {
		case ref.Limit == "" && ref.Part == "" && (suffix == string(Lowest) || suffix == string(Highest)):
			ref.Limit = Limit(suffix)
		case ref.Part == "" && (suffix == string(ValueOnly) || suffix == string(UnitOnly)):
			ref.Part = Part(suffix)
		default:
			return Reference{}, fallback, false
		}
	}
	return ref, fallback, true
}
