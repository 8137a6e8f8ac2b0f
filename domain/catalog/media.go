package catalog

import (
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"

	"strand/domain/media"
	"strand/domain/optional"
	"strand/domain/site"
)

// Paths of the placeholders for missing images.
const (
	PlaceholderImage = "/images/placeholder/product.svg"
	PlaceholderVideo = "/images/placeholder/video.svg"
)

// CleanURL returns the URL of an image, video or file. It is empty for an empty text, for the text "null", and for
// anything but an http(s) URL without userinfo and control characters.
func CleanURL(raw string) string {
	raw = strings.TrimSpace(raw)
	if raw == "" || IsNull(raw) || strings.ContainsFunc(raw, unicode.IsControl) {
		return ""
	}
	u, err := url.Parse(site.EscapeURL(raw))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return ""
	}
	return u.String()
}

// NewImage returns an image that has only a URL, whose end may tell its format; nil without one.
func NewImage(raw, alternativeText string) *site.Image {
	url := CleanURL(raw)
	if url == "" {
		return nil
	}
	return &site.Image{URL: url, MimeType: media.TypeOf(url), AlternativeText: alternativeText}
}

// Placeholder returns the placeholder of a missing image. It has no alternative text, because it shows nothing.
func Placeholder(url string) *site.Image {
	return &site.Image{URL: url, MimeType: "image/svg+xml"}
}

// ImageRecord is a product's image as read from the PIM.
type ImageRecord struct {
	Name, URL string
	Default   bool
}

// imageExtensions are the extensions of names that are file names.
var imageExtensions = []string{
	".avif", ".bmp", ".eps", ".gif", ".heic", ".jpeg", ".jpg", ".pdf", ".png", ".psd", ".svg", ".tif", ".tiff", ".webp",
}

// alternativeText is the name of the image, else the product's. A file name describes nothing, with its extension or as
// the end of the URL without it.
func (r ImageRecord) alternativeText(product string) string {
	name := optional.OrEmpty(Text(r.Name))
	file := ""
	if u, err := url.Parse(r.URL); err == nil {
		file = path.Base(u.Path)
	}
	if name == "" || slices.Contains(imageExtensions, strings.ToLower(path.Ext(name))) ||
		strings.EqualFold(name, strings.TrimSuffix(file, path.Ext(file))) {
		return product
	}
	return name
}

// Images returns the images of a product, the default one first, or a placeholder if there are none (CAT-9). An image
// without a name has that of the product as its alternative text.
func Images(records []ImageRecord, name string) []*site.Image {
	var images []*site.Image
	first := 0
	for _, r := range records {
		image := NewImage(r.URL, r.alternativeText(name))
		if image == nil {
			continue
		}
		if r.Default && first == 0 {
			images = append([]*site.Image{image}, images...)
			first = 1
			continue
		}
		images = append(images, image)
	}
	if len(images) == 0 {
		images = append(images, Placeholder(PlaceholderImage))
	}
	return images
}

// Video is a video with its thumbnail.
type Video struct {
	URL       string
	Thumbnail *site.Image
}

// NewVideo returns a video; nil without a URL. A missing thumbnail, or one with the text "null", is replaced with the
// default one (CAT-10).
func NewVideo(url, thumbnail string) *Video {
	url = CleanURL(url)
	if url == "" {
		return nil
	}
	v := &Video{URL: url, Thumbnail: NewImage(thumbnail, "")}
	if v.Thumbnail == nil {
		v.Thumbnail = Placeholder(PlaceholderVideo)
	}
	return v
}

// Highlight is a highlighted feature of a product.
type Highlight struct {
	Name                              string
	ShortDescription, LongDescription *string
	Image                             *site.Image
	Video                             *Video
}

// IsShown reports whether the highlight has a name, and an image or video (CAT-11).
func (h *Highlight) IsShown() bool { return h.Name != "" && (h.Image != nil || h.Video != nil) }

// Document is a file to download.
type Document struct {
	Name string
	// Language is the language of the content in lower case: `en`; nil if unknown.
	Language  *string
	Type      *string
	URL       string
	FileName  string
	Extension string
	// Size is in bytes; nil if unknown.
	Size      *float64
	Thumbnail *site.Image
	// ForeignLanguage is the language of the name and the type, if it is another one than that of the page; nil for a
	// document of the PIM.
	ForeignLanguage *string
}

// DocumentRecord is a document as read from the PIM.
type DocumentRecord struct {
	Name, Language, Type, URL, FileName, Extension, ThumbnailURL string
	SizeBytes                                                    float64
}

// NewDocument returns a document; nil without a URL. A size of zero or less is unknown.
func NewDocument(r DocumentRecord) *Document {
	d := &Document{
		Language:  Text(strings.ToLower(r.Language)),
		Type:      Text(r.Type),
		URL:       CleanURL(r.URL),
		FileName:  optional.OrEmpty(Text(r.FileName)),
		Thumbnail: NewImage(r.ThumbnailURL, ""),
	}
	if d.URL == "" {
		return nil
	}
	if r.SizeBytes > 0 {
		d.Size = &r.SizeBytes
	}
	if d.Name = optional.OrEmpty(Text(r.Name)); d.Name == "" {
		d.Name = d.FileName
	}
	d.Extension = strings.ToUpper(optional.OrEmpty(Text(r.Extension)))
	if i := strings.LastIndexByte(d.FileName, '.'); d.Extension == "" && i >= 0 {
		d.Extension = strings.ToUpper(d.FileName[i+1:])
	}
	return d
}
