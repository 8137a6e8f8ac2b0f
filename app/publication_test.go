package app_test

import (
	"net/http"
	"strings"
	"testing"

	"strand/test/polltest"
)

// TestPublication_Sample: the story, the ad hoc release and the news of the sample content that are dated in 2099 are
// nowhere, beside their published siblings, and in a preview of a later moment they are everywhere.
//
// Rules: FEED-19, EDIT-10.
func TestPublication_Sample(t *testing.T) {
	s := sampleSite(t)
	planned := []string{"a-story-of-2099", "annual-results-2098", "news of 2099", "2099-0"}
	for path, published := range map[string]string{
		"/en":                       "",
		"/en/stories":               "a-crimp-is-forever",
		"/en/stories?topic=testing": "night-shift-in-nagoya",
		"/en/stories/contacts":      "kenji-arata",
		"/en/stories/contacts/kenji-arata/_payload.json":                "night-shift-in-nagoya",
		"/en/stories/night-shift-in-nagoya":                             "",
		"/en/stories/night-shift-in-nagoya/_payload.json":               "",
		"/en/stories/feed.xml":                                          "a-crimp-is-forever",
		"/de/stories/rss.xml":                                           "a-crimp-is-forever",
		"/en/media-releases":                                            "half-year-results-2026",
		"/en/media-releases?adhoc=true":                                 "half-year-results-2026",
		"/de/media-releases/feed.xml":                                   "half-year-results-2026",
		"/en/media-releases/rss.xml":                                    "half-year-results-2026",
		"/sitemap.xml?language=en":                                      "half-year-results-2026",
		"/sitemap.xml?language=de":                                      "half-year-results-2026",
		"/en/products/crimping/fully-automatic/alpha-530/_payload.json": "",
	} {
		response, body := s.get(t, "localhost", path)
		if response.StatusCode != http.StatusOK || !strings.Contains(body, published) {
			t.Errorf("%s: %d, or %q is missing", path, response.StatusCode, published)
		}
		for _, text := range planned {
			if strings.Contains(body, text) {
				t.Errorf("%s contains %q", path, text)
			}
		}
	}
	for path, want := range map[string]int{
		"/en/stories/a-story-of-2099":            http.StatusNotFound,
		"/de/media-releases/annual-results-2098": http.StatusNotFound,
		"/en?pageId=story-a-story-of-2099":       http.StatusOK,
		"/en?pageId=release-annual-results-2098": http.StatusOK,
	} {
		if response, body := s.get(t, "localhost", path); response.StatusCode != want ||
			strings.Contains(body, "Sample: ") {
			t.Errorf("%s: %d", path, response.StatusCode)
		}
	}

	const everything = `
		stories(first: 1, locale: "en", stage: PUBLISHED) { edges { node { slug } } }
		mediaReleases(first: 1, adhocOnly: true, locale: "en", stage: PUBLISHED) { edges { node { slug } } }
		newsFeed(first: 1, locale: "en", stage: PUBLISHED) { edges { node { id } } }
		story(slug: "a-story-of-2099", locale: "en") { slug }
		mediaRelease(slug: "annual-results-2098", locale: "en") { slug }
		search(query: "annual results 2098", locale: "en", first: 20) { edges { node { title url } } }
		suggest(query: "story published in 2099", locale: "en") { title url }
		_entities(representations: [
			{__typename: "Story", id: "story-a-story-of-2099"}
			{__typename: "MediaRelease", id: "release-annual-results-2098"}
		]) { __typename }`
	var answer string
	polltest.Until(t, "the index is complete", func() bool {
		answer = s.query(t, `{`+everything+`}`)
		return !strings.Contains(answer, "UPSTREAM_UNAVAILABLE")
	})
	for _, text := range append(planned, "news-planned") {
		if strings.Contains(answer, text) {
			t.Errorf("the graph returns %q: %s", text, answer)
		}
	}
	checkAt(t, answer, "data._entities", `[null, null]`)

	// The editor's preview of a later moment.
	cookie := s.editorCookie(t)
	const at = "/editor-preview/main~published~anonymous~current~21000101T000000Z"
	for path, contains := range map[string]string{
		"/en/stories/a-story-of-2099/_payload.json":            "Sample: a story that is published in 2099",
		"/en/media-releases/annual-results-2098/_payload.json": "Sample: annual results 2098",
		"/en/stories/_payload.json":                            "a-story-of-2099",
		"/en/media-releases/_payload.json":                     "annual-results-2098",
	} {
		response, body := s.get(t, "localhost", at+path, "Cookie", cookie)
		if response.StatusCode != http.StatusOK || !strings.Contains(body, contains) {
			t.Errorf("%s in the preview of 2100: %d, or %q is missing", path, response.StatusCode, contains)
		}
	}
	const soon = "/editor-preview/main~published~anonymous~current~20980101T000000Z/en/stories/a-story-of-2099"
	if response, _ := s.get(t, "localhost", soon, "Cookie", cookie); response.StatusCode != http.StatusNotFound {
		t.Errorf("in the preview of 2098: %d", response.StatusCode)
	}
}
