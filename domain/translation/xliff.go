package translation

import (
	"encoding/xml"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"strand/domain/convert"
	"strand/domain/form"
)

// Text is a text of a page with its translation.
type Text struct {
	// ID is the path of the text in the page: `title`, `modules.2.items.0.text`.
	ID          string
	Source      string
	Translation string
}

// File is a translation file: the texts of a page in two languages.
type File struct {
	// Page is the id of the page, Order the reference of the translation order.
	Page, Order                    string
	SourceLanguage, TargetLanguage string
	Texts                          []Text
}

// IsTranslatable reports whether a text contains letters outside of placeholders; numbers need no translation.
func IsTranslatable(text string) bool {
	return strings.ContainsFunc(placeholderName.ReplaceAllString(text, ""), unicode.IsLetter)
}

// Name is the file name: `main-about.fr.xlf`.
func (f *File) Name() string { return f.Page + "." + f.TargetLanguage + ".xlf" }

// FileError is the reason for which a translation file is refused.
type FileError struct {
	File, Page string
	// Line counts from 1.
	Line    int
	Message string
}

func (e *FileError) Error() string {
	return fmt.Sprintf("%s:%d: page %s: %s", e.File, e.Line, e.Page, e.Message)
}

const (
	xliffNamespace = "urn:oasis:names:tc:xliff:document:2.0"
	xliffVersion   = "2.0"
)

// The types of an exported file: units of one segment each, without inline elements. Programs may split segments.
type (
	xliffDocument struct {
		XMLName        xml.Name    `xml:"urn:oasis:names:tc:xliff:document:2.0 xliff"`
		Version        string      `xml:"version,attr"`
		SourceLanguage string      `xml:"srcLang,attr"`
		TargetLanguage string      `xml:"trgLang,attr,omitempty"`
		Files          []xliffFile `xml:"file"`
	}
	xliffFile struct {
		ID           string      `xml:"id,attr"`
		Original     string      `xml:"original,attr,omitempty"`
		CanResegment string      `xml:"canResegment,attr,omitempty"`
		Units        []xliffUnit `xml:"unit"`
	}
	xliffUnit struct {
		ID string `xml:"id,attr"`
		// Space is `preserve`, so that line breaks are kept.
		Space    string         `xml:"http://www.w3.org/XML/1998/namespace space,attr,omitempty"`
		Segments []xliffSegment `xml:"segment"`
	}
	xliffSegment struct {
		Source string  `xml:"source"`
		Target *string `xml:"target"`
	}
)

// Encode returns the file as XLIFF 2.0. Texts without a translation have no target.
func (f *File) Encode() ([]byte, error) {
	units := make([]xliffUnit, len(f.Texts))
	for i, t := range f.Texts {
		segment := xliffSegment{Source: t.Source}
		if t.Translation != "" {
			segment.Target = &t.Translation
		}
		units[i] = xliffUnit{ID: t.ID, Space: "preserve", Segments: []xliffSegment{segment}}
	}
	body, err := xml.MarshalIndent(xliffDocument{
		Version:        xliffVersion,
		SourceLanguage: f.SourceLanguage,
		TargetLanguage: f.TargetLanguage,
		Files:          []xliffFile{{ID: f.Page, Original: f.Order, CanResegment: "yes", Units: units}},
	}, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encode the translation file of the page %s: %w", f.Page, err)
	}
	return append([]byte(xml.Header), append(body, '\n')...), nil
}

// Decode parses an XLIFF 2 file of one page, with or without translations.
func Decode(data []byte) (*File, error) {
	d, err := decode(data)
	if err != nil {
		return nil, err
	}
	return &d.File, nil
}

// lineError is an error in a line of a file.
type lineError struct {
	line    int
	message string
}

func (e *lineError) Error() string { return fmt.Sprintf("line %d: %s", e.line, e.message) }

func newLineError(line int, format string, args ...any) error {
	return &lineError{line, fmt.Sprintf(format, args...)}
}

// Translated reads the translations of an exported file, in the order of its texts. It refuses a file with a *FileError
// at the first error: the file must be of the same page and languages, must not name another order, and must contain
// every text once, with its source unchanged except for surrounding white space, and with a translation that keeps the
// targets of all links and all placeholders.
func (f *File) Translated(data []byte) ([]Text, error) {
	texts, err := f.translated(data)
	if at := new(lineError); errors.As(err, &at) {
		return nil, &FileError{File: f.Name(), Page: f.Page, Line: at.line, Message: at.message}
	}
	return texts, err
}

