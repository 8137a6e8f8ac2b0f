package app_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	ics "github.com/arran4/golang-ical"
)

// TestEditorialResolutions: URLs of stories and media releases, with the client's own operations and the sample
// content.
func TestEditorialResolutions(t *testing.T) {
	s := startWith(t, "../content", screenOperations(t)...)
	for _, test := range []struct {
		name, path         string
		status             int
		location, contains string
	}{
		{"the overview", "/en/stories", 200, "", `"__typename":"StoryOverview"`},
		{"a filter", "/en/stories?topic=crimping&videos=true", 200, "", `"total":1`},
		{"a filter without results", "/en/stories?topic=nobody", 200, "", `"total":0`},
		{"a page beyond the last", "/en/stories?page=99", 200, "", `"previousUrl":"/en/stories?page=2"`},
		{"a story", "/en/stories/a-crimp-is-forever", 200, "", `"title":"A crimp is for ever"`},
		{"a story in a language of its own", "/ja/stories/a-crimp-is-forever", 200, "", `"title":"圧着は永遠に"`},
		{"a story in a language that it lacks", "/hu/stories/orange-cables", 200, "", `"isLanguageFallback":true`},
		{"a story on a brand's site", "/en/cirris/stories/orange-cables", 200, "",
			`"canonicalUrl":"http://localhost/en/stories/orange-cables"`},
		{"the list of contacts", "/en/stories/contacts", 200, "", `"__typename":"StoryContactOverview"`},
		{"somebody", "/en/stories/contacts/kenji-arata", 200, "", `"name":"Kenji Arata"`},
		{"nobody", "/en/stories/contacts/nobody", 404, "", "Page not found: /en/stories/contacts/nobody"},
		{"no story", "/en/stories/nothing", 404, "", "Page not found: /en/stories/nothing"},
		{"below a story", "/en/stories/orange-cables/more", 404, "", ""},
		{"a draft", "/en/stories/the-next-alpha", 404, "", ""},
		{"the direct lookup of a story", "/en?pageId=story-orange-cables", 302, "/en/stories/orange-cables", ""},
		{"the direct lookup of a release", "/de?pageId=release-half-year-results-2026", 302,
			"/de/media-releases/half-year-results-2026", ""},
		{"the releases", "/en/media-releases?adhoc=true&from=2026-01-01&to=2026-12-31", 200, "", `"total":4`},
		{"a release", "/de/media-releases/half-year-results-2026", 200, "",
			`"title":"Halbjahr 2026: Marge verbessert"`},
		{"no release", "/de/media-releases/nothing", 404, "", ""},
		{"a trailing slash", "/en/stories/", 301, "/en/stories", ""},
		{"no locale", "/stories/orange-cables", 302, "/en/stories/orange-cables", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			answer, body := s.get(t, "localhost", test.path, "Accept-Language", "en")
			if answer.StatusCode != test.status || answer.Header.Get("Location") != test.location {
				t.Errorf("got %d %q, want %d %q", answer.StatusCode, answer.Header.Get("Location"), test.status,
					test.location)
			}
			if !strings.Contains(strings.ReplaceAll(body, `\u0026`, "&"), test.contains) {
				t.Errorf("%q is missing", test.contains)
			}
		})
	}
}

// TestStories_Breadcrumb: the breadcrumb contains the overviews.
func TestStories_Breadcrumb(t *testing.T) {
	s := startWith(t, "../content")
	for path, want := range map[string]string{
		"/en/stories":                               "Home > Stories",
		"/en/stories/orange-cables":                 "Home > Stories > Orange is harder",
		"/en/stories/contacts":                      "Home > Stories > Authors and contacts",
		"/en/stories/contacts/kenji-arata":          "Home > Stories > Authors and contacts > Kenji Arata",
		"/de/media-releases/half-year-results-2026": "Start > Medienmitteilungen > Halbjahr 2026: Marge verbessert",
	} {
		var answer struct {
			Data struct {
				Resolve struct {
					Breadcrumb []struct{ Title string }
				}
			}
		}
		text := s.query(t,
			fmt.Sprintf(`{ resolve(url: "http://localhost%s") { ... on PageResolution { breadcrumb { title } } } }`,
				path))
		if err := json.Unmarshal([]byte(text), &answer); err != nil {
			t.Fatal(err)
		}
		var titles []string
		for _, entry := range answer.Data.Resolve.Breadcrumb {
			titles = append(titles, entry.Title)
		}
		if got := strings.Join(titles, " > "); got != want {
			t.Errorf("%s: %s", path, got)
		}
	}
}

