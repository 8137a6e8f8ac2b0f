package site

import (
	"slices"
	"strings"
	"testing"
)

// inLocale returns a site context of the main site for a path with its locale.
func inLocale(t *testing.T, code string) *Context {
	t.Helper()
	d := newTestDirectory(t)
	l, ok := ParseLocale(code)
	if !ok {
		t.Fatal(code)
	}
	return contextOf(
		t, d, URL{Site: d.Main(), Scheme: "http", Host: "localhost", Prefix: code, Locale: l}, Preferences{}, false,
	)
}

// TestPageVersions: a page for all countries has its canonical URLs in the international locales, a page for some
// countries in their locales; each in the languages that it is written in (PAGE-31).
//
// Rules: PAGE-31.
func TestPageVersions(t *testing.T) {
	for name, test := range map[string]struct{ locale, page, language, versions, canonical string }{
		"a page for all countries": {
			"en", "main-company", "en", "en=/en/company de=/de/company", "/en/company",
		},
		"in a country": {
			"de-CH", "main-company", "de", "en=/en/company de=/de/company", "/de/company",
		},
		"in a language that it is not written in": {
			"fr-CH", "main-company", "en", "en=/en/company de=/de/company", "/en/company",
		},
		"for one country": {
			"en-US", "main-trade-in", "en", "en-US=/en-us/company/trade-in", "/en-us/company/trade-in",
		},
		"a home page for one country": {
			"de-CH", "main-home-ch", "de", "de-CH=/de-ch en-CH=/en-ch", "/de-ch",
		},
		"the home page that it replaces": {"en-US", "main-home", "en", "en=/en de=/de", "/en"},
		"a hidden page":                  {"en", "main-secret", "en", "", ""},
		"an unknown page":                {"en", "none", "en", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			versions, canonical := inLocale(t, test.locale).PageVersions(test.page, test.language)
			var got []string
			for _, v := range versions {
				got = append(got, v.Locale.Code()+"="+strings.TrimPrefix(v.URL, "http://localhost"))
			}
			if joined := strings.Join(got, " "); joined != test.versions {
				t.Errorf("versions %q, want %q", joined, test.versions)
			}
			if path := strings.TrimPrefix(canonical, "http://localhost"); path != test.canonical {
				t.Errorf("canonical %q, want %q", path, test.canonical)
			}
		})
	}
}

