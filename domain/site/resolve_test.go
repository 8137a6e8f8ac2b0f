package site

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// summary formats a resolved URL in one line.
func summary(o ResolvedURL) string {
	switch o := o.(type) {
	case *Redirect:
		return fmt.Sprintf("%d %s", o.Status, o.Location)
	case *NotFound:
		return "404 " + o.Message
	case *Found:
		id := "-"
		if o.Item != nil && o.Item.Page != nil {
			id = o.Item.Page.ID
		}
		return fmt.Sprintf("200 %s %s", o.Screen, id)
	}
	return "?"
}

func resolveURL(t testing.TB, raw string, p Preferences, editor bool) (*Context, ResolvedURL) {
	t.Helper()
	d := newTestDirectory(t)
	a, err := d.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	siteCtx := contextOf(t, d, a, p, editor)
	o, err := siteCtx.Resolve(a)
	if err != nil {
		t.Fatal(err)
	}
	return siteCtx, o
}

// TestResolve checks the results of URLs (URL-3 to URL-7, URL-17 to URL-19, URL-24, URL-29, URL-30).
//
// Rules: LOC-5, LOC-6, LOC-17, NAV-2, NAV-3, NAV-4, URL-3, URL-4, URL-6, URL-7, URL-17, URL-18, URL-19, URL-24, URL-29,
// URL-30, URL-41.
func TestResolve(t *testing.T) {
	german := Preferences{AcceptLanguage: "de"}
	for _, test := range []struct {
		name, url string
		p         Preferences
		want      string
	}{
		{"the home page", "http://localhost/en", german, "200 CONTENT main-home"},
		{"the home page of a country", "http://localhost/de-ch", german, "200 CONTENT main-home-ch"},
		{"the universal home page for other countries", "http://localhost/en-us", german, "200 CONTENT main-home"},
		{"home by its slug", "http://localhost/en/home", german, "200 CONTENT main-home"},
		{"a child page", "http://localhost/en/company/about", german, "200 CONTENT main-about"},
		{"a grandchild", "http://localhost/en/company/about/history", german, "200 CONTENT main-history"},
		{
			"a page is found by its slug and parent slug", "http://localhost/en/somewhere/about/history", german,
			"200 CONTENT main-history",
		},
		{"a wrong parent", "http://localhost/en/about", german, "404 Page not found: /en/about"},
		{"a site with a slug", "http://localhost/en/cirris/company/about", german, "200 CONTENT cirris-about"},
		{"a site with a domain", "http://komax.localhost:8080/en/company", german, "200 CONTENT komax-company"},
		{"a trailing slash", "http://localhost/en/company/?a=b", german, "301 /en/company?a=b"},
		{
			"a trailing slash is removed before the locale is checked", "http://localhost/company/", german,
			"301 /company",
		},
		{"empty segments do not lead to another host", "http://localhost//evil.example/", german, "301 /evil.example"},
		{"the root without a locale", "http://localhost/", german, "302 /de"},
		{"a missing locale", "http://localhost/company?x=1", german, "302 /de/company?x=1"},
		{"a missing locale on a slug site", "http://localhost/cirris/company", german, "302 /en/cirris/company"},
		{"a language that the site does not have", "http://localhost/fr/cirris", german, "302 /en/cirris"},
		{"a country that does not have the language", "http://localhost/fr-us/company", german, "302 /fr/company"},
		{"an unknown country", "http://localhost/en-xx/company", german, "302 /en/company"},
		{"a hidden country", "http://localhost/en-aq/company", german, "302 /en/company"},
		{"an unknown language with a country", "http://localhost/it-ch/company", german, "302 /de/company"},
		{"upper case", "http://localhost/EN/company", german, "301 /en/company"},
		{"upper case and a trailing slash", "http://localhost/En/company/", german, "301 /en/company"},
		{"the slug of a site in capitals", "http://localhost/en/Cirris", german, "301 /en/cirris"},
		{
			"a locale and the slug of a site in capitals", "http://localhost/EN/CIRRIS/company?a=b", german,
			"301 /en/cirris/company?a=b",
		},
		{"a page in capitals", "http://localhost/en/Company/About?a=b", german, "301 /en/company/about?a=b"},
		{"a page in capitals without a locale", "http://localhost/Company", german, "302 /de/company"},
		{
			"a page by slug and parent slug in capitals", "http://localhost/en/x/About/History", german,
			"301 /en/company/about/history",
		},
		{"a hidden page in capitals", "http://localhost/en/company/Secret", german,
			"404 Page not found: /en/company/Secret"},
		{
			"main site only in capitals, on another site", "http://komax.localhost/en/Only-main", german,
			"404 Page not found: /en/Only-main",
		},
		{"an international site with a country", "http://localhost/en-ch/brand-portal", german, "302 /en/brand-portal"},
		{"the portal on the main site", "http://localhost/en/mykomax", german, "200 PORTAL -"},
		{"an unknown portal page in any letter case", "http://localhost/en/MyKomax/Nothing", german, "200 PORTAL -"},
		{
			"the portal on another site", "http://localhost/en/cirris/mykomax", german,
			"404 Page not found: /en/cirris/mykomax",
		},
		{"an unknown page", "http://localhost/en/nothing?q=1", german, "404 Page not found: /en/nothing?q=1"},
		{"an unknown page without a locale", "http://localhost/nothing", german, "404 Page not found: /nothing"},
		{"hidden", "http://localhost/en/company/secret", german, "404 Page not found: /en/company/secret"},
		{
			"for another country", "http://localhost/en/company/trade-in", german,
			"404 Page not found: /en/company/trade-in",
		},
		{"for this country", "http://localhost/en-us/company/trade-in", german, "200 CONTENT main-trade-in"},
		{"main site only, on the main site", "http://localhost/en/only-main", german, "200 CONTENT main-only-main"},
		{
			"main site only, on another site", "http://komax.localhost/en/only-main", german,
			"404 Page Not Found: /en/only-main",
		},
		{
			"no language that the country supports", "http://localhost/en-jp/deutsch", german,
			"404 Page Not Found: /en-jp/deutsch",
		},
		{
			"direct lookup on the same site", "http://localhost/en/anything?pageId=main-about", german,
			"302 /en/company/about",
		},
		{
			"direct lookup on another site", "http://localhost:8080/en?pageId=komax-about", german,
			"302 http://komax.localhost:8080/en/company/about",
		},
		{
			"direct lookup redirects to a language of the page's site", "http://localhost/en?pageId=wustec-home",
			german, "302 http://wustec.localhost/de",
		},
		{
			"direct lookup of a page for another country", "http://localhost/en?pageId=main-trade-in", german,
			"302 /en-us/company/trade-in",
		},
		{
			"direct lookup of a page for another country, in a language that it lacks",
			"http://localhost/de?pageId=main-trade-in", german, "302 /en-us/company/trade-in",
		},
		{
			"direct lookup of a hidden page", "http://localhost/en?pageId=main-secret", german, "302 /en/company",
		},
		{
			"direct lookup of a hidden page of another site", "http://localhost/de?pageId=komax-secret", german,
			"302 http://komax.localhost/de/company",
		},
		{
			"direct lookup of a page in no menu", "http://localhost/en?pageId=main-deutsch", german, "302 /en/deutsch",
		},
		{
			"direct lookup of a page without a language of the country", "http://localhost/en-jp?pageId=main-deutsch",
			german, "302 /en/deutsch",
		},
		{
			"direct lookup of a page for the main site only", "http://komax.localhost/en?pageId=main-only-main", german,
			"302 http://localhost/en/only-main",
		},
		{
			"direct lookup of a page that its own site may not show", "http://localhost/en?pageId=komax-only-main",
			german, "302 http://komax.localhost/en",
		},
		{"a locale in capitals", "http://localhost/EN", german, "301 /en"},
		{"a locale in mixed case", "http://localhost/De-CH/company?a=b", german, "301 /de-ch/company?a=b"},
		{"an unsupported locale in capitals", "http://localhost/IT/company", german, "302 /de/company"},
		{"a locale and a path in capitals", "http://localhost/EN/COMPANY", german, "301 /en/company"},
		{
			"direct lookup of an unknown page", "http://localhost/en/company?pageId=none", german,
			"200 CONTENT main-company",
		},
		{"a file-based area", "http://localhost/en/products/crimping", german, "200 PRODUCTS -"},
		{"another file-based area", "http://localhost/de/services", german, "200 SERVICES -"},
		{"the stories", "http://localhost/en/stories", german, "200 STORIES -"},
		{
			"the media releases of another site", "http://localhost/en/cirris/media-releases", german,
			"200 MEDIA_RELEASES -",
		},
		{"the search", "http://localhost/en/search?q=x", german, "200 SEARCH -"},
		{"the editor area on the main site", "http://localhost/en/editor", german, "200 EDITOR -"},
		{
			"the editor area on another site", "http://localhost/en/cirris/editor", german,
			"404 Page not found: /en/cirris/editor",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, o := resolveURL(t, test.url, test.p, false); summary(o) != test.want {
				t.Errorf("%s: got %q, want %q", test.url, summary(o), test.want)
			}
		})
	}
}

