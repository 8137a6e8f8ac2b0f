// Package portaltest contains what the tests of the portal's rules have in common.
package portaltest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"strand/domain/site"
)

// Context returns a site context of the Swiss German main site.
func Context(t *testing.T) *site.Context {
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

// URLOf returns a URL; `none` for nil.
func URLOf(p *string) string {
	if p == nil {
		return "none"
	}
	return *p
}

// ClientTexts returns the texts of the client by language and id. The folder of the test is a package of domain.
func ClientTexts(t *testing.T) map[string]map[string]string {
	t.Helper()
	const messages = "../../client/src/i18n/messages/"
	files, err := filepath.Glob(messages + "portal/*.json")
	if err != nil || len(files) != 11 {
		t.Fatalf("%v %v", files, err)
	}
	all := map[string]map[string]string{}
	for _, file := range files {
		language := strings.TrimSuffix(filepath.Base(file), ".json")
		texts := map[string]string{}
		for _, area := range []string{"form", "portal", "site"} {
			text, err := os.ReadFile(messages + area + "/" + language + ".json")
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(text, &texts); err != nil {
				t.Fatal(err)
			}
		}
		all[language] = texts
	}
	return all
}
