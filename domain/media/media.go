// Package media contains the rules for images: the presets (CONST-30) and the URLs of resized copies.
package media

import (
	"fmt"
	"math"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"strand/domain/signedtoken"
	"strand/domain/site"
)

// Format is the image format of a copy.
type Format string

const (
	WebP Format = "webp"
	PNG  Format = "png"
)

// Preset is a size and quality in which images are shown.
type Preset struct {
	// Name is the name in URLs: `aside-square`.
	Name string
	// Width and Height are in pixels. A height of 0 keeps the proportions at a fixed width, a width of 0 at a fixed
	// height.
	Width, Height int
	// Quality is from 1 to 100.
	Quality int
}

const defaultQuality = 90

// Presets are the presets of CONST-30, by their names in the graph.
var Presets = map[string]Preset{
	"STRETCHED":            {"stretched", 1180, 0, defaultQuality},
	"STRETCHED_VIDEO":      {"stretched-video", 1200, 675, defaultQuality},
	"BREAK_OUT":            {"break-out", 980, 0, defaultQuality},
	"INLINE":               {"inline", 780, 0, defaultQuality},
	"ASIDE_SQUARE":         {"aside-square", 960, 960, defaultQuality},
	"ASIDE_VIDEO":          {"aside-video", 960, 540, defaultQuality},
	"BRAND":                {"brand", 0, 96, 100},
	"CLASSIFICATION":       {"classification", 480, 0, defaultQuality},
	"CLASSIFICATION_LARGE": {"classification-large", 1200, 0, defaultQuality},
	"CAPABILITY_LIST":      {"capability-list", 480, 0, defaultQuality},
	"CAPABILITY":           {"capability", 180, 180, defaultQuality},
	"GALLERY_THUMBNAIL":    {"gallery-thumbnail", 56, 56, defaultQuality},
	"GALLERY":              {"gallery", 480, 0, defaultQuality},
	"LIGHTBOX_THUMBNAIL":   {"lightbox-thumbnail", 80, 80, defaultQuality},
	"DOCUMENT_THUMBNAIL":   {"document-thumbnail", 128, 180, defaultQuality},
	"MARKETING_LOGO":       {"marketing-logo", 304, 52, defaultQuality},
	"STORY_CONTACT":        {"story-contact", 80, 80, defaultQuality},
	"VIDEO_THUMBNAIL":      {"video-thumbnail", 1180, 0, defaultQuality},
}

// densities are the pixel ratios of screens for which a preset has copies. The ratios below 1 are for small screens.
var densities = []float64{0.5, 0.75, 1, 1.5, 2}

// Sizes returns the available copies of a preset, smallest first.
func (p Preset) Sizes() []Size {
	sizes := make([]Size, 0, len(densities))
	for _, d := range densities {
		sizes = append(sizes, Size{int(math.Round(float64(p.Width) * d)), int(math.Round(float64(p.Height) * d))})
	}
	return sizes
}

// Size is a size in pixels; 0 is computed from the image's proportions.
type Size struct{ Width, Height int }

// Of returns the size of the copy of an image with a width and height; 0 stays if they are unknown.
func (s Size) Of(width, height int) Size {
	if width == 0 || height == 0 || s.Width != 0 && s.Height != 0 {
		return s
	}
	if s.Height == 0 {
		s.Height = int(math.Round(float64(s.Width) * float64(height) / float64(width)))
	} else {
		s.Width = int(math.Round(float64(s.Height) * float64(width) / float64(height)))
	}
	return s
}

// Within limits a size to the pixels of the original, because copies are never larger. An unknown width or height is no
// limit.
func (s Size) Within(width, height int) Size {
	if width > 0 && s.Width > width {
		s.Height = int(math.Round(float64(s.Height) * float64(width) / float64(s.Width)))
		s.Width = width
	}
	if height > 0 && s.Height > height {
		s.Width = int(math.Round(float64(s.Width) * float64(height) / float64(s.Height)))
		s.Height = height
	}
	return s
}

// Key is the number in a URL that distinguishes the sizes of a preset.
func (s Size) Key() string {
	if s.Width != 0 {
		return strconv.Itoa(s.Width)
	}
	return strconv.Itoa(s.Height)
}

// FindCopy returns the preset and size of a URL; ok is false for a size that is in no preset, so that callers cannot
// request arbitrary sizes.
func FindCopy(preset, size string) (Preset, Size, bool) {
	for _, p := range Presets {
		if p.Name != preset {
			continue
		}
		for _, s := range p.Sizes() {
			// The comparison is by text: another spelling of a number would be a second URL of the same copy.
			if s.Key() == size {
				return p, s, true
			}
		}
	}
	return Preset{}, Size{}, false
}

// URLs builds the URLs of images and files. The zero value returns all URLs unchanged.
type URLs struct {
	// Origin is the scheme and host of a CMS whose assets this server fetches and transforms.
	Origin string
	// Shown are the origins of other hosts whose pictures pages may show, in the syntax of a content security policy:
	// `https://*.example.com`. With an empty Origin, all are shown.
	Shown []string
	// SigningKey signs the URLs of protected files; Now is the clock.
	SigningKey signedtoken.Key
	Now        func() time.Time
}

