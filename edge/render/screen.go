package render

import "encoding/json"

// State is the data of one address: a screen is rendered from it, and the browser gets it with the document or alone.
type State struct {
	// Screen is the name of the client's module that shows the address.
	Screen string `json:"screen"`
	// URL is the absolute address.
	URL string `json:"url"`
	// Data is what the screen's operation answered; null where it could not be read, and for a screen without data.
	Data json.RawMessage `json:"data"`
	// SiteURL is where the site is that the data leaves out; empty where the data has it.
	SiteURL string `json:"siteUrl,omitempty"`
	// Outage is nil where everything is well.
	Outage *Outage `json:"outage,omitempty"`
	// Form is nil where no form was sent.
	Form *Form `json:"form,omitempty"`
	// Partial says that a part of the page could not be read: a notice says so.
	Partial bool `json:"partial,omitempty"`
	// Private says that the browser does not keep the data: that of previews and the editor area.
	Private bool `json:"private,omitempty"`
}

// Outage says that what was asked for cannot be shown now.
type Outage struct {
	// TraceID names the failure in the log.
	TraceID string `json:"traceId,omitempty"`
}

// Form is what became of a form that was sent without scripts. A document with it belongs to one visitor.
type Form struct {
	// ID is that of the form's module.
	ID string `json:"id"`
	// Values are what was filled in, as it was.
	Values map[string]string `json:"values,omitempty"`
	// Files have come and need not be sent again.
	Files []FormFile `json:"files,omitempty"`
	// Refused are the files that are not taken.
	Refused []RefusedFile `json:"refused,omitempty"`
	// Wrong names the fields that do not fit.
	Wrong []string `json:"wrong,omitempty"`
	// Failure is `limited` or `failed` where nothing is wrong with the form itself; empty for none.
	Failure string `json:"failure,omitempty"`
	// Sent is nil where the form was not taken.
	Sent *SentForm `json:"sent,omitempty"`
}

// FormFile is a file that has come with a form.
type FormFile struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// RefusedFile is a file that is not taken.
type RefusedFile struct {
	Name string `json:"name"`
	// Reason is `type`, `size`, `empty` or `many`.
	Reason string `json:"reason"`
}

// SentForm is a form that was taken.
type SentForm struct {
	Reference string `json:"reference"`
	// File is what is handed out for it; nil for nothing.
	File *HandedOut `json:"file"`
}

// HandedOut is a document that is handed out for a form.
type HandedOut struct {
	URL       string   `json:"url"`
	Extension string   `json:"extension"`
	Size      *float64 `json:"size"`
}

// Input is what a screen is rendered from.
type Input struct {
	State
	// Locale is a code such as `de-CH`.
	Locale string `json:"locale"`
	// Base is the path below which a preview is served; empty for none.
	Base string `json:"base,omitempty"`
}

// Output is a rendered screen.
type Output struct {
	// Head is the markup for the document's head, Body the markup for the app's root element.
	Head string `json:"head"`
	Body string `json:"body"`
	// Modules are the sources of what was loaded late for this rendering.
	Modules []string `json:"modules"`
}
