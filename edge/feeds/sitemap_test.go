package feeds

import (
	"encoding/xml"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"strand/domain/catalog"
	"strand/domain/editorial"
	"strand/edge/visitor"
	"strand/internal/cache"
	"strand/service/catalogue"
	"strand/service/servicetest"
	"strand/service/website"
)

// mount returns the area over systems in memory.
func mount(t *testing.T, from *servicetest.Systems) http.Handler {
	t.Helper()
	c, err := cache.New(cache.Options{MaxBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	log := slog.New(slog.DiscardHandler)
	sites := visitor.Sites{Reader: from.CMS}
	mux := http.NewServeMux()
	Area{
		Sites:    sites,
		Visitors: visitor.Reader{Sites: sites},
		Editorial: &website.Sites{
			CMS: from.CMS, Assortment: &catalogue.Catalogue{PIM: from.PIM, Log: log}, Now: time.Now, Log: log,
		},
		Catalog: from.PIM,
		Cache:   c,
	}.Mount(mux)
	return mux
}

func getSitemap(t *testing.T, h http.Handler, url string, into any) int {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, url, nil))
	if w.Code == http.StatusOK {
		if err := xml.Unmarshal(w.Body.Bytes(), into); err != nil {
			t.Fatal(err)
		}
	}
	return w.Code
}

// TestSitemap: all files are made of one read, with the last change of pages, stories, products and services. A list
// has the newest one of its classification, of those below it and of their products; unknown ones are left out.
//
// Rules: CAT-65, URL-38.
func TestSitemap(t *testing.T) {
	at := func(day int) time.Time { return time.Date(2026, time.October, day, 8, 0, 0, 0, time.UTC) }
	from := servicetest.New(t).
		Page(servicetest.Page{
			Page: editorial.Page{ID: "about", Languages: []string{"en", "de"}, UpdatedAt: at(1)},
		}).
		Story(&editorial.Story{
			ID: "1", Slug: "one", Languages: []string{"en"}, PublicationDate: at(2), UpdatedAt: at(3),
		}).
		Classification(catalog.TypeProduct, catalog.ClassificationRecord{Slug: "crimping"}, nil).
		Classification(catalog.TypeProduct, catalog.ClassificationRecord{
			Slug: "presses", ParentID: "crimping", UpdatedAt: at(4),
		}, nil).
		Classification(catalog.TypeProduct, catalog.ClassificationRecord{Slug: "testing", UpdatedAt: at(9)}, nil).
		Classification(catalog.TypeProduct, catalog.ClassificationRecord{Slug: "marking"}, nil).
		Classification(catalog.TypeService, catalog.ClassificationRecord{Slug: "care"}, nil).
		Product(servicetest.Product{
			Product: catalog.Product{Slug: "h20", ClassificationSlug: "presses"}, UpdatedAt: at(5),
			Descriptions: servicetest.Names{"en": "Press", "de": "Presse"},
		}).
		Product(servicetest.Product{
			Product: catalog.Product{Slug: "h40", ClassificationSlug: "presses"}, UpdatedAt: at(6),
		}).
		Product(servicetest.Product{Product: catalog.Product{Slug: "kt", ClassificationSlug: "testing"}}).
		Product(servicetest.Product{
			Product: catalog.Product{Slug: "visit", ClassificationSlug: "care"}, UpdatedAt: at(7),
		})
	h := mount(t, from)
	var index sitemapIndex
	if status := getSitemap(t, h, "http://localhost/sitemap.xml", &index); status != http.StatusOK {
		t.Fatalf("the index: %d", status)
	}
	calls := from.Calls()
	files := []string{}
	listed := map[string]string{}
	for _, file := range index.Files {
		files = append(files, strings.TrimPrefix(file.Location, "http://localhost")+" "+file.LastModified)
		var set urlSet
		if status := getSitemap(t, h, file.Location, &set); status != http.StatusOK {
			t.Fatalf("%s: %d", file.Location, status)
		}
		for _, u := range set.URLs {
			listed[strings.TrimPrefix(u.Location, "http://localhost")] = u.LastModified
		}
	}
	const day = "T08:00:00Z"
	for path, want := range map[string]string{
		"/en/about": "2026-10-01" + day, "/de/about": "2026-10-01" + day,
		"/en":                   "2026-11-01" + day, // the home page of the systems
		"/en/stories/one":       "2026-10-03" + day,
		"/en/products/crimping": "2026-10-06" + day, "/en/products/crimping/presses": "2026-10-06" + day,
		"/en/products/crimping/presses/h20": "2026-10-05" + day,
		"/de/products/crimping/presses/h20": "2026-10-05" + day,
		"/en/products/crimping/presses/h40": "2026-10-06" + day,
		"/en/products/testing":              "2026-10-09" + day,
		"/en/products/testing/kt":           "", "/en/products/marking": "",
		"/en/services/care": "2026-10-07" + day, "/en/services/care/visit": "2026-10-07" + day,
	} {
		if got, isListed := listed[path]; got != want || !isListed {
			t.Errorf("%s (listed: %v) has the last change %q, want %q", path, isListed, got, want)
		}
	}
	want := []string{
		"/sitemap.xml?language=de 2026-11-01" + day, "/sitemap.xml?language=en 2026-11-01" + day,
	}
	if !slices.Equal(files, want) {
		t.Errorf("files %q", files)
	}
	wantCalls := []string{
		"cms.MediaReleases de", "cms.MediaReleases en", "cms.Navigations [en]", "cms.Stories de", "cms.Stories en",
		"pim.ProductSlugs PRODUCT de", "pim.ProductSlugs PRODUCT en", "pim.ProductSlugs SERVICE de",
		"pim.ProductSlugs SERVICE en", "pim.Tree PRODUCT de", "pim.Tree PRODUCT en", "pim.Tree SERVICE de",
		"pim.Tree SERVICE en",
	}
	if !slices.Equal(calls, wantCalls) || !slices.Equal(from.Calls(), calls) {
		t.Errorf("calls %q, after all files %q", calls, from.Calls())
	}
	for _, query := range []string{"?language=xx", "?part=2", "?language=de&part=2"} {
		if status := getSitemap(t, h, "http://localhost/sitemap.xml"+query, nil); status != http.StatusNotFound {
			t.Errorf("%s: %d", query, status)
		}
	}
}
