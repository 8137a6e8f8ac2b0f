package catalog

import (
	"fmt"
	"net/url"
	"strings"

	"strand/domain/site"
)

// DataSheetPath is the path of a product's data sheet below that of its page.
const DataSheetPath = "/data-sheet.pdf"

// Parameters of the URL of a data sheet.
const (
	VariantParameter = "variant"
	SystemParameter  = "system"
)

// dataSheetTexts are the word for a data sheet and the name of a product's data sheet, by language.
var dataSheetTexts = map[string]struct{ kind, name string }{
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
	path := *page + DataSheetPath
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return &path
}

// DataSheets returns the data sheet of the product as the only document; empty if it has none.
func (p *LocalizedProduct) DataSheets() []*Document {
	path := p.DataSheetURL(nil, nil)
	if path == nil {
		return []*Document{}
	}
	language := p.SiteContext.Locale.LanguageCode
	texts, ok := dataSheetTexts[language]
	if !ok {
		texts = dataSheetTexts["en"]
	}
	return []*Document{{
		Name:      fmt.Sprintf(texts.name, p.Name),
		Language:  &language,
		Type:      &texts.kind,
		URL:       *path,
		FileName:  p.DataSheetFile(),
		Extension: "PDF",
	}}
}

// DataSheetFile is the name of the file of the data sheet.
func (p *Product) DataSheetFile() string { return p.Slug + "-data-sheet.pdf" }

// ParseSystem returns the measurement system of the parameter of a data sheet's URL; not ok for an unknown one.
func ParseSystem(value string) (system site.MeasurementSystem, ok bool) {
	for _, system := range []site.MeasurementSystem{site.Metric, site.Imperial} {
		if value == strings.ToLower(string(system)) {
			return system, true
		}
	}
	return "", false
}
