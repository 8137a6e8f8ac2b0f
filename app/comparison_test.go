package app_test

import (
	"net/http"
	"testing"
)

const comparisonOperation = `query CatalogScreen($url: String!) { resolve(url: $url) { __typename
	... on PageResolution { comparison { isShown classification { slug } candidates { slug }
		columns { product { slug url } variant { id } } rowGroups(system: METRIC) { kind rows { name } } } }
	... on RedirectResolution { status location } } }`

// TestComparison: the URL is the comparison, also that of the form of the page, and of links that visitors shared from
// pages elsewhere.
//
// Rules: CAT-32, CAT-36, CAT-43, CAT-44.
func TestComparison(t *testing.T) {
	s := startWith(t, "../demo/content", screenOperation, comparisonOperation)
	const presses = "/en/products/crimping/bench-presses"
	text := mustJSON(t, s.payload(t, presses+"?compare=h-20,unknown,h-40:h-40-x&compare-with=h-60&compare-at=0"))
	checkAt(t, text, "comparison.isShown", `true`)
	checkAt(t, text, "comparison.classification", `{"slug": "bench-presses"}`)
	checkAt(t, text, "comparison.columns.0.product.slug", `"h-60"`)
	checkAt(t, text, "comparison.columns.1.product.slug", `"h-40"`)
	checkAt(t, text, "comparison.rowGroups.0.kind", `"PERFORMANCE"`)
	checkAt(t, text, "comparison.rowGroups.0.rows.0", `{"name": "Crimp force"}`)
	text = mustJSON(t, s.payload(t, presses))
	checkAt(t, text, "comparison", `null`)
	text = mustJSON(t, s.payload(t, presses+"?compare=unknown"))
	checkAt(t, text, "comparison", `{"isShown": false, "classification": null, "candidates": [], "columns": [],
		"rowGroups": []}`)

	for path, want := range map[string]string{
		"/en?compare=h-20,h-40:h-40-x":      "/en/products?compare=h-20,h-40:h-40-x",
		"/de-ch/services?compare=h-20,h-40": "/de-ch/products?compare=h-20,h-40",
		"/en/cirris?compare=h-20":           "/en/cirris/products?compare=h-20",
	} {
		response, _ := s.get(t, "localhost", path)
		if got := response.Header.Get("Location"); response.StatusCode != http.StatusFound || got != want {
			t.Errorf("%s: %d %s, want %s", path, response.StatusCode, got, want)
		}
	}
	if response, _ := s.get(t, "localhost", "/en?compare="); response.StatusCode != http.StatusOK {
		t.Errorf("without products: %d", response.StatusCode)
	}
}
