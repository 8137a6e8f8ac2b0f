package app_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// TestKept: a repeated request without cookies gets the same status, headers and content as one with a cookie that
// nothing reads, which is routed.
//
// Rules: CACHE-16.
func TestKept(t *testing.T) {
	s := countingSite(t)
	var persisted string
	for id, document := range clientDocuments(t) {
		if strings.Contains(document, "query ContentScreen(") {
			persisted = "/graphql?documentId=" + url.QueryEscape(id) + "&variables=" +
				url.QueryEscape(`{"url":"http://localhost/en/about"}`)
		}
	}
	for _, path := range []string{
		"/en", "/de/about", "/en/products/crimping?page=2", "/en/no-such-page", "/en/about/_payload.json",
		"/en/products/crimping/_payload.json?page=2", "/en/no-such-page/_payload.json", "/en/about?nextRelease=false",
		"/en/mykomax", "/", "/en/about/", persisted,
	} {
		t.Run(path, func(t *testing.T) {
			describe := func(headers ...string) string {
				response, body := s.get(t, "localhost", path, append(headers, "Accept-Encoding", "zstd")...)
				response.Header.Del("Date")
				text := fmt.Sprintln(response.StatusCode)
				for _, name := range slices.Sorted(maps.Keys(response.Header)) {
					text += fmt.Sprintln(name, response.Header[name])
				}
				return text + body
			}
			describe()
			routed, first, second := describe("Cookie", "other=1"), describe(), describe()
			if first != routed || second != routed {
				t.Errorf("without a cookie:\n%.600s\nrouted:\n%.600s", first, routed)
			}
		})
	}
	response, _ := s.get(t, "localhost", "/en/about")
	if response, body := s.get(
		t, "localhost", "/en/about", "If-None-Match", response.Header.Get("Etag"),
	); response.StatusCode != http.StatusNotModified || body != "" {
		t.Errorf("a known document: %d, %d bytes", response.StatusCode, len(body))
	}
}
