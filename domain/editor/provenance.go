package editor

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"strand/domain/site"
)

// ComputedSystem is the system of values that the server computes and no upstream system stores.
const ComputedSystem = "strand"

// cmsSystem is the system of content.
const cmsSystem = "cms"

// Provenance is the source of one value of the graph (PROV-1).
type Provenance struct {
	// System is `cms`, `pim` or `sis`; ComputedSystem for a computed value.
	System string `json:"system"`
	// Type is the model of the record in its system, Record its id. Both are empty for a computed value.
	Type   string `json:"type,omitempty"`
	Record string `json:"record,omitempty"`
	// Field is the field of the record, or of the last component, in the terms of the system: `title`,
	// `items[2].label`. For a computed value it is the field of the graph: `Page.url`.
	Field string `json:"field,omitempty"`
	// Components are the nested components from the record to the one that contains the field.
	Components []Component `json:"components,omitempty"`
	// Locale is the requested locale, FoundLocale the language of the record that was found.
	Locale      string     `json:"locale,omitempty"`
	FoundLocale string     `json:"foundLocale,omitempty"`
	Stage       site.Stage `json:"stage,omitempty"`
	// ChangedAt is the time of the record's last change, if its system reports it.
	ChangedAt *time.Time `json:"changedAt,omitempty"`
	// CachedSince and FreshUntil are the times of the record's cache entry; nil if the record is not cached.
	CachedSince *time.Time `json:"cachedSince,omitempty"`
	FreshUntil  *time.Time `json:"freshUntil,omitempty"`
	// EditURL is the URL to edit the value at, or `file:line` for content in files.
	EditURL string `json:"editUrl,omitempty"`
}

// Component is a part of a record with an id of its own, and the field that contains it.
type Component struct {
	Field string `json:"fieldApiId"`
	ID    string `json:"instanceId"`
}

// TopField is the field of the record, or of the last component, without the path below it: `items` of
// `items[2].label`.
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

// EditLocator returns the URL to edit a value at, and the time of the record's last change; zero if unknown.
type EditLocator func(p *Provenance) (url string, changed time.Time)

// Placeholders are those of a URL template of TemplateLocator.
var Placeholders = []string{"{type}", "{id}", "{field}", "{locale}", "{stage}"}

// ExampleOf returns a URL of a template; ok is false if the template has a placeholder that does not exist.
func ExampleOf(template string) (url string, ok bool) {
	for _, placeholder := range Placeholders {
		template = strings.ReplaceAll(template, placeholder, "x")
	}
	return template, !strings.ContainsAny(template, "{}")
}

// TemplateLocator returns an EditLocator that fills a URL template with Placeholders.
func TemplateLocator(template string) EditLocator {
	return func(p *Provenance) (string, time.Time) {
		return strings.NewReplacer(
			"{type}", p.Type,
			"{id}", p.Record,
			"{field}", p.TopField(),
			"{locale}", p.FoundLocale,
			"{stage}", string(p.Stage),
		).Replace(template), time.Time{}
	}
}

// singleFieldTypes are the types of the graph whose fields all come from one field of the record, such as a link or an
// image.
var singleFieldTypes = map[string]bool{"Link": true, "Image": true, "File": true, "ProductVideo": true}

// IsOneField reports whether a field of a type of the graph comes from the one source field that contains the object.
// The alternative text of an image has a source field of its own.
func IsOneField(object, field string) bool {
	return singleFieldTypes[object] && field != "alternativeText"
}

// renamed maps fields of the graph to the names of the source system, where these differ.
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

// SourceField returns the name of a field of the graph in the system of the record. Names of the PIM are in lower case
// with underscores.
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

// Provenances are the sources of the values of a response. Values of one object share their path, values of one part of
// a record share everything but the field.
type Provenances struct {
	// Sources are provenances without field and EditURL.
	Sources []*Provenance
	Objects []ObjectProvenance
}

// ObjectProvenance contains the sources of the values of one object of a response.
type ObjectProvenance struct {
	// Path is the path of the object: `resolve.page.modules.0`; empty for the response itself.
	Path   string
	Values []ValueProvenance
}

