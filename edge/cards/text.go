package cards

import (
	"fmt"
	"image"
	"image/color"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// openFonts are the fonts that were read, by file. Their tables are read from the files when they are needed: those of
// East Asian ones have several megabytes.
var openFonts sync.Map

func openFont(file string) (*opentype.Font, error) {
	if known, ok := openFonts.Load(file); ok {
		return known.(*opentype.Font), nil //nolint:forcetypeassert // only these are in it
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("open a font: %w", err)
	}
	parsed, err := opentype.ParseReaderAt(f)
	if err != nil {
		_ = f.Close() // opened for reading only
		return nil, fmt.Errorf("read a font: %w", err)
	}
	known, isKnown := openFonts.LoadOrStore(file, parsed)
	if isKnown {
		_ = f.Close() // opened for reading only
	}
	return known.(*opentype.Font), nil //nolint:forcetypeassert // as above
}

// typeface draws texts in a size, each character with the first font that has it. It is not safe for concurrent use.
type typeface struct {
	faces []font.Face
	size  float64
}

func newTypeface(files []string, size float64) (*typeface, error) {
	t := &typeface{size: size}
	for _, file := range files {
		parsed, err := openFont(file)
		if err != nil {
			return nil, err
		}
		face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			return nil, fmt.Errorf("make a face: %w", err)
		}
		t.faces = append(t.faces, face)
	}
	return t, nil
}

// faceOf returns the face of a character.
func (t *typeface) faceOf(c rune) font.Face {
	for _, face := range t.faces {
		if _, ok := face.GlyphAdvance(c); ok && hasGlyph(face, c) {
			return face
		}
	}
	return t.faces[0]
}

// hasGlyph reports whether a face has a drawing of its own for a character: spaces have none.
func hasGlyph(face font.Face, c rune) bool {
	if unicode.IsSpace(c) {
		return true
	}
	bounds, _, ok := face.GlyphBounds(c)
	missing, _, _ := face.GlyphBounds('\U0010ffff') // the box for characters without a glyph
	return ok && bounds != missing
}

// each calls a function for the characters of a text with their faces and places, and returns the width of the text.
func (t *typeface) each(text string, do func(face font.Face, c rune, at fixed.Int26_6)) fixed.Int26_6 {
	var width fixed.Int26_6
	var last font.Face
	previous := rune(-1)
	for _, c := range text {
		if isInvisible(c) {
			continue
		}
		face := t.faceOf(c)
		if face == last {
			width += face.Kern(previous, c)
		}
		if do != nil {
			do(face, c, width)
		}
		advance, _ := face.GlyphAdvance(c)
		width += advance
		last, previous = face, c
	}
	return width
}

func (t *typeface) width(text string) int { return t.each(text, nil).Ceil() }

// draw draws a line with its baseline at a point.
func (t *typeface) draw(on *image.RGBA, at image.Point, ink color.Color, text string) {
	origin := fixed.P(at.X, at.Y)
	t.each(text, func(face font.Face, c rune, x fixed.Int26_6) {
		dot := fixed.Point26_6{X: origin.X + x, Y: origin.Y}
		d := font.Drawer{Dst: on, Src: image.NewUniform(ink), Face: face, Dot: dot}
		d.DrawString(string(c))
	})
}

// wordJoiner forbids a line break at its place.
const wordJoiner = '\u2060'

// isInvisible reports whether a character only changes others, such as a joiner or a soft hyphen. Fonts draw a box.
func isInvisible(c rune) bool {
	return unicode.In(c, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) &&
		!unicode.Is(unicode.Prepended_Concatenation_Mark, c)
}

// isWide reports whether lines may be broken at a character, as in East Asian texts.
func isWide(c rune) bool {
	return unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana) || c >= 0x3000 && c <= 0x30ff ||
		c >= 0xff00 && c <= 0xff60
}

// notFirst are the characters that begin no line.
const notFirst = "、。，．・：；？！）」』】〉》”’ーァィゥェォッャュョぁぃぅぇぉっゃゅょ々〜"

// pieces divides a text at the places at which a line may be broken. Spaces belong to the piece before them.
func pieces(text string) []string {
	var all []string
	var piece strings.Builder
	end := func() {
		if piece.Len() > 0 {
			all = append(all, piece.String())
			piece.Reset()
		}
	}
	previous := rune(0)
	for _, c := range text {
		isJoined := c == wordJoiner || previous == wordJoiner || strings.ContainsRune(notFirst, c)
		if !isJoined && (isWide(c) || isWide(previous)) {
			end()
		}
		piece.WriteRune(c)
		if unicode.IsSpace(c) && !unicode.IsDigit(previous) { // a number stays with its unit
			end()
		}
		previous = c
	}
	end()
	return all
}

// lines breaks a text into lines of at most a width, and ends the last of too many with an ellipsis. fits is false if
// it had to, or if a word is wider than a line.
func (t *typeface) lines(text string, width, limit int) (lines []string, fits bool) {
	fits = true
	line := ""
	for _, piece := range pieces(text) {
		if line != "" && t.width(strings.TrimSpace(line+piece)) > width {
			lines = append(lines, strings.TrimSpace(line))
			line = ""
		}
		line += piece
		fits = fits && t.width(strings.TrimSpace(line)) <= width
	}
	if line = strings.TrimSpace(line); line != "" {
		lines = append(lines, line)
	}
	if len(lines) > limit {
		lines, fits = lines[:limit], false
		lines[limit-1] += "…"
	}
	for i, line := range lines { // a long word is cut
		for runes := []rune(line); t.width(lines[i]) > width && len(runes) > 1; {
			runes = runes[:len(runes)-1]
			lines[i] = strings.TrimRight(string(runes), " ,;:–…") + "…"
		}
	}
	return lines, fits
}

// sentences breaks a text into lines like lines, without the last sentences if they do not fit.
func (t *typeface) sentences(text string, width, limit int) []string {
	lines, fits := t.lines(text, width, limit)
	if fits {
		return lines
	}
	ends := sentenceEnd.FindAllStringIndex(text, -1)
	for _, end := range slices.Backward(ends) {
		if shorter, whole := t.lines(text[:end[1]], width, limit); whole {
			return shorter
		}
	}
	return lines
}

// sentenceEnd is the end of a sentence that another one follows. The point of a number is none.
var sentenceEnd = regexp.MustCompile(`[.!?…]\s|[。！？]`)
