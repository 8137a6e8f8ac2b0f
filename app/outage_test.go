package app_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// secret must never leave the server: it stands for what an upstream says in its errors.
const secret = "SELECT * FROM secrets"

// elsewhere is where a system that fails sends its callers; no content names it.
const elsewhere = "elsewhere.example"

var outOfOrder = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, secret, http.StatusInternalServerError)
})

// faults are the ways in which an upstream can fail its callers.
var faults = map[string]http.HandlerFunc{
	"answers 500": outOfOrder,
	"answers 403": func(w http.ResponseWriter, _ *http.Request) { http.Error(w, secret, http.StatusForbidden) },
	"hangs up": func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			_ = conn.Close()
		}
	},
	"is slow": func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // a server notices that its caller is gone only once it has read everything
		<-r.Context().Done()
	},
	"is no JSON": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>" + secret)) },
	"breaks off": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"data": {"pages": [`)) },
	"has errors": func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"data": null, "errors": [{"message": "` + secret + `"}]}`))
	},
	"has no data": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{}`)) },
	"goes elsewhere": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", "http://"+elsewhere+"/")
		w.WriteHeader(http.StatusFound)
	},
}

// impatient keeps tests of upstreams that do not answer short; others give a loaded machine its time.
const impatient = "STRAND_UPSTREAM_TIMEOUT=1s"

func TestOutageOfTheWholeSite(t *testing.T) {
	for name, fault := range faults {
		t.Run("the CMS "+name, func(t *testing.T) {
			t.Parallel()
			s := startWith(t, testContent, screenOperation, impatient)
			s.cmsFault.Store(&fault)
			began := time.Now()
			response, body := s.get(t, "localhost", "/de/company", "Accept-Language", "en-GB, en;q=0.5")
			checkOutage(t, response, body)
			if !strings.Contains(body, `<html lang="de"`) {
				t.Errorf("the error page is not in the language of the address: %.200s", body)
			}
			if spent := time.Since(began); spent > 10*time.Second {
				t.Errorf("the visitor waited %v", spent)
			}
		})
	}
}

func TestOutageOfAPage(t *testing.T) {
	for name, fault := range faults {
		t.Run("the CMS "+name, func(t *testing.T) {
			t.Parallel()
			s := startWith(t, testContent, screenOperation, impatient)
			if response, _ := s.get(t, "localhost", "/en"); response.StatusCode != http.StatusOK {
				t.Fatalf("home: %d", response.StatusCode)
			}
			s.cmsFault.Store(&fault)
			// The site, its navigation and this page are still known.
			if response, _ := s.get(t, "localhost", "/en"); response.StatusCode != http.StatusOK {
				t.Errorf("a page that was read before: %d", response.StatusCode)
			}
			response, body := s.get(t, "localhost", "/en/company")
			checkOutage(t, response, body)
			if !strings.Contains(body, `"site":{`) ||
				!strings.Contains(body, `"siteName":"Test Group","homeUrl":"/en"`) {
				t.Error("the error page is not inside its site's layout")
			}
		})
	}
}

// Whether there is a redirect cannot be read, so that "not found" would be a guess: the answer is the error page in its
// site.
func TestOutageOfRedirects(t *testing.T) {
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
			if !strings.Contains(body, `"siteName":"Test Group"`) {
				t.Error("the error page is not inside its site's layout")
			}
		})
	}
}

// A record that breaks the contract is one that cannot be read; it does not pass for one that does not exist.
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
	if !strings.Contains(body, `"outage":{`) {
		t.Errorf("the document does not tell the app of the outage: %.300s", body)
	}
	if strings.Contains(body, secret) || strings.Contains(body, elsewhere) {
		t.Error("the document tells what the upstream said")
	}
}
