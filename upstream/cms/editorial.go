package cms

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"strand/domain/editorial"
	"strand/domain/finding"
	"strand/domain/location"
	"strand/domain/optional"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/upstream/transport"
)

// editorialKey returns the cache key of an editorial list for the languages of a site context.
func editorialKey(kind string, siteCtx *site.Context, ids ...string) string {
	return cache.Key(
		"cms:"+kind,
		append([]string{string(siteCtx.Stage), strings.Join(siteCtx.Languages(), ",")}, ids...)...)
}

// Stories reads all stories in the languages of a site context, without their modules. Lists, filters, relations and
// feeds use this list.
func (r *Reader) Stories(ctx context.Context, siteCtx *site.Context) (*editorial.Stories, error) {
	key := editorialKey("stories", siteCtx)
	load := func(ctx context.Context) (*StoriesResponse, int, error) {
		data, err := Stories(r.headers(ctx, siteCtx.Stage, siteCtx.Languages()), r.client)
		if err != nil {
			return nil, 0, err
		}
		return data, len(data.Stories), nil
	}
	build := func(ctx context.Context, data *StoriesResponse) *editorial.Stories {
		m := newStoryMapper(data, findingCollector(ctx, r.log))
		for _, s := range data.Stories {
			m.add(s)
		}
		stories := m.stories()
		if siteCtx.Stage == site.Published {
			r.noteStories(key, siteCtx.Languages(), stories)
		}
		return stories
	}
	return loadTexts(ctx, r, siteCtx, "stories", key, []string{TagStories}, []string{TagStoryTexts}, load, build)
}

// MediaReleases reads all media releases in the languages of a site context, without their modules.
func (r *Reader) MediaReleases(ctx context.Context, siteCtx *site.Context) (editorial.MediaReleases, error) {
	load := func(ctx context.Context) (*MediaReleasesResponse, int, error) {
		data, err := MediaReleases(r.headers(ctx, siteCtx.Stage, siteCtx.Languages()), r.client)
		if err != nil {
			return nil, 0, err
		}
		return data, len(data.MediaReleases), nil
	}
	build := func(_ context.Context, data *MediaReleasesResponse) editorial.MediaReleases {
		var all []*editorial.MediaRelease
		for _, f := range data.MediaReleases {
			all = append(all, mediaRelease(f))
		}
		return editorial.NewMediaReleases(all)
	}
	key := editorialKey("media-releases", siteCtx)
	return loadTexts(ctx, r, siteCtx, "media releases", key, []string{TagMediaReleases}, nil, load, build)
}

// NewsFeed is a page of the news, newest first.
type NewsFeed struct {
	Items []*editorial.NewsItem
	// Cursors contains the pagination cursors of the items.
	Cursors []string
	HasNext bool
}

// ErrCursor is the error of a cursor that is not one of the list, or whose entry was removed.
var ErrCursor = errors.New("not a cursor of the list")

// newsCursor is a pagination cursor of the news: the cursor of the CMS with the date of its item. The CMS returns the
// first page for an unknown cursor, which the date reveals.
type newsCursor struct {
	PublicationDate time.Time `json:"d"`
	Cursor          string    `json:"c"`
}

func (c newsCursor) String() string {
	text, _ := json.Marshal(c) // dates and texts can always be encoded
	return base64.RawURLEncoding.EncodeToString(text)
}

func parseNewsCursor(text string) (c newsCursor, err error) {
	if text == "" {
		return c, nil
	}
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || json.Unmarshal(data, &c) != nil || c.PublicationDate.IsZero() || c.Cursor == "" {
		return c, ErrCursor
	}
	return c, nil
}

