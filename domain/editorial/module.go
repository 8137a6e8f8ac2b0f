package editorial

import (
	"path"
	"reflect"
	"slices"
	"strings"

	"strand/domain/site"
)

// Module is a part of a page: one of the types below.
type Module interface {
	// appendText appends the text by which the search finds the module. It leaves out anchor titles, alternative texts
	// of images and button labels.
	appendText(l *textLines)
}

// Identify returns the type of a module in the CMS, such as `HeroModule`, and its id.
func Identify(m Module) (typeName, id string) {
	v := reflect.Indirect(reflect.ValueOf(m))
	if v.Kind() != reflect.Struct {
		return "", ""
	}
	if field := v.FieldByName("ID"); field.Kind() == reflect.String {
		id = field.String()
	}
	return v.Type().Name(), id
}

// referring is implemented by modules with links, images, files or rich texts.
type referring interface {
	// references visits them. Content that a module lists from elsewhere, such as stories, is not visited.
	references(v referenceVisitor)
}

// linking is implemented by modules with links.
type linking interface {
	// withLinks returns a copy of the module with only the links that keep accepts.
	withLinks(keep func(*site.Link) bool) Module
}

// RichText is the HTML of the CMS. It is not sanitized, and links such as `page:…` are resolved in a site context
// later.
type RichText struct {
	Source      string
	SiteContext *site.Context
}

// File is a file to download.
type File struct {
	URL      string
	FileName string
	MimeType *string
	// Size is in bytes; nil if unknown.
	Size *float64
	// Locale is the language of the content; nil for none.
	Locale *string
	Slug   *string
	// IsProtected is true if the file may be delivered only to users who may read its page.
	IsProtected bool
}

// Extension is the extension of the file name in upper case.
func (f *File) Extension() string {
	return strings.ToUpper(strings.TrimPrefix(path.Ext(f.FileName), "."))
}

// HeroModule is the first module of a page: its title with a lead, an image and links.
type HeroModule struct {
	ID       string
	Layout   string
	Overline *string
	Title    *string
	Lead     *string
	Image    *site.Image
	Links    []*site.Link
}

func (m *HeroModule) appendText(l *textLines) {
	l.optional(m.Overline, m.Title, m.Lead)
}

func (m *HeroModule) references(v referenceVisitor) {
	v.record = m.ID
	v.links(m.Links)
	v.image("image", m.Image)
}

func (m *HeroModule) withLinks(keep func(*site.Link) bool) Module {
	c := *m
	c.Links = keepLinks(m.Links, keep)
	return &c
}

// RichTextModule is a text with a title.
type RichTextModule struct {
	ID          string
	AnchorTitle *string
	Content     RichText
}

func (m *RichTextModule) appendText(l *textLines) {
	l.add(blocks(m.Content.Source)...)
}

func (m *RichTextModule) references(v referenceVisitor) {
	v.record = m.ID
	v.text("content", &m.Content)
}

// MediaTextModule is a text beside an image.
type MediaTextModule struct {
	ID            string
	AnchorTitle   *string
	Overline      *string
	Title         *string
	Content       RichText
	Image         *site.Image
	MediaPosition string
	Links         []*site.Link
}

func (m *MediaTextModule) appendText(l *textLines) {
	l.optional(m.Overline, m.Title)
	l.add(blocks(m.Content.Source)...)
}

func (m *MediaTextModule) references(v referenceVisitor) {
	v.record = m.ID
	v.text("content", &m.Content)
	v.links(m.Links)
	v.image("image", m.Image)
}

func (m *MediaTextModule) withLinks(keep func(*site.Link) bool) Module {
	c := *m
	c.Links = keepLinks(m.Links, keep)
	return &c
}

// ImageModule is an image with its caption.
type ImageModule struct {
	ID      string
	Image   *site.Image
	Caption *string
	Width   string
}

func (m *ImageModule) appendText(l *textLines) {
	l.optional(m.Caption)
}

func (m *ImageModule) references(v referenceVisitor) {
	v.record = m.ID
	v.image("image", m.Image)
}

// GalleryModule is a set of images that open in a larger view.
type GalleryModule struct {
	ID          string
	AnchorTitle *string
	Title       *string
	Items       []GalleryItem
}

