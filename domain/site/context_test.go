package site

import (
	"slices"
	"strings"
	"testing"
)

func urlsOf(versions []LocaleVersion) string {
	var urls []string
	for _, v := range versions {
		urls = append(urls, v.URL)
	}
	return strings.Join(urls, " ")
}

// TestContext_URLs: absolute URLs have the site's first domain and the port of the request, whatever its host is.
func TestContext_URLs(t *testing.T) {
	d := newTestDirectory(t)
	swiss := Locale{LanguageCode: "de", CountryCode: "CH"}
	on := func(siteID, host string, l Locale) *Context {
		return NewContext(ContextInput{Directory: d, Site: d.Site(siteID), Locale: l, Scheme: "https", Host: host}, nil)
	}
	main, cirris := on("main", "evil.example:8443", swiss), on("cirris", "localhost", Locale{LanguageCode: "en"})
	for name, test := range map[string]struct{ got, want string }{
		"own site": {main.AbsoluteURL(swiss, "/company"), "https://localhost:8443/de-ch/company"},
		"another site": {
			main.AbsoluteURLOn(d.Site("komax"), "/company"), "https://komax.localhost:8443/de-ch/company",
		},
		"a site with a slug": {
			main.AbsoluteURLOn(d.Site("cirris"), "/about"), "https://localhost:8443/en/cirris/about",
		},
		"without the country": {
			main.InternationalURLOn(d.Main(), "/products"), "https://localhost:8443/de/products",
		},
		"the main site": {cirris.AbsoluteURLOn(d.Main(), "/"), "https://localhost/en"},
		"all languages": {
			urlsOf(cirris.URLsInAllLanguages(cirris.Site, "/about")),
			"https://localhost/en/cirris/about https://localhost/es/cirris/about",
		},
		"of the main site": {
			urlsOf(cirris.MainSiteVersions([]string{"ja", "de", "tlh"}, "/stories/a")),
			"https://localhost/de/stories/a https://localhost/ja/stories/a",
		},
		"a site without domain": {HostOf(&Site{}, "visited.example:81"), "visited.example:81"},
		"a shared host":         {on("main", "localhost", swiss).URLOn(d.Site("cirris"), "/cirris"), "/en/cirris"},
		"another host": {
			on("main", "localhost", swiss).URLOn(d.Site("komax"), "/"), "https://komax.localhost/de-ch",
		},
	} {
		if test.got != test.want {
			t.Errorf("%s: %s, want %s", name, test.got, test.want)
		}
	}
	if got := d.LanguageNamed("ja"); got != d.Language("ja") {
		t.Errorf("a language of the directory is %+v", got)
	}
	if got := d.LanguageNamed("tlh"); got.LanguageCode != "tlh" || got.DisplayName("en") != "tlh" {
		t.Errorf("an unknown language is %+v", got)
	}
	if main.Navigation(d.Main()) != nil ||
		contextOf(t, d, URL{Site: d.Main()}, Preferences{}, false).Navigation(d.Main()) == nil {
		t.Error("a site without a navigation has one, or one with it has none")
	}
	// A site without a navigation has no home page; a preview of it has an empty tree.
	if _, err := main.Tree(d.Main()); err == nil {
		t.Error("a tree without a home page")
	}
}

// TestContext_Gates: the protection of a page, or of the nearest page above it, on any site and for any country.
func TestContext_Gates(t *testing.T) {
	d := newTestDirectory(t)
	protected := func(id string, p Protection) *PageRef {
		page := ref(id, id, "en")
		page.Protection = p
		return page
	}
	room := ref("room", "room", "en")
	navigations := map[string]*Navigation{
		"main": {
			Site: d.Main(),
			Home: []*Item{{Page: ref("home", "home", "en")}},
			Items: []*Item{{Page: protected("guests", ProtectionPassword), Countries: []string{"JP"}, Items: []*Item{
				{Title: "Folder", Sections: []*Section{{Items: []*Item{{Page: room}}}}},
				{Page: protected("inner", ProtectionCustomerRole), Items: []*Item{{Page: ref("desk", "desk", "en")}}},
			}}},
		},
		"komax": {
			Site:     d.Site("komax"),
			TopItems: []*Item{{Page: room}},
			Unlisted: []*Item{
				{Hidden: true, Page: protected("club", ProtectionCustomerRole), Items: []*Item{{Page: room}}},
			},
		},
	}
	gates := NewContext(ContextInput{Directory: d, Site: d.Main()}, navigations).
		Gates([]string{"home", "guests", "room", "desk", "inner", "unknown"})
	want := map[string]string{"guests": "guests", "room": "club guests", "desk": "inner", "inner": "inner"}
	for id, pages := range gates {
		var ids []string
		for _, p := range pages {
			ids = append(ids, p.ID)
		}
		slices.Sort(ids)
		if got := strings.Join(ids, " "); got != want[id] {
			t.Errorf("%s is protected by %q, want %q", id, got, want[id])
		}
	}
	if len(gates) != len(want) {
		t.Errorf("got %v", gates)
	}
}

