package edge

import (
	"crypto/rand"
	"encoding/base64"
	"net/http"
)

// secure adds the headers that every response carries.
func secure(h http.Header, https bool) {
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), browsing-topics=()")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("X-Frame-Options", "SAMEORIGIN")
	if https {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
}

// nonce is a fresh random value for one response.
func nonce() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails: see crypto/rand
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// pagePolicy is the content security policy of a page: scripts of our own origin or with the response's nonce, nothing
// inline, nothing of others but what the identity provider needs.
func pagePolicy(nonce, connect string) string {
	return "default-src 'self'; script-src 'self' 'nonce-" + nonce + "'; style-src 'self' 'nonce-" + nonce + "'; " +
		"img-src 'self' https: data:; media-src 'self' https:; font-src 'self'; connect-src 'self'" + connect + "; frame-src 'self'" + connect + "; " +
		"object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
}
