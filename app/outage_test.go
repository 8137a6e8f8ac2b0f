package app_test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"strand/edge/pages"
	"strand/test/polltest"
)

// secret must never leave the server: it represents the text of an upstream error.
const secret = "SELECT * FROM secrets"

// foreignHost is the host to which a failing system redirects; no content contains it.
const foreignHost = "elsewhere.example"

var outOfOrder = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, secret, http.StatusInternalServerError)
})

// faults contains ways in which an upstream system can fail, as visitors see them: transport and upstream have tests of
// all ways in which a response can be wrong.
var faults = map[string]http.HandlerFunc{
	"responds with 500": outOfOrder,
	"is slow": func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // a server notices a disconnected caller only after it has read the body
		<-r.Context().Done()
	},
	"has errors": func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"data": null, "errors": [{"message": "` + secret + `"}]}`))
	},
	"has invalid records": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"data": {"sites": [null], "languages": [null], "countries": [null], "brands": [null],
			"pages": [{"id": null}], "systemRedirects": [{"source": null}]}}`)
	},
	"redirects to another host": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", "http://"+foreignHost+"/")
		w.WriteHeader(http.StatusFound)
	},
}

// impatient keeps tests of hanging upstream systems short; the others use the default, which suits a loaded
// machine.
const impatient = "STRAND_UPSTREAM_TIMEOUT=1s"

// TestOutage: while the CMS fails, what was read before is shown, also after a change of it. Anything else is the error
// page, in the language of the URL, and inside its site if that is known: also a URL that may have a redirect, since
// "not found" may be wrong. Nothing of a failure is cached.
//
// Rules: ERR-9, ERR-11, ERR-13, ERR-14, ERR-16, ERR-17.
func TestOutage(t *testing.T) {
	t.Parallel()
	s := startWith(t, testContent, screenOperation, impatient, webhookSecret)
	s.cmsFault.Store(&outOfOrder)
	response, body := s.get(t, "localhost", "/de/company", "Accept-Language", "en-GB, en;q=0.5")
	checkOutage(t, response, body)
	if !strings.Contains(body, `<html lang="de"`) {
		t.Errorf("the error page is not in the language of the URL: %.200s", body)
	}
	s.cmsFault.Store(nil)
	known := []string{"/en", "/en/company/about", "/de", "/sitemap.xml"}
	polltest.Until(t, "the site comes back", func() bool {
		return !slices.ContainsFunc(known, func(path string) bool { return s.status(t, path) != http.StatusOK })
	})
	// Pages that were not read before.
	unread := []struct{ id, locale, path string }{
		{"main-company", "en", "/en/company"}, {"main-careers", "en", "/en/careers"},
		{"main-history", "en", "/en/company/about/history"}, {"main-german", "de", "/de/german"},
		{"main-trade-in", "en-US", "/en-us/company/trade-in"},
	}
	for i, name := range slices.Sorted(maps.Keys(faults)) {
		page := unread[i]
		t.Run("the CMS "+name, func(t *testing.T) {
			fault := faults[name]
			s.cmsFault.Store(&fault)
			if name == "responds with 500" {
				s.checkExplanation(t, known[1], page.path)
			}
			for _, record := range []string{"Page main-about", "HeaderNavigation main", "Asset any", "Site main"} {
				model, id, _ := strings.Cut(record, " ")
				s.webhook(t, "cms", model, id)
			}
			for _, path := range known {
				if status := s.status(t, path); status != http.StatusOK {
					t.Errorf("%s after the webhooks: %d", path, status)
				}
			}
			// A page, an editorial redirect, and nothing.
			for _, path := range []string{page.path, "/en/old", "/en/not-in-the-navigation"} {
				response, body := s.get(t, "localhost", path)
				checkOutage(t, response, body)
				checkAt(t, string(stateOf(t, body).Data), "resolve.site.name", `"Test Group"`)
				if path == "/en/company" {
					checkAt(t, string(stateOf(t, body).Data), "resolve.breadcrumb",
						`[{"title": "Home", "url": "/en"}, {"title": "Company", "url": "/en/company"}]`)
				}
			}
			response, body := s.get(t, "localhost", page.path+"/_payload.json")
			checkAt(t, body, "error.code", `"UPSTREAM_UNAVAILABLE"`)
			if response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") == "" {
				t.Errorf("the data of a page: %d %v", response.StatusCode, response.Header)
			}
			text := s.query(t, fmt.Sprintf(`{ page(id: %q, locale: %q) { title } }`, page.id, page.locale))
			if !failsWith(t, text, "UPSTREAM_UNAVAILABLE") || strings.Contains(text, secret) {
				t.Errorf("the graph: %s", text)
			}
			s.cmsFault.Store(nil)
			polltest.Until(t, "the page comes back", func() bool { return s.status(t, page.path) == http.StatusOK })
		})
	}
}

func checkOutage(t *testing.T, response *http.Response, body string) {
	t.Helper()
	if response.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("status %d, want 503", response.StatusCode)
	}
	if response.Header.Get("Retry-After") == "" || response.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("headers: %v", response.Header)
	}
	if stateOf(t, body).Outage == nil {
		t.Errorf("the document does not report the outage to the app: %.300s", body)
	}
	if strings.Contains(body, secret) || strings.Contains(body, foreignHost) {
		t.Error("the document contains the text of the upstream error")
	}
}

// explain asks the admin port to explain a page.
func (s *strand) explain(t *testing.T, path string) (found pages.Explanation) {
	t.Helper()
	w := httptest.NewRecorder()
	address := "/explain?url=" + url.QueryEscape("http://localhost"+path)
	s.app.Admin().ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, nil))
	if err := json.Unmarshal(w.Body.Bytes(), &found); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%d %v: %s", w.Code, err, w.Body)
	}
	return found
}

// checkExplanation checks that the explanation of a page that fails names the system, its operation and why.
func (s *strand) checkExplanation(t *testing.T, works, fails string) {
	t.Helper()
	if found := s.explain(t, works); found.Status != http.StatusOK || found.Causes != nil || found.Systems != nil {
		t.Errorf("a page that works: %+v", found)
	}
	found := s.explain(t, fails)
	if found.Status != http.StatusServiceUnavailable || len(found.Causes) != 1 ||
		!strings.Contains(found.Causes[0], "call cms Pages: status: status 500") || found.Systems["cms"] == "" {
		t.Errorf("a page that fails: %+v", found)
	}
}
