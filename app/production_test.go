package app_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"strand/test/polltest"
)

// TestProduction: what differs in production.
//
// Rules: CALL-17, NAV-2, NAV-12.
func TestProduction(t *testing.T) {
	s := startWith(t, testContent, screenOperation, "STRAND_PRODUCTION=true", "STRAND_ROUTER_SECRET="+routerSecret,
		"STRAND_HOSTS=strand.internal:4000,alias.example", "STRAND_ORIGIN=https://localhost")
	t.Run("navigation", s.checkSiteNavigation)
	t.Run("hosts", s.checkHosts)
	t.Run("style guide", s.checkStyleGuide)
	t.Run("router", s.checkRouter)
}

// checkHosts: unknown hosts are refused, except for health checks, which load balancers send by IP
// address.
func (s *strand) checkHosts(t *testing.T) {
	for host, want := range map[string]int{
		"localhost": 200, "wire.localhost": 200, "www.wire.localhost": 200, "alias.example": 200,
		"strand.internal:4000": 200, "127.0.0.1": 200,
		"evil.example": 421, "strand.internal": 421, "strand.internal:4001": 421, "localhost:1": 421,
		"[::1]": 421, "a@localhost": 421,
	} {
		if answer, _ := s.get(t, host, "/en"); answer.StatusCode != want {
			t.Errorf("%s: %d, want %d", host, answer.StatusCode, want)
		}
		if answer, _ := s.get(t, host, "/healthz"); answer.StatusCode != http.StatusOK {
			t.Errorf("health at %s: %d", host, answer.StatusCode)
		}
	}
	for _, path := range append([]string{"/assets/none.js", "/favicon.ico", "/images/original/dot"}, public...) {
		if answer, _ := s.get(t, "evil.example", path); answer.StatusCode != http.StatusMisdirectedRequest {
			t.Errorf("%s: %d", path, answer.StatusCode)
		}
	}
	// Without TLS and without a trusted proxy, the configured origin determines that visitors use https.
	answer, body := s.get(t, "localhost", "/en?nextRelease=true")
	if answer.Header.Get("Strict-Transport-Security") == "" {
		t.Error("no HSTS with an origin of https")
	}
	for _, c := range answer.Cookies() {
		if !c.Secure {
			t.Errorf("the cookie %s is sent without TLS, too", c.Name)
		}
	}
	if len(answer.Cookies()) == 0 || strings.Contains(body, "http://localhost/") {
		t.Errorf("%d cookies; links are without TLS:\n%s", len(answer.Cookies()), body)
	}
}

// checkRouter: a router is authenticated by its secret; other callers send persisted operations only.
func (s *strand) checkRouter(t *testing.T) {
	const service = `{ _service { sdl } }`
	for _, test := range []struct {
		name   string
		secret string
		code   string
	}{
		{"no secret", "", "PERSISTED_QUERY_ONLY"},
		{"a wrong secret", routerSecret + "x", "PERSISTED_QUERY_ONLY"},
		{"the secret", routerSecret, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, query := range []string{service, `{ __schema { queryType { name } } }`,
				`{ languages { nativeName } }`,
				`{ _entities(representations: [{ __typename: "Site", id: "main" }]) { ... on Site { name } } }`} {
				headers := []string{"Host", "localhost"}
				if test.secret != "" {
					headers = append(headers, "X-Router-Authorization", test.secret)
				}
				_, answer := post[map[string]json.RawMessage](t, s, query, nil, headers...)
				code := ""
				if len(answer.Errors) > 0 {
					code = answer.Errors[0].Extensions.Code
				}
				if code != test.code || (code == "") != (len(answer.Data) == 1) {
					t.Errorf("%s: %v %s", query, answer.Errors, answer.Data)
				}
			}
		})
	}
	home := "/graphql?documentId=sha256:screen&variables=" + url.QueryEscape(`{"url":"http://localhost/en"}`)
	answer, body := s.get(t, "localhost", home)
	if answer.StatusCode != http.StatusOK || !strings.Contains(body, "Welcome") {
		t.Errorf("a persisted operation: %d %s", answer.StatusCode, body)
	}
}

// checkSiteNavigation: the public header and footer of a site, first with the CMS, then without it.
func (s *strand) checkSiteNavigation(t *testing.T) {
	for _, test := range []struct {
		name, path string
		status     int
		contains   []string
		lacks      []string
	}{
		{"a language", "/main?lang=de", http.StatusOK,
			[]string{`"title":"Firma"`, `"url":"/de/company"`, `"unlocalizedUrl":"/company"`,
				`"breadcrumbOverride":"About the group"`,
				`"backgroundColor":"Dark_White"`, `"kind":"ACTION","url":"openNewsFeed"`, `"note":"Beispielinhalt."`,
				`"title":"Careers"`}, []string{"Secret", "Trade-in", "Fresh", "Drafts", "Newswire"}},
		{"a country", "/main?lang=en-US", http.StatusOK,
			[]string{`"title":"Trade-in"`, `"countries":["US"]`, `"url":"/en-us/company"`, `"title":"Newswire"`},
			[]string{"Secret", "Drafts"}},
		{"no language", "/main", http.StatusOK, []string{`"url":"/en/company"`}, nil},
		{"a site by its slug", "/cabinet?lang=en", http.StatusOK, []string{`"url":"/en/cabinet"`}, nil},
		{"a language that the site lacks", "/cabinet?lang=ja", http.StatusBadRequest, []string{"BAD_USER_INPUT"}, nil},
		{"no language at all", "/main?lang=nonsense", http.StatusBadRequest, []string{"BAD_USER_INPUT"}, nil},
		{"no such site", "/nowhere?lang=en", http.StatusNotFound, []string{"NOT_FOUND"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			answer, body := s.get(t, "localhost", "/api/site-navigation/public"+test.path)
			if answer.StatusCode != test.status || !json.Valid([]byte(body)) ||
				!strings.HasPrefix(answer.Header.Get("Content-Type"), "application/json") {
				t.Errorf("%d %s %.300s", answer.StatusCode, answer.Header.Get("Content-Type"), body)
			}
			for _, want := range test.contains {
				if !strings.Contains(body, want) {
					t.Errorf("%s is missing in %s", want, body)
				}
			}
			for _, unwanted := range test.lacks {
				if strings.Contains(body, unwanted) {
					t.Errorf("%s is in the navigation", unwanted)
				}
			}
		})
	}
	s.cmsFault.Store(&outOfOrder)
	if answer, body := s.get(
		t, "localhost", "/api/site-navigation/public/main?lang=fr",
	); answer.StatusCode != http.StatusServiceUnavailable ||
		strings.Contains(body, secret) {
		t.Errorf("%d %s", answer.StatusCode, body)
	}
	// The items were read for another site: they remain, without their pages.
	answer, body := s.get(t, "localhost", "/api/site-navigation/public/wire?lang=en")
	if answer.StatusCode != http.StatusOK {
		t.Fatalf("%d %.300s", answer.StatusCode, body)
	}
	checkAt(t, body, "headerNavigation.home.url", `"/en"`)
	checkAt(t, body, "headerNavigation.home.page", `null`)
	s.cmsFault.Store(nil)
	polltest.Until(t, "pages come back", func() bool { return s.status(t, "/en") == http.StatusOK })
}