// NewsFeed reads the news after a pagination cursor that are published at a time; an empty cursor means the first page:
// one call (CALL-5), and more if it begins with unpublished ones. The error is ErrCursor for an invalid cursor.
func (r *Reader) NewsFeed(
	ctx context.Context, siteCtx *site.Context, first int, after string, now time.Time,
) (*NewsFeed, error) {
	from, err := parseNewsCursor(after)
	if err != nil {
		return nil, err
	}
	load := func(ctx context.Context) (*newsPage, int, error) {
		page, err := r.publishedNews(r.headers(ctx, siteCtx.Stage, siteCtx.Languages()), first, from, now)
		if err != nil {
			return nil, 0, err
		}
		cache.ChangesAt(ctx, page.Next)
		return page, len(page.Edges), nil
	}
	build := func(_ context.Context, page *newsPage) *NewsFeed {
		feed := &NewsFeed{HasNext: page.HasNext}
		for _, e := range page.Edges {
			feed.Items = append(
				feed.Items,
				&editorial.NewsItem{
					ID:              e.Node.Id,
					Title:           e.Node.Title,
					Text:            optional.Text(e.Node.Text),
					PublicationDate: e.Node.PublicationDate,
					Link:            linkRef(e.Node.Link),
					Image:           image(e.Node.Image),
				},
			)
			feed.Cursors = append(feed.Cursors, newsCursor{e.Node.PublicationDate, e.Cursor}.String())
		}
		return feed
	}
	// Callers choose cursors and moments freely, so that only the first page of the present is cached.
	if after != "" || siteCtx.Preview != nil && !siteCtx.Preview.Moment.IsZero() {
		data, _, err := load(ctx)
		if err != nil {
			return nil, fmt.Errorf("read the news feed: %w", err)
		}
		feed := resolveFigures(ctx, r, siteCtx, data, func(data *newsPage) *NewsFeed { return build(ctx, data) })
		return feed.in(siteCtx.MeasurementSystem()), nil
	}
	key := editorialKey("news", siteCtx, strconv.Itoa(first))
	return loadTexts(ctx, r, siteCtx, "the news feed", key, []string{TagNews}, nil, load, build)
}

// newsPage is a page of published news.
type newsPage struct {
	Edges   []*NewsFeedItemsNewsFeedItemsConnectionNewsFeedItemConnectionEdgesNewsFeedItemEdge
	HasNext bool
	// Next is when the next news is published; zero for never.
	Next time.Time
}

// unpublishedNews is the number of news that a call reads after those that are not published yet.
const unpublishedNews = 100

// publishedNews reads a page of the news that are published at a time. The newest come first, so that those which are
// not published yet are at the beginning of the first page.
func (r *Reader) publishedNews(ctx context.Context, first int, from newsCursor, now time.Time) (*newsPage, error) {
	page := &newsPage{}
	cursor := from.Cursor
	for size := first; ; size = max(first, unpublishedNews) {
		data, err := NewsFeedItems(ctx, r.client, size, cursor)
		if transport.IsInvalidRequest(err) && from.Cursor != "" {
			return nil, ErrCursor
		}
		if err != nil {
			return nil, err
		}
		read := data.NewsFeedItemsConnection
		hasUnpublished := false
		for _, e := range read.Edges {
			date := e.Node.PublicationDate
			switch {
			case from.Cursor != "" && date.After(from.PublicationDate):
				return nil, ErrCursor
			case editorial.IsPublished(date, now):
				page.Edges = append(page.Edges, e)
			default:
				hasUnpublished, page.Next = true, date // the latest comes first
			}
		}
		page.HasNext = read.PageInfo.HasNextPage
		if len(page.Edges) >= first || !page.HasNext || !hasUnpublished {
			page.HasNext = page.HasNext || len(page.Edges) > first
			page.Edges = page.Edges[:min(len(page.Edges), first)]
			return page, nil
		}
		last := read.Edges[len(read.Edges)-1].Cursor
		if last == cursor {
			return page, nil // a CMS that returns the same page again would be called until the load times out
		}
		cursor = last
	}
}