// TestResolve_EditorSeesHiddenItems checks that previews show hidden items (NAV-3).
//
// Rules: EDIT-15, NAV-3, NAV-4.
func TestResolve_EditorSeesHiddenItems(t *testing.T) {
	siteCtx, o := resolveURL(t, "http://localhost/en/company/secret", Preferences{}, true)
	if summary(o) != "200 CONTENT main-secret" {
		t.Errorf("got %s", summary(o))
	}
	tree, err := siteCtx.Tree(siteCtx.Site)
	if err != nil {
		t.Fatal(err)
	}
	if len(tree.HomeItems) != 1 {
		t.Errorf("the international locale has %d home items, want the universal one", len(tree.HomeItems))
	}
}

// TestNewTree_ErrNoHomePage checks that a country needs a home page (NAV-4).
//
// Rules: NAV-4.
func TestNewTree_ErrNoHomePage(t *testing.T) {
	s := newTestDirectory(t).Main()
	n := &Navigation{
		Site: s,
		Home: []*Item{{Title: "Schweiz", Countries: []string{"CH"}, Page: ref("h", "home", "de")}},
	}
	if _, err := NewTree(n, "US", false); err == nil {
		t.Error("a navigation without a home page for the country was accepted")
	}
	if _, err := NewTree(n, "US", true); err != nil {
		t.Errorf("editors are exempt: %v", err)
	}
}

