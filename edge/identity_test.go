package edge

import (
	"net/http"
	"testing"
)

// The callback page of the hidden frame may be framed only by its own origin, and is not cached (URL-37).
func TestBlankCallback(t *testing.T) {
	h, _ := fixedHandler(t, `{"src/app/browser.ts":{"file":"browser-1.js"}}`, "")
	w := get(h, "/blank-callback")
	if w.Code != http.StatusOK || w.Header().Get("Cache-Control") != "no-store" ||
		w.Header().Get("Content-Security-Policy") != "default-src 'none'; frame-ancestors 'self'" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
}
