package app_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"strand/test/polltest"
)

// TestRedirects: a redirect that depends on the visitor is stored by no cache, any other permanent one is (URL-39).
// A changed page reaches links.
//
// Rules: CACHE-6, URL-24, URL-27, URL-39, URL-41, URL-45.
func TestRedirects(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(testContent)); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "cms/redirects.yaml")
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(old, `
- { previousUrl: /sitemap, target: { path: /sitemap.xml } }
- { previousUrl: /mykomax/former, target: { path: /mykomax/tickets/list } }
- { previousUrl: /mykomax/itself, target: { path: /mykomax/itself } }
- { previousUrl: /style-guide/former, target: { path: /style-guide/buttons } }
- { previousUrl: /a, target: { path: /company/about } }
- { previousUrl: "/a#team", target: { path: /company } }
- { previousUrl: "/none#team", target: { path: /company } }
`...), 0o600); err != nil {
		t.Fatal(err)
	}
	operations := []string{
		screenOperation, webhookSecret, "STRAND_GEO_HEADER=X-Country", "STRAND_TRUSTED_PROXIES=127.0.0.0/8",
	}
	for _, name := range []string{"CatalogScreen", "PortalScreen"} {
		operations = append(operations, strings.Replace(screenOperation, "ContentScreen", name, 1))
	}
	s := startWith(t, dir, operations...)
	const uncached, cached = "private, no-store", "public, max-age=300"
	for _, test := range []struct {
		name, path   string
		headers      []string
		status       int
		location     string
		cacheControl string
		isPerVisitor bool
	}{
		{"an editorial redirect in German", "/old", []string{"Accept-Language", "de"},
			301, "/de/company/about", uncached, true},
		{"an editorial redirect in Japanese", "/old", []string{"Accept-Language", "ja"},
			301, "/ja/company/about", uncached, true},
		{"an editorial redirect by the cookie", "/old",
			[]string{"Accept-Language", "ja", "Cookie", "strand-locale-main=fr-CH"},
			301, "/fr-ch/company/about", uncached, true},
		{"an editorial redirect by the country", "/old", []string{"Accept-Language", "de", "X-Country", "CH"},
			301, "/de-ch/company/about", uncached, true},
		{"with a query", "/old?id=1", []string{"Accept-Language", "de"}, 301, "/de/about?from=old", uncached, true},
		{"to a product", "/machine", []string{"Accept-Language", "de"},
			301, "/de/products/crimping/fully-automatic/alpha-530", uncached, true},
		{"to another host", "/away", []string{"Accept-Language", "de"},
			301, "https://example.com/away", cached, false},
		{"to a file of the server", "/sitemap", []string{"Accept-Language", "de"},
			301, "/sitemap.xml", cached, false},
		{"with a locale", "/en/old", []string{"Accept-Language", "de"}, 301, "/en/company/about", cached, false},
		{"a trailing slash", "/en/company/", []string{"Accept-Language", "de"}, 301, "/en/company", cached, false},
		{"a trailing slash without a locale", "/company/", []string{"Accept-Language", "de"},
			301, "/company", cached, false},
		{"a page in capitals", "/en/Company", []string{"Accept-Language", "de"}, 301, "/en/company", cached, false},
		{"a page in capitals without a locale", "/Company", []string{"Accept-Language", "de"},
			302, "/de/company", uncached, true},
		{"another path in the catalogue", "/en/products/alpha-530", []string{"Accept-Language", "de"},
			301, "/en/products/crimping/fully-automatic/alpha-530", cached, false},
		{"another path in the catalogue without a locale", "/products/alpha-530", []string{"Accept-Language", "de"},
			302, "/de/products/alpha-530", uncached, true},
		{"no locale", "/company", []string{"Accept-Language", "de"}, 302, "/de/company", uncached, true},
		{"a page id", "/?pageId=main-about", []string{"Accept-Language", "ja"},
			302, "/ja/company/about", uncached, true},
		{"a page id in the style guide", "/style-guide?pageId=main-about", []string{"Accept-Language", "de"},
			302, "/de/company/about", uncached, true},
		{"a page id in a file", "/robots.txt?pageId=main-about", []string{"Accept-Language", "de"},
			302, "/de/company/about", uncached, true},
		{"a page id in a file that does not exist", "/images/original/none?pageId=main-about",
			[]string{"Accept-Language", "de"}, 302, "/de/company/about", uncached, true},
		{"a page id in a feed", "/de/stories/feed.xml?pageId=main-about", nil,
			302, "/de/company/about", uncached, true},
		{"a locale in capitals", "/EN", []string{"Accept-Language", "de"}, 301, "/en", cached, false},
	} {
		for range 2 {
			response, _ := s.get(t, "localhost:8080", test.path, test.headers...)
			vary := strings.Join(response.Header.Values("Vary"), ", ")
			if response.StatusCode != test.status || response.Header.Get("Location") != test.location ||
				response.Header.Get("Cache-Control") != test.cacheControl {
				t.Errorf("%s: %d %q, %q", test.name, response.StatusCode, response.Header.Get("Location"),
					response.Header.Get("Cache-Control"))
			}
			for _, name := range []string{"Accept-Language", "Cookie", "X-Country"} {
				if test.isPerVisitor && !strings.Contains(vary, name) {
					t.Errorf("%s: Vary %q lacks %s", test.name, vary, name)
				}
			}
		}
	}
	// The data of the app's own navigation.
	for _, language := range []string{"de", "ja"} {
		response, body := s.get(t, "localhost:8080", "/old/_payload.json", "Accept-Language", language)
		var payload struct {
			Data struct {
				Resolve struct{ Location string }
			}
		}
		if err := json.Unmarshal([]byte(body), &payload); err != nil {
			t.Fatal(err)
		}
		if want := "/" + language + "/company/about"; payload.Data.Resolve.Location != want ||
			response.Header.Get("Cache-Control") != uncached {
			t.Errorf("payload: %q %v, want %q", payload.Data.Resolve.Location, response.Header, want)
		}
	}
	// The graph.
	const query = "/graphql?query=%7Bresolve(url:%22http://localhost/old%22)" +
		"%7B...on%20RedirectResolution%7Blocation%7D%7D%7D"
	for _, language := range []string{"de", "ja"} {
		response, body := s.get(t, "localhost:8080", query, "Accept-Language", language)
		var answer struct {
			Data struct {
				Resolve struct{ Location string }
			}
		}
		if err := json.Unmarshal([]byte(body), &answer); err != nil {
			t.Fatal(err, body)
		}
		if want := "/" + language + "/company/about"; answer.Data.Resolve.Location != want ||
			response.Header.Get("Cache-Control") != uncached {
			t.Errorf("graph: %q %q, want %q", answer.Data.Resolve.Location, response.Header.Get("Cache-Control"), want)
		}
	}
	// A page that is not found is shown in the visitor's language.
	response, _ := s.get(t, "localhost:8080", "/nothing", "Accept-Language", "de")
	if response.StatusCode != http.StatusNotFound || response.Header.Get("Cache-Control") != uncached ||
		response.Header.Get("Content-Language") != "de" {
		t.Errorf("not found: %d %v", response.StatusCode, response.Header)
	}

	// Everything that has a path can have a redirect or the id of a page.
	for _, test := range []struct {
		path     string
		status   int
		location string
	}{
		{"/style-guide/former", 301, "/style-guide/buttons"},
		{"/style-guide/none", 404, ""},
		{"/style-guide/x?pageId=wire-about", 302, "http://wire.localhost:8080/en/about"},
		{"/style-guide/buttons?pageId=none", 200, ""},
		{"/robots.txt?pageId=none", 200, ""},
		{"/graphql?pageId=wire-about", 400, ""},
		{"/api/none?pageId=wire-about", 404, ""},
		{"/healthz?pageId=wire-about", 200, ""},
		{"/callback?pageId=wire-about", 200, ""},
		{"/en/mykomax/former", 301, "/en/mykomax/tickets/list"},
		{"/en/mykomax/itself", 404, ""},
		{"/en/mykomax/none", 404, ""},
		{"/en/mykomax/tickets/list", 200, ""},
	} {
		response, _ := s.get(t, "localhost:8080", test.path)
		if response.StatusCode != test.status || response.Header.Get("Location") != test.location {
			t.Errorf("%s: %d %q", test.path, response.StatusCode, response.Header.Get("Location"))
		}
	}
	// The redirects are read once, whatever is not found, and after a change.
	s.cmsCalls.Store(0)
	for _, path := range []string{"/en/nothing", "/en/nothing-else?a=b", "/en/old"} {
		s.status(t, path)
	}
	s.webhook(t, "cms", "SystemRedirect", "redirect-1")
	s.status(t, "/en/nothing")
	if calls := s.cmsCalls.Load(); calls != 1 {
		t.Errorf("%d calls of the CMS after a redirect was changed, want 1", calls)
	}

	// Where an address leads with a hash, no request tells. A browser gets a document that redirects with it; for all
	// others the address redirects.
	navigation := []string{"Sec-Fetch-Dest", "document"}
	for _, test := range []struct {
		name, path  string
		headers     []string
		status      int
		location    string
		isUncached  bool
		hasRedirect bool
	}{
		{"a browser", "/en/a", navigation, 200, "", true, true},
		{"a crawler", "/en/a", nil, 301, "/en/company/about", true, false},
		{"a script", "/en/a", []string{"Sec-Fetch-Dest", "empty"}, 301, "/en/company/about", true, false},
		{"a browser, without a locale", "/a", navigation, 200, "", true, true},
		{"a browser, without redirects for hashes", "/en/old", navigation, 301, "/en/company/about", false, false},
		{"a browser, with redirects for hashes only", "/en/none", navigation, 404, "", false, false},
	} {
		for range 2 {
			response, body := s.get(t, "localhost:8080", test.path, test.headers...)
			if response.StatusCode != test.status || response.Header.Get("Location") != test.location ||
				test.isUncached && response.Header.Get("Cache-Control") != "private, no-store" {
				t.Errorf("%s: %d %v", test.name, response.StatusCode, response.Header)
			}
			if strings.Contains(body, `<noscript><meta http-equiv="refresh" content="0;url=`) != test.hasRedirect ||
				test.hasRedirect && response.Header.Get("X-Robots-Tag") != "noindex" {
				t.Errorf("%s: %v %s", test.name, response.Header, body)
			}
		}
	}
	s.purgePage(t, dir)
}