// ValueProvenance is the source of one value of an object.
type ValueProvenance struct {
	// Name is the field of the object, Field the field of the source.
	Name, Field string
	// Source is the index of the source.
	Source  int
	EditURL string
}

// With returns the provenances of two responses that are shown as one.
func (p *Provenances) With(other *Provenances) *Provenances {
	both := &Provenances{
		Sources: slices.Concat(p.Sources, other.Sources),
		Objects: slices.Clone(p.Objects),
	}
	for _, o := range other.Objects {
		moved := ObjectProvenance{Path: o.Path, Values: slices.Clone(o.Values)}
		for i := range moved.Values {
			moved.Values[i].Source += len(p.Sources)
		}
		both.Objects = append(both.Objects, moved)
	}
	return both
}

// Positions returns what the CMS's editor needs to find the field of a value: the record, its components and the field.
// Values of other systems, times and edit URLs are left out.
func (p *Provenances) Positions() *Provenances {
	positions := &Provenances{Sources: make([]*Provenance, len(p.Sources))}
	for i, s := range p.Sources {
		positions.Sources[i] = &Provenance{System: s.System}
		if s.System == cmsSystem {
			positions.Sources[i] = &Provenance{
				System: s.System, Type: s.Type, Record: s.Record, Components: s.Components, FoundLocale: s.FoundLocale,
			}
		}
	}
	for _, o := range p.Objects {
		object := ObjectProvenance{Path: o.Path}
		for _, v := range o.Values {
			if p.Sources[v.Source].System == cmsSystem {
				object.Values = append(object.Values, ValueProvenance{Name: v.Name, Field: v.Field, Source: v.Source})
			}
		}
		if len(object.Values) > 0 {
			positions.Objects = append(positions.Objects, object)
		}
	}
	return positions
}

// MarshalJSON returns the result of AppendMap.
func (p *Provenances) MarshalJSON() ([]byte, error) { return p.AppendMap(nil) }

// AppendMap appends the provenances as a JSON object with the path of each value as the key. A response has about a
// thousand values, so the common parts are encoded once.
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
// `sources`, and for each of the `objects` its path and values. A value has a name, the index of its source, a field,
// and the rest of its EditURL after the common prefix of the source's URLs.
func (p *Provenances) AppendTable(b []byte) ([]byte, error) {
	prefixes := p.editPrefixes()
	b = append(b, `{"sources":[`...)
	for i, source := range p.Sources {
		if i > 0 {
			b = append(b, ',')
		}
		shared := *source
		shared.EditURL = prefixes[i]
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
			b = appendEscaped(b, v.EditURL[len(prefixes[v.Source]):])
			b = append(b, '"', ']')
		}
		b = append(b, ']', ']')
	}
	return append(b, ']', '}'), nil
}

// separatorOf returns the opening bracket of the list of an object's values, or the comma between two of them.
func separatorOf(index int) byte {
	if index == 0 {
		return '['
	}
	return ','
}

// editPrefixes returns the common prefix of all EditURLs of each source: the file, for content in files.
func (p *Provenances) editPrefixes() []string {
	prefixes := make([]string, len(p.Sources))
	hasPrefix := make([]bool, len(p.Sources))
	for _, o := range p.Objects {
		for _, v := range o.Values {
			if !hasPrefix[v.Source] {
				prefixes[v.Source], hasPrefix[v.Source] = v.EditURL, true
				continue
			}
			prefix := prefixes[v.Source]
			same := 0
			for same < min(len(prefix), len(v.EditURL)) && prefix[same] == v.EditURL[same] {
				same++
			}
			for same > 0 && same < len(prefix) && !utf8.RuneStart(prefix[same]) {
				same--
			}
			prefixes[v.Source] = prefix[:same]
		}
	}
	return prefixes
}

// appendEscaped appends a text in the form of a JSON string without quotation marks. Most texts need no escapes.
func appendEscaped(b []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c == '"' || c == '\\' || c > '~' {
			quoted, _ := json.Marshal(text) // a string can always be encoded
			return append(b, quoted[1:len(quoted)-1]...)
		}
	}
	return append(b, text...)
}
