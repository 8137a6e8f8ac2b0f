package feeds

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"strand/edge/encoding"
)

// TestSitemapFiles: a long sitemap is an index of parts, which together contain each URL once (URL-38).
//
// Rules: URL-38.
func TestSitemapFiles(t *testing.T) {
	urls := make([]sitemapURL, 2*maxSitemap+1)
	for i := range urls {
		urls[i].Location = fmt.Sprint(i)
	}
	files, err := newSitemapFiles(urls, "https://strand.example")
	if err != nil {
		t.Fatal(err)
	}
	var index sitemapIndex
	decodeSitemap(t, files.whole, &index)
	if len(files.parts) != 3 || len(index.Parts) != 3 ||
		index.Parts[2].Location != "https://strand.example/sitemap.xml?part=3" {
		t.Fatalf("%d parts, index %+v", len(files.parts), index)
	}
	total := 0
	for n, body := range files.parts {
		var part sitemap
		decodeSitemap(t, body, &part)
		if len(part.URLs) == 0 || part.URLs[0].Location != fmt.Sprint(n*maxSitemap) {
			t.Fatalf("part %d begins with %+v", n+1, part.URLs[:min(1, len(part.URLs))])
		}
		total += len(part.URLs)
	}
	if total != len(urls) {
		t.Errorf("%d of %d URLs", total, len(urls))
	}
	if files, err = newSitemapFiles(urls[:3], ""); err != nil {
		t.Fatal(err)
	}
	var short sitemap
	if decodeSitemap(t, files.whole, &short); len(files.parts) != 0 || len(short.URLs) != 3 {
		t.Errorf("a short sitemap has %d parts and %d URLs", len(files.parts), len(short.URLs))
	}
}

func decodeSitemap(t *testing.T, body *encoding.Body, into any) {
	t.Helper()
	w := httptest.NewRecorder()
	body.Serve(w, httptest.NewRequest(http.MethodGet, "/sitemap.xml", nil))
	if err := xml.Unmarshal(w.Body.Bytes(), into); err != nil {
		t.Fatal(err)
	}
}
