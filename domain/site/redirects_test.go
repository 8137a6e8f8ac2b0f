package site

import (
	"strings"
	"testing"
)

// TestRedirectTable_Find checks that an editorial redirect is found in every spelling of its previous URL and of the
// requested one, and that the most specific one is used (URL-27).
//
// Rules: URL-27.
func TestRedirectTable_Find(t *testing.T) {
	d := newTestDirectory(t)
	for _, test := range []struct {
		name, sources, url, want string
	}{
		{"the path", "/old", "http://localhost/en/old", "/old"},
		{"the path without a locale", "/old", "http://localhost/old", "/old"},
		{"a part of the path", "/ol /older /old/er", "http://localhost/en/old", ""},
		{"letter case", "/Old-Catalog", "http://localhost/en/old-catalog", "/Old-Catalog"},
		{"letter case of the request", "/old", "http://localhost/en/OLD", "/old"},
		{"no slash at the beginning", "old/page", "http://localhost/en/old/page", "old/page"},
		{"a slash at the end", "/old/", "http://localhost/en/old", "/old/"},
		{"slashes twice", "//old//page/", "http://localhost/en/old/page", "//old//page/"},
		{"lower hex", "/%c3%bcberblick", "http://localhost/en/%C3%BCberblick", "/%c3%bcberblick"},
		{"upper hex", "/%C3%BCberblick", "http://localhost/en/%c3%bcberblick", "/%C3%BCberblick"},
		{"decoded", "/Überblick", "http://localhost/en/%C3%BCberblick", "/Überblick"},
		{"decomposed in the request", "/überblick", "http://localhost/en/u%CC%88berblick", "/überblick"},
		{"decomposed in the source", "/u\u0308berblick", "http://localhost/en/%C3%BCberblick", "/u\u0308berblick"},
		{"an escape that none needs", "/o%6Cd", "http://localhost/en/old", "/o%6Cd"},
		{"a broken escape", "/100%", "http://localhost/en/100%25", "/100%"},
		{"a full URL", "http://localhost/old", "http://localhost:8080/en/old", "http://localhost/old"},
		{"a full URL with https", "https://localhost/old/", "http://localhost:8080/en/old", "https://localhost/old/"},
		{"a host without a scheme", "localhost/old", "http://localhost/en/old", "localhost/old"},
		{"a full URL below a configured host", "https://www.komax.localhost/old", "http://komax.localhost/en/old",
			"https://www.komax.localhost/old"},
		{"a full URL of another site", "http://komax.localhost/old", "http://localhost/en/old", ""},
		{"a full URL of another host", "https://example.com/old", "http://localhost/en/old", ""},
		{"a path on a site with its own domain", "/old", "http://komax.localhost/en/old", "/old"},
		{"a path does not hold on sites with a slug", "/old", "http://localhost/en/cirris/old", ""},
		{"a path with a slug", "/cirris/old", "http://localhost/en/cirris/old", "/cirris/old"},
		{"a path with a slug in capitals", "/Cirris/Old", "http://localhost/en/cirris/old", "/Cirris/Old"},
		{"a path with a slug on another site", "/cirris/old", "http://komax.localhost/en/old", ""},
		{"a locale and a slug", "/en/cirris/old", "http://localhost/en/cirris/old", "/en/cirris/old"},
		{"a full URL with locale and slug", "http://localhost/en/cirris/old", "http://127.0.0.1/en/cirris/old",
			"http://localhost/en/cirris/old"},
		{"a locale", "/en/old", "http://localhost/en/old", "/en/old"},
		{"a locale in capitals", "/EN/old", "http://localhost/en/old", "/EN/old"},
		{"another locale", "/de/old", "http://localhost/en/old", ""},
		{"a locale, and a request without one", "/en/old", "http://localhost/old", ""},
		{"the locale is more specific", "/old /en/old", "http://localhost/en/old", "/en/old"},
		{"the site is more specific", "/old http://localhost/old", "http://localhost/en/old", "http://localhost/old"},
		{"parameters in another order", "/i.php /i.php?id=12&L=1", "http://localhost/en/i.php?L=1&id=12",
			"/i.php?id=12&L=1"},
		{"other parameters are ignored", "/i.php /i.php?id=12&L=1", "http://localhost/i.php?id=12&utm_source=x&L=1",
			"/i.php?id=12&L=1"},
		{"most parameters win", "/i.php?id=12345678901234 /i.php?id=12345678901234&L=1&a=b",
			"http://localhost/en/i.php?a=b&id=12345678901234&L=1", "/i.php?id=12345678901234&L=1&a=b"},
		{"another value", "/i.php /i.php?id=12", "http://localhost/en/i.php?id=13", "/i.php"},
		{"a missing parameter", "/i.php?id=12&L=1", "http://localhost/en/i.php?id=12", ""},
		{"a parameter without a value", "/i.php?print", "http://localhost/en/i.php?x=1&print=", "/i.php?print"},
		{"escapes in parameters", "/i.php?q=a b", "http://localhost/en/i.php?q=a+b", "/i.php?q=a b"},
		{"letter case of values counts", "/i.php?id=a", "http://localhost/en/i.php?id=A", ""},
		{"the longest of path, query and locale", "/old /old?id=1 /en/old /old#top", "http://localhost/en/old?id=1#top",
			"/old?id=1"},
		{"a hash", "/old /old#top", "http://localhost/en/old#top", "/old#top"},
		{"another hash", "/old#end", "http://localhost/en/old#top", ""},
		{"the first of equal ones", "/Old /old", "http://localhost/en/old", "/Old"},
		{"the home page of a file name", "/index.html", "http://localhost/en/index.html", "/index.html"},
		{"below a path of the server", "/style-guide/old", "http://localhost/style-guide/old", "/style-guide/old"},
		{"below the portal", "/mykomax/old", "http://localhost/en/MyKomax/Old", "/mykomax/old"},
		{"control characters", "/ol\x01d", "http://localhost/en/old", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			var redirects []*SystemRedirect
			for _, source := range splitSources(test.sources) {
				redirects = append(redirects, &SystemRedirect{ID: source, PreviousURL: source})
			}
			a, err := d.Parse(test.url)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if m := NewRedirectTable(d, redirects).Find(a); m != nil {
				got = m.ID
			}
			if got != test.want {
				t.Errorf("%s: got %q, want %q", test.url, got, test.want)
			}
		})
	}
}

