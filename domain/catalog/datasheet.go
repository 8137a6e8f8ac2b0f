package catalog

import (
	"slices"
	"strings"

	"strand/domain/site"
)

// SheetKind is a kind of document that is made from the record of a product, as a PDF file.
type SheetKind string

const (
	DataSheet SheetKind = "SHEET"
	Manual    SheetKind = "MANUAL"
)

// SheetKinds are all kinds, in the order of the documents of a product.
var SheetKinds = []SheetKind{DataSheet, Manual}

// Language is the language of the document in a locale: manuals are in German and English.
func (k SheetKind) Language(l site.Locale) string {
	if k == Manual && l.LanguageCode != "de" {
		return "en"
	}
	return l.LanguageCode
}

// Parameters of the URL of a data sheet or manual.
const (
	VariantParameter = "variant"
	SystemParameter  = "system"
)

// IsMachine reports whether the technical data of a product, of all its variants, has a connection, so that it has to
// be set up.
func IsMachine(rows []Specification) bool {
	return slices.Contains(groupsOf(measuresOf(readRows(site.Metric, rows))), GroupConnections)
}

// ParseSystem returns the measurement system of the parameter of a data sheet's URL; not ok for an unknown one.
func ParseSystem(value string) (system site.MeasurementSystem, ok bool) {
	for _, system := range []site.MeasurementSystem{site.Metric, site.Imperial} {
		if value == strings.ToLower(string(system)) {
			return system, true
		}
	}
	return "", false
}
