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
	"strings"
	"sync"
	"testing"
	"time"

	"strand/test/polltest"
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

func handler(h http.HandlerFunc) *http.HandlerFunc { return &h }

// TestStart_WithoutCMS: a server that starts without the CMS shows the error page inside the site, from the last
// snapshot on disk.
func TestStart_WithoutCMS(t *testing.T) {
	s := startWith(t, testContent, screenOperation, "STRAND_DATA_DIR="+copyUsedFolder(t), impatient)
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
	polltest.Until(t, "the page comes back", func() bool { return s.status(t, "/en/company") == http.StatusOK })
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

// waitForSlowSystems: a page whose data is late is an error for the waiting visitor and a cache hit for the next one,
// since the loads continue. A page is shown without the part of a slow system, and does not wait for it.
func (s *strand) waitForSlowSystems(t *testing.T) {
	t.Helper()
	ofCMS, ofPIM := newGate(t), newGate(t)
	s.cmsFault.Store(handler(ofCMS.blockedHandler(s.cmsHandler)))
	response, body := s.get(t, "localhost", "/en/company")
	checkOutage(t, response, body)
	before := s.cmsCalls.Load()
	ofCMS.open()
	polltest.Until(t, "the page is loaded", func() bool { return s.status(t, "/en/company") == http.StatusOK })
	// System data is not requested again: the load that the first visitor started has finished.
	if n := s.cmsCalls.Load() - before; n > 2 {
		t.Errorf("%d further calls for navigation and page", n)
	}

	s.pimFault.Store(handler(ofPIM.blockedHandler(http.NotFoundHandler())))
	response, body = s.get(t, "localhost", "/en")
	if response.StatusCode != http.StatusOK || !stateOf(t, body).Partial ||
		response.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("a page with a link to a product: %d %q", response.StatusCode, response.Header.Get("Cache-Control"))
	}
	response, body = s.get(t, "localhost", "/en/products")
	checkOutage(t, response, body)
	ofPIM.open()
}

// TestResolve_TwoHosts: the links of two URLs in one operation are on the host of their own URL.
func TestResolve_TwoHosts(t *testing.T) {
	s := testSite(t)
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
