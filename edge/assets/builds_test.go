package assets

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// built returns the assets of a build with the given manifest, and their handler.
func built(t *testing.T, manifest string) (http.Handler, *Assets) {
	t.Helper()
	dir := t.TempDir()
	writeFile(t, dir, ".vite/manifest.json", manifest)
	assets, err := Load(dir, "/assets/")
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	assets.Mount(mux)
	return mux, assets
}

func writeFile(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func get(h http.Handler, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}

// TestBuilds checks the reported release (CALL-21).
//
// Rules: CALL-21, CLI-10.
func TestBuilds(t *testing.T) {
	const manifest = `{"src/app/browser.ts":{"file":"browser-1.js"}}`
	h, assets := built(t, manifest)
	for name, test := range map[string]struct {
		path    string
		status  int
		caching string
		keys    []string
	}{
		"the latest": {"/builds/latest.json?t=1", http.StatusOK, "no-store", []string{"id", "timestamp"}},
		"the manifest": {
			"/builds/meta/" + assets.Release + ".json", http.StatusOK, "public, max-age=31536000, immutable",
			[]string{"id", "prerendered", "timestamp"},
		},
		"another build":        {"/builds/meta/other.json", http.StatusNotFound, "no-store", []string{"error"}},
		"a build without JSON": {"/builds/meta/" + assets.Release, http.StatusNotFound, "no-store", []string{"error"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := get(h, test.path)
			if w.Code != test.status || w.Header().Get("Cache-Control") != test.caching ||
				w.Header().Get("Content-Type") != "application/json; charset=utf-8" {
				t.Errorf("%d %v", w.Code, w.Header())
			}
			var answer map[string]any
			if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
				t.Fatal(err)
			}
			for _, key := range test.keys {
				if _, ok := answer[key]; !ok {
					t.Errorf("%v lacks %q", answer, key)
				}
			}
			if test.status != http.StatusOK {
				return
			}
			if answer["id"] != assets.Release || answer["timestamp"].(float64) <= 0 {
				t.Errorf("%v, want the release %s and a time", answer, assets.Release)
			}
			if list, ok := answer["prerendered"]; ok && !reflect.DeepEqual(list, []any{}) {
				t.Errorf("prerendered is %v, want an empty list", list)
			}
		})
	}
}

func TestBuildID_DependsOnContent(t *testing.T) {
	_, one := built(t, `{"a":{"file":"a-1.js"}}`)
	_, same := built(t, `{"a":{"file":"a-1.js"}}`)
	_, other := built(t, `{"a":{"file":"a-2.js"}}`)
	if one.Release != same.Release || one.Release == other.Release {
		t.Errorf("%s, %s, %s", one.Release, same.Release, other.Release)
	}
}
