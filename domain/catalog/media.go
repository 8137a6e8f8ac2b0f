package catalog

import (
	"net/url"
	"strings"

	"strand/domain/optional"
	"strand/domain/site"
)

// Pictures that stand in for missing ones; the server has them at these addresses.
const (
	PlaceholderImage = "/images/placeholder/product.svg"
	PlaceholderVideo = "/images/placeholder/video.svg"
)

// Address is the address of a picture, film or file; empty for none, for the text null, and for one that no browser
// should follow from a page.
func Address(raw string) string {
	raw = strings.TrimSpace(raw)
	if raw == "" || IsNull(raw) {
		return ""
	}
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return ""
	}
	return u.String()
}

// Picture is a picture known by its address alone; nil for none.
func Picture(raw, alternativeText string) *site.Image {
	address := Address(raw)
	if address == "" {
		return nil
	}
	return &site.Image{URL: address, AlternativeText: alternativeText}
}

// Placeholder is a picture that stands in for a missing one. It says nothing that the name beside it doesn't.
func Placeholder(address string) *site.Image {
	return &site.Image{URL: address, MimeType: "image/svg+xml"}
}

// ImageRecord is a product's picture as the PIM has it.
type ImageRecord struct {
	URL     string
	Default bool
}

// Images are the pictures of a product, the default one first, or a placeholder if there is none (CAT-9). The name of
// the product is their alternative text.
func Images(records []ImageRecord, name string) []*site.Image {
	var images []*site.Image
	first := 0
	for _, r := range records {
		image := Picture(r.URL, name)
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

// Video is a film with the picture that stands for it.
type Video struct {
	URL       string
	Thumbnail *site.Image
}

// Film is a film; nil without an address. A missing thumbnail, or one with the text null, is replaced by the default
// one (CAT-10).
func Film(address, thumbnail string) *Video {
	address = Address(address)
	if address == "" {
		return nil
	}
	v := &Video{URL: address, Thumbnail: Picture(thumbnail, "")}
	if v.Thumbnail == nil {
		v.Thumbnail = Placeholder(PlaceholderVideo)
	}
	return v
}

// Highlight is what a product is proud of.
type Highlight struct {
	Name                              string
	ShortDescription, LongDescription *string
	Image                             *site.Image
	Video                             *Video
}

// IsShown reports whether a highlight has a name, and an image or video (CAT-11).
func (h *Highlight) IsShown() bool { return h.Name != "" && (h.Image != nil || h.Video != nil) }

// Document is a file to download.
type Document struct {
	Name string
	// Language is that of the content, in lower case: `en`; nil where it is not said.
	Language  *string
	Type      *string
	URL       string
	FileName  string
	Extension string
	// Size is bytes; nil where it is not known.
	Size      *float64
	Thumbnail *site.Image
}

// DocumentRecord is a document as the PIM has it.
type DocumentRecord struct {
	Name, Language, Type, URL, FileName, Extension, ThumbnailURL string
	SizeBytes                                                    float64
}

// NewDocument is a document; nil without an address. A size that is none is not told.
func NewDocument(r DocumentRecord) *Document {
	d := &Document{Language: Text(strings.ToLower(r.Language)), Type: Text(r.Type), URL: Address(r.URL), FileName: optional.OrEmpty(Text(r.FileName)),
		Thumbnail: Picture(r.ThumbnailURL, "")}
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
