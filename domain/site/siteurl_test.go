package site

import (
	"errors"
	"strings"
	"testing"
)

// TestParse checks how URLs are parsed (URL-1, URL-2, URL-5).
//
// Rules: URL-1, URL-2, URL-4, URL-5.
func TestParse(t *testing.T) {
	d := newTestDirectory(t)
	for _, test := range []struct {
		url, site, prefix, locale, path, slug, parent string
		unclean                                       bool
	}{
		{url: "http://localhost:8080/", site: "main", slug: "home", parent: "home"},
		{url: "http://localhost", site: "main", slug: "home", parent: "home"},
		{url: "http://localhost/de", site: "main", prefix: "de", locale: "de", slug: "home", parent: "home"},
		{
			url:    "http://localhost/en-ch/company",
			site:   "main",
			prefix: "en-ch",
			locale: "en-CH",
			path:   "company",
			slug:   "company",
			parent: "home",
		},
		{
			url:    "http://localhost/EN-CH/a/b/c",
			site:   "main",
			prefix: "EN-CH",
			locale: "en-CH",
			path:   "a/b/c",
			slug:   "c",
			parent: "b",
		},
		{
			url:    "http://localhost/en/cirris/about",
			site:   "cirris",
			prefix: "en",
			locale: "en",
			path:   "about",
			slug:   "about",
			parent: "home",
		},
		{url: "http://localhost/cirris", site: "cirris", slug: "home", parent: "home"},
		{url: "http://localhost/cirris/en/about", site: "cirris", path: "en/about", slug: "about", parent: "en"},
		{
			url:    "http://komax.localhost/fr/x",
			site:   "komax",
			prefix: "fr",
			locale: "fr",
			path:   "x",
			slug:   "x",
			parent: "home",
		},
		{url: "http://localhost/fr/cirris", site: "cirris", prefix: "fr", locale: "fr", slug: "home", parent: "home"},
		{
			url:    "http://localhost/es/adaptronic",
			site:   "adaptronic",
			prefix: "es",
			locale: "es",
			slug:   "home",
			parent: "home",
		},
		{
			url:    "http://localhost/it/about",
			site:   "main",
			prefix: "it",
			locale: "it",
			path:   "about",
			slug:   "about",
			parent: "home",
		},
		{url: "http://localhost/qq/about", site: "main", path: "qq/about", slug: "about", parent: "qq"},
		{url: "http://localhost/english/about", site: "main", path: "english/about", slug: "about", parent: "english"},
		{
			url:     "http://localhost/en/about/",
			site:    "main",
			prefix:  "en",
			locale:  "en",
			path:    "about",
			slug:    "about",
			parent:  "home",
			unclean: true,
		},
		{
			url:     "http://localhost//evil.example/x",
			site:    "main",
			path:    "evil.example/x",
			slug:    "x",
			parent:  "evil.example",
			unclean: true,
		},
		{
			url:     "http://localhost/en/a/../b/./c",
			site:    "main",
			prefix:  "en",
			locale:  "en",
			path:    "b/c",
			slug:    "c",
			parent:  "b",
			unclean: true,
		},
		{
			url:    "http://localhost/en/%C3%BCber%20uns",
			site:   "main",
			prefix: "en",
			locale: "en",
			path:   "%C3%BCber%20uns",
			slug:   "über uns",
			parent: "home",
		},
	} {
		t.Run(test.url, func(t *testing.T) {
			a, err := d.Parse(test.url)
			if err != nil {
				t.Fatal(err)
			}
			got := []string{a.Site.ID, a.Prefix, a.Locale.Code(), a.Path(), a.Slug(), a.ParentSlug()}
			want := []string{test.site, test.prefix, test.locale, test.path, test.slug, test.parent}
			if strings.Join(got, "|") != strings.Join(want, "|") || a.Clean == test.unclean {
				t.Errorf("got %q clean %t, want %q clean %t", got, a.Clean, want, !test.unclean)
			}
		})
	}
}

