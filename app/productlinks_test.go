package app_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var productPath = regexp.MustCompile(`/en/products[^"]*`)

// productLinks returns the catalogue URLs in the modules of a document, in links and in texts.
func productLinks(t *testing.T, body string) []string {
	t.Helper()
	var found []string
	var walk func(any)
	walk = func(value any) {
		switch v := value.(type) {
		case string:
			found = append(found, productPath.FindAllString(v, -1)...)
		case []any:
			for _, item := range v {
				walk(item)
			}
		case map[string]any:
			for _, field := range v {
				walk(field)
			}
		}
	}
	for _, module := range resolvedOf(t, body).Resolve.Page.Modules {
		walk(module)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// TestLinksToProducts: a link to a product leads to the overview while the PIM is down, and to the product after
// the recovery.
//
// Rules: NAV-27.
func TestLinksToProducts(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		content, path string
		operations    []string
		want          string
	}{
		"a link and a text": {testContent, "/en", []string{screenOperation},
			"/en/products/crimping/fully-automatic/alpha-530"},
		"a text": {"../demo/content", "/en/solutions/crimping", screenOperations(t),
			"/en/products/crimping/fully-automatic-crimping/double-sided/alpha-530"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startWith(t, test.content, test.operations...)
			s.pimFault.Store(&outOfOrder)
			if got := productLinks(t, s.checkPartial(t, test.path)); !slices.Equal(got, []string{"/en/products"}) {
				t.Errorf("while the PIM is down: %v", got)
			}
			s.pimFault.Store(nil)
			if got := productLinks(t, s.untilComplete(t, test.path)); !slices.Equal(got, []string{test.want}) {
				t.Errorf("after recovery: %v", got)
			}
		})
	}
}

// TestLinksToClassifications: links to classifications lead to them and are called by their names (NAV-27, NAV-28).
//
// Rules: NAV-27, NAV-28.
func TestLinksToClassifications(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(testContent)); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "cms/sites/main/pages/home/en.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const old = "{ text: Machine, productSlug: alpha-530 }"
	if !strings.Contains(string(text), old) {
		t.Fatalf("the home page has no %q", old)
	}
	links := `{ text: "All of {{name}}", productSlug: crimping }
  - { productSlug: fully-automatic }
  - { text: "{{name}} is gone", productSlug: no-such-product }`
	if err := os.WriteFile(file, []byte(strings.Replace(string(text), old, links, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	s := startWith(t, dir, "STRAND_CONTENT_DIR="+dir)
	var data struct {
		Page struct {
			Modules []struct{ Links []struct{ Text, URL string } }
		}
	}
	s.mustQuery(t, `{ page(id: "main-home") { modules { ... on HeroModule { links { text url } } } } }`, &data)
	var got []string
	for _, l := range data.Page.Modules[0].Links {
		got = append(got, l.Text+" "+l.URL)
	}
	want := []string{
		"About /en/company/about",
		"All of Crimping /en/products/crimping",
		"Fully automatic /en/products/crimping/fully-automatic",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
