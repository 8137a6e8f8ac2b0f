// Package finding contains the findings of content: values that were dropped, skipped or replaced while a page was
// built (REPO-1).
package finding

import (
	"cmp"
	"slices"
)

// Kind is the kind of a finding.
type Kind string

const (
	// EmptyLink is a link without a page, path or URL. It is skipped.
	EmptyLink Kind = "EMPTY_LINK"
	// DeadLink is a link to a page of our sites that does not exist, or that the audience does not see.
	DeadLink Kind = "DEAD_LINK"
	// ForbiddenLink is a link with a forbidden target, such as one that runs script. It is skipped.
	ForbiddenLink Kind = "FORBIDDEN_LINK"
	// ReplacedLink is a link to a product or service that does not exist. It is skipped.
	ReplacedLink Kind = "REPLACED_LINK"
	// DeadFile is a file or image that the file host does not have.
	DeadFile Kind = "DEAD_FILE"
	// DeadExternalLink is a link to a URL of another host that responds with an error, or not at all.
	DeadExternalLink Kind = "DEAD_EXTERNAL_LINK"
	// UnknownType is an object of a type that this build does not support, such as a newer kind of module. It is
	// skipped.
	UnknownType Kind = "UNKNOWN_TYPE"
	// BrokenContract is a value that violates the contract of its system. It is removed, and with it its record if the
	// value is required.
	BrokenContract Kind = "BROKEN_CONTRACT"
	// EmptyModule is a module, or an item of one, without its content. It is skipped.
	EmptyModule Kind = "EMPTY_MODULE"
	// MissingReference is a reference to a record that does not exist. It is left out.
	MissingReference Kind = "MISSING_REFERENCE"
	// DanglingFigure is a reference to a figure that does not exist. Its fallback is shown, or its sentence is left
	// out.
	DanglingFigure Kind = "DANGLING_FIGURE"
	// UnfilterableValue is a value of the technical data that is shown as it is, and left out of filters by number.
	UnfilterableValue Kind = "UNFILTERABLE_VALUE"
	// CutRow is a row of a table with more or fewer cells than the table has columns.
	CutRow Kind = "CUT_ROW"
	// CleanedText is rich text from which elements were removed.
	CleanedText Kind = "CLEANED_TEXT"
	// MissingImage is a missing image. A placeholder is shown, or a highlight is skipped.
	MissingImage Kind = "MISSING_IMAGE"
	// SkippedHighlight is a highlight without a name, or without an image and a video.
	SkippedHighlight Kind = "SKIPPED_HIGHLIGHT"
	// InvalidValue is an invalid value, such as a malformed URL. It is skipped.
	InvalidValue Kind = "INVALID_VALUE"
	// NullText is the text "null" as a value. It is treated as missing.
	NullText Kind = "NULL_TEXT"
	// UntransformableImage is an image that cannot be resized. The original is sent.
	UntransformableImage Kind = "UNTRANSFORMABLE_IMAGE"
	// HiddenImage is an image that browsers do not show, because of its format or its host. A placeholder is shown.
	HiddenImage Kind = "HIDDEN_IMAGE"
	// MissingAlternativeText is an image without an alternative text.
	MissingAlternativeText Kind = "MISSING_ALTERNATIVE_TEXT"
	// LanguageFallback is a document that is shown in another language.
	LanguageFallback Kind = "LANGUAGE_FALLBACK"
	// UnsupportedLanguage is a page without a language that the country supports. It is not shown.
	UnsupportedLanguage Kind = "UNSUPPORTED_LANGUAGE"
	// OutdatedTranslation is a translation that is older than its source.
	OutdatedTranslation Kind = "OUTDATED_TRANSLATION"
	// OrphanPage is a page that is in no menu and has no link to it.
	OrphanPage Kind = "ORPHAN_PAGE"
	// RedirectChain is a redirect to another redirect.
	RedirectChain Kind = "REDIRECT_CHAIN"
	// RedirectLoop is a redirect to itself.
	RedirectLoop Kind = "REDIRECT_LOOP"
	// DeadRedirect is a redirect to a page of our sites that does not exist.
	DeadRedirect Kind = "DEAD_REDIRECT"
	// NotFound is a page that is not found at its own URL.
	NotFound Kind = "NOT_FOUND"
	// Unavailable is a part of a page that could not be read.
	Unavailable Kind = "UNAVAILABLE"
)

// IsOfSite reports whether only the report of a whole site can contain findings of the kind. The report of a single
// page does not check them.
func (k Kind) IsOfSite() bool {
	switch k {
	case DeadFile, DeadExternalLink, OrphanPage, OutdatedTranslation, RedirectChain, RedirectLoop, DeadRedirect:
		return true
	}
	return false
}

// Finding is a value that was dropped, skipped or replaced.
type Finding struct {
	Kind Kind
	// Document is the id of the page, story, media release or navigation, or the slug of the product, that contains the
	// finding; empty if unknown.
	Document string
	// Record is the id of the innermost record with the field, such as a module; empty for the document itself.
	Record string
	// Part names the part of the document with the field as the CMS does, such as `Teaser grid 2`; empty if unknown.
	Part string
	// Field is the field of the record, such as `links[1]`; empty for the whole record.
	Field string
	// Message is the value of the field, or the technical reason; empty if the kind is sufficient.
	Message string
	// URL is the URL that the finding is about; empty for none.
	URL string
}

// Severity returns the severity of the finding.
func (f Finding) Severity() Severity { return f.Kind.Severity() }

// Unique sorts findings by document, record and field, and removes duplicates.
func Unique(all []Finding) []Finding {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(a.Document, b.Document), cmp.Compare(a.Record, b.Record), cmp.Compare(a.Field, b.Field),
			cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Message, b.Message), cmp.Compare(a.URL, b.URL),
		)
	})
	return slices.Compact(sorted)
}

// About returns the document that contains the finding.
func (f Finding) About() string { return f.Document }

// Of returns the findings among notes about values, sorted and without duplicates.
func Of[N any](notes []N) []Finding {
	var found []Finding
	for _, n := range notes {
		if f, ok := any(n).(Finding); ok {
			found = append(found, f)
		}
	}
	return Unique(found)
}