// purgePage: the change of a page purges only its own documents, and its new slug reaches the links of all other
// pages.
func (s *strand) purgePage(t *testing.T, dir string) {
	t.Helper()
	paths := []string{"/en", "/en/company", "/en/company/about", "/de"}
	for _, path := range paths {
		if status := s.status(t, path); status != http.StatusOK {
			t.Fatalf("%s: %d", path, status)
		}
	}
	s.cmsCalls.Store(0)
	s.webhook(t, "cms", "Page", "main-about")
	// One call checks whether the navigation has changed, one loads the changed page, also if it is made again before a
	// visitor asks for it.
	for _, path := range paths {
		s.status(t, path)
	}
	if n := s.cmsCalls.Load(); n > 2 {
		t.Errorf("%d calls for one changed page", n)
	}

	link := func() string {
		_, body := s.get(t, "localhost", "/en")
		var data struct {
			Resolve struct {
				Page struct {
					Modules []struct{ Links []struct{ URL string } }
				}
			}
		}
		if err := json.Unmarshal(stateOf(t, body).Data, &data); err != nil || len(data.Resolve.Page.Modules) == 0 {
			t.Fatalf("%v %.300s", err, body)
		}
		return data.Resolve.Page.Modules[0].Links[0].URL
	}
	before := link()
	file := filepath.Join(dir, "cms", "sites", "main", "pages", "about", "en.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(
		file, []byte(strings.Replace(string(text), "title:", "slug: who-we-are\ntitle:", 1)), 0o600,
	); err != nil {
		t.Fatal(err)
	}
	// The CMS notices the changed file after its watch interval.
	polltest.Until(t, "the links have the new slug instead of "+before, func() bool {
		s.webhook(t, "cms", "Page", "main-about")
		return link() == "/en/company/who-we-are"
	})
}
