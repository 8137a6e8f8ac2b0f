package cards

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	_ "image/png" // the format of copies and icons
	"strconv"
	"strings"

	"golang.org/x/image/draw"

	"strand/edge/themes"
)

// Width and Height are the size of a card in pixels, which networks recommend.
const (
	Width, Height = 1200, 630

	margin = 72
	// panel is the width of the part with the picture.
	panel = 560
	// maxSide bounds a decoded picture, maxScale how much it is enlarged.
	maxSide  = 4096
	maxScale = 1.5
)

// content is what a card shows.
type content struct {
	// title is the title of the page; a part behind its first dash is its kind.
	title, brand, description, host string
	language                        string
	// mark is the icon of the brand, picture the picture of the page; nil for none.
	mark, picture image.Image
	colors        themes.Theme
}

var errTooLarge = errors.New("the picture is too large for a card")

// decode decodes a picture of a bounded size.
func decode(data []byte) (image.Image, error) {
	config, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	if config.Width > maxSide || config.Height > maxSide {
		return nil, errTooLarge
	}
	decoded, _, err := image.Decode(bytes.NewReader(data))
	return decoded, err
}

// colorOf returns a color `#rrggbb` of the build.
func colorOf(text string) color.RGBA {
	value, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 16, 24)
	if err != nil {
		return color.RGBA{A: 0xff}
	}
	return color.RGBA{uint8(value >> 16), uint8(value >> 8 & 0xff), uint8(value & 0xff), 0xff} //nolint:gosec // bytes
}

func fill(on draw.Image, r image.Rectangle, c color.Color) {
	draw.Draw(on, r, image.NewUniform(c), image.Point{}, draw.Src)
}

// drawCard draws a card: the brand, the title with its kind and the description on the color of the brand, and the
// picture beside them.
func drawCard(c content, t *themes.Themes) (*image.RGBA, error) {
	card := image.NewRGBA(image.Rect(0, 0, Width, Height))
	colors := c.colors.Card
	fill(card, card.Bounds(), colorOf(colors.Ground))
	width := Width - 2*margin
	if c.picture != nil {
		width = Width - panel - margin - 56
		drawPicture(card, image.Rect(Width-panel, 0, Width, Height), c.picture)
	}
	regular, strong := t.FontFiles(c.colors, c.language)
	name, err := newTypeface(strong, 30)
	if err != nil {
		return nil, err
	}
	small, err := newTypeface(regular, 25)
	if err != nil {
		return nil, err
	}
	kindFace, err := newTypeface(regular, 34)
	if err != nil {
		return nil, err
	}
	address, err := newTypeface(regular, 22)
	if err != nil {
		return nil, err
	}
	// The brand.
	if c.mark != nil {
		draw.CatmullRom.Scale(card, image.Rect(margin, 64, margin+64, 128), c.mark, c.mark.Bounds(), draw.Over, nil)
		name.draw(card, image.Pt(margin+84, 107), colorOf(colors.Text), c.brand)
	} else {
		name.draw(card, image.Pt(margin, 107), colorOf(colors.Text), c.brand)
	}
	// The title in the largest size in which it has few lines. That of a home page is the brand, which is above it.
	title, kind, _ := strings.Cut(c.title, " – ")
	maxLines, maxHeight := 4, 250.0
	if title == c.brand && c.description != "" {
		title, c.description = c.description, ""
		maxLines, maxHeight = 6, 330
	}
	var heading *typeface
	var lines []string
	for _, size := range []float64{76, 68, 60, 52, 46, 40} {
		if heading, err = newTypeface(strong, size); err != nil {
			return nil, err
		}
		var fits bool
		if lines, fits = heading.lines(title, width, maxLines); fits && float64(len(lines))*size < maxHeight {
			break
		}
	}
	kindLines, _ := kindFace.lines(kind, width, 2)
	step := int(heading.size * 1.1)
	below := len(lines)*step + len(kindLines)*44
	room := min(4, (Height-128-48-below-120)/35)
	var description []string
	if room > 0 {
		description = small.sentences(c.description, width, room)
	}
	// The texts stand in the middle between the brand and the address.
	height := below + len(description)*35 + 26
	y := 128 + max(40, (Height-128-96-height)/2) + int(heading.size*0.74)
	for _, line := range lines {
		heading.draw(card, image.Pt(margin-2, y), colorOf(colors.Text), line)
		y += step
	}
	y += 4
	for _, line := range kindLines {
		kindFace.draw(card, image.Pt(margin, y-14), colorOf(colors.Accent), line)
		y += 44
	}
	y += 8
	for _, line := range description {
		small.draw(card, image.Pt(margin, y), colorOf(colors.Muted), line)
		y += 35
	}
	// A stroke in the color of the brand, and the address.
	fill(card, image.Rect(margin, Height-76, margin+48, Height-72), colorOf(colors.Accent))
	address.draw(card, image.Pt(margin+66, Height-66), colorOf(colors.Muted), c.host)
	return card, nil
}

