package app_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"
)

// Every endpoint that reads a cookie and changes something refuses requests that a page of another origin has caused;
// the page of the same origin, and programs, are answered.
func TestSecurityCrossOrigin(t *testing.T) {
	s := testSite(t)
	cookie := s.editorCookie(t)
	const (
		asJSON = "application/json"
		asForm = "application/x-www-form-urlencoded"
	)
	send := func(path, media, body string, headers map[string]string) (*http.Response, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", media)
		r.Header.Set("Cookie", cookie)
		for name, value := range headers {
			r.Header.Set(name, value)
		}
		return s.do(t, r)
	}
	foreign := map[string]map[string]string{
		"cross-site":               {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"},
		"sibling host":             {"Sec-Fetch-Site": "same-site", "Origin": "http://other.localhost"},
		"opaque origin":            {"Sec-Fetch-Site": "cross-site", "Origin": "null"},
		"cross-site, old browser":  {"Origin": "https://evil.example"},
		"null, old browser":        {"Origin": "null"},
		"forwarded host, unproven": {"Origin": "https://evil.example", "X-Forwarded-Host": "evil.example"},
	}
	own := map[string]map[string]string{
		"same origin":              {"Sec-Fetch-Site": "same-origin", "Origin": s.URL},
		"same origin, old browser": {"Origin": s.URL},
		"program":                  {},
	}
	for _, endpoint := range []struct{ path, media, body string }{
		{"/graphql", asJSON, `{"query":"mutation{startTranslations(input:{pages:[\"none\"]}){__typename}}"}`},
		{"/graphql", asJSON, `{"query":"{__typename}"}`},
		{"/editor-preview/main~draft~anonymous~current~now/graphql", asJSON, `{"query":"{__typename}"}`},
		{"/api/editor-area-autentication", asJSON, `{}`},
		{"/api/editor-area-sign-out", asForm, ``},
		{"/api/editor-preview-link", asJSON, `{}`},
		{"/api/draft-proxy", asJSON, `{"operationName":"Sites"}`},
		{"/api/gate", asForm, `page=p&password=x&url=/en`},
		{"/api/file-access", asJSON, ``},
		{"/api/search-proxy/search", asJSON, `{"query":"wire"}`},
		{"/api/search-proxy/suggest", asJSON, `{"query":"wire"}`},
		{"/api/uploads/", "application/offset+octet-stream", ``},
		{"/en/contact", asForm, `a=b`},
	} {
		for name, headers := range foreign {
			answer, body := send(endpoint.path, endpoint.media, endpoint.body, headers)
			if answer.StatusCode != http.StatusForbidden || strings.Contains(body, `"data":{`) {
				t.Errorf("%s, %s: %d %.200s", endpoint.path, name, answer.StatusCode, body)
			}
		}
		for name, headers := range own {
			answer, body := send(endpoint.path, endpoint.media, endpoint.body, headers)
			if answer.StatusCode == http.StatusForbidden {
				t.Errorf("%s, %s: %d %.200s", endpoint.path, name, answer.StatusCode, body)
			}
		}
	}
	// Headers that no page of another origin can send prove that the caller wants the request; so does a request
	// without cookies, which changes nothing of a visitor.
	for name, headers := range map[string]map[string]string{
		"a token": {"Authorization": "Bearer x"}, "no cookie": {"Cookie": ""},
	} {
		all := maps.Clone(foreign["cross-site"])
		maps.Copy(all, headers)
		answer, _ := send("/graphql", asJSON, `{"query":"{__typename}"}`, all)
		if answer.StatusCode == http.StatusForbidden {
			t.Errorf("%s: %d", name, answer.StatusCode)
		}
	}
	answer, body := send("/graphql", asJSON, `{"query":"{__typename}"}`, foreign["cross-site"])
	if !strings.Contains(body, `"code":"FORBIDDEN"`) || !strings.Contains(answer.Header.Get("Content-Type"), "json") {
		t.Errorf("the error of the graph: %s %s", answer.Header.Get("Content-Type"), body)
	}
}
