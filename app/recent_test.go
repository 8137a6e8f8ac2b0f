package app_test

import (
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"strand/test/logtest"
	"strand/test/polltest"
)

// TestRecentPages: after a change and after a start, the server makes the pages that were requested before, without a
// visitor. Pages with a query, and those that do not exist, are not remembered.
//
// Rules: CACHE-15.
func TestRecentPages(t *testing.T) {
	t.Parallel()
	s := prepareCounting(t, cmsSecret, "STRAND_DATA_DIR="+t.TempDir())
	log := &logtest.Log{}
	s.log = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	s.serve(t)
	expect := func(what string, change func(), pages int64) {
		t.Helper()
		seen := len(log.String())
		change()
		if pages == 0 {
			polltest.Until(t, what, func() bool {
				return strings.Contains(log.String()[seen:], "recent_pages_made pages=2")
			})
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