// transformer is the service that creates the copies of an image.
type transformer int

const (
	untransformed transformer = iota
	ownServer
	hygraph
)

// raster are the media types that can be resized.
var raster = []string{"image/png", "image/jpeg", "image/webp", "image/gif", ""}

// transformer returns the service that creates the copies of an image, and the URL of the image.
func (a URLs) transformer(i *site.Image) (t transformer, u *url.URL) {
	u, err := url.Parse(i.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || !slices.Contains(raster, i.MimeType) {
		return untransformed, nil
	}
	if a.isOwnOrigin(u) {
		return ownServer, u
	}
	if h := u.Hostname(); h == "media.graphcms.com" || h == "graphassets.com" ||
		strings.HasSuffix(h, ".graphassets.com") {
		return hygraph, u
	}
	return untransformed, nil
}

func (a URLs) isOwnOrigin(u *url.URL) bool {
	return a.Origin != "" && u.Scheme+"://"+u.Host == a.Origin
}

// displayed are the media types that browsers show. The empty one is unknown.
var displayed = append([]string{"image/avif", "image/svg+xml", "image/apng", "image/bmp", "image/x-icon"}, raster...)

// Placeholder is the path of the picture in place of one that browsers do not show.
const Placeholder = "/images/placeholder/product.svg"

// Hidden returns why browsers do not show an image: its media type or its host; empty if they show it. Copies of
// Hygraph have a format that browsers show.
func (a URLs) Hidden(i *site.Image) string {
	u, err := url.Parse(i.URL)
	switch isAbsolute := err == nil && (u.Scheme == "http" || u.Scheme == "https"); {
	case a.Origin == "":
		return ""
	case !IsDisplayed(i.MimeType):
		return i.MimeType
	case isAbsolute && !a.isOwnOrigin(u) && !a.isShown(u):
		return u.Host
	}
	return ""
}

// TypeOf returns the media type of a picture by the end of its URL; empty for the formats of copies, and if the end
// tells nothing.
func TypeOf(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	return typesByExtension[strings.ToLower(path.Ext(u.Path))]
}

// typesByExtension are the media types of pictures of which no copies are made.
var typesByExtension = map[string]string{
	".avif": "image/avif", ".bmp": "image/bmp", ".svg": "image/svg+xml",
	".heic": "image/heic", ".heif": "image/heif", ".tif": "image/tiff", ".tiff": "image/tiff",
	".psd": "image/vnd.adobe.photoshop", ".eps": "application/postscript", ".pdf": "application/pdf",
}

// IsDisplayed tells whether browsers show pictures of a media type.
func IsDisplayed(mediaType string) bool { return slices.Contains(displayed, mediaType) }

func (a URLs) isShown(u *url.URL) bool {
	return slices.ContainsFunc(a.Shown, func(origin string) bool { return includes(origin, u) })
}

// includes tells whether an origin of a content security policy includes the host of a URL.
func includes(origin string, u *url.URL) bool {
	scheme, host, _ := strings.Cut(origin, "://")
	if scheme != u.Scheme && (scheme != "http" || u.Scheme != "https") {
		return false
	}
	if domain, isWildcard := strings.CutPrefix(host, "*"); isWildcard {
		return strings.HasSuffix(u.Host, domain)
	}
	return host == u.Host
}

// Original is the URL of an image or file as it was uploaded. Files of Origin are served through this server.
func (a URLs) Original(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || !a.isOwnOrigin(u) {
		return raw
	}
	return "/images/original/" + url.PathEscape(path.Base(u.Path))
}

// FilePurpose is the purpose of the signed tokens of protected files; their subject is the file's handle.
const FilePurpose = "file"

// TokenParameter is the URL parameter that contains a signed token.
const TokenParameter = "pass"

// tokenLifetime is the lifetime of the URL of a protected file.
const tokenLifetime = 6 * time.Hour

// Protected is the URL of a file with a signed token. Until the token expires, the URL alone gives access to the file.
func (a URLs) Protected(raw string) string {
	original := a.Original(raw)
	u, err := url.Parse(raw)
	if err != nil || !a.isOwnOrigin(u) {
		return original
	}
	signedToken := a.SigningKey.Sign(FilePurpose, path.Base(u.Path), a.Now().Add(tokenLifetime))
	return original + "?" + url.Values{TokenParameter: {signedToken}}.Encode()
}

// Download is the URL of a file or original image as its protection requires.
func (a URLs) Download(raw string, isProtected bool) string {
	if isProtected {
		return a.Protected(raw)
	}
	return a.Original(raw)
}

// IsUntransformable reports whether resized copies of an image are needed but cannot be made.
func (a URLs) IsUntransformable(i *site.Image) bool {
	return !a.Transformable(i) && !i.IsProtected && !strings.HasSuffix(i.MimeType, "svg+xml")
}

// Transformable reports whether copies of the image can be created. Protected images have none, because copies are
// public.
func (a URLs) Transformable(i *site.Image) bool {
	if i.IsProtected {
		return false
	}
	t, _ := a.transformer(i)
	return t != untransformed
}

// Source is the URL of an image in a preset's main size; its original if it cannot be transformed, a placeholder if
// browsers do not show it (MSG-28).
func (a URLs) Source(i *site.Image, p Preset, f Format) string {
	t, u := a.transformer(i)
	switch {
	case a.Hidden(i) != "":
		return Placeholder
	case i.IsProtected:
		return a.Protected(i.URL)
	case t == untransformed:
		return a.Original(i.URL)
	}
	return copyURL(t, u, p, Size{p.Width, p.Height}, f)
}

// Srcset is the value of the attribute `srcset`, with all copies that are not larger than the image itself; empty if it
// cannot be transformed.
func (a URLs) Srcset(i *site.Image, p Preset, f Format) string {
	return strings.Join(a.candidates(i, p, f), ", ")
}

// SrcsetPattern is Srcset in a short form (schema, Image.srcsetPattern). A page contains dozens of images, each in up
// to five sizes.
func (a URLs) SrcsetPattern(i *site.Image, p Preset, f Format) string {
	candidates := a.candidates(i, p, f)
	if pattern, ok := patternOf(candidates); ok {
		return pattern
	}
	return strings.Join(candidates, ", ")
}

// patternOf merges texts into one that contains the differing parts in braces; ok is false if the texts differ in more
// than numbers.
func patternOf(texts []string) (pattern string, ok bool) {
	if len(texts) < 2 || strings.ContainsAny(texts[0], "{}") {
		return "", false
	}
	between, numbers := splitDigits(texts[0])
	parts := make([][]string, len(texts))
	parts[0] = numbers
	for i, text := range texts[1:] {
		var others []string
		if others, parts[i+1] = splitDigits(text); !slices.Equal(others, between) {
			return "", false
		}
	}
	var b strings.Builder
	last := ""
	for i, text := range between {
		b.WriteString(text)
		if i == len(between)-1 {
			break
		}
		different := make([]string, len(texts))
		for j := range texts {
			different[j] = parts[j][i]
		}
		group := strings.Join(different, ",")
		switch {
		case len(slices.Compact(different)) == 1:
			b.WriteString(parts[0][i])
		case group == last:
			b.WriteString("{}")
		default:
			b.WriteString("{" + group + "}")
			last = group
		}
	}
	return b.String(), true
}

// splitDigits returns the numbers in a text and the texts before, between and after them.
func splitDigits(text string) (between, numbers []string) {
	isDigit := func(r rune) bool { return '0' <= r && r <= '9' }
	for {
		start := strings.IndexFunc(text, isDigit)
		if start < 0 {
			return append(between, text), numbers
		}
		rest := strings.TrimLeftFunc(text[start:], isDigit)
		between, numbers = append(between, text[:start]), append(numbers, text[start:len(text)-len(rest)])
		text = rest
	}
}

func (a URLs) candidates(i *site.Image, p Preset, f Format) []string {
	t, u := a.transformer(i)
	if i.IsProtected || t == untransformed || a.Hidden(i) != "" {
		return nil
	}
	var candidates []string
	for _, s := range p.Sizes() {
		full := s.Of(i.Width, i.Height)
		if len(candidates) > 0 && (i.Width > 0 && full.Width > i.Width || i.Height > 0 && full.Height > i.Height) {
			break
		}
		if full.Width > 0 {
			candidates = append(candidates, copyURL(t, u, p, s, f)+" "+strconv.Itoa(full.Width)+"w")
		}
	}
	return candidates
}

// copyURL returns the URL of a copy that a transformer creates from the image at u.
func copyURL(t transformer, u *url.URL, p Preset, s Size, f Format) string {
	if t == hygraph {
		return hygraphCopy(*u, s, p.Quality, f)
	}
	return "/images/" + p.Name + "/" + s.Key() + "/" + url.PathEscape(path.Base(u.Path)) + "." + string(f)
}

// hygraphCopy inserts transformations before the last segment of an asset's URL, in the syntax of Hygraph's asset
// pipeline.
func hygraphCopy(u url.URL, s Size, quality int, f Format) string {
	resize := "fit:max"
	if s.Width != 0 && s.Height != 0 {
		resize = "fit:crop"
	}
	if s.Height != 0 {
		resize += ",height:" + strconv.Itoa(s.Height)
	}
	if s.Width != 0 {
		resize += ",width:" + strconv.Itoa(s.Width)
	}
	dir, handle := path.Split(u.Path)
	u.Path = fmt.Sprintf("%sresize=%s/quality=value:%d/output=format:%s/%s", dir, resize, quality, f, handle)
	u.RawPath = ""
	return u.String()
}