// TestParse_ErrBadURL checks that malformed and relative URLs are refused (URL-31).
//
// Rules: URL-31.
func TestParse_ErrBadURL(t *testing.T) {
	d := newTestDirectory(t)
	for _, url := range []string{
		"", "/en/about", "about", "ftp://localhost/x", "javascript:alert(1)", "http://", "http:///x",
		"http://localhost/%zz",
		"http://localhost/\x00", "http://localhost/%00", "http://localhost/%ff%fe", "mailto:a@example.com",
		"http://localhost/" + strings.Repeat("a", MaxURLLength),
	} {
		if _, err := d.Parse(url); !errors.Is(err, ErrBadURL) {
			t.Errorf("%.40q: got %v, want ErrBadURL", url, err)
		}
	}
}

// TestTechnicalAreas checks the first segments that are no pages (URL-15).
//
// Rules: URL-15.
func TestTechnicalAreas(t *testing.T) {
	d := newTestDirectory(t)
	for url, want := range map[string]bool{
		"http://localhost/en/callback": true, "http://localhost/style-guide/buttons": true,
		"http://localhost/en/company": false,
	} {
		a, err := d.Parse(url)
		if err != nil || a.TechnicalArea() != want {
			t.Errorf("%s: technical %t (%v), want %t", url, a.TechnicalArea(), err, want)
		}
	}
	for path, want := range map[string]bool{
		"/graphql": true, "/assets/x.js": true, "/Style-Guide": true, "/": false, "/en/graphql": false,
		"/graphqlx": false,
	} {
		if got := IsReservedPath(path); got != want {
			t.Errorf("%s: fixed %t, want %t", path, got, want)
		}
	}
}

// TestLocaleCodes checks the codes of locales (LOC-8).
//
// Rules: CONST-3, LOC-8.
func TestLocaleCodes(t *testing.T) {
	for _, test := range []struct {
		locale         Locale
		code, url, sis string
		international  bool
	}{
		{Locale{"de", "CH"}, "de-CH", "de-ch", "de-CH", false},
		{Locale{"en", ""}, "en", "en", "en-US", true},
		{Locale{"pt", "PT"}, "pt-PT", "pt-pt", "pt-BR", false},
		{Locale{"zh", ""}, "zh", "zh", "zh-CN", true},
		{Locale{"fr", "CH"}, "fr-CH", "fr-ch", "fr-FR", false},
		{Locale{"es", ""}, "es", "es", "es-ES", true},
		{Locale{"ja", "JP"}, "ja-JP", "ja-jp", "ja-JP", false},
		{Locale{"cs", "CZ"}, "cs-CZ", "cs-cz", "cs-CZ", false},
		{Locale{"hu", ""}, "hu", "hu", "hu-HU", true},
		{Locale{"ro", ""}, "ro", "ro", "ro-RO", true},
		{Locale{"sk", ""}, "sk", "sk", "sk-SK", true},
		{Locale{"it", ""}, "it", "it", "en-US", true},
	} {
		l := test.locale
		if l.Code() != test.code || l.URLCode() != test.url || l.SISCode() != test.sis ||
			l.IsInternational() != test.international {
			t.Errorf("%v: %s %s %s %t", l, l.Code(), l.URLCode(), l.SISCode(), l.IsInternational())
		}
	}
}

// TestAllCountries checks the pseudo country of the international locale (LOC-7).
//
// Rules: LOC-7.
func TestAllCountries(t *testing.T) {
	d := newTestDirectory(t)
	all := d.Country(CountryAll)
	if all == nil || all.DisplayName("en") != "All" || all.DisplayName("de") != "Alle" || all.DefaultLanguage != "en" ||
		all.DefaultMeasurementSystem != Metric {
		t.Fatalf("%+v", all)
	}
	for _, l := range d.Languages {
		if !all.Supports(l.LanguageCode) {
			t.Errorf("CountryAll has no language %s", l.LanguageCode)
		}
	}
	if d.OffersCountry(CountryAll) || d.Supports(d.Main(), Locale{"en", CountryAll}) {
		t.Error("CountryAll can be chosen as a country")
	}
	if c := (Locale{LanguageCode: "en"}).Country(); c != CountryAll {
		t.Errorf("the country of the international locale is %s", c)
	}
}

