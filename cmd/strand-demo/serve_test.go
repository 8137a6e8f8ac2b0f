package main

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"strand/test/polltest"
)

const rendered = `<div id="strand"><p>rendered</p></div>`

func TestStart_AnswersUntilPagesCanBeRendered(t *testing.T) {
	t.Parallel()
	gateFile := filepath.Join(t.TempDir(), "gate")
	s := prepare(t, renderer, "TEST_RENDERER_GATE="+gateFile, "STRAND_ORIGIN=https://www.example.com")
	s.start(t)
	var page *answer
	polltest.Until(t, "the first answer", func() (ok bool) {
		var err error
		page, err = get(s.url + "/en")
		return err == nil
	})
	if page.status != http.StatusServiceUnavailable || page.header.Get("Retry-After") != "1" ||
		page.header.Get("Cache-Control") != "no-store" || page.header.Get("Strict-Transport-Security") == "" {
		t.Errorf("a page while the server starts: %d %v", page.status, page.header)
	}
	for _, origin := range []string{s.url, s.admin} {
		for path, want := range map[string]struct {
			status  int
			message string
		}{
			"/healthz": {http.StatusOK, "ok"},
			"/readyz":  {http.StatusServiceUnavailable, "starting"},
		} {
			a, err := get(origin + path)
			if err != nil {
				t.Fatal(err)
			}
			if a.status != want.status || a.readiness(t).Status != want.message {
				t.Errorf("%s%s: %d %s", origin, path, a.status, a.body)
			}
		}
	}
	if err := os.WriteFile(gateFile, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	polltest.Until(t, "the first page", func() bool {
		a, err := get(s.url + "/en")
		if err != nil {
			t.Fatal(err)
		}
		if a.status == http.StatusOK && !strings.Contains(a.body, rendered) {
			t.Fatalf("the first page has no content: %s", a.body)
		}
		return a.status == http.StatusOK
	})
	s.awaitReady(t) // it also reads what the first visitors need
	// On a busy machine, a system can be too slow for the first check.
	polltest.Until(t, "every system is up", func() bool {
		a, err := get(s.url + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		r := a.readiness(t)
		return r.Status == "ready" && r.Renderers != nil && *r.Renderers > 0
	})

	// The admin port answers no page of another site.
	for _, path := range []string{"/healthz", "/metrics", "/debug/pprof/", "/changes"} {
		a, err := get(s.admin+path, "Host", "evil.example")
		if err != nil {
			t.Fatal(err)
		}
		if a.status != http.StatusMisdirectedRequest {
			t.Errorf("%s of the admin port under another host: %d", path, a.status)
		}
	}
	for origin, want := range map[string]int{s.admin: http.StatusOK, s.url: http.StatusNotFound} {
		a, err := get(origin + "/changes")
		if err != nil {
			t.Fatal(err)
		}
		var recent struct{ Changes []struct{ ID string } }
		if a.status != want || want == http.StatusOK && json.Unmarshal([]byte(a.body), &recent) != nil {
			t.Errorf("%s/changes: %d", origin, a.status)
		}
	}
}

// TestStart_WithoutRenderers: a server that has never rendered a page is not ready, so that it replaces no server that
// can; the pages that it is asked for are rendered by browsers all the same.
func TestStart_WithoutRenderers(t *testing.T) {
	t.Parallel()
	s := prepare(t, "process.exit(1)")
	s.start(t)
	var a *answer
	polltest.Until(t, "the end of the start", func() bool {
		var err error
		a, err = get(s.url + "/readyz")
		return err == nil && a.readiness(t).Status != "starting"
	})
	if r := a.readiness(t); a.status != http.StatusServiceUnavailable || r.Status != "not ready" ||
		r.Reason != "no page has been rendered yet" || r.Renderers == nil || *r.Renderers != 0 {
		t.Errorf("%d %s", a.status, a.body)
	}
	browser, err := get(s.url+"/en", "Sec-Fetch-Dest", "document")
	if err != nil {
		t.Fatal(err)
	}
	if browser.status != http.StatusOK || !strings.Contains(browser.body, `<div id="strand"></div>`) ||
		browser.header.Get("Cache-Control") != "no-store" {
		t.Errorf("a browser: %d %v", browser.status, browser.header)
	}
	crawler, err := get(s.url + "/en")
	if err != nil {
		t.Fatal(err)
	}
	if crawler.status != http.StatusServiceUnavailable || crawler.header.Get("Retry-After") == "" {
		t.Errorf("a crawler: %d %v", crawler.status, crawler.header)
	}
}

func TestStart_PortInUse(t *testing.T) {
	t.Parallel()
	first := running(t)
	for setting, addr := range map[string]string{"STRAND_ADDR": first.url, "STRAND_ADMIN_ADDR": first.admin} {
		taken := setting + "=" + strings.TrimPrefix(addr, "http://")
		fresh := prepare(t, renderer, taken)
		same := prepare(t, renderer, taken, "STRAND_DATA_DIR="+first.data)
		for _, s := range []*server{fresh, same} {
			s.start(t)
			<-s.ended
			if code := s.command.ProcessState.ExitCode(); code != 1 ||
				!strings.Contains(s.log.String(), "("+setting+")") {
				t.Errorf("%s is taken: exit code %d", setting, code)
			}
		}
		if _, err := os.Stat(fresh.data); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is taken: the data folder was touched: %v", setting, err)
		}
	}
	checkRenders(t, first, "first")
}

// checkRenders requests an uncached page.
func checkRenders(t *testing.T, s *server, query string) {
	t.Helper()
	a, err := get(s.url + "/en?gate=" + query)
	if err != nil {
		t.Fatal(err)
	}
	if a.status != http.StatusOK || !strings.Contains(a.body, rendered) {
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestServe_SharedDataFolder(t *testing.T) {
	t.Parallel()
	first := running(t)
	second := running(t, "STRAND_DATA_DIR="+first.data)
	checkRenders(t, first, "both")
	checkRenders(t, second, "both")
	second.stop(t, syscall.SIGTERM)
	checkRenders(t, first, "alone")
}

// stop sends a signal and waits for the end with exit code 0.
func (s *server) stop(t *testing.T, signal os.Signal) {
	t.Helper()
	if err := s.command.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	s.awaitEnd(t)
	if code := s.command.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func (s *server) awaitEnd(t *testing.T) {
	t.Helper()
	select {
	case <-s.ended:
	case <-time.After(patience):
		t.Fatal("the process has not ended")
	}
}

func TestStop_DrainsAndEndsStreams(t *testing.T) {
	t.Parallel()
	s := running(t, "STRAND_DRAIN_DELAY=3s")
	stream := s.watchTicket(t)
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	polltest.Until(t, "/readyz reports the stop", func() bool {
		a, err := get(s.url + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		return a.status == http.StatusServiceUnavailable && a.readiness(t).Status == "stopping"
	})
	checkRenders(t, s, "while-it-drains")
	rest, err := io.ReadAll(stream)
	if err != nil {
		t.Errorf("the stream was cut: %v", err)
	}
	text := string(rest)
	if !strings.Contains(text, "retry: ") || !strings.HasSuffix(text, "event: complete\ndata: \n\n") {
		t.Errorf("the stream ended with %q", text)
	}
	s.awaitEnd(t)
	if code := s.command.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if text := s.log.String(); strings.Contains(text, "level=ERROR") {
		t.Errorf("a graceful stop logs:\n%s", text)
	}
}

func TestStop_SecondSignalEndsAtOnce(t *testing.T) {
	t.Parallel()
	s := running(t, "STRAND_DRAIN_DELAY=5m")
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	polltest.Until(t, "the server drains", func() bool {
		return strings.Contains(s.log.String(), "msg=server_draining")
	})
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	s.awaitEnd(t)
}

func TestStop_KeyboardInterrupt(t *testing.T) {
	t.Parallel()
	s := running(t, "STRAND_DRAIN_DELAY=5m")
	s.stop(t, os.Interrupt)
}
