package outbound

import (
	"crypto/tls"
	"net/http"
)

// Access is how the server authenticates itself at a system, in addition to tokens. The zero value adds nothing.
type Access struct {
	// Headers are sent with each request that does not have them.
	Headers http.Header
	// TLS contains the client certificate and the certificate authorities of the system; nil for neither.
	TLS *tls.Config
}

// Over returns a transport that sends requests over another one with the access to a system.
func (a Access) Over(base *http.Transport) http.RoundTripper {
	if a.TLS != nil {
		base.TLSClientConfig = a.TLS.Clone()
	}
	if len(a.Headers) == 0 {
		return base
	}
	return headerTransport{base, a.Headers}
}

type headerTransport struct {
	next    http.RoundTripper
	headers http.Header
}

func (t headerTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context()) // a transport must not change the request
	for name, values := range t.headers {
		if len(r.Header.Values(name)) == 0 {
			r.Header[name] = values
		}
	}
	return t.next.RoundTrip(r)
}
