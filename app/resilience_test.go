package app_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	webhookSecret = "STRAND_CMS_WEBHOOK_SECRET=cms-secret"
	pimSecret     = "STRAND_PIM_WEBHOOK_SECRET=pim-secret"
)

// webhook sends a change as the CMS and the PIM do, and returns when it is handled.
func (s *strand) webhook(t *testing.T, system, model, id string) {
	t.Helper()
	body := fmt.Sprintf(`{"operation":"publish","data":{"__typename":%q,"id":%q}}`, model, id)
	at := time.Now().UnixMilli()
	signed, err := json.Marshal(struct {
		Body, EnvironmentName string
		TimeStamp             int64
	}{body, "main", at})
	if err != nil {
		t.Fatal(err)
	}
	mac := hmac.New(sha256.New, []byte(system+"-secret"))
	mac.Write(signed)
	r, err := http.NewRequest(http.MethodPost, s.URL+"/api/webhooks/"+system, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("gcms-signature", fmt.Sprintf("sign=%s, env=main, t=%d",
		base64.StdEncoding.EncodeToString(mac.Sum(nil)), at))
	if answer, text := s.do(t, r); answer.StatusCode != http.StatusNoContent {
		t.Fatalf("webhook: %d %s", answer.StatusCode, text)
	}
}

func (s *strand) status(t *testing.T, path string) int {
	t.Helper()
	response, _ := s.get(t, "localhost", path)
	return response.StatusCode
}

// TestPurge_Outage: a change that is reported during an outage does not remove the cached pages.
//
// Rules: ERR-9.
func TestPurge_Outage(t *testing.T) {
	t.Parallel()
	for name, fault := range faults {
		t.Run("the CMS "+name, func(t *testing.T) {
			t.Parallel()
			s := startWith(t, testContent, screenOperation, impatient, webhookSecret)
			paths := []string{"/en", "/en/company", "/en/company/about", "/de", "/sitemap.xml"}
			for _, path := range paths {
				if status := s.status(t, path); status != http.StatusOK {
					t.Fatalf("%s: %d", path, status)
				}
			}
			s.cmsFault.Store(&fault)
			for _, record := range []string{"Page main-about", "HeaderNavigation main", "Asset any", "Site main"} {
				model, id, _ := strings.Cut(record, " ")
				s.webhook(t, "cms", model, id)
			}
			for _, path := range paths {
				if status := s.status(t, path); status != http.StatusOK {
					t.Errorf("%s after the webhooks: %d", path, status)
				}
			}
		})
	}
}

// TestCatalog_OutageAfterAPurge: cached products are shown while the PIM is down, for every query of the URL.
func TestCatalog_OutageAfterAPurge(t *testing.T) {
	s := startCatalog(t, pimSecret)
	const path = "/en/products/crimping/fully-automatic/alpha-530"
	paths := []string{path, "/en/products/crimping", "/en/products"}
	for _, p := range paths {
		if status := s.status(t, p); status != http.StatusOK {
			t.Fatalf("%s: %d", p, status)
		}
	}
	s.pimFault.Store(&outOfOrder)
	s.webhook(t, "pim", "Product", "alpha-530")
	for _, p := range append(paths, path+"?variant=x", "/en/products/crimping?view=table") {
		if status := s.status(t, p); status != http.StatusOK {
			t.Errorf("%s: %d", p, status)
		}
	}
}

// TestContractViolation_NotCached: an invalid response of the CMS is not cached: pages work as soon as the CMS does.
//
// Rules: ERR-17.
func TestContractViolation_NotCached(t *testing.T) {
	for name, data := range map[string]string{
		"empty lists": `{"sites":[],"languages":[],"countries":[],"brands":[],"pages":[],"systemRedirects":[],"stories":[]}`,
		"nulls":       `{"sites":null,"languages":null,"countries":null,"brands":null,"pages":null,"systemRedirects":null}`,
		"null items":  `{"sites":[null],"languages":[null],"countries":[null],"brands":[null],"pages":[null],"systemRedirects":[null]}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wrong := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				_, _ = io.WriteString(w, `{"data":`+data+`}`)
			})
			s := startWith(t, testContent, screenOperation, impatient)
			s.cmsFault.Store(&wrong)
			if status := s.status(t, "/en"); status != http.StatusServiceUnavailable {
				t.Errorf("at start: %d", status)
			}
			s.cmsFault.Store(nil)
			deadline := time.Now().Add(time.Minute)
			for s.status(t, "/en") != http.StatusOK {
				if time.Now().After(deadline) {
					t.Fatal("the home page does not come back")
				}
				time.Sleep(100 * time.Millisecond)
			}
			s.cmsFault.Store(&wrong)
			if status := s.status(t, "/en"); status != http.StatusOK {
				t.Errorf("a page that was read before: %d", status)
			}
		})
	}
}

// TestPage_RecordMissing: a page in the navigation that the CMS lacks is not found.
func TestPage_RecordMissing(t *testing.T) {
	s := startWith(t, testContent, screenOperation)
	if status := s.status(t, "/en"); status != http.StatusOK {
		t.Fatal(status)
	}
	s.cmsFault.Store(handler(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"data":{"pages":[],"systemRedirects":[]}}`)
	}))
	if status := s.status(t, "/en/company/about"); status != http.StatusNotFound {
		t.Errorf("%d", status)
	}
}

