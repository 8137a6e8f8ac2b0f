package catalog

import (
	"fmt"
	"net/url"
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

// fileNames are the last segments of the URLs, by kind.
var fileNames = map[SheetKind]string{DataSheet: "data-sheet.pdf", Manual: "manual.pdf"}

// Path is the path of the document below that of the product's page.
func (k SheetKind) Path() string { return "/" + fileNames[k] }

// File is the name of the file for a product.
func (k SheetKind) File(slug string) string { return slug + "-" + fileNames[k] }

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

// sheetText is the word for a kind of document, and the name of that of a product.
type sheetText struct{ kind, name string }

// sheetTexts are by kind and language.
var sheetTexts = map[SheetKind]map[string]sheetText{
	DataSheet: {
		"en": {"Data sheet", "Data sheet %s"},
		"de": {"Datenblatt", "Datenblatt %s"},
		"fr": {"Fiche technique", "Fiche technique %s"},
		"es": {"Hoja de datos", "Hoja de datos %s"},
		"pt": {"Folha de dados", "Folha de dados %s"},
		"cs": {"Datový list", "Datový list %s"},
		"hu": {"Adatlap", "%s adatlap"},
		"ro": {"Fișă tehnică", "Fișă tehnică %s"},
		"sk": {"Údajový list", "Údajový list %s"},
		"ja": {"データシート", "%s データシート"},
		"zh": {"技术数据表", "%s 技术数据表"},
	},
	Manual: {
		"en": {"Manual", "Operating manual %s"},
		"de": {"Anleitung", "Bedienungsanleitung %s"},
	},
}

// DataSheetURL is the path of the data sheet, of all variants or of one, in a measurement system; nil for a service,
// and for a product without a page. Without a system it is that of the locale (CAT-47).
func (p *LocalizedProduct) DataSheetURL(variant *string, system *site.MeasurementSystem) *string {
	page := p.URL()
	if page == nil || p.Type() != TypeProduct {
		return nil
	}
	query := url.Values{}
	if variant != nil {
		query.Set(VariantParameter, *variant)
	}
	if system != nil {
		query.Set(SystemParameter, strings.ToLower(string(*system)))
	}
	path := *page + DataSheet.Path()
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return &path
}

// Sheets returns the documents that are made from the record of the product: the data sheet, and the manual of a
// machine (CAT-47, CAT-49). A service and a product without a page have none.
func (p *LocalizedProduct) Sheets(isMachine bool) []*Document {
	documents := []*Document{}
	page := p.URL()
	if page == nil || p.Type() != TypeProduct {
		return documents
	}
	for _, kind := range SheetKinds {
		if kind == Manual && !isMachine {
			continue
		}
		language := kind.Language(p.SiteContext.Locale)
		texts, ok := sheetTexts[kind][language]
		textLanguage := language
		if !ok {
			texts, textLanguage = sheetTexts[kind][FallbackLanguage], FallbackLanguage
		}
		documents = append(documents, &Document{
			Name:      fmt.Sprintf(texts.name, p.Name),
			Language:  &language,
			Type:      &texts.kind,
			URL:       *page + kind.Path(),
			FileName:  kind.File(p.Slug),
			Extension: "PDF",

			ForeignLanguage: p.SiteContext.Foreign(textLanguage),
		})
	}
	return documents
}

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
