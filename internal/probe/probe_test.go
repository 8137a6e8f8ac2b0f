package probe

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"strand/internal/outbound"
)

// Rules: REPO-9.
func TestProber(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		if r.Method != http.MethodHead {
			t.Errorf("%s %s", r.Method, r.URL)
		}
		if r.URL.Path != "/there" || r.Header.Get("Authorization") != "Bearer t" {
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	defer server.Close()
	p := New(Options{FileOrigin: server.URL, Token: "t", Origins: []string{server.URL}})
	if !p.IsFile(server.URL+"/there") || p.IsFile("http://elsewhere.example/there") {
		t.Error("the file host is not recognized")
	}
	for path, want := range map[string]int{"/there": http.StatusOK, "/gone": http.StatusNotFound} {
		if status, err := p.File(t.Context(), server.URL+path); err != nil || status != want {
			t.Errorf("%s: %d %v", path, status, err)
		}
	}
	before := asked
	if !p.IsAllowed(server.URL+"/there") || p.IsAllowed("http://elsewhere.example/") ||
		p.IsAllowed("http://u@"+server.URL[7:]) {
		t.Error("hosts that are not configured may be requested")
	}
	if _, err := p.External(t.Context(), server.URL+"/there"); !errors.Is(err, outbound.ErrRefused) || asked != before {
		t.Errorf("the local network is requested: %v", err)
	}
}