// splitSources splits previous URLs at spaces before a slash or a scheme.
func splitSources(text string) []string {
	return strings.Split(strings.NewReplacer(" /", "\n/", " http", "\nhttp").Replace(text), "\n")
}

// TestRedirectTable_FindPath checks the lookup of the graph, by paths.
//
// Rules: URL-27.
func TestRedirectTable_FindPath(t *testing.T) {
	d := newTestDirectory(t)
	table := NewRedirectTable(d, []*SystemRedirect{
		{ID: "path", PreviousURL: "/old"}, {ID: "query", PreviousURL: "/old?id=1"},
	})
	for paths, want := range map[string]string{
		"/old": "path", "/old /old?id=1": "query", "/old?id=1 /old": "query", "/Old/": "path", "/none": "", "": "",
		"http://komax.localhost/old": "path", "https://example.com/old": "",
	} {
		got := ""
		if r := table.FindPath(strings.Fields(paths)); r != nil {
			got = r.ID
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", paths, got, want)
		}
	}
}

// TestRedirectMatch_WithRest checks that the visitor's other parameters are kept (URL-42).
//
// Rules: URL-42.
func TestRedirectMatch_WithRest(t *testing.T) {
	d := newTestDirectory(t)
	long := strings.Repeat("y", 100)
	for _, test := range []struct{ source, url, target, want string }{
		{"/old", "/en/old?utm_source=x", "/en/new", "/en/new?utm_source=x"},
		{"/old?id=1", "/en/old?id=1&utm_source=x&b", "/en/new", "/en/new?utm_source=x&b"},
		{"/old?id=1", "/en/old?id=1", "/en/new#top", "/en/new#top"},
		{"/old", "/en/old?a=1", "/en/new?from=old#top", "/en/new?from=old&a=1#top"},
		{"/old", "/en/old?from=mail&a=1", "/en/new?from=old", "/en/new?from=old&a=1"},
		{"/old", "/en/old?a=1", "https://example.com/x", "https://example.com/x?a=1"},
		{"/old", "/en/old?a=1", "mailto:a@example.com", "mailto:a@example.com"},
		{"/old", "/en/old?a=%22|", "/en/new", "/en/new?a=%22%7C"},
		{"/old", "/en/old#part", "/en/new", "/en/new#part"},
		{"/old#part", "/en/old#part", "/en/new", "/en/new"},
		{"/old", "/en/old#part", "/en/new#other", "/en/new#other"},
		{"/old", "/en/old?a=" + strings.Repeat("x", 4050), "/en/" + long, "/en/" + long},
	} {
		a, err := d.Parse("http://localhost" + test.url)
		if err != nil {
			t.Fatal(err)
		}
		m := NewRedirectTable(d, []*SystemRedirect{{PreviousURL: test.source}}).Find(a)
		if m == nil {
			t.Errorf("%s does not match %s", test.source, test.url)
		} else if got := m.WithRest(test.target); got != test.want {
			t.Errorf("%s to %s: got %s, want %s", test.url, test.target, got, test.want)
		}
	}
}

// TestFollowsTo checks which targets a redirect can lead to (URL-28).
//
// Rules: URL-28.
func TestFollowsTo(t *testing.T) {
	for _, test := range []struct {
		kind   LinkKind
		target string
		want   bool
	}{
		{LinkRoute, "/en/company", true},
		{LinkPlain, "https://example.com", true},
		{LinkPlain, "#top", false},
		{LinkAction, "openNewsFeed", false},
		{LinkNone, "", false},
	} {
		if got := FollowsTo(test.kind, test.target); got != test.want {
			t.Errorf("%s %q: %t", test.kind, test.target, got)
		}
	}
}

// FuzzRedirectTable checks that no previous URL and no URL panics, and that every location is a valid URL.
func FuzzRedirectTable(f *testing.F) {
	for _, seed := range []string{
		"/old", "http://localhost/%zz?a=b&&=#", "//", "https://[::1]/x", "komax.localhost", "?x", "\x00",
	} {
		f.Add(seed, "http://localhost/en/old?id=1#top")
	}
	d := newTestDirectory(f)
	f.Fuzz(func(t *testing.T, previous, raw string) {
		table := NewRedirectTable(d, []*SystemRedirect{{PreviousURL: previous}, {PreviousURL: "/old"}})
		a, err := d.Parse(raw)
		if err != nil {
			return
		}
		if m := table.Find(a); m != nil {
			if location := m.WithRest("/en/new"); EscapeURL(location) != location {
				t.Errorf("%q redirects %q to %q", previous, raw, location)
			}
		}
	})
}
