package pages

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"strand/edge/render"
	"strand/test/polltest"
)

// Rules: PAGE-40.
func TestReadLinkPreview(t *testing.T) {
	got := readLinkPreview([]byte(`<!doctype html><html lang="de-CH" data-theme="Komax"><head>
		<title>Alpha &amp; Co – Crimpautomaten – Hosver</title>
		<meta property="og:title" content="Alpha &amp; Co – Crimpautomaten">
		<meta property="og:site_name" content="Strand">
		<meta property="og:url" content="https://a.example:8443/de/alpha">
		<meta property="og:description" content="Text">
		<meta property="og:image" content="https://a.example/de/alpha/preview-picture.jpg">
		<meta property="og:image" content="https://a.example/images/stretched/1180/alpha.png">
		</head><body><meta property="og:title" content="of a visitor">`))
	want := LinkPreview{
		Title: "Alpha & Co – Crimpautomaten", Brand: "Hosver", Description: "Text", Theme: "Komax", Language: "de-CH",
		Host: "a.example", Picture: "https://a.example/images/stretched/1180/alpha.png",
	}
	if *got != want {
		t.Errorf("%+v", *got)
	}
}

// A public page has a link preview. A document that no renderer made says nothing, and neither do paths without a page.
//
// Rules: PAGE-40.
func TestLinkPreview(t *testing.T) {
	node, err := filepath.Abs("../../node_modules/.bin/node")
	if err != nil {
		t.Fatal(err)
	}
	pool, err := render.Start(render.Options{
		Node: node, Script: filepath.Join("testdata", "renderer.mjs"), Threads: 1, Timeout: time.Minute,
		QueueTimeout: time.Minute, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	polltest.Until(t, "the process is ready", func() bool { return pool.Ready() > 0 })
	rendering, unrendered := newHandlerWith(t, pool), newTestHandler(t)
	for name, test := range map[string]struct {
		handler *Handler
		path    string
		want    bool
	}{
		"a page":             {rendering, "/en/about", true},
		"without a renderer": {unrendered, "/en/about", false},
		"no page":            {rendering, "/en/none", false},
		"the portal":         {rendering, "/mykomax", false},
		"without a locale":   {rendering, "/about", false},
		"an invalid path":    {rendering, "/%zz", false},
	} {
		r := httptest.NewRequest(http.MethodGet, "http://localhost/", nil)
		if preview, _ := test.handler.LinkPreview(r.Context(), r, test.path); (preview != nil) != test.want {
			t.Errorf("%s: %+v", name, preview)
		}
	}
}
