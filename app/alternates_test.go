package app_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"strand/domain/site"
)

// versionsOf is what a page says about its canonical URL and its alternates.
type versionsOf struct {
	CanonicalURL      string
	AlternateVersions []struct{ Hreflang, URL string }
}

const versionsQuery = `query Versions($url: String!) { resolve(url: $url) { __typename ... on PageResolution {
	page { canonicalUrl alternateVersions { hreflang url } }
	catalog { ... on Product { ...P } ... on CatalogPage { classification { ...C } } }
	stories { ... on Story { ...S } ... on StoryContact { ...A } }
	mediaReleases { ... on MediaRelease { ...M } } } } }
	fragment P on Product { canonicalUrl alternateVersions { hreflang url } }
	fragment C on Classification { canonicalUrl alternateVersions { hreflang url } }
	fragment S on Story { canonicalUrl alternateVersions { hreflang url } }
	fragment A on StoryContact { canonicalUrl alternateVersions { hreflang url } }
	fragment M on MediaRelease { canonicalUrl alternateVersions { hreflang url } }`

// versions reads the canonical URL and the alternates of the page at a URL.
func (s *strand) versions(t *testing.T, url string) *versionsOf {
	t.Helper()
	_, answer := post[struct {
		Resolve struct {
			Page, Stories, MediaReleases *versionsOf
			Catalog                      *struct {
				versionsOf
				Classification *versionsOf
			}
		}
	}](t, s, versionsQuery, map[string]any{"url": url})
	if len(answer.Errors) > 0 {
		t.Fatalf("%s: %v", url, answer.Errors)
	}
	found := answer.Data.Resolve
	switch catalog := found.Catalog; {
	case catalog != nil && catalog.Classification != nil:
		return catalog.Classification
	case catalog != nil && catalog.CanonicalURL != "":
		return &catalog.versionsOf
	}
	for _, v := range []*versionsOf{found.Stories, found.MediaReleases, found.Page} {
		if v != nil && v.CanonicalURL != "" {
			return v
		}
	}
	return nil
}

// TestSitemap_IsConsistent: every URL of the sitemaps of all hosts is listed once and with itself; all its alternates
// are listed with the same alternates. A sample of each kind of page is found, is canonical, and names the same
// alternates (URL-38, PAGE-31).
//
// Rules: PAGE-31, URL-38.
func TestSitemap_IsConsistent(t *testing.T) {
	t.Parallel()
	s := sampleSite(t)
	for _, host := range []string{"localhost", "komax.localhost", "schleuniger.localhost", "wustec.localhost"} {
		t.Run(host, func(t *testing.T) {
			entries := s.sitemapOf(t, host)
			byURL := map[string]sitemapEntry{}
			for _, e := range entries {
				if _, isListed := byURL[e.Location]; isListed {
					t.Errorf("%s is listed twice", e.Location)
				}
				byURL[e.Location] = e
			}
			for _, e := range entries {
				hasItself, hasDefault := false, false
				for _, link := range e.Links {
					hasItself = hasItself || link.Href == e.Location && link.Hreflang != site.DefaultHreflang
					hasDefault = hasDefault || link.Hreflang == site.DefaultHreflang
					if other, ok := byURL[link.Href]; !ok || !slices.Equal(other.alternates(), e.alternates()) {
						t.Errorf("%s: the alternate %s does not link back", e.Location, link.Href)
					}
				}
				if !hasItself || !hasDefault {
					t.Errorf("%s is not one of its alternates, or has no default", e.Location)
				}
				if _, err := time.Parse(time.RFC3339, e.LastModified); e.LastModified != "" && err != nil {
					t.Errorf("%s: %v", e.Location, err)
				}
			}
			s.checkSample(t, host, entries)
		})
	}
}

// checkSample checks every 17th entry, and the first one below each path of two segments.
func (s *strand) checkSample(t *testing.T, host string, entries []sitemapEntry) {
	t.Helper()
	kinds := map[string]bool{}
	for i, e := range entries {
		u, err := url.Parse(e.Location)
		if err != nil {
			t.Fatal(err)
		}
		segments := strings.Split(u.Path, "/")
		kind := strings.Join(segments[min(2, len(segments)):min(4, len(segments))], "/")
		if kinds[kind] && i%17 != 0 {
			continue
		}
		kinds[kind] = true
		if response, _ := s.get(t, host, u.RequestURI()); response.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", e.Location, response.StatusCode)
			continue
		}
		v := s.versions(t, e.Location)
		if v == nil || v.CanonicalURL != e.Location {
			t.Errorf("%s is not canonical: %+v", e.Location, v)
			continue
		}
		var named []string
		for _, a := range v.AlternateVersions {
			named = append(named, a.Hreflang+" "+a.URL)
		}
		slices.Sort(named)
		if !slices.Equal(named, e.alternates()) {
			t.Errorf("%s: alternates %q, in the sitemap %q", e.Location, named, e.alternates())
		}
	}
}