func (m *GalleryModule) appendText(l *textLines) {
	l.optional(m.Title)
	for _, item := range m.Items {
		l.optional(item.Caption)
	}
}

func (m *GalleryModule) references(v referenceVisitor) {
	v.record = m.ID
	for _, item := range m.Items {
		v.item(item.Index, nil, item.Image)
	}
}

// GalleryItem is an image of a gallery with its caption.
type GalleryItem struct {
	// Index is the position in the list of the module, omitted items included.
	Index   int
	Image   *site.Image
	Caption *string
}

// VideoModule is a video with its preview image.
type VideoModule struct {
	ID          string
	AnchorTitle *string
	Title       *string
	Caption     *string
	File        *File
	VideoURL    *string
	Thumbnail   *site.Image
	Transcript  *RichText
	// Duration is in seconds; nil if unknown.
	Duration *int
}

func (m *VideoModule) appendText(l *textLines) {
	l.optional(m.Title, m.Caption)
	if m.Transcript != nil {
		l.add(blocks(m.Transcript.Source)...)
	}
}

func (m *VideoModule) references(v referenceVisitor) {
	v.record = m.ID
	v.text("transcript", m.Transcript)
	if m.File != nil {
		v.visit(Reference{Record: v.record, name: "video", File: m.File})
	}
}

// TeaserGridModule is a grid of teasers.
type TeaserGridModule struct {
	ID          string
	AnchorTitle *string
	Title       *string
	Lead        *string
	Style       string
	ColumnCount int
	Items       []Teaser
	Link        *site.Link
}

func (m *TeaserGridModule) appendText(l *textLines) {
	l.optional(m.Title, m.Lead)
	for _, item := range m.Items {
		l.add(item.Title)
		l.optional(item.Text)
	}
}

func (m *TeaserGridModule) references(v referenceVisitor) {
	v.record = m.ID
	v.link(m.Link)
	for i, teaser := range m.Items {
		v.item(i, teaser.Link, teaser.Image)
	}
}

func (m *TeaserGridModule) withLinks(keep func(*site.Link) bool) Module {
	c := *m
	c.Link, c.Items = keepLink(m.Link, keep), slices.Clone(m.Items)
	for n := range c.Items {
		c.Items[n].Link = keepLink(c.Items[n].Link, keep)
	}
	return &c
}

// Teaser leads to another page, with a text and an image.
type Teaser struct {
	Overline *string
	Title    string
	Text     *string
	Image    *site.Image
	Link     *site.Link
}

// KeyFiguresModule is a row of figures.
type KeyFiguresModule struct {
	ID          string
	AnchorTitle *string
	Title       *string
	Items       []KeyFigure
}

func (m *KeyFiguresModule) appendText(l *textLines) {
	l.optional(m.Title)
	for _, item := range m.Items {
		l.add(item.Label)
	}
}

// KeyFigure is a figure with its unit and label.
type KeyFigure struct {
	Value string
	Unit  *string
	Label string
}

// StepsModule is a sequence of steps.
type StepsModule struct {
	ID          string
	AnchorTitle *string
	Title       *string
	Items       []Step
}

func (m *StepsModule) appendText(l *textLines) {
	l.optional(m.Title)
	for _, item := range m.Items {
		l.add(item.Title)
		l.optional(item.Text)
	}
}

// Step is a step of a sequence.
type Step struct {
	Mark  *string
	Title string
	Text  *string
}

// AccordionModule is a list of texts that open one by one.
type AccordionModule struct {
	ID          string
	AnchorTitle *string
	Title       *string
	Items       []AccordionItem
}

func (m *AccordionModule) appendText(l *textLines) {
	l.optional(m.Title)
	for _, item := range m.Items {
		l.add(item.Title)
		l.add(blocks(item.Content.Source)...)
	}
}

func (m *AccordionModule) references(v referenceVisitor) {
	v.record = m.ID
	for i := range m.Items {
		v.visit(Reference{Record: v.record, list: "items", index: i, name: "content", Text: &m.Items[i].Content})
	}
}

