package app_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// addresses are the values of a payload that are the same in all countries: URLs and parameters of URLs.
var addresses = regexp.MustCompile(`"(?:[^"\\]|\\.)*(?:[/=?.]|\\u0026)[^" ]*"`)

// TestSpelling: pages of Switzerland and Liechtenstein have no "ß", others have it.
//
// Rules: LOC-19.
func TestSpelling(t *testing.T) {
	s := sampleSite(t)
	s.awaitSearch(t, "", "de")
	for _, path := range []string{
		"", "/products/crimping", "/products/crimping/fully-automatic-crimping/double-sided/alpha-530", "/investors",
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
			texts := strings.ReplaceAll(addresses.ReplaceAllString(body, ""), `"query":"große"`, "")
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
