package edge

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"math"
	"net/http"

	"github.com/gen2brain/webp"
	"golang.org/x/image/draw"

	"strand/domain/media"
)

// Bounds of decoded pictures. A pixel takes at most four bytes, or eight if its channels have 16 bits. The scaler
// allocates memory for the whole length of a row.
const (
	maxPixels       = 40_000_000
	maxPictureBytes = 4 * maxPixels
	maxSide         = 1 << 15
	// maxCoefficients limits what the decoder keeps of a progressive JPEG beside its pixels, in bytes: all coefficients
	// until the last scan. It allows maxPixels with colors at half their resolution, as cameras write them.
	maxCoefficients = 7 * maxPixels
)

// decoder decodes one picture format.
type decoder struct {
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

// decoders are the formats that editors upload, by the media type detected from the first bytes. Decoders that other
// packages register have no effect.
var decoders = map[string]decoder{
	"image/gif":  {gif.DecodeConfig, gif.Decode},
	"image/jpeg": {jpeg.DecodeConfig, jpeg.Decode},
	"image/png":  {png.DecodeConfig, png.Decode},
	"image/webp": {webp.DecodeConfig, webp.Decode},
}

// decodePicture decodes a picture. It checks the size in the header before it decodes anything.
func decodePicture(data []byte) (image.Image, error) {
	format := http.DetectContentType(data)
	d, ok := decoders[format]
	if !ok {
		return nil, fmt.Errorf("no decoder for %q", format)
	}
	config, err := d.config(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("read the header: %w", err)
	}
	// The product of two sizes of 32 bits does not overflow 64 bits.
	pixels := int64(config.Width) * int64(config.Height)
	isTooLarge := pixels > maxPixels || pixels*bytesPerPixel(config.ColorModel) > maxPictureBytes ||
		max(config.Width, config.Height) > maxSide
	if isTooLarge {
		return nil, fmt.Errorf("%w: %d by %d pixels", errTooLarge, config.Width, config.Height)
	}
	if coefficients := coefficientBytes(data); coefficients > maxCoefficients {
		return nil, fmt.Errorf("%w: %d bytes of coefficients", errTooLarge, coefficients)
	}
	if pixels <= 0 {
		return nil, fmt.Errorf("the size of %d by %d pixels is not positive", config.Width, config.Height)
	}
	picture, err := d.decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("decode: %w", err)
	}
	return picture, nil
}

// bytesPerPixel returns the highest memory of a decoded pixel.
func bytesPerPixel(model color.Model) int64 {
	switch model {
	case color.RGBA64Model, color.NRGBA64Model:
		return 8
	}
	return 4
}

// coefficientBytes returns how many bytes the decoder keeps for a progressive JPEG until the last scan; 0 for other
// formats and for broken headers.
func coefficientBytes(data []byte) int64 {
	const (
		frameProgressive = 0xc2
		restart0         = 0xd0
		restart7         = 0xd7
		startOfScan      = 0xda
		bytesPerBlock    = 64 * 4
	)
	for at := 2; at+4 <= len(data) && data[0] == 0xff && data[1] == 0xd8; {
		marker := data[at+1]
		if data[at] != 0xff || marker == 0xff || marker == 0 { // fill bytes
			at++
			continue
		}
		if restart0 <= marker && marker <= restart7 { // it has no length
			at += 2
			continue
		}
		length := int(binary.BigEndian.Uint16(data[at+2:]))
		frame := data[at+4:]
		if marker == startOfScan {
			break
		}
		if marker != frameProgressive {
			at += 2 + length
			continue
		}
		if len(frame) < 6 || len(frame) < 6+3*int(frame[5]) {
			break
		}
		// A unit is as many blocks of each component, across and down, as it is sampled more often than others.
		var across, down, blocks int64
		for i := range int(frame[5]) {
			sampling := frame[6+3*i+1]
			across, down = max(across, int64(sampling>>4)), max(down, int64(sampling&15))
			blocks += int64(sampling>>4) * int64(sampling&15)
		}
		if across == 0 || down == 0 {
			break
		}
		height, width := int64(binary.BigEndian.Uint16(frame[1:])), int64(binary.BigEndian.Uint16(frame[3:]))
		units := ((width + 8*across - 1) / (8 * across)) * ((height + 8*down - 1) / (8 * down))
		return units * blocks * bytesPerBlock
	}
	return 0
}

