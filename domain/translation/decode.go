package translation

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// xliffVersions are the versions that are read. Their core has the same elements.
var xliffVersions = []string{"2.0", "2.1", "2.2"}

// xliffNamespaces are the namespaces of the core; 2.0 and 2.1 share one.
var xliffNamespaces = []string{xliffNamespace, "urn:oasis:names:tc:xliff:document:2.2"}

// maxXLIFFDepth is the maximum depth of elements. Groups and annotations can be nested, a few levels in practice.
const maxXLIFFDepth = 100

// decodedFile is a file with the positions of its units.
type decodedFile struct {
	File
	units      []decodedUnit
	lineBreaks int
}

type decodedUnit struct {
	// line is the line at which the unit begins.
	line int
	// isPartial is true if a segment has no translation, although another one has.
	isPartial bool
}

// xliffPart is a segment, or an ignorable: the text between two segments.
type xliffPart struct {
	isSegment      bool
	source, target string
	hasTarget      bool
	// order is the position of the target among the parts of its unit, from 1; 0 for the position of the part.
	order int
}

// xliffReader reads the elements of a file. Elements of other namespaces, notes and metadata are skipped.
type xliffReader struct {
	*xml.Decoder
	// namespace is that of the core in this file.
	namespace string
	depth     int
}

// decode parses a file.
func decode(data []byte) (*decodedFile, error) {
	text, err := toUTF8(data)
	if err != nil {
		return nil, newLineError(1, "not readable: %v", err)
	}
	r := &xliffReader{Decoder: xml.NewDecoder(bytes.NewReader(text))}
	// The text is UTF-8 by now, whatever the declaration says.
	r.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	d := &decodedFile{lineBreaks: bytes.Count(text, []byte("\n"))}
	err = r.document(d)
	if err == nil {
		err = r.atEnd()
	}
	if err == nil {
		return d, nil
	}
	line, _ := r.InputPos()
	at, syntax := new(lineError), new(xml.SyntaxError)
	switch {
	case errors.As(err, &at):
		return nil, at
	case errors.As(err, &syntax):
		return nil, newLineError(syntax.Line, "not valid XML: %s", syntax.Msg)
	case errors.Is(err, io.EOF):
		return nil, newLineError(line, "the file is empty")
	}
	return nil, newLineError(line, "not XLIFF 2: %v", err)
}

// toUTF8 converts a file to UTF-8. UTF-16 is recognized by its first bytes. A file that is valid UTF-8 is not
// converted: translation services send it as a text, which keeps the declaration of its former encoding.
func toUTF8(data []byte) ([]byte, error) {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("<\x00")):
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(data)
	case bytes.HasPrefix(data, []byte("\xfe\xff")), bytes.HasPrefix(data, []byte("\x00<")):
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder().Bytes(data)
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	declared, err := declaredEncoding(data)
	if err != nil || declared == nil || utf8.Valid(data) {
		return data, err
	}
	return declared.NewDecoder().Bytes(data)
}

// declaredEncoding returns the encoding in the XML declaration; nil for none.
func declaredEncoding(data []byte) (encoding.Encoding, error) {
	if !bytes.HasPrefix(data, []byte("<?xml")) {
		return nil, nil
	}
	declaration, _, _ := bytes.Cut(data, []byte("?>"))
	_, after, ok := bytes.Cut(declaration, []byte("encoding="))
	if !ok || len(after) == 0 {
		return nil, nil
	}
	name, _, _ := strings.Cut(string(after[1:]), string(after[0]))
	switch strings.ToLower(name) {
	case "utf-8", "utf-16", "us-ascii":
		return nil, nil
	case "iso-8859-1", "latin1", "windows-1252":
		return charmap.Windows1252, nil // has all characters of Latin 1
	}
	return nil, fmt.Errorf("the encoding %.20q is not supported: use UTF-8", name)
}

// document reads the document to the end of its root element.
func (r *xliffReader) document(d *decodedFile) error {
	root, err := r.root()
	if err != nil {
		return err
	}
	if root.Name.Local != "xliff" {
		return fmt.Errorf("the document is <%.20s>", root.Name.Local)
	}
	if !slices.Contains(xliffNamespaces, root.Name.Space) {
		return fmt.Errorf("the namespace is %.60q", root.Name.Space)
	}
	r.namespace = root.Name.Space
	line, _ := r.InputPos()
	if version := attribute(root, "version"); !slices.Contains(xliffVersions, version) {
		return newLineError(line, "the version is %.20q, want %s", version, strings.Join(xliffVersions, ", "))
	}
	d.SourceLanguage, d.TargetLanguage = attribute(root, "srcLang"), attribute(root, "trgLang")
	files := 0
	err = r.children(func(e xml.StartElement) error {
		if e.Name.Local != "file" {
			return r.Skip()
		}
		files++
		d.Page, d.Order = attribute(e, "id"), attribute(e, "original")
		return r.content(d)
	})
	if err == nil && files != 1 {
		return newLineError(1, "the document has %d files, want 1", files)
	}
	return err
}

// root returns the root element.
func (r *xliffReader) root() (xml.StartElement, error) {
	for {
		token, err := r.Token()
		if err != nil {
			return xml.StartElement{}, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			return t, nil
		case xml.Directive:
			return xml.StartElement{}, errors.New("a document type is not accepted")
		case xml.CharData:
			if len(bytes.TrimSpace(t)) > 0 {
				return xml.StartElement{}, errors.New("text precedes the document")
			}
		}
	}
}

