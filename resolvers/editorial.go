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

// featuredStories is how many stories a product's page shows.
const featuredStories = 3

// stories are all that a view can read.
func (r *Resolver) stories(ctx context.Context, view *site.View) (*editorial.Stories, error) {
	requestOf(ctx).tag(cms.TagStories)
	return r.CMS.Stories(ctx, view)
}

// mediaReleases are all that a view can read.
func (r *Resolver) mediaReleases(ctx context.Context, view *site.View) (editorial.MediaReleases, error) {
	requestOf(ctx).tag(cms.TagMediaReleases)
	return r.CMS.MediaReleases(ctx, view)
}

// events are those that are coming, and those that are over.
func (r *Resolver) events(ctx context.Context, view *site.View) (upcoming, past []*editorial.EventInView, err error) {
	requestOf(ctx).tag(cms.TagEvents)
	all, err := r.CMS.Events(ctx, view)
	if err != nil {
		return nil, nil, err
	}
	coming, over := editorial.Split(all, view.Now(r.Now()))
	return editorial.EventsIn(view, coming), editorial.EventsIn(view, over), nil
}

// locations are where the group can be reached, read in a view's language.
func (r *Resolver) locations(ctx context.Context, view *site.View) (location.Locations, error) {
	requestOf(ctx).tag(cms.TagLocations)
	return r.CMS.Locations(ctx, view)
}

// locationOverview is what the address selects of the locations; nil for a page that does not list them.
func (r *Resolver) locationOverview(ctx context.Context, p *site.PageResolution) (*location.Overview, error) {
	page, err := r.PageResolution().Page(ctx, p)
	if err != nil || page == nil || !slices.ContainsFunc(page.Modules, isLocationsModule) {
		// The field of the page reports that it cannot be read.
		return nil, nil //nolint:nilerr // see above
	}
	all, err := r.locations(ctx, p.View)
	if err != nil {
		return nil, err
	}
	a := p.Found.Address
	return all.Overview(p.View.Path(strings.Join(a.Segments, "/")), location.ParseSelection(a.RawQuery), p.View), nil
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

// degrade reports that a part of the answer could not be read, beside the rest of it: the answer is not cached as
// complete, and its errors say what is missing.
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

// storyContacts is the segment below the stories that leads to those who write them (URL-23).
const storyContacts = "contacts"

// storyAt is what a path of the stories names; nil where it names nothing.
func storyAt(stories *editorial.Stories, view *site.View, a site.Address) editorial.StoryEntry {
	switch s := a.Segments; {
	case len(s) == 1:
		return stories.OverviewIn(view, editorial.ParseStorySelection(a.RawQuery))
	case len(s) == 2 && s[1] == storyContacts:
		return &editorial.StoryContactOverview{Contacts: stories.ContactsIn(view)}
	case len(s) == 3 && s[1] == storyContacts:
		if c := stories.Contact(s[2]); c != nil {
			return stories.ContactIn(view, c)
		}
	case len(s) == 2:
		if story := stories.BySlug(s[1]); story != nil {
			return stories.In(view, story)
		}
	}
	return nil
}

func (r *Resolver) storyEntry(ctx context.Context, p *site.PageResolution) (editorial.StoryEntry, error) {
	if p.Found.Screen != site.ScreenStories {
		return nil, nil
	}
	stories, err := r.stories(ctx, p.View)
	if err != nil {
		return nil, err
	}
	return storyAt(stories, p.View, p.Found.Address), nil
}

// mediaReleaseAt is what a path of the media releases names; nil where it names nothing.
func mediaReleaseAt(releases editorial.MediaReleases, view *site.View, a site.Address) editorial.MediaReleaseEntry {
	switch s := a.Segments; len(s) {
	case 1:
		return releases.OverviewIn(view, editorial.ParseMediaReleaseSelection(a.RawQuery))
	case 2:
		if release := releases.BySlug(s[1]); release != nil {
			return release.In(view)
		}
	}
	return nil
}

func (r *Resolver) mediaReleaseEntry(ctx context.Context, p *site.PageResolution) (editorial.MediaReleaseEntry, error) {
	if p.Found.Screen != site.ScreenMediaReleases {
		return nil, nil
	}
	releases, err := r.mediaReleases(ctx, p.View)
	if err != nil {
		return nil, err
	}
	return mediaReleaseAt(releases, p.View, p.Found.Address), nil
}

// editorialExists says whether there is what a path of the stories or media releases names. It is not known for other
// screens, and while the CMS cannot be read: the field that needs the answer then tells.
func (r *Resolver) editorialExists(ctx context.Context, view *site.View, f *site.Found) (exists, known bool) {
	switch f.Screen {
	case site.ScreenStories:
		stories, err := r.stories(ctx, view)
		return err == nil && storyAt(stories, view, f.Address) != nil, err == nil
	case site.ScreenMediaReleases:
		releases, err := r.mediaReleases(ctx, view)
		return err == nil && mediaReleaseAt(releases, view, f.Address) != nil, err == nil
	}
	return false, false
}

// editorialLookup is the direct lookup of what has no place in the navigation: stories and media releases. Empty for an
// address that names none.
func (r *Resolver) editorialLookup(ctx context.Context, view *site.View, a site.Address) (string, error) {
	id := a.PageID()
	if id == "" {
		return "", nil
	}
	stories, err := r.stories(ctx, view)
	if err != nil {
		return "", err
	}
	if s := stories.In(view, stories.ByID(id)); s != nil {
		return s.URL(), nil
	}
	releases, err := r.mediaReleases(ctx, view)
	if err != nil {
		return "", err
	}
	if m := releases.ByID(id).In(view); m != nil {
		return m.URL(), nil
	}
	return "", nil
}

// storyTrail is the way from the overview of the stories to what is shown, and its name.
func (r *Resolver) storyTrail(ctx context.Context, p *site.PageResolution) ([]site.LineageEntry, string, error) {
	entry, err := r.storyEntry(ctx, p)
	switch e := entry.(type) {
	case *editorial.StoryInView:
		return nil, e.Title, nil
	case *editorial.StoryContactInView:
		return nil, e.Name, nil
	}
	return nil, "", err
}

// mediaReleaseTrail is the name of the release that is shown.
func (r *Resolver) mediaReleaseTrail(ctx context.Context, p *site.PageResolution) ([]site.LineageEntry, string, error) {
	entry, err := r.mediaReleaseEntry(ctx, p)
	if release, ok := entry.(*editorial.MediaReleaseInView); ok {
		return nil, release.Title, err
	}
	return nil, "", err
}