// lanczos is the Lanczos filter with three lobes: sharp, and without visible ringing.
var lanczos = &draw.Kernel{Support: 3, At: func(t float64) float64 {
	const nearlyWhole = 1e-9
	switch {
	case t < nearlyWhole:
		return 1
	case math.Abs(t-math.Round(t)) < nearlyWhole:
		return 0 // exactly zero, so that pixels without weight are skipped
	}
	x := math.Pi * t
	return 3 * math.Sin(x) * math.Sin(x/3) / (x * x)
}}

// stripSize is the number of rows or columns that are scaled at a time. The scaler takes 32 bytes for each pixel of
// its input's height times its output's width.
const stripSize = 64

// resize scales a picture to a size. A width or height of 0 keeps the proportions; with both, the picture is cropped
// to its middle.
func resize(picture image.Image, s media.Size) image.Image {
	from := picture.Bounds()
	switch {
	case s.Width == 0:
		s.Width = proportionalLength(from.Dx(), s.Height, from.Dy())
	case s.Height == 0:
		s.Height = proportionalLength(from.Dy(), s.Width, from.Dx())
	default:
		from = centerCrop(from, s)
	}
	// First all rows are scaled horizontally, then all columns vertically.
	wide := image.NewRGBA(image.Rect(0, 0, s.Width, from.Dy()))
	strips := lanczos.NewScaler(s.Width, stripSize, from.Dx(), stripSize)
	// The scaler reads each pixel several times, and pictures of most types through an interface.
	strip := image.NewRGBA(image.Rect(0, 0, from.Dx(), stripSize))
	for y := 0; y < from.Dy(); y += stripSize {
		rows := min(stripSize, from.Dy()-y)
		part := image.Rect(0, 0, from.Dx(), rows)
		draw.Draw(strip, part, picture, from.Min.Add(image.Pt(0, y)), draw.Src)
		scalerOf(strips, rows).Scale(wide, image.Rect(0, y, s.Width, y+rows), strip, part, draw.Src, nil)
	}
	small := image.NewRGBA(image.Rect(0, 0, s.Width, s.Height))
	strips = lanczos.NewScaler(stripSize, s.Height, stripSize, from.Dy())
	for x := 0; x < s.Width; x += stripSize {
		columns := min(stripSize, s.Width-x)
		scalerOf(strips, columns).Scale(small, image.Rect(x, 0, x+columns, s.Height), wide,
			image.Rect(x, 0, x+columns, from.Dy()), draw.Src, nil)
	}
	return small
}

// scalerOf returns the scaler of a strip: all whole strips share one, which reuses its memory; the rest has its own.
func scalerOf(stripScaler draw.Scaler, size int) draw.Scaler {
	if size == stripSize {
		return stripScaler
	}
	return lanczos
}

// proportionalLength returns a side's length that keeps the proportions; at least 1.
func proportionalLength(length, wanted, other int) int {
	return max(1, int(math.Round(float64(length)*float64(wanted)/float64(other))))
}

// centerCrop returns the largest centered part of a picture that has the proportions of a size.
func centerCrop(from image.Rectangle, s media.Size) image.Rectangle {
	width, height := from.Dx(), from.Dy()
	if width*s.Height > height*s.Width {
		width = min(width, proportionalLength(s.Width, height, s.Height))
	} else {
		height = min(height, proportionalLength(s.Height, width, s.Width))
	}
	x, y := from.Min.X+(from.Dx()-width)/2, from.Min.Y+(from.Dy()-height)/2
	return image.Rect(x, y, x+width, y+height)
}
