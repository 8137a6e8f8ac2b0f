package signin

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"strand/edge/visitor"
	"strand/service/servicetest"
	"strand/upstream/identity"
)

// request sends a request to the reserved URLs of signing in.
func request(h Handler, path string) *httptest.ResponseRecorder {
	mux := http.NewServeMux()
	h.Mount(mux)
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}

// The callback page of the hidden frame may be framed only by its own origin, and is not cached (URL-37).
//
// Rules: URL-37.
func TestBlankCallback(t *testing.T) {
	w := request(Handler{Verifier: &identity.Verifier{}}, "/blank-callback")
	if w.Code != http.StatusOK || w.Header().Get("Cache-Control") != "no-store" ||
		w.Header().Get("Content-Security-Policy") != "default-src 'none'; frame-ancestors 'self'" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	if w := request(Handler{}, "/blank-callback"); w.Code != http.StatusNotFound {
		t.Errorf("without an identity server: %d", w.Code)
	}
}

// TestCallback_TrailingSlash: a trailing slash is redirected, with the parameters of the response (URL-4).
func TestCallback_TrailingSlash(t *testing.T) {
	for _, path := range []string{"/callback", "/blank-callback"} {
		w := request(Handler{Verifier: &identity.Verifier{}}, path+"/?code=a&state=b")
		if location := w.Header().Get("Location"); w.Code != http.StatusMovedPermanently ||
			location != path+"?code=a&state=b" {
			t.Errorf("%s: %d %q", path, w.Code, location)
		}
	}
}

// TestIsCallback: only the path below a locale is the callback page.
func TestIsCallback(t *testing.T) {
	sites := visitor.Sites{Reader: servicetest.New(t).CMS}
	h := Handler{Sites: sites, Visitors: visitor.Reader{Sites: sites}, Verifier: &identity.Verifier{}}
	for path, want := range map[string]bool{
		"/de/callback": true, "/en/callback?code=a": true, "/en/about/callback": false, "/en/callbacks": false,
		"/en": false,
	} {
		r := httptest.NewRequest(http.MethodGet, "http://localhost"+path, nil)
		if got := h.IsCallback(r); got != want {
			t.Errorf("%s: %v", path, got)
		}
		if (Handler{Sites: sites}).IsCallback(r) {
			t.Errorf("%s without an identity server", path)
		}
	}
}
