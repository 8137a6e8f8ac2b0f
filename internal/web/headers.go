// Package web contains what all HTTP servers of this process share: the headers of all responses, and the allowed
// hosts.
package web

import (
	"maps"
	"net/http"
)

// headers are shared by all responses: making their values takes several percent of the time of a cached response.
// Appending to a value copies it.
var headers = http.Header{
	"X-Content-Type-Options":     {"nosniff"},
	"Referrer-Policy":            {"strict-origin-when-cross-origin"},
	"Permissions-Policy":         {"camera=(), microphone=(), geolocation=(), browsing-topics=()"},
	"Cross-Origin-Opener-Policy": {"same-origin"},
	"X-Frame-Options":            {"SAMEORIGIN"},
	"Content-Security-Policy":    {"frame-ancestors 'self'"},
}

var strictTransport = []string{"max-age=31536000"}

// SetHeaders sets the headers of every response. A handler may replace the policy by a stricter one.
func SetHeaders(h http.Header, https bool) {
	maps.Copy(h, headers)
	if https {
		h["Strict-Transport-Security"] = strictTransport
	}
}

// SecureHeaders sets these headers on the responses of a handler.
func SecureHeaders(next http.Handler, https bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		SetHeaders(w.Header(), https)
		next.ServeHTTP(w, r)
	})
}