// TestResolve_TwoDomains checks a site with a domain of its own and a slug at another host, and a slug of a domain that
// is not the slug of the site (URL-40).
//
// Rules: URL-8, URL-40.
func TestResolve_TwoDomains(t *testing.T) {
	d := newTestDirectory(t)
	d.Site("adaptronic").Domains = []string{"localhost/exn", "example.net"}
	d.Site("portal").Domains = []string{"localhost/brands"}
	for raw, want := range map[string]string{
		"http://example.net/en/company/about":   "200 CONTENT adaptronic-about",
		"http://localhost/en/exn/company/about": "200 CONTENT adaptronic-about",
		"http://localhost/en/exn":               "200 CONTENT adaptronic-home",
		"http://localhost/en/adaptronic":        "404 Page not found: /en/adaptronic",
		"http://localhost/en/brands/company":    "200 CONTENT portal-company",
		"http://localhost/en/brand-portal":      "404 Page not found: /en/brand-portal",
		"http://localhost/en/Exn/Company":       "301 /en/exn/Company",
		"http://localhost/en/exn/Company":       "301 /en/exn/company",
		"http://localhost/exn/company":          "302 /en/exn/company",
	} {
		a, err := d.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		got, err := contextOf(t, d, a, Preferences{}, false).Resolve(a)
		if err != nil || summary(got) != want {
			t.Errorf("%s: got %q %v, want %q", raw, summary(got), err, want)
		}
	}
	const canonical = "http://example.net:8080/en/company/about"
	for at, links := range map[string][4]string{
		// A page of the site, its home, a path below it, and the same page from the main site.
		"http://example.net:8080/en": {
			"ROUTE /en/company/about", "/en", "/en/company", "PLAIN http://example.net:8080/en/company/about",
		},
		"http://localhost:8080/en/exn": {
			"ROUTE /en/exn/company/about", "/en/exn", "/en/exn/company", "PLAIN /en/exn/company/about",
		},
	} {
		a, err := d.Parse(at)
		if err != nil {
			t.Fatal(err)
		}
		siteCtx := contextOf(t, d, a, Preferences{}, false)
		link := func(siteCtx *Context) string {
			kind, url := (&Link{Ref: &LinkRef{PageID: "adaptronic-about"}, SiteContext: siteCtx}).Resolve(nil)
			return string(kind) + " " + url
		}
		onMain := a
		onMain.Site = d.Main()
		main := siteCtx.At(onMain)
		got := [4]string{link(siteCtx), siteCtx.Path("/"), siteCtx.Path("/company"), link(main)}
		if at == "http://example.net:8080/en" {
			main.Host = "komax.localhost:8080"
			got[3] = link(main)
		}
		if got != links {
			t.Errorf("%s: got %q, want %q", at, got, links)
		}
		location, _ := siteCtx.Page("adaptronic-about")
		if got := siteCtx.AbsoluteURL(siteCtx.Locale, location.Item.UnlocalizedURL()); got != canonical {
			t.Errorf("%s: canonical URL %s, want %s", at, got, canonical)
		}
		found, err := siteCtx.Resolve(a)
		if err != nil {
			t.Fatal(err)
		}
		if trail := siteCtx.Breadcrumb(found.(*Found), "", nil, LineageEntry{}); trail[0].URL != links[1] {
			t.Errorf("%s: the breadcrumb begins with %s", at, trail[0].URL)
		}
	}
}

