// Package signedtoken contains signed tokens: texts that the server signs or encrypts and verifies when a browser sends
// them back.
package signedtoken

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Key signs tokens. It must be kept secret: it opens everything. The zero value signs nothing that is valid.
type Key struct {
	present string
	// accepted are further keys whose tokens are valid.
	accepted []string
}

// NewKey returns a key that signs with one secret. Tokens that were signed with one of the accepted secrets are valid
// too, so that the secret can be replaced.
func NewKey(present string, accepted ...string) Key { return Key{present, accepted} }

// IsZero reports whether there is no key.
func (k Key) IsZero() bool { return k.present == "" }

// Secret returns the secret that the key signs with, to derive values that are not verified.
func (k Key) Secret() []byte { return []byte(k.present) }

// all returns the secrets whose tokens are valid.
func (k Key) all() []string {
	if k.IsZero() {
		return nil
	}
	return append([]string{k.present}, k.accepted...)
}

// Sign returns a signed token for a purpose and a subject, such as a gate and its page, valid until a time.
func (k Key) Sign(purpose, subject string, until time.Time) string {
	deadline := strconv.FormatInt(until.Unix(), 10)
	return deadline + "." + base64.RawURLEncoding.EncodeToString(sum(k.present, purpose, subject, deadline))
}

// Valid reports whether a token was signed with the key for a purpose and subject and has not expired.
func (k Key) Valid(signedToken, purpose, subject string, now time.Time) bool {
	deadline, signature, ok := strings.Cut(signedToken, ".")
	if !ok {
		return false
	}
	received, err := base64.RawURLEncoding.DecodeString(signature)
	if err != nil || !slices.ContainsFunc(k.all(), func(secret string) bool {
		return hmac.Equal(received, sum(secret, purpose, subject, deadline))
	}) {
		return false
	}
	seconds, err := strconv.ParseInt(deadline, 10, 64)
	return err == nil && now.Unix() < seconds
}

func sum(secret, purpose, subject, deadline string) []byte {
	mac := hmac.New(sha256.New, []byte(secret))
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
