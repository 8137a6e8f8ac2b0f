package app_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"strand/demo/mail"
	"strand/test/polltest"
	"strand/test/s3test"
	"strand/test/sharedtest"
)

// TestReady_Defect: a server whose build lacks a part is not ready and says which; it starts all the same.
//
// Rules: ERR-36.
func TestReady_Defect(t *testing.T) {
	if status, r := testSite(t).readiness(t); status != http.StatusOK || r.Status == "not ready" {
		t.Fatalf("without a defect: %d %+v", status, r)
	}
	// The client of the tests has no renderer.
	status, r := startWith(t, testContent, screenOperation, "STRAND_RENDERERS=1").readiness(t)
	if status != http.StatusServiceUnavailable || r.Status != "not ready" || !strings.Contains(r.Reason, "render.js") {
		t.Errorf("%d %+v", status, r)
	}
}

// setting returns the value of a setting of a server.
func setting(s *strand, name string) (value string) {
	for _, text := range s.settings {
		if v, ok := strings.CutPrefix(text, name+"="); ok {
			value = v
		}
	}
	return value
}

// TestPrepare: a prepared server has read what its first visitors need: with the systems down, it serves home pages,
// lists of products and searches. A system that is down at the start delays nothing.
//
// Rules: ERR-36, SRCH-12.
func TestPrepare(t *testing.T) {
	s := start(t)
	prepare := func(s *strand) {
		s.app.Prepare()
		polltest.Until(t, "the server is ready", func() bool {
			status, _ := s.readiness(t)
			return status == http.StatusOK
		})
	}
	other := s.another(t)
	prepare(s)
	for _, fault := range []*atomic.Pointer[http.HandlerFunc]{&s.cmsFault, &s.pimFault} {
		fault.Store(&outOfOrder)
	}
	if r, _ := s.get(t, "localhost", "/en"); r.StatusCode != http.StatusOK {
		t.Errorf("the home page: %d", r.StatusCode)
	}
	const search = `{ search(query: "alpha 530", types: [PRODUCT], first: 1) { edges { node { url } } } }`
	if answer := s.query(t, search); hasErrors(t, answer) || !strings.Contains(answer, "/alpha-530") {
		t.Errorf("the first search: %s", answer)
	}
	// The other server cannot read anything: it is not kept from becoming ready by the PIM, but by the missing sites.
	other.app.Prepare()
	if status, r := other.readiness(t); status != http.StatusServiceUnavailable {
		t.Errorf("without sites: %d %+v", status, r)
	}
	s.cmsFault.Store(nil)
	polltest.Until(t, "the server is degraded without the PIM", func() bool {
		status, r := other.readiness(t)
		return status == http.StatusOK && r.Status == "degraded"
	})
}

// TestLostSystems: what is lost is seen by /readyz within half a minute, also if no request needs it, and pages are
// served. The search engine is never there.
//
// Rules: ERR-37, SRCH-13.
func TestLostSystems(t *testing.T) {
	t.Parallel()
	redis, bucket := sharedtest.Start(t), s3test.Start(t)
	mails, err := mail.Start("127.0.0.1:0", slog.New(slog.DiscardHandler), func(context.Context, mail.Mail) error {
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	s := startWith(t, testContent, screenOperation, "STRAND_REDIS_URL="+redis.URL(), "STRAND_S3_URL="+bucket.URL(),
		"STRAND_SMTP_URL="+mails.URL, "STRAND_MAIL_FROM=Strand <no-reply@example.com>",
		sharedSecret, searchScreenOperation, "STRAND_SEARCH_URL=http://127.0.0.1:1")
	s.app.Prepare()
	states := func() map[string]string {
		_, body := s.get(t, "", "/readyz")
		var r struct{ Upstreams, Stores map[string]string }
		if err := json.Unmarshal([]byte(body), &r); err != nil {
			t.Fatalf("%v: %s", err, body)
		}
		return map[string]string{
			"redis": r.Upstreams["redis"], "mail": r.Upstreams["mail"], "bucket": r.Stores["bucket"],
		}
	}
	await := func(what, want string) {
		t.Helper()
		polltest.Until(t, what, func() bool {
			for _, state := range states() {
				if !strings.HasPrefix(state, want) {
					return false
				}
			}
			return true
		})
	}
	await("all are up", "up")
	redis.Kill()
	bucket.Kill()
	if err := mails.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	await("all are down", "down")
	if status, r := s.readiness(t); status != http.StatusOK || r.Status != "degraded" {
		t.Errorf("%d %+v", status, r)
	}
	if r, _ := s.get(t, "localhost", "/en"); r.StatusCode != http.StatusOK {
		t.Errorf("a page: %d", r.StatusCode)
	}
	s.checkSearchDown(t)
}

// checkSearchDown: the search page shows a message with status 200; the graph and the proxy return an
// error code.
func (s *strand) checkSearchDown(t *testing.T) {
	t.Helper()
	for path, want := range map[string]int{
		"/en/search?q=crimp": http.StatusServiceUnavailable, "/en/search": http.StatusOK,
	} {
		response, body := s.get(t, "localhost", path)
		if response.StatusCode != want || !strings.Contains(body, `SearchScreen`) ||
			!strings.Contains(body, "Test Group") {
			t.Errorf("%s: %d %.300s", path, response.StatusCode, body)
		}
	}
	if got := s.query(t, `{ search(query: "crimp") { totalCount } }`); !failsWith(t, got, "UPSTREAM_UNAVAILABLE") {
		t.Error(got)
	}
	if status, got := s.searchProxy(
		t, "search", map[string]any{"query": "crimp"},
	); status != http.StatusServiceUnavailable ||
		valueAt(t, got, "error.code") != "UPSTREAM_UNAVAILABLE" {
		t.Error(status, got)
	}
}
