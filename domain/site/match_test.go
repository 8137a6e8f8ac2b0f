package site

import (
	"errors"
	"slices"
	"testing"
)

// TestMatch checks the site of a host and slug (URL-9 to URL-11).
//
// Rules: URL-9, URL-11.
func TestMatch(t *testing.T) {
	d := newTestDirectory(t)
	for _, test := range []struct {
		name, host, slug, want string
		bySlug                 bool
	}{
		{"exact host with slug", "localhost", "cirris", "cirris", true},
		{"exact host without slug", "localhost", "about", "main", false},
		{"exact host without anything", "komax.localhost", "", "komax", false},
		{"ports are ignored", "komax.localhost:8080", "", "komax", false},
		{"letter case is ignored", "KOMAX.LocalHost", "", "komax", false},
		{"a final dot is ignored", "komax.localhost.", "", "komax", false},
		{"an exact host has priority over a suffix with slug", "komax.localhost", "cirris", "komax", false},
		{"host suffix with slug", "www.localhost", "cirris", "cirris", true},
		{"a host suffix with slug has priority over one without", "www.komax.localhost", "cirris", "cirris", true},
		{"host suffix without slug", "www.komax.localhost", "about", "komax", false},
		{"the longest suffix", "de.www.wustec.localhost", "", "wustec", false},
		{"a suffix ends at a dot", "evilkomax.localhost", "", "main", false},
		{"the fallback is the main site", "example.com", "", "main", false},
		{"the fallback has its slug sites", "example.com", "cirris", "cirris", true},
		{"a site with its own domain is not reached by its slug", "localhost", "komax", "main", false},
		{"an IPv6 host", "[::1]:8080", "", "main", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			m, err := d.Match(test.host, test.slug)
			if err != nil {
				t.Fatal(err)
			}
			if m.Site.ID != test.want || m.BySlug != test.bySlug {
				t.Errorf("got %s by slug %t, want %s by slug %t", m.Site.ID, m.BySlug, test.want, test.bySlug)
			}
		})
	}
}

// TestMatch_SiteWithoutDomains checks that a site without a domain is an error (URL-13).
//
// Rules: URL-13.
func TestMatch_SiteWithoutDomains(t *testing.T) {
	d, err := NewDirectory(
		nil,
		nil,
		[]*Site{{ID: "main", IsMain: true, Domains: []string{"localhost"}}, {ID: "lost", Slug: "lost"}},
		nil,
	)
	if err != nil {
		t.Fatal(err)
	}
	_, err = d.Match("localhost", "")
	var missing *NoDomainError
	if !errors.As(err, &missing) || missing.Site != "lost" {
		t.Errorf("got %v, want an error that names the site", err)
	}
}

// TestNewDirectory_NoMainSite checks which site is the main one (URL-12).
//
// Rules: URL-12.
func TestNewDirectory_NoMainSite(t *testing.T) {
	if _, err := NewDirectory(nil, nil, []*Site{{ID: "a", Slug: "a"}}, nil); err == nil {
		t.Error("a directory without a main site was accepted")
	}
	d, err := NewDirectory(nil, nil, []*Site{{ID: "a", Slug: "a"}, {ID: "b"}}, nil)
	if err != nil || d.Main().ID != "b" {
		t.Errorf("the main site is the one without a slug: got %v, %v", d.Main(), err)
	}
}

// TestHomePath checks the paths of home pages (URL-8).
//
// Rules: URL-8.
func TestHomePath(t *testing.T) {
	d := newTestDirectory(t)
	for id, want := range map[string]string{"main": "/", "komax": "/", "cirris": "/cirris"} {
		if got := d.Site(id).HomePath(); got != want {
			t.Errorf("home of %s is %q, want %q", id, got, want)
		}
	}
}

// Rules: CONST-6.
func TestBrandTheme(t *testing.T) {
	if len(Themes) != 11 {
		t.Errorf("%d themes", len(Themes))
	}
	for theme, want := range map[Theme]Theme{
		"Default": ThemeDefault, "Wustec": "Wustec", "Iqc": "Iqc", "Adaptronic": "Adaptronic", "Cirris": "Cirris",
		"Diit": "Diit", "Hosver": "Hosver", "Komax": "Komax", "Schleuniger": "Schleuniger",
		// Themes that no brand has.
		"Copper": ThemeDefault, "LightBlue": ThemeDefault,
		"": ThemeDefault, "Neon": ThemeDefault,
	} {
		if got := BrandTheme(theme); got != want {
			t.Errorf("the brand theme %q is %q, want %q", theme, got, want)
		}
	}
}

// Rules: CONST-1, CONST-2.
func TestLanguagesOf(t *testing.T) {
	for name, test := range map[string]struct {
		site *Site
		want []string
	}{
		"of a site's record":        {&Site{Languages: []string{"de", "fr"}}, []string{"de", "fr"}},
		"of the main site's record": {&Site{IsMain: true, Languages: []string{"en"}}, []string{"en"}},
		"by default":                {&Site{}, []string{"en", "de"}},
		"of the main site": {
			&Site{IsMain: true}, []string{"en", "de", "fr", "es", "pt", "cs", "hu", "ro", "sk", "ja", "zh"},
		},
	} {
		if got := LanguagesOf(test.site); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}