func handler(h http.HandlerFunc) *http.HandlerFunc { return &h }

// TestRedirects_Outage: during an upstream outage no URL responds with a 404 or a redirect that complete
// data would not give.
//
// Rules: ERR-13.
func TestRedirects_Outage(t *testing.T) {
	s := startWith(t, testContent, screenOperation)
	for _, path := range []string{"/en", "/en/company"} {
		if status := s.status(t, path); status != http.StatusOK {
			t.Fatalf("%s: %d", path, status)
		}
	}
	s.cmsFault.Store(&outOfOrder)
	response, body := s.get(t, "localhost", "/en/old")
	checkOutage(t, response, body)
	s.cmsFault.Store(nil)

	other := startWith(t, testContent, screenOperation)
	other.pimFault.Store(&outOfOrder)
	response, body = other.get(t, "localhost", "/en/machine")
	checkOutage(t, response, body)
}

// TestSitemap_Outage: an incomplete sitemap is not served, since crawlers would drop the missing pages.
func TestSitemap_Outage(t *testing.T) {
	s := startCatalog(t, pimSecret)
	s.pimFault.Store(&outOfOrder)
	if response, _ := s.get(t, "localhost", "/sitemap.xml"); response.StatusCode != http.StatusServiceUnavailable ||
		response.Header.Get("Cache-Control") != "no-store" || response.Header.Get("Retry-After") == "" {
		t.Errorf("nothing cached: %d %v", response.StatusCode, response.Header)
	}
	s.pimFault.Store(nil)
	_, whole := s.get(t, "localhost", "/sitemap.xml")
	if !strings.Contains(whole, "alpha-530") {
		deadline := time.Now().Add(time.Minute)
		for !strings.Contains(whole, "alpha-530") && time.Now().Before(deadline) {
			time.Sleep(100 * time.Millisecond)
			_, whole = s.get(t, "localhost", "/sitemap.xml")
		}
	}
	s.pimFault.Store(&outOfOrder)
	s.webhook(t, "pim", "Product", "alpha-530")
	if response, stale := s.get(t, "localhost", "/sitemap.xml"); response.StatusCode != http.StatusOK ||
		stale != whole {
		t.Errorf("cached: %d, %d bytes of %d", response.StatusCode, len(stale), len(whole))
	}
}

