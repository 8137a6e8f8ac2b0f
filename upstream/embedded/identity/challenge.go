package identity

import "net/http"

// challenging tells whoever shows no token that is good what is wanted (RFC 6750 §3): applications know by it that they need
// another one. The library does not.
func challenging(next http.Handler) http.Handler {
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

// WriteHeader makes 401 of 403, which is for a token that is good for something else.
func (c *challenger) WriteHeader(status int) {
	if status == http.StatusUnauthorized || status == http.StatusForbidden {
		status = http.StatusUnauthorized
		c.Header().Set("WWW-Authenticate", c.challenge)
	}
	c.ResponseWriter.WriteHeader(status)
}