// TestSitemap_Content: classifications and products are listed in the languages of their descriptions, pages for some
// countries in their locales, and pages with the product of another page not at all.
//
// Rules: CAT-45, URL-38.
func TestSitemap_Content(t *testing.T) {
	s := sampleSite(t)
	listed := map[string]sitemapEntry{}
	for _, e := range s.sitemapOf(t, "localhost") {
		listed[strings.TrimPrefix(e.Location, "http://localhost")] = e
	}
	for path, want := range map[string]bool{
		"/en/products/cutting-and-stripping":              true,
		"/de/products/cutting-and-stripping":              true,
		"/zh/products/cutting-and-stripping":              true,
		"/hu/products/crimping":                           true,
		"/en-us/products/cutting-and-stripping":           false,
		"/en/services/training/operator-courses/training": true,
		"/de/services/training/operator-courses/training": true,
		"/ja/services/training/operator-courses/training": true,
		"/de-ch/about/service-dach":                       true,
		"/de-at/about/service-dach":                       true,
		"/de/about/service-dach":                          false,
		"/en-us/about/service-dach":                       false,
		"/de-ch":                                          true,
		"/en":                                             true,
		"/en-us":                                          false,
		"/en/productronica":                               false,
		"/de/stories":                                     true,
		"/en/stories/orange-cables":                       true,
		"/ja/stories/orange-cables":                       false,
		"/ja/stories/a-crimp-is-forever":                  true,
		"/en/stories/the-next-alpha":                      false, // a draft
		"/en/media-releases/half-year-results-2026":       true,
		"/fr/stories":                                     false, // one of fifteen stories is in French
		"/hu/stories":                                     false,
		"/hu/stories/contacts":                            true,
		"/hu/media-releases":                              false,
		"/de/events":                                      true,
		"/hu/events":                                      true,
		"/hu/about":                                       true,
		"/en/products/crimping/fully-automatic-crimping/double-sided": true,
	} {
		if _, got := listed[path]; got != want {
			t.Errorf("%s is listed: %v", path, got)
		}
	}
	var alternates []string
	for _, language := range []string{"cs", "de", "en", "es", "fr", "hu", "ja", "pt", "ro", "sk"} {
		alternates = append(alternates, language+" http://localhost/"+language+"/products/cutting-and-stripping")
	}
	alternates = append(
		alternates,
		"x-default http://localhost/en/products/cutting-and-stripping",
		"zh-Hans http://localhost/zh/products/cutting-and-stripping",
	)
	if got := listed["/de/products/cutting-and-stripping"].alternates(); !slices.Equal(got, alternates) {
		t.Errorf("alternates %q", got)
	}
}

// TestLocaleSwitch_OtherCountry: a page that the chosen country does not have leads to the home page of the country.
//
// Rules: LOC-4.
func TestLocaleSwitch_OtherCountry(t *testing.T) {
	s := sampleSite(t)
	for query, want := range map[string]string{
		"locale=en-US&url=/en-ch/about/service-dach":   "/en-us",
		"locale=en&url=/en-ch/about/service-dach":      "/en",
		"locale=de-AT&url=/en-ch/about/service-dach":   "/de-at/about/service-dach",
		"locale=de-CH&url=/en/about/history?a=1":       "/de-ch/about/history?a=1",
		"locale=de&url=/en/nothing":                    "/de",
		"locale=de&url=/en/products/bench-presses":     "/de/products/bench-presses",
		"locale=de&url=/en/cirris/nothing":             "",
		"locale=es&url=/en/cirris/nothing":             "/es/cirris",
		"locale=en-US&url=/en/products/does/not/exist": "/en-us",
		// A number that was typed in one language is the same in the other.
		"locale=en&url=/es/products/crimping%3Fmin.output%3D7.200": "/en/products/crimping?min.output=7200",
	} {
		response, _ := s.get(t, "localhost", "/api/locale?"+strings.ReplaceAll(query, "?a=1", "%3Fa=1"))
		if got := response.Header.Get("Location"); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}

// TestDocument_Language: the document declares the language of its texts, and the locale separately (LOC-8).
//
// Rules: LOC-8.
func TestDocument_Language(t *testing.T) {
	s := sampleSite(t)
	for path, want := range map[string]string{
		"/zh-tw": `lang="zh-Hans" data-locale="zh-TW"`,
		"/zh":    `lang="zh-Hans" data-locale="zh"`,
		"/pt-pt": `lang="pt-BR" data-locale="pt-PT"`,
		"/de-ch": `lang="de-CH" data-locale="de-CH"`,
	} {
		response, body := s.get(t, "localhost", path)
		start, _, _ := strings.Cut(body, " data-theme")
		if _, tag, _ := strings.Cut(start, "<html "); tag != want {
			t.Errorf("%s: %s", path, tag)
		}
		language, _, _ := strings.Cut(strings.TrimPrefix(want, `lang="`), `"`)
		if got := response.Header.Get("Content-Language"); got != language {
			t.Errorf("%s: Content-Language %s", path, got)
		}
	}
}
