package app_test

import (
	"regexp"
	"slices"
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
