package render

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/image/webp"
)

// transformer starts a transformer with the built script, or another one.
func transformer(t *testing.T, o Options) *Pictures {
	t.Helper()
	if o.Script == "" {
		o.Script = "../../client/dist/server/pictures.js"
	}
	o.Node = node(t)
	if o.Threads == 0 {
		o.Threads = 1
	}
	if o.Timeout == 0 {
		o.Timeout = patience
	}
	o.QueueTimeout, o.StartTimeout = patience, patience
	p := NewPictures(o)
	t.Cleanup(p.Close)
	return p
}

// sample reads a picture of testdata.
func sample(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "pictures", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// pngCopy returns a copy of a picture in a size.
func pngCopy(t *testing.T, p *Pictures, picture []byte, width, height int) image.Image {
	t.Helper()
	data, err := p.Transform(t.Context(), picture, Transformation{width, height, "png", 90})
	if err != nil {
		t.Fatal(err)
	}
	made, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// isNear reports whether a pixel has a color, with the deviations of lossy formats and conversions.
func isNear(p image.Image, x, y int, want color.NRGBA) bool {
	got, _ := color.NRGBAModel.Convert(p.At(x, y)).(color.NRGBA)
	const deviation = 6
	near := func(a, b uint8) bool { return math.Abs(float64(a)-float64(b)) <= deviation }
	if want.A == 0 {
		return got.A <= deviation
	}
	return near(got.R, want.R) && near(got.G, want.G) && near(got.B, want.B) && near(got.A, want.A)
}

// Pictures of cameras are shown upright, like the original in a browser: the size and the corners are those of the
// upright picture.
//
// Rules: CONST-32.
func TestPictures_Orientation(t *testing.T) {
	p := transformer(t, Options{})
	red, green := color.NRGBA{220, 30, 40, 255}, color.NRGBA{40, 180, 60, 255}
	blue, grey := color.NRGBA{30, 60, 200, 255}, color.NRGBA{240, 240, 240, 255}
	for name, test := range map[string]struct {
		size image.Point
		// corners are those above and below, from left to right.
		corners [4]color.NRGBA
	}{
		"orientation-1.jpg": {image.Pt(60, 40), [4]color.NRGBA{red, green, blue, grey}},
		"orientation-2.jpg": {image.Pt(60, 40), [4]color.NRGBA{green, red, grey, blue}},
		"orientation-3.jpg": {image.Pt(60, 40), [4]color.NRGBA{grey, blue, green, red}},
		"orientation-6.jpg": {image.Pt(40, 60), [4]color.NRGBA{blue, red, grey, green}},
		"orientation-8.jpg": {image.Pt(40, 60), [4]color.NRGBA{green, grey, red, blue}},
	} {
		got := pngCopy(t, p, sample(t, name), 780, 0)
		if size := got.Bounds().Size(); size != test.size {
			t.Errorf("%s: %v", name, size)
			continue
		}
		for i, want := range test.corners {
			x, y := 5+i%2*(test.size.X-10), 5+i/2*(test.size.Y-10)
			if !isNear(got, x, y, want) {
				t.Errorf("%s: %v at %d, %d, want %v", name, got.At(x, y), x, y, want)
			}
		}
	}
}

// Colors are those of the original, whatever its color space is; an animation is shown as its first frame.
//
// Rules: CONST-32.
func TestPictures_Colors(t *testing.T) {
	p := transformer(t, Options{})
	copper := color.NRGBA{200, 100, 50, 255}
	for name, want := range map[string]color.NRGBA{
		"display-p3.png": copper,
		"cmyk.jpg":       {180, 140, 110, 255}, // copper is not printable
		"depth-16.png":   copper,
		"grey.jpg":       {100, 100, 100, 255},
		"palette.png":    copper,
		"animated.gif":   copper,
		"animated.webp":  copper,
	} {
		got := pngCopy(t, p, sample(t, name), 15, 0)
		if size := got.Bounds().Size(); size != image.Pt(15, 10) {
			t.Errorf("%s: %v", name, size)
		}
		if !isNear(got, 3, 5, want) {
			t.Errorf("%s: %v, want %v", name, got.At(3, 5), want)
		}
		if name == "palette.png" && !isNear(got, 13, 5, color.NRGBA{}) {
			t.Errorf("%s: %v is not transparent", name, got.At(13, 5))
		}
	}
}

// Copies keep the proportions or are cropped to their middle, and are never larger than the original.
//
// Rules: CONST-32.
func TestPictures_Sizes(t *testing.T) {
	p := transformer(t, Options{})
	picture := sample(t, "orientation-6.jpg") // 40 by 60
	for name, test := range map[string]struct{ width, height, wantWidth, wantHeight int }{
		"by its width":      {20, 0, 20, 30},
		"by its height":     {0, 30, 20, 30},
		"square":            {20, 20, 20, 20},
		"wide":              {30, 10, 30, 10},
		"larger":            {780, 0, 40, 60},
		"larger and square": {960, 960, 40, 40},
		"larger and wide":   {1200, 675, 40, 23},
	} {
		size := pngCopy(t, p, picture, test.width, test.height).Bounds().Size()
		if size != image.Pt(test.wantWidth, test.wantHeight) {
			t.Errorf("%s: %v", name, size)
		}
	}
	data, err := p.Transform(t.Context(), picture, Transformation{20, 0, "webp", 90})
	if err != nil {
		t.Fatal(err)
	}
	if c, err := webp.DecodeConfig(bytes.NewReader(data)); err != nil || c.Width != 20 || c.Height != 30 {
		t.Errorf("WebP: %v by %v, %v", c.Width, c.Height, err)
	}
}

// pngHeader returns the beginning of a PNG picture with an alpha channel, without pixels.
func pngHeader(width, height uint32, depth byte) []byte {
	header := []byte("IHDR")
	header = binary.BigEndian.AppendUint32(header, width)
	header = binary.BigEndian.AppendUint32(header, height)
	header = append(header, depth, 6, 0, 0, 0)
	file := append([]byte("\x89PNG\r\n\x1a\n"), 0, 0, 0, 13)
	file = binary.BigEndian.AppendUint32(append(file, header...), crc32.ChecksumIEEE(header))
	return append(file, "\x00\x00\x00\x00IDAT\x35\xaf\x06\x1e"...)
}

// Too large pictures are refused by their header, and other formats are not decoded. The process continues.
func TestSecurityPictures(t *testing.T) {
	p := transformer(t, Options{})
	whole := sample(t, "orientation-1.jpg")
	for name, test := range map[string]struct {
		data []byte
		want error
	}{
		"too many pixels":   {pngHeader(10_000, 10_000, 8), ErrPictureTooLarge},
		"pixels of 16 bits": {pngHeader(6_000, 6_000, 16), ErrPictureTooLarge},
		"a long row":        {pngHeader(1<<15+1, 2, 8), ErrPictureTooLarge},
		"a long column":     {pngHeader(2, 1<<15+1, 8), ErrPictureTooLarge},
		"huge sides":        {pngHeader(1<<31-1, 1<<31-1, 8), ErrNoPicture},
		"a JPEG's header":   {whole[:20], ErrNoPicture},
		"BMP":               {[]byte("BM\x3a\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00"), ErrNoPicture},
		"TIFF":              {[]byte("II*\x00\x08\x00\x00\x00"), ErrNoPicture},
		"SVG": {
			[]byte(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`), ErrNoPicture,
		},
		"PDF":     {[]byte("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"), ErrNoPicture},
		"nothing": {nil, ErrNoPicture},
	} {
		_, err := p.Transform(t.Context(), test.data, Transformation{20, 0, "webp", 90})
		if !errors.Is(err, test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	process := p.pool.process
	pngCopy(t, p, whole, 20, 0)
	if p.pool.process != process {
		t.Error("a refused picture has ended the process")
	}
}

// Of a truncated picture, as interrupted uploads leave it, the part that was read is shown, as browsers do.
//
// Rules: MSG-28.
func TestPictures_Truncated(t *testing.T) {
	p := transformer(t, Options{})
	photo := image.NewNRGBA(image.Rect(0, 0, 400, 300))
	copper := color.NRGBA{200, 100, 50, 255}
	draw.Draw(photo, photo.Bounds(), image.NewUniform(copper), image.Point{}, draw.Src)
	// Detail, without which the file ends within its first line.
	for i := range 400 * 300 {
		photo.Pix[i*4] += uint8(i * 7 % 5)
	}
	var whole bytes.Buffer
	if err := jpeg.Encode(&whole, photo, nil); err != nil {
		t.Fatal(err)
	}
	got := pngCopy(t, p, whole.Bytes()[:whole.Len()*2/3], 200, 0)
	if size := got.Bounds().Size(); size != image.Pt(200, 150) || !isNear(got, 100, 10, copper) {
		t.Errorf("%v, %v", size, got.At(100, 10))
	}
}

// A picture that ends or blocks its process gets an error; others are transformed, and so are pages, whose processes
// are others.
func TestPictures_ProcessLost(t *testing.T) {
	for picture, want := range map[string]error{"crash": nil, "hang": ErrTimeout} {
		p := transformer(t, Options{
			Script:   "testdata/pictures.mjs",
			Threads:  2,
			Timeout:  time.Second,
			MinPause: time.Millisecond,
		})
		_, err := p.Transform(t.Context(), []byte(picture), Transformation{})
		if err == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("%s: %v", picture, err)
		}
		if got, err := p.Transform(t.Context(), []byte("next"), Transformation{}); err != nil || string(got) != "next" {
			t.Errorf("after %s: %q, %v", picture, got, err)
		}
	}
}

// Without the script, without Node, and after the end of the server, there is no transformer.
func TestPictures_Unavailable(t *testing.T) {
	missing := transformer(t, Options{Script: "testdata/none.mjs"})
	noNode := transformer(t, Options{Script: "testdata/pictures.mjs", MinPause: time.Hour, MaxPause: time.Hour})
	noNode.options.Node = "/nonexistent"
	closed := transformer(t, Options{Script: "testdata/pictures.mjs"})
	closed.Close()
	for name, p := range map[string]*Pictures{"no script": missing, "no Node": noNode, "closed": closed} {
		if _, err := p.Transform(t.Context(), []byte("p"), Transformation{}); !errors.Is(err, ErrUnavailable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