// TestItem_Gate: the own protection of a page comes before that of a page above.
func TestItem_Gate(t *testing.T) {
	outer, inner := ref("outer", "outer", "en"), ref("inner", "inner", "en")
	outer.Protection, inner.Protection = ProtectionPassword, ProtectionCustomerRole
	tree, err := NewTree(&Navigation{
		Site: &Site{IsMain: true},
		Home: []*Item{{Page: ref("home", "home", "en")}},
		Items: []*Item{{Page: outer, Items: []*Item{
			{Page: ref("room", "room", "en")},
			{Page: inner, Items: []*Item{{Page: ref("desk", "desk", "en")}}},
		}}},
	}, CountryAll, false)
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]*PageRef{
		"home": nil, "outer": outer, "room": outer, "inner": inner, "desk": inner,
	} {
		if got := tree.Page(id).Gate(); got != want {
			t.Errorf("%s: %+v, want %+v", id, got, want)
		}
	}
}

func TestDirectory_LookUps(t *testing.T) {
	d := newTestDirectory(t)
	d.Brands = []*Brand{{ID: "b1", PimID: "p1"}}
	if got := strings.Join(d.Hosts(), " "); got != "localhost 127.0.0.1 komax.localhost wustec.localhost" {
		t.Errorf("hosts %s", got)
	}
	for slug, want := range map[string]string{
		"": "main", "cirris": "cirris", "brand-portal": "portal", "main": "main", "x": "",
	} {
		got := ""
		if s := d.SiteOfSlug(slug); s != nil {
			got = s.ID
		}
		if got != want {
			t.Errorf("%q is the site %q, want %q", slug, got, want)
		}
	}
	if d.SiteNamed("komax") != d.Site("komax") || d.SiteNamed("x") != nil {
		t.Error("a site is not found by its technical name, or an unknown one is found")
	}
	if d.Brand("b1") != d.Brands[0] || d.Brand("p1") != nil || d.BrandByPimID("p1") != d.Brands[0] ||
		d.BrandByPimID("b1") != nil {
		t.Error("a brand is not found by its ids, or by the wrong one")
	}
	if got := (&Directory{}).DefaultLocale(d.Main()); got.Code() != "en" {
		t.Errorf("the default locale without languages is %s", got.Code())
	}
	if got := (&Directory{main: &Site{}}).MainHost(); got != "localhost" {
		t.Errorf("the host of a main site without a domain is %s", got)
	}
	if got := strings.Join(d.AreaPaths(d.Main()), " "); !strings.Contains(got, "/mykomax") ||
		strings.Contains(got, "/editor") {
		t.Errorf("areas of the main site: %s", got)
	}
	if got := d.AreaPaths(d.Site("cirris")); slices.Contains(got, "/mykomax") || !slices.Contains(got, "/products") {
		t.Errorf("areas of another site: %v", got)
	}
	if err := error(&NoDomainError{Site: "cirris"}); !strings.Contains(err.Error(), "cirris") {
		t.Errorf("%v", err)
	}
}

func TestLanguage_Names(t *testing.T) {
	for code, want := range map[string]string{"de": "Deutsch", "ja": "日本語", "not a code": "not a code"} {
		if got := (&Language{LanguageCode: code}).NativeName(); got != want {
			t.Errorf("%s is called %s", code, got)
		}
	}
	l := &Language{LanguageCode: "de", Localizations: []Localization{{Locale: "en", DisplayName: "German"}}}
	if got := l.DisplayName("en"); got != "German" {
		t.Errorf("in English: %s", got)
	}
}

