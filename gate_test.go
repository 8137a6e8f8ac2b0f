package main

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestSecurityGate_Headers: answers of a server that starts or stops have the headers of all responses, with HSTS where
// visitors use https.
func TestSecurityGate_Headers(t *testing.T) {
	for name, test := range map[string]struct {
		gate *gate
		hsts string
	}{
		"http":  {&gate{}, ""},
		"https": {&gate{isHTTPS: true}, "max-age=31536000"},
	} {
		check := func(state, path string, status int) {
			t.Helper()
			w := httptest.NewRecorder()
			test.gate.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
			if w.Code != status || w.Header().Get("Strict-Transport-Security") != test.hsts ||
				w.Header().Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s, %s, %s: %d %v", name, state, path, w.Code, w.Header())
			}
		}
		check("starting", "/en", http.StatusServiceUnavailable)
		check("starting", "/readyz", http.StatusServiceUnavailable)
		check("starting", "/healthz", http.StatusOK)
		test.gate.open(http.NotFoundHandler())
		test.gate.drain()
		check("stopping", "/readyz", http.StatusServiceUnavailable)
	}
}
