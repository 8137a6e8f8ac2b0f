package app_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestUpstreamCalls_SampleSite: a page of sixty teasers makes as many calls as the home page, and none when it
// is cached. It uses the client's own operations.
//
// Rules: CALL-6.
func TestUpstreamCalls_SampleSite(t *testing.T) {
	operations := screenOperations(t)
	for _, test := range []struct {
		path string
		want upstreamCalls
	}{
		// System data (two calls for the countries), navigation, page and listed stories; linked products and their
		// hierarchy.
		{"/en", upstreamCalls{cms: 5, pim: 2}},
		// System data, navigation and page.
		{"/en/solutions/all-teasers", upstreamCalls{cms: 4}},
		// System data, navigation and page; hierarchy, capabilities and the index of products.
		{"/en/products", upstreamCalls{cms: 4, pim: 3}},
		// System data, navigation and the product's stories; both hierarchies, product and capabilities.
		{"/en/products/crimping/fully-automatic-crimping/double-sided/alpha-530", upstreamCalls{cms: 4, pim: 4}},
		// The same, and the English texts of the product, of its related products, components and services, of its
		// classifications and capabilities.
		{"/ja/products/crimping/fully-automatic-crimping/double-sided/alpha-530", upstreamCalls{cms: 4, pim: 10}},
		// System data, navigation, all stories and the details of this one; its products and their hierarchy.
		{"/en/stories/a-crimp-is-forever", upstreamCalls{cms: 5, pim: 2}},
	} {
		t.Run(test.path, func(t *testing.T) {
			// Lists that are read at the same moment share a call.
			calls := callsWithoutCache(t, operations, test.path)
			if calls.cms > test.want.cms || calls.pim > test.want.pim {
				t.Errorf("cold: %+v, want at most %+v", calls, test.want)
			}
		})
	}
}

// TestPageLimits: countries and languages that are on later pages of the CMS have websites.
//
// Rules: CALL-25.
func TestPageLimits(t *testing.T) {
	s := sampleSite(t)
	for _, path := range []string{"/en-us", "/en-za", "/en-vn", "/zh", "/zh-cn"} {
		if response, _ := s.get(t, "localhost", path); response.StatusCode != http.StatusOK {
			t.Errorf("%s: %d %s", path, response.StatusCode, response.Header.Get("Location"))
		}
	}
}

// clientDocuments returns the persisted operations of the client by their ids.
func clientDocuments(t testing.TB) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../client/dist/persisted-documents.json")
	if err != nil {
		t.Fatalf("the client is not built, run make client: %v", err)
	}
	var documents map[string]string
	if err := json.Unmarshal(text, &documents); err != nil {
		t.Fatal(err)
	}
	return documents
}

// screenOperations returns the operations of the client's screens and of their site.
func screenOperations(t testing.TB) []string {
	t.Helper()
	return slices.DeleteFunc(
		slices.Collect(maps.Values(clientDocuments(t))),
		func(d string) bool { return !strings.Contains(d, "Screen(") && !strings.Contains(d, "query Site(") },
	)
}

type upstreamCalls struct{ cms, pim int32 }

// callsWithoutCache counts the upstream calls of a new server for one page. A second request must make none.
func callsWithoutCache(t *testing.T, operations []string, path string) upstreamCalls {
	t.Helper()
	s := startWith(t, "../demo/content", operations...)
	read := func() upstreamCalls {
		s.cmsCalls.Store(0)
		s.pimCalls.Store(0)
		if response, _ := s.get(t, "localhost", path); response.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d", path, response.StatusCode)
		}
		return upstreamCalls{s.cmsCalls.Load(), s.pimCalls.Load()}
	}
	cold := read()
	t.Logf("%s: %d calls to the CMS and %d to the PIM, cold", path, cold.cms, cold.pim)
	if warm := read(); warm != (upstreamCalls{}) {
		t.Errorf("%s, warm: %v calls", path, warm)
	}
	return cold
}
