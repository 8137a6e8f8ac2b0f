package app_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"strand/test/polltest"
)

const catalogOperation = `query CatalogScreen($url: String!) { resolve(url: $url) { __typename
	... on PageResolution { site { name theme enableCutFont } locale { code } theme page { title }
	breadcrumb { title url } catalog { __typename
		... on CatalogPage { classification { name url } children { name url } listing { total pageCount resetUrl
			products { name url image { source } } brands { value } capabilities { value label count selected } } }
		... on Product { name type longDescription canonicalUrl images { source alternativeText } highlights { name }
		documents { name size url }
			variants { id metric: name(system: METRIC) imperial: name(system: IMPERIAL)
			metricRows: specifications(system: METRIC) { name value unit }
			specificationGroups(system: METRIC) { kind specifications { value } } }
			specifications(system: METRIC) { name value unit }
			specificationGroups(system: METRIC) { kind specifications { name } }
			related(type: RELATED) { name } benefits video { url thumbnail { source } } } } }
	... on RedirectResolution { status location }
	... on NotFoundResolution { message site { name theme enableCutFont } locale { code } } } }`

// hostile is a classification with invalid and hostile product records.
const hostile = `classification: fully-automatic
products:
  - slug: beta
    name: "<script>alert(1)</script>"
    short: "null"
    long: LONG
    brand: nobody
    capabilities: [seal]
    images: ["javascript:alert(1)", "null"]
    specifications:
      - { name: Weight, value: "10", unit: kg, system: Metric }
      - { name: Weight, value: "22", unit: lb, system: Imperial }
      - { name: Weight, value: "11", unit: kg, system: Metric }
      - { name: Noise, value: "null" }
    highlights:
      - { name: No picture }
      - { name: Bad picture, image: "data:text/html,x" }
    documents:
      - { name: Gone, asset: "null", size: 3 }
      - { name: Leaflet, asset: "https://cdn.example.com/a.pdf", filename: a.pdf, size: -5 }
    related: { related: [alpha-530, gone, beta] }
    video: "https://cdn.example.com/film.webm"
    videoImage: "null"
`

// startCatalog starts a server of a catalogue with hostile records.
func startCatalog(t testing.TB, settings ...string) *strand {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(testContent)); err != nil {
		t.Fatal(err)
	}
	addHostileProducts(t, dir)
	return startWith(t, dir, append([]string{screenOperation, catalogOperation}, settings...)...)
}

