package translation

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
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

// IsTranslatable reports whether a text contains letters; numbers need no translation.
func IsTranslatable(text string) bool { return strings.ContainsFunc(text, unicode.IsLetter) }

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

// The types of the XLIFF 2.0 subset: a file with units of one segment each, without inline elements.
type (
	xliffDocument struct {
		XMLName        xml.Name    `xml:"urn:oasis:names:tc:xliff:document:2.0 xliff"`
		Version        string      `xml:"version,attr"`
		SourceLanguage string      `xml:"srcLang,attr"`
		TargetLanguage string      `xml:"trgLang,attr,omitempty"`
		Files          []xliffFile `xml:"file"`
	}
	xliffFile struct {
		ID       string      `xml:"id,attr"`
		Original string      `xml:"original,attr,omitempty"`
		Units    []xliffUnit `xml:"unit"`
	}
	xliffUnit struct {
		ID string `xml:"id,attr"`
		// Space is `preserve`, so that line breaks are kept.
		Space    string         `xml:"http://www.w3.org/XML/1998/namespace space,attr,omitempty"`
		Segments []xliffSegment `xml:"segment"`
		// line is the line at which the unit begins.
		line int
	}
	xliffSegment struct {
		Source xliffText  `xml:"source"`
		Target *xliffText `xml:"target"`
	}
	xliffText struct {
		Text   string         `xml:",chardata"`
		Inline []xliffElement `xml:",any"`
	}
	xliffElement struct{ XMLName xml.Name }
)

// UnmarshalXML decodes a unit and stores its line.
func (u *xliffUnit) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	type plain xliffUnit // has no UnmarshalXML, which would be recursive
	line, _ := d.InputPos()
	if err := d.DecodeElement((*plain)(u), &start); err != nil {
		return err
	}
	u.line = line
	return nil
}

// Encode returns the file as XLIFF 2.0. Texts without a translation have no target.
func (f *File) Encode() ([]byte, error) {
	units := make([]xliffUnit, len(f.Texts))
	for i, t := range f.Texts {
		segment := xliffSegment{Source: xliffText{Text: t.Source}}
		if t.Translation != "" {
			segment.Target = &xliffText{Text: t.Translation}
		}
		units[i] = xliffUnit{ID: t.ID, Space: "preserve", Segments: []xliffSegment{segment}}
	}
	body, err := xml.MarshalIndent(xliffDocument{
		Version:        xliffVersion,
		SourceLanguage: f.SourceLanguage,
		TargetLanguage: f.TargetLanguage,
		Files:          []xliffFile{{ID: f.Page, Original: f.Order, Units: units}},
	}, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encode the translation file of the page %s: %w", f.Page, err)
	}
	return append([]byte(xml.Header), append(body, '\n')...), nil
}

// Decode parses an XLIFF 2.0 file of one page, with or without translations.
func Decode(data []byte) (*File, error) {
	f, _, err := decode(data)
	if err != nil {
		return nil, err
	}
	return f, nil
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

// decode parses a file and returns the lines of its texts.
func decode(data []byte) (*File, []int, error) {
	d := xml.NewDecoder(bytes.NewReader(data))
	var document xliffDocument
	err := d.Decode(&document)
	if err == nil {
		err = atEnd(d)
	}
	if err != nil {
		line, _ := d.InputPos()
		if syntax := new(xml.SyntaxError); errors.As(err, &syntax) {
			return nil, nil, newLineError(syntax.Line, "not valid XML: %s", syntax.Msg)
		}
		if errors.Is(err, io.EOF) {
			return nil, nil, newLineError(line, "the file is empty")
		}
		return nil, nil, newLineError(line, "not XLIFF 2.0: %v", err)
	}
	if document.Version != xliffVersion {
		return nil, nil, newLineError(1, "the version is %.20q, want %s", document.Version, xliffVersion)
	}
	if len(document.Files) != 1 {
		return nil, nil, newLineError(1, "the document has %d files, want 1", len(document.Files))
	}
	source := document.Files[0]
	f := &File{
		Page:           source.ID,
		Order:          source.Original,
		SourceLanguage: document.SourceLanguage,
		TargetLanguage: document.TargetLanguage,
	}
	var lines []int
	for _, u := range source.Units {
		if len(u.Segments) != 1 {
			return nil, nil, newLineError(u.line, "the unit %q has %d segments, want 1", u.ID, len(u.Segments))
		}
		s := u.Segments[0]
		text := Text{ID: u.ID, Source: s.Source.Text}
		inline := s.Source.Inline
		if s.Target != nil {
			text.Translation = s.Target.Text
			inline = append(inline, s.Target.Inline...)
		}
		if len(inline) > 0 {
			return nil, nil, newLineError(
				u.line,
				"the unit %q has an inline element <%s>",
				u.ID,
				inline[0].XMLName.Local,
			)
		}
		f.Texts, lines = append(f.Texts, text), append(lines, u.line)
	}
	return f, lines, nil
}

// atEnd returns an error if the document is followed by anything but white space and comments.
func atEnd(d *xml.Decoder) error {
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.Comment, xml.ProcInst:
		case xml.CharData:
			if len(bytes.TrimSpace(t)) > 0 {
				return errors.New("text follows the document")
			}
		default:
			return errors.New("an element follows the document")
		}
	}
}

