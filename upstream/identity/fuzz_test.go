package identity

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"testing"
	"time"
)

// fixedResponse is an identity server with a fixed response.
type fixedResponse []byte

func (a fixedResponse) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(a))}, nil
}

// FuzzUserInfo: a response of the user info endpoint is refused, or has a user and a bounded number of roles.
func FuzzUserInfo(f *testing.F) {
	for _, seed := range []string{
		`{"sub":"u-1","roles":["a","b"],"given_name":"Ann","email":"ann@example.com"}`, `{"sub":"u-1","roles":"a"}`,
		`{"sub":1}`,
		`{"sub":"","roles":null}`, `{"sub":"u-1","roles":[null,1,{"a":[]}]}`, `[]`, `null`, "{\"sub\":\"\xff\"}", ``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		i := &userInfo{client: &http.Client{Transport: fixedResponse(body)}}
		said, err := i.read(t.Context(), "http://identity.example/userinfo", "token")
		if err == nil && (said.Subject == "" || len(said.Roles) > maxRoles) {
			t.Errorf("%q is accepted: %+v", body, said)
		}
	})
}

// FuzzMetadata: a response that is neither a discovery document nor a key set is refused; unreadable keys are
// removed.
func FuzzMetadata(f *testing.F) {
	for _, seed := range []string{
		`{"issuer":"http://identity.example","jwks_uri":"http://identity.example/keys"}`, `{"keys":[]}`,
		`{"keys":[null,{},{"kty":"RSA","n":"AQAB","e":"AQAB"}]}`,
		`{"keys":[{"kty":"oct","k":"AA"},{"kty":"EC","crv":"P-256","x":"AA","y":"AA"},{"kty":"new"}]}`, `{"issuer":1}`,
		`[]`, ``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		m := newMetadataTransport(Options{Log: slog.New(slog.DiscardHandler), Timeout: time.Second})
		m.next = fixedResponse(body)
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://identity.example/keys", nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := m.RoundTrip(r)
		if err != nil {
			return
		}
		var said struct {
			Issuer string            `json:"issuer"`
			Keys   []json.RawMessage `json:"keys"`
		}
		if err := json.NewDecoder(answer.Body).Decode(&said); err != nil || said.Issuer == "" && len(said.Keys) == 0 {
			t.Errorf("%q is accepted: %v", body, err)
		}
		if valid := validKeys(said.Keys); len(valid) != len(said.Keys) {
			t.Errorf("%q: %d keys, of which %d can be read", body, len(said.Keys), len(valid))
		}
	})
}
