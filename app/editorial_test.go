package app_test

import (
	"encoding/xml"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"
)

// TestEditorialResolutions: URLs of stories and media releases, with the client's own operations and the sample
// content.
//
// Rules: FEED-8, FEED-9, URL-17, URL-23, URL-24.
func TestEditorialResolutions(t *testing.T) {
	s := sampleSite(t)
	for _, test := range []struct {
		name, path string
		status     int
		contains   string
	}{
		{"the overview", "/en/stories", 200, `"__typename":"StoryOverview"`},
		{"a filter", "/en/stories?topic=crimping&videos=true", 200, `"total":1`},
		{"a filter without results", "/en/stories?topic=none", 200, `"total":0`},
		{"a page beyond the last", "/en/stories?page=99", 200, `"previousUrl":"/en/stories"`},
		{"a story", "/en/stories/a-crimp-is-forever", 200, `"title":"A crimp is for ever"`},
		{"a story in a language of its own", "/ja/stories/a-crimp-is-forever", 200, `"title":"圧着は永遠に"`},
		{"a story in a language that it lacks", "/hu/stories/orange-cables", 200, `"isLanguageFallback":true`},
		{"a story on a brand's site", "/en/cirris/stories/orange-cables", 200,
			`"canonicalUrl":"http://localhost/en/stories/orange-cables"`},
		{"the list of contacts", "/en/stories/contacts", 200, `"__typename":"StoryContactOverview"`},
		{"somebody", "/en/stories/contacts/kenji-arata", 200, `"name":"Kenji Arata"`},
		{"no contact", "/en/stories/contacts/none", 404, "Page not found: /en/stories/contacts/none"},
		{"below a story", "/en/stories/orange-cables/more", 404, ""},
		{"a draft", "/en/stories/the-next-alpha", 404, ""},
		{"the releases", "/en/media-releases?adhoc=true&from=2026-01-01&to=2026-12-31", 200, `"total":4`},
		{"a release", "/de/media-releases/half-year-results-2026", 200,
			`"title":"Halbjahr 2026: Marge verbessert"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			answer, body := s.get(t, "localhost", test.path, "Accept-Language", "en")
			if answer.StatusCode != test.status {
				t.Errorf("got %d, want %d", answer.StatusCode, test.status)
			}
			if !strings.Contains(strings.ReplaceAll(body, `\u0026`, "&"), test.contains) {
				t.Errorf("%q is missing", test.contains)
			}
		})
	}
}

// TestFeeds: Atom and RSS (FEED-17).
//
// Rules: FEED-9, FEED-17.
func TestFeeds(t *testing.T) {
	s := sampleSite(t)
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
//
// Rules: FEED-16.
func TestCalendarFiles(t *testing.T) {
	s := sampleSite(t)
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
	// A calendar replaces an event that it contains already by the version with the higher sequence number.
	for property, want := range map[ics.ComponentProperty]string{
		ics.ComponentPropertyUniqueId:     `^.+@strand$`,
		ics.ComponentPropertyUrl:          `^http://localhost/de-ch/productronica$`,
		ics.ComponentPropertySequence:     `^\d+$`,
		ics.ComponentPropertyLastModified: `^\d{8}T\d{6}Z$`,
		ics.ComponentPropertyDtstamp:      `^\d{8}T\d{6}Z$`,
	} {
		got := event.GetProperty(property)
		if got == nil || !regexp.MustCompile(want).MatchString(got.Value) {
			t.Errorf("%s: %v, want %s", property, got, want)
		}
	}
	for _, path := range []string{"/api/events/nothing.ics", "/api/events/productronica-2026"} {
		if answer, _ := s.get(t, "localhost", path); answer.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", path, answer.StatusCode)
		}
	}
}