// TestConnections: pagination cursors lead through every list without gaps or repetitions.
func TestConnections(t *testing.T) {
	s := startWith(t, "../content")
	for field, selection := range map[string]string{"stories": "id", "mediaReleases": "id", "newsFeed": "id",
		"events": "id"} {
		var ids []string
		after := ""
		for range 20 {
			var answer struct {
				Data map[string]struct {
					Edges []struct {
						Node struct{ ID string }
					}
					PageInfo struct {
						HasNextPage bool
						EndCursor   string
					}
				}
			}
			text := s.query(t,
				fmt.Sprintf(`{ %s(first: 4, after: %q) { edges { node { %s } } pageInfo { hasNextPage endCursor } } }`,
					field, after, selection))
			if err := json.Unmarshal([]byte(text), &answer); err != nil {
				t.Fatal(err)
			}
			page := answer.Data[field]
			for _, e := range page.Edges {
				ids = append(ids, e.Node.ID)
			}
			if after = page.PageInfo.EndCursor; !page.PageInfo.HasNextPage {
				break
			}
		}
		sorted := slices.Sorted(slices.Values(ids))
		if len(ids) < 5 || len(slices.Compact(sorted)) != len(ids) {
			t.Errorf("%s: %v", field, ids)
		}
	}
	for query, message := range map[string]string{
		`{ stories(first: 0) { totalCount } }`:          "first: 0 is out of range, send 1 to 100",
		`{ newsFeed(first: 101) { edges { cursor } } }`: "first: 101 is out of range, send 1 to 100",
		`{ stories(after: "nonsense") { totalCount } }`: "is not a cursor of this list",
		`{ stories(locale: "xx-YY") { totalCount } }`:   "does not support it",
		`{ stories(stage: DRAFT) { totalCount } }`:      "only editors may read drafts and previews",
	} {
		text := s.query(t, query)
		if got, _ := valueAt(t, text, "errors.0.message").(string); !strings.Contains(got, message) {
			t.Errorf("%s: %s", query, text)
		}
	}
	checkAt(t, s.query(t, `{ story(slug: "the-next-alpha", locale: "en") { id } }`), "data", `{"story": null}`)
}

// TestFeeds: Atom and RSS (FEED-17).
func TestFeeds(t *testing.T) {
	s := startWith(t, "../content", screenOperations(t)...)
	for path, want := range map[string]struct{ root, mediaType, contains string }{
		"/en/stories/feed.xml": {"feed", "application/atom+xml", "<published>2026-11-12T07:00:00Z</published>"},
		"/de/stories/rss.xml":  {"rss", "application/rss+xml", "Ein Crimp ist für immer"},
		"/de/media-releases/feed.xml": {"feed", "application/atom+xml",
			"http://localhost/de/media-releases/half-year-results-2026"},
	} {
		answer, body := s.get(t, "localhost", path)
		var parsed struct{ XMLName xml.Name }
		if err := xml.Unmarshal([]byte(body), &parsed); err != nil || parsed.XMLName.Local != want.root {
			t.Errorf("%s: %v %v", path, parsed.XMLName, err)
		}
		if answer.StatusCode != http.StatusOK || !strings.HasPrefix(answer.Header.Get("Content-Type"),
			want.mediaType) || !strings.Contains(body, want.contains) {
			t.Errorf("%s: %d %s", path, answer.StatusCode, answer.Header.Get("Content-Type"))
		}
		if strings.Contains(body, "the-next-alpha") {
			t.Errorf("%s contains a draft", path)
		}
	}
	// Without a locale in the URL, the language of a feed depends on Accept-Language: responses must vary by it.
	for path, varies := range map[string]bool{"/stories/feed.xml": true, "/en/stories/feed.xml": false} {
		answer, _ := s.get(t, "localhost", path, "Accept-Language", "de")
		if got := slices.Contains(
			answer.Header.Values("Vary"), "Accept-Language",
		); answer.StatusCode != http.StatusOK ||
			got != varies {
			t.Errorf("%s: %d %v", path, answer.StatusCode, answer.Header["Vary"])
		}
	}
	if answer, _ := s.get(t, "localhost", "/en/about/feed.xml"); answer.StatusCode != http.StatusNotFound {
		t.Errorf("the feed of a section without feeds: %d", answer.StatusCode)
	}
}

