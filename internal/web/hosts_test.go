package web

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
)

// A browser that a page of another site makes request this machine sends the other site's name.
func TestSecurityAllowLocalHosts_Rebinding(t *testing.T) {
	h := AllowLocalHosts(
		http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }),
		"Monitoring.Internal",
	)
	for host, want := range map[string]int{
		"localhost": 204, "localhost:9090": 204, "LOCALHOST.:9090": 204, "127.0.0.1:9090": 204, "127.8.9.1": 204,
		"[::1]:9090":    204,
		"10.1.2.3:9090": 204, "monitoring.internal:9090": 204,
		"evil.example": 421, "evil.example:9090": 421, "localhost.evil.example": 421, "10.1.2.4:9090": 421,
		"a@localhost":                      421,
		"monitoring.internal.evil.example": 421, "127.0.0.1.evil.example": 421, "": 421,
	} {
		r := httptest.NewRequest(http.MethodGet, "/metrics", nil)
		r.Host = host
		arrived := &net.TCPAddr{IP: net.IPv4(10, 1, 2, 3), Port: 9090}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, net.Addr(arrived))))
		if w.Code != want {
			t.Errorf("%q: %d, want %d", host, w.Code, want)
		}
	}
}

// TestSecurityRefuseOtherSites: a page of another origin cannot start a profile; the operator, scrapers and pages of
// the admin port can.
func TestSecurityRefuseOtherSites(t *testing.T) {
	h := RefuseOtherSites(
		http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }),
	)
	for from, want := range map[string]int{
		"": 204, "none": 204, "same-origin": 204, "cross-site": 403, "same-site": 403,
	} {
		r := httptest.NewRequest(http.MethodGet, "/debug/pprof/profile", nil)
		r.Header.Set("Sec-Fetch-Site", from)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("%q: %d, want %d", from, w.Code, want)
		}
	}
}