// AccordionItem is a text of an accordion with its title.
type AccordionItem struct {
	ID      string
	Title   string
	Content RichText
}

// TableModule is a table.
type TableModule struct {
	ID          string
	AnchorTitle *string
	Title       *string
	Columns     []TableColumn
	Rows        [][]string
	Note        *string
}

func (m *TableModule) appendText(l *textLines) {
	l.optional(m.Title, m.Note)
	for _, row := range m.Rows {
		l.add(strings.Join(row, " "))
	}
}

// TableColumn is a column of a table. The figures of a numeric column are aligned.
type TableColumn struct {
	Title   string
	Unit    *string
	Numeric bool
}

// DownloadsModule is a list of files.
type DownloadsModule struct {
	ID          string
	AnchorTitle *string
	Title       *string
	Items       []Download
}

func (m *DownloadsModule) appendText(l *textLines) {
	l.optional(m.Title)
	for _, item := range m.Items {
		l.add(item.Title)
	}
}

func (m *DownloadsModule) references(v referenceVisitor) {
	v.record = m.ID
	for _, item := range m.Items {
		v.visit(Reference{Record: v.record, list: "items", index: item.Index, name: "file", File: item.File})
	}
}

// Download is a file of the list with its preview image.
type Download struct {
	// Index is the position in the list of the module, omitted items included.
	Index     int
	Title     string
	File      *File
	Thumbnail *site.Image
}

// QuoteModule is a quotation with its author.
type QuoteModule struct {
	ID     string
	Quote  string
	Author string
	Role   *string
	Image  *site.Image
}

func (m *QuoteModule) appendText(l *textLines) {
	l.add(m.Quote, m.Author)
}

func (m *QuoteModule) references(v referenceVisitor) {
	v.record = m.ID
	v.image("image", m.Image)
}

// BrandsModule is a list of brands.
type BrandsModule struct {
	ID          string
	AnchorTitle *string
	Title       *string
	Items       []BrandTeaser
}

func (m *BrandsModule) appendText(l *textLines) {
	l.optional(m.Title)
	for _, item := range m.Items {
		if item.Brand != nil {
			l.add(item.Brand.Name)
		}
		l.optional(item.Text)
	}
}

func (m *BrandsModule) references(v referenceVisitor) {
	v.record = m.ID
	for _, item := range m.Items {
		v.item(item.Index, item.Link, nil)
	}
}

func (m *BrandsModule) withLinks(keep func(*site.Link) bool) Module {
	c := *m
	c.Items = slices.Clone(m.Items)
	for n := range c.Items {
		c.Items[n].Link = keepLink(c.Items[n].Link, keep)
	}
	return &c
}

// BrandTeaser is a brand with its text and link.
type BrandTeaser struct {
	// Index is the position in the list of the module, omitted items included.
	Index int
	Brand *site.Brand
	Text  *string
	Link  *site.Link
}

// CallToActionModule is a text with links.
type CallToActionModule struct {
	ID              string
	Title           *string
	Text            *string
	BackgroundColor string
	Links           []*site.Link
}

func (m *CallToActionModule) appendText(l *textLines) {
	l.optional(m.Title, m.Text)
}

func (m *CallToActionModule) references(v referenceVisitor) {
	v.record = m.ID
	v.links(m.Links)
}

func (m *CallToActionModule) withLinks(keep func(*site.Link) bool) Module {
	c := *m
	c.Links = keepLinks(m.Links, keep)
	return &c
}

// ContactModule is a contact person or office.
type ContactModule struct {
	ID          string
	AnchorTitle *string
	Title       *string
	Text        *string
	Name        *string
	Role        *string
	Phone       *string
	Email       *string
	Image       *site.Image
	Link        *site.Link
}

func (m *ContactModule) appendText(l *textLines) {
	l.optional(m.Title, m.Text, m.Name, m.Role)
}

func (m *ContactModule) references(v referenceVisitor) {
	v.record = m.ID
	v.link(m.Link)
	v.image("image", m.Image)
}

func (m *ContactModule) withLinks(keep func(*site.Link) bool) Module {
	c := *m
	c.Link = keepLink(m.Link, keep)
	return &c
}