// TestResolution: a resolution has the site and locale of its site context.
func TestResolution(t *testing.T) {
	d := newTestDirectory(t)
	siteCtx := NewContext(ContextInput{Directory: d, Site: d.Site("cirris"), Locale: Locale{LanguageCode: "es"}}, nil)
	found := &PageResolution{
		SiteContext: siteCtx, Found: &Found{Screen: ScreenContent, URL: URL{Site: siteCtx.Site,
			Segments: []string{"a", "b"}}},
	}
	missing := &NotFoundResolution{SiteContext: siteCtx, NotFound: &NotFound{Message: "Page not found: /es/cirris/a"}}
	if found.Site().ID != "cirris" || found.Site().SiteContext != siteCtx || found.Locale().Code() != "es" ||
		found.Screen() != ScreenContent || found.Path() != "a/b" {
		t.Errorf("got %+v", found)
	}
	if missing.Site().ID != "cirris" || missing.Locale().Code() != "es" ||
		missing.Message() != "Page not found: /es/cirris/a" {
		t.Errorf("got %+v", missing)
	}
	if d.Site("cirris").SiteContext != nil {
		t.Error("the site of the directory was bound to a site context")
	}
}

// TestURL_PageID: only a clean URL with a well-formed query looks up a page.
func TestURL_PageID(t *testing.T) {
	for query, want := range map[string]string{
		"pageId=a": "a", "x=1&pageId=a&pageId=b": "a", "": "", "pageid=a": "", "pageId=%zz": "", "x=pageId": "",
	} {
		if got := (URL{Clean: true, RawQuery: query}).PageID(); got != want {
			t.Errorf("%q is the page %q, want %q", query, got, want)
		}
	}
	if got := (URL{RawQuery: "pageId=a"}).PageID(); got != "" {
		t.Errorf("an address that is not clean is the page %q", got)
	}
}

// TestResolve_PageOfOtherCountry: a link by id to a page that only other countries have leads to the first of them, in
// the visitor's language if it is spoken there.
func TestResolve_PageOfOtherCountry(t *testing.T) {
	for preferred, want := range map[string]string{
		"/de-ch?pageId=main-trade-in": "302 /en-us/company/trade-in",
		"/es?pageId=main-trade-in":    "302 /es-us/company/trade-in",
		"/en-us?pageId=main-home-ch":  "302 /en-ch",
		"/ja-jp?pageId=main-home-ch":  "302 /de-ch",
	} {
		if _, resolved := resolveURL(t, "http://localhost"+preferred, Preferences{}, false); summary(resolved) != want {
			t.Errorf("%s: %s, want %s", preferred, summary(resolved), want)
		}
	}
}

// TestContext_LocaleFor: the locale in which a page is reached that the visitor's country does not have.
func TestContext_LocaleFor(t *testing.T) {
	d := newTestDirectory(t)
	c := NewContext(
		ContextInput{Directory: d, Site: d.Main(), Locale: Locale{LanguageCode: "fr", CountryCode: "CH"}},
		nil,
	)
	for _, test := range []struct {
		site      string
		countries []string
		want      string
	}{
		{"main", nil, "fr"},
		{"cirris", nil, "en"},
		{"main", []string{"CH"}, "fr-CH"},
		{"main", []string{"JP", "CH"}, "ja-JP"},
		{"main", []string{"XX", "DE"}, "de-DE"},
		{"main", []string{"AQ"}, "none"},
		{"portal", []string{"CH"}, "none"},
	} {
		got := "none"
		if l, ok := c.localeInCountries(d.Site(test.site), test.countries); ok {
			got = l.Code()
		}
		if got != test.want {
			t.Errorf("%s in %v: %s, want %s", test.site, test.countries, got, test.want)
		}
	}
}

func TestLinkRef(t *testing.T) {
	for _, test := range []struct {
		ref     *LinkRef
		isEmpty bool
		slug    string
	}{
		{nil, true, ""}, {&LinkRef{Text: "x", OpenInNewTab: true}, true, ""}, {&LinkRef{PageID: "p"}, false, ""},
		{&LinkRef{Path: "/"}, false, ""}, {&LinkRef{ExternalURL: "https://a.example"}, false, ""},
		{&LinkRef{ProductSlug: "alpha"}, false, "alpha"}, {&LinkRef{ServiceSlug: "care"}, false, "care"},
	} {
		if got := test.ref.IsEmpty(); got != test.isEmpty {
			t.Errorf("%+v is empty: %v", test.ref, got)
		}
		if test.ref != nil && test.ref.CatalogSlug() != test.slug {
			t.Errorf("%+v: %s", test.ref, test.ref.CatalogSlug())
		}
	}
	if (&Link{Ref: &LinkRef{}}).OpenInNewTab() || !(&Link{Ref: &LinkRef{OpenInNewTab: true}}).OpenInNewTab() {
		t.Error("a link does not open as its record says")
	}
}

