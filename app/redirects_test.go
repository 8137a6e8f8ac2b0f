package app_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// startWithRedirects starts a server with the test content and more editorial redirects.
func startWithRedirects(t *testing.T, redirects string, more ...string) *strand {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(testContent)); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "cms/redirects.yaml")
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(old, redirects...), 0o600); err != nil {
		t.Fatal(err)
	}
	operations := []string{screenOperation}
	for _, name := range []string{"CatalogScreen", "PortalScreen"} {
		operations = append(operations, strings.Replace(screenOperation, "ContentScreen", name, 1))
	}
	return startWith(t, dir, append(operations, more...)...)
}

// TestRedirects_Caching: a redirect that depends on the visitor is stored by no cache, any other permanent one is
// (URL-39).
//
// Rules: URL-39.
func TestRedirects_Caching(t *testing.T) {
	s := startWithRedirects(t, "- { previousUrl: /sitemap, target: { path: /sitemap.xml } }\n",
		"STRAND_GEO_HEADER=X-Country", "STRAND_TRUSTED_PROXIES=127.0.0.0/8")
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
}

// moreRedirects are redirects as editors type them.
const moreRedirects = `
- { previousUrl: "/%c3%bcberblick", target: { page: about } }
- { previousUrl: Old-Catalog/, target: { page: about } }
- { previousUrl: "https://wire.localhost/history", target: { page: history } }
- { previousUrl: /cabinet/former, target: { path: /about } }
- { previousUrl: /index.php, target: { page: company } }
- { previousUrl: "/index.php?id=12&L=1", target: { page: about } }
- { previousUrl: /old-careers, target: { path: /en/careers } }
- { previousUrl: /our-careers, target: { url: "http://localhost/careers?a=b#c" } }
- { previousUrl: /first, target: { path: /second } }
- { previousUrl: /second, target: { path: /en/third } }
- { previousUrl: /third, target: { path: "/Company?x=1" } }
- { previousUrl: /round, target: { path: /and-round } }
- { previousUrl: /and-round, target: { path: /and-once-more } }
- { previousUrl: /and-once-more, target: { url: "http://localhost/round/" } }
- { previousUrl: /chain-to-machine, target: { path: /machine } }
- { previousUrl: /short-product, target: { path: /products/alpha-530 } }
- { previousUrl: /trade, target: { page: trade-in } }
- { previousUrl: /mykomax/former, target: { path: /mykomax/tickets/list } }
- { previousUrl: /mykomax/itself, target: { path: /mykomax/itself } }
- { previousUrl: /mykomax/there, target: { path: /mykomax/back } }
- { previousUrl: /mykomax/back, target: { path: /mykomax/there } }
- { previousUrl: /style-guide/former, target: { path: /style-guide/buttons } }
- { previousUrl: /umlaut, target: { url: "https://müller.example/ü?q=a b|c" } }
- { previousUrl: /gone, target: { path: /not/there } }
`

