package pictures

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// folderSize returns the number of files in a folder and their total size in bytes.
func folderSize(t *testing.T, dir string) (files int, bytes int64) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		files, bytes = files+1, bytes+info.Size()
	}
	return files, bytes
}

// hasCopy reports whether a copy exists. Opening it counts as use.
func hasCopy(t *testing.T, c *copies, name string) bool {
	t.Helper()
	file := c.open(name)
	if file == nil {
		return false
	}
	if err := file.Close(); err != nil {
		t.Error(err)
	}
	return true
}

func TestSecurityCopies_Bounded(t *testing.T) {
	dir := t.TempDir()
	c := newCopies(dir, 1000, slog.New(slog.DiscardHandler))
	keep := func(c *copies, name string) {
		t.Helper()
		if err := c.store(name, make([]byte, 100)); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 10 {
		keep(c, fmt.Sprint(n))
	}
	if !hasCopy(t, c, "0") {
		t.Fatal("a copy was evicted below the limit")
	}
	for n := 10; n < 19; n++ {
		keep(c, fmt.Sprint(n))
	}
	if files, bytes := folderSize(t, dir); files != 10 || bytes != 1000 {
		t.Errorf("%d files of %d bytes", files, bytes)
	}
	if !hasCopy(t, c, "0") || hasCopy(t, c, "1") || hasCopy(t, c, "9") || !hasCopy(t, c, "18") {
		t.Error("a copy other than the least recently used one was evicted")
	}
	if err := c.store("large", make([]byte, 1001)); err != nil || hasCopy(t, c, "large") {
		t.Errorf("a copy above the limit is stored: %v", err)
	}

	// A file that another process has removed is no copy and takes no space.
	if err := os.Remove(filepath.Join(dir, "18")); err != nil || hasCopy(t, c, "18") {
		t.Errorf("a removed file is shown: %v", err)
	}
	keep(c, "19")
	if files, _ := folderSize(t, dir); files != 10 {
		t.Errorf("%d files after one was removed and one added", files)
	}
}

func TestCopies_Restart(t *testing.T) {
	dir := t.TempDir()
	now := time.Now()
	for n, name := range []string{"old", "older", "new", "left" + partSuffix, "writing" + partSuffix} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, make([]byte, 100), 0o600); err != nil {
			t.Fatal(err)
		}
		shown := []time.Duration{48 * time.Hour, 72 * time.Hour, time.Minute, 48 * time.Hour, 0}[n]
		if err := os.Chtimes(file, now, now.Add(-shown)); err != nil {
			t.Fatal(err)
		}
	}
	c := newCopies(dir, 300, slog.New(slog.DiscardHandler))
	if !hasCopy(t, c, "older") { // it is the most recently used one now
		t.Fatal("a copy of the earlier server is not used")
	}
	if err := c.store("newest", make([]byte, 100)); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		"older": true, "old": false, "new": true, "newest": true, "left" + partSuffix: false,
		"writing" + partSuffix: true,
	} {
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != want {
			t.Errorf("%s is there: %t, want %t", name, err == nil, want)
		}
	}
	// The time of last use survives another restart.
	again := newCopies(dir, 200, slog.New(slog.DiscardHandler))
	if !hasCopy(t, again, "older") || hasCopy(t, again, "new") {
		t.Error("the time at which a copy was shown is lost")
	}
}

func TestCopies_Concurrent(t *testing.T) {
	dir := t.TempDir()
	c := newCopies(dir, 2000, slog.New(slog.DiscardHandler))
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for n := range 200 {
				name := fmt.Sprint((worker*31 + n*7) % 40)
				if file := c.open(name); file != nil {
					// A file that is evicted meanwhile can be read to its end.
					if data, err := io.ReadAll(file); err != nil || len(data) != 100 {
						t.Errorf("read %d bytes: %v", len(data), err)
					}
					_ = file.Close() // opened for reading only
					continue
				}
				if err := c.store(name, make([]byte, 100)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if files, bytes := folderSize(t, dir); bytes > 2000 || files > 20 {
		t.Errorf("%d files of %d bytes", files, bytes)
	}
}
