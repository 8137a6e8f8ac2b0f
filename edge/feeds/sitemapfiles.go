package feeds

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"time"

	"strand/domain/site"
	"strand/edge/encoding"
)

const (
	// maxSitemap is the largest number of URLs in one file: with the alternates of eleven languages, it is well below
	// the size that the sitemap protocol allows.
	maxSitemap   = 20_000
	sitemapPath  = "/sitemap.xml"
	sitemapXMLNS = "http://www.sitemaps.org/schemas/sitemap/0.9"
)

// The parameters of the files of a sitemap: the language, and the number of a part other than the first one.
const (
	languageParameter = "language"
	partParameter     = "part"
)

// sitemapURL is a URL of a sitemap, or a file of the index. The order of its fields is that of the protocol's schema.
type sitemapURL struct {
	Location string `xml:"loc"`
	// LastModified is a date and time of RFC 3339 in UTC; empty if the source does not know it.
	LastModified string             `xml:"lastmod,omitempty"`
	Alternates   []sitemapAlternate `xml:"xhtml:link"`
	// language is that of the page; empty for a page without one.
	language string
}

type sitemapAlternate struct {
	Rel      string `xml:"rel,attr"`
	Hreflang string `xml:"hreflang,attr"`
	Href     string `xml:"href,attr"`
}

// sitemapURLs returns an entry for each version of a page. Each lists all of them, itself included.
func sitemapURLs(s *site.Site, versions []site.LocaleVersion, updatedAt time.Time) []sitemapURL {
	alternates := make([]sitemapAlternate, 0, len(versions)+1)
	for _, v := range versions {
		alternates = append(alternates, sitemapAlternate{"alternate", v.Locale.Hreflang(), v.URL})
	}
	if v, ok := site.DefaultVersion(s, versions); ok {
		alternates = append(alternates, sitemapAlternate{"alternate", site.DefaultHreflang, v.URL})
	}
	lastModified := ""
	if !updatedAt.IsZero() {
		lastModified = updatedAt.UTC().Format(time.RFC3339)
	}
	urls := make([]sitemapURL, 0, len(versions))
	for _, v := range versions {
		urls = append(urls, sitemapURL{v.URL, lastModified, alternates, v.Locale.LanguageCode})
	}
	return urls
}

// urlSet is a file with URLs.
type urlSet struct {
	XMLName xml.Name     `xml:"urlset"`
	XMLNS   string       `xml:"xmlns,attr"`
	XHTML   string       `xml:"xmlns:xhtml,attr"`
	URLs    []sitemapURL `xml:"url"`
}

// sitemapIndex lists the files with URLs.
type sitemapIndex struct {
	XMLName xml.Name     `xml:"sitemapindex"`
	XMLNS   string       `xml:"xmlns,attr"`
	Files   []sitemapURL `xml:"sitemap"`
}

// sitemapFiles are the files of a sitemap: the index, and those of each language in their order.
type sitemapFiles struct {
	index     *encoding.Body
	languages map[string][]*encoding.Body
}

// newSitemapFiles makes the files of URLs. Those without a language are in the file of the default language, which
// exists in any case, since an index must not be empty.
func newSitemapFiles(urls []sitemapURL, origin, defaultLanguage string) (sitemapFiles, error) {
	byLanguage := map[string][]sitemapURL{defaultLanguage: nil}
	for _, u := range urls {
		language := cmp.Or(u.language, defaultLanguage)
		byLanguage[language] = append(byLanguage[language], u)
	}
	files := sitemapFiles{languages: make(map[string][]*encoding.Body, len(byLanguage))}
	index := sitemapIndex{XMLNS: sitemapXMLNS}
	for _, language := range slices.Sorted(maps.Keys(byLanguage)) {
		parts := slices.Collect(slices.Chunk(byLanguage[language], maxSitemap))
		if parts == nil {
			parts = [][]sitemapURL{nil}
		}
		for i, part := range parts {
			file, err := encodeSitemap(urlSet{
				XMLNS: sitemapXMLNS, XHTML: "http://www.w3.org/1999/xhtml", URLs: part,
			})
			if err != nil {
				return sitemapFiles{}, err
			}
			files.languages[language] = append(files.languages[language], file)
			query := url.Values{languageParameter: {language}}
			if i > 0 {
				query.Set(partParameter, strconv.Itoa(i+1))
			}
			index.Files = append(index.Files, sitemapURL{
				Location: origin + sitemapPath + "?" + query.Encode(), LastModified: lastModified(part),
			})
		}
	}
	var err error
	files.index, err = encodeSitemap(index)
	return files, err
}

// lastModified returns the newest last change of URLs; empty if none is known.
func lastModified(urls []sitemapURL) string {
	newest := ""
	for _, u := range urls {
		newest = max(newest, u.LastModified) // times in UTC are sorted like texts
	}
	return newest
}

// find returns the file that a query names: the index, or one of a language. It is nil for an unknown language or part.
func (f sitemapFiles) find(query url.Values) *encoding.Body {
	if !query.Has(languageParameter) && !query.Has(partParameter) {
		return f.index
	}
	for i, file := range f.languages[query.Get(languageParameter)] {
		isPart := query.Get(partParameter) == strconv.Itoa(i+1)
		if isPart && i > 0 || i == 0 && !query.Has(partParameter) {
			return file
		}
	}
	return nil
}

// size returns the number of bytes in memory.
func (f sitemapFiles) size() int64 {
	total := f.index.Size()
	for _, parts := range f.languages {
		for _, part := range parts {
			total += part.Size()
		}
	}
	return total
}

func encodeSitemap(file any) (*encoding.Body, error) {
	text := bytes.NewBufferString(xml.Header)
	if err := xml.NewEncoder(text).Encode(file); err != nil {
		return nil, fmt.Errorf("encode the sitemap: %w", err)
	}
	return encoding.NewBody(text.Bytes()), nil
}