// difference is how much a channel of a picture's subject differs from its ground at least, of 16 bits.
const difference = 0x1800

// subjectOf returns the part of a picture that differs from its light ground, as pictures of machines have; ok is false
// for a picture that fills its frame.
func subjectOf(picture image.Image) (subject image.Rectangle, ok bool) {
	b := picture.Bounds()
	if b.Dx() < 8 || b.Dy() < 8 {
		return b, false
	}
	r0, g0, b0, a0 := picture.At(b.Min.X+2, b.Min.Y+2).RGBA()
	differs := func(x, y int) bool {
		r, g, b, a := picture.At(x, y).RGBA()
		for _, d := range []int{int(r) - int(r0), int(g) - int(g0), int(b) - int(b0), int(a) - int(a0)} {
			if max(d, -d) > difference {
				return true
			}
		}
		return false
	}
	if a0 == 0xffff && min(r0, g0, b0) < 0xd800 || differs(b.Max.X-3, b.Min.Y+2) ||
		differs(b.Min.X+2, b.Max.Y-3) || differs(b.Max.X-3, b.Max.Y-3) {
		return b, false
	}
	for y := b.Min.Y; y < b.Max.Y; y += 2 {
		for x := b.Min.X; x < b.Max.X; x += 2 {
			if differs(x, y) {
				subject = subject.Union(image.Rect(x, y, x+2, y+2))
			}
		}
	}
	return subject, !subject.Empty()
}

// drawPicture fills a part of a card with a picture: with its subject on its own ground, which is continued at the
// edges, or cropped to its middle.
func drawPicture(card *image.RGBA, part image.Rectangle, picture image.Image) {
	from := picture.Bounds()
	subject, ok := subjectOf(picture)
	if !ok {
		scale := max(float64(part.Dx())/float64(from.Dx()), float64(part.Dy())/float64(from.Dy()))
		size := image.Pt(int(float64(part.Dx())/scale), int(float64(part.Dy())/scale))
		at := from.Min.Add(from.Size().Sub(size).Div(2))
		draw.CatmullRom.Scale(card, part, picture, image.Rectangle{at, at.Add(size)}, draw.Over, nil)
		return
	}
	const padding = 36
	fill(card, part, color.White)
	scale := min(
		float64(part.Dx()-2*padding)/float64(subject.Dx()), float64(part.Dy()-4*padding)/float64(subject.Dy()),
	)
	// A small subject is not enlarged to the size of the part: it would not be sharp, and drawing needs memory for the
	// whole enlarged picture.
	scale = min(scale, maxScale)
	// The picture on the card, with its subject in the middle of the part.
	middle := subject.Min.Add(subject.Max).Div(2).Sub(from.Min)
	at := part.Min.Add(part.Max).Div(2).Sub(image.Pt(int(float64(middle.X)*scale), int(float64(middle.Y)*scale)))
	shown := image.Rectangle{at, at.Add(image.Pt(int(float64(from.Dx())*scale), int(float64(from.Dy())*scale)))}
	panel, _ := card.SubImage(part).(draw.Image)
	place := func(to, of image.Rectangle) {
		if !to.Empty() {
			draw.CatmullRom.Scale(panel, to, picture, of, draw.Over, nil)
		}
	}
	row := func(y int) image.Rectangle { return image.Rect(from.Min.X, y, from.Max.X, y+1) }
	column := func(x int) image.Rectangle { return image.Rect(x, from.Min.Y, x+1, from.Max.Y) }
	place(image.Rect(shown.Min.X, part.Min.Y, shown.Max.X, shown.Min.Y), row(from.Min.Y+1))
	place(image.Rect(shown.Min.X, shown.Max.Y, shown.Max.X, part.Max.Y), row(from.Max.Y-2))
	place(image.Rect(part.Min.X, shown.Min.Y, shown.Min.X, shown.Max.Y), column(from.Min.X+1))
	place(image.Rect(shown.Max.X, shown.Min.Y, part.Max.X, shown.Max.Y), column(from.Max.X-2))
	place(shown, from)
}
