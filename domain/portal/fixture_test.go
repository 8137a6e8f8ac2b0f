package portal

import (
	"testing"

	"strand/domain/site"
)

// testContext returns a site context of the Swiss German main site.
func testContext(t *testing.T) *site.Context {
	t.Helper()
	languages := []*site.Language{{LanguageCode: "de"}, {LanguageCode: "en"}}
	dir, err := site.NewDirectory(languages, []*site.Country{
		site.AllCountries(languages),
		{
			CountryCode: "CH", SupportedLanguages: []string{"de"}, DefaultLanguage: "de",
			Localizations: []site.Localization{{Locale: "de", DisplayName: "Schweiz"}},
		},
	}, []*site.Site{{ID: "main", TechnicalName: "main", IsMain: true, Domains: []string{"strand.example"}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return site.NewContext(site.ContextInput{
		Directory: dir, Site: dir.Main(), Locale: site.Locale{LanguageCode: "de", CountryCode: "CH"},
		Scheme: "https", Host: "strand.example",
	}, nil)
}

func urlOf(p *string) string {
	if p == nil {
		return "none"
	}
	return *p
}
