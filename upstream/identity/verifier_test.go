package identity

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"strand/internal/apperr"
	"strand/internal/database"
	"strand/internal/health"
	"strand/test/polltest"
	"strand/upstream/transport"
)

// provider is an identity server whose responses tests replace.
type provider struct {
	*httptest.Server
	key *rsa.PrivateKey
	// keys and discovery respond instead of the provider; nil leaves the response to it.
	keys, discovery atomic.Pointer[http.HandlerFunc]
	// userInfo is the handler of the user info endpoint. The discovery document contains the endpoint only if it is
	// set.
	userInfo atomic.Pointer[http.HandlerFunc]
}

func startProvider(t testing.TB) *provider {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	p := &provider{key: key}
	mux := http.NewServeMux()
	answer := func(instead *atomic.Pointer[http.HandlerFunc], body func() any) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if h := instead.Load(); h != nil {
				(*h)(w, r)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(body())
		}
	}
	mux.HandleFunc("/.well-known/openid-configuration", answer(&p.discovery, func() any {
		says := map[string]any{
			"issuer":                 p.URL,
			"jwks_uri":               p.URL + "/keys",
			"authorization_endpoint": p.URL + "/a",
			"token_endpoint":         p.URL + "/t",
		}
		if p.userInfo.Load() != nil {
			says["userinfo_endpoint"] = p.URL + "/userinfo"
		}
		return says
	}))
	mux.HandleFunc("/userinfo", func(w http.ResponseWriter, r *http.Request) { (*p.userInfo.Load())(w, r) })
	mux.HandleFunc("/keys", answer(&p.keys, func() any {
		return jose.JSONWebKeySet{
			Keys: []jose.JSONWebKey{{Key: p.key.Public(), KeyID: "k", Algorithm: "RS256", Use: "sig"}},
		}
	}))
	p.Server = httptest.NewServer(mux)
	t.Cleanup(p.Close)
	return p
}

func (p *provider) token(t testing.TB, key *rsa.PrivateKey) string {
	t.Helper()
	return p.tokenWith(t, key, map[string]any{})
}

