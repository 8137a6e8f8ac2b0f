package editorial

import (
	"slices"

	"strand/domain/form"
	"strand/domain/investor"
	"strand/domain/listing"
	"strand/domain/site"
)

// StoriesModule lists the newest stories, optionally of a category or topic.
type StoriesModule struct {
	ID                 string
	AnchorTitle, Title *string
	// Category and Topic are slugs; empty for all.
	Category, Topic string
	Limit           int
	SiteContext     *site.Context
}

func (m *StoriesModule) appendText(l *textLines) {
	l.optional(m.Title)
}

// Selection is the selection of the stories that the module lists.
func (m *StoriesModule) Selection() StorySelection {
	return StorySelection{Topics: listing.Choices([]string{m.Topic}), Categories: listing.Choices([]string{m.Category})}
}

// MediaReleasesModule lists the newest media releases.
type MediaReleasesModule struct {
	ID                 string
	AnchorTitle, Title *string
	Limit              int
	SiteContext        *site.Context
}

func (m *MediaReleasesModule) appendText(l *textLines) {
	l.optional(m.Title)
}

// EventsModule lists upcoming events.
type EventsModule struct {
	ID                 string
	AnchorTitle, Title *string
	SiteContext        *site.Context
}

func (m *EventsModule) appendText(l *textLines) {
	l.optional(m.Title)
}

// FormModule is a form.
type FormModule struct {
	ID                       string
	AnchorTitle, Title, Text *string
	Kind                     form.Kind
	// Document is the download of a whitepaper's form; nil for other forms.
	Document *FormDocument
	site.Localized
}

func (m *FormModule) appendText(l *textLines) {
	l.optional(m.Title, m.Text)
}

func (m *FormModule) references(v referenceVisitor) {
	v.record = m.ID
	if m.Document != nil {
		v.visit(Reference{Record: v.record, name: "document", File: &m.Document.File})
	}
}

// FormDocument is a document that can be downloaded after a form is submitted.
type FormDocument struct {
	// About is the id of the page that contains the form.
	About string
	File  File
	Cover *site.Image
}

// FileName is the document's name.
func (d *FormDocument) FileName() string { return d.File.FileName }

// Extension is upper case: `PDF`.
func (d *FormDocument) Extension() string { return d.File.Extension() }

// Size is in bytes; nil if unknown.
func (d *FormDocument) Size() *float64 { return d.File.Size }

// InvestorTableModule shows a table of figures for investors.
type InvestorTableModule struct {
	ID                       string
	AnchorTitle, Title, Text *string
	Kind                     investor.Kind
	SiteContext              *site.Context
}

func (m *InvestorTableModule) appendText(l *textLines) {
	l.optional(m.Title, m.Text)
}

// FinancialCalendarModule shows the dates of the group's financial reporting.
type FinancialCalendarModule struct {
	ID                 string
	AnchorTitle, Title *string
	SiteContext        *site.Context
}

func (m *FinancialCalendarModule) appendText(l *textLines) {
	l.optional(m.Title)
}

// LocationsModule lists all locations, filtered by the query of the URL.
type LocationsModule struct {
	ID                 string
	AnchorTitle, Title *string
}

func (m *LocationsModule) appendText(l *textLines) {
	l.optional(m.Title)
}

// PositionsModule lists the open positions of the site, filtered by the query of the URL (JOB-1, JOB-5).
type PositionsModule struct {
	ID                 string
	AnchorTitle, Title *string
}

func (m *PositionsModule) appendText(l *textLines) {
	l.optional(m.Title)
}

// Available returns the modules without those of parts that an installation does not have.
func Available(modules []Module, d *site.Directory) []Module {
	if d.Has(site.PartSubmissions) {
		return modules
	}
	return slices.DeleteFunc(slices.Clone(modules), func(module Module) bool {
		switch module.(type) {
		case *FormModule, *InvestorTableModule, *FinancialCalendarModule:
			return true
		}
		return false
	})
}
