package watch

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// interval is the polling interval in tests.
const interval = 50 * time.Millisecond

func TestFolder_MovedAwayAndBack(t *testing.T) {
	for name, move := range map[string]func(root string) (away, back func() error){
		"the same folder": func(root string) (away, back func() error) {
			dir := filepath.Join(root, "parent", "folder")
			return func() error { return os.Rename(dir, dir+".away") }, func() error {
				return os.Rename(dir+
					".away", dir)
			}
		},
		"the folder above": func(root string) (away, back func() error) {
			dir := filepath.Join(root, "parent")
			return func() error { return os.Rename(dir, dir+".away") }, func() error {
				return os.Rename(dir+
					".away", dir)
			}
		},
		"a copy": func(root string) (away, back func() error) {
			dir := filepath.Join(root, "parent", "folder")
			return func() error { return os.RemoveAll(dir) }, func() error {
				return os.MkdirAll(filepath.Join(dir, "below"), 0o700)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			dir := filepath.Join(root, "parent", "folder")
			if err := os.MkdirAll(filepath.Join(dir, "below"), 0o700); err != nil {
				t.Fatal(err)
			}
			changes := make(chan struct{}, 100)
			f, err := start(dir, interval, slog.New(slog.DiscardHandler), func() { changes <- struct{}{} })
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = f.Close() })
			away, back := move(root)
			if err := away(); err != nil {
				t.Fatal(err)
			}
			expectChange(t, changes, "moved away")
			if err := back(); err != nil {
				t.Fatal(err)
			}
			expectChange(t, changes, "back")
			if err := os.WriteFile(filepath.Join(dir, "below", "file"), []byte("x"), 0o600); err != nil {
				t.Fatal(err)
			}
			expectChange(t, changes, "a file below it is written")
		})
	}
}

// expectChange waits for a change and discards those that follow immediately.
func expectChange(t *testing.T, changes <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-changes:
	case <-time.After(30 * time.Second):
		t.Fatalf("not noticed: %s", what)
	}
	for {
		select {
		case <-changes:
		case <-time.After(2*settle + 2*interval):
			return
		}
	}
}

// Rules: ERR-1.
func TestWatch_PanicInCallback(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	changes := make(chan struct{}, 100)
	f, err := start(dir, interval, slog.New(slog.DiscardHandler), func() {
		changes <- struct{}{}
		panic("broken")
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	for _, file := range []string{"a", "b"} {
		if err := os.WriteFile(filepath.Join(dir, file), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		expectChange(t, changes, file)
	}
}
