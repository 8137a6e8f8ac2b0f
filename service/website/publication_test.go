package website

import (
	"slices"
	"strings"
	"testing"
	"time"

	"strand/domain/editorial"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/service/servicetest"
	"strand/service/website/visit"
)

// scheduled returns systems with published content, and a story and an ad hoc release that are published at a time.
func scheduled(t *testing.T, at time.Time) *servicetest.Systems {
	before := at.AddDate(-1, 0, 0)
	return servicetest.New(t).
		Story(&editorial.Story{
			ID: "past", Slug: "past", PublicationDate: before,
			RelatedIDs: []string{"due"}, ProductSlugs: []string{"alpha"},
		}).
		Story(&editorial.Story{ID: "due", Slug: "due", PublicationDate: at, ProductSlugs: []string{"alpha"}}).
		MediaRelease(&editorial.MediaRelease{ID: "results-past", Slug: "results-past", PublicationDate: before}).
		MediaRelease(&editorial.MediaRelease{ID: "results", Slug: "results", Adhoc: true, PublicationDate: at})
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
			from := scheduled(t, at)
			r := newSites(from)
			r.Now = func() time.Time { return test.now }
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
			news := "cms.NewsFeed 10 until " + siteCtx.Now(test.now).UTC().Format(time.RFC3339)
			if calls := from.Calls(); !slices.Contains(calls, news) {
				t.Errorf("calls %q, want %q", calls, news)
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
	r := newSites(scheduled(t, time.Now().Add(time.Hour)))
	ctx, _ := servicetest.NewVisit(t.Context(), nil)
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
