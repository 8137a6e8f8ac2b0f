package cms

import (
	"context"
	"strconv"
	"strings"

	"strand/internal/cache"
	"strand/domain/editorial"
	"strand/domain/location"
	"strand/domain/optional"
	"strand/domain/site"
)

// atOnce is how many entries are asked for in one call.
const atOnce = 500

// editorialKey is where something of a view is kept, by its kind: texts of the same languages are the same.
func editorialKey(kind string, view *site.View) string {
	return "cms:" + kind + ":" + string(view.Stage) + ":" + strings.Join(view.Languages(), ",")
}

// Stories reads all stories that a view can read, without what they are made of: one call for every 500. Lists, filters,
// relations and feeds are all made of this one answer.
func (r *Reader) Stories(ctx context.Context, view *site.View) (*editorial.Stories, error) {
	return cache.Load(ctx, r.cache, editorialKey("stories", view), func(ctx context.Context) (cache.Loaded[*editorial.Stories], error) {
		ctx = r.headers(ctx, view.Stage, view.Languages())
		var m storyMapper
		for skip := 0; ; skip += atOnce {
			data, err := Stories(ctx, r.client, atOnce, skip, skip == 0)
			if err != nil {
				return cache.Loaded[*editorial.Stories]{}, r.failed(ctx, "stories", err)
			}
			if skip == 0 {
				m = newStoryMapper(data)
			}
			for _, s := range data.Stories {
				m.add(s)
			}
			if len(data.Stories) < atOnce {
				break
			}
		}
		return cache.Loaded[*editorial.Stories]{Value: m.stories(), Tags: []string{TagStories}, Size: int64(len(m.all)+1) * 1024}, nil
	})
}

// StoryModules reads what a story is made of: one call.
func (r *Reader) StoryModules(ctx context.Context, view *site.View, id string) ([]editorial.Module, error) {
	raw, err := cache.Load(ctx, r.cache, editorialKey("story:"+id, view), func(ctx context.Context) (cache.Loaded[[]ModuleFields], error) {
		data, err := StoryModules(r.headers(ctx, view.Stage, view.Languages()), r.client, id)
		if err != nil {
			return cache.Loaded[[]ModuleFields]{}, r.failed(ctx, "story "+id, err)
		}
		var modules []ModuleFields
		for _, s := range data.Stories {
			modules = s.Modules
		}
		return cache.Loaded[[]ModuleFields]{Value: modules, Tags: []string{TagStories}, Size: 2048 * int64(len(modules)+1)}, nil
	})
	if err != nil {
		return nil, err
	}
	return mapper{view: view}.modules(raw), nil
}

// MediaReleases reads all media releases that a view can read, without what they are made of: one call for every 500.
func (r *Reader) MediaReleases(ctx context.Context, view *site.View) (editorial.MediaReleases, error) {
	return cache.Load(ctx, r.cache, editorialKey("media-releases", view), func(ctx context.Context) (cache.Loaded[editorial.MediaReleases], error) {
		ctx = r.headers(ctx, view.Stage, view.Languages())
		var all []*editorial.MediaRelease
		for skip := 0; ; skip += atOnce {
			data, err := MediaReleases(ctx, r.client, atOnce, skip)
			if err != nil {
				return cache.Loaded[editorial.MediaReleases]{}, r.failed(ctx, "media releases", err)
			}
			for _, f := range data.MediaReleases {
				all = append(all, mediaRelease(f))
			}
			if len(data.MediaReleases) < atOnce {
				break
			}
		}
		return cache.Loaded[editorial.MediaReleases]{Value: editorial.NewMediaReleases(all), Tags: []string{TagMediaReleases}, Size: int64(len(all)+1) * 768}, nil
	})
}

// MediaReleaseModules reads what a media release is made of: one call.
func (r *Reader) MediaReleaseModules(ctx context.Context, view *site.View, id string) ([]editorial.Module, error) {
	raw, err := cache.Load(ctx, r.cache, editorialKey("media-release:"+id, view), func(ctx context.Context) (cache.Loaded[[]ModuleFields], error) {
		data, err := MediaReleaseModules(r.headers(ctx, view.Stage, view.Languages()), r.client, id)
		if err != nil {
			return cache.Loaded[[]ModuleFields]{}, r.failed(ctx, "media release "+id, err)
		}
		var modules []ModuleFields
		for _, m := range data.MediaReleases {
			modules = m.Modules
		}
		return cache.Loaded[[]ModuleFields]{Value: modules, Tags: []string{TagMediaReleases}, Size: 2048 * int64(len(modules)+1)}, nil
	})
	if err != nil {
		return nil, err
	}
	return mapper{view: view}.modules(raw), nil
}

