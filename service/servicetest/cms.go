package servicetest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"strand/domain/convert"
	"strand/domain/editor"
	"strand/domain/editorial"
	"strand/domain/location"
	"strand/domain/search"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/upstream/cms"
)

// Main is the id and the technical name of the main site.
const Main = "main"

// Page is a page and its place in the navigation of a site.
type Page struct {
	// Page has an id; its slug is its id, its title too, its language English and its protection none, if missing.
	editorial.Page
	// Site is the id of its site; empty means the main site.
	Site string
	// Below is the id of the page above it; empty for the first level.
	Below string
	// IsUnlisted marks a page that is in no navigation.
	IsUnlisted bool
	// Password opens a page that is protected by a password.
	Password string
	// IsGone marks a page whose record is missing although it is in the navigation.
	IsGone bool
}

// CMS is a CMS in memory.
type CMS struct {
	calls           *calls
	t               testing.TB
	sites           []*site.Site
	brands          []*site.Brand
	missing         []site.Part
	recommendations []*site.SearchRecommendation
	synonyms        []*search.EditorSynonym
	pages           []*Page
	stories         []*editorial.Story
	events          []*editorial.Event
	news            []*editorial.NewsItem
	changes         []func(*site.Navigation)
	releases        []*editorial.MediaRelease
	redirects       []*site.SystemRedirect
	locations       location.Locations
	documents       documents
	directory       func() *site.Directory

	mu   sync.Mutex
	kept map[string]bool
}

func newCMS(t testing.TB, c *calls) *CMS {
	all := &CMS{calls: c, t: t, kept: map[string]bool{}, documents: documents{
		states:       map[string]*editor.DocumentState{},
		translations: map[string]*editor.Translations{},
		versions:     map[site.Stage]map[string]map[string]any{},
	}}
	all.directory = sync.OnceValue(all.newDirectory)
	all.sites = []*site.Site{{
		ID: Main, TechnicalName: Main, Name: "Group", IsMain: true,
		Languages: []string{"en", "de"}, Domains: []string{"localhost"},
	}}
	all.pages = []*Page{newPage(Page{Page: editorial.Page{ID: "home", Languages: []string{"en", "de"}}})}
	return all
}

func (c *CMS) newDirectory() *site.Directory {
	dir, err := site.NewDirectory(
		[]*site.Language{{LanguageCode: "en"}, {LanguageCode: "de"}, {LanguageCode: "fr"}},
		[]*site.Country{
			{CountryCode: "CH", SupportedLanguages: []string{"de", "fr", "en"}, DefaultLanguage: "de"},
			{
				CountryCode: "US", SupportedLanguages: []string{"en"}, DefaultLanguage: "en",
				DefaultMeasurementSystem: site.Imperial,
			},
		},
		c.sites,
		c.brands,
	)
	if err != nil {
		c.t.Fatal(err)
	}
	dir.Missing, dir.SearchRecommendations = c.missing, c.recommendations
	return dir
}

// Site adds a site beside the main site.
func (s *Systems) Site(one *site.Site) *Systems {
	s.CMS.sites = append(s.CMS.sites, one)
	return s
}

// Recommend adds results that editors recommend for searches.
func (s *Systems) Recommend(r *site.SearchRecommendation) *Systems {
	s.CMS.recommendations = append(s.CMS.recommendations, r)
	return s
}

// Synonym adds words that visitors type instead of those of the sites.
func (s *Systems) Synonym(one *search.EditorSynonym) *Systems {
	s.CMS.synonyms = append(s.CMS.synonyms, one)
	return s
}

// Brand adds a brand of the group.
func (s *Systems) Brand(b *site.Brand) *Systems {
	s.CMS.brands = append(s.CMS.brands, b)
	return s
}

// Without removes parts of the websites.
func (s *Systems) Without(parts ...site.Part) *Systems {
	s.CMS.missing = append(s.CMS.missing, parts...)
	return s
}

// Page adds a page.
func (s *Systems) Page(p Page) *Systems {
	s.CMS.pages = append(s.CMS.pages, newPage(p))
	return s
}

func newPage(p Page) *Page {
	p.Slug = cmp.Or(p.Slug, p.ID)
	p.Title = cmp.Or(p.Title, p.ID)
	p.Site = cmp.Or(p.Site, Main)
	p.Protection = cmp.Or(p.Protection, site.ProtectionNone)
	if p.Languages == nil {
		p.Languages = []string{"en"}
	}
	if p.UpdatedAt.IsZero() { // the contract requires it
		p.UpdatedAt = time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC)
	}
	return &p
}

// Navigation changes the navigation of the main site, which has the pages in the order in which they were added.
func (s *Systems) Navigation(change func(*site.Navigation)) *Systems {
	s.CMS.changes = append(s.CMS.changes, change)
	return s
}

