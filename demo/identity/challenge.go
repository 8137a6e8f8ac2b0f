package identity

import "net/http"

// withChallenge adds the header WWW-Authenticate to refusals of missing or invalid tokens (RFC 6750 §3), which signals
// applications to get another token. The library does not add it.
func withChallenge(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		challenge := `Bearer`
		if r.Header.Get("Authorization") != "" {
			challenge = `Bearer error="invalid_token"`
		}
		next.ServeHTTP(&challenger{w, challenge}, r)
	})
}

type challenger struct {
	http.ResponseWriter
	challenge string
}

// WriteHeader replaces 403 by 401: the library uses 403 for invalid tokens.
func (c *challenger) WriteHeader(status int) {
	if status == http.StatusUnauthorized || status == http.StatusForbidden {
		status = http.StatusUnauthorized
		c.Header().Set("WWW-Authenticate", c.challenge)
	}
	c.ResponseWriter.WriteHeader(status)
}
