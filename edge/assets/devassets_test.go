package assets

import (
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// Modules come from the development server at the requested path, and the page's policy allows the scripts that start
// the app.
func TestDevAssets(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "module "+r.URL.Path)
	}))
	defer server.Close()
	origin, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	assets := Development(origin, "/assets/")
	mux := http.NewServeMux()
	assets.Mount(mux)
	if got := get(mux, "/assets/src/app/browser.ts").Body.String(); got != "module /assets/src/app/browser.ts" {
		t.Errorf("served %q", got)
	}
	start := assets.Start()
	if scripts := strings.Count(start, "<script "); scripts != 3 {
		t.Errorf("%d scripts: %s", scripts, start)
	}
	// The one inline script is allowed by its hash.
	_, rest, _ := strings.Cut(start, `<script type="module">`)
	inline, _, _ := strings.Cut(rest, "</script>")
	sum := sha256.Sum256([]byte(inline))
	scripts, _ := assets.PolicySources()
	if want := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(scripts, want) {
		t.Errorf("the policy lacks %s: %s", want, scripts)
	}
}