// Rules: ERR-14.
func TestPayload_Outage(t *testing.T) {
	s := startWith(t, testContent, screenOperation)
	s.cmsFault.Store(&outOfOrder)
	response, body := s.get(t, "localhost", "/en/company/_payload.json")
	var answer struct{ Error struct{ Code string } }
	if err := json.Unmarshal([]byte(body), &answer); err != nil || answer.Error.Code != "UPSTREAM_UNAVAILABLE" {
		t.Errorf("%v %s", err, body)
	}
	if response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") == "" {
		t.Errorf("%d %v", response.StatusCode, response.Header)
	}
}

// TestStart_WithoutCMS: a server that starts without the CMS shows the error page inside the site, from the last
// snapshot on disk.
func TestStart_WithoutCMS(t *testing.T) {
	data := "STRAND_DATA_DIR=" + t.TempDir()
	first := startWith(t, testContent, screenOperation, data)
	if status := first.status(t, "/en"); status != http.StatusOK {
		t.Fatal(status)
	}
	first.stop(t)

	s := startWith(t, testContent, screenOperation, data, impatient)
	s.cmsFault.Store(&outOfOrder)
	response, body := s.get(t, "localhost", "/en/company")
	checkOutage(t, response, body)
	var resolved struct {
		Resolve struct{ Site struct{ Name string } }
	}
	if err := json.Unmarshal(stateOf(t, body).Data, &resolved); err != nil ||
		resolved.Resolve.Site.Name != "Test Group" {
		t.Errorf("the error page is not inside its site: %v", err)
	}
	_, text := s.get(t, "localhost", "/readyz")
	var ready struct {
		Status    string
		Upstreams map[string]string
		Reasons   map[string]string
	}
	err := json.Unmarshal([]byte(text), &ready)
	// What the start itself reads may have been answered before the fault: then only some operations fail.
	isDown := ready.Upstreams["cms"] == "down" || ready.Upstreams["cms"] == "degraded"
	if err != nil || ready.Status != "degraded" || !isDown || ready.Reasons["cms"] == "" ||
		ready.Upstreams["pim"] != "up" {
		t.Errorf("%v %s", err, text)
	}
	s.cmsFault.Store(nil)
	deadline := time.Now().Add(time.Minute)
	for s.status(t, "/en/company") != http.StatusOK {
		if time.Now().After(deadline) {
			t.Fatal("the page does not come back")
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// gate blocks requests until it is opened.
type gate struct {
	opened chan struct{}
	once   sync.Once
}

func newGate(t *testing.T) *gate {
	g := &gate{opened: make(chan struct{})}
	t.Cleanup(g.open)
	return g
}

func (g *gate) open() { g.once.Do(func() { close(g.opened) }) }

// blockedHandler returns a handler that responds when the gate is open.
func (g *gate) blockedHandler(next http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		select {
		case <-g.opened:
			next.ServeHTTP(w, r)
		case <-r.Context().Done():
		}
	}
}

// TestSlowSecondarySystem: a page is shown without the part of a slow system, and does not wait for it.
func TestSlowSecondarySystem(t *testing.T) {
	t.Parallel()
	s := startCatalog(t, "STRAND_UPSTREAM_TIMEOUT=30s", "STRAND_DATA_TIMEOUT=2900ms")
	g := newGate(t)
	s.pimFault.Store(handler(g.blockedHandler(http.NotFoundHandler())))
	response, body := s.get(t, "localhost", "/en")
	if response.StatusCode != http.StatusOK || !stateOf(t, body).Partial ||
		response.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("a page with a link to a product: %d %q", response.StatusCode, response.Header.Get("Cache-Control"))
	}
	response, body = s.get(t, "localhost", "/en/products")
	checkOutage(t, response, body)
}

// TestSlowCMS_LoadContinues: a page whose data is late is an error for the waiting visitor and a cache hit for the
// next one, since the loads continue.
func TestSlowCMS_LoadContinues(t *testing.T) {
	t.Parallel()
	s := startWith(t, testContent, screenOperation, "STRAND_UPSTREAM_TIMEOUT=4500ms", "STRAND_DATA_TIMEOUT=2900ms")
	g := newGate(t)
	s.cmsFault.Store(handler(g.blockedHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.cmsHandler.ServeHTTP(w, r)
	}))))
	response, body := s.get(t, "localhost", "/en/company")
	checkOutage(t, response, body)
	before := s.cmsCalls.Load()
	g.open()
	deadline := time.Now().Add(time.Minute)
	for s.status(t, "/en/company") != http.StatusOK {
		if time.Now().After(deadline) {
			t.Fatal("the page is not loaded")
		}
		time.Sleep(20 * time.Millisecond)
	}
	// System data is not requested again: the load that the first visitor started has finished.
	if n := s.cmsCalls.Load() - before; n > 2 {
		t.Errorf("%d further calls for navigation and page", n)
	}
}