// TestNegotiate checks the choice of a visitor's locale (LOC-1, LOC-2).
//
// Rules: LOC-1, LOC-2, LOC-5, LOC-6, LOC-16.
func TestNegotiate(t *testing.T) {
	d := newTestDirectory(t)
	for _, test := range []struct {
		name, site string
		p          Preferences
		want       string
	}{
		{"the cookie has priority", "main", Preferences{Cookie: "fr-CH", AcceptLanguage: "en"}, "fr-CH"},
		{"an unsupported locale in the cookie is ignored", "main", Preferences{
			Cookie:         "fr-US",
			AcceptLanguage: "ja-JP",
		}, "ja-JP"},
		{"language and region", "main", Preferences{AcceptLanguage: "de-CH,de;q=0.9,en;q=0.8"}, "de-CH"},
		{"a region that does not have the language", "main", Preferences{AcceptLanguage: "de-US"}, "de"},
		{"a language without region", "main", Preferences{AcceptLanguage: "fr"}, "fr"},
		{"a language without region takes the visitor's country", "main", Preferences{
			AcceptLanguage: "fr",
			Country:        "CH",
		}, "fr-CH"},
		{"the language with the highest quality", "main", Preferences{AcceptLanguage: "en;q=0.2, ja;q=0.9"}, "ja"},
		{"no accepted language is supported", "wustec", Preferences{AcceptLanguage: "en"}, "de"},
		{"quality zero", "main", Preferences{AcceptLanguage: "fr;q=0"}, "en"},
		{"script and region", "main", Preferences{AcceptLanguage: "zh-Hans-CN"}, "zh"},
		{"unknown languages", "main", Preferences{AcceptLanguage: "it, tlh"}, "en"},
		{"a malformed weight", "main", Preferences{AcceptLanguage: "de;q=abc, fr"}, "fr"},
		{"a weight above 1", "main", Preferences{AcceptLanguage: "de;q=7, fr;q=0.1, ja;q=-1, en;q=NaN"}, "fr"},
		{"another parameter", "main", Preferences{AcceptLanguage: "de;level=1;q=0.5, fr;q=0.6"}, "fr"},
		{"another parameter alone", "main", Preferences{AcceptLanguage: "de;level=1, fr;q=0.6"}, "de"},
		{"a malformed language", "main", Preferences{AcceptLanguage: "e, toolonglanguage, x_y_z_, fr;q=0.1"}, "fr"},
		{"any language but a refused one", "main", Preferences{AcceptLanguage: "*, en;q=0"}, "de"},
		{"all languages refused", "portal", Preferences{AcceptLanguage: "en;q=0"}, "en"},
		{"a refused language with a region", "main", Preferences{AcceptLanguage: "en-US, en;q=0"}, "en-US"},
		{"any language", "main", Preferences{AcceptLanguage: "*"}, "en"},
		{"Mandarin", "main", Preferences{AcceptLanguage: "cmn-Hans-CN"}, "zh"},
		{"Cantonese", "main", Preferences{AcceptLanguage: "yue-Hant-HK"}, "zh"},
		{"Cantonese and a language of the site", "main", Preferences{AcceptLanguage: "yue-Hant-HK, de;q=0.5"}, "zh"},
		{"Swiss German", "main", Preferences{AcceptLanguage: "gsw-CH, en;q=0.5"}, "de-CH"},
		{"a language that is only similar", "main", Preferences{AcceptLanguage: "ca, en;q=0.5"}, "en"},
		{"a long header", "main", Preferences{AcceptLanguage: "de" + strings.Repeat(",x", 600)}, "en"},
		{"nonsense", "main", Preferences{AcceptLanguage: ";;;=,,"}, "en"},
		{"an international site", "portal", Preferences{AcceptLanguage: "en-US", Cookie: "en-CH"}, "en"},
		{"a hidden country", "main", Preferences{AcceptLanguage: "en-AQ"}, "en"},
		{"no preferences", "cirris", Preferences{}, "en"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := d.Negotiate(d.Site(test.site), test.p).Code(); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// TestIsSegment: a slug is a segment of a path if its URL is read back as the slug.
func TestIsSegment(t *testing.T) {
	for slug, want := range map[string]bool{
		"alpha": true, "Machine 90": true, "ä": true, "a,b": true, "100%": true, "a&b": true, "a.b": true, "...": true,
		"": false, ".": false, "..": false, "a/b": false, "a?b": false, "a#b": false, `a\b`: false, "a%2fb": false,
		" a": false, "a ": false, "a\nb": false, "a\x00": false, "a\xff": false,
	} {
		if got := IsSegment(slug); got != want {
			t.Errorf("%q: %t", slug, got)
		}
	}
}