// TestCanonicalVersions_Paths: a page may have different paths in different countries.
//
// Rules: PAGE-31.
func TestCanonicalVersions_Paths(t *testing.T) {
	d := newTestDirectory(t)
	below := func(id string) *Item {
		page := ref("p", "leaf", "en", "de")
		page.Countries = []string{"CH", "US"}
		return &Item{ID: id, Page: page}
	}
	n := &Navigation{Site: d.Main(), Home: []*Item{{ID: "h", Page: ref("home", "home", "en")}}, Items: []*Item{
		{ID: "1", Page: ref("one", "one", "en"), Countries: []string{"CH"}, Items: []*Item{below("a")}},
		{ID: "2", Page: ref("two", "two", "en"), Countries: []string{"US"}, Items: []*Item{below("b")}},
	}}
	c := NewContext(
		ContextInput{
			Directory: d, Site: d.Main(), Locale: Locale{LanguageCode: "en"}, Scheme: "http", Host: "localhost",
		},
		map[string]*Navigation{d.Main().ID: n},
	)
	versions, _ := c.PageVersions("p", "en")
	const want = "http://localhost/de-ch/one/leaf http://localhost/en-ch/one/leaf http://localhost/en-us/two/leaf"
	if got := urlsOf(versions); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestDefaultVersion: the default version is the one in the site's default language, else the first one.
func TestDefaultVersion(t *testing.T) {
	main := newTestDirectory(t).Main()
	version := func(codes ...string) []LocaleVersion {
		var versions []LocaleVersion
		for _, code := range codes {
			l, _ := ParseLocale(code)
			versions = append(versions, LocaleVersion{Locale: l, URL: code})
		}
		return versions
	}
	for _, test := range []struct {
		versions []LocaleVersion
		want     string
	}{
		{version("de", "en", "ja"), "en"},
		{version("ja", "zh"), "ja"},
		{version("de-CH", "en-CH", "en-US"), "en-CH"},
		{nil, ""},
	} {
		if got, ok := DefaultVersion(main, test.versions); got.URL != test.want || ok != (test.want != "") {
			t.Errorf("%v: %q", test.versions, got.URL)
		}
	}
}

// TestLocaleVersions_Restricted: the page of a country is offered in the languages of the country only, and other URLs
// lead home (LOC-13).
//
// Rules: LOC-13.
func TestLocaleVersions_Restricted(t *testing.T) {
	siteCtx, o := resolveURL(t, "http://localhost/en-us/company/trade-in", Preferences{}, false)
	found, ok := o.(*Found)
	if !ok {
		t.Fatalf("%+v", o)
	}
	if got := urlsOf(siteCtx.LocaleVersions(found)); got != "/en-us/company/trade-in /es-us/company/trade-in" {
		t.Errorf("versions %s", got)
	}
	home := urlsOf(siteCtx.HomeVersions())
	for _, want := range []string{"/en", "/en-us", "/es-us", "/ja"} {
		if !slices.Contains(strings.Fields(home), want) {
			t.Errorf("%s is not one of %s", want, home)
		}
	}
}

// TestLinkedPage_Opens: links lead to pages that visitors of the country can open (NAV-26).
//
// Rules: NAV-26.
func TestLinkedPage_Opens(t *testing.T) {
	for _, test := range []struct {
		locale, page string
		want         bool
	}{
		{"de-CH", "main-deutsch", true},
		{"en", "main-deutsch", true},
		// Japan has no German.
		{"ja-JP", "main-deutsch", false},
		{"en-US", "main-trade-in", true},
		{"en-CH", "main-trade-in", false},
		{"en", "main-secret", false},
		{"en", "main-only-main", true},
		// A page of the main site alone is in the navigation of another site.
		{"en", "komax-only-main", false},
	} {
		if _, got := inLocale(t, test.locale).LinkedPage(test.page); got != test.want {
			t.Errorf("%s in %s: %v", test.page, test.locale, got)
		}
	}
}

// TestLocale_Tags: the tags of texts do not depend on the country where the texts do not (LOC-8).
//
// Rules: LOC-8.
func TestLocale_Tags(t *testing.T) {
	for code, want := range map[string]string{
		"en": "en en en", "de-CH": "de-CH de-CH de_CH", "zh": "zh-Hans zh-Hans zh_CN",
		"zh-TW": "zh-Hans zh-Hans-TW zh_CN", "pt": "pt-BR pt pt_BR", "pt-PT": "pt-BR pt-PT pt_BR",
	} {
		l, _ := ParseLocale(code)
		if got := l.LanguageTag() + " " + l.Hreflang() + " " + l.OpenGraphCode(); got != want {
			t.Errorf("%s: %q, want %q", code, got, want)
		}
	}
	if got := (&Language{LanguageCode: "zh"}).LanguageTag(); got != "zh-Hans" {
		t.Error(got)
	}
}

// TestCountriesByName: countries are sorted by their names; the pseudo country is listed with the hidden ones (LOC-15).
//
// Rules: LOC-15.
func TestCountriesByName(t *testing.T) {
	named := func(code, en, de string, hidden bool) *Country {
		return &Country{CountryCode: code, Hidden: hidden, Localizations: []Localization{{"en", en}, {"de", de}}}
	}
	d, err := NewDirectory(nil, []*Country{
		named("AT", "Austria", "Österreich", false), named("CH", "Switzerland", "Schweiz", false),
		named("AQ", "Antarctica", "Antarktis", true), named("EG", "Egypt", "Ägypten", false),
	}, []*Site{{ID: "main", IsMain: true}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	codes := func(language string, includeHidden bool) string {
		var all []string
		for _, c := range d.CountriesByName(language, includeHidden) {
			all = append(all, c.CountryCode)
		}
		return strings.Join(all, " ")
	}
	if got := codes("en", false) + ", " + codes("de", false) + ", " + codes("en", true); got !=
		"AT EG CH, EG AT CH, ALL AQ AT EG CH" {
		t.Error(got)
	}
}
