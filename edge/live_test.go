package edge

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// Modules come from the development server at the path that the page asks for, and what starts it carries the page's nonce.
func TestLiveAssets(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "module "+r.URL.Path)
	}))
	defer server.Close()
	address, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	assets := LiveAssets(address, "/assets/")
	h, err := Handler(Options{Assets: assets, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	if got := get(h, "/assets/src/app/browser.tsx").Body.String(); got != "module /assets/src/app/browser.tsx" {
		t.Errorf("served %q", got)
	}
	start := assets.Start("abc")
	if scripts, nonces := strings.Count(start, "<script "), strings.Count(start, `nonce="abc"`); scripts != 3 || nonces != 4 {
		t.Errorf("%d scripts, %d nonces: %s", scripts, nonces, start)
	}
}