// Events reads the events in the order of their first day: one call.
func (r *Reader) Events(ctx context.Context, siteCtx *site.Context) ([]*editorial.Event, error) {
	load := func(ctx context.Context) (*EventsResponse, int, error) {
		data, err := Events(r.headers(ctx, siteCtx.Stage, siteCtx.Languages()), r.client)
		if err != nil {
			return nil, 0, err
		}
		return data, len(data.Events), nil
	}
	build := func(ctx context.Context, data *EventsResponse) []*editorial.Event {
		var events []*editorial.Event
		for _, e := range data.Events {
			if e.Link != nil && linkRef(e.Link).IsEmpty() {
				cache.AddNote(ctx, finding.Finding{
					Kind:     finding.EmptyLink,
					Document: e.Id,
					Field:    "link",
					Message:  linkText(e.Link),
				})
			}
			events = append(
				events,
				&editorial.Event{
					ID:        e.Id,
					Slug:      e.Slug,
					Title:     e.Title,
					Text:      optional.Text(e.Text),
					Location:  optional.Text(e.Location),
					StartDate: e.StartDate,
					EndDate:   e.EndDate,
					Image:     image(e.Image),
					Link:      linkRef(e.Link),
					UpdatedAt: e.UpdatedAt,
				},
			)
		}
		return events
	}
	return loadTexts(ctx, r, siteCtx, "events", editorialKey("events", siteCtx), []string{TagEvents}, nil, load, build)
}

// coordinatesWait is how long the list of locations waits for the coordinates, which it does not depend on.
const coordinatesWait = time.Second

// Locations reads the group's locations and where they are on the map: two calls at the same time.
func (r *Reader) Locations(ctx context.Context, siteCtx *site.Context) (location.Locations, error) {
	var points map[string]*location.Coordinates
	load := func(ctx context.Context) (*LocationsResponse, int, error) {
		ctx = r.headers(ctx, siteCtx.Stage, siteCtx.Languages())
		var wait sync.WaitGroup
		wait.Go(func() { points = r.coordinates(ctx) })
		data, err := Locations(ctx, r.client)
		wait.Wait()
		if err != nil {
			return nil, 0, err
		}
		return data, len(data.Locations), nil
	}
	build := func(_ context.Context, data *LocationsResponse) location.Locations {
		var all location.Locations
		for _, f := range data.Locations {
			l := &location.Location{
				ID:          f.Id,
				Slug:        f.Slug,
				Name:        f.Name,
				Region:      location.Region(constant(string(f.Region))),
				Coordinates: points[f.Id],
				Address:     optional.Text(f.Address),
				Phone:       optional.Text(f.Phone),
				Email:       optional.Text(f.Email),
				Website:     optional.Text(f.Website),
				Hours:       optional.Text(f.Hours),
			}
			for _, t := range f.Types {
				l.Types = append(l.Types, location.Type(constant(string(t))))
			}
			for _, b := range f.Brands {
				l.BrandIDs = append(l.BrandIDs, b.Id)
			}
			if f.Country != nil {
				l.CountryCode = f.Country.CountryCode
			}
			for _, c := range f.ServedCountries {
				l.ServedCountries = append(l.ServedCountries, c.CountryCode)
			}
			all = append(all, l)
		}
		return all
	}
	key := editorialKey("locations", siteCtx)
	return loadTexts(ctx, r, siteCtx, "locations", key, []string{TagLocations}, nil, load, build)
}

// coordinates reads where locations are on the map, by their ids. The list does not depend on it: a CMS that lacks the
// field refuses the operation, and has no map (LCN-7).
func (r *Reader) coordinates(ctx context.Context) map[string]*location.Coordinates {
	ctx, cancel := context.WithTimeout(ctx, coordinatesWait)
	defer cancel()
	data, err := Coordinates(ctx, r.client)
	if err != nil { // the client of the system has logged the failure
		if !transport.IsInvalidRequest(err) {
			cache.MarkDegraded(ctx)
		}
		return nil
	}
	points := make(map[string]*location.Coordinates, len(data.Locations))
	for _, l := range data.Locations {
		if l.Coordinates != nil {
			points[l.Id] = location.NewCoordinates(l.Coordinates.Latitude, l.Coordinates.Longitude)
		}
	}
	return points
}
