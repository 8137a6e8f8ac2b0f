package editorial

import (
	"path"
	"strings"

	"strand/domain/form"
	"strand/domain/investor"
	"strand/domain/listing"
	"strand/domain/site"
)

// Module is a part of a page: one of the types below.
type Module interface{ IsPageModule() }

// RichText is HTML as the CMS has it, with links such as `page:…` that are resolved in a view. It is not safe yet.
type RichText struct {
	Source string
	View   *site.View
}

// File is a file to download.
type File struct {
	URL      string
	FileName string
	MimeType *string
	// Size is bytes; nil where it is not known.
	Size *float64
	// Locale is the language of the content; nil for none.
	Locale *string
	Slug   *string
	// IsProtected says that it is handed out to those alone who may see the page that it stands on.
	IsProtected bool
}

// Extension is that of the file's name, upper case (spec §3, File).
func (f *File) Extension() string {
	return strings.ToUpper(strings.TrimPrefix(path.Ext(f.FileName), "."))
}

type HeroModule struct {
	ID       string
	Layout   string
	Overline *string
	Title    *string
	Lead     *string
	Image    *site.Image
	Links    []*site.Link
}

type RichTextModule struct {
	ID          string
	AnchorTitle *string
	Content     RichText
}

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

type ImageModule struct {
	ID      string
	Image   *site.Image
	Caption *string
	Width   string
}

type GalleryModule struct {
	ID          string
	AnchorTitle *string
	Title       *string
	Items       []GalleryItem
}

type GalleryItem struct {
	Image   *site.Image
	Caption *string
}

type VideoModule struct {
	ID          string
	AnchorTitle *string
	Title       *string
	Caption     *string
	File        *File
	VideoURL    *string
	Thumbnail   *site.Image
	Transcript  *RichText
	// Duration is seconds; nil where it is not known.
	Duration *int
}

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

type Teaser struct {
	Overline *string
	Title    string
	Text     *string
	Image    *site.Image
	Link     *site.Link
}

type KeyFiguresModule struct {
	ID          string
	AnchorTitle *string
	Title       *string
	Items       []KeyFigure
}

type KeyFigure struct {
	Value string
	Unit  *string
	Label string
}

type StepsModule struct {
	ID          string
	AnchorTitle *string
	Title       *string
	Items       []Step
}

type Step struct {
	Mark  *string
	Title string
	Text  *string
}

type AccordionModule struct {
	ID          string
	AnchorTitle *string
	Title       *string
	Items       []AccordionItem
}

type AccordionItem struct {
	ID      string
	Title   string
	Content RichText
}

type TableModule struct {
	ID          string
	AnchorTitle *string
	Title       *string
	Columns     []TableColumn
	Rows        [][]string
	Note        *string
}

type TableColumn struct {
	Title   string
	Unit    *string
	Numeric bool
}

type DownloadsModule struct {
	ID          string
	AnchorTitle *string
	Title       *string
	Items       []Download
}

type Download struct {
	Title     string
	File      *File
	Thumbnail *site.Image
}

type QuoteModule struct {
	ID     string
	Quote  string
	Author string
	Role   *string
	Image  *site.Image
}

type BrandsModule struct {
	ID          string
	AnchorTitle *string
	Title       *string
	Items       []BrandTeaser
}

type BrandTeaser struct {
	Brand *site.Brand
	Text  *string
	Link  *site.Link
}

type CallToActionModule struct {
	ID              string
	Title           *string
	Text            *string
	BackgroundColor string
	Links           []*site.Link
}

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

// StoriesModule lists the newest stories, of a category or topic where one is named.
type StoriesModule struct {
	ID                 string
	AnchorTitle, Title *string
	// Category and Topic are slugs; empty for all.
	Category, Topic string
	Limit           int
	View            *site.View
}

// Selection are the stories that the module lists.
func (m *StoriesModule) Selection() StorySelection {
	return StorySelection{Topics: listing.Choices([]string{m.Topic}), Categories: listing.Choices([]string{m.Category})}
}

// MediaReleasesModule lists the newest media releases.
type MediaReleasesModule struct {
	ID                 string
	AnchorTitle, Title *string
	Limit              int
	View               *site.View
}

// EventsModule lists where to meet the group.
type EventsModule struct {
	ID                 string
	AnchorTitle, Title *string
	View               *site.View
}

// FormModule is a form to be filled in.
type FormModule struct {
	ID                       string
	AnchorTitle, Title, Text *string
	Kind                     form.Kind
	// Document is what a whitepaper's form hands out; nil for other forms.
	Document *FormDocument
	View     *site.View
}

// Site is the technical name of the site that the form stands on.
func (m *FormModule) Site() string { return m.View.Site.TechnicalName }

// FormDocument is a document that is handed out for a form.
type FormDocument struct {
	// About is the page that it stands on.
	About string
	File  File
	Cover *site.Image
}

// FileName is the document's name.
func (d *FormDocument) FileName() string { return d.File.FileName }

// Extension is upper case: `PDF`.
func (d *FormDocument) Extension() string { return d.File.Extension() }

// Size is bytes; nil where it is not known.
func (d *FormDocument) Size() *float64 { return d.File.Size }

// InvestorTableModule shows figures for investors.
type InvestorTableModule struct {
	ID                       string
	AnchorTitle, Title, Text *string
	Kind                     investor.Kind
	View                     *site.View
}

// FinancialCalendarModule shows the dates of the group's reporting.
type FinancialCalendarModule struct {
	ID                 string
	AnchorTitle, Title *string
	View               *site.View
}

// LocationsModule is where a page lists all locations: the address filters them.
type LocationsModule struct {
	ID                 string
	AnchorTitle, Title *string
}

func (*HeroModule) IsPageModule()              {}
func (*RichTextModule) IsPageModule()          {}
func (*MediaTextModule) IsPageModule()         {}
func (*ImageModule) IsPageModule()             {}
func (*GalleryModule) IsPageModule()           {}
func (*VideoModule) IsPageModule()             {}
func (*TeaserGridModule) IsPageModule()        {}
func (*KeyFiguresModule) IsPageModule()        {}
func (*StepsModule) IsPageModule()             {}
func (*AccordionModule) IsPageModule()         {}
func (*TableModule) IsPageModule()             {}
func (*DownloadsModule) IsPageModule()         {}
func (*QuoteModule) IsPageModule()             {}
func (*BrandsModule) IsPageModule()            {}
func (*CallToActionModule) IsPageModule()      {}
func (*ContactModule) IsPageModule()           {}
func (*StoriesModule) IsPageModule()           {}
func (*MediaReleasesModule) IsPageModule()     {}
func (*EventsModule) IsPageModule()            {}
func (*FormModule) IsPageModule()              {}
func (*InvestorTableModule) IsPageModule()     {}
func (*FinancialCalendarModule) IsPageModule() {}
func (*LocationsModule) IsPageModule()         {}
