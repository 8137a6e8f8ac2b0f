package edge

import (
	"context"
	"fmt"
	"html"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/feeds"

	"strand/domain/editorial"
	"strand/domain/site"
	"strand/edge/encoding"
	"strand/internal/apperr"
)

// feedLength is the number of entries in a feed.
const feedLength = 50

// feedFormat is a media type and the function that writes it.
type feedFormat struct {
	mediaType string
	write     func(*feeds.Feed) (string, error)
}

// feedFormats are the formats by the last segment of a feed's address.
var feedFormats = map[string]feedFormat{
	editorial.FeedName: {"application/atom+xml; charset=utf-8", atom},
	"rss.xml":          {"application/rss+xml; charset=utf-8", (*feeds.Feed).ToRss},
}

// atom writes an Atom feed and adds the publication times that the library leaves out.
func atom(f *feeds.Feed) (string, error) {
	a := (&feeds.Atom{Feed: f}).AtomFeed()
	for i, item := range f.Items {
		a.Entries[i].Published = item.Created.Format(time.RFC3339)
	}
	return feeds.ToXML(a)
}

// isFeed reports whether a path may be that of a feed: its last segment names a format, and its area has feeds.
func isFeed(path string) bool {
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
	sites
	editorial EditorialReader
	visitors  visitors
}

func (f feedHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	req := f.visitors.request(r)
	ctx := r.Context()
	dir, err := f.directory(ctx)
	if err != nil {
		respondError(w, r, err)
		return
	}
	address, err := dir.Parse(req.Scheme + "://" + req.Host + r.URL.Path)
	if err != nil || len(address.Segments) != 2 {
		respondError(w, r, apperr.New(apperr.NotFound, "Page not found: %s", r.URL.Path))
		return
	}
	locale := dir.LocaleOf(address, site.Preferences{AcceptLanguage: req.AcceptLanguage})
	siteCtx, err := f.siteContext(ctx, dir, address.Site, locale, address.Scheme, address.Host)
	if err != nil {
		respondError(w, r, err)
		return
	}
	entries, err := f.items(ctx, siteCtx, address.Segments[0])
	if err != nil {
		respondError(w, r, err)
		return
	}
	overview := address
	overview.Segments = overview.Segments[:1]
	title := address.Site.Name
	if tree, err := siteCtx.Tree(siteCtx.Site); err == nil {
		if item := tree.Find(overview); item != nil {
			title = item.Title + " – " + title
		}
	}
	feed := &feeds.Feed{
		Title:  title,
		Link:   &feeds.Link{Href: siteCtx.AbsoluteURLOn(siteCtx.Site, address.Segments[0])},
		Author: &feeds.Author{Name: address.Site.Name},
		Items:  entries,
	}
	if len(entries) > 0 {
		feed.Updated = entries[0].Updated
	}
	format := feedFormats[address.Segments[1]]
	text, err := format.write(feed)
	if err != nil {
		respondError(w, r, fmt.Errorf("write the feed: %w", err))
		return
	}
	w.Header().Set("Content-Type", format.mediaType)
	w.Header().Set("Cache-Control", "public, max-age=600")
	if !dir.HasLocale(address) {
		w.Header().Add("Vary", "Accept-Language")
	}
	encoding.Send(w, r, http.StatusOK, []byte(text))
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
