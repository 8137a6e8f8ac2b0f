package site

import (
	"strings"
	"testing"
)

// TestDirectory_CountryOptions checks the names and order of the country selection (LOC-15).
//
// Rules: LOC-15.
func TestDirectory_CountryOptions(t *testing.T) {
	country := func(code, german, english string) *Country {
		return &Country{CountryCode: code, Localizations: []Localization{{"de", german}, {"en", english}}}
	}
	hidden := country("AQ", "Antarktis", "Antarctica")
	hidden.Hidden = true
	countries := []*Country{
		country("ZW", "Simbabwe", "Zimbabwe"), country("AT", "Österreich", "Austria"),
		country("DE", "Deutschland", "Germany"), hidden,
	}
	d, err := NewDirectory(nil, countries, []*Site{{ID: "main", IsMain: true}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for language, want := range map[string]string{
		"de": "DE Deutschland, AT Österreich, ZW Simbabwe",
		"en": "AT Austria, DE Germany, ZW Zimbabwe",
		"fr": "AT Austria, DE Germany, ZW Zimbabwe",
	} {
		var got []string
		for _, o := range d.CountryOptions(language) {
			got = append(got, o.CountryCode+" "+o.DisplayName)
		}
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("%s: got %s, want %s", language, text, want)
		}
	}
}

// TestSite_ThemeOfPage checks that a page with the default theme has the theme of its site (PAGE-18).
//
// Rules: PAGE-18.
func TestSite_ThemeOfPage(t *testing.T) {
	branded := &Site{Brand: &Brand{Theme: "Komax"}}
	for page, want := range map[Theme]Theme{"": "Komax", ThemeDefault: "Komax", "Copper": "Copper"} {
		if got := branded.ThemeOfPage(page); got != want {
			t.Errorf("%q: got %s, want %s", page, got, want)
		}
	}
	if got := (&Site{}).ThemeOfPage(ThemeDefault); got != ThemeDefault {
		t.Errorf("the theme of a site without a brand is %s", got)
	}
}
