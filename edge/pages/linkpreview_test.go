package pages

import (
	"net/http"
	"net/http/httptest"
	"testing"
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

// A document that no renderer made says nothing, and neither do paths without a page.
//
// Rules: PAGE-40.
func TestLinkPreview_None(t *testing.T) {
	p := newTestHandler(t)
	for _, path := range []string{"/en/about", "/en/none", "/mykomax", "/about", "/%zz"} {
		r := httptest.NewRequest(http.MethodGet, "http://localhost/", nil)
		if preview, _ := p.LinkPreview(r.Context(), r, path); preview != nil {
			t.Errorf("%s: %+v", path, *preview)
		}
	}
}
