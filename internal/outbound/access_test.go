package outbound

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// TestAccess: a system that demands a client certificate of its own authority and a key in a header is reached with
// them only.
func TestAccess(t *testing.T) {
	system := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Api-Key") != "k" || r.Header.Get("Accept") != "own" {
			w.WriteHeader(http.StatusForbidden)
		}
	}))
	system.TLS = &tls.Config{ClientAuth: tls.RequireAnyClientCert, MinVersion: tls.VersionTLS12}
	system.StartTLS()
	defer system.Close()
	authorities := x509.NewCertPool()
	authorities.AddCert(system.Certificate())
	headers := http.Header{"X-Api-Key": {"k"}, "Accept": {"of the settings"}}
	full := &tls.Config{
		RootCAs: authorities, Certificates: system.TLS.Certificates, MinVersion: tls.VersionTLS12,
	}
	for _, test := range []struct {
		name   string
		access Access
		want   int // 0 for no answer
	}{
		{"everything", Access{headers, full}, http.StatusOK},
		{"no header", Access{nil, full}, http.StatusForbidden},
		{"no client certificate", Access{headers, &tls.Config{RootCAs: authorities, MinVersion: tls.VersionTLS12}}, 0},
		{"no authority", Access{headers, nil}, 0},
	} {
		base := NewTransport(time.Second)
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, system.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept", "own")
		answer, err := NewClient(test.access.Over(base), 0).Do(r)
		got := 0
		if err == nil {
			got = answer.StatusCode
			_ = answer.Body.Close()
		}
		if got != test.want {
			t.Errorf("%s: status %d (%v), want %d", test.name, got, err, test.want)
		}
		if r.Header.Get("X-Api-Key") != "" {
			t.Errorf("%s: the request was changed", test.name)
		}
		base.CloseIdleConnections()
	}
}