// TestNavigation_AllItems: pages of hidden items, in sections and for other countries are visited too.
func TestNavigation_AllItems(t *testing.T) {
	n := navigationOf(&Site{ID: "s"})
	n.TopItems = []*Item{{Page: ref("top", "top", "en")}}
	var ids []string
	for item := range n.AllItems() {
		if item.Page != nil {
			ids = append(ids, item.Page.ID)
		}
	}
	want := "s-home s-home-ch s-company s-about s-history s-secret s-trade-in top s-only-main s-deutsch"
	if got := strings.Join(ids, " "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestNewFullTree: the tree of editors contains hidden items and those of all countries, each with its path.
func TestNewFullTree(t *testing.T) {
	s := &Site{ID: "s", Slug: "s"}
	tree := NewFullTree(navigationOf(s))
	for id, want := range map[string]string{
		"s-home-ch": "/", "s-secret": "/company/secret", "s-trade-in": "/company/trade-in",
		"s-history": "/company/about/history",
	} {
		item := tree.Page(id)
		if item == nil || item.PathOn(s) != want || item.UnlocalizedURL() != strings.TrimSuffix("/s"+want, "/") {
			t.Errorf("%s is %+v", id, item)
		}
	}
	if len(tree.HomeItems) != 2 {
		t.Errorf("%d home pages", len(tree.HomeItems))
	}
}

// TestNewTree_ItemsOfATopItem: the items of a top item follow the rules of all others (NAV-2, NAV-3).
//
// Rules: NAV-2, NAV-3.
func TestNewTree_ItemsOfATopItem(t *testing.T) {
	d := newTestDirectory(t)
	n := navigationOf(d.Main())
	n.Items[0].Items = []*Item{
		{Title: "Group", Page: ref("group", "group", "en"), Items: []*Item{
			{Title: "Board", Page: ref("board", "board", "en")},
			{Title: "Draft", Hidden: true},
		}},
		{Title: "Hidden", Hidden: true, Items: []*Item{{Title: "Below", Page: ref("below", "below", "en")}}},
		{Title: "America", Countries: []string{"US"}, Path: "/america"},
	}
	for name, test := range map[string]struct {
		country   string
		isPreview bool
		want      string
	}{
		"a country":       {"CH", false, "Group /company/group, Board /company/group/board"},
		"another country": {"US", false, "Group /company/group, Board /company/group/board, America /america"},
		"international":   {CountryAll, false, "Group /company/group, Board /company/group/board"},
		"an editor's preview": {"CH", true,
			"Group /company/group, Board /company/group/board, Draft , Hidden , Below /company/below"},
	} {
		tree, err := NewTree(n, test.country, test.isPreview)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		var walk func(items []*Item)
		walk = func(items []*Item) {
			for _, i := range items {
				got = append(got, i.Title+" "+i.UnlocalizedURL())
				walk(i.Items)
			}
		}
		walk(tree.Items[0].Items)
		if joined := strings.Join(got, ", "); joined != test.want {
			t.Errorf("%s: %s, want %s", name, joined, test.want)
		}
		if isKnown := tree.Page("below") != nil; isKnown != test.isPreview {
			t.Errorf("%s: the page below a hidden item: %v", name, isKnown)
		}
	}
}

// TestPageLocation_Screen: the screen of a page is that of its path.
func TestPageLocation_Screen(t *testing.T) {
	d := newTestDirectory(t)
	n := navigationOf(d.Site("cirris"))
	n.Items = append(n.Items, &Item{Title: "Stories", Page: ref("stories", "stories", "en"), Items: []*Item{
		{Title: "Authors", Page: ref("authors", "contacts", "en")},
	}}, &Item{Title: "Portal", Page: ref("portal", "mykomax", "en")})
	c := NewContext(
		ContextInput{Directory: d, Site: d.Site("cirris"), Locale: Locale{LanguageCode: "en"}},
		map[string]*Navigation{"cirris": n},
	)
	for id, want := range map[string]Screen{
		"cirris-home": ScreenContent, "cirris-about": ScreenContent, "stories": ScreenStories, "authors": ScreenStories,
		// Only the main site has a portal.
		"portal": ScreenContent,
	} {
		if location, ok := c.Page(id); !ok || location.Screen() != want {
			t.Errorf("%s: %v %s, want %s", id, ok, location.Screen(), want)
		}
	}
}
