// Package signedtoken contains signed tokens: texts that the server signs or encrypts and verifies when a browser sends
// them back.
package signedtoken

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"strconv"
	"strings"
	"time"
)

// Key signs tokens. It must be kept secret: it opens everything.
type Key []byte

// Sign returns a signed token for a purpose and a subject, such as a gate and its page, valid until a time.
func (k Key) Sign(purpose, subject string, until time.Time) string {
	deadline := strconv.FormatInt(until.Unix(), 10)
	return deadline + "." + base64.RawURLEncoding.EncodeToString(k.sum(purpose, subject, deadline))
}

// Valid reports whether a token was signed with the key for a purpose and subject and has not expired.
func (k Key) Valid(signedToken, purpose, subject string, now time.Time) bool {
	deadline, signature, ok := strings.Cut(signedToken, ".")
	if !ok || len(k) == 0 {
		return false
	}
	received, err := base64.RawURLEncoding.DecodeString(signature)
	if err != nil || !hmac.Equal(received, k.sum(purpose, subject, deadline)) {
		return false
	}
	seconds, err := strconv.ParseInt(deadline, 10, 64)
	return err == nil && now.Unix() < seconds
}

func (k Key) sum(purpose, subject, deadline string) []byte {
	mac := hmac.New(sha256.New, k)
	for _, part := range []string{purpose, subject, deadline} {
		// The length prefix makes the concatenation unambiguous.
		mac.Write([]byte(strconv.Itoa(len(part)) + ":" + part))
	}
	return mac.Sum(nil)
}

// EqualSecret compares two secrets in constant time.
func EqualSecret(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}
