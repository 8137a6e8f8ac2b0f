package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	// verbatimKeys are the keys of a payload whose values are the same in all countries: those of URLs, their
	// parameters, and what visitors typed.
	verbatimKeys = regexp.MustCompile(`(?i)(?:url|parameter|query|searchText|sortLowest|sortHighest)$`)
	// addresses are the values that are URLs, parts of URLs or messages with a URL.
	addresses = regexp.MustCompile(`^(?:/|https?:|mailto:|\?|Page not found: )`)
)

// spelledTexts returns the texts of a value of a payload that have the spelling of their country.
func spelledTexts(key string, value any) []string {
	var texts []string
	switch v := value.(type) {
	case string:
		if !verbatimKeys.MatchString(key) && !addresses.MatchString(v) {
			texts = append(texts, v)
		}
	case []any:
		for _, item := range v {
			texts = append(texts, spelledTexts(key, item)...)
		}
	case map[string]any:
		for name, item := range v {
			texts = append(texts, spelledTexts(name, item)...)
		}
	}
	return texts
}

// TestSpelling: pages of Switzerland and Liechtenstein have no "ß", others have it.
//
// Rules: LOC-19.
func TestSpelling(t *testing.T) {
	s := sampleSite(t)
	s.awaitSearch(t, "", "de")
	for _, path := range []string{
		"", "/products/crimping", "/products/crimping/fully-automatic-crimping/double-sided/alpha-530", "/investors",
		"/investors/annual-report-2025/strategy",
		"/stories/a-twin-for-every-machine", "/search?q=große", "/search?q=grosse",
	} {
		for locale, isSwiss := range map[string]bool{
			"de-ch": true, "de-li": true, "de-de": false, "de-at": false, "de": false,
		} {
			address, query, _ := strings.Cut(path, "?")
			answer, body := s.get(t, "localhost:8080", "/"+locale+address+"/_payload.json?"+query)
			if answer.StatusCode != http.StatusOK {
				t.Errorf("%s %s: %d %.200s", locale, path, answer.StatusCode, body)
				continue
			}
			var payload any
			if err := json.Unmarshal([]byte(body), &payload); err != nil {
				t.Fatalf("%s%s: %v", locale, path, err)
			}
			texts := strings.Join(spelledTexts("", payload), "\n")
			if strings.Contains(texts, "ß") == isSwiss {
				at := max(0, strings.Index(texts, "ß"))
				t.Errorf("%s%s: Swiss %v, %.200s", locale, path, isSwiss, texts[max(0, at-100):])
			}
		}
	}
	const product = "/products/crimping/fully-automatic-crimping/double-sided/alpha-530"
	for _, file := range []string{"/data-sheet.pdf", "/manual.pdf"} {
		for locale, isSwiss := range map[string]bool{"de-ch": true, "de-de": false} {
			if sheet := s.dataSheet(t, "/"+locale+product+file); strings.Contains(sheet.text, "ß") == isSwiss {
				t.Errorf("%s%s: Swiss %v, %s", locale, file, isSwiss, sheet.text)
			}
		}
	}
	// Both spellings find the same, in both countries.
	for _, locale := range []string{"de-CH", "de-DE"} {
		var found []string
		for _, query := range []string{"Größe", "Grösse"} {
			status, got := s.searchProxy(t, "search", map[string]any{"localeCode": locale, "query": query, "page": 1})
			if status != http.StatusOK || textAt(t, got, "records.0.url") == "" {
				t.Errorf("%s %s: %d %.200s", locale, query, status, got)
			}
			if locale == "de-CH" && strings.Contains(got, "ß") {
				t.Errorf("%s %s: %.300s", locale, query, got)
			}
			found = append(found, got)
		}
		if found[0] != found[1] {
			t.Errorf("%s: the spellings find\n%.300s\n%.300s", locale, found[0], found[1])
		}
	}
}

// TestSpelling_Values: in Switzerland, chapters of a report have no "ß"; names of people, and what visitors typed, keep
// it.
//
// Rules: LOC-19.
func TestSpelling_Values(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(sampleContent)); err != nil {
		t.Fatal(err)
	}
	for file, change := range map[string][2]string{
		"story-contacts.yaml":        {"name: Noor Verhagen", "name: Noor Strauß"},
		"sites/main/navigation.yaml": {"de: Finanzbericht}", "de: Finanzmaßnahmen}"},
	} {
		file = filepath.Join(dir, "cms", file)
		text, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(text), change[0]) {
			t.Fatalf("%s: no %q, %v", file, change[0], err)
		}
		changed := strings.ReplaceAll(string(text), change[0], change[1])
		if err := os.WriteFile(file, []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := startWith(t, sampleContent, "STRAND_CONTENT_DIR="+dir, "STRAND_CMS_URL=", "STRAND_PIM_URL=",
		"STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0")
	const fields = `{
		... on PageResolution {
			breadcrumb { title }
			page { title report { chapters { title } } }
			stories {
				... on StoryOverview { authors { label } }
				... on StoryContact { name }
			}
		}
		... on NotFoundResolution { searchText }
	}`
	for _, test := range []struct{ path, kept, spelled string }{
		{"/stories", "Noor Strauß", ""},
		{"/stories/contacts/noor-verhagen", "Noor Strauß", ""},
		{"/große-maschinen", "große maschinen", ""},
		{"/investors/annual-report-2025/strategy", "", "Finanzmassnahmen"},
	} {
		got := s.query(t, fmt.Sprintf(`{ resolve(url: "http://localhost:8080/de-ch%s") %s }`, test.path, fields))
		if !strings.Contains(got, test.kept) || !strings.Contains(got, test.spelled) ||
			strings.Contains(got, "Strauss") || strings.Contains(got, "Finanzmaß") {
			t.Errorf("%s: %s", test.path, got)
		}
	}
}
