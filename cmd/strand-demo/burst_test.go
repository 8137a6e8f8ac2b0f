package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"strand/test/polltest"
)

const (
	// burstVisitors is the number of concurrent visitors.
	burstVisitors = 64
	// burstTimeout is longer than any rendering of this test on a busy machine, and shorter than the 4 s that a
	// visitor may wait for a renderer: if the waiting counted, the renderer would be replaced.
	burstTimeout = "3.5s"
)

// burstPages take the server little time, which this test does not measure.
var burstPages = []string{"/en/group", "/en/media", "/de/events"}

// slowRenderer delays each rendering by 75 ms, so that a burst fills the queue on a fast machine too.
const slowRenderer = `
const { Server } = require("node:http");
const emit = Server.prototype.emit;
Server.prototype.emit = function (event, ...rest) {
  if (event !== "request") return emit.call(this, event, ...rest);
  setTimeout(() => emit.call(this, event, ...rest), 75);
  return true;
};
`

// TestBurst requests many uncached pages of the built app at once, as a client without scripts. The client must get a
// page with its content or status 503, and waiting for a renderer must not cause a replacement. The test is not
// parallel, since the other tests' renderers would compete for CPU time.
func TestBurst(t *testing.T) {
	if _, err := os.Stat("../../client/dist/server/render.js"); err != nil {
		t.Fatalf("the built app is needed (make client): %v", err)
	}
	t.Run("time enough for each rendering", func(t *testing.T) {
		delay := filepath.Join(t.TempDir(), "slowly.cjs")
		if err := os.WriteFile(delay, []byte(slowRenderer), 0o600); err != nil {
			t.Fatal(err)
		}
		s := burstServer(t, "STRAND_RENDER_TIMEOUT="+burstTimeout, "NODE_OPTIONS=--require="+delay)
		s.awaitReady(t)
		// The first rendering of a page compiles code, which is not part of the test.
		for _, page := range burstPages {
			s.awaitPage(t, page+"?gate=before")
		}
		const restarted = "msg=renderer_restarted"
		before := strings.Count(s.log.String(), restarted)
		s.burst(t)
		// Replacements are logged before the renderer serves again.
		s.awaitPage(t, burstPages[0]+"?gate=afterwards")
		if n := strings.Count(s.log.String(), restarted) - before; n > 0 {
			t.Errorf("renderers were restarted %d times", n)
		}
	})
	t.Run("too little time", func(t *testing.T) {
		s := burstServer(t, "STRAND_RENDER_TIMEOUT=10ms")
		s.log.Await(t, "msg=server_started") // it is never ready
		// The first rendering of a process takes longer than its timeout.
		if statuses := s.burst(t); statuses[http.StatusServiceUnavailable] == 0 {
			t.Errorf("no page timed out: %v", statuses)
		}
	})
}

// burstServer starts a server with one renderer of the built app.
func burstServer(t *testing.T, settings ...string) *server {
	t.Helper()
	s := prepare(t, renderer, append(
		[]string{"STRAND_CLIENT_DIR=../../client/dist", "STRAND_RENDERERS=1", "STRAND_DATA_TIMEOUT=20s"},
		settings...)...)
	s.start(t)
	return s
}

// burst requests pages concurrently, checks the answers and counts their statuses.
func (s *server) burst(t *testing.T) map[int]int {
	t.Helper()
	answers := make([]*answer, burstVisitors)
	var visitors sync.WaitGroup
	for n := range answers {
		visitors.Go(func() {
			var err error
			url := fmt.Sprintf("%s%s?gate=burst-%d", s.url, burstPages[n%len(burstPages)], n)
			if answers[n], err = get(url); err != nil {
				t.Error(err)
			}
		})
	}
	visitors.Wait()
	statuses := map[int]int{}
	for _, a := range answers {
		if a == nil {
			continue
		}
		statuses[a.status]++
		if a.status != http.StatusOK && a.status != http.StatusServiceUnavailable {
			t.Errorf("status %d: %.200s", a.status, a.body)
		}
		if strings.Contains(a.body, `<div id="strand"></div>`) {
			t.Errorf("status %d with an empty root", a.status)
		}
		if a.status == http.StatusOK && !strings.Contains(a.body, `<div id="strand"><`) {
			t.Errorf("a page without a root: %.200s", a.body)
		}
	}
	t.Logf("answers by status: %v", statuses)
	return statuses
}

// awaitPage requests a page until it is rendered.
func (s *server) awaitPage(t *testing.T, path string) {
	t.Helper()
	polltest.Until(t, path+" is rendered", func() bool {
		a, err := get(s.url + path)
		if err != nil {
			t.Fatal(err)
		}
		return a.status == http.StatusOK
	})
}
