package feeds

import (
	"encoding/xml"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"

	"strand/edge/encoding"
)

// readSitemap reads the index of a sitemap and all files that it lists: their URLs by file, and the times of the
// index.
func readSitemap(t *testing.T, files sitemapFiles) (urls map[string][]sitemapURL, times map[string]string) {
	t.Helper()
	var index sitemapIndex
	decodeSitemap(t, files.index, &index)
	urls, times = map[string][]sitemapURL{}, map[string]string{}
	for _, file := range index.Files {
		at, err := url.Parse(file.Location)
		if err != nil {
			t.Fatal(err)
		}
		body := files.find(at.Query())
		if body == nil || body == files.index {
			t.Fatalf("%s is not a file", file.Location)
		}
		var set urlSet
		decodeSitemap(t, body, &set)
		urls[file.Location], times[file.Location] = set.URLs, file.LastModified
	}
	return urls, times
}

func decodeSitemap(t *testing.T, body *encoding.Body, into any) {
	t.Helper()
	w := httptest.NewRecorder()
	body.Serve(w, httptest.NewRequest(http.MethodGet, sitemapPath, nil))
	if err := xml.Unmarshal(w.Body.Bytes(), into); err != nil {
		t.Fatal(err)
	}
}

// TestSitemapFiles: the index lists the files of each language with their newest last change. URLs without a language
// are in the file of the default language, which always exists.
//
// Rules: URL-38.
func TestSitemapFiles(t *testing.T) {
	const origin, before, after = "https://strand.example", "2026-09-30T08:00:00Z", "2026-11-02T08:00:00Z"
	const english, german = origin + "/sitemap.xml?language=en", origin + "/sitemap.xml?language=de"
	for name, test := range map[string]struct {
		urls        []sitemapURL
		want, times map[string]string
	}{
		"two languages": {
			urls: []sitemapURL{
				{Location: "/en", LastModified: after, language: "en"}, {Location: "/de", language: "de"},
				{Location: "/en/about", LastModified: before, language: "en"}, {Location: "/file", language: ""},
			},
			want:  map[string]string{english: "[/en /en/about /file]", german: "[/de]"},
			times: map[string]string{english: after, german: ""},
		},
		"only another language": {
			urls:  []sitemapURL{{Location: "/de", LastModified: before, language: "de"}},
			want:  map[string]string{english: "[]", german: "[/de]"},
			times: map[string]string{english: "", german: before},
		},
		"a language that no site should have": {
			urls:  []sitemapURL{{Location: "/x", language: "a&b"}},
			want:  map[string]string{english: "[]", origin + "/sitemap.xml?language=a%26b": "[/x]"},
			times: map[string]string{english: "", origin + "/sitemap.xml?language=a%26b": ""},
		},
		"no pages": {want: map[string]string{english: "[]"}, times: map[string]string{english: ""}},
	} {
		files, err := newSitemapFiles(test.urls, origin, "en")
		if err != nil {
			t.Fatal(err)
		}
		urls, times := readSitemap(t, files)
		got := map[string]string{}
		for file, list := range urls {
			locations := []string{}
			for _, u := range list {
				locations = append(locations, u.Location)
			}
			got[file] = fmt.Sprint(locations)
		}
		if !maps.Equal(got, test.want) || !maps.Equal(times, test.times) {
			t.Errorf("%s: %v, changed %v", name, got, times)
		}
	}
}

// TestSitemapFiles_Parts: the URLs of a language beyond the largest number are in further files, each once; other
// files do not exist.
//
// Rules: URL-38.
func TestSitemapFiles_Parts(t *testing.T) {
	all := make([]sitemapURL, 2*maxSitemap+1)
	for i := range all {
		all[i] = sitemapURL{Location: fmt.Sprint(i), LastModified: "2026-01-01T00:00:00Z", language: "de"}
	}
	all[maxSitemap].LastModified = "2026-02-01T00:00:00Z"
	const origin = "https://strand.example"
	files, err := newSitemapFiles(append(all, sitemapURL{Location: "en", language: "en"}), origin, "en")
	if err != nil {
		t.Fatal(err)
	}
	urls, times := readSitemap(t, files)
	const first = origin + "/sitemap.xml?language=de"
	want := []string{first, first + "&part=2", first + "&part=3", origin + "/sitemap.xml?language=en"}
	if got := slices.Sorted(maps.Keys(urls)); !slices.Equal(got, want) {
		t.Fatalf("files %q", got)
	}
	if first, second := times[first], times[first+"&part=2"]; first != all[0].LastModified ||
		second != all[maxSitemap].LastModified {
		t.Errorf("the first part was changed at %s, the second one at %s", first, second)
	}
	seen := map[string]bool{}
	for _, file := range urls {
		for _, u := range file {
			seen[u.Location] = true
		}
	}
	if total := len(urls[first]) + len(urls[first+"&part=2"]) + len(urls[first+"&part=3"]); len(seen) != len(all)+1 ||
		total != len(all) {
		t.Errorf("%d different URLs, %d in the files of the language, of %d", len(seen), total, len(all))
	}
	for _, query := range []string{
		"language=fr", "language=", "language=DE", "part=2", "part=", "language=de&part=", "language=de&part=0",
		"language=de&part=1", "language=de&part=02", "language=de&part=4", "language=de&part=-1", "language=en&part=2",
		"language=de&part=99999999999999999999", "language=de%00",
	} {
		asked, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		if files.find(asked) != nil {
			t.Errorf("%s is a file", query)
		}
	}
}
