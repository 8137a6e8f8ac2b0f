package app_test

import (
	"encoding/xml"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"strand/domain/site"
)

// sitemapEntry is a URL of a sitemap.
type sitemapEntry struct {
	Location     string `xml:"loc"`
	LastModified string `xml:"lastmod"`
	Links        []struct {
		Hreflang string `xml:"hreflang,attr"`
		Href     string `xml:"href,attr"`
	} `xml:"http://www.w3.org/1999/xhtml link"`
}

// alternates returns the entry's alternates as sorted texts.
func (e sitemapEntry) alternates() []string {
	var all []string
	for _, l := range e.Links {
		all = append(all, l.Hreflang+" "+l.Href)
	}
	slices.Sort(all)
	return all
}

// sitemapOf reads the files of the sitemap of a host.
func (s *strand) sitemapOf(t *testing.T, host string) []sitemapEntry {
	t.Helper()
	files, status := s.sitemapFiles(t, host)
	if status != http.StatusOK {
		t.Fatalf("%s: %d %.300q", host, status, files)
	}
	var entries []sitemapEntry
	for _, file := range files {
		var list struct {
			URLs []sitemapEntry `xml:"url"`
		}
		if err := xml.Unmarshal([]byte(file), &list); err != nil {
			t.Fatal(err)
		}
		entries = append(entries, list.URLs...)
	}
	return entries
}

// sitemapText returns the text of the index and of all files of the sitemap of a host, and the status: the first one
// that is not OK.
func (s *strand) sitemapText(t *testing.T, host string) (text string, status int) {
	t.Helper()
	files, status := s.sitemapFiles(t, host)
	return strings.Join(files, "\n"), status
}

// sitemapFiles returns the index of the sitemap of a host, and the files that it lists; the status is the first one
// that is not OK.
func (s *strand) sitemapFiles(t *testing.T, host string) (files []string, status int) {
	t.Helper()
	paths := []string{"/sitemap.xml"}
	for i := 0; i < len(paths); i++ {
		response, body := s.get(t, host, paths[i])
		files = append(files, body)
		if response.StatusCode != http.StatusOK {
			return files, response.StatusCode
		}
		var index struct {
			Files []string `xml:"sitemap>loc"`
		}
		if err := xml.Unmarshal([]byte(body), &index); err != nil {
			t.Fatalf("%s: %v", paths[i], err)
		}
		for _, location := range index.Files {
			u, err := url.Parse(location)
			if err != nil {
				t.Fatal(err)
			}
			paths = append(paths, u.RequestURI())
		}
	}
	return files, http.StatusOK
}

// TestSitemap_Dates: the index lists one file for each language of the sample, and every page of it but authors has the
// time of its last change, which is none of the start or of the file system.
//
// Rules: CAT-65, FEED-20, URL-38.
func TestSitemap_Dates(t *testing.T) {
	t.Parallel()
	s := sampleSite(t)
	files, status := s.sitemapFiles(t, "localhost")
	if status != http.StatusOK || len(files) != 1+len(site.LanguageCodes) {
		t.Fatalf("%d files, %d", len(files), status)
	}
	newest := time.Date(2026, time.November, 20, 0, 0, 0, 0, time.UTC) // of the sample
	for i, e := range s.sitemapOf(t, "localhost") {
		at, err := time.Parse(time.RFC3339, e.LastModified)
		if isAuthor := strings.Contains(e.Location, "/stories/contacts/"); isAuthor != (e.LastModified == "") ||
			!isAuthor && (err != nil || at.After(newest)) {
			t.Errorf("%d. %s was changed at %q", i, e.Location, e.LastModified)
		}
	}
	var index struct {
		Files []sitemapEntry `xml:"sitemap"`
	}
	if err := xml.Unmarshal([]byte(files[0]), &index); err != nil {
		t.Fatal(err)
	}
	for i, language := range slices.Sorted(slices.Values(site.LanguageCodes)) {
		file := index.Files[i]
		if file.Location != "http://localhost/sitemap.xml?language="+language || file.LastModified == "" {
			t.Errorf("the file of %s: %+v", language, file)
		}
		if strings.Count(files[i+1], "<loc>") != strings.Count(files[i+1], "<loc>http://localhost/"+language) {
			t.Errorf("the file of %s lists another language", language)
		}
	}
	for path, want := range map[string]string{
		"/en/stories/feed.xml":        "<updated>2026-11-12T07:00:00Z</updated>",
		"/en/media-releases/feed.xml": "<updated>2026-11-05T06:00:00Z</updated>",
		"/en/media-releases/rss.xml":  "<lastBuildDate>Thu, 05 Nov 2026 06:00:00 +0000</lastBuildDate>",
	} {
		if _, feed := s.get(t, "localhost", path); !strings.Contains(feed, want) {
			t.Errorf("%s lacks %s: %.500s", path, want, feed)
		}
	}
}