// TestFeeds_Valid: the rules of the feed validator (RFC 4287, RSS 2.0).
//
// Rules: FEED-17.
func TestFeeds_Valid(t *testing.T) {
	s := sampleSite(t)
	type link struct {
		Href string `xml:"href,attr"`
		Rel  string `xml:"rel,attr"`
	}
	isAbsolute := func(rawURL string) bool {
		u, err := url.Parse(rawURL)
		return err == nil && u.IsAbs()
	}
	for area, language := range map[string]string{
		"/en/stories": "en", "/de-ch/stories": "de-CH", "/zh-tw/stories": "zh-Hans", "/ja/media-releases": "ja",
	} {
		_, body := s.get(t, "localhost", area+"/feed.xml")
		var atom struct {
			XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
			Lang    string   `xml:"http://www.w3.org/XML/1998/namespace lang,attr"`
			Title   string   `xml:"title"`
			ID      string   `xml:"id"`
			Updated string   `xml:"updated"`
			Links   []link   `xml:"link"`
			Author  string   `xml:"author>name"`
			Entries []struct {
				ID        string `xml:"id"`
				Title     string `xml:"title"`
				Updated   string `xml:"updated"`
				Published string `xml:"published"`
				Links     []link `xml:"link"`
			} `xml:"entry"`
		}
		if err := xml.Unmarshal([]byte(body), &atom); err != nil {
			t.Fatal(err)
		}
		wantLinks := []link{{"http://localhost" + area, "alternate"}, {"http://localhost" + area + "/feed.xml", "self"}}
		if !slices.Equal(atom.Links, wantLinks) || atom.Title == "" || atom.Author == "" || !isAbsolute(atom.ID) {
			t.Errorf("%s: %+v", area, atom)
		}
		if atom.Lang != language {
			t.Errorf("%s: language %q", area, atom.Lang)
		}
		latest, ids := time.Time{}, map[string]bool{}
		for _, e := range atom.Entries {
			updated, err := time.Parse(time.RFC3339, e.Updated)
			published, err2 := time.Parse(time.RFC3339, e.Published)
			if err != nil || err2 != nil || updated.Before(published) || e.Title == "" || ids[e.ID] ||
				!isAbsolute(e.ID) || len(e.Links) != 1 || !isAbsolute(e.Links[0].Href) {
				t.Errorf("%s: %+v", area, e)
			}
			ids[e.ID] = true
			if updated.After(latest) {
				latest = updated
			}
		}
		updated, err := time.Parse(time.RFC3339, atom.Updated)
		if err != nil || !updated.Equal(latest) || len(ids) == 0 {
			t.Errorf("%s: updated %s, the latest of %d entries %s", area, atom.Updated, len(ids), latest)
		}

		_, body = s.get(t, "localhost", area+"/rss.xml")
		var rss struct {
			Version string `xml:"version,attr"`
			Channel struct {
				// The links of the channel: its own, and that of Atom to the document.
				Links []struct {
					XMLName xml.Name
					Text    string `xml:",chardata"`
					link
				} `xml:"link"`
				Title          string  `xml:"title"`
				Description    string  `xml:"description"`
				Language       string  `xml:"language"`
				LastBuildDate  string  `xml:"lastBuildDate"`
				ManagingEditor *string `xml:"managingEditor"`
				Items          []struct {
					Title   string  `xml:"title"`
					Link    string  `xml:"link"`
					PubDate string  `xml:"pubDate"`
					Author  *string `xml:"author"`
					Creator string  `xml:"http://purl.org/dc/elements/1.1/ creator"`
					GUID    struct {
						Text        string `xml:",chardata"`
						IsPermaLink string `xml:"isPermaLink,attr"`
					} `xml:"guid"`
				} `xml:"item"`
			} `xml:"channel"`
		}
		if err := xml.Unmarshal([]byte(body), &rss); err != nil {
			t.Fatal(err)
		}
		c := rss.Channel
		if rss.Version != "2.0" || c.Title == "" || c.Description == "" || c.ManagingEditor != nil ||
			!strings.EqualFold(c.Language, atom.Lang) {
			t.Errorf("%s: %+v", area, c)
		}
		if _, err := time.Parse(time.RFC1123Z, c.LastBuildDate); err != nil {
			t.Errorf("%s: %v", area, err)
		}
		if len(c.Links) != 2 || c.Links[0].Text != "http://localhost"+area || c.Links[1].Rel != "self" ||
			c.Links[1].Href != "http://localhost"+area+"/rss.xml" ||
			c.Links[1].XMLName.Space != "http://www.w3.org/2005/Atom" {
			t.Errorf("%s: links %+v", area, c.Links)
		}
		if len(c.Items) != len(atom.Entries) {
			t.Fatalf("%s: %d items, %d entries", area, len(c.Items), len(atom.Entries))
		}
		for i, item := range c.Items {
			_, err := time.Parse(time.RFC1123Z, item.PubDate)
			if err != nil || item.Author != nil || item.GUID.Text != atom.Entries[i].ID ||
				item.GUID.IsPermaLink != "false" || item.Title == "" || !isAbsolute(item.Link) {
				t.Errorf("%s: %+v", area, item)
			}
		}
		if area == "/en/stories" && c.Items[0].Creator == "" {
			t.Error("a story has no author")
		}
	}
}
