package app_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"strand/edge/pages"
)

// secret must never leave the server: it represents the text of an upstream error.
const secret = "SELECT * FROM secrets"

// foreignHost is the host to which a failing system redirects; no content contains it.
const foreignHost = "elsewhere.example"

var outOfOrder = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, secret, http.StatusInternalServerError)
})

// faults contains the ways in which an upstream system can fail.
var faults = map[string]http.HandlerFunc{
	"responds with 500": outOfOrder,
	"responds with 403": func(w http.ResponseWriter, _ *http.Request) { http.Error(w, secret, http.StatusForbidden) },
	"closes the connection": func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			_ = conn.Close()
		}
	},
	"is slow": func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // a server notices a disconnected caller only after it has read the body
		<-r.Context().Done()
	},
	"responds with HTML": func(
		w http.ResponseWriter, _ *http.Request,
	) {
		_, _ = w.Write([]byte("<html>" + secret))
	},
	"closes the connection within the body": func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write(
			[]byte(`{"data": {"pages": [`),
		)
	},
	"has errors": func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"data": null, "errors": [{"message": "` + secret + `"}]}`))
	},
	"has no data": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{}`)) },
	"redirects to another host": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", "http://"+foreignHost+"/")
		w.WriteHeader(http.StatusFound)
	},
}

// impatient keeps tests of hanging upstream systems short; the others use the default, which suits a loaded
// machine.
const impatient = "STRAND_UPSTREAM_TIMEOUT=1s"

// Rules: ERR-11.
func TestOutage_Site(t *testing.T) {
	for name, fault := range faults {
		t.Run("the CMS "+name, func(t *testing.T) {
			t.Parallel()
			s := startWith(t, testContent, screenOperation, impatient)
			s.cmsFault.Store(&fault)
			started := time.Now()
			response, body := s.get(t, "localhost", "/de/company", "Accept-Language", "en-GB, en;q=0.5")
			checkOutage(t, response, body)
			if !strings.Contains(body, `<html lang="de"`) {
				t.Errorf("the error page is not in the language of the URL: %.200s", body)
			}
			if spent := time.Since(started); spent > 10*time.Second {
				t.Errorf("the visitor waited %v", spent)
			}
		})
	}
}

// Rules: ERR-11.
func TestOutage_Page(t *testing.T) {
	for name, fault := range faults {
		t.Run("the CMS "+name, func(t *testing.T) {
			t.Parallel()
			s := startWith(t, testContent, screenOperation, impatient)
			if response, _ := s.get(t, "localhost", "/en"); response.StatusCode != http.StatusOK {
				t.Fatalf("home: %d", response.StatusCode)
			}
			s.cmsFault.Store(&fault)
			// The site, its navigation and this page are cached.
			if response, _ := s.get(t, "localhost", "/en"); response.StatusCode != http.StatusOK {
				t.Errorf("a page that was read before: %d", response.StatusCode)
			}
			response, body := s.get(t, "localhost", "/en/company")
			checkOutage(t, response, body)
			checkAt(t, string(stateOf(t, body).Data), "resolve.site.name", `"Test Group"`)
			checkAt(t, string(stateOf(t, body).Data), "resolve.breadcrumb",
				`[{"title": "Home", "url": "/en"}, {"title": "Company", "url": "/en/company"}]`)
		})
	}
}

// TestOutage_Redirects: while redirects cannot be read, "not found" may be wrong, so that the response is the
// error page in its site.
//
// Rules: ERR-13.
func TestOutage_Redirects(t *testing.T) {
	for name, fault := range faults {
		t.Run("the CMS "+name, func(t *testing.T) {
			t.Parallel()
			s := startWith(t, testContent, screenOperation, impatient)
			if response, _ := s.get(t, "localhost", "/en"); response.StatusCode != http.StatusOK {
				t.Fatalf("home: %d", response.StatusCode)
			}
			s.cmsFault.Store(&fault)
			response, body := s.get(t, "localhost", "/en/not-in-the-navigation")
			checkOutage(t, response, body)
			checkAt(t, string(stateOf(t, body).Data), "resolve.site.name", `"Test Group"`)
		})
	}
}

// TestBrokenRecords: a record that violates the contract counts as unreadable, not as missing.
//
// Rules: ERR-16.
func TestBrokenRecords(t *testing.T) {
	s := startWith(t, testContent, screenOperation)
	if response, _ := s.get(t, "localhost", "/en"); response.StatusCode != http.StatusOK {
		t.Fatalf("home: %d", response.StatusCode)
	}
	broken := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"data": {"pages": [{"id": null}], "systemRedirects": [{"source": null}]}}`)
	})
	s.cmsFault.Store(&broken)
	for _, path := range []string{"/en/company", "/en/not-in-the-navigation"} {
		response, body := s.get(t, "localhost", path)
		checkOutage(t, response, body)
	}
	s.cmsFault.Store(nil)
	if response, _ := s.get(t, "localhost", "/en/company"); response.StatusCode != http.StatusOK {
		t.Errorf("after recovery: %d", response.StatusCode)
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

// TestExplain_Outage: the explanation of a page that fails, or lacks a part, names the system, its operation and why.
func TestExplain_Outage(t *testing.T) {
	t.Parallel()
	s := startWith(t, testContent, screenOperation, impatient)
	if found := s.explain(t, "/en/company"); found.Status != http.StatusOK || found.Causes != nil ||
		found.Systems != nil {
		t.Errorf("a page that works: %+v", found)
	}
	fault := faults["responds with 500"]
	s.cmsFault.Store(&fault)
	found := s.explain(t, "/en/company/about")
	if found.Status != http.StatusServiceUnavailable || len(found.Causes) != 1 ||
		!strings.Contains(found.Causes[0], "call cms Pages: status: status 500") || found.Systems["cms"] == "" {
		t.Errorf("a page that fails: %+v", found)
	}
}
