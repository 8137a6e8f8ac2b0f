package feeds

import (
	"context"
	"encoding/xml"
	"fmt"
	"html"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/feeds"

	"strand/domain/editorial"
	"strand/domain/site"
	"strand/edge/encoding"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/apperr"
	"strand/internal/cache"
)

// feedLength is the number of entries in a feed.
const feedLength = 50

// feedDocument is a feed with what the library has no fields for.
type feedDocument struct {
	*feeds.Feed
	// self is the URL of the document, language a BCP 47 tag.
	self, language string
}

// feedFormat is a media type and the function that returns the document as an object for the XML encoder.
type feedFormat struct {
	mediaType string
	encode    func(feedDocument) any
}

const atomType, rssType = "application/atom+xml", "application/rss+xml"

// feedFormats are the formats by the last segment of a feed's URL.
var feedFormats = map[string]feedFormat{
	editorial.FeedName: {atomType, atomOf},
	"rss.xml":          {rssType, rssOf},
}

// atomFeed adds the URL of the document and the language.
type atomFeed struct {
	*feeds.AtomFeed
	Language string `xml:"xml:lang,attr"`
	// Links replaces the only link of the library.
	Links []feeds.AtomLink
}

func atomOf(f feedDocument) any {
	a := (&feeds.Atom{Feed: f.Feed}).AtomFeed()
	for i, item := range f.Items {
		a.Entries[i].Published = item.Created.Format(time.RFC3339)
	}
	a.Link = nil
	return atomFeed{a, f.language, []feeds.AtomLink{
		{Href: f.Link.Href, Rel: "alternate", Type: "text/html"}, {Href: f.self, Rel: "self", Type: atomType},
	}}
}

// rssFeed is an RSS document. Its elements of other namespaces are recommended for feed readers.
type rssFeed struct {
	XMLName xml.Name `xml:"rss"`
	Version string   `xml:"version,attr"`
	Atom    string   `xml:"xmlns:atom,attr"`
	DC      string   `xml:"xmlns:dc,attr"`
	Channel rssChannel
}

type rssChannel struct {
	*feeds.RssFeed
	Self  rssSelf   `xml:"atom:link"`
	Items []rssItem `xml:"item"`
}

type rssSelf struct {
	Href string `xml:"href,attr"`
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr"`
}

type rssItem struct {
	*feeds.RssItem
	// Creator is the author's name: the element `author` of RSS must be an e-mail address.
	Creator string `xml:"dc:creator,omitempty"`
}

func rssOf(f feedDocument) any {
	channel := (&feeds.Rss{Feed: f.Feed}).RssFeed()
	channel.ManagingEditor, channel.Language = "", f.language
	channel.Description = f.Title // it is required
	items := make([]rssItem, len(channel.Items))
	for i, item := range channel.Items {
		items[i] = rssItem{item, item.Author}
		item.Author = ""
	}
	return rssFeed{
		Version: "2.0",
		Atom:    "http://www.w3.org/2005/Atom",
		DC:      "http://purl.org/dc/elements/1.1/",
		Channel: rssChannel{channel, rssSelf{f.self, "self", rssType}, items},
	}
}

// IsFeed reports whether a path may be that of a feed: its last segment names a format, and its area has feeds.
func IsFeed(path string) bool {
	segments := strings.Split(path, "/")
	n := len(segments)
	if n < 2 {
		return false
	}
	_, ok := feedFormats[segments[n-1]]
	above := "/" + segments[n-2]
	return ok && (above == editorial.StoriesPath || above == editorial.MediaReleasesPath)
}

// feedHandler serves the newest stories or media releases of a site in a locale, as Atom or RSS.
type feedHandler struct {
	visitor.Sites
	editorial EditorialReader
	visitors  visitor.Reader
}

// New returns the handler of feeds.
func New(all visitor.Sites, editorial EditorialReader, v visitor.Reader) http.Handler {
	return feedHandler{all, editorial, v}
}