func (f *File) translated(data []byte) ([]Text, error) {
	got, err := decode(data)
	switch {
	case err != nil:
		return nil, err
	case got.Page != f.Page:
		return nil, newLineError(1, "the file is of the page %.100q", got.Page)
	case got.Order != "" && got.Order != f.Order: // some programs omit it
		return nil, newLineError(1, "the file is of another order")
	case !isSameLanguage(got.SourceLanguage, f.SourceLanguage) || !isSameLanguage(got.TargetLanguage, f.TargetLanguage):
		return nil, newLineError(1, "the file is from %.20q to %.20q, want %s to %s",
			got.SourceLanguage, got.TargetLanguage, f.SourceLanguage, f.TargetLanguage)
	}
	positions := make(map[string]int, len(f.Texts))
	for i, t := range f.Texts {
		positions[t.ID] = i
	}
	texts, isKnown := make([]Text, len(f.Texts)), make([]bool, len(f.Texts))
	for i, t := range got.Texts {
		line := got.units[i].line
		position, ok := positions[t.ID]
		switch {
		case !ok || isKnown[position]:
			return nil, newLineError(line, "the unit %.100q is unknown, or a duplicate", t.ID)
		case strings.TrimSpace(t.Source) != strings.TrimSpace(f.Texts[position].Source):
			return nil, newLineError(line, "the source of the unit %q differs from the exported text", t.ID)
		case form.IsBlank(t.Translation):
			return nil, newLineError(line, "the unit %q has no translation", t.ID)
		case got.units[i].isPartial:
			return nil, newLineError(line, "a segment of the unit %q has no translation", t.ID)
		}
		t.Source = f.Texts[position].Source
		if target, ok := lostLink(t); ok {
			return nil, newLineError(line, "the translation of the unit %q lacks the link %.100q", t.ID, target)
		}
		if placeholder, ok := changedPlaceholder(t); ok {
			return nil, newLineError(
				line, "the translation of the unit %q changes the placeholder %.100q", t.ID, placeholder,
			)
		}
		texts[position], isKnown[position] = t, true
	}
	for i, t := range f.Texts {
		if !isKnown[i] {
			return nil, newLineError(1+got.lineBreaks, "the unit %q is missing", t.ID)
		}
	}
	return texts, nil
}

// isSameLanguage compares the languages of two tags. Some programs add a region or write capital letters: `FR`,
// `fr-FR`, `en_US`.
func isSameLanguage(a, b string) bool {
	language := func(tag string) string {
		language, _, _ := strings.Cut(strings.ReplaceAll(tag, "_", "-"), "-")
		return language
	}
	return strings.EqualFold(language(a), language(b))
}

// linkTarget matches the target of a Markdown link, with or without a title.
var linkTarget = regexp.MustCompile(`\]\(\s*(<[^<>\n]*>|[^\s()]+(?:\([^\s()]*\)[^\s()]*)*)` +
	`(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)`)

// linkTargets returns the targets of the Markdown links of a text.
func linkTargets(text string) []string {
	return convert.All(linkTarget.FindAllStringSubmatch(text, -1), func(match []string) string {
		return strings.Trim(match[1], "<>")
	})
}

// lostLink returns the target of a Markdown link that the translation lacks.
func lostLink(t Text) (target string, isLost bool) {
	translated := linkTargets(t.Translation)
	for _, target := range linkTargets(t.Source) {
		if !slices.Contains(translated, target) {
			return target, true
		}
	}
	return "", false
}

var (
	// placeholder matches the part of a text that a page replaces by a name (site.NamePlaceholder) or a figure. The
	// fallback of a reference to a figure, after a bar (PAGE-34), is translated.
	placeholder = regexp.MustCompile(`\{\{([^{}|]*)(?:\|[^{}]*)?\}\}`)
	// placeholderName matches a placeholder without its fallback.
	placeholderName = regexp.MustCompile(`\{\{[^{}|]*`)
)

// changedPlaceholder returns a placeholder that only one of source and translation has.
func changedPlaceholder(t Text) (changed string, isChanged bool) {
	source, translated := placeholder.FindAllStringSubmatch(t.Source, -1),
		placeholder.FindAllStringSubmatch(t.Translation, -1)
	for _, pair := range [][2][][]string{{source, translated}, {translated, source}} {
		for _, p := range pair[0] {
			if !slices.ContainsFunc(pair[1], func(other []string) bool { return other[1] == p[1] }) {
				return p[0], true
			}
		}
	}
	return "", false
}
