package editor

import (
	"strings"
	"time"

	"strand/domain/site"
)

// ComputedSystem is the system of values that no upstream system has: the server makes them by its rules.
const ComputedSystem = "strand"

// Provenance says where one value of the graph comes from (PROV-1).
type Provenance struct {
	// System is `cms`, `pim` or `sis`; ComputedSystem for a value that the server makes.
	System string `json:"system"`
	// Type is the model of the record in its system, Record its id there. Both are empty for a value that the server makes.
	Type   string `json:"type,omitempty"`
	Record string `json:"record,omitempty"`
	// Field is the field of the record, or of the last component, as the system names it: `title`, `items[2].label`. For a
	// value that the server makes it is the field of the graph: `Page.url`.
	Field string `json:"field"`
	// Components lead from the record to the part of it that has the field.
	Components []Component `json:"components,omitempty"`
	// Locale is what was asked for, FoundLocale the language that the record is read in.
	Locale      string     `json:"locale,omitempty"`
	FoundLocale string     `json:"foundLocale,omitempty"`
	Stage       site.Stage `json:"stage,omitempty"`
	// ChangedAt is when the record was changed, where its system says that.
	ChangedAt *time.Time `json:"changedAt,omitempty"`
	// CachedSince and FreshUntil are those of the record's cache entry; nil for what no cache keeps.
	CachedSince *time.Time `json:"cachedSince,omitempty"`
	FreshUntil  *time.Time `json:"freshUntil,omitempty"`
	// EditURL is where the value is edited: an address, or `file:line` for content in files.
	EditURL string `json:"editUrl,omitempty"`
}

// Component is a part of a record that has an id of its own, and the field that holds it.
type Component struct {
	Field string `json:"fieldApiId"`
	ID    string `json:"instanceId"`
}

// TopField is the field of the record, or of the last component, without what is below it: `items` of `items[2].label`.
func (p *Provenance) TopField() string {
	if end := strings.IndexAny(p.Field, ".["); end >= 0 {
		return p.Field[:end]
	}
	return p.Field
}

// LastComponent is the id of the innermost component; empty for a field of the record itself.
func (p *Provenance) LastComponent() string {
	if len(p.Components) == 0 {
		return ""
	}
	return p.Components[len(p.Components)-1].ID
}

// EditPlace finds where a value is edited, and when its record was changed; zero for what is not known.
type EditPlace func(p *Provenance) (url string, changed time.Time)

// EditAddress is an EditPlace by a template of addresses, in which `{type}`, `{id}`, `{field}`, `{locale}` and `{stage}` stand
// for those of a value.
func EditAddress(template string) EditPlace {
	return func(p *Provenance) (string, time.Time) {
		return strings.NewReplacer(
			"{type}",
			p.Type,
			"{id}",
			p.Record,
			"{field}",
			p.TopField(),
			"{locale}",
			p.FoundLocale,
			"{stage}",
			string(p.Stage),
		).Replace(template), time.Time{}
	}
}

// transparent are the types of the graph whose fields are one field of the record: a link, a picture.
var transparent = map[string]bool{"Link": true, "Image": true, "File": true, "ProductVideo": true}

// IsOneField reports whether all fields of a type of the graph come from the one field that holds the object. The
// alternative text of a picture is its own.
func IsOneField(object, field string) bool { return transparent[object] && field != "alternativeText" }

// renamed are the fields of the graph that the source system names differently.
var renamed = map[string]string{
	"AccordionItem.html":           "content",
	"FormModule.countries":         "kind",
	"FormModule.form":              "kind",
	"HeaderNavigation.home":        "homeItems",
	"InvestorTableModule.kind":     "table",
	"MediaTextModule.html":         "content",
	"Page.gateProtection":          "protection",
	"Product.benefits":             "service",
	"Product.brand":                "product_brand_id",
	"Product.classification":       "classification_slug",
	"Product.details":              "service",
	"Product.image":                "images",
	"Product.video":                "video_url",
	"RichTextModule.html":          "content",
	"TeaserGridModule.columnCount": "columns",
	"VideoModule.file":             "video",
	"VideoModule.mimeType":         "video",
	"Highlight.video":              "video_url",
	"Highlight.image":              "image_url",
	"ModularUnit.image":            "image_url",
	"ModularUnit.product":          "product_slug",
	"ProductDocument.fileName":     "filename",
	"ProductDocument.language":     "content_language",
	"ProductDocument.size":         "size_bytes",
	"ProductDocument.thumbnail":    "thumbnail_url",
	"Classification.image":         "image_url",
	"Capability.image":             "image_url",
}

// SourceField is what the system of a record names a field of the graph. Names of the PIM are in lower case with underscores.
func SourceField(system, object, field string) string {
	if name, ok := renamed[object+"."+field]; ok {
		return name
	}
	if system != "pim" {
		return field
	}
	var name strings.Builder
	for _, r := range field {
		if r >= 'A' && r <= 'Z' {
			name.WriteByte('_')
			r += 'a' - 'A'
		}
		name.WriteRune(r)
	}
	return name.String()
}

// ProvenanceTable is where the values of a page come from, in short: most of them share a source.
type ProvenanceTable struct {
	// Sources have no fields.
	Sources []*Provenance `json:"sources"`
	// Values are by their path in the data: the index of the source, the field and where it is edited.
	Values map[string][3]any `json:"values"`
}

// NewProvenanceTable is the table of values by their paths.
func NewProvenanceTable(found map[string]*Provenance) *ProvenanceTable {
	t := &ProvenanceTable{Values: make(map[string][3]any, len(found))}
	type key struct {
		system, kind, record, locale, component string
		stage                                   site.Stage
	}
	indexes := map[key]int{}
	for path, p := range found {
		k := key{p.System, p.Type, p.Record, p.Locale, p.LastComponent(), p.Stage}
		i, ok := indexes[k]
		if !ok {
			i = len(t.Sources)
			indexes[k] = i
			source := *p
			source.Field, source.EditURL = "", ""
			t.Sources = append(t.Sources, &source)
		}
		t.Values[path] = [3]any{i, p.Field, p.EditURL}
	}
	return t
}
