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
	"gopkg.in/yaml.v3"
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

// loadAssets reads assets.yaml and the facts of the files.
func (l *loader) loadAssets() {
	const file = "assets.yaml"
	n, _ := l.yaml(file)
	if n == nil || n.Kind != yaml.MappingNode {
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		id, item := n.Content[i].Value, n.Content[i+1]
		name := removeKey(item, "file")
		if name == nil {
			l.addError(file, item.Line, "asset %s: file is missing", id)
			continue
		}
		full := filepath.Join(l.dir, "assets", filepath.Base(name.Value))
		f, err := l.assets.of(full)
		if err != nil {
			l.addWarning(file, name.Line, "asset %s: the file assets/%s cannot be read", id, name.Value)
			continue
		}
		fields := map[string]any{
			"handle":   id,
			"fileName": filepath.Base(name.Value),
			"mimeType": mimeType(full),
			"size":     float64(f.size),
		}
		if f.width > 0 {
			fields["width"], fields["height"] = float64(f.width), float64(f.height)
		}
		c := l.converter(file, "", "", id)
		c.fields(renamed(item, map[string]string{"alt": "alternativeText"}), l.schema.Types["Asset"], fields)
		if alt, ok := fields["alternativeText"].(Text); strings.HasPrefix(fields["mimeType"].(string), "image/") &&
			(!ok || alt["en"] == "" || alt["de"] == "") {
			l.addWarning(file, item.Line, "asset %s: an image needs an alternative text in English and in German", id)
		}
		l.putInBothStages(
			&Entry{
				Ref:       Ref{"Asset", id},
				Fields:    fields,
				UpdatedAt: f.modified.UTC().Truncate(time.Second),
				Path:      full,
				lines:     c.commonLines(item.Line),
			},
		)
	}
}