// TestCalendarFiles: events as calendar files (FEED-16).
func TestCalendarFiles(t *testing.T) {
	s := startWith(t, "../content")
	answer, body := s.get(t, "localhost", "/api/events/productronica-2026.ics?locale=de-CH")
	calendar, err := ics.ParseCalendar(strings.NewReader(body))
	if err != nil || len(calendar.Events()) != 1 {
		t.Fatalf("%d %v:\n%s", answer.StatusCode, err, body)
	}
	event := calendar.Events()[0]
	end, _ := event.GetAllDayEndAt()
	if location := event.GetProperty(ics.ComponentPropertyLocation); location.Value != "München, Halle A3" ||
		end.Format("2006-01-02") != "2026-11-28" {
		t.Errorf("%s until %s", location.Value, end)
	}
	for _, path := range []string{"/api/events/nothing.ics", "/api/events/productronica-2026"} {
		if answer, _ := s.get(t, "localhost", path); answer.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", path, answer.StatusCode)
		}
	}
}

// TestStories_WithoutPIM: a story can be read without the PIM, and is not cached without its products.
func TestStories_WithoutPIM(t *testing.T) {
	t.Parallel()
	s := startWith(t, "../content", screenOperations(t)...)
	s.pimFault.Store(&outOfOrder)
	const path = "/en/stories/orange-cables"
	featured := func(body string) int {
		var data struct {
			Resolve struct {
				Stories struct {
					Title            string
					FeaturedProducts []struct{ Name string }
				}
			}
		}
		if err := json.Unmarshal(stateOf(t, body).Data, &data); err != nil || data.Resolve.Stories.Title == "" {
			t.Fatalf("no story: %v", err)
		}
		return len(data.Resolve.Stories.FeaturedProducts)
	}
	if n := featured(s.checkPartial(t, path)); n != 0 {
		t.Errorf("%d products", n)
	}
	s.pimFault.Store(nil)
	if n := featured(s.untilComplete(t, path)); n == 0 {
		t.Error("after recovery: no product")
	}
}

// TestEditorialSitemap: the sitemap contains a public URL once per language.
func TestEditorialSitemap(t *testing.T) {
	s := startWith(t, "../content")
	_, body := s.get(t, "localhost", "/sitemap.xml")
	for _, path := range []string{"/en/stories/orange-cables", "/de/stories/orange-cables",
		"/ja/stories/a-crimp-is-forever", "/en/media-releases/half-year-results-2026", "/en/stories/contacts"} {
		if n := strings.Count(body, "<loc>http://localhost"+path+"</loc>"); n != 1 {
			t.Errorf("%s is listed %d times", path, n)
		}
	}
	for _, path := range []string{"the-next-alpha", "/ja/stories/orange-cables<"} {
		if strings.Contains(body, path) {
			t.Errorf("%s is listed", path)
		}
	}
}
