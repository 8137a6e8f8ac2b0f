package app_test

import (
	"net/http"
	"strings"
	"testing"
)

// The language switch is a link: it remembers the locale for the site and leads to the same page in it.
func TestLocaleSwitch(t *testing.T) {
	s := start(t)
	for name, test := range map[string]struct {
		query              string
		status             int
		location, remember string
	}{
		"another language": {"?locale=de-CH&url=/en/company", http.StatusFound, "/de-ch/company",
			"de-CH en"},
		"another country":             {"?locale=de-CH&url=/de/company", http.StatusFound, "/de-ch/company", "de-CH"},
		"from an address without one": {"?locale=de&url=/company", http.StatusFound, "/de/company", "de"},
		"the home page":               {"?locale=de&url=/en", http.StatusFound, "/de", "de en"},
		"a query is kept": {"?locale=de&url=/en/company%3Fa=1", http.StatusFound, "/de/company?a=1",
			"de en"},
		"another host": {"?locale=de&url=//example.com/en", http.StatusFound, "/de/example.com/en",
			"de"},
		"no locale":          {"?url=/en", http.StatusBadRequest, "", ""},
		"a locale of nobody": {"?locale=xx&url=/en", http.StatusBadRequest, "", ""},
		"no path":            {"?locale=de&url=http://example.com", http.StatusBadRequest, "", ""},
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
				t.Errorf("to %q, remembers %q", location, got)
			}
		})
	}
}

// TestFallbackLanguage: a visitor with a fallback language reads in it what is missing in the own language, else in
// English (LOC-9, LOC-10).
func TestFallbackLanguage(t *testing.T) {
	s := start(t)
	for _, test := range []struct{ name, path, cookie, want string }{
		{"without one", "/ja", "", "Welcome"},
		{"with one", "/ja", "strand-fallback-language=de", "Willkommen"},
		{"one that the page lacks", "/ja", "strand-fallback-language=fr", "Welcome"},
		{"one that nobody speaks", "/ja", "strand-fallback-language=tlh", "Welcome"},
		{"what is there in the visitor's own language", "/ja/company/about", "strand-fallback-language=de", "会社概要"},
		// What was kept for one is not served to the other.
		{"without one again", "/ja", "", "Welcome"},
	} {
		response, body := s.get(t, "localhost", test.path, "Cookie", test.cookie)
		if response.StatusCode != http.StatusOK || !strings.Contains(body, "<title>"+test.want+"</title>") {
			t.Errorf("%s: %d %.300s", test.name, response.StatusCode, body)
		}
	}
}

// TestLocaleCookie: the locale is remembered for each site by itself (LOC-3).
func TestLocaleCookie(t *testing.T) {
	s := start(t)
	for path, want := range map[string]string{"/company": "/de-ch/company", "/cabinet": "/en/cabinet"} {
		response, _ := s.get(t, "localhost", path, "Cookie", "strand-locale-main=de-CH", "Accept-Language", "en")
		if got := response.Header.Get("Location"); response.StatusCode != http.StatusFound || got != want {
			t.Errorf("%s: %d to %q, not %q", path, response.StatusCode, got, want)
		}
	}
}
