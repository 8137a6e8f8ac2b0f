package resolvers

import (
	"fmt"
	"testing"
	"time"

	"strand/domain/editorial"
	"strand/domain/site"
	"strand/service/servicetest"
)

// press is a site with five entries in each list.
func press(t *testing.T) *servicetest.Systems {
	from := servicetest.New(t).Page(servicetest.Page{Page: editorial.Page{ID: "stories", Title: "Stories"}})
	for i := range 5 {
		id, day := fmt.Sprint(i), time.Date(1999, 12, 20-i, 0, 0, 0, 0, time.UTC)
		from.
			Story(&editorial.Story{
				ID: "story-" + id, Slug: "s" + id, Title: "Story " + id, PublicationDate: day, Language: "en",
				Languages: []string{"en"},
			}).
			MediaRelease(&editorial.MediaRelease{
				ID: "release-" + id, Slug: "r" + id, Title: "Release " + id, PublicationDate: day, Adhoc: i == 1,
				Language: "en", Languages: []string{"en"},
			}).
			News(&editorial.NewsItem{ID: "news-" + id, Title: "News " + id, PublicationDate: day}).
			Event(&editorial.Event{ID: "event-" + id, StartDate: day.AddDate(0, 1, 0).Format(time.DateOnly),
				EndDate: day.AddDate(0, 1, 1).Format(time.DateOnly)})
	}
	return from
}

// TestQueries_Lists: stories, media releases, news and events by page and by URL, and the calls for them.
//
// Rules: CALL-5, FEED-9, FEED-12, FEED-18, NAV-17.
func TestQueries_Lists(t *testing.T) {
	page := func(path, fields string) string {
		return `{ resolve(url: "http://localhost` + path + `") { ... on PageResolution { ` + fields + ` } } }`
	}
	for name, test := range map[string]queryTest{
		"stories": {
			query: `{ stories(first: 2, locale: "en") { totalCount edges { node { id } } pageInfo { hasNextPage endCursor } } }`,
			data: `{"stories":{"edges":[{"node":{"id":"story-0"}},{"node":{"id":"story-1"}}],
				"pageInfo":{"endCursor":"MTpzdG9yeS0x","hasNextPage":true},"totalCount":5}}`,
			calls: []string{inEnglish, "cms.Stories en"},
		},
		"the last stories": {
			query: `{ stories(first: 4, after: "MTpzdG9yeS0x", locale: "en") { edges { node { id } }
				pageInfo { hasNextPage } } }`,
			data: `{"stories":{"edges":[{"node":{"id":"story-2"}},{"node":{"id":"story-3"}},{"node":{"id":"story-4"}}],
				"pageInfo":{"hasNextPage":false}}}`,
			calls: []string{inEnglish, "cms.Stories en"},
		},
		"media releases": {
			query: `{ mediaReleases(first: 4, locale: "en") { edges { node { id } } pageInfo { hasNextPage } } }`,
			data: `{"mediaReleases":{"edges":[{"node":{"id":"release-0"}},{"node":{"id":"release-1"}},
				{"node":{"id":"release-2"}},{"node":{"id":"release-3"}}],"pageInfo":{"hasNextPage":true}}}`,
			calls: []string{"cms.MediaReleases en", inEnglish},
		},
		"ad hoc releases": {
			query: `{ mediaReleases(adhocOnly: true, locale: "en") { totalCount edges { node { id } } } }`,
			data:  `{"mediaReleases":{"edges":[{"node":{"id":"release-1"}}],"totalCount":1}}`,
			calls: []string{"cms.MediaReleases en", inEnglish},
		},
		"news": {
			query: `{ newsFeed(first: 2, locale: "en") { edges { node { id } } pageInfo { hasNextPage } } }`,
			data: `{"newsFeed":{"edges":[{"node":{"id":"news-0"}},{"node":{"id":"news-1"}}],
				"pageInfo":{"hasNextPage":true}}}`,
			calls: []string{inEnglish, "cms.NewsFeed 2 until 2000-01-01T00:00:00Z"},
		},
		"the last news": {
			query: `{ newsFeed(first: 9, after: "news-3", locale: "en") { edges { node { id } } } }`,
			data:  `{"newsFeed":{"edges":[{"node":{"id":"news-4"}}]}}`,
			calls: []string{inEnglish, "cms.NewsFeed 9 until 2000-01-01T00:00:00Z after news-3"},
		},
		"ten news by default": {
			query: `{ newsFeed(locale: "en") { pageInfo { hasNextPage } } }`,
			data:  `{"newsFeed":{"pageInfo":{"hasNextPage":false}}}`,
			calls: []string{inEnglish, "cms.NewsFeed 10 until 2000-01-01T00:00:00Z"},
		},
		"events": {
			query: `{ events(first: 2, locale: "en") { edges { node { id } } pageInfo { hasNextPage } } }`,
			data: `{"events":{"edges":[{"node":{"id":"event-4"}},{"node":{"id":"event-3"}}],
				"pageInfo":{"hasNextPage":true}}}`,
			calls: []string{"cms.Events en", inEnglish},
		},
		"a cursor of another list": {
			query: `{ stories(after: "nonsense", locale: "en") { totalCount } }`,
			codes: []string{"BAD_USER_INPUT"},
			calls: []string{inEnglish, "cms.Stories en"},
		},
		"a cursor of news that are gone": {
			query: `{ newsFeed(after: "gone", locale: "en") { edges { cursor } } }`,
			codes: []string{"BAD_USER_INPUT"},
			calls: []string{inEnglish, "cms.NewsFeed 10 until 2000-01-01T00:00:00Z after gone"},
		},
		"too few": {
			query: `{ stories(first: 0, locale: "en") { totalCount } }`,
			codes: []string{"BAD_USER_INPUT"},
			calls: []string{inEnglish, "cms.Stories en"},
		},
		"too many": {
			query: `{ newsFeed(first: 101, locale: "en") { edges { cursor } } }`,
			codes: []string{"BAD_USER_INPUT"},
			calls: []string{inEnglish},
		},
		"a locale that the site lacks": {
			query: `{ stories(locale: "xx-YY") { totalCount } }`,
			codes: []string{"BAD_USER_INPUT"},
		},
		"drafts": {
			query: `{ stories(stage: DRAFT, locale: "en") { totalCount } }`,
			codes: []string{"UNAUTHENTICATED"},
		},
		"an unknown story": {
			query: `{ story(slug: "none", locale: "en") { id } }`,
			data:  `{"story":null}`,
			calls: []string{inEnglish, "cms.Stories en"},
		},
		"the breadcrumb of a story": {
			query: page("/en/stories/s1", `breadcrumb { title url }`),
			data: `{"resolve":{"breadcrumb":[{"title":"home","url":"/en"},{"title":"Stories","url":"/en/stories"},
				{"title":"Story 1","url":null}]}}`,
			calls: []string{inEnglish, "cms.Stories en"},
		},
		"the breadcrumb of the media releases": {
			query: page("/en/media-releases", `breadcrumb { title url }`),
			data:  `{"resolve":{"breadcrumb":[{"title":"home","url":"/en"},{"title":"Media releases","url":null}]}}`,
			calls: []string{"cms.MediaReleases en", inEnglish},
		},
		"the stories cannot be read": {
			query: page("/en/stories", `screen stories { ... on StoryOverview { total } }`),
			fails: "cms.Stories",
			data:  `{"resolve":{"screen":"STORIES","stories":null}}`,
			codes: []string{"UPSTREAM_UNAVAILABLE"},
			calls: []string{inEnglish, "cms.Pages [stories]", "cms.Stories en"},
		},
	} {
		t.Run(name, func(t *testing.T) { test.check(t, press) })
	}
}

