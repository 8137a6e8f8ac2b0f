package app_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestTextLanguages: texts of the CMS and PIM that are not translated tell their language: names of products, titles of
// the breadcrumb, capabilities, documents, events and search results. Translated ones do not.
//
// Rules: CAT-45, LOC-18.
func TestTextLanguages(t *testing.T) {
	t.Parallel()
	// In Hungarian, only the name of a process is translated.
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../demo/content")); err != nil {
		t.Fatal(err)
	}
	termsFile := filepath.Join(dir, "pim/terms/hu.yaml")
	if err := os.WriteFile(termsFile, []byte("Crimping: Krimpelés\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "pim/texts/hu.yaml")); err != nil {
		t.Fatal(err)
	}
	eventsFile := filepath.Join(dir, "cms/events.yaml")
	events, err := os.ReadFile(eventsFile)
	if err != nil {
		t.Fatal(err)
	}
	events = regexp.MustCompile(`, hu: "[^"]*"`).ReplaceAll(events, nil)
	if err := os.WriteFile(eventsFile, events, 0o600); err != nil {
		t.Fatal(err)
	}
	s := startWith(t, dir, append(append(screenOperations(t), sheetOperation(t)), withSamples...)...)
	type language struct{ LanguageCode string }
	type answer struct {
		Resolve struct {
			Breadcrumb []struct{ Title, ForeignLanguage string }
			Catalog    struct {
				NameLanguage language
				Capabilities []struct{ Name, ForeignLanguage string }
				Documents    []struct{ Name, ForeignLanguage string }
			}
			Search struct {
				Results []struct{ Title, TitleLanguage, ExcerptLanguage string }
			}
		}
		Events struct {
			Edges []struct {
				Node struct {
					IsLanguageFallback bool
					ContentLanguage    language
				}
			}
		}
	}
	const query = `query($url: String!, $locale: LocaleCode!) {
		resolve(url: $url) { ... on PageResolution {
			breadcrumb { title foreignLanguage }
			catalog { ... on Product {
				nameLanguage { languageCode } capabilities { name foreignLanguage }
				documents { name foreignLanguage } } }
			search { results { title titleLanguage excerptLanguage } } } }
		events(locale: $locale) { edges { node { isLanguageFallback contentLanguage { languageCode } } } } }`
	ask := func(locale, path string) answer {
		variables := map[string]any{"url": "http://localhost/" + locale + path, "locale": locale}
		_, got := post[answer](t, s, query, variables)
		if len(got.Errors) > 0 {
			t.Fatalf("/%s%s: %v", locale, path, got.Errors)
		}
		return got.Data
	}
	const machine = "/products/crimping/fully-automatic-crimping/double-sided/alpha-530"
	const course = "/services/training/operator-courses/training"
	for locale, want := range map[string]string{"hu": "en", "de": "", "en": ""} {
		spoken := locale
		if want != "" {
			spoken = want
		}
		product := ask(locale, machine)
		trail := product.Resolve.Breadcrumb
		for _, e := range trail[3:] {
			if e.ForeignLanguage != want {
				t.Errorf("%s: %s has the language %q, want %q", locale, e.Title, e.ForeignLanguage, want)
			}
		}
		// The title of the navigation and the name of the process are translated.
		for _, e := range trail[1:3] {
			if e.ForeignLanguage != "" {
				t.Errorf("%s: %s has the language %q", locale, e.Title, e.ForeignLanguage)
			}
		}
		for _, c := range product.Resolve.Catalog.Capabilities {
			// The capability has the name of the process.
			if isTranslated := locale != "hu" || c.Name == "Krimpelés"; (c.ForeignLanguage == "") != isTranslated {
				t.Errorf("%s: the capability %s has the language %q", locale, c.Name, c.ForeignLanguage)
			}
		}
		for i, d := range product.Resolve.Catalog.Documents {
			// The data sheet and the manual come first, and are named in the language of the page.
			if isSheet := i < 2; (d.ForeignLanguage != want) != (isSheet && want != "") {
				t.Errorf("%s: the document %s has the language %q", locale, d.Name, d.ForeignLanguage)
			}
		}
		if len(product.Resolve.Catalog.Capabilities) == 0 || len(product.Resolve.Catalog.Documents) < 2 {
			t.Errorf("%s: %+v", locale, product.Resolve.Catalog)
		}
		service := ask(locale, course)
		if got := service.Resolve.Catalog.NameLanguage.LanguageCode; got != spoken {
			t.Errorf("%s: the name of the course has the language %q, want %q", locale, got, spoken)
		}
		for _, e := range service.Events.Edges {
			if e.Node.ContentLanguage.LanguageCode != spoken || e.Node.IsLanguageFallback != (want != "") {
				t.Errorf("%s: an event has the language %+v", locale, e.Node)
			}
		}
		s.awaitSearch(t, "", locale)
		found := ask(locale, "/search?q=alpha+530").Resolve.Search.Results
		if len(found) == 0 || found[0].ExcerptLanguage != want || found[0].TitleLanguage != want {
			t.Errorf("%s: found %+v", locale, found)
		}
	}
}
