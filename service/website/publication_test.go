package website

import (
	"context"
	"strings"
	"testing"
	"time"

	"strand/domain/editorial"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/service/website/visit"
	"strand/upstream/cms"
)

// scheduledCMS has published content, and a story and an ad hoc release that are published at a time. Methods that no
// test expects are those of a nil reader, which panic.
type scheduledCMS struct {
	CMS
	directory *site.Directory
	at        time.Time
	// newsTime is the time for which news were read.
	newsTime time.Time
}

func (c *scheduledCMS) Directory(context.Context, site.Stage) (*site.Directory, error) {
	return c.directory, nil
}

func (c *scheduledCMS) Navigations(
	_ context.Context, dir *site.Directory, _ site.Stage, _ []string,
) (map[string]*site.Navigation, error) {
	main := dir.Main()
	home := &site.Item{Title: "Home", Page: &site.PageRef{ID: "home", Slug: "home", Languages: []string{"en"}}}
	return map[string]*site.Navigation{main.ID: {Site: main, Home: []*site.Item{home}}}, nil
}

func (c *scheduledCMS) CachedPage(_ context.Context, _ *site.Context, id string) (*editorial.Page, bool) {
	return &editorial.Page{ID: id, Protection: site.ProtectionNone}, true
}

func (c *scheduledCMS) Redirects(
	_ context.Context, dir *site.Directory, _ site.Stage, _ []string,
) (*site.RedirectTable, error) {
	return site.NewRedirectTable(dir, nil), nil
}

func (c *scheduledCMS) Stories(context.Context, *site.Context) (*editorial.Stories, error) {
	past := &editorial.Story{ID: "past", Slug: "past", PublicationDate: c.at.AddDate(-1, 0, 0)}
	past.RelatedIDs, past.ProductSlugs = []string{"due"}, []string{"alpha"}
	due := &editorial.Story{ID: "due", Slug: "due", PublicationDate: c.at, ProductSlugs: []string{"alpha"}}
	return editorial.NewStories([]*editorial.Story{past, due}, nil, nil, nil), nil
}

func (c *scheduledCMS) MediaReleases(context.Context, *site.Context) (editorial.MediaReleases, error) {
	return editorial.NewMediaReleases([]*editorial.MediaRelease{
		{ID: "results-past", Slug: "results-past", PublicationDate: c.at.AddDate(-1, 0, 0)},
		{ID: "results", Slug: "results", Adhoc: true, PublicationDate: c.at},
	}), nil
}

func (c *scheduledCMS) NewsFeed(
	_ context.Context, _ *site.Context, _ int, _ string, now time.Time,
) (*cms.NewsFeed, error) {
	c.newsTime = now
	return &cms.NewsFeed{}, nil
}

