package resolvers

import (
	"context"
	"slices"
	"strings"

	"github.com/99designs/gqlgen/graphql"

	"strand/domain/editorial"
	"strand/domain/location"
	"strand/domain/site"
	"strand/gql/model"
	"strand/internal/cache"
	"strand/upstream/cms"
)

// featuredStories is the number of stories on a product page.
const featuredStories = 3

// stories returns all stories in the language of a site context.
func (r *Resolver) stories(ctx context.Context, siteCtx *site.Context) (*editorial.Stories, error) {
	requestOf(ctx).tag(cms.TagStories)
	return r.CMS.Stories(ctx, siteCtx)
}

// mediaReleases returns all media releases in the language of a site context.
func (r *Resolver) mediaReleases(ctx context.Context, siteCtx *site.Context) (editorial.MediaReleases, error) {
	requestOf(ctx).tag(cms.TagMediaReleases)
	return r.CMS.MediaReleases(ctx, siteCtx)
}

// events returns the upcoming and the past events.
func (r *Resolver) events(
	ctx context.Context,
	siteCtx *site.Context,
) (upcoming, past []*editorial.LocalizedEvent, err error) {
	requestOf(ctx).tag(cms.TagEvents)
	all, err := r.CMS.Events(ctx, siteCtx)
	if err != nil {
		return nil, nil, err
	}
	coming, over := editorial.SplitByDate(all, siteCtx.Now(r.Now()))
	return editorial.LocalizeEvents(siteCtx, coming), editorial.LocalizeEvents(siteCtx, over), nil
}

// locations returns the group's locations in the language of a site context.
func (r *Resolver) locations(ctx context.Context, siteCtx *site.Context) (location.Locations, error) {
	requestOf(ctx).tag(cms.TagLocations)
	return r.CMS.Locations(ctx, siteCtx)
}

// locationOverview returns the locations that the URL selects; nil for a page that does not list locations.
func (r *Resolver) locationOverview(ctx context.Context, p *site.PageResolution) (*location.Overview, error) {
	page, err := r.PageResolution().Page(ctx, p)
	if err != nil || page == nil || !slices.ContainsFunc(page.Modules, isLocationsModule) {
		// The page's field reports the read error.
		return nil, nil //nolint:nilerr // see above
	}
	all, err := r.locations(ctx, p.SiteContext)
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

func isLocationsModule(m editorial.Module) bool {
	_, ok := m.(*editorial.LocationsModule)
	return ok
}

func locationSelection(f *model.LocationFilter) location.Selection {
	var s location.Selection
	if f == nil {
		return s
	}
	s.Brands, _ = f.Brands.ValueOK()
	s.Countries, _ = f.Countries.ValueOK()
	types, _ := f.Types.ValueOK()
	for _, t := range types {
		s.Types = append(s.Types, string(t))
	}
	regions, _ := f.Regions.ValueOK()
	for _, region := range regions {
		s.Regions = append(s.Regions, string(region))
	}
	return s
}

// degrade adds an error to the answer for a part that could not be read. The answer is not cached as complete.
func (r *Resolver) degrade(ctx context.Context, err error) {
	graphql.AddError(ctx, err)
	cache.MarkDegraded(ctx)
}

func storySelection(f *model.StoryFilter) editorial.StorySelection {
	if f == nil {
		return editorial.StorySelection{}
	}
	s := editorial.StorySelection{VideosOnly: f.VideosOnly}
	s.Topics, _ = f.Topics.ValueOK()
	s.Categories, _ = f.Categories.ValueOK()
	if author, _ := f.Author.ValueOK(); author != nil {
		s.Author = *author
	}
	if year, _ := f.Year.ValueOK(); year != nil {
		s.Year = *year
	}
	return s
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

func (r *Resolver) storyEntry(ctx context.Context, p *site.PageResolution) (editorial.StoryEntry, error) {
	if p.Found.Screen != site.ScreenStories {
		return nil, nil
	}
	stories, err := r.stories(ctx, p.SiteContext)
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

func (r *Resolver) mediaReleaseEntry(ctx context.Context, p *site.PageResolution) (editorial.MediaReleaseEntry, error) {
	if p.Found.Screen != site.ScreenMediaReleases {
		return nil, nil
	}
	releases, err := r.mediaReleases(ctx, p.SiteContext)
	if err != nil {
		return nil, err
	}
	return mediaReleaseAt(releases, p.SiteContext, p.Found.URL), nil
}

// editorialExists reports whether the story or media release of a path exists. known is false for other screens,
// and while the CMS cannot be read: the field that reads the item then reports the error.
func (r *Resolver) editorialExists(ctx context.Context, siteCtx *site.Context, f *site.Found) (exists, known bool) {
	switch f.Screen {
	case site.ScreenStories:
		stories, err := r.stories(ctx, siteCtx)
		return err == nil && storyAt(stories, siteCtx, f.URL) != nil, err == nil
	case site.ScreenMediaReleases:
		releases, err := r.mediaReleases(ctx, siteCtx)
		return err == nil && mediaReleaseAt(releases, siteCtx, f.URL) != nil, err == nil
	}
	return false, false
}

// editorialLookup returns the URL of the story or media release whose id is in the query of a URL, since
// neither is in the navigation; empty if not found.
func (r *Resolver) editorialLookup(ctx context.Context, siteCtx *site.Context, a site.URL) (string, error) {
	id := a.PageID()
	if id == "" {
		return "", nil
	}
	stories, err := r.stories(ctx, siteCtx)
	if err != nil {
		return "", err
	}
	if s := stories.Localize(siteCtx, stories.ByID(id)); s != nil {
		return s.URL(), nil
	}
	releases, err := r.mediaReleases(ctx, siteCtx)
	if err != nil {
		return "", err
	}
	if m := releases.ByID(id).Localize(siteCtx); m != nil {
		return m.URL(), nil
	}
	return "", nil
}

// storyTrail returns the breadcrumb between the overview of the stories and the current item, and the item's name.
func (r *Resolver) storyTrail(ctx context.Context, p *site.PageResolution) ([]site.LineageEntry, string, error) {
	entry, err := r.storyEntry(ctx, p)
	switch e := entry.(type) {
	case *editorial.LocalizedStory:
		return nil, e.Title, nil
	case *editorial.LocalizedStoryContact:
		return nil, e.Name, nil
	}
	return nil, "", err
}

// mediaReleaseTrail returns the name of the current media release.
func (r *Resolver) mediaReleaseTrail(ctx context.Context, p *site.PageResolution) ([]site.LineageEntry, string, error) {
	entry, err := r.mediaReleaseEntry(ctx, p)
	if release, ok := entry.(*editorial.LocalizedMediaRelease); ok {
		return nil, release.Title, err
	}
	return nil, "", err
}
