// Package tokens is the identity provider of the benchmarks, on loopback: it signs ID tokens of any user.
package tokens

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// ClientID is the audience of the tokens.
const ClientID = "portal"

// Issuer is a running provider.
type Issuer struct {
	*httptest.Server
	key jose.JSONWebKey
}

// Start starts a provider with a new key.
func Start() (*Issuer, error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return nil, err
	}
	i := &Issuer{key: jose.JSONWebKey{Key: key, KeyID: "bench", Algorithm: "RS256", Use: "sig"}}
	i.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Path == "/keys" {
			_ = json.NewEncoder(w).Encode(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{i.key.Public()}})
			return
		}
		_ = json.NewEncoder(w).Encode(map[string]string{"issuer": i.URL, "jwks_uri": i.URL + "/keys"})
	}))
	return i, nil
}

// Token returns a token in a new session, for a user with the role for service tickets and further roles.
func (i *Issuer) Token(userID string, more ...string) (string, error) {
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: i.key}, nil)
	if err != nil {
		return "", err
	}
	now := time.Now()
	return jwt.Signed(
		signer,
	).Claims(
		map[string]any{
			"iss":         i.URL,
			"aud":         ClientID,
			"sub":         userID,
			"sid":         rand.Text(),
			"iat":         now.Unix(),
			"exp":         now.Add(time.Hour).Unix(),
			"given_name":  "Bench",
			"family_name": "Mark",
			"email":       "bench@example.com",
			"roles":       append([]string{"kmx_int_serviceticketing_active", "kmx_int_assetdb_active"}, more...),
		},
	).Serialize()
}