// TestContext_PageOfRedirect checks that a redirect reaches a page that only visitors of other countries see (URL-26).
//
// Rules: URL-26.
func TestContext_PageOfRedirect(t *testing.T) {
	siteCtx, _ := resolveURL(t, "http://localhost/de/old", Preferences{}, false)
	for id, want := range map[string]string{
		"main-trade-in": "/en-us/company/trade-in?a=b", "main-secret": "", "none": "", "": "",
	} {
		got, ok := siteCtx.PageOfRedirect(&LinkRef{PageID: id, PageParameters: "?a=b"})
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q: got %q %t, want %q", id, got, ok, want)
		}
	}
}

// TestHasVisitorsLocale checks which redirects of a URL without a locale depend on the visitor (URL-39).
//
// Rules: URL-39.
func TestHasVisitorsLocale(t *testing.T) {
	for _, test := range []struct {
		url, location string
		want          bool
	}{
		{"http://localhost/old", "/de/company", true},
		{"http://localhost/old", "http://komax.localhost/de/company", true},
		{"http://localhost/old", "https://example.com/x", false},
		{"http://localhost/old", "/sitemap.xml", false},
		{"http://localhost/company/", "/company", false},
	} {
		siteCtx, _ := resolveURL(t, test.url, Preferences{AcceptLanguage: "de"}, false)
		a, err := siteCtx.Directory.Parse(test.url)
		if err != nil {
			t.Fatal(err)
		}
		if got := siteCtx.HasVisitorsLocale(a, &Redirect{Location: test.location}); got != test.want {
			t.Errorf("%s to %s: %t", test.url, test.location, got)
		}
	}
}

// TestLanguageOf checks the language that a page is shown in (LOC-9, LOC-11).
//
// Rules: LOC-9, LOC-11.
func TestLanguageOf(t *testing.T) {
	for _, test := range []struct {
		name, url, fallback, languages, want string
		fallen, unavailable, invalid         bool
	}{
		{"the visitor's language", "http://localhost/de", "", "en de", "de", false, false, false},
		{"the fallback language", "http://localhost/fr", "de", "en de", "de", true, false, false},
		{"English", "http://localhost/fr", "", "en de", "en", true, false, false},
		{"the first language of the page", "http://localhost/fr", "", "de cs", "de", true, true, false},
		{
			"the first language of the page that the country supports", "http://localhost/fr-ch", "", "cs de", "de",
			true, true, false,
		},
		{"no language that the country supports", "http://localhost/en-jp", "", "de cs", "", false, false, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newTestDirectory(t)
			a, err := d.Parse(test.url)
			if err != nil {
				t.Fatal(err)
			}
			got, ok := contextOf(
				t,
				d,
				a,
				Preferences{FallbackLanguage: test.fallback},
				false,
			).LanguageOf(strings.Fields(test.languages))
			if ok == test.invalid || got != (PageLanguage{test.want, test.fallen, test.unavailable}) {
				t.Errorf("got %+v, %t", got, ok)
			}
		})
	}
}

