// Package editorial holds what editors make: pages and the modules they are made of.
package editorial

import (
	"time"

	"strand/domain/site"
)

// Page is a content page in one locale, bound to the view it is shown in.
type Page struct {
	ID          string
	Title       string
	Description *string
	Slug        string
	// CmsType is the CMS's model.
	CmsType   string
	PageType  site.PageType
	Languages []string
	// Countries are those that the page is for; empty means all.
	Countries                 []string
	Language                  site.PageLanguage
	Theme                     site.Theme
	Image                     *site.Image
	Header                    HeaderOptions
	Injection                 *Injection
	Protection                site.Protection
	IsPublished               bool
	HideFromSearch            bool
	TranslationSourceLanguage string
	TranslationTargets        []TranslationTarget
	Modules                   []Module
	// IsLocked says that its protection is not passed: it holds no more than what its gate shows.
	IsLocked  bool
	UpdatedAt time.Time

	View *site.View
}

// HeaderOptions change the header on one page.
type HeaderOptions struct {
	// Theme is empty for the page's own.
	Theme  site.Theme
	Hidden bool
}

// InjectionType is the kind of thing that a page carries.
type InjectionType string

// Injection is a product or service that a page carries.
type Injection struct {
	Type InjectionType
	Slug string

	View *site.View
}

// TranslationState is how far a translation is (TRAN-1).
type TranslationState string

const (
	MarkedForTranslation TranslationState = "MARKED_FOR_TRANSLATION"
	InProgress           TranslationState = "IN_PROGRESS"
	Translated           TranslationState = "TRANSLATED"
)

// TranslationTarget is one language that a page is translated into.
type TranslationTarget struct {
	ID               string
	Language         string
	TranslationState TranslationState
	ExportedAt       *time.Time
	ImportedAt       *time.Time
}

// Locked is the page for somebody who has not passed its protection.
func (p *Page) Locked() *Page {
	locked := *p
	locked.IsLocked = true
	locked.Description, locked.Image, locked.Injection, locked.Modules = nil, nil, nil, []Module{}
	locked.HideFromSearch = true
	return &locked
}

// IsLanguageFallback says that the page is shown in another language than the visitor's.
func (p *Page) IsLanguageFallback() bool { return p.Language.IsFallback }

// IsLanguageUnavailable says that the page is shown in a language that the visitor does not even fall back to.
func (p *Page) IsLanguageUnavailable() bool { return p.Language.IsUnavailable }

// ContentLanguage is the language that the page is shown in.
func (p *Page) ContentLanguage() *site.Language {
	return p.View.LanguageNamed(p.Language.LanguageCode)
}

// TranslationTargetLanguages are the languages that the page is translated into.
func (p *Page) TranslationTargetLanguages() []TranslationTarget { return p.TranslationTargets }

// IsEntity marks what other graphs of a federation may refer to by its key.
func (*Page) IsEntity() {}

// Locale is the code of the locale that it was read for.
func (p *Page) Locale() string { return p.View.Locale.Code() }

// Site is the technical name of the site that its addresses are on.
func (p *Page) Site() string { return p.View.Site.TechnicalName }
