package app_test

import (
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"
)

// TestUpstreamCallsOfTheSampleSite: a page of sixty teasers asks as much as the home page, and nothing once it is known.
// It needs the client's operations: without a built client it is skipped.
func TestUpstreamCallsOfTheSampleSite(t *testing.T) {
	text, err := os.ReadFile("../client/dist/persisted-documents.json")
	if err != nil {
		t.Skip("the client is not built")
	}
	var documents map[string]string
	if err := json.Unmarshal(text, &documents); err != nil {
		t.Fatal(err)
	}
	operation := ""
	for _, document := range documents {
		if strings.Contains(document, "query ContentScreen(") {
			operation = document
		}
	}
	calls := map[string][2]int32{}
	for _, path := range []string{"/en", "/en/solutions/all-teasers"} {
		s := startWith(t, "../content", operation)
		read := func() [2]int32 {
			s.cmsCalls.Store(0)
			s.pimCalls.Store(0)
			if response, _ := s.get(t, "localhost", path); response.StatusCode != http.StatusOK {
				t.Fatalf("%s: %d", path, response.StatusCode)
			}
			return [2]int32{s.cmsCalls.Load(), s.pimCalls.Load()}
		}
		calls[path] = read()
		t.Logf("%s: %d calls to the CMS and %d to the PIM, cold", path, calls[path][0], calls[path][1])
		if warm := read(); warm != [2]int32{} {
			t.Errorf("%s, warm: %v calls", path, warm)
		}
	}
	if calls["/en/solutions/all-teasers"][0] > calls["/en"][0] || calls["/en"][0] > 3 || calls["/en"][1] > 2 {
		t.Errorf("calls to CMS and PIM, cold: %v", calls)
	}
}
