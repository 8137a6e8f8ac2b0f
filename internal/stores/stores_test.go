package stores

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

func newStores(t *testing.T) *Stores {
	t.Helper()
	s := New(slog.New(slog.DiscardHandler))
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// Results are shared for some seconds; a probe that hangs or panics does not delay the others.
//
// Rules: ERR-30.
func TestReasons(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStores(t)
		var calls, hanging atomic.Int32
		release := make(chan struct{})
		s.Add("good", func(context.Context) string { calls.Add(1); return "" })
		s.Add("full", func(context.Context) string { return "there is no space left" })
		s.Add("broken", func(context.Context) string { panic("broken") })
		s.Add("hanging", func(context.Context) string { hanging.Add(1); <-release; return "" })
		want := map[string]string{
			"good": "", "full": "there is no space left", "broken": "the probe failed", "hanging": "no answer in time",
		}
		for range 3 {
			got := s.Reasons(t.Context())
			for name, reason := range want {
				if got[name] != reason {
					t.Errorf("%s: %q, want %q", name, got[name], reason)
				}
			}
		}
		if calls.Load() != 1 {
			t.Errorf("%d probes within the time of one", calls.Load())
		}
		time.Sleep(2 * keep)
		s.Reasons(t.Context())
		if calls.Load() != 2 || hanging.Load() != 1 {
			t.Errorf("%d probes, %d of the one that hangs", calls.Load(), hanging.Load())
		}
		close(release)
		time.Sleep(2 * keep)
		if reason := s.Reasons(t.Context())["hanging"]; reason != "" {
			t.Errorf("after it answers: %q", reason)
		}
	})
}

// A folder is probed by writing, and nothing is left in it.
func TestAddFolder(t *testing.T) {
	s := newStores(t)
	dir := filepath.Join(t.TempDir(), "new")
	s.AddFolder("data", dir)
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s.AddFolder("blocked", filepath.Join(blocked, "below"))
	got := s.Reasons(t.Context())
	if got["data"] != "" || got["blocked"] != "the folder cannot be written" {
		t.Errorf("%q", got)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

// A full disk is noticed, although small files could still be created on it.
//
// Rules: ERR-30.
func TestAddFolder_Full(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=256k"); err != nil {
		t.Skipf("mounting needs root: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, 0) })
	// Less than a form is left.
	if err := os.WriteFile(filepath.Join(dir, "large"), []byte(strings.Repeat("x", 224<<10)), 0o600); err != nil {
		t.Fatal(err)
	}
	s := newStores(t)
	s.AddFolder("data", dir)
	if got := s.Reasons(t.Context())["data"]; got != "there is no space left" {
		t.Errorf("the reason is %q", got)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("the probe is left: %v, %v", left, err)
	}
}

// TestRun_Reports: the loss of a store is logged once, and so is its recovery, also if no request uses the store.
//
// Rules: ERR-37.
func TestRun_Reports(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var text bytes.Buffer
		s := New(slog.New(slog.NewTextHandler(&text, nil)))
		var isLost atomic.Bool
		s.AddLogged("bucket", func(context.Context) string {
			if isLost.Load() {
				return "the bucket does not answer"
			}
			return ""
		})
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { defer close(ended); s.Run(ctx) }()
		for i, isDown := range []bool{false, true, true, false} {
			isLost.Store(isDown)
			time.Sleep(30 * time.Second)
			synctest.Wait()
			lost := strings.Count(text.String(), "store_unavailable")
			back := strings.Count(text.String(), "store_available")
			if lost != min(i, 1) || back != i/3 {
				t.Errorf("step %d: %d and %d events:\n%s", i, lost, back, text.String())
			}
		}
		stop()
		<-ended
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}
