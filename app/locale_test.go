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
		"another language":   {"?locale=de-CH&url=/en/company", http.StatusFound, "/de-ch/company", "de-CH"},
		"the home page":      {"?locale=de&url=/en", http.StatusFound, "/de", "de"},
		"a query is kept":    {"?locale=de&url=/en/company%3Fa=1", http.StatusFound, "/de/company?a=1", "de"},
		"another host":       {"?locale=de&url=//example.com/en", http.StatusFound, "/de/example.com/en", "de"},
		"no locale":          {"?url=/en", http.StatusBadRequest, "", ""},
		"a locale of nobody": {"?locale=xx&url=/en", http.StatusBadRequest, "", ""},
		"no path":            {"?locale=de&url=http://example.com", http.StatusBadRequest, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			response, _ := s.get(t, "localhost", "/api/locale"+test.query)
			location := response.Header.Get("Location")
			if response.StatusCode != test.status || strings.HasPrefix(location, "//") || strings.Contains(location, "://") {
				t.Fatalf("%d to %q", response.StatusCode, location)
			}
			if test.status != http.StatusFound {
				return
			}
			cookies := response.Cookies()
			if location != test.location || len(cookies) != 1 || cookies[0].Value != test.remember || cookies[0].MaxAge < 300*24*3600 {
				t.Errorf("to %q, cookies %v", location, cookies)
			}
		})
	}
}
