package website

import (
	"context"
	"slices"
	"strings"

	"strand/domain/editorial"
	"strand/domain/location"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/service/website/visit"
	"strand/upstream/cms"
)

// FeaturedStories is the number of stories on a product page.
const FeaturedStories = 3

// Stories returns the published stories in the language of a site context (FEED-19).
func (r *Sites) Stories(ctx context.Context, siteCtx *site.Context) (*editorial.Stories, error) {
	visit.Of(ctx).Tag(cms.TagStories)
	all, err := r.CMS.Stories(ctx, siteCtx)
	if err != nil {
		return nil, err
	}
	public, next := all.PublishedAt(siteCtx.Now(r.Now()))
	cache.ChangesAt(ctx, next)
	return public, nil
}

// MediaReleases returns the published media releases in the language of a site context (FEED-19).
func (r *Sites) MediaReleases(ctx context.Context, siteCtx *site.Context) (editorial.MediaReleases, error) {
	visit.Of(ctx).Tag(cms.TagMediaReleases)
	all, err := r.CMS.MediaReleases(ctx, siteCtx)
	if err != nil {
		return nil, err
	}
	public, next := all.PublishedAt(siteCtx.Now(r.Now()))
	cache.ChangesAt(ctx, next)
	return public, nil
}

// NewsFeed reads the published news after a pagination cursor (FEED-19); an empty one means the first page. The error
// is cms.ErrCursor for an invalid cursor.
func (r *Sites) NewsFeed(
	ctx context.Context, siteCtx *site.Context, first int, after string,
) (*cms.NewsFeed, error) {
	visit.Of(ctx).Tag(cms.TagNews)
	return r.CMS.NewsFeed(ctx, siteCtx, first, after, siteCtx.Now(r.Now()))
}

// Events returns the upcoming and the past events.
func (r *Sites) Events(
	ctx context.Context,
	siteCtx *site.Context,
) (upcoming, past []*editorial.LocalizedEvent, err error) {
	visit.Of(ctx).Tag(cms.TagEvents)
	all, err := r.CMS.Events(ctx, siteCtx)
	if err != nil {
		return nil, nil, err
	}
	translations := r.eventTranslations(ctx, siteCtx)
	coming, over := editorial.SplitByDate(all, siteCtx.Now(r.Now()))
	cache.ChangesAt(ctx, editorial.NextOver(coming))
	return editorial.LocalizeEvents(siteCtx, coming, translations),
		editorial.LocalizeEvents(siteCtx, over, translations), nil
}

// EventOf returns the event whose link leads to a page of type EVENT, an upcoming one first (FEED-21); nil for none and
// for a locked page.
func (r *Sites) EventOf(ctx context.Context, page *editorial.Page) (*editorial.LocalizedEvent, error) {
	if page.PageType != site.PageTypeEvent || page.IsLocked {
		return nil, nil
	}
	upcoming, past, err := r.Events(ctx, page.SiteContext)
	if err != nil {
		return nil, err
	}
	for _, e := range slices.Concat(upcoming, past) {
		if e.LeadsTo(page.ID) {
			return e, nil
		}
	}
	return nil, nil
}

// eventTranslations returns the events in the fallback languages of a site context, English first, since that replaces
// the others. Events in a language that cannot be read count as translated.
func (r *Sites) eventTranslations(ctx context.Context, siteCtx *site.Context) []editorial.EventTranslation {
	var translations []editorial.EventTranslation
	for _, language := range slices.Backward(siteCtx.Languages()[1:]) {
		events, err := r.CMS.Events(ctx, siteCtx.InLanguage(language))
		if err != nil {
			visit.Degrade(ctx, err)
			continue
		}
		translations = append(translations, editorial.EventTranslation{Language: language, Events: events})
	}
	return translations
}

// Locations returns the group's locations in the language of a site context.
func (r *Sites) Locations(ctx context.Context, siteCtx *site.Context) (location.Locations, error) {
	visit.Of(ctx).Tag(cms.TagLocations)
	return r.CMS.Locations(ctx, siteCtx)
}