// TestResolve_TwoHosts: the links of two URLs in one operation are on the host of their own URL.
func TestResolve_TwoHosts(t *testing.T) {
	s := start(t)
	const query = `{ a: resolve(url: "http://localhost:8080/en/company") { ... on PageResolution {
		page { canonicalUrl } } }
		b: resolve(url: "https://localhost:9999/en/company") { ... on PageResolution { page { canonicalUrl } } } }`
	var requests sync.WaitGroup
	for range 20 {
		requests.Go(func() {
			var answer struct {
				Data struct {
					A, B struct{ Page struct{ CanonicalURL string } }
				}
			}
			r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(`{"query":`+mustJSON(t, query)+`}`))
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			s.app.Handler.ServeHTTP(w, r)
			if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
				t.Error(err)
			}
			if answer.Data.A.Page.CanonicalURL != "http://localhost:8080/en/company" ||
				answer.Data.B.Page.CanonicalURL != "https://localhost:9999/en/company" {
				t.Errorf("%+v", answer)
			}
		})
	}
	requests.Wait()
}

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestPurge_OnlyAffectedPages: the change of a page purges only its own documents.
//
// Rules: CACHE-6.
func TestPurge_OnlyAffectedPages(t *testing.T) {
	s := startWith(t, testContent, screenOperation, webhookSecret)
	paths := []string{"/en", "/en/company", "/en/company/about", "/de"}
	for _, path := range paths {
		if status := s.status(t, path); status != http.StatusOK {
			t.Fatalf("%s: %d", path, status)
		}
	}
	s.cmsCalls.Store(0)
	s.webhook(t, "cms", "Page", "main-about")
	// One call checks whether the navigation has changed, one loads the changed page, also if it is made again before a
	// visitor asks for it.
	for _, path := range paths {
		s.status(t, path)
	}
	if n := s.cmsCalls.Load(); n > 2 {
		t.Errorf("%d calls for one changed page", n)
	}
}

// TestPurge_NewSlug: the new slug of a page reaches the links of all other pages.
//
// Rules: CACHE-6.
func TestPurge_NewSlug(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(testContent)); err != nil {
		t.Fatal(err)
	}
	s := startWith(t, dir, screenOperation, webhookSecret)
	link := func() string {
		_, body := s.get(t, "localhost", "/en")
		var data struct {
			Resolve struct {
				Page struct {
					Modules []struct{ Links []struct{ URL string } }
				}
			}
		}
		if err := json.Unmarshal(stateOf(t, body).Data, &data); err != nil || len(data.Resolve.Page.Modules) == 0 {
			t.Fatalf("%v %.300s", err, body)
		}
		return data.Resolve.Page.Modules[0].Links[0].URL
	}
	before := link()
	file := filepath.Join(dir, "cms", "sites", "main", "pages", "about", "en.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(
		file, []byte(strings.Replace(string(text), "title:", "slug: who-we-are\ntitle:", 1)), 0o600,
	); err != nil {
		t.Fatal(err)
	}
	// The CMS notices the changed file after its watch interval.
	deadline := time.Now().Add(time.Minute)
	for link() != "/en/company/who-we-are" {
		if time.Now().After(deadline) {
			t.Fatalf("still %q", before)
		}
		s.webhook(t, "cms", "Page", "main-about")
		time.Sleep(50 * time.Millisecond)
	}
}
