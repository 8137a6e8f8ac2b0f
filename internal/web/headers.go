// Package web contains what all HTTP servers of this process share: the headers of all responses, and the allowed
// hosts.
package web

import "net/http"

// SetHeaders sets the headers of every response. A handler may replace the policy by a stricter one.
func SetHeaders(h http.Header, https bool) {
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), browsing-topics=()")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("X-Frame-Options", "SAMEORIGIN")
	h.Set("Content-Security-Policy", "frame-ancestors 'self'")
	if https {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
}

// Secured sets these headers on the responses of a handler.
func Secured(next http.Handler, https bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		SetHeaders(w.Header(), https)
		next.ServeHTTP(w, r)
	})
}