// tokenWith returns a token with additional claims.
func (p *provider) tokenWith(t testing.TB, key *rsa.PrivateKey, more map[string]any) string {
	t.Helper()
	signer, err := jose.NewSigner(
		jose.SigningKey{Algorithm: jose.RS256, Key: key},
		(&jose.SignerOptions{}).WithHeader("kid", "k"),
	)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	claims := map[string]any{
		"iss": p.URL,
		"aud": "portal",
		"sub": "u",
		"iat": now.Unix(),
		"exp": now.Add(time.Hour).Unix(),
	}
	maps.Copy(claims, more)
	raw, err := jwt.Signed(signer).Claims(claims).Serialize()
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func newVerifier(t testing.TB, p *provider) *Verifier {
	t.Helper()
	revocations, err := OpenRevocations(
		t.Context(),
		database.Location{File: filepath.Join(t.TempDir(), "revocations.db")},
		slog.New(slog.DiscardHandler),
		nil,
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = revocations.Close() })
	v, err := New(
		Options{
			Issuer:      p.URL,
			ClientID:    "portal",
			Timeout:     time.Second,
			Revocations: revocations,
			Log:         slog.New(slog.DiscardHandler),
		},
	)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// failures contains responses that are neither a discovery document nor a key set.
var failures = map[string]http.HandlerFunc{
	"500":       func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
	"502":       func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) },
	"429":       func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) },
	"HTML":      func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>Maintenance</html>")) },
	"cut JSON":  func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"keys":[{"kty":"RSA",`)) },
	"null keys": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"keys":[null,{}]}`)) },
	"no keys":   func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"keys":[]}`)) },
	"null":      func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`null`)) },
	"empty":     func(http.ResponseWriter, *http.Request) {},
	"too large": func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(strings.Repeat(" ", maxMetadata+1)))
	},
	"reset": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	"hang":  func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	"hanging body": func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte(`{"keys":[`))
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	},
}

// TestVerify_IdentityServerFails: while the identity server fails, a valid token causes an unavailable error and is
// not refused.
//
// Rules: AUTH-14.
func TestVerify_IdentityServerFails(t *testing.T) {
	for name, failure := range failures {
		for part, instead := range map[string]func(*provider) *atomic.Pointer[http.HandlerFunc]{
			"keys":      func(p *provider) *atomic.Pointer[http.HandlerFunc] { return &p.keys },
			"discovery": func(p *provider) *atomic.Pointer[http.HandlerFunc] { return &p.discovery },
		} {
			t.Run(part+" "+name, func(t *testing.T) {
				t.Parallel()
				p := startProvider(t)
				v := newVerifier(t, p)
				instead(p).Store(&failure)
				var upstream *transport.Error
				if _, err := v.Verify(t.Context(), p.token(t, p.key)); !errors.As(err, &upstream) {
					t.Errorf("%v", err)
				}
			})
		}
	}
}

// TestVerify_IdentityServerRefuses: the same applies if the identity server or its key endpoint refuses
// connections.
func TestVerify_IdentityServerRefuses(t *testing.T) {
	closed := httptest.NewServer(nil)
	closed.Close()
	for name, refuse := range map[string]func(*provider){
		"all": func(p *provider) { p.Close() },
		"keys": func(p *provider) {
			elsewhere := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				_ = json.NewEncoder(w).Encode(map[string]any{"issuer": p.URL, "jwks_uri": closed.URL})
			})
			p.discovery.Store(&elsewhere)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := startProvider(t)
			v := newVerifier(t, p)
			refuse(p)
			var upstream *transport.Error
			if _, err := v.Verify(t.Context(), p.token(t, p.key)); !errors.As(err, &upstream) {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestVerify_OneUnreadableKey: an unreadable key does not affect the others.
func TestVerify_OneUnreadableKey(t *testing.T) {
	for name, broken := range map[string]any{
		"null": nil, "not a key": map[string]any{"kty": "RSA", "n": 1}, "text": "key",
		"unknown kind": map[string]any{"kty": "NEW"}} {
		t.Run(name, func(t *testing.T) {
			p := startProvider(t)
			v := newVerifier(t, p)
			keys := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				_ = json.NewEncoder(w).Encode(map[string]any{"keys": []any{broken,
					jose.JSONWebKey{Key: p.key.Public(), KeyID: "k", Algorithm: "RS256", Use: "sig"}}})
			})
			p.keys.Store(&keys)
			if user, err := v.Verify(t.Context(), p.token(t, p.key)); err != nil || user.ID != "u" {
				t.Errorf("a valid token: %v", err)
			}
		})
	}
}

// TestVerify_RotatedKeys: tokens of a new key are accepted at once, and those of a removed one while they are cached.
func TestVerify_RotatedKeys(t *testing.T) {
	p := startProvider(t)
	v := newVerifier(t, p)
	old := p.token(t, p.key)
	if _, err := v.Verify(t.Context(), old); err != nil {
		t.Fatal(err)
	}
	next, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	keys := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(jose.JSONWebKeySet{
			Keys: []jose.JSONWebKey{{Key: next.Public(), KeyID: "k", Algorithm: "RS256", Use: "sig"}},
		})
	})
	p.keys.Store(&keys)
	for name, token := range map[string]string{"the former key": old, "the new key": p.token(t, next)} {
		if _, err := v.Verify(t.Context(), token); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	// go-oidc answers who waits for new keys before it stores them.
	sessions := 0
	polltest.Until(t, "a new token of the removed key is refused", func() bool {
		sessions++
		_, err := v.Verify(t.Context(), p.tokenWith(t, p.key, map[string]any{"sid": fmt.Sprint(sessions)}))
		return err != nil
	})
}

func TestVerify_UnknownSignature(t *testing.T) {
	p := startProvider(t)
	v := newVerifier(t, p)
	other, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 { // more attempts than the rate limit of key reads
		if _, err := v.Verify(t.Context(), p.token(t, other)); apperr.CodeOf(err) != apperr.Unauthenticated {
			t.Fatalf("a token of another key: %v", err)
		}
	}
	if user, err := v.Verify(t.Context(), p.token(t, p.key)); err != nil || user.ID != "u" {
		t.Errorf("a valid token: %v", err)
	}
}

func TestHealth(t *testing.T) {
	for name, failure := range failures {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for part, instead := range map[string]func(*provider) *atomic.Pointer[http.HandlerFunc]{
				"keys":      func(p *provider) *atomic.Pointer[http.HandlerFunc] { return &p.keys },
				"discovery": func(p *provider) *atomic.Pointer[http.HandlerFunc] { return &p.discovery },
			} {
				p := startProvider(t)
				v := newVerifier(t, p)
				if _, err := v.Verify(t.Context(), p.token(t, p.key)); err != nil {
					t.Fatal(err)
				}
				if s := v.Health(t.Context()); s.Status != health.Up {
					t.Errorf("%s, before: %+v", part, s)
				}
				instead(p).Store(&failure)
				v.probed = time.Time{} // simulates an old result
				if s := v.Health(t.Context()); s.Status != health.Down || s.Reason == "" {
					t.Errorf("%s: %+v", part, s)
				}
			}
		})
	}
}

// BenchmarkVerify verifies a token that was verified before, and new ones.
func BenchmarkVerify(b *testing.B) {
	p := startProvider(b)
	v := newVerifier(b, p)
	known := p.token(b, p.key)
	b.Run("known", func(b *testing.B) {
		for b.Loop() {
			if _, err := v.Verify(b.Context(), known); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("new", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			token := p.tokenWith(b, p.key, map[string]any{"sid": rand.Text()})
			b.StartTimer()
			if _, err := v.Verify(b.Context(), token); err != nil {
				b.Fatal(err)
			}
		}
	})
}
