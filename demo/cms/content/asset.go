package content

import (
	"encoding/xml"
	"image"
	_ "image/gif" // the formats of pictures whose size is read
	_ "image/jpeg"
	_ "image/png"
	"io"
	"math"
	"mime"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bep/imagemeta"
	_ "golang.org/x/image/webp" // see image/gif
)

// facts contains the data that is read from an asset's file.
type facts struct {
	modified      time.Time
	size          int64
	width, height int
}

// assetFacts caches the facts of files between loads, so that only changed files are opened.
type assetFacts struct {
	mu     sync.Mutex
	cached map[string]facts
}

func newAssetFacts() *assetFacts { return &assetFacts{cached: map[string]facts{}} }

func (a *assetFacts) of(file string) (facts, error) {
	info, err := os.Stat(file)
	if err != nil {
		return facts{}, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if f, ok := a.cached[file]; ok && f.modified.Equal(info.ModTime()) && f.size == info.Size() {
		return f, nil
	}
	f := facts{modified: info.ModTime(), size: info.Size()}
	f.width, f.height = dimensions(file)
	a.cached[file] = f
	return f, nil
}

// metadataFormats are the formats whose metadata can tell how an image is turned, by the names of their decoders.
var metadataFormats = map[string]imagemeta.ImageFormat{
	"jpeg": imagemeta.JPEG, "png": imagemeta.PNG, "webp": imagemeta.WebP,
}

// dimensions reads the width and height in which an image is shown from its header; 0 for other files.
func dimensions(file string) (width, height int) {
	f, err := os.Open(file)
	if err != nil {
		return 0, 0
	}
	defer f.Close()
	if strings.EqualFold(filepath.Ext(file), ".svg") {
		return svgDimensions(xml.NewDecoder(f))
	}
	config, format, err := image.DecodeConfig(f)
	if err != nil {
		return 0, 0
	}
	if isTurned(f, metadataFormats[format]) {
		return config.Height, config.Width
	}
	return config.Width, config.Height
}

// isTurned reports whether the EXIF data of an image swap its sides. Broken metadata are ignored, as browsers do.
func isTurned(f io.ReadSeeker, format imagemeta.ImageFormat) bool {
	const firstTurned, lastTurned = 5, 8
	if _, err := f.Seek(0, io.SeekStart); err != nil || format == imagemeta.ImageFormatAuto {
		return false
	}
	var orientation uint16
	_, _ = imagemeta.Decode(imagemeta.Options{ // see above
		R:           f,
		ImageFormat: format,
		Sources:     imagemeta.EXIF,
		ShouldHandleTag: func(tag imagemeta.TagInfo) bool {
			return tag.Namespace == "IFD0" && tag.Tag == "Orientation"
		},
		HandleTag: func(tag imagemeta.TagInfo) error {
			orientation, _ = tag.Value.(uint16)
			return imagemeta.ErrStopWalking
		},
	})
	return firstTurned <= orientation && orientation <= lastTurned
}

func svgDimensions(d *xml.Decoder) (width, height int) {
	for {
		token, err := d.Token()
		if err != nil {
			return 0, 0
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range start.Attr {
			if box := strings.Fields(strings.ReplaceAll(a.Value, ",", " ")); a.Name.Local == "viewBox" &&
				len(box) == 4 {
				w, errW := strconv.ParseFloat(box[2], 64)
				h, errH := strconv.ParseFloat(box[3], 64)
				if errW == nil && errH == nil {
					return int(math.Round(w)), int(math.Round(h))
				}
			}
		}
		return 0, 0
	}
}

// mimeTypes contains types that the standard library's table may lack.
var mimeTypes = map[string]string{
	".webp": "image/webp",
	".svg":  "image/svg+xml",
	".mp4":  "video/mp4",
	".webm": "video/webm",
	".pdf":  "application/pdf",
}

// mimeType returns a file's type by its name.
func mimeType(file string) string {
	ext := strings.ToLower(filepath.Ext(file))
	if t, ok := mimeTypes[ext]; ok {
		return t
	}
	return mime.TypeByExtension(ext)
}

// addFacts adds the facts of its file to an asset; false if it cannot be read.
func (l *loader) addFacts(e *Entry, line int) bool {
	name, _ := e.Fields["fileName"].(string)
	e.Path = filepath.Join(l.dir, "assets", filepath.Base(name))
	f, err := l.assets.of(e.Path)
	if err != nil {
		l.addWarning("assets.yaml", line, "asset %s: the file assets/%s cannot be read", e.ID, name)
		return false
	}
	e.UpdatedAt = f.modified.UTC().Truncate(time.Second)
	kind := mimeType(e.Path)
	e.Fields["mimeType"], e.Fields["size"] = kind, float64(f.size)
	if f.width > 0 {
		e.Fields["width"], e.Fields["height"] = float64(f.width), float64(f.height)
	}
	alt, _ := e.Fields["alternativeText"].(Text)
	if strings.HasPrefix(kind, "image/") && (alt["en"] == "" || alt["de"] == "") {
		l.addWarning("assets.yaml", line, "asset %s: an image needs an alternative text in English and in German", e.ID)
	}
	return true
}
