package serve

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Events of requests are collected; any other event, and a failed request, is written at once, in order.
func TestBufferedHandler(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var written bytes.Buffer
		w := newLogWriter(&written)
		log := slog.New(bufferedHandler{slog.NewTextHandler(w, nil), w}).With("host", "a")
		count := func() int { return strings.Count(written.String(), "\n") }
		log.Info("request", "n", 1)
		if n := count(); n != 0 {
			t.Errorf("%d events were written at once", n)
		}
		log.Info("server_stopping")
		if n := count(); n != 2 {
			t.Errorf("%d events after an event of the server", n)
		}
		log.Info("request", "n", 2)
		log.Warn("request", "n", 3)
		if n := count(); n != 4 {
			t.Errorf("%d events after a failed request", n)
		}
		log.Info("request", "n", 4)
		time.Sleep(logInterval)
		synctest.Wait()
		if n := count(); n != 5 {
			t.Errorf("%d events after the interval", n)
		}
		for i, event := range strings.Split(strings.TrimSpace(written.String()), "\n") {
			if want := []string{"n=1", "server_stopping", "n=2", "n=3", "n=4"}[i]; !strings.Contains(event, want) {
				t.Errorf("event %d is %s, want %s", i, event, want)
			}
		}
	})
}