// TestRedirects_Editors: redirects as editors type them lead to their page with one redirect, on all hosts and in all
// locales (URL-26 to URL-28, URL-42, URL-43).
//
// Rules: URL-24, URL-26, URL-27, URL-28, URL-41, URL-42, URL-43.
func TestRedirects_Editors(t *testing.T) {
	s := startWithRedirects(t, moreRedirects)
	for _, test := range []struct {
		name, host, path string
		status           int
		location         string
	}{
		{"lower hex in the source", "localhost:8080", "/en/%C3%BCberblick", 301, "/en/company/about"},
		{"lower hex in both", "localhost:8080", "/de/%c3%bcberblick", 301, "/de/company/about"},
		{"a decomposed letter", "localhost:8080", "/en/u%CC%88berblick", 301, "/en/company/about"},
		{"no slash, capitals", "localhost:8080", "/en/old-catalog", 301, "/en/company/about"},
		{"an unknown host", "unknown.example", "/en/OLD-CATALOG", 301, "/en/company/about"},
		{"another main host", "127.0.0.1:8080", "/en-ch/old-catalog", 301, "/en-ch/company/about"},
		{"a full URL", "wire.localhost:8080", "/en/history", 301, "http://localhost:8080/en/company/about/history"},
		{"a full URL below its host", "www.wire.localhost:8080", "/en/history", 301,
			"http://localhost:8080/en/company/about/history"},
		{"a full URL of another site", "localhost:8080", "/en/history", 404, ""},
		{"on a site with a slug", "localhost:8080", "/en/cabinet/former", 301, "/en/cabinet/about"},
		{"all parameters", "localhost:8080", "/en/index.php?L=1&utm_source=x&id=12", 301,
			"/en/company/about?utm_source=x"},
		{"some parameters", "localhost:8080", "/en/index.php?id=12", 301, "/en/company?id=12"},
		{"to a path with a locale", "localhost:8080", "/de/old-careers", 301, "/en/careers"},
		{"to a URL of the own host", "localhost:8080", "/de/our-careers?a=2&d=3", 301,
			"http://localhost:8080/de/careers?a=b&d=3#c"},
		{"a chain", "localhost:8080", "/de/first", 301, "/en/company?x=1"},
		{"a loop of three", "localhost:8080", "/en/round", 404, ""},
		{"a loop, entered elsewhere", "localhost:8080", "/de/and-once-more?x=1", 404, ""},
		{"a loop without a locale", "localhost:8080", "/and-round", 404, ""},
		{"a chain to a product", "localhost:8080", "/en/chain-to-machine", 301,
			"/en/products/crimping/fully-automatic/alpha-530"},
		{"a chain through the catalogue", "localhost:8080", "/en/short-product", 301,
			"/en/products/crimping/fully-automatic/alpha-530"},
		{"to a page of another country", "localhost:8080", "/de/trade", 301, "/en-us/company/trade-in"},
		{"below the portal", "localhost:8080", "/en/MyKomax/former", 301, "/en/mykomax/tickets/list"},
		{"a loop below the portal", "localhost:8080", "/en/mykomax/there", 404, ""},
		{"to itself below the portal", "localhost:8080", "/en/mykomax/itself", 404, ""},
		{"an unknown page of the portal", "localhost:8080", "/en/mykomax/none", 404, ""},
		{"a page of the portal", "localhost:8080", "/en/mykomax/tickets/list", 200, ""},
		{"below the style guide", "localhost:8080", "/style-guide/former", 301, "/style-guide/buttons"},
		{"not below the style guide", "localhost:8080", "/style-guide/none", 404, ""},
		{"to a typed URL", "localhost:8080", "/en/umlaut?utm=ü", 301,
			"https://xn--mller-kva.example/%C3%BC?q=a%20b%7Cc&utm=%C3%BC"},
		{"to nothing", "localhost:8080", "/en/gone", 301, "/en/not/there"},
		{"a query with characters that need an escape", "localhost:8080", "/en/company/?q=|%22", 301,
			"/en/company?q=%7C%22"},
		{"the catalogue in capitals", "localhost:8080", "/en/Products/Crimping?a=b", 301, "/en/products/crimping?a=b"},
		{"a product in capitals", "localhost:8080", "/en/products/Alpha-530", 301,
			"/en/products/crimping/fully-automatic/alpha-530"},
		{"the catalogue in capitals, unknown", "localhost:8080", "/en/Products/Nothing", 404, ""},
		{"a page id in an unknown page of the style guide", "localhost:8080", "/style-guide/x?pageId=wire-about", 302,
			"http://wire.localhost:8080/en/about"},
		{"an unknown page id in the style guide", "localhost:8080", "/style-guide/buttons?pageId=none", 200, ""},
		{"an unknown page id in a file", "localhost:8080", "/robots.txt?pageId=none", 200, ""},
		{"a page id for the graph", "localhost:8080", "/graphql?pageId=wire-about", 400, ""},
		{"a page id for an interface", "localhost:8080", "/api/none?pageId=wire-about", 404, ""},
		{"a page id for a probe", "localhost:8080", "/healthz?pageId=wire-about", 200, ""},
		{"a page id in the answer of a login", "localhost:8080", "/callback?pageId=wire-about", 200, ""},
		{"locale and slug in capitals with a slash", "localhost:8080", "/En/Cabinet/", 301, "/en/cabinet"},
	} {
		t.Run(test.name, func(t *testing.T) {
			response, _ := s.get(t, test.host, strings.ReplaceAll(test.path, "ü", "\u00fc"))
			if response.StatusCode != test.status || response.Header.Get("Location") != test.location {
				t.Errorf("%s: got %d %q, want %d %q", test.path, response.StatusCode, response.Header.Get("Location"),
					test.status, test.location)
			}
			if location, isOwn := strings.CutPrefix(response.Header.Get("Location"), "http://localhost:8080"); isOwn ||
				strings.HasPrefix(location, "/") && test.host == "localhost:8080" {
				if next, _ := s.get(t, "localhost:8080", location); next.StatusCode >= 300 && next.StatusCode < 400 {
					t.Errorf("%s: %s redirects to %s", test.path, location, next.Header.Get("Location"))
				}
			}
		})
	}
}