func (f feedHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	req := f.visitors.Request(r)
	ctx, reads := cache.WithReads(r.Context())
	dir, err := f.Directory(ctx)
	if err != nil {
		respond.Error(w, r, err)
		return
	}
	siteURL, err := dir.Parse(req.Scheme + "://" + req.Host + r.URL.Path)
	if err != nil || len(siteURL.Segments) != 2 {
		respond.Error(w, r, apperr.New(apperr.NotFound, "Page not found: %s", r.URL.Path))
		return
	}
	locale := dir.LocaleOf(siteURL, site.Preferences{AcceptLanguage: req.AcceptLanguage})
	siteCtx, err := f.SiteContext(ctx, dir, siteURL.Site, locale, siteURL.Scheme, siteURL.Host)
	if err != nil {
		respond.Error(w, r, err)
		return
	}
	entries, err := f.items(ctx, siteCtx, siteURL.Segments[0])
	if err != nil {
		respond.Error(w, r, err)
		return
	}
	overview := siteURL
	overview.Segments = overview.Segments[:1]
	title := siteURL.Site.Name
	if tree, err := siteCtx.Tree(siteCtx.Site); err == nil {
		if item := tree.Find(overview); item != nil {
			title = item.Title + " – " + title
		}
	}
	feed := &feeds.Feed{
		Title:  locale.Spell(title),
		Link:   &feeds.Link{Href: siteCtx.AbsoluteURLOn(siteCtx.Site, siteURL.Segments[0])},
		Author: &feeds.Author{Name: siteURL.Site.Name},
		Items:  entries,
	}
	// Atom requires the time of the last change, also for a feed without entries.
	feed.Updated = time.Unix(0, 0).UTC()
	for _, entry := range entries {
		entry.Title, entry.Description = locale.Spell(entry.Title), locale.Spell(entry.Description)
		if entry.Updated.After(feed.Updated) {
			feed.Updated = entry.Updated
		}
	}
	format := feedFormats[siteURL.Segments[1]]
	text, err := xml.MarshalIndent(format.encode(feedDocument{
		Feed:     feed,
		self:     siteCtx.AbsoluteURLOn(siteCtx.Site, strings.Join(siteURL.Segments, "/")),
		language: siteCtx.Locale.LanguageTag(),
	}), "", "  ")
	if err != nil {
		respond.Error(w, r, fmt.Errorf("write the feed: %w", err))
		return
	}
	w.Header().Set("Content-Type", format.mediaType+"; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age="+respond.PublicFor(10*time.Minute, reads.NextChange()))
	if !dir.HasLocale(siteURL) {
		w.Header().Add("Vary", "Accept-Language")
	}
	encoding.NewBody(append([]byte(xml.Header), text...)).Serve(w, r)
}

func (f feedHandler) items(ctx context.Context, siteCtx *site.Context, area string) ([]*feeds.Item, error) {
	var items []*feeds.Item
	if "/"+area == editorial.StoriesPath {
		stories, err := f.editorial.Stories(ctx, siteCtx)
		if err != nil {
			return nil, err
		}
		for _, s := range stories.LocalizeAll(siteCtx, stories.All[:min(len(stories.All), feedLength)]) {
			item := feedItem(s.ID, s.Title, s.LeadText, s.CanonicalURL(), s.PublicationDate, s.UpdatedAt)
			if c := s.Contact(); c != nil {
				item.Author = &feeds.Author{Name: c.Name}
			}
			items = append(items, item)
		}
		return items, nil
	}
	releases, err := f.editorial.MediaReleases(ctx, siteCtx)
	if err != nil {
		return nil, err
	}
	for _, m := range releases[:min(len(releases), feedLength)].Localize(siteCtx) {
		items = append(items, feedItem(m.ID, m.Title, m.LeadText, m.CanonicalURL(), m.PublicationDate, m.UpdatedAt))
	}
	return items, nil
}

func feedItem(id, title string, lead *string, url string, published, updated time.Time) *feeds.Item {
	item := &feeds.Item{
		Title:       title,
		Link:        &feeds.Link{Href: url},
		Id:          "urn:strand:" + id,
		IsPermaLink: "false",
		Created:     published,
		Updated:     updated,
	}
	if updated.Before(published) {
		item.Updated = published
	}
	if lead != nil {
		item.Description = html.EscapeString(*lead) // the summary is HTML
	}
	return item
}
