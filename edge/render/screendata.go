package render

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// ScreenData is the data of one address. The renderer renders it, and the browser gets it with the document or
// separately.
type ScreenData struct {
	// Screen is the name of the client module that shows the address.
	Screen string `json:"screen"`
	// URL is the absolute address.
	URL string `json:"url"`
	// Data is the answer of the screen's operation. It is encoded as null if it could not be read, and for a screen
	// without data.
	Data json.RawMessage `json:"-"`
	// Site is the answer of the operation for the data that all pages of the site share; empty for a screen without a
	// site, and for browsers if SiteURL is set.
	Site json.RawMessage `json:"-"`
	// SiteURL is the path of Site, with its version: browsers load it once per visit, and the renderer keeps the markup
	// of menus and footer by it.
	SiteURL string `json:"siteUrl,omitempty"`
	// Outage is nil if the address can be shown.
	Outage *Outage `json:"outage,omitempty"`
	// Form is nil where no form was sent.
	Form *Form `json:"form,omitempty"`
	// Partial reports that a part of the page could not be read; the page shows a notice.
	Partial bool `json:"partial,omitempty"`
	// Private reports that the browser must not cache the data: that of previews and the editor area.
	Private bool `json:"private,omitempty"`
}

// JSON returns the data for a script element: <, > and & are escaped, so that they cannot end it. The answers of the
// operations are JSON already and are not read again.
func (d ScreenData) JSON() ([]byte, error) { return joinJSON(d, d.Data, d.Site, json.HTMLEscape) }

// joinJSON encodes an object without its members `data` and `site`, and adds them as they are, or escaped.
func joinJSON(
	object any, data, site json.RawMessage, write func(to *bytes.Buffer, from []byte),
) ([]byte, error) {
	if len(data) == 0 {
		data = json.RawMessage("null")
	}
	others, err := json.Marshal(object)
	if err != nil {
		return nil, fmt.Errorf("encode the data of a screen: %w", err)
	}
	size := len(others) + len(data) + len(site) + len(`,"data":,"site":`)
	b := bytes.NewBuffer(make([]byte, 0, size+size/8)) // escaping makes texts longer
	b.Write(others[:len(others)-1])                    // a screen has a name, so that the object is not empty
	for _, member := range []struct {
		name  string
		value json.RawMessage
	}{{"data", data}, {"site", site}} {
		if len(member.value) > 0 {
			b.WriteString(`,"` + member.name + `":`)
			write(b, member.value)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Outage reports that the address cannot be shown now.
type Outage struct {
	// TraceID identifies the failure in the log.
	TraceID string `json:"traceId,omitempty"`
}

// Form is the result of a form that was sent without scripts. A document with it belongs to one visitor.
type Form struct {
	// ID is the id of the form's module.
	ID string `json:"id"`
	// Values are the submitted values, unchanged.
	Values map[string]string `json:"values,omitempty"`
	// Files are the files that are stored and need not be sent again.
	Files []FormFile `json:"files,omitempty"`
	// Refused are the files that were refused.
	Refused []RefusedFile `json:"refused,omitempty"`
	// Invalid contains the names of the invalid fields.
	Invalid []string `json:"invalid,omitempty"`
	// Failure is `limited`, `failed` or `closed` if a valid form was not accepted; empty for none.
	Failure string `json:"failure,omitempty"`
	// Sent is nil if the form was not accepted.
	Sent *SentForm `json:"sent,omitempty"`
}

// FormFile is a stored file of a form.
type FormFile struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// RefusedFile is a refused file of a form.
type RefusedFile struct {
	Name string `json:"name"`
	// Reason is `type`, `size`, `empty` or `many`.
	Reason string `json:"reason"`
}

// SentForm is an accepted form.
type SentForm struct {
	Reference string `json:"reference"`
	// File is the document that is handed out for the form; nil for none.
	File *Download `json:"file"`
}

// Download is a document that is handed out for a form.
type Download struct {
	URL       string   `json:"url"`
	Extension string   `json:"extension"`
	Size      *float64 `json:"size"`
}

// Input is the data that a screen is rendered from.
type Input struct {
	ScreenData
	// Locale is a code such as `de-CH`.
	Locale string `json:"locale"`
	// Base is the path below which a preview is served; empty for none.
	Base string `json:"base,omitempty"`
}

// JSON returns the input for the renderer.
func (i Input) JSON() ([]byte, error) {
	return joinJSON(i, i.Data, i.Site, func(to *bytes.Buffer, from []byte) { to.Write(from) })
}

// Output is a rendered screen. The renderer sends it as a line of JSON, with Body after it, so that the markup of a
// page is neither quoted nor unquoted.
type Output struct {
	// Head is the markup for the document's head, Body the markup for the app's root element.
	Head string `json:"head"`
	Body []byte `json:"-"`
	// Modules are the source files that were loaded on demand for this rendering.
	Modules []string `json:"modules"`
}

func readOutput(answer []byte) (*Output, error) {
	line, body, _ := bytes.Cut(answer, []byte("\n"))
	out := &Output{Body: body}
	return out, json.Unmarshal(line, out)
}