// TestPublication: content of the future has no URL, is in no list, and is no target of a link or a page id, until its
// time, or in a preview of a later moment.
//
// Rules: FEED-19, EDIT-10.
func TestPublication(t *testing.T) {
	at := time.Date(2027, 5, 1, 5, 0, 0, 0, time.UTC)
	for name, test := range map[string]struct {
		now, moment time.Time
		isPublished bool
		next        time.Time
	}{
		"before":                      {now: at.Add(-time.Second), next: at},
		"at the minute":               {now: at, isPublished: true},
		"after":                       {now: at.Add(time.Hour), isPublished: true},
		"a preview of a later moment": {now: at.AddDate(0, -6, 0), moment: at.Add(time.Minute), isPublished: true},
		"a preview of a moment before": {
			now: at.AddDate(1, 0, 0), moment: at.Add(-time.Minute), next: at,
		},
		"a preview of the present": {now: at.Add(-time.Minute), moment: time.Time{}, next: at},
	} {
		t.Run(name, func(t *testing.T) {
			r, siteCtx := newFuzzedReader(t)
			source := &scheduledCMS{directory: siteCtx.Directory, at: at}
			r.CMS, r.Now = source, func() time.Time { return test.now }
			ctx := visit.WithRequest(t.Context(), &visit.Request{Scheme: "http", Host: "localhost", Editor: true})
			if strings.HasPrefix(name, "a preview") {
				preview := &site.Preview{Audience: site.PreviewAnonymous, Moment: test.moment}
				ctx = visit.WithPreview(ctx, preview)
			}
			ctx, reads := cache.WithReads(ctx)
			for _, path := range []string{"/en/stories/due", "/en/media-releases/results"} {
				resolved, err := r.Resolve(ctx, "http://localhost"+path, site.Published)
				if err != nil {
					t.Fatal(err)
				}
				if _, isPage := resolved.(*site.PageResolution); isPage != test.isPublished {
					t.Errorf("%s is %T", path, resolved)
				}
			}
			for id, path := range map[string]string{"due": "/en/stories/due", "results": "/en/media-releases/results"} {
				resolved, err := r.Resolve(ctx, "http://localhost/en?pageId="+id, site.Published)
				if err != nil {
					t.Fatal(err)
				}
				redirect, isRedirect := resolved.(*site.Redirect)
				if isRedirect != test.isPublished || isRedirect && redirect.Location != path {
					t.Errorf("the page id %s leads to %+v", id, resolved)
				}
			}
			if got := reads.NextChange(); !got.Equal(test.next) {
				t.Errorf("changes at %s, want %s", got, test.next)
			}

			siteCtx, _, err := r.SiteContextAt(ctx, "http://localhost/en", site.Published)
			if err != nil {
				t.Fatal(err)
			}
			stories, err := r.Stories(ctx, siteCtx)
			if err != nil {
				t.Fatal(err)
			}
			releases, err := r.MediaReleases(ctx, siteCtx)
			if err != nil {
				t.Fatal(err)
			}
			want := 0
			if test.isPublished {
				want = 1
			}
			past := stories.BySlug("past")
			for what, got := range map[string]int{
				"stories":        len(stories.All) - 1,
				"of the product": len(stories.OfProduct("alpha", 5)) - 1,
				"related":        len(stories.Related(past, 5)),
				"releases":       len(releases) - 1,
				"ad hoc":         len(releases.Select(editorial.MediaReleaseSelection{AdhocOnly: true})),
			} {
				if got != want {
					t.Errorf("%s: %d of the future, want %d", what, got, want)
				}
			}
			if _, err := r.NewsFeed(ctx, siteCtx, 10, ""); err != nil {
				t.Fatal(err)
			}
			if wantTime := siteCtx.Now(test.now); !source.newsTime.Equal(wantTime) {
				t.Errorf("news of %s, want %s", source.newsTime, wantTime)
			}
			if siteCtx.Preview == nil { // the targets of previews are not verified
				link := &site.Link{Ref: &site.LinkRef{Path: "/stories/due", Text: "More"}, SiteContext: siteCtx}
				if got := r.HasTarget(ctx, link); got != test.isPublished {
					t.Errorf("the link has a target: %t", got)
				}
			}
		})
	}
}

// TestPageURL: a page id is looked up in the query of URLs that are no pages, too.
//
// Rules: URL-24.
func TestPageURL(t *testing.T) {
	r, siteCtx := newFuzzedReader(t)
	at := time.Now().Add(time.Hour)
	r.CMS, r.Now = &scheduledCMS{directory: siteCtx.Directory, at: at}, time.Now
	ctx := visit.WithRequest(t.Context(), &visit.Request{Scheme: "http", Host: "localhost"})
	for url, want := range map[string]string{
		"/robots.txt?pageId=home":              "/en",
		"/images/original/a.png?pageId=past":   "/en/stories/past",
		"/sitemap.xml?pageId=results-past":     "/en/media-releases/results-past",
		"/en/stories/feed.xml?a=b&pageId=past": "/en/stories/past",
		"/sitemap.xml?pageId=due":              "",
		"/sitemap.xml?pageId=unknown":          "",
		"/sitemap.xml?pageId=":                 "",
		"/sitemap.xml":                         "",
	} {
		if got, err := r.PageURL(ctx, "http://localhost"+url); err != nil || got != want {
			t.Errorf("%s: %q %v, want %q", url, got, err, want)
		}
	}
}
