package edge

import (
	"html"
	"net/http"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"
	"github.com/gorilla/feeds"

	"strand/domain/editorial"
	"strand/domain/site"
	"strand/edge/encoding"
)

// feedLength is how many entries a feed holds.
const feedLength = 50

// feedFormat writes a feed.
type feedFormat struct {
	mediaType string
	write     func(*feeds.Feed) (string, error)
}

// feedFormats are the formats by the last segment of a feed's address.
var feedFormats = map[string]feedFormat{
	editorial.FeedName: {"application/atom+xml; charset=utf-8", atom},
	"rss.xml":          {"application/rss+xml; charset=utf-8", (*feeds.Feed).ToRss},
}

// atom writes what the library leaves out: when an entry was published.
func atom(f *feeds.Feed) (string, error) {
	a := (&feeds.Atom{Feed: f}).AtomFeed()
	for i, item := range f.Items {
		a.Entries[i].Published = item.Created.Format(time.RFC3339)
	}
	return feeds.ToXML(a)
}

// isFeed says whether a path may name a feed: the last of its segments is that of a format, below what has feeds.
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

// feed serves the newest stories or media releases of a site in a locale, as Atom or RSS.
func (p *pages) feed(w http.ResponseWriter, r *http.Request) {
	req := p.visitors.request(r)
	ctx := r.Context()
	dir, err := p.cms.Directory(ctx, site.Published)
	if err != nil {
		http.Error(w, "The feed cannot be read now; please try again in a moment.", http.StatusServiceUnavailable)
		return
	}
	address, err := dir.Parse(req.Scheme + "://" + req.Host + r.URL.Path)
	if err != nil || len(address.Segments) != 2 {
		http.Error(w, "Page not found: "+r.URL.Path, http.StatusNotFound)
		return
	}
	view, err := p.view(ctx, dir, address.Site, dir.LocaleOf(address, site.Preferences{AcceptLanguage: req.AcceptLanguage}), req.Scheme, req.Host)
	var entries []*feeds.Item
	if err == nil {
		entries, err = p.feedItems(r, view, address.Segments[0])
	}
	if err != nil { // the reader has logged it
		http.Error(w, "The feed cannot be read now; please try again in a moment.", http.StatusServiceUnavailable)
		return
	}
	overview := address
	overview.Segments = overview.Segments[:1]
	title := address.Site.Name
	if tree, err := view.Tree(view.Site); err == nil {
		if item := tree.Find(overview); item != nil {
			title = item.Title + " – " + title
		}
	}
	f := &feeds.Feed{Title: title, Link: &feeds.Link{Href: view.AbsoluteOn(view.Site, address.Segments[0])}, Author: &feeds.Author{Name: address.Site.Name}, Items: entries}
	if len(entries) > 0 {
		f.Updated = entries[0].Updated
	}
	format := feedFormats[address.Segments[1]]
	text, err := format.write(f)
	if err != nil {
		p.log.ErrorContext(ctx, "a feed could not be written", "path", r.URL.Path, "error", err)
		http.Error(w, "The feed cannot be written.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", format.mediaType)
	w.Header().Set("Cache-Control", "public, max-age=600")
	if !dir.HasLocale(address) {
		w.Header().Add("Vary", "Accept-Language")
	}
	encoding.Send(w, r, http.StatusOK, []byte(text))
}

func (p *pages) feedItems(r *http.Request, view *site.View, area string) ([]*feeds.Item, error) {
	var items []*feeds.Item
	if "/"+area == editorial.StoriesPath {
		stories, err := p.cms.Stories(r.Context(), view)
		if err != nil {
			return nil, err
		}
		for _, s := range stories.AllIn(view, stories.All[:min(len(stories.All), feedLength)]) {
			item := feedItem(s.ID, s.Title, s.LeadText, s.CanonicalURL(), s.PublicationDate, s.UpdatedAt)
			if c := s.Contact(); c != nil {
				item.Author = &feeds.Author{Name: c.Name}
			}
			items = append(items, item)
		}
		return items, nil
	}
	releases, err := p.cms.MediaReleases(r.Context(), view)
	if err != nil {
		return nil, err
	}
	for _, m := range releases[:min(len(releases), feedLength)].In(view) {
		items = append(items, feedItem(m.ID, m.Title, m.LeadText, m.CanonicalURL(), m.PublicationDate, m.UpdatedAt))
	}
	return items, nil
}

func feedItem(id, title string, lead *string, url string, published, updated time.Time) *feeds.Item {
	item := &feeds.Item{Title: title, Link: &feeds.Link{Href: url}, Id: "urn:strand:" + id, IsPermaLink: "false", Created: published, Updated: updated}
	if updated.Before(published) {
		item.Updated = published
	}
	if lead != nil {
		item.Description = html.EscapeString(*lead) // a summary is HTML
	}
	return item
}

// event serves GET /api/events/{slug}.ics?locale=de-CH: an event of the main site as a file for a calendar.
func (p *pages) event(w http.ResponseWriter, r *http.Request) {
	slug, ok := strings.CutSuffix(r.PathValue("file"), ".ics")
	if !ok {
		http.NotFound(w, r)
		return
	}
	ctx := r.Context()
	dir, err := p.cms.Directory(ctx, site.Published)
	if err != nil {
		http.Error(w, "The event cannot be read now; please try again in a moment.", http.StatusServiceUnavailable)
		return
	}
	l, ok := site.ParseLocale(r.URL.Query().Get("locale"))
	if !ok || !dir.Supports(dir.Main(), l) {
		l = dir.DefaultLocale(dir.Main())
	}
	scheme, host := p.visitors.origin(r)
	view, err := p.view(ctx, dir, dir.Main(), l, scheme, host)
	if err != nil {
		http.Error(w, "The event cannot be read now; please try again in a moment.", http.StatusServiceUnavailable)
		return
	}
	events, err := p.cms.Events(ctx, view)
	if err != nil {
		http.Error(w, "The event cannot be read now; please try again in a moment.", http.StatusServiceUnavailable)
		return
	}
	for _, e := range editorial.EventsIn(view, events) {
		if e.Slug == slug {
			sendCalendar(w, r, e)
			return
		}
	}
	http.Error(w, "There is no such event.", http.StatusNotFound)
}

func sendCalendar(w http.ResponseWriter, r *http.Request, e *editorial.EventInView) {
	calendar := ics.NewCalendarFor("Strand")
	calendar.SetMethod(ics.MethodPublish)
	entry := calendar.AddEvent(e.ID + "@strand")
	entry.SetDtStampTime(e.UpdatedAt)
	entry.SetSummary(e.Title)
	// The days are the CMS's: it has checked them. The end of a whole-day event is the day after its last.
	start, _ := time.Parse(time.DateOnly, e.StartDate)
	end, _ := time.Parse(time.DateOnly, e.EndDate)
	entry.SetAllDayStartAt(start)
	entry.SetAllDayEndAt(end.AddDate(0, 0, 1))
	if e.Location != nil {
		entry.SetLocation(*e.Location)
	}
	if e.Text != nil {
		entry.SetDescription(*e.Text)
	}
	w.Header().Set("Content-Type", "text/calendar; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="`+e.Slug+`.ics"`)
	w.Header().Set("Cache-Control", "public, max-age=600")
	encoding.Send(w, r, http.StatusOK, []byte(calendar.Serialize()))
}