// Story adds a story.
func (s *Systems) Story(one *editorial.Story) *Systems {
	s.CMS.stories = append(s.CMS.stories, one)
	return s
}

// MediaRelease adds a media release.
func (s *Systems) MediaRelease(one *editorial.MediaRelease) *Systems {
	s.CMS.releases = append(s.CMS.releases, one)
	return s
}

// Event adds an event.
func (s *Systems) Event(e *editorial.Event) *Systems {
	s.CMS.events = append(s.CMS.events, e)
	return s
}

// News adds an item of the news.
func (s *Systems) News(n *editorial.NewsItem) *Systems {
	s.CMS.news = append(s.CMS.news, n)
	return s
}

// Redirect adds a redirect of editors. Its id is the previous URL.
func (s *Systems) Redirect(previous string, to site.LinkRef) *Systems {
	s.CMS.redirects = append(s.CMS.redirects, &site.SystemRedirect{ID: previous, PreviousURL: previous, Target: &to})
	return s
}

// Location adds a location of the group.
func (s *Systems) Location(l *location.Location) *Systems {
	s.CMS.locations = append(s.CMS.locations, l)
	return s
}

// Directory returns the sites. Servers keep them, so that it is no call.
func (c *CMS) Directory(context.Context, site.Stage) (*site.Directory, error) {
	return c.directory(), c.calls.failure("cms.Directory")
}

// SearchSynonyms reads the synonyms of editors.
func (c *CMS) SearchSynonyms(
	ctx context.Context, dir *site.Directory, stage site.Stage,
) (*search.SynonymTable, error) {
	if err := c.calls.addOnce(ctx, "cms.SearchSynonyms %s", stage); err != nil {
		return nil, err
	}
	return search.NewSynonymTable(dir, c.synonyms), nil
}

// Navigations reads the navigations of all sites.
func (c *CMS) Navigations(
	ctx context.Context, dir *site.Directory, _ site.Stage, languages []string,
) (map[string]*site.Navigation, error) {
	if err := c.calls.addOnce(ctx, "cms.Navigations %v", languages); err != nil {
		return nil, err
	}
	navigations := map[string]*site.Navigation{}
	for _, one := range dir.Sites {
		n := &site.Navigation{Site: one, Footer: &site.Footer{}}
		items := map[string]*site.Item{}
		for _, p := range c.pages {
			if p.Site != one.ID || p.IsUnlisted {
				continue
			}
			item := p.item()
			items[p.ID] = item
			switch above := items[p.Below]; {
			case above != nil:
				above.Items = append(above.Items, item)
			case p.Slug == "home":
				n.Home = append(n.Home, item)
			default:
				n.Items = append(n.Items, item)
			}
		}
		if one.ID == Main {
			for _, change := range c.changes {
				change(n)
			}
		}
		navigations[one.ID] = n
	}
	return navigations, nil
}

// item returns the entry of a page in the navigation.
func (p *Page) item() *site.Item {
	return &site.Item{ID: p.ID, Title: p.Title, Page: &site.PageRef{
		ID: p.ID, Slug: p.Slug, Title: p.Title, Type: p.PageType, Languages: p.Languages, Countries: p.Countries,
		Protection: p.Protection, HideFromSearch: p.HideFromSearch, HasPosition: p.Position != nil,
		UpdatedAt: p.UpdatedAt,
	}}
}

// pageKey identifies a page that is kept: one of the languages of a site context.
func pageKey(siteCtx *site.Context, id string) string {
	return cache.Key(string(siteCtx.Stage), append(siteCtx.Languages(), id)...)
}

// page returns a page in a site context; nil for an unknown one.
func (c *CMS) page(siteCtx *site.Context, id string) *editorial.Page {
	at := slices.IndexFunc(c.pages, func(p *Page) bool { return p.ID == id })
	if at < 0 || c.pages[at].IsGone {
		return nil
	}
	p := c.pages[at].Page
	language, ok := siteCtx.LanguageOf(p.Languages)
	if !ok {
		return nil
	}
	p.Language, p.SiteContext = language, siteCtx
	if i := p.Injection; i != nil {
		p.Injection = &editorial.Injection{Type: i.Type, Slug: i.Slug, SiteContext: siteCtx}
	}
	if p.Position != nil {
		position := *p.Position
		position.PageID, position.SiteContext = p.ID, siteCtx
		p.Position = &position
	}
	return &p
}

// CachedPage returns a page that was read before.
func (c *CMS) CachedPage(_ context.Context, siteCtx *site.Context, id string) (*editorial.Page, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.kept[pageKey(siteCtx, id)] {
		return nil, false
	}
	return c.page(siteCtx, id), true
}

