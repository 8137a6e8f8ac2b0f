package app_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"strand/upstream/embedded/identity/identitytest"
	"strand/upstream/embedded/sisportal"
)

// TestUpstreamCallsOfTheSampleSite: a page of sixty teasers asks as much as the home page, and nothing once it is known.
// It asks the client's own operations.
func TestUpstreamCallsOfTheSampleSite(t *testing.T) {
	operations := screenOperations(t)
	const (
		home    = "/en"
		teasers = "/en/solutions/all-teasers"
		// sixty products and more, so that the page is full.
		listing = "/en/products"
		product = "/en/products/crimping/fully-automatic-crimping/double-sided/alpha-530"
		story   = "/en/stories/a-crimp-is-forever"
	)
	var calls map[string]upstreamCalls
	// A level's keys are gathered for two milliseconds. A machine that is busy elsewhere may stop in the middle of it: what
	// holds for one start of three is how the server works.
	for range 3 {
		calls = map[string]upstreamCalls{}
		for _, path := range []string{home, teasers, listing, product, story} {
			calls[path] = coldCalls(t, operations, path)
		}
		// The system data, the navigation, the page; and the stories that home lists.
		if calls[teasers].cms <= 3 && calls[home].cms <= 4 && calls[home].pim <= 2 &&
			// The hierarchy, the capabilities, the products.
			calls[listing].cms <= 3 && calls[listing].pim <= 3 &&
			// The hierarchies of products and of services, the product, the capabilities; the parts of a system.
			calls[product].cms <= 3 && calls[product].pim <= 5 &&
			// All stories, and what this one is made of; the products that it tells of.
			calls[story].cms <= 4 && calls[story].pim <= 3 {
			return
		}
	}
	t.Errorf("calls to CMS and PIM, cold: %v", calls)
}

// screenOperations are those of the client that belong to a screen, as they are committed.
func screenOperations(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("../client/src/graph/generated/persisted-documents.json")
	if err != nil {
		t.Fatal(err)
	}
	var documents map[string]string
	if err := json.Unmarshal(text, &documents); err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(slices.Collect(maps.Values(documents)), func(d string) bool { return !strings.Contains(d, "Screen(") })
}

type upstreamCalls struct{ cms, pim int32 }

// coldCalls counts what a new server asks its upstreams for one page. A second visit must ask nothing.
func coldCalls(t *testing.T, operations []string, path string) upstreamCalls {
	t.Helper()
	s := startWith(t, "../content", operations...)
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

// TestUpstreamCallsOfTickets: a list of tickets is one call, with the locations that it can be filtered by and whatever is told of each.
func TestUpstreamCallsOfTickets(t *testing.T) {
	var calls atomic.Int32
	sis := &url.URL{Scheme: "http", Host: "127.0.0.1:" + freePort(t)}
	counting := httptest.NewServer(counted(httputil.NewSingleHostReverseProxy(sis), &calls, &atomic.Pointer[http.HandlerFunc]{}))
	t.Cleanup(counting.Close)
	s := startWith(t, testContent, "STRAND_CONTENT_DIR=../content", "STRAND_EMBEDDED_SIS_ADDR="+sis.Host, "STRAND_SIS_PORTAL_URL="+counting.URL+sisportal.Path)
	token := identitytest.IDToken(s.browser(t).SignIn(carla))
	for i := range 3 {
		s.create(t, token, key+strings.Repeat("x", i), locationOfCustomer)
	}
	for name, query := range map[string]string{
		"the list":       `{ tickets { totalCount edges { node { number contact { fullName } location { name organization } url } } } }`,
		"the list, back": `{ resolve(url: "http://localhost:8080/en/mykomax/tickets/list?before=eyJ2IjowLCJpIjoiIn0") { ... on PageResolution { portal { ticketList { total tickets { number } previousUrl } } } } }`,
		"its page": `{ resolve(url: "http://localhost:8080/en/mykomax/tickets/list?sort=SUBJECT&status=OPEN&q=whistl") { ... on PageResolution { portal { ticketList {
			total tickets { number } locations { location { id } } nextUrl } } } } }`,
	} {
		calls.Store(0)
		if _, got := s.as(t, token, query); strings.Contains(got, `"errors"`) || strings.Count(got, `"number"`) < 3 {
			t.Errorf("%s: %s", name, got)
		}
		if n := calls.Load(); n != 1 {
			t.Errorf("%s: %d calls to sis", name, n)
		}
	}
}
