//go:build real

// Package search runs the tests of search engines with a real OpenSearch.
package search

import (
	"errors"
	"net/http"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"strand/domain/search"
	"strand/test/real/peer"
	"strand/test/searchtest"
	"strand/test/servertest"
	upstream "strand/upstream/search"
)

// openSearch is the version of opensearch/pom.xml, which runs on the Java of Debian 12.
const openSearch = "2.19.4"

// TestOpenSearch: a real OpenSearch accepts the index definitions of all languages, and finds what the index in process
// finds.
//
// Rules: SRCH-5, SRCH-7, SRCH-9, SRCH-15, SRCH-18.
func TestOpenSearch(t *testing.T) {
	url := startOpenSearch(t)
	e, err := upstream.New(upstream.Options{URL: url, Prefix: "strand", Timeout: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	searchtest.Run(t, e, searchtest.Options{MatchesParts: true})
	testLoss(t, url, e)
}

// testLoss: an index that was deleted at the engine is reported as lost, and filled by the next Sync.
func testLoss(t *testing.T, url string, e *upstream.Engine) {
	t.Helper()
	scope, query := search.Scope{Site: "lost", Language: "hu"}, search.Query{Text: "gép", Limit: 10}
	fill := func() {
		t.Helper()
		docs := []*search.Document{{ID: "a", Kind: search.Page, Title: "Gépek"}}
		if err := e.Sync(t.Context(), scope, docs); err != nil {
			t.Fatal(err)
		}
	}
	fill()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, url+"/strand-lost-hu-*", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if _, err := e.Search(t.Context(), scope, query); !errors.Is(err, search.ErrIndexLost) {
		t.Errorf("a deleted index: %v", err)
	}
	fill()
	if found, err := e.Search(t.Context(), scope, query); err != nil || found.Total != 1 {
		t.Errorf("%+v, %v", found, err)
	}
}

// startOpenSearch starts a node of modules of Maven Central and returns its URL.
func startOpenSearch(t *testing.T) string {
	t.Helper()
	java := filepath.Join(peer.Java(t, 17), "bin", "java")
	libraries := peer.MavenDependencies(t, "opensearch-"+openSearch, "opensearch/pom.xml")
	port := servertest.FreePort(t)
	url := "http://127.0.0.1:" + port
	node := exec.Command(
		java, "-Xmx512m", "-cp", filepath.Join(libraries, "*"), "opensearch/Node.java", t.TempDir(), port,
	)
	peer.Start(t, node, 3*time.Minute, peer.Responds(url+"/_cluster/health?wait_for_status=yellow"))
	return url
}
