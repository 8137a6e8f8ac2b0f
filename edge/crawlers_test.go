package edge

import (
	"fmt"
	"testing"
)

// TestSitemapFile: a long sitemap is an index of parts, which together contain each URL once (URL-38).
func TestSitemapFile(t *testing.T) {
	urls := make([]sitemapURL, 2*maxSitemap+1)
	for i := range urls {
		urls[i].Location = fmt.Sprint(i)
	}
	index, ok := sitemapFile(urls, 0, "https://strand.example").(*sitemapIndex)
	if !ok || len(index.Parts) != 3 || index.Parts[2].Location != "https://strand.example/sitemap.xml?part=3" {
		t.Fatalf("index %+v", index)
	}
	total := 0
	for n := range index.Parts {
		part, ok := sitemapFile(urls, n+1, "").(*sitemap)
		if !ok || len(part.URLs) == 0 || part.URLs[0].Location != fmt.Sprint(n*maxSitemap) {
			t.Fatalf("part %d: %T", n+1, part)
		}
		total += len(part.URLs)
	}
	if total != len(urls) {
		t.Errorf("%d of %d URLs", total, len(urls))
	}
	if beyond, ok := sitemapFile(urls, 9, "").(*sitemap); !ok || len(beyond.URLs) != 0 {
		t.Errorf("beyond the last part: %+v", beyond)
	}
	if short, ok := sitemapFile(urls[:3], 0, "").(*sitemap); !ok || len(short.URLs) != 3 {
		t.Errorf("a short sitemap: %+v", short)
	}
}
