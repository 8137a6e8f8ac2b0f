package editor

import (
	"slices"
	"testing"
	"time"

	"strand/domain/site"
)

func testDirectory(t *testing.T) *site.Directory {
	t.Helper()
	languages := []*site.Language{{LanguageCode: "en"}, {LanguageCode: "de"}, {LanguageCode: "ja"}}
	countries := []*site.Country{
		site.AllCountries(languages),
		{CountryCode: "CH", SupportedLanguages: []string{"de", "en"}, DefaultLanguage: "de"},
	}
	sites := []*site.Site{
		{ID: "main", TechnicalName: "main", IsMain: true, Domains: []string{"strand.example"}},
		{ID: "cirris", Slug: "cirris", TechnicalName: "cirris", Languages: []string{"en", "es"},
			Domains: []string{"strand.example/cirris"}},
		{
			ID:                "komax",
			Slug:              "komax",
			TechnicalName:     "komax",
			Languages:         site.LanguageCodes,
			Domains:           []string{"komax.example"},
			InternationalOnly: true,
		},
	}
	dir, err := site.NewDirectory(languages, countries, sites, nil)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// Rules: EDIT-12.
func TestParseSelection(t *testing.T) {
	dir := testDirectory(t)
	for query, want := range map[string]struct {
		previewURL, publicURL string
		problems              []Problem
	}{
		"": {
			"/editor-preview/main~published~anonymous~current~now/de", "https://strand.example:8443/de", nil,
		},
		"site=cirris&page=/products/": {
			"/editor-preview/cirris~published~anonymous~current~now/en/cirris/products",
			"https://strand.example:8443/en/cirris/products", nil,
		},
		"site=komax&language=ja&stage=DRAFT&audience=CUSTOMER&release=next&moment=2026-12-24T18:30": {
			"/editor-preview/komax~draft~customer~next~20261224T183000Z/ja", "https://komax.example:8443/ja", nil,
		},
		"language=de&country=CH": {
			"/editor-preview/main~published~anonymous~current~now/de-ch", "https://strand.example:8443/de-ch", nil,
		},
		"language=ja&country=CH": {
			"/editor-preview/main~published~anonymous~current~now/de-ch", "https://strand.example:8443/de-ch",
			[]Problem{UnsupportedLocale},
		},
		"site=komax&language=ja&country=CH": {
			"/editor-preview/komax~published~anonymous~current~now/ja", "https://komax.example:8443/ja",
			[]Problem{UnsupportedLocale},
		},
		"site=none&stage=draft&audience=ADMIN&moment=tomorrow&page=//elsewhere.example": {
			"/editor-preview/main~published~anonymous~current~now/de", "https://strand.example:8443/de",
			[]Problem{UnknownSite, UnknownStage, UnknownAudience, MalformedMoment, MalformedPage},
		},
		"page=/../graphql&moment=0000-01-01T00:00&%zz": {
			"/editor-preview/main~published~anonymous~current~now/de", "https://strand.example:8443/de",
			[]Problem{MalformedMoment, MalformedPage},
		},
	} {
		a := ParseSelection(dir, query, "de")
		if a.PreviewURL() != want.previewURL || a.PublicURL("https", "localhost:8443") != want.publicURL ||
			!slices.Equal(a.Problems, want.problems) {
			t.Errorf("%q: %s, %s, %v", query, a.PreviewURL(), a.PublicURL("https", "localhost:8443"), a.Problems)
		}
	}
}

// Rules: EDIT-16.
func TestDocumentState(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 11, n, 0, 0, 0, 0, time.UTC) }
	states := DocumentStates{
		"unchanged": {ID: "unchanged", UpdatedAt: day(1), PublishedAt: day(1)},
		"changed":   {ID: "changed", UpdatedAt: day(3), PublishedAt: day(1)},
		"draft":     {ID: "draft", UpdatedAt: day(2)},
		"newer":     {ID: "newer", UpdatedAt: day(1), PublishedAt: day(2)},
	}
	for id, want := range map[string][2]bool{
		"unchanged": {true, false}, "changed": {true, true}, "draft": {false, false}, "newer": {true, false},
	} {
		if s := states[id]; s.IsPublished() != want[0] || s.IsChanged() != want[1] {
			t.Errorf("%s: published %v, changed %v", id, s.IsPublished(), s.IsChanged())
		}
	}
}