// atEnd returns an error if the document is followed by anything but white space and comments.
func (r *xliffReader) atEnd() error {
	for {
		token, err := r.Token()
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

// children calls read for each child of the core. read must read the child to its end.
func (r *xliffReader) children(read func(xml.StartElement) error) error {
	return r.nodes(read, func(string) {})
}

// nodes reads the rest of an element: its text and its children. Children of other namespaces are skipped.
func (r *xliffReader) nodes(read func(xml.StartElement) error, text func(string)) error {
	if r.depth++; r.depth > maxXLIFFDepth {
		return errors.New("elements are nested too deeply")
	}
	defer func() { r.depth-- }()
	for {
		token, err := r.Token()
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.EndElement:
			return nil
		case xml.CharData:
			text(string(t))
		case xml.StartElement:
			if t.Name.Space != r.namespace {
				err = r.Skip()
			} else {
				err = read(t)
			}
			if err != nil {
				return err
			}
		}
	}
}

// content reads the units of a file or group.
func (r *xliffReader) content(d *decodedFile) error {
	return r.children(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "group":
			return r.content(d)
		case "unit":
			return r.unit(d, attribute(e, "id"))
		}
		return r.Skip()
	})
}

func (r *xliffReader) unit(d *decodedFile, id string) error {
	unit := decodedUnit{}
	unit.line, _ = r.InputPos()
	var parts []xliffPart
	err := r.children(func(e xml.StartElement) error {
		if e.Name.Local != "segment" && e.Name.Local != "ignorable" {
			return r.Skip()
		}
		part, err := r.part(e.Name.Local == "segment", id, unit.line)
		parts = append(parts, part)
		return err
	})
	if err != nil {
		return err
	}
	text := Text{ID: id}
	if text.Source, text.Translation, unit.isPartial, err = joinParts(parts); err != nil {
		return newLineError(unit.line, "the unit %.100q: %v", id, err)
	}
	d.Texts, d.units = append(d.Texts, text), append(d.units, unit)
	return nil
}

// part reads a segment or an ignorable of a unit.
func (r *xliffReader) part(isSegment bool, unit string, line int) (xliffPart, error) {
	part := xliffPart{isSegment: isSegment}
	err := r.children(func(e xml.StartElement) error {
		var text strings.Builder
		switch e.Name.Local {
		case "source":
			err := r.text(&text, unit, line)
			part.source += text.String()
			return err
		case "target":
			if order := attribute(e, "order"); order != "" {
				var err error
				if part.order, err = strconv.Atoi(order); err != nil || part.order < 1 {
					return newLineError(line, "the unit %.100q: the order %.20q is no position", unit, order)
				}
			}
			err := r.text(&text, unit, line)
			part.target += text.String()
			part.hasTarget = true
			return err
		}
		return r.Skip()
	})
	return part, err
}

// text reads the text of a source or target. Annotations are read through. Codes are refused, since exported texts have
// none.
func (r *xliffReader) text(into *strings.Builder, unit string, line int) error {
	return r.nodes(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "mrk":
			return r.text(into, unit, line)
		case "sm", "em":
			return r.Skip()
		case "cp":
			code, err := strconv.ParseUint(attribute(e, "hex"), 16, 32)
			if err != nil || !isCharacter(rune(code)) { //nolint:gosec // 32 bits
				return newLineError(line, "the unit %.100q has the character %.20q", unit, attribute(e, "hex"))
			}
			into.WriteRune(rune(code)) //nolint:gosec // a character
			return r.Skip()
		}
		return newLineError(line, "the unit %.100q has an inline element <%.20s>", unit, e.Name.Local)
	}, func(text string) { into.WriteString(text) })
}

// isCharacter reports whether a text of a page can contain a code point: all characters of XML.
func isCharacter(c rune) bool {
	return c == '\t' || c == '\n' || c == '\r' || c >= ' ' && c != 0xfffe && c != 0xffff && utf8.ValidRune(c)
}

// joinParts joins the parts of a unit. Without any target, the translation is empty. A part without letters may lack a
// target: its source is kept. isPartial is true if another segment lacks one.
func joinParts(parts []xliffPart) (source, translation string, isPartial bool, err error) {
	var joined strings.Builder
	hasTarget := false
	ordered := make([]*xliffPart, len(parts))
	for i := range parts {
		p := &parts[i]
		joined.WriteString(p.source)
		hasTarget = hasTarget || p.hasTarget
		if p.order == 0 {
			p.order = i + 1
		}
		if p.order > len(parts) || ordered[p.order-1] != nil {
			return "", "", false, fmt.Errorf("the order %d of a target is too large, or used twice", p.order)
		}
		ordered[p.order-1] = p
	}
	source = joined.String()
	if !hasTarget {
		return source, "", false, nil
	}
	joined.Reset()
	for _, p := range ordered {
		switch {
		case p.hasTarget && (p.target != "" || !p.isSegment):
			joined.WriteString(p.target)
		case p.isSegment && IsTranslatable(p.source):
			isPartial = true
		default:
			joined.WriteString(p.source)
		}
	}
	return source, joined.String(), isPartial, nil
}

// attribute returns an attribute without a namespace; empty for none.
func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Space == "" && a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
