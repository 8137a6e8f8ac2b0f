package app_test

import (
	"net/http"
	"strings"
	"testing"
)

// TestLocaleSwitch: the language switch is a link that stores the locale for the site and redirects to the same
// page in it.
//
// Rules: LOC-3, LOC-4, LOC-10.
func TestLocaleSwitch(t *testing.T) {
	s := testSite(t)
	for name, test := range map[string]struct {
		query              string
		status             int
		location, remember string
	}{
		"another language": {"?locale=de-CH&url=/en/company", http.StatusFound, "/de-ch/company",
			"de-CH en"},
		"another country":             {"?locale=de-CH&url=/de/company", http.StatusFound, "/de-ch/company", "de-CH"},
		"from a URL without a locale": {"?locale=de&url=/company", http.StatusFound, "/de/company", "de"},
		"the home page":               {"?locale=de&url=/en", http.StatusFound, "/de", "de en"},
		"a query is kept": {"?locale=de&url=/en/company%3Fa=1", http.StatusFound, "/de/company?a=1",
			"de en"},
		"another host":          {"?locale=de&url=//example.com/en", http.StatusBadRequest, "", ""},
		"no locale":             {"?url=/en", http.StatusBadRequest, "", ""},
		"an unsupported locale": {"?locale=xx&url=/en", http.StatusBadRequest, "", ""},
		"no path":               {"?locale=de&url=http://example.com", http.StatusBadRequest, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			response, _ := s.get(t, "localhost", "/api/locale"+test.query)
			location := response.Header.Get("Location")
			if response.StatusCode != test.status || strings.HasPrefix(location, "//") ||
				strings.Contains(location, "://") {
				t.Fatalf("%d to %q", response.StatusCode, location)
			}
			if test.status != http.StatusFound {
				return
			}
			var remembered []string
			for _, c := range response.Cookies() {
				remembered = append(remembered, c.Value)
				if c.MaxAge != 400*24*3600 {
					t.Errorf("%s is kept for %d s", c.Name, c.MaxAge)
				}
			}
			if got := strings.Join(remembered, " "); location != test.location || got != test.remember {
				t.Errorf("redirects to %q, stores %q", location, got)
			}
		})
	}
}

// TestFallbackLanguage: missing texts are shown in the visitor's fallback language, else in English (LOC-9,
// LOC-10).
//
// Rules: CALL-2, LOC-3, LOC-9, LOC-10.
func TestFallbackLanguage(t *testing.T) {
	s := testSite(t)
	for _, test := range []struct{ name, path, cookie, want string }{
		{"without a fallback language", "/ja", "", "Welcome"},
		{"with a fallback language", "/ja", "strand-fallback-language=de", "Willkommen"},
		{"a fallback language that the page lacks", "/ja", "strand-fallback-language=fr", "Welcome"},
		{"an unknown fallback language", "/ja", "strand-fallback-language=tlh", "Welcome"},
		{"a page in the visitor's own language", "/ja/company/about", "strand-fallback-language=de", "会社概要"},
		// The document cached for one fallback language is not served for another.
		{"without a fallback language again", "/ja", "", "Welcome"},
	} {
		response, body := s.get(t, "localhost", test.path, "Cookie", test.cookie)
		if response.StatusCode != http.StatusOK || !strings.Contains(body, "<title>"+test.want+"</title>") {
			t.Errorf("%s: %d %.300s", test.name, response.StatusCode, body)
		}
	}
}