// addHostileProducts adds products with hostile records to the test content.
func addHostileProducts(t testing.TB, dir string) {
	t.Helper()
	text := strings.Replace(hostile, "LONG", `"`+strings.Repeat("long ", 1<<18)+`"`, 1)
	for file, content := range map[string]string{
		"hostile.yaml":         text,
		"care.yaml":            "classification: care\nproducts:\n  - { slug: visit, name: Visit, benefits: [Less, null, More] }\n",
		"../capabilities.yaml": `[{ id: seal, name: { en: "Seal loading", de: "Tüllen setzen" } }]`,
		"lost.yaml":            "classification: nowhere\nproducts:\n  - { slug: lost, name: Lost }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, "pim", "products", file), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// payload reads the data of a page.
func (s *strand) payload(t *testing.T, path string) map[string]any {
	t.Helper()
	path, query, _ := strings.Cut(path, "?")
	response, body := s.get(t, "localhost", path+"/_payload.json?"+query)
	if response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %s", path, response.StatusCode, body)
	}
	var answer struct {
		Screen string
		Data   struct{ Resolve map[string]any }
	}
	if err := json.Unmarshal([]byte(body), &answer); err != nil {
		t.Fatal(err)
	}
	if answer.Screen != "CatalogScreen" {
		t.Errorf("%s has the screen %s", path, answer.Screen)
	}
	return answer.Data.Resolve
}

// Rules: CAT-7, CAT-9, CAT-11.
func TestCatalog_HostileRecord(t *testing.T) {
	s := variedSite(t)
	text := mustJSON(t, s.payload(t, "/en/products/crimping/fully-automatic/beta"))
	for field, want := range map[string]string{
		"images":              `[{"alternativeText": "", "source": "/images/placeholder/product.svg"}]`,
		"specifications":      `[{"name": "Weight", "unit": "kg", "value": "10"}]`,
		"specificationGroups": `[{"kind": "MACHINE", "specifications": [{"name": "Weight"}]}]`,
		"highlights":          `[]`,
		"documents.1":         `{"name": "Leaflet", "size": null, "url": "https://cdn.example.com/a.pdf"}`,
		"related":             `[{"name": "Alpha 530"}]`,
		"video.thumbnail":     `{"source": "/images/placeholder/video.svg"}`,
	} {
		checkAt(t, text, "catalog."+field, want)
	}
	if len(text) > 30_000 {
		t.Errorf("a description is not shortened: %d bytes", len(text))
	}
	// A service has its benefits, without the empty ones.
	checkAt(t, mustJSON(t, s.payload(t, "/en/services/care/visit")), "catalog.benefits", `["Less", "More"]`)
	_, body := s.get(t, "localhost", "/en/products/crimping/fully-automatic/beta")
	if strings.Contains(body, "<script>alert") {
		t.Error("a name contains a script")
	}
}

// TestCatalog_Outage: without the PIM, what was read before is shown, also after a change of it. Other pages of the
// catalogue and redirects to them show an error inside their site, an incomplete sitemap is not served, since crawlers
// would drop the missing pages, and pages of the CMS work.
//
// Rules: CAT-25, ERR-13.
func TestCatalog_Outage(t *testing.T) {
	t.Parallel()
	const path = "/products/crimping/fully-automatic/alpha-530"
	s := startCatalog(t, "STRAND_UPSTREAM_TIMEOUT=4500ms", "STRAND_DATA_TIMEOUT=2900ms", pimSecret)
	s.waitForSlowSystems(t)
	s.pimFault.Store(&outOfOrder)
	response, body := s.get(t, "localhost", "/de"+path)
	checkOutage(t, response, body)
	if !strings.Contains(body, `<html lang="de"`) || stateOf(t, body).Screen != "CatalogScreen" {
		t.Errorf("the error page is not inside its site's layout: %.200s", body)
	}
	response, body = s.get(t, "localhost", "/en/machine")
	checkOutage(t, response, body)
	if status := s.status(t, "/en"); status != http.StatusOK {
		t.Errorf("the home page fails: %d", status)
	}
	if response, _ := s.get(t, "localhost", "/sitemap.xml"); response.Header.Get("Retry-After") == "" ||
		response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("the sitemap: %d %v", response.StatusCode, response.Header)
	}

	s.pimFault.Store(nil)
	known := []string{"/en" + path, "/en/products/crimping", "/en/products"}
	var sitemap string
	polltest.Until(t, "the catalogue comes back", func() bool {
		sitemap, _ = s.sitemapText(t, "localhost")
		return strings.Contains(sitemap, "alpha-530") && !slices.ContainsFunc(known, func(path string) bool {
			return s.status(t, path) != http.StatusOK
		})
	})
	for _, name := range []string{"responds with 500", "is slow"} {
		fault := faults[name]
		s.pimFault.Store(&fault)
		s.webhook(t, "pim", "Product", "alpha-530")
		for _, path := range append(known, known[0]+"?variant=x", known[1]+"?view=table") {
			if status := s.status(t, path); status != http.StatusOK {
				t.Errorf("the PIM %s: %s after the webhook: %d", name, path, status)
			}
		}
		if stale, status := s.sitemapText(t, "localhost"); status != http.StatusOK || stale != sitemap {
			t.Errorf("the PIM %s: the sitemap: %d, %d bytes of %d", name, status, len(stale), len(sitemap))
		}
		s.pimFault.Store(nil)
		s.awaitStatus(t, "ready") // the next fault is not met by an open circuit breaker
	}
}

// Rules: CAT-6.
func TestCatalog_Sitemap(t *testing.T) {
	s := variedSite(t)
	body, _ := s.sitemapText(t, "localhost")
	for path, want := range map[string]bool{
		"/en/products/crimping": true, "/en/products/crimping/fully-automatic/alpha-530": true,
		"/en/services/care/visit": true, "/en/products/lost": false,
	} {
		if got := strings.Contains(body, "<loc>http://localhost"+path+"</loc>"); got != want {
			t.Errorf("%s is in the sitemap: %v", path, got)
		}
	}
}
