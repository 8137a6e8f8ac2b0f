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

// TestUpstreamCalls_SampleSite: a page of sixty teasers makes one call, and none when it is cached, like any page. The
// pages are read in this order, with the client's own operations.
//
// Rules: CALL-6.
func TestUpstreamCalls_SampleSite(t *testing.T) {
	s := startWith(t, sampleContent, screenOperations(t)...)
	for _, test := range []struct {
		path string
		want upstreamCalls
	}{
		// System data (two calls for the countries), navigation, page and listed stories; linked products and their
		// hierarchy.
		{"/en", upstreamCalls{cms: 5, pim: 2}},
		// The page.
		{"/en/solutions/all-teasers", upstreamCalls{cms: 1}},
		// The page; capabilities and the index of products.
		{"/en/products", upstreamCalls{cms: 1, pim: 2}},
		// The product: its stories and the hierarchies were read.
		{"/en/products/crimping/fully-automatic-crimping/double-sided/alpha-530", upstreamCalls{pim: 1}},
		// The Japanese navigation and stories; the Japanese texts of the product, of its related products, components
		// and services, of its classifications and capabilities.
		{"/ja/products/crimping/fully-automatic-crimping/double-sided/alpha-530", upstreamCalls{cms: 2, pim: 6}},
		// The details of this one: all stories and its products were read.
		{"/en/stories/a-crimp-is-forever", upstreamCalls{cms: 1}},
	} {
		t.Run(test.path, func(t *testing.T) {
			first := s.callsOf(t, test.path)
			t.Logf("%d calls to the CMS and %d to the PIM", first.cms, first.pim)
			// On a busy machine, a loader may send its keys in two calls. The tests of queries count exactly.
			if first.cms > test.want.cms+1 || first.pim > test.want.pim+1 {
				t.Errorf("%+v, want at most %+v and one more", first, test.want)
			}
			if again := s.callsOf(t, test.path); again != (upstreamCalls{}) {
				t.Errorf("again: %+v", again)
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

// callsOf counts the upstream calls for a page.
func (s *strand) callsOf(t *testing.T, path string) upstreamCalls {
	t.Helper()
	s.cmsCalls.Store(0)
	s.pimCalls.Store(0)
	if status := s.status(t, path); status != http.StatusOK {
		t.Fatalf("%s: %d", path, status)
	}
	return upstreamCalls{s.cmsCalls.Load(), s.pimCalls.Load()}
}