// TestBreadcrumb checks the breadcrumbs of pages and of the catalogue (NAV-13 to NAV-16).
//
// Rules: NAV-13, NAV-14, NAV-16.
func TestBreadcrumb(t *testing.T) {
	lineage := []LineageEntry{
		{Name: "Crimping", Route: "/products/crimping"}, {Name: "Automatic", Route: "/products/crimping/automatic"},
	}
	for _, test := range []struct {
		name, url, title, product string
		lineage                   []LineageEntry
		want                      string
	}{
		{"home alone", "http://localhost/en", "Welcome", "", nil, "Home </en>"},
		{"home with its override title", "http://localhost/de-ch", "Willkommen", "", nil, "Schweiz </de-ch>"},
		{
			"the branch with override titles ends with the page's title", "http://localhost/en/company/about/history",
			"Our history", "", nil,
			"Home </en> Company </en/company> About us </en/company/about> Our history </en/company/about/history>"},
		{
			"an overview without a page", "http://localhost/en/cirris/stories", "", "", nil,
			"Home </en/cirris> Stories <> (STORIES)",
		},
		{"the search", "http://komax.localhost/de/search", "", "", nil, "Home </de> Search <> (SEARCH)"},
		{"an overview with a page", "http://localhost/en/search", "Find", "", nil, "Home </en> Find <>"},
		{"classifications", "http://localhost/en/products/crimping/automatic", "", "", lineage,
			"Home </en> Crimping </en/products/crimping> Automatic </en/products/crimping/automatic>"},
		{
			"a product is the last entry and has no link", "http://localhost/en/products/crimping/automatic/alpha",
			"", "Alpha", lineage,
			"Home </en> Crimping </en/products/crimping> Automatic </en/products/crimping/automatic> Alpha <>"},
	} {
		t.Run(test.name, func(t *testing.T) {
			siteCtx, o := resolveURL(t, test.url, Preferences{}, false)
			var parts []string
			product := LineageEntry{Name: test.product}
			for _, e := range siteCtx.Breadcrumb(o.(*Found), test.title, test.lineage, product) {
				parts = append(parts, e.Title+" <"+e.URL+">")
				if e.Screen != nil {
					parts = append(parts, "("+string(*e.Screen)+")")
				}
			}
			if got := strings.Join(parts, " "); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestBreadcrumb_Language: titles in another language than that of the page tell it.
//
// Rules: LOC-12.
func TestBreadcrumb_Language(t *testing.T) {
	siteCtx, o := resolveURL(t, "http://localhost/de-ch/products/crimping/alpha", Preferences{}, false)
	english := "en"
	trail := siteCtx.Breadcrumb(o.(*Found), "",
		[]LineageEntry{{Name: "Crimping", Route: "/products/crimping", ForeignLanguage: siteCtx.Foreign("en")}},
		LineageEntry{Name: "Alpha", ForeignLanguage: siteCtx.Foreign("de")})
	want := []*string{nil, &english, nil}
	for i, e := range trail[max(len(trail)-3, 0):] {
		if (e.ForeignLanguage == nil) != (want[i] == nil) || e.ForeignLanguage != nil && *e.ForeignLanguage != english {
			t.Errorf("%s: language %v", e.Title, e.ForeignLanguage)
		}
	}
	if tag := siteCtx.Foreign("zh"); tag == nil || *tag != "zh-Hans" {
		t.Errorf("Chinese is %v", tag)
	}
}

// TestBreadcrumb_NotFound checks the breadcrumb of the not-found page (NAV-18).
//
// Rules: NAV-18.
func TestBreadcrumb_NotFound(t *testing.T) {
	siteCtx, _ := resolveURL(t, "http://localhost/en/nothing", Preferences{}, false)
	got := siteCtx.NotFoundBreadcrumb()
	if len(got) != 2 || got[0] != (BreadcrumbEntry{Title: "Home", URL: "/en"}) ||
		got[1] != (BreadcrumbEntry{Title: "404", URL: "/en"}) {
		t.Errorf("got %v", got)
	}
}

// TestResolveTarget checks the kinds of link targets (NAV-22 to NAV-25).
//
// Rules: NAV-22, NAV-23, NAV-24, NAV-25.
func TestResolveTarget(t *testing.T) {
	for target, want := range map[string]string{
		"action:openNewsFeed": "ACTION openNewsFeed", "https://example.com/x": "PLAIN https://example.com/x",
		"http://example.com": "PLAIN http://example.com", "hard:/en/x": "PLAIN /en/x",
		"hard:https://example.com": "PLAIN https://example.com",
		"/products":                "ROUTE /products", "about": "ROUTE about", "": "NONE ", "  ": "NONE ",
		"mailto:a@example.com": "PLAIN mailto:a@example.com",
		"tel:+41":              "PLAIN tel:+41", "#top": "PLAIN #top", "javascript:alert(1)": "NONE ",
		"hard:javascript:alert(1)": "NONE ",
		"data:text/html,x":         "NONE ", "//evil.example": "NONE ", `/\evil.example`: "NONE ",
		"httpfoo": "ROUTE httpfoo",
	} {
		kind, url := ResolveTarget(target)
		if got := string(kind) + " " + url; got != want {
			t.Errorf("%q: got %q, want %q", target, got, want)
		}
	}
}

// TestLinkText checks the placeholder for names in link texts (NAV-28).
//
// Rules: NAV-28.
func TestLinkText(t *testing.T) {
	for _, test := range [][3]string{
		{"{{name}} in detail", "Alpha", "Alpha in detail"}, {"", "Alpha", "Alpha"}, {"Read on", "Alpha", "Read on"},
	} {
		if got := LinkText(test[0], test[1]); got != test[2] {
			t.Errorf("%q: got %q, want %q", test[0], got, test[2])
		}
	}
}

// TestLocaleVersions checks the locales in which a page is offered (LOC-13).
//
// Rules: LOC-13.
func TestLocaleVersions(t *testing.T) {
	siteCtx, o := resolveURL(t, "http://localhost/en-ch/company?x=1", Preferences{}, false)
	var got []string
	for _, l := range siteCtx.LocaleVersions(o.(*Found)) {
		got = append(got, l.URL)
	}
	text := strings.Join(got, " ")
	for _, want := range []string{
		"/en/company?x=1", "/en-ch/company?x=1", "/de-ch/company?x=1", "/fr-ch/company?x=1", "/ja/company?x=1",
	} {
		if !strings.Contains(" "+text+" ", " "+want+" ") {
			t.Errorf("%s is missing in %s", want, text)
		}
	}
	if strings.Contains(text, "ja-ch") {
		t.Errorf("Switzerland is offered in Japanese: %s", text)
	}
}

// FuzzParse checks that no input panics and that the canonical form of a URL parses to the same URL.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"http://localhost/en/company/about", "https://KOMAX.localhost:1/%2e%2e//x?a=b#c", "http://[::1]/",
		"http://localhost/en/cirris//", "x",
	} {
		f.Add(seed)
	}
	d := newTestDirectory(f)
	f.Fuzz(func(t *testing.T, raw string) {
		a, err := d.Parse(raw)
		if err != nil {
			return
		}
		again, err := d.Parse(a.AbsoluteURL(a.canonical()))
		if err != nil {
			t.Fatalf("%q: its canonical form %q is malformed: %v", raw, a.canonical(), err)
		}
		if !again.Clean ||
			strings.Join(again.Segments, "\n") != strings.Join(a.Segments, "\n") && again.Prefix == a.Prefix {
			t.Fatalf(
				"%q: its canonical form %q reads differently: %q, was %q",
				raw,
				a.canonical(),
				again.Segments,
				a.Segments,
			)
		}
	})
}

// FuzzResolve checks that no input panics, redirects endlessly, to itself or to an unknown host.
func FuzzResolve(f *testing.F) {
	for _, seed := range []string{
		"http://localhost//evil.example/", "http://localhost/en?pageId=komax-about", "http://evil.example/de/",
		"http://localhost/fr/cirris/x", `http://localhost/\evil.example/`, "http://localhost/%2F%2Fevil.example/",
	} {
		f.Add(seed, "de-CH, en;q=0.5", "")
	}
	d := newTestDirectory(f)
	f.Fuzz(func(t *testing.T, raw, accept, cookie string) {
		for hops := 0; ; hops++ {
			a, err := d.Parse(raw)
			if err != nil {
				return
			}
			siteCtx := contextOf(t, d, a, Preferences{AcceptLanguage: accept, Cookie: cookie}, false)
			o, err := siteCtx.Resolve(a)
			if err != nil {
				t.Fatal(err)
			}
			r, ok := o.(*Redirect)
			if !ok {
				return
			}
			if hops > 4 {
				t.Fatalf("%q redirects endlessly, last to %q", raw, r.Location)
			}
			base, err := url.Parse(raw)
			if err != nil {
				t.Fatal(err)
			}
			target, err := base.Parse(r.Location)
			if err != nil {
				t.Fatalf("%q redirects to %q, which is malformed", raw, r.Location)
			}
			if target.Host != base.Host && !strings.HasSuffix(NormalizeHost(target.Host), "localhost") {
				t.Fatalf("%q redirects to another host: %q", raw, r.Location)
			}
			if target.String() == raw {
				t.Fatalf("%q redirects to itself", raw)
			}
			raw = target.String()
		}
	})
}
