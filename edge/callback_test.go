package edge

import (
	"net/http"
	"testing"
)

// The callback page of the hidden frame may be framed only by its own origin, and is not cached (URL-37).
//
// Rules: URL-37.
func TestBlankCallback(t *testing.T) {
	h, _ := fixedHandler(t, `{"src/app/browser.ts":{"file":"browser-1.js"}}`, "")
	w := request(h, "/blank-callback")
	if w.Code != http.StatusOK || w.Header().Get("Cache-Control") != "no-store" ||
		w.Header().Get("Content-Security-Policy") != "default-src 'none'; frame-ancestors 'self'" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
}

// TestCallback_TrailingSlash: a trailing slash is redirected, with the parameters of the response (URL-4).
func TestCallback_TrailingSlash(t *testing.T) {
	h, _ := fixedHandler(t, `{"src/app/browser.ts":{"file":"browser-1.js"}}`, "")
	for _, path := range []string{"/callback", "/blank-callback"} {
		w := request(h, path+"/?code=a&state=b")
		if location := w.Header().Get("Location"); w.Code != http.StatusMovedPermanently ||
			location != path+"?code=a&state=b" {
			t.Errorf("%s: %d %q", path, w.Code, location)
		}
	}
}
