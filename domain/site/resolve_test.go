package site

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// summary formats a resolved address in one line.
func summary(o ResolvedAddress) string {
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

func resolveURL(t testing.TB, raw string, p Preferences, editor bool) (*Context, ResolvedAddress) {
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

// TestResolve checks the results of addresses (URL-3 to URL-7, URL-17 to URL-19, URL-24, URL-25, URL-29, URL-30).
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
		{"a country that does not have the language", "http://localhost/fr-us/company", german, "302 /de/company"},
		{"an unknown country", "http://localhost/en-xx/company", german, "302 /de/company"},
		{"a hidden country", "http://localhost/en-aq/company", german, "302 /de/company"},
		{"upper case", "http://localhost/EN/company", german, "302 /en/company"},
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
		{"direct lookup of a hidden page", "http://localhost/en?pageId=main-secret", german, "200 CONTENT main-home"},
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

// TestChooseRedirect_LongestMatch checks that the longest matching redirect wins (URL-27).
func TestChooseRedirect_LongestMatch(t *testing.T) {
	d := newTestDirectory(t)
	a, err := d.Parse("http://localhost/en/old?id=1#top")
	if err != nil {
		t.Fatal(err)
	}
	candidates := redirectCandidates(a)
	redirects := []*SystemRedirect{
		{PreviousURL: "/old"},
		{PreviousURL: "/old?id=1"},
		{PreviousURL: "/en/old"},
		{PreviousURL: "/old#top"},
	}
	for _, test := range []struct{ want string }{{"/old?id=1"}} {
		if got := ChooseRedirect(redirects, candidates); got == nil || got.PreviousURL != test.want {
			t.Errorf("got %v, want %s", got, test.want)
		}
	}
	if got := ChooseRedirect(redirects[:1], candidates); got == nil {
		t.Error("a redirect without locale and query matches the path alone")
	}
	if got := ChooseRedirect([]*SystemRedirect{{PreviousURL: "/older"}, {PreviousURL: "/ol"}}, candidates); got != nil {
		t.Errorf("%s is no match", got.PreviousURL)
	}
}

// TestFollowRedirect_OwnURL checks which redirects are not followed (URL-28).
func TestFollowRedirect_OwnURL(t *testing.T) {
	siteCtx, o := resolveURL(t, "http://localhost/en/loop", Preferences{}, false)
	a := o.(*NotFound).Address
	for _, location := range []string{"/en/loop", "http://localhost/en/loop", "#top"} {
		if r := siteCtx.FollowRedirect(a, LinkRoute, location); r != nil {
			t.Errorf("redirected to %s", r.Location)
		}
	}
	// Without a locale in the address, the same page in the visitor's locale is the address itself.
	visited, o := resolveURL(t, "http://localhost/loop", Preferences{}, false)
	for _, location := range []string{"/en/loop", "http://localhost/en/loop"} {
		if r := visited.FollowRedirect(o.(*NotFound).Address, LinkRoute, location); r != nil {
			t.Errorf("redirected to %s", r.Location)
		}
	}
	if r := siteCtx.FollowRedirect(a, LinkRoute, "/en/company"); r == nil || r.Status != 301 {
		t.Errorf("got %v, want a 301", r)
	}
	if r := siteCtx.FollowRedirect(a, LinkAction, "openNewsFeed"); r != nil {
		t.Error("a redirect to an action was followed")
	}
}

// TestLanguageOf checks the language that a page is shown in (LOC-9, LOC-11).
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
func TestBreadcrumb(t *testing.T) {
	lineage := []LineageEntry{{"Crimping", "/products/crimping"}, {"Automatic", "/products/crimping/automatic"}}
	for _, test := range []struct {
		name, url, title, product string
		lineage                   []LineageEntry
		current                   *BreadcrumbEntry
		want                      string
	}{
		{"home alone", "http://localhost/en", "Welcome", "", nil, nil, "Home </en>"},
		{"home with its override title", "http://localhost/de-ch", "Willkommen", "", nil, nil, "Schweiz </de-ch>"},
		{
			"the branch with override titles ends with the page's title", "http://localhost/en/company/about/history",
			"Our history", "", nil, nil,
			"Home </en> Company </en/company> About us </en/company/about> Our history </en/company/about/history>"},
		{
			"a current entry replaces the last one", "http://localhost/en/company/about", "About", "", nil,
			&BreadcrumbEntry{Title: "Here"},
			"Home </en> Company </en/company> Here <>"},
		{"classifications", "http://localhost/en/products/crimping/automatic", "", "", lineage, nil,
			"Home </en> Crimping </en/products/crimping> Automatic </en/products/crimping/automatic>"},
		{
			"a product is the last entry and has no link", "http://localhost/en/products/crimping/automatic/alpha",
			"", "Alpha", lineage, nil,
			"Home </en> Crimping </en/products/crimping> Automatic </en/products/crimping/automatic> Alpha <>"},
	} {
		t.Run(test.name, func(t *testing.T) {
			siteCtx, o := resolveURL(t, test.url, Preferences{}, false)
			var parts []string
			for _, e := range siteCtx.Breadcrumb(o.(*Found), test.title, test.lineage, test.product, test.current) {
				parts = append(parts, e.Title+" <"+e.URL+">")
			}
			if got := strings.Join(parts, " "); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestBreadcrumb_NotFound checks the breadcrumb of the not-found page (NAV-18).
func TestBreadcrumb_NotFound(t *testing.T) {
	siteCtx, _ := resolveURL(t, "http://localhost/en/nothing", Preferences{}, false)
	got := siteCtx.NotFoundBreadcrumb()
	if len(got) != 2 || got[0] != (BreadcrumbEntry{Title: "Home", URL: "/en"}) ||
		got[1] != (BreadcrumbEntry{Title: "404", URL: "/en"}) {
		t.Errorf("got %v", got)
	}
}

// TestResolveTarget checks the kinds of link targets (NAV-22 to NAV-25).
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

// FuzzParse checks that no input panics and that the canonical form of an address parses to the same address.
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