// Translated reads the translations of an exported file. It refuses a file with a *FileError at the first error: the
// file must be of the same page and languages, must not name another order, and must contain every text once, with its
// source unchanged except for surrounding white space, and with a translation that keeps the targets of all links.
func (f *File) Translated(data []byte) ([]Text, error) {
	texts, err := f.translated(data)
	if at := new(lineError); errors.As(err, &at) {
		return nil, &FileError{File: f.Name(), Page: f.Page, Line: at.line, Message: at.message}
	}
	return texts, err
}

func (f *File) translated(data []byte) ([]Text, error) {
	got, lines, err := decode(data)
	switch {
	case err != nil:
		return nil, err
	case got.Page != f.Page:
		return nil, newLineError(1, "the file is of the page %.100q", got.Page)
	case got.Order != "" && got.Order != f.Order: // some programs omit it
		return nil, newLineError(1, "the file is of another order")
	case got.SourceLanguage != f.SourceLanguage || got.TargetLanguage != f.TargetLanguage:
		return nil, newLineError(1, "the file is from %.20q to %.20q, want %s to %s",
			got.SourceLanguage, got.TargetLanguage, f.SourceLanguage, f.TargetLanguage)
	}
	missing := make(map[string]string, len(f.Texts))
	for _, t := range f.Texts {
		missing[t.ID] = t.Source
	}
	for i := range got.Texts {
		t := &got.Texts[i]
		source, ok := missing[t.ID]
		switch {
		case !ok:
			return nil, newLineError(lines[i], "the unit %.100q is unknown, or a duplicate", t.ID)
		case strings.TrimSpace(t.Source) != strings.TrimSpace(source):
			return nil, newLineError(lines[i], "the source of the unit %q differs from the exported text", t.ID)
		case strings.TrimSpace(t.Translation) == "":
			return nil, newLineError(lines[i], "the unit %q has no translation", t.ID)
		}
		t.Source = source
		if target, ok := lostLink(t); ok {
			return nil, newLineError(lines[i], "the translation of the unit %q lacks the link %.100q", t.ID, target)
		}
		delete(missing, t.ID)
	}
	for _, t := range f.Texts {
		if _, ok := missing[t.ID]; ok {
			return nil, newLineError(1+bytes.Count(data, []byte("\n")), "the unit %q is missing", t.ID)
		}
	}
	return got.Texts, nil
}

// lostLink returns the target of a Markdown link that the translation lacks.
func lostLink(t *Text) (target string, isLost bool) {
	for rest := t.Source; ; {
		_, after, ok := strings.Cut(rest, "](")
		if !ok {
			return "", false
		}
		target, rest, _ = strings.Cut(after, ")")
		if !strings.Contains(t.Translation, "]("+target+")") {
			return target, true
		}
	}
}