// TestQueries_PageOfEvent: the event that a page describes, an upcoming one before past ones, on pages of this type
// only.
//
// Rules: FEED-21.
func TestQueries_PageOfEvent(t *testing.T) {
	workshops := func(t *testing.T) *servicetest.Systems {
		event := func(id, day, page string) *editorial.Event {
			return &editorial.Event{ID: id, StartDate: day, EndDate: day, Link: &site.LinkRef{PageID: page}}
		}
		return servicetest.New(t).
			Page(servicetest.Page{Page: editorial.Page{ID: "workshop", PageType: site.PageTypeEvent}}).
			Page(servicetest.Page{Page: editorial.Page{ID: "fair", PageType: site.PageTypeEvent}}).
			Page(servicetest.Page{Page: editorial.Page{ID: "contact"}}).
			Page(servicetest.Page{Password: "secret", Page: editorial.Page{
				ID: "internal", PageType: site.PageTypeEvent, Protection: site.ProtectionPassword,
			}}).
			Event(event("hidden", "2000-02-06", "internal")).
			Event(event("past", "1999-01-05", "workshop")).
			Event(event("next", "2000-03-05", "workshop")).
			Event(event("later", "2000-04-05", "workshop")).
			Event(event("other", "2000-02-05", "contact"))
	}
	of := func(page string) string { return `{ page(id: "` + page + `", locale: "en") { event { id isOver } } }` }
	for name, test := range map[string]queryTest{
		"the next of several": {
			query: of("workshop"),
			data:  `{"page":{"event":{"id":"next","isOver":false}}}`,
			calls: []string{"cms.Events en", inEnglish, "cms.Pages [workshop]"},
		},
		"none": {
			query: of("fair"),
			data:  `{"page":{"event":null}}`,
			calls: []string{"cms.Events en", inEnglish, "cms.Pages [fair]"},
		},
		"a page of another type": {
			query: of("contact"),
			data:  `{"page":{"event":null}}`,
			calls: []string{inEnglish, "cms.Pages [contact]"},
		},
		"a page behind a password": {
			query: of("internal"),
			data:  `{"page":{"event":null}}`,
			calls: []string{inEnglish, "cms.Pages [internal]"},
		},
		"the events cannot be read": {
			query: of("workshop"),
			fails: "cms.Events",
			data:  `{"page":{"event":null}}`,
			codes: []string{"UPSTREAM_UNAVAILABLE"},
			calls: []string{"cms.Events en", inEnglish, "cms.Pages [workshop]"},
		},
	} {
		t.Run(name, func(t *testing.T) { test.check(t, workshops) })
	}
}
