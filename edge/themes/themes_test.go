package themes_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"strand/domain/site"
	"strand/edge/themes"
	"strand/edge/visitor"
	"strand/service/servicetest"
)

// load loads the icons of two themes.
func load(t *testing.T) *themes.Themes {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{
		"Default.svg": "<svg/>", "Default.ico": "default", "Komax.ico": "komax", "Komax-180.png": "touch",
		"themes.json": `{"themes": {"Default": {"accent": "#b4581f"}, "Komax": {"accent": "#0a4ea2"}}}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	loaded, err := themes.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

// serve serves the icons for a group with the main site and two with the theme Komax.
func serve(t *testing.T) http.Handler {
	t.Helper()
	komax := &site.Brand{ID: "komax", Name: "Komax", Theme: "Komax"}
	content := servicetest.New(t).Brand(komax).
		Site(&site.Site{
			ID: "k", TechnicalName: "k", Name: "Komax", Brand: komax, Domains: []string{"komax.localhost"},
		}).
		Site(&site.Site{
			ID: "c", TechnicalName: "c", Name: "Copper", Slug: "c", Brand: komax, Languages: []string{"en"},
			Domains: []string{"localhost/c"},
		})
	mux := http.NewServeMux()
	sites := visitor.Sites{Reader: content.CMS}
	themes.Area{Themes: load(t), Sites: sites, Visitors: visitor.Reader{Sites: sites}}.Mount(mux)
	return mux
}

func get(t *testing.T, h http.Handler, url string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, url, nil))
	return w
}

// Rules: PAGE-39.
func TestArea_Icons(t *testing.T) {
	h := serve(t)
	for url, want := range map[string]string{
		"http://localhost/favicon.ico":                     "image/x-icon default",
		"http://komax.localhost/favicon.ico":               "image/x-icon komax",
		"http://komax.localhost/apple-touch-icon.png":      "image/png touch",
		"http://unknown.example/favicon.ico":               "image/x-icon default",
		"http://localhost/icons/Default.svg":               "image/svg+xml <svg/>",
		"http://localhost/icons/themes.json":               "",
		"http://localhost/icons/..%2fthemes.json":          "",
		"http://localhost/icons/Other.svg":                 "",
		"http://localhost/apple-touch-icon.png":            "", // the test has none
		"http://localhost/site.webmanifest?home=//other":   "",
		"http://localhost/site.webmanifest?home=%5Cother":  "",
		"http://unknown.example/site.webmanifest?home=%00": "",
	} {
		w := get(t, h, url)
		got := ""
		if w.Code == http.StatusOK {
			got = w.Header().Get("Content-Type") + " " + w.Body.String()
		}
		if got != want {
			t.Errorf("%s: %d %q, want %q", url, w.Code, got, want)
		}
	}
}

// A document names its icons with the version of the build, with which they never change.
//
// Rules: PAGE-39.
func TestThemes_Head(t *testing.T) {
	h := serve(t)
	head := load(t).Head("Komax", `/en/"c`)
	if !strings.Contains(head, `content="#0a4ea2"`) || strings.Contains(head, `/"c`) {
		t.Errorf("head: %s", head)
	}
	_, rest, _ := strings.Cut(head, `href="`)
	url, _, _ := strings.Cut(rest, `"`)
	w := get(t, h, url)
	if w.Body.String() != "komax" || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
		t.Errorf("%s: %q %q", url, w.Body, w.Header())
	}
	if w := get(t, h, "/icons/Komax.ico?v=other"); strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
		t.Errorf("another version: %q", w.Header())
	}
	if head := load(t).Head("Unknown", ""); !strings.Contains(head, "/icons/Default.ico") {
		t.Errorf("an unknown theme: %s", head)
	}
}

// The manifest is that of the site of the host, or of the home page.
//
// Rules: PAGE-39.
func TestArea_Manifest(t *testing.T) {
	h := serve(t)
	for url, want := range map[string]string{
		"http://localhost/site.webmanifest":               "Group / #b4581f",
		"http://localhost/site.webmanifest?home=/de":      "Group /de #b4581f",
		"http://localhost/site.webmanifest?home=/en/c/xy": "Copper /en/c #0a4ea2",
		"http://komax.localhost/site.webmanifest":         "Komax / #0a4ea2",
	} {
		w := get(t, h, url)
		var m struct {
			Name  string `json:"name"`
			Start string `json:"start_url"`
			Color string `json:"theme_color"`
			Icons []struct{ Src string }
		}
		if err := json.Unmarshal(w.Body.Bytes(), &m); err != nil {
			t.Fatalf("%s: %d %v", url, w.Code, err)
		}
		if got := m.Name + " " + m.Start + " " + m.Color; got != want || len(m.Icons) != 2 {
			t.Errorf("%s: %s", url, w.Body)
		}
	}
}

func TestLoad_Unbuilt(t *testing.T) {
	unbuilt, err := themes.Load(filepath.Join(t.TempDir(), "none"))
	if err != nil || unbuilt.Head("Komax", "/en") != "" {
		t.Errorf("head %q, error %v", unbuilt.Head("Komax", "/en"), err)
	}
}
