package edge

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"testing"

	"github.com/gen2brain/webp"

	"strand/domain/media"
)

// newTwoColorImage returns a picture whose left half is black and whose right half is white.
func newTwoColorImage(width, height int) *image.NRGBA {
	p := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			value := uint8(0)
			if x >= width/2 {
				value = 255
			}
			p.SetNRGBA(x, y, color.NRGBA{R: value, G: value, B: value, A: 255})
		}
	}
	return p
}

// pngHeader returns the beginning of a PNG picture, without pixels.
func pngHeader(width, height uint32, depth byte) []byte {
	header := []byte("IHDR")
	header = binary.BigEndian.AppendUint32(header, width)
	header = binary.BigEndian.AppendUint32(header, height)
	header = append(header, depth, 6, 0, 0, 0) // true color with alpha
	file := append([]byte("\x89PNG\r\n\x1a\n"), 0, 0, 0, 13)
	return binary.BigEndian.AppendUint32(append(file, header...), crc32.ChecksumIEEE(header))
}

// jpegHeader is the beginning of a JPEG picture with three components, of which the first one has a sampling (0x22 for
// colors of half the resolution). before comes in front of the frame.
func jpegHeader(frame, sampling byte, width, height uint16, before string) []byte {
	file := []byte("\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00" + before)
	file = append(file, 0xff, frame, 0, 17, 8)
	file = binary.BigEndian.AppendUint16(file, height)
	file = binary.BigEndian.AppendUint16(file, width)
	return append(file, 3, 1, sampling, 0, 2, 0x11, 0, 3, 0x11, 0)
}

func TestDecodePicture(t *testing.T) {
	picture := newTwoColorImage(64, 48)
	for name, encode := range map[string]func(*bytes.Buffer) error{
		"GIF":  func(b *bytes.Buffer) error { return gif.Encode(b, picture, nil) },
		"JPEG": func(b *bytes.Buffer) error { return jpeg.Encode(b, picture, nil) },
		"PNG":  func(b *bytes.Buffer) error { return png.Encode(b, picture) },
		"WebP": func(b *bytes.Buffer) error { return webp.Encode(b, picture) },
	} {
		var data bytes.Buffer
		if err := encode(&data); err != nil {
			t.Fatal(err)
		}
		got, err := decodePicture(data.Bytes())
		if err != nil || got.Bounds().Size() != picture.Bounds().Size() {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Too large pictures are refused by their header, and other formats are not decoded.
func TestSecurityPictures(t *testing.T) {
	for name, test := range map[string]struct {
		data       []byte
		isTooLarge bool
	}{
		"too many pixels":              {pngHeader(10_000, 10_000, 8), true},
		"pixels of 16 bits":            {pngHeader(6_000, 6_000, 16), true},
		"a pixel count that overflows": {pngHeader(1<<31-1, 1<<31-1, 8), false},
		"a long row":                   {pngHeader(1<<15+1, 2, 8), true},
		"a long column":                {pngHeader(2, 1<<15+1, 8), true},
		"only a header":                {pngHeader(6_000, 6_000, 8), false},
		"JPEG":                         {jpegHeader(0xc0, 0x11, 6_300, 6_300, ""), false},
		"progressive JPEG":             {jpegHeader(0xc2, 0x22, 6_300, 6_300, ""), false},
		"progressive, all colors":      {jpegHeader(0xc2, 0x11, 6_300, 6_300, ""), true},
		"progressive, other markers": {
			jpegHeader(0xc2, 0x11, 6_300, 6_300, "\xff\xd3\xff\x00\xff\xfe\x00\x04\xff\xc0\xff"), true,
		},
		"BMP": {
			[]byte(
				"BM\x3a\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x01\x00\x18\x00",
			),
			false,
		},
		"TIFF": {[]byte("II*\x00\x08\x00\x00\x00"), false},
		"SVG": {
			[]byte(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`), false,
		},
		"nothing": {nil, false},
	} {
		_, err := decodePicture(test.data)
		if err == nil || errors.Is(err, errTooLarge) != test.isTooLarge {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestResized(t *testing.T) {
	at := func(p image.Image, x, y int) uint32 {
		r, _, _, _ := p.At(x, y).RGBA()
		return r >> 8
	}
	for name, test := range map[string]struct {
		from image.Image
		size media.Size
		want image.Point
	}{
		"by its width":            {newTwoColorImage(400, 300), media.Size{Width: 100}, image.Pt(100, 75)},
		"by its height":           {newTwoColorImage(400, 300), media.Size{Height: 30}, image.Pt(40, 30)},
		"more than one strip":     {newTwoColorImage(1000, 700), media.Size{Width: 300}, image.Pt(300, 210)},
		"cropped above and below": {newTwoColorImage(400, 300), media.Size{Width: 100, Height: 50}, image.Pt(100, 50)},
		"cropped on both sides":   {newTwoColorImage(400, 300), media.Size{Width: 40, Height: 90}, image.Pt(40, 90)},
		"its own size":            {newTwoColorImage(90, 70), media.Size{Width: 90}, image.Pt(90, 70)},
		"a sub-image": {
			newTwoColorImage(400, 300).SubImage(image.Rect(100, 50, 300, 250)), media.Size{Width: 50}, image.Pt(50, 50),
		},
		"one pixel high": {newTwoColorImage(1000, 1), media.Size{Width: 100}, image.Pt(100, 1)},
	} {
		got := resize(test.from, test.size)
		if size := got.Bounds().Size(); size != test.want {
			t.Errorf("%s: %v", name, size)
			continue
		}
		// The halves keep their places; the edge between them is sharp, with slight ringing at most.
		y, middle := test.want.Y/2, test.want.X/2
		for x := range test.want.X {
			value := at(got, x, y)
			if x < middle-4 && value > 3 || x > middle+4 && value < 252 {
				t.Errorf("%s: %d at %d", name, value, x)
			}
		}
	}
}

// The edge of a transparent area keeps its color.
func TestResized_Transparency(t *testing.T) {
	p := image.NewNRGBA(image.Rect(0, 0, 80, 80))
	for y := range 80 {
		for x := range 40 {
			p.SetNRGBA(x, y, color.NRGBA{R: 200, A: 255})
		}
	}
	got := resize(p, media.Size{Width: 20})
	for x := range 20 {
		c, _ := color.NRGBAModel.Convert(got.At(x, 10)).(color.NRGBA)
		if c.A > 40 && (c.R < 190 || c.G > 5 || c.B > 5) {
			t.Errorf("%d: %v", x, c)
		}
	}
}