// NewsFeed is a part of the news, the newest first.
type NewsFeed struct {
	Items []*editorial.NewsItem
	// Cursors are those of the items.
	Cursors []string
	HasNext bool
}

// NewsFeed reads the news after a cursor; an empty one is the beginning: one call (spec §7).
func (r *Reader) NewsFeed(ctx context.Context, view *site.View, first int, after string) (*NewsFeed, error) {
	load := func(ctx context.Context) (cache.Loaded[*NewsFeed], error) {
		data, err := NewsFeedItems(r.headers(ctx, view.Stage, view.Languages()), r.client, first, after)
		if err != nil {
			return cache.Loaded[*NewsFeed]{}, r.failed(ctx, "news feed", err)
		}
		connection := data.NewsFeedItemsConnection
		feed := &NewsFeed{HasNext: connection.PageInfo.HasNextPage}
		for _, e := range connection.Edges {
			feed.Items = append(feed.Items, &editorial.NewsItem{ID: e.Node.Id, Title: e.Node.Title, Text: optional.Text(e.Node.Text),
				PublicationDate: e.Node.PublicationDate, Link: linkRef(e.Node.Link), Image: image(e.Node.Image)})
			feed.Cursors = append(feed.Cursors, e.Cursor)
		}
		return cache.Loaded[*NewsFeed]{Value: feed, Tags: []string{TagNews}, Size: int64(len(feed.Items)+1) * 512}, nil
	}
	// Cursors come from whoever asks: only the beginning, which everybody reads, is kept.
	if after != "" {
		loaded, err := load(ctx)
		return loaded.Value, err
	}
	return cache.Load(ctx, r.cache, editorialKey("news:"+strconv.Itoa(first), view), load)
}

// Events reads where to meet the group, by the first day: one call.
func (r *Reader) Events(ctx context.Context, view *site.View) ([]*editorial.Event, error) {
	return cache.Load(ctx, r.cache, editorialKey("events", view), func(ctx context.Context) (cache.Loaded[[]*editorial.Event], error) {
		data, err := Events(r.headers(ctx, view.Stage, view.Languages()), r.client)
		if err != nil {
			return cache.Loaded[[]*editorial.Event]{}, r.failed(ctx, "events", err)
		}
		var events []*editorial.Event
		for _, e := range data.Events {
			events = append(events, &editorial.Event{ID: e.Id, Slug: e.Slug, Title: e.Title, Text: optional.Text(e.Text), Location: optional.Text(e.Location),
				StartDate: e.StartDate, EndDate: e.EndDate, Image: image(e.Image), Link: linkRef(e.Link), UpdatedAt: e.UpdatedAt})
		}
		return cache.Loaded[[]*editorial.Event]{Value: events, Tags: []string{TagEvents}, Size: int64(len(events)+1) * 512}, nil
	})
}

// Locations reads where the group can be reached: one call.
func (r *Reader) Locations(ctx context.Context, view *site.View) (location.Locations, error) {
	return cache.Load(ctx, r.cache, editorialKey("locations", view), func(ctx context.Context) (cache.Loaded[location.Locations], error) {
		data, err := Locations(r.headers(ctx, view.Stage, view.Languages()), r.client)
		if err != nil {
			return cache.Loaded[location.Locations]{}, r.failed(ctx, "locations", err)
		}
		var all location.Locations
		for _, f := range data.Locations {
			l := &location.Location{ID: f.Id, Slug: f.Slug, Name: f.Name, Region: location.Region(constant(string(f.Region))), Address: optional.Text(f.Address),
				Phone: optional.Text(f.Phone), Email: optional.Text(f.Email), Website: optional.Text(f.Website), Hours: optional.Text(f.Hours)}
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
		return cache.Loaded[location.Locations]{Value: all, Tags: []string{TagLocations}, Size: int64(len(all)+1) * 512}, nil
	})
}
