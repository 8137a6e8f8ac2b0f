package serve

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestSecurityStartup_Headers: answers of a server that starts or stops have the headers of all responses, with HSTS
// where visitors use https.
func TestSecurityStartup_Headers(t *testing.T) {
	for name, test := range map[string]struct {
		handler *startupHandler
		hsts    string
	}{
		"http":  {&startupHandler{}, ""},
		"https": {&startupHandler{isHTTPS: true}, "max-age=31536000"},
	} {
		check := func(state, path string, status int) {
			t.Helper()
			w := httptest.NewRecorder()
			test.handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
			if w.Code != status || w.Header().Get("Strict-Transport-Security") != test.hsts ||
				w.Header().Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s, %s, %s: %d %v", name, state, path, w.Code, w.Header())
			}
		}
		check("starting", "/en", http.StatusServiceUnavailable)
		check("starting", "/readyz", http.StatusServiceUnavailable)
		check("starting", "/healthz", http.StatusOK)
		test.handler.open(http.NotFoundHandler())
		test.handler.drain()
		check("stopping", "/readyz", http.StatusServiceUnavailable)
	}
}