// TestRedirects_Calls: the redirects are read once, whatever is not found.
//
// Rules: URL-27.
func TestRedirects_Calls(t *testing.T) {
	s := startWithRedirects(t, moreRedirects, webhookSecret)
	if status := s.status(t, "/en"); status != http.StatusOK {
		t.Fatal(status)
	}
	s.cmsCalls.Store(0)
	for _, path := range []string{"/en/first", "/en/nothing", "/en/nothing-else?a=b", "/en/round"} {
		s.status(t, path)
	}
	if calls := s.cmsCalls.Load(); calls != 1 {
		t.Errorf("%d calls of the CMS, want 1", calls)
	}
	s.webhook(t, "cms", "SystemRedirect", "redirect-1")
	s.status(t, "/en/nothing")
	if calls := s.cmsCalls.Load(); calls != 2 {
		t.Errorf("%d calls of the CMS after a redirect was changed, want 2", calls)
	}
}

// TestRedirects_Hashes: the answers for an address say where it leads with a hash, which no request has. A browser gets
// a document that redirects with it; for all others the address redirects.
//
// Rules: URL-27, URL-28, URL-42, URL-45.
func TestRedirects_Hashes(t *testing.T) {
	s := startWithRedirects(t, `
- { previousUrl: /a, target: { path: /company/about } }
- { previousUrl: "/a#team", target: { path: /company } }
- { previousUrl: "/a#über uns", target: { path: "/company#top" } }
- { previousUrl: /to-a, target: { path: /a } }
- { previousUrl: "/none#team", target: { path: /company } }
- { previousUrl: "/loop#x", target: { path: "/loop#x" } }
`)
	type hashLocation struct{ Hash, Location string }
	for path, want := range map[string]struct {
		typename, location string
		hashes             []hashLocation
	}{
		"/en/a": {"RedirectResolution", "/en/company/about",
			[]hashLocation{{"team", "/en/company"}, {"über uns", "/en/company#top"}}},
		"/en/a?utm_source=x": {"RedirectResolution", "/en/company/about?utm_source=x",
			[]hashLocation{{"team", "/en/company?utm_source=x"}, {"über uns", "/en/company?utm_source=x#top"}}},
		"/en/to-a": {"RedirectResolution", "/en/company/about",
			[]hashLocation{{"team", "/en/company"}, {"über uns", "/en/company#top"}}},
		"/en/none": {"NotFoundResolution", "", []hashLocation{{"team", "/en/company"}}},
		"/en/loop": {"NotFoundResolution", "", nil},
		"/en/old":  {"RedirectResolution", "/en/company/about", nil},
	} {
		base, query, _ := strings.Cut(path, "?")
		_, body := s.get(t, "localhost:8080", base+"/_payload.json?"+query)
		var payload struct {
			Data struct {
				Resolve struct {
					Typename      string `json:"__typename"`
					Location      string
					HashLocations []hashLocation
				}
			}
		}
		if err := json.Unmarshal([]byte(body), &payload); err != nil {
			t.Fatal(path, err, body)
		}
		got := payload.Data.Resolve
		if got.Typename != want.typename || got.Location != want.location ||
			!slices.Equal(got.HashLocations, want.hashes) {
			t.Errorf("%s: %+v, want %+v", path, got, want)
		}
	}
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
}