// Pages reads pages by id.
func (c *CMS) Pages(ctx context.Context, siteCtx *site.Context, ids []string) ([]*editorial.Page, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var missing []string
	pages := make([]*editorial.Page, len(ids))
	for i, id := range ids {
		pages[i] = c.page(siteCtx, id)
		if !c.kept[pageKey(siteCtx, id)] {
			missing = append(missing, id)
		}
	}
	if len(missing) == 0 {
		return pages, nil
	}
	if err := c.calls.add(ctx, "cms.Pages %v", slices.Sorted(slices.Values(missing))); err != nil {
		return nil, err
	}
	for _, id := range missing {
		c.kept[pageKey(siteCtx, id)] = true
	}
	return pages, nil
}

// Password reads the password of a page.
func (c *CMS) Password(ctx context.Context, _ *site.Context, id string) (string, error) {
	if err := c.calls.addOnce(ctx, "cms.Password %s", id); err != nil {
		return "", err
	}
	if at := slices.IndexFunc(c.pages, func(p *Page) bool { return p.ID == id }); at >= 0 {
		return c.pages[at].Password, nil
	}
	return "", nil
}

// Redirects reads the redirects of editors.
func (c *CMS) Redirects(
	ctx context.Context, dir *site.Directory, _ site.Stage, _ []string,
) (*site.RedirectTable, error) {
	if err := c.calls.addOnce(ctx, "cms.Redirects"); err != nil {
		return nil, err
	}
	return site.NewRedirectTable(dir, c.redirects), nil
}

// Stories reads the stories.
func (c *CMS) Stories(ctx context.Context, siteCtx *site.Context) (*editorial.Stories, error) {
	if err := c.calls.addOnce(ctx, "cms.Stories %s", siteCtx.Locale.LanguageCode); err != nil {
		return nil, err
	}
	return editorial.NewStories(slices.Clone(c.stories), nil, nil, nil), nil
}

// MediaReleases reads the media releases.
func (c *CMS) MediaReleases(ctx context.Context, siteCtx *site.Context) (editorial.MediaReleases, error) {
	if err := c.calls.addOnce(ctx, "cms.MediaReleases %s", siteCtx.Locale.LanguageCode); err != nil {
		return nil, err
	}
	return editorial.NewMediaReleases(slices.Clone(c.releases)), nil
}

// NewsFeed reads a page of the news, whose cursors are the ids.
func (c *CMS) NewsFeed(
	ctx context.Context, _ *site.Context, first int, after string, now time.Time,
) (*cms.NewsFeed, error) {
	call := fmt.Sprintf("cms.NewsFeed %d until %s", first, now.UTC().Format(time.RFC3339))
	if after != "" {
		call += " after " + after
	}
	if err := c.calls.addOnce(ctx, "%s", call); err != nil {
		return nil, err
	}
	items := c.news
	if after != "" {
		at := slices.IndexFunc(items, func(n *editorial.NewsItem) bool { return n.ID == after })
		if at < 0 {
			return nil, cms.ErrCursor
		}
		items = items[at+1:]
	}
	feed := &cms.NewsFeed{HasNext: len(items) > first}
	for _, n := range items[:min(first, len(items))] {
		feed.Items, feed.Cursors = append(feed.Items, n), append(feed.Cursors, n.ID)
	}
	return feed, nil
}

// Events reads the events.
func (c *CMS) Events(ctx context.Context, siteCtx *site.Context) ([]*editorial.Event, error) {
	if err := c.calls.addOnce(ctx, "cms.Events %s", siteCtx.Locale.LanguageCode); err != nil {
		return nil, err
	}
	return slices.Clone(c.events), nil
}

// Locations reads the locations of the group.
func (c *CMS) Locations(ctx context.Context, _ *site.Context) (location.Locations, error) {
	if err := c.calls.addOnce(ctx, "cms.Locations"); err != nil {
		return nil, err
	}
	return c.locations, nil
}

// CachedBody returns no body.
func (*CMS) CachedBody(
	context.Context, *site.Context, editorial.BodyKind, string,
) (_ *editorial.Body, isCached bool) {
	return nil, false
}

// Bodies reads the bodies of stories or media releases: they have no modules.
func (c *CMS) Bodies(
	ctx context.Context, _ *site.Context, kind editorial.BodyKind, ids []string,
) ([]*editorial.Body, error) {
	bodies := convert.All(ids, func(string) *editorial.Body { return &editorial.Body{} })
	return bodies, c.calls.addOnce(ctx, "cms.Bodies %s %s", kind, slices.Sorted(slices.Values(ids)))
}

// Entry returns no entry of a cache.
func (*CMS) Entry(*site.Context, string, string) (_ cache.Inspection, ok bool) {
	return cache.Inspection{}, false
}
