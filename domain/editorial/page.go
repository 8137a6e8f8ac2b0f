// Package editorial contains editorial content: pages with their modules, stories, media releases, events and news.
package editorial

import (
	"time"

	"strand/domain/site"
)

// Page is a content page in one locale, bound to the site context that it is shown in.
type Page struct {
	ID          string
	Title       string
	Description *string
	Slug        string
	// CmsType is the model of the record in the CMS.
	CmsType   string
	PageType  site.PageType
	Languages []string
	// Countries are those that the page is restricted to; empty means all.
	Countries                 []string
	Language                  site.PageLanguage
	Theme                     site.Theme
	Image                     *site.Image
	Header                    HeaderOptions
	Injection                 *Injection
	Position                  *Position
	Protection                site.Protection
	IsPublished               bool
	HideFromSearch            bool
	TranslationSourceLanguage string
	TranslationTargets        []TranslationTarget
	Modules                   []Module
	// IsLocked is true if the visitor has not passed the page's protection; the page then contains only the data of its
	// gate.
	IsLocked  bool
	UpdatedAt time.Time

	site.Localized
}

// HeaderOptions change the header of one page.
type HeaderOptions struct {
	// Theme is empty for the theme of the page.
	Theme  site.Theme
	Hidden bool
}

// InjectionType is the type of a page's injection.
type InjectionType string

// Injection is a product or service that is assigned to a page.
type Injection struct {
	Type InjectionType
	Slug string

	SiteContext *site.Context
}

// TranslationState is the state of a translation (TRAN-1).
type TranslationState string

const (
	MarkedForTranslation TranslationState = "MARKED_FOR_TRANSLATION"
	InProgress           TranslationState = "IN_PROGRESS"
	Translated           TranslationState = "TRANSLATED"
)

// TranslationTarget is a language that a page is translated into, with its state.
type TranslationTarget struct {
	ID               string
	Language         string
	TranslationState TranslationState
	ExportedAt       *time.Time
	ImportedAt       *time.Time
}

// Locked returns a copy of the page without the content that its protection hides.
func (p *Page) Locked() *Page {
	locked := *p
	locked.IsLocked = true
	locked.Description, locked.Image, locked.Injection, locked.Modules = nil, nil, nil, []Module{}
	locked.Position = nil
	locked.HideFromSearch = true
	return &locked
}

// Type is the screen that shows the page's URL; that of content for a page that the site context has no way to.
func (p *Page) Type() site.Screen {
	if location, ok := p.SiteContext.Page(p.ID); ok {
		return location.Screen()
	}
	return site.ScreenContent
}

// HasFinder reports whether the page asks for a wire and an output: a home page of a site with products (CAT-61).
func (p *Page) HasFinder() bool {
	return p.PageType == site.PageTypeHome && p.SiteContext.Directory.Has(site.PartCatalogue)
}

// IsLanguageFallback reports whether the page is shown in another language than the visitor's.
func (p *Page) IsLanguageFallback() bool { return p.Language.IsFallback }

// IsLanguageUnavailable reports whether the page is shown in a language that is not one of the visitor's fallback
// languages either.
func (p *Page) IsLanguageUnavailable() bool { return p.Language.IsUnavailable }

// ContentLanguage is the language that the page is shown in.
func (p *Page) ContentLanguage() *site.Language {
	return p.SiteContext.Directory.LanguageNamed(p.Language.LanguageCode)
}

// TranslationTargetLanguages are the languages that the page is translated into.
func (p *Page) TranslationTargetLanguages() []TranslationTarget { return p.TranslationTargets }

// IsEntity marks a page as an entity of the federated graph, which other graphs reference by its key.
func (*Page) IsEntity() {}
