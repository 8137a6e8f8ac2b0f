package editor

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

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
	Field string `json:"field,omitempty"`
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

// Provenances are where the values of an answer come from. Values of one object share their path, those of one part of a
// record share all but the field.
type Provenances struct {
	// Sources have neither a field nor an address to edit it at.
	Sources []*Provenance
	Objects []ObjectProvenance
}

// ObjectProvenance is where the values of one object of an answer come from.
type ObjectProvenance struct {
	// Path is that of the object: `resolve.page.modules.0`; empty for the answer itself.
	Path   string
	Values []ValueProvenance
}

// ValueProvenance is where one value of an object comes from.
type ValueProvenance struct {
	// Name is that of the value in its object, Field that of the source.
	Name, Field string
	// Source is the index of the source.
	Source  int
	EditURL string
}

// MarshalJSON is AppendMap.
func (p *Provenances) MarshalJSON() ([]byte, error) { return p.AppendMap(nil) }

// AppendMap appends the provenances as JSON: each Provenance by the path of its value. An answer has a thousand of them, so
// that what they share is encoded once.
func (p *Provenances) AppendMap(b []byte) ([]byte, error) {
	shared := make([][]byte, len(p.Sources))
	for i, source := range p.Sources {
		text, err := json.Marshal(source)
		if err != nil {
			return nil, fmt.Errorf("encode a source: %w", err)
		}
		shared[i] = text[1:] // without its opening brace
	}
	separator := byte('{')
	for _, o := range p.Objects {
		for _, v := range o.Values {
			b = append(b, separator, '"')
			if o.Path != "" {
				b = appendEscaped(b, o.Path)
				b = append(b, '.')
			}
			b = appendEscaped(b, v.Name)
			b = append(b, `":{"field":"`...)
			b = appendEscaped(b, v.Field)
			if v.EditURL != "" {
				b = append(b, `","editUrl":"`...)
				b = appendEscaped(b, v.EditURL)
			}
			b = append(b, '"', ',')
			b = append(b, shared[v.Source]...)
			separator = ','
		}
	}
	if separator == '{' {
		b = append(b, '{')
	}
	return append(b, '}'), nil
}

// AppendTable appends the provenances as JSON in the short form for previews (client/src/preview/provenance.ts): the
// `sources`, and of each of the `objects` its path and values: name, index of the source, field, and what follows the
// beginning of the address that all values of the source have.
func (p *Provenances) AppendTable(b []byte) ([]byte, error) {
	beginnings := p.editBeginnings()
	b = append(b, `{"sources":[`...)
	for i, source := range p.Sources {
		if i > 0 {
			b = append(b, ',')
		}
		shared := *source
		shared.EditURL = beginnings[i]
		text, err := json.Marshal(shared)
		if err != nil {
			return nil, fmt.Errorf("encode a source: %w", err)
		}
		b = append(b, text...)
	}
	b = append(b, `],"objects":[`...)
	for i, o := range p.Objects {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '[', '"')
		b = appendEscaped(b, o.Path)
		b = append(b, '"', ',')
		for k, v := range o.Values {
			b = append(b, separatorOf(k), '[', '"')
			b = appendEscaped(b, v.Name)
			b = append(b, '"', ',')
			b = strconv.AppendInt(b, int64(v.Source), 10)
			b = append(b, ',', '"')
			b = appendEscaped(b, v.Field)
			b = append(b, '"', ',', '"')
			b = appendEscaped(b, v.EditURL[len(beginnings[v.Source]):])
			b = append(b, '"', ']')
		}
		b = append(b, ']', ']')
	}
	return append(b, ']', '}'), nil
}

// separatorOf begins the list of an object's values, or separates two of them.
func separatorOf(index int) byte {
	if index == 0 {
		return '['
	}
	return ','
}

// editBeginnings are what all addresses of a source begin with: the file of content in files.
func (p *Provenances) editBeginnings() []string {
	beginnings := make([]string, len(p.Sources))
	isKnown := make([]bool, len(p.Sources))
	for _, o := range p.Objects {
		for _, v := range o.Values {
			if !isKnown[v.Source] {
				beginnings[v.Source], isKnown[v.Source] = v.EditURL, true
				continue
			}
			known := beginnings[v.Source]
			same := 0
			for same < min(len(known), len(v.EditURL)) && known[same] == v.EditURL[same] {
				same++
			}
			for same > 0 && same < len(known) && !utf8.RuneStart(known[same]) {
				same--
			}
			beginnings[v.Source] = known[:same]
		}
	}
	return beginnings
}

// appendEscaped appends a text as it stands between the quotation marks of JSON. Most texts need no escapes.
func appendEscaped(b []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c == '"' || c == '\\' || c > '~' {
			quoted, _ := json.Marshal(text) // texts can be encoded
			return append(b, quoted[1:len(quoted)-1]...)
		}
	}
	return append(b, text...)
}
