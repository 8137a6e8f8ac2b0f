package app_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// maxEnglishShare is the share of English texts that a template may have in another language, in percent.
const maxEnglishShare = 10

// templates are the pages whose texts must be in all languages, by their names.
var templates = map[string]string{
	"products":   "/products",
	"listing":    "/products/crimping",
	"product":    "/products/crimping/fully-automatic-crimping/double-sided/alpha-530",
	"comparison": "/products?compare=alpha-530,alpha-550",
	"services":   "/services",
	"service":    "/services/maintenance-and-repair/service-agreements/maintenance",
	"request":    "/request?product=alpha-530&what=quote",
}

// notShown are the fields of the answers that pages do not show as text, or that name the same in all languages:
// countries, which many languages write like English, and files.
var notShown = map[string]bool{
	"__typename": true, "cursor": true, "displayName": true, "extension": true, "fileName": true, "id": true,
	"kind": true, "slug": true, "languageCode": true, "languageTag": true, "code": true, "countryCode": true,
	"nativeName": true, "technicalName": true, "domains": true, "breadcrumb": true, "value": true,
	"theme": true, "srcset": true, "source": true, "invalidParameters": true,
}

// isWord reports whether a text has a word, beside figures, codes, addresses and parameters.
var isWord = regexp.MustCompile(`^[^/.=&?#]*\p{Ll}{2}[^=&?#]*$`)

// isUnit reports whether a text is a unit of figures, such as pcs/h, which is French, too.
var isUnit = regexp.MustCompile(`^\S+/\S+$`)

// shownTexts collects the texts of an answer.
func shownTexts(value any, add func(text string)) {
	switch v := value.(type) {
	case string:
		if isWord.MatchString(v) && !isUnit.MatchString(v) {
			add(v)
		}
	case []any:
		for _, item := range v {
			shownTexts(item, add)
		}
	case map[string]any:
		for name, item := range v {
			_, isText := item.(string)
			if isText && (notShown[name] || strings.HasSuffix(strings.ToLower(name), "url") ||
				strings.HasSuffix(name, "Parameter") || strings.HasSuffix(name, "anguage") ||
				strings.HasPrefix(name, "sort")) {
				continue
			}
			shownTexts(item, add)
		}
	}
}

// textsOf returns the texts of the main content of a page.
func (s *strand) textsOf(t *testing.T, path string) (texts []string) {
	t.Helper()
	address, query, _ := strings.Cut(path, "?")
	answer, body := s.get(t, "localhost:8080", address+"/_payload.json?"+query)
	var payload struct {
		Data struct {
			Resolve map[string]any `json:"resolve"`
		} `json:"data"`
	}
	if err := json.Unmarshal([]byte(body), &payload); err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %v", path, answer.StatusCode, err)
	}
	for _, part := range []string{"page", "catalog", "comparison", "productRequest"} {
		shownTexts(payload.Data.Resolve[part], func(text string) { texts = append(texts, text) })
	}
	return texts
}

// TestContent_EnglishShare checks that less than a tenth of the texts of a page is left in English: those that are
// identical on the English page and not on the German one, where names and units are identical, too. `make
// check-content` runs it.
func TestContent_EnglishShare(t *testing.T) {
	s := sampleSite(t)
	for name, path := range templates {
		english, german := s.textsOf(t, "/en"+path), s.textsOf(t, "/de"+path)
		if len(english) < 10 {
			t.Errorf("%s: only %d texts", name, len(english))
		}
		for _, language := range []string{"cs", "es", "fr", "hu", "ja", "pt", "ro", "sk", "zh"} {
			texts := s.textsOf(t, "/"+language+path)
			var left []string
			for _, text := range texts {
				if slices.Contains(english, text) && !slices.Contains(german, text) {
					left = append(left, text)
				}
			}
			if share := 100 * len(left) / max(1, len(texts)); share >= maxEnglishShare {
				slices.Sort(left)
				t.Errorf("%s in %s is %d %% English: %q", name, language, share, slices.Compact(left))
			}
		}
	}
}
