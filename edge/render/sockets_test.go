package render

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestSockets_SharedFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := ready(t, Options{Dir: dir})
	second := ready(t, Options{Dir: dir})
	mustRender(t, second, "/")
	second.Close()
	if _, err := os.Stat(second.sockets.path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the second server left its folder behind: %v", err)
	}
	before := mustRender(t, first, "/")
	if err := syscall.Kill(before, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the process was started again", func() bool { return mustRender(t, first, "/") != before })
}

func TestSockets_KilledServer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	alive, err := newSocketDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	dead, err := newSocketDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dead.file(0, 1), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	// The system releases the lock when its process ends.
	if err := dead.lock.Close(); err != nil {
		t.Fatal(err)
	}
	next, err := newSocketDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{
		alive.path: true, alive.path + ".lock": true, next.path: true, dead.path: false, dead.path + ".lock": false,
	} {
		if _, err := os.Stat(path); (err == nil) != want {
			t.Errorf("%s: %v, want it to be there: %t", path, err, want)
		}
	}
	for _, d := range []*socketDir{alive, next} {
		if err := d.remove(); err != nil {
			t.Error(err)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// A server also starts if its data folder is read-only.
func TestSockets_ReadOnlyDataFolder(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := newSocketDir(filepath.Join(file, "run"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.remove() }()
	if !strings.HasPrefix(d.path, os.TempDir()) {
		t.Errorf("the sockets are in %s", d.path)
	}
}

func TestSockets_PathLength(t *testing.T) {
	long := filepath.Join(t.TempDir(), strings.Repeat("long/", 30))
	d, err := newSocketDir(long)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.remove() }()
	if path := d.file(63, 99999); len(path) > maxSocketPath {
		t.Errorf("%s has %d bytes", path, len(path))
	}
}
