// Package finding describes what was dropped, skipped or replaced while a page was built (REPO-1).
package finding

import (
	"cmp"
	"slices"
)

// Kind says what was found.
type Kind string

const (
	// EmptyLink is a link without a page, path or address. It is skipped.
	EmptyLink Kind = "EMPTY_LINK"
	// DeadLink leads to a page of our sites that does not exist, or that the audience does not see.
	DeadLink Kind = "DEAD_LINK"
	// ForbiddenLink has a target that no link may have, such as one that runs script. It leads nowhere.
	ForbiddenLink Kind = "FORBIDDEN_LINK"
	// ReplacedLink leads to a product or service that does not exist. The overview takes its place.
	ReplacedLink Kind = "REPLACED_LINK"
	// DeadFile is a file or picture that the file host does not have.
	DeadFile Kind = "DEAD_FILE"
	// DeadExternalLink leads to a page of another host that answers with an error, or not at all.
	DeadExternalLink Kind = "DEAD_EXTERNAL_LINK"
	// UnknownType is an object of a type that this build does not know, such as a newer kind of module. It is skipped.
	UnknownType Kind = "UNKNOWN_TYPE"
	// BrokenContract is a value that breaks the contract with its system. It is removed, with its record where the record
	// cannot do without it.
	BrokenContract Kind = "BROKEN_CONTRACT"
	// EmptyModule is a module, or an item of one, without what it is there to show. It is skipped.
	EmptyModule Kind = "EMPTY_MODULE"
	// MissingReference names a record that does not exist. It is left out.
	MissingReference Kind = "MISSING_REFERENCE"
	// CutRow is a row of a table that is longer or shorter than the table is wide.
	CutRow Kind = "CUT_ROW"
	// CleanedText is rich text from which elements were removed.
	CleanedText Kind = "CLEANED_TEXT"
	// MissingImage is a picture without which a placeholder is shown, or a highlight is skipped.
	MissingImage Kind = "MISSING_IMAGE"
	// SkippedHighlight is a highlight without a name, or without an image and a video.
	SkippedHighlight Kind = "SKIPPED_HIGHLIGHT"
	// InvalidValue is a value that cannot be used, such as a malformed address. It is skipped.
	InvalidValue Kind = "INVALID_VALUE"
	// NullText is a value that is the text null. It is treated as missing.
	NullText Kind = "NULL_TEXT"
	// UntransformableImage is a picture of which no smaller copies can be made. The original is sent.
	UntransformableImage Kind = "UNTRANSFORMABLE_IMAGE"
	// MissingAlternativeText is a picture without an alternative text.
	MissingAlternativeText Kind = "MISSING_ALTERNATIVE_TEXT"
	// LanguageFallback is a document that is shown in another language.
	LanguageFallback Kind = "LANGUAGE_FALLBACK"
	// UnsupportedLanguage is a page that is written in no language of the country. It is not shown.
	UnsupportedLanguage Kind = "UNSUPPORTED_LANGUAGE"
	// OutdatedTranslation is a translation that is older than its source.
	OutdatedTranslation Kind = "OUTDATED_TRANSLATION"
	// OrphanPage is a page that no menu and no link leads to.
	OrphanPage Kind = "ORPHAN_PAGE"
	// RedirectChain is a redirect that leads to another one.
	RedirectChain Kind = "REDIRECT_CHAIN"
	// RedirectLoop is a redirect that leads back to itself.
	RedirectLoop Kind = "REDIRECT_LOOP"
	// DeadRedirect is a redirect that leads to a page of our sites that does not exist.
	DeadRedirect Kind = "DEAD_REDIRECT"
	// NotFound is a page that is not shown at its address.
	NotFound Kind = "NOT_FOUND"
	// Unavailable is a part that could not be read now.
	Unavailable Kind = "UNAVAILABLE"
)

// IsOfSite reports whether only the report of a whole site has findings of the kind: that of a single page does not look for
// them.
func (k Kind) IsOfSite() bool {
	switch k {
	case DeadFile, DeadExternalLink, OrphanPage, OutdatedTranslation, RedirectChain, RedirectLoop, DeadRedirect:
		return true
	}
	return false
}

// Finding is something that was dropped, skipped or replaced.
type Finding struct {
	Kind Kind
	// Document is the id of the page, story, media release or navigation, or the slug of the product, that the finding is
	// of; empty where that is not known.
	Document string
	// Record is the id of the innermost record with the field, such as a module; empty for the document itself.
	Record string
	// Field is the field of the record, such as `links[1]`; empty for the whole.
	Field string
	// Message is what the field holds, or what is wrong with it, as technical text; empty where the kind says it all.
	Message string
	// URL is the address that the finding is of; empty for none.
	URL string
}

// Unique are some findings, each once, by document, record and field.
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
