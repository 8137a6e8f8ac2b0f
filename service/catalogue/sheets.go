package catalogue

import (
	"fmt"
	"net/url"
	"strings"

	"strand/domain/catalog"
	"strand/domain/site"
)

// sheetFiles are the last segments of the URLs of data sheets and manuals, by kind.
var sheetFiles = map[catalog.SheetKind]string{catalog.DataSheet: "data-sheet.pdf", catalog.Manual: "manual.pdf"}

// SheetPath is the path of a data sheet or manual below that of the product's page.
func SheetPath(kind catalog.SheetKind) string { return "/" + sheetFiles[kind] }

// SheetFile is the name of the file for a product.
func SheetFile(kind catalog.SheetKind, slug string) string { return slug + "-" + sheetFiles[kind] }

// sheetText is the word for a kind of document, and the name of that of a product.
type sheetText struct{ kind, name string }

// sheetTexts are by kind and language.
var sheetTexts = map[catalog.SheetKind]map[string]sheetText{
	catalog.DataSheet: {
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
	catalog.Manual: {
		"en": {"Manual", "Operating manual %s"},
		"de": {"Anleitung", "Bedienungsanleitung %s"},
		"fr": {"Notice", "Notice d’utilisation %s"},
		"es": {"Manual", "Manual de instrucciones %s"},
		"pt": {"Manual", "Manual de instruções %s"},
		"cs": {"Návod", "Návod k obsluze %s"},
		"hu": {"Útmutató", "%s kezelési útmutató"},
		"ro": {"Manual", "Manual de utilizare %s"},
		"sk": {"Návod", "Návod na obsluhu %s"},
		"ja": {"取扱説明書", "%s 取扱説明書"},
		"zh": {"操作手册", "%s 操作手册"},
	},
}

// DataSheetURL is the path of the data sheet of a product, of all variants or of one, in a measurement system; nil for
// a service, and for a product without a page. Without a system it is that of the locale (CAT-47).
func DataSheetURL(p *catalog.LocalizedProduct, variant *string, system *site.MeasurementSystem) *string {
	page := p.URL()
	if page == nil || p.Type() != catalog.TypeProduct {
		return nil
	}
	query := url.Values{}
	if variant != nil {
		query.Set(catalog.VariantParameter, *variant)
	}
	if system != nil {
		query.Set(catalog.SystemParameter, strings.ToLower(string(*system)))
	}
	path := *page + SheetPath(catalog.DataSheet)
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return &path
}

// Sheets returns the documents that are made from the record of a product: the data sheet, and the manual of a machine
// (CAT-47, CAT-49). A service and a product without a page have none.
func Sheets(p *catalog.LocalizedProduct, isMachine bool) []*catalog.Document {
	documents := []*catalog.Document{}
	page := p.URL()
	if page == nil || p.Type() != catalog.TypeProduct {
		return documents
	}
	for _, kind := range catalog.SheetKinds {
		if kind == catalog.Manual && !isMachine {
			continue
		}
		language := kind.Language(p.SiteContext.Locale)
		textLanguage := p.SiteContext.Locale.LanguageCode
		texts, ok := sheetTexts[kind][textLanguage]
		if !ok {
			texts, textLanguage = sheetTexts[kind][catalog.FallbackLanguage], catalog.FallbackLanguage
		}
		documents = append(documents, &catalog.Document{
			Name:      fmt.Sprintf(texts.name, p.Name),
			Language:  &language,
			Type:      &texts.kind,
			URL:       *page + SheetPath(kind),
			FileName:  SheetFile(kind, p.Slug),
			Extension: "PDF",

			ForeignLanguage: p.SiteContext.Foreign(textLanguage),
		})
	}
	return documents
}
