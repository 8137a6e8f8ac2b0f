package assets

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
)

func TestAssets_CompressedForms(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		".vite/manifest.json": `{}`,
		"both.js":             "plain",
		"both.js.br":          "brotli",
		"both.js.gz":          "gzip",
		"gzip.js":             "plain",
		"gzip.js.gz":          "gzip",
		"none.js":             "plain",
		"archive.gz":          "an asset of its own",
	} {
		writeFile(t, dir, name, text)
	}
	assets, err := Load(dir, "/assets/")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		path, accept   string
		status         int
		encoding, text string
	}{
		{"both.js", "gzip, br", http.StatusOK, "br", "brotli"},
		{"both.js", "gzip", http.StatusOK, "gzip", "gzip"},
		{"both.js", "", http.StatusOK, "", "plain"},
		{"gzip.js", "br, gzip", http.StatusOK, "gzip", "gzip"},
		{"gzip.js", "br", http.StatusOK, "", "plain"},
		{"none.js", "br, gzip", http.StatusOK, "", "plain"},
		{"archive.gz", "br, gzip", http.StatusOK, "", "an asset of its own"},
		{"both.js.br", "br", http.StatusNotFound, "", "404 page not found\n"},
	} {
		r := httptest.NewRequest(http.MethodGet, "/assets/"+test.path, nil)
		r.Header.Set("Accept-Encoding", test.accept)
		w := httptest.NewRecorder()
		assets.ServeHTTP(w, r)
		if w.Code != test.status || w.Header().Get("Content-Encoding") != test.encoding ||
			w.Body.String() != test.text {
			t.Errorf("%s for %q: %d %q %q", test.path, test.accept, w.Code, w.Header().Get("Content-Encoding"), w.Body)
		}
	}
}

// A document needs the app that the entry point imports dynamically, and names a file that sources share once.
func TestAssets_EntrySources(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, dir, ".vite/manifest.json", `{
		"src/app/browser.ts": {"file": "browser-1.js", "dynamicImports": ["src/app/mount.tsx"]},
		"src/app/mount.tsx": {"file": "site-1.js", "css": ["site-1.css"], "imports": ["_shared.js"],
			"dynamicImports": ["src/later.ts"]},
		"src/routes/content/ContentScreen.tsx": {"file": "site-1.js", "css": ["site-1.css"], "imports": ["_shared.js"]},
		"_shared.js": {"file": "shared-1.js", "imports": ["src/app/browser.ts"]},
		"src/later.ts": {"file": "later-1.js"}
	}`)
	a, err := Load(dir, "/assets/")
	if err != nil {
		t.Fatal(err)
	}
	scripts, styles := a.Chunks(append(a.EntrySources(), a.ScreenSource("ContentScreen"))...)
	want := []string{"/assets/browser-1.js", "/assets/shared-1.js", "/assets/site-1.js"}
	if !slices.Equal(scripts, want) {
		t.Errorf("scripts %q, want %q", scripts, want)
	}
	if !slices.Equal(styles, []string{"/assets/site-1.css"}) {
		t.Errorf("styles %q", styles)
	}
	if rest := a.AfterStart(scripts); !slices.Equal(rest, want[1:]) {
		t.Errorf("scripts after the start %q", rest)
	}
}
