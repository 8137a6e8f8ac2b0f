package main

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// clientID is the audience of tokens: the portal at the sample provider.
const clientID = "portal"

// issuer is the identity server of the server under test, behind a fault proxy. The sample provider cannot be
// behind one, since its tokens contain its own address. The proxy of sis replaces this issuer's token by the embedded
// provider's token of the same user.
type issuer struct {
	key jose.JSONWebKey
	url string
}

func newIssuer() (*issuer, error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return nil, fmt.Errorf("make the key of the identity server: %w", err)
	}
	return &issuer{key: jose.JSONWebKey{Key: key, KeyID: "campaign", Algorithm: "RS256", Use: "sig"}}, nil
}

func (i *issuer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	if r.URL.Path == "/keys" {
		_ = json.NewEncoder(w).Encode(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{i.key.Public()}})
		return
	}
	_ = json.NewEncoder(w).Encode(map[string]any{
		"issuer": i.url, "jwks_uri": i.url + "/keys", "authorization_endpoint": i.url + "/authorize",
		"token_endpoint":                        i.url + "/token",
		"id_token_signing_alg_values_supported": []string{"RS256"},
	})
}

// token returns an ID token of the sample customer, valid for an hour. Each is new, so that the server has to verify
// it.
func (i *issuer) token() (string, error) {
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: i.key}, nil)
	if err != nil {
		return "", fmt.Errorf("make a signer of tokens: %w", err)
	}
	now := time.Now()
	return jwt.Signed(signer).Claims(map[string]any{
		"iss": i.url, "aud": clientID, "sub": "user-customer", "sid": rand.Text(), "iat": now.Unix(),
		"exp":        now.Add(time.Hour).Unix(),
		"given_name": "Carla", "family_name": "Customer", "email": customer,
		"roles": []string{"kmx_int_serviceticketing_active"},
	}).Serialize()
}