// PositionPages returns the pages of a site that describe positions; nil for one that cannot be read.
func (r *Sites) PositionPages(ctx context.Context, siteCtx *site.Context) ([]*editorial.Page, error) {
	tree, err := siteCtx.Tree(siteCtx.Site)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, item := range tree.Pages() {
		// A page that visitors of the country cannot open is not listed.
		location, ok := siteCtx.LinkedPage(item.Page.ID)
		if item.Page.HasPosition && ok && location.Site == siteCtx.Site {
			ids = append(ids, item.Page.ID)
			visit.Of(ctx).Tag(cms.PageTag(item.Page.ID))
		}
	}
	pages, err := r.CMS.Pages(ctx, siteCtx, ids)
	if err != nil {
		return nil, err
	}
	for i, p := range pages {
		pages[i] = r.ForVisitor(ctx, siteCtx, p)
	}
	return pages, nil
}

// PositionOverview returns the open positions that the URL selects, the newest first; nil for a page that does not list
// positions (JOB-1, JOB-5).
func (r *Sites) PositionOverview(ctx context.Context, p *site.PageResolution) (*editorial.PositionOverview, error) {
	page, err := r.PageAt(ctx, p)
	if err != nil || page == nil || !slices.ContainsFunc(page.Modules, isModule[*editorial.PositionsModule]) {
		// The page's field reports the read error.
		return nil, nil //nolint:nilerr // see above
	}
	pages, err := r.PositionPages(ctx, p.SiteContext)
	if err != nil {
		return nil, err
	}
	open, next := editorial.OpenPositions(pages, p.SiteContext.Now(r.Now()))
	cache.ChangesAt(ctx, next)
	a := p.Found.URL
	selection := editorial.ParsePositionSelection(a.RawQuery)
	locations, err := r.Locations(ctx, p.SiteContext)
	if err != nil {
		// The list does not depend on the places of work: all are shown if it is not known which positions match.
		visit.Degrade(ctx, err)
		selection.Places = nil
	}
	return editorial.NewPositionOverview(
		open,
		locations,
		p.SiteContext.Path(strings.Join(a.Segments, "/")),
		p.SiteContext.Locale.LanguageCode,
		selection,
	), nil
}

// IsClosed reports whether a position accepts no applications any more (JOB-2).
func (r *Sites) IsClosed(ctx context.Context, p *editorial.Position) bool {
	now := p.SiteContext.Now(r.Now())
	cache.ChangesAt(ctx, p.NextChange(now))
	return p.ClosedAt(now)
}

// LocationOverview returns the locations that the URL selects; nil for a page that does not list locations.
func (r *Sites) LocationOverview(ctx context.Context, p *site.PageResolution) (*location.Overview, error) {
	page, err := r.PageAt(ctx, p)
	if err != nil || page == nil || !slices.ContainsFunc(page.Modules, isModule[*editorial.LocationsModule]) {
		// The page's field reports the read error.
		return nil, nil //nolint:nilerr // see above
	}
	all, err := r.Locations(ctx, p.SiteContext)
	if err != nil {
		return nil, err
	}
	a := p.Found.URL
	return all.Overview(
		p.SiteContext.Path(strings.Join(a.Segments, "/")),
		location.ParseSelection(a.RawQuery),
		p.SiteContext,
	), nil
}

func isModule[M editorial.Module](m editorial.Module) bool {
	_, ok := m.(M)
	return ok
}

// storyContacts is the segment of the page with the stories' contacts (URL-23).
const storyContacts = "contacts"

// storyAt returns the overview, story, contact or list of contacts at a path of the stories; nil if not found.
func storyAt(stories *editorial.Stories, siteCtx *site.Context, a site.URL) editorial.StoryEntry {
	switch s := a.Segments; {
	case len(s) == 1:
		return stories.LocalizedOverview(siteCtx, editorial.ParseStorySelection(a.RawQuery))
	case len(s) == 2 && s[1] == storyContacts:
		return &editorial.StoryContactOverview{Contacts: stories.LocalizedContacts(siteCtx)}
	case len(s) == 3 && s[1] == storyContacts:
		if c := stories.Contact(s[2]); c != nil {
			return stories.LocalizeContact(siteCtx, c)
		}
	case len(s) == 2:
		if story := stories.BySlug(s[1]); story != nil {
			return stories.Localize(siteCtx, story)
		}
	}
	return nil
}

