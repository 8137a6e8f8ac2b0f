package assets

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Servers of two builds serve the files of both, and files that no server uses are removed.
func TestKeepIn(t *testing.T) {
	shared := t.TempDir()
	build := func(script string) string {
		dir := t.TempDir()
		for name, text := range map[string]string{
			".vite/manifest.json": `{"src/app/browser.ts": {"file": "` + script + `"}}`, script: "script " + script,
			script + BrotliSuffix: "brotli",
		} {
			file := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	start := func(dir string) *Assets {
		a, err := Load(dir, "/assets/")
		if err != nil {
			t.Fatal(err)
		}
		if err := a.KeepIn(shared, dir); err != nil {
			t.Fatal(err)
		}
		return a
	}
	previous, next := build("browser-1.js"), build("browser-2.js")
	servers := []*Assets{start(previous), start(next)}
	status := func(a *Assets, path string) int {
		w := httptest.NewRecorder()
		a.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if w.Code == http.StatusOK && w.Header().Get("Content-Type") != "text/javascript; charset=utf-8" {
			t.Errorf("%s is sent as %s", path, w.Header().Get("Content-Type"))
		}
		return w.Code
	}
	for i, a := range servers {
		for path, want := range map[string]int{
			"/assets/browser-1.js": http.StatusOK, "/assets/browser-2.js": http.StatusOK,
			"/assets/browser-3.js": http.StatusNotFound, "/assets/../secret": http.StatusNotFound,
			"/assets/": http.StatusNotFound, "/assets/.new-1": http.StatusNotFound,
		} {
			if got := status(a, path); got != want {
				t.Errorf("server %d: %s: %d", i, path, got)
			}
		}
	}
	old := time.Now().Add(-keptFor - time.Hour)
	for _, name := range []string{"browser-1.js", "browser-2.js"} {
		if err := os.Chtimes(filepath.Join(shared, name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	last := start(next)
	if kept := status(last, "/assets/browser-2.js"); kept != http.StatusOK {
		t.Errorf("a file that is in use: %d", kept)
	}
	if old := status(last, "/assets/browser-1.js"); old != http.StatusNotFound {
		t.Errorf("a file that no server uses: %d", old)
	}
}
