package app_test

import (
	"net/http"
	"testing"
	"time"
)

// TestRecentPages: after a change and after a start, the server makes the pages that were requested before, without a
// visitor. Pages with a query, and those that do not exist, are not remembered.
//
// Rules: CACHE-15.
func TestRecentPages(t *testing.T) {
	t.Parallel()
	s := startCounting(t, cmsSecret, "STRAND_DATA_DIR="+t.TempDir())
	expect := func(what string, change func(), pages int64) {
		t.Helper()
		s.cmsCalls.Store(0)
		change()
		// The calls of the CMS end when the pages are made, between which a busy machine pauses.
		const quiet = 3 * time.Second
		for seen, since := int32(0), time.Now(); time.Since(since) < quiet; time.Sleep(10 * time.Millisecond) {
			if now := s.cmsCalls.Load(); now != seen {
				seen, since = now, time.Now()
			}
		}
		s.cmsCalls.Store(0)
		for _, path := range []string{"/en/about", "/de/careers"} {
			if response, _ := s.get(t, "localhost", path); response.StatusCode != http.StatusOK {
				t.Errorf("%s, %s: %d", what, path, response.StatusCode)
			}
		}
		if n := s.cmsCalls.Load(); (n > 0) != (pages > 0) {
			t.Errorf("%s: %d calls for a visitor", what, n)
		}
	}
	expect("first", func() {}, 1)
	s.get(t, "localhost", "/en/no-such-page")
	s.get(t, "localhost", "/en/stories?page=2")
	expect("after a change", func() { s.webhook(t, "cms", "Asset", "any") }, 0)
	expect("after a restart", func() {
		s.stop(t)
		s.serve(t)
	}, 0)
}