// StoryEntry returns what a URL shows of the stories; nil for other screens, and if it is not found.
func (r *Sites) StoryEntry(ctx context.Context, p *site.PageResolution) (editorial.StoryEntry, error) {
	if p.Found.Screen != site.ScreenStories {
		return nil, nil
	}
	stories, err := r.Stories(ctx, p.SiteContext)
	if err != nil {
		return nil, err
	}
	return storyAt(stories, p.SiteContext, p.Found.URL), nil
}

// mediaReleaseAt returns the overview or the media release at a path of the media releases; nil if not found.
func mediaReleaseAt(
	releases editorial.MediaReleases,
	siteCtx *site.Context,
	a site.URL,
) editorial.MediaReleaseEntry {
	switch s := a.Segments; len(s) {
	case 1:
		return releases.LocalizedOverview(siteCtx, editorial.ParseMediaReleaseSelection(a.RawQuery))
	case 2:
		if release := releases.BySlug(s[1]); release != nil {
			return release.Localize(siteCtx)
		}
	}
	return nil
}

// MediaReleaseEntry returns what a URL shows of the media releases; nil for other screens, and if it is not found.
func (r *Sites) MediaReleaseEntry(ctx context.Context, p *site.PageResolution) (editorial.MediaReleaseEntry, error) {
	if p.Found.Screen != site.ScreenMediaReleases {
		return nil, nil
	}
	releases, err := r.MediaReleases(ctx, p.SiteContext)
	if err != nil {
		return nil, err
	}
	return mediaReleaseAt(releases, p.SiteContext, p.Found.URL), nil
}

// editorialExists reports whether the story or media release of a path exists. known is false for other screens,
// and while the CMS cannot be read: the field that reads the item then reports the error.
func (r *Sites) editorialExists(ctx context.Context, siteCtx *site.Context, f *site.Found) (exists, known bool) {
	switch f.Screen {
	case site.ScreenStories:
		stories, err := r.Stories(ctx, siteCtx)
		return err == nil && storyAt(stories, siteCtx, f.URL) != nil, err == nil
	case site.ScreenMediaReleases:
		releases, err := r.MediaReleases(ctx, siteCtx)
		return err == nil && mediaReleaseAt(releases, siteCtx, f.URL) != nil, err == nil
	}
	return false, false
}

// lookUpPage returns the URL of the page, story or media release whose id is in the query of a URL (URL-24); empty if
// not found. Stories and media releases are not in the navigation.
func (r *Sites) lookUpPage(ctx context.Context, siteCtx *site.Context, a site.URL) (string, error) {
	id := a.PageID()
	if id == "" {
		return "", nil
	}
	if location, ok := siteCtx.DirectLookup(a); ok {
		return location, nil
	}
	stories, err := r.Stories(ctx, siteCtx)
	if err != nil {
		return "", err
	}
	if s := stories.Localize(siteCtx, stories.ByID(id)); s != nil {
		return s.URL(), nil
	}
	releases, err := r.MediaReleases(ctx, siteCtx)
	if err != nil {
		return "", err
	}
	if m := releases.ByID(id).Localize(siteCtx); m != nil {
		return m.URL(), nil
	}
	return "", nil
}

// storyTrail returns the breadcrumb entry of the current story or author; an empty one for a list.
func (r *Sites) storyTrail(ctx context.Context, p *site.PageResolution) (site.LineageEntry, error) {
	entry, err := r.StoryEntry(ctx, p)
	switch e := entry.(type) {
	case *editorial.LocalizedStory:
		return site.LineageEntry{Name: e.Title, ForeignLanguage: p.SiteContext.Foreign(e.Language)}, nil
	case *editorial.LocalizedStoryContact:
		return site.LineageEntry{Name: e.Name}, nil
	}
	return site.LineageEntry{}, err
}

// mediaReleaseTrail returns the breadcrumb entry of the current media release; an empty one for the list.
func (r *Sites) mediaReleaseTrail(ctx context.Context, p *site.PageResolution) (site.LineageEntry, error) {
	entry, err := r.MediaReleaseEntry(ctx, p)
	if release, ok := entry.(*editorial.LocalizedMediaRelease); ok {
		return site.LineageEntry{
			Name: release.Title, ForeignLanguage: p.SiteContext.Foreign(release.Language),
		}, nil
	}
	return site.LineageEntry{}, err
}
