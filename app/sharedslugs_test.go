package app_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sharedSlugs is a catalogue in which products and services have the slugs of classifications.
var sharedSlugs = map[string]string{
	"pim/classifications.yaml": `
- { id: c1, type: product, slug: crimping, name: { en: Crimping, de: Crimpen } }
- { id: c2, type: product, slug: fully-automatic, parent: c1, name: { en: Fully automatic, de: Vollautomaten } }
- { id: c3, type: product, slug: training, name: Training machines }
- { id: s1, type: service, slug: training, name: Training }
- { id: s2, type: service, slug: operator-courses, parent: s1, name: Operator courses }
- { id: s3, type: service, slug: care, name: Care }
`,
	"pim/products/automatic.yaml": `classification: fully-automatic
products:
  - { slug: alpha-530, name: Alpha 530 }
  - { slug: crimping, name: Crimping head }
  - { slug: operator-courses, name: Course machine, related: { service: [training] } }
`,
	"pim/products/courses.yaml": `classification: operator-courses
products:
  - { slug: training, name: Crimp basics, related: { related: [crimping] } }
`,
}

// addSharedSlugs adds products and services with the slugs of classifications to the test content, and links to them.
func addSharedSlugs(t testing.TB, dir string) {
	t.Helper()
	for name, text := range sharedSlugs {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	replaceIn(t, filepath.Join(dir, "cms/sites/main/pages/home/en.md"), "{ text: Machine, productSlug: alpha-530 }",
		`{ text: "See {{name}}", productSlug: crimping }
  - { text: "See {{name}}", serviceSlug: training }
  - { text: "See {{name}}", productSlug: fully-automatic }
  - { text: "See {{name}}", productSlug: training }`)
}

// replaceIn replaces a text in a file; the file must contain it.
func replaceIn(t testing.TB, file, old, replacement string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), old) {
		t.Fatalf("%s does not contain %q", file, old)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(text), old, replacement, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestSharedSlugs_Links: links, lists, the search and the sitemap lead to the product or service, and a link to a slug
// that only a classification has leads to the classification (NAV-27).
//
// Rules: NAV-27.
func TestSharedSlugs_Links(t *testing.T) {
	s := variedSite(t)
	const course, head = "/en/services/training/operator-courses/training",
		"/en/products/crimping/fully-automatic/crimping"
	var data struct {
		Page struct {
			Modules []struct{ Links []struct{ Text, URL string } }
		}
		Product, Service struct{ URL string }
		Machine          struct{ Related []struct{ Name, URL string } }
		Search           struct {
			Edges []struct{ Node struct{ URL string } }
		}
	}
	s.awaitSearch(t, "", "en")
	s.mustQuery(t, `{
		page(id: "main-home") { modules { ... on HeroModule { links { text url } } } }
		product(slug: "crimping") { url }
		service: product(slug: "training") { url }
		machine: product(slug: "operator-courses") { related(type: SERVICE) { name url } }
		search(query: "crimp basics") { edges { node { url } } }
	}`, &data)
	var links []string
	for _, l := range data.Page.Modules[0].Links {
		links = append(links, l.Text+" "+l.URL)
	}
	if want := []string{
		"About /en/company/about",
		"See Crimping head " + head,
		"See Crimp basics " + course,
		"See Fully automatic /en/products/crimping/fully-automatic",
		"See Training machines /en/products/training",
	}; !slices.Equal(links, want) {
		t.Errorf("links %q, want %q", links, want)
	}
	if data.Product.URL != head || data.Service.URL != course || data.Machine.Related[0].URL != course {
		t.Errorf("products %+v", data)
	}
	var found []string
	for _, edge := range data.Search.Edges {
		found = append(found, edge.Node.URL)
	}
	if !slices.Contains(found, course) {
		t.Errorf("the search finds %q", found)
	}
	var listed []string
	for _, e := range s.sitemapOf(t, "localhost") {
		listed = append(listed, strings.TrimPrefix(e.Location, "http://localhost"))
	}
	for _, path := range []string{
		course, head, "/en/services/training", "/en/products/crimping", "/en/products/training",
	} {
		if !slices.Contains(listed, path) {
			t.Errorf("the sitemap does not list %s", path)
		}
	}
}
