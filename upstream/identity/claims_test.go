package identity

import (
	"crypto/rand"
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"strand/internal/apperr"
)

// signed returns a token with a valid signature and changed claims; nil removes a claim.
func (p *provider) signed(t *testing.T, tokenType string, change map[string]any) *jose.JSONWebSignature {
	t.Helper()
	options := (&jose.SignerOptions{}).WithHeader("kid", "k")
	if tokenType != "" {
		options.WithType(jose.ContentType(tokenType))
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: p.key}, options)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	claims := map[string]any{
		"iss": p.URL, "aud": "portal", "sub": "u", "iat": now.Unix(), "exp": now.Add(time.Hour).Unix(),
		"jti": rand.Text(),
	}
	maps.Copy(claims, change)
	maps.DeleteFunc(claims, func(_ string, value any) bool { return value == nil })
	payload, err := json.Marshal(claims)
	if err != nil {
		t.Fatal(err)
	}
	made, err := signer.Sign(payload)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func compact(t *testing.T, made *jose.JSONWebSignature) string {
	t.Helper()
	text, err := made.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestVerify_Claims: every token has a valid signature, issuer and audience; its type and claims decide.
func TestVerify_Claims(t *testing.T) {
	p := startProvider(t)
	v := newVerifier(t, p)
	at := func(d time.Duration) int64 { return time.Now().Add(d).Unix() }
	for name, test := range map[string]struct {
		tokenType string
		claims    map[string]any
		ok        bool
	}{
		"an ID token":                 {"", nil, true},
		"of the type JWT":             {"JWT", nil, true},
		"of the type application/jwt": {"application/jwt", nil, true},
		"azp is the client":           {"", map[string]any{"azp": "portal"}, true},
		"several audiences, azp the client": {
			"", map[string]any{"aud": []string{"x", "portal"}, "azp": "portal"}, true,
		},
		"issued within the skew of clocks": {"", map[string]any{"iat": at(90 * time.Second)}, true},
		"nbf within the skew of clocks":    {"", map[string]any{"nbf": at(90 * time.Second)}, true},
		"of a clock that is late": {
			"", map[string]any{"iat": at(-90 * time.Second), "exp": at(210 * time.Second)}, true,
		},
		"issued 23 hours ago":   {"", map[string]any{"iat": at(-23 * time.Hour)}, true},
		"times with a fraction": {"", map[string]any{"iat": float64(at(0)) + 0.5}, true},
		"a logout token": {
			"", map[string]any{"events": map[string]any{logoutEvent: map[string]any{}}}, false,
		},
		"a logout token by its type":     {"logout+jwt", nil, false},
		"an access token":                {"at+jwt", nil, false},
		"an access token, the long type": {"application/at+jwt", nil, false},
		"no subject":                     {"", map[string]any{"sub": nil}, false},
		"an empty subject":               {"", map[string]any{"sub": ""}, false},
		"a blank subject":                {"", map[string]any{"sub": " "}, false},
		"exp as text":                    {"", map[string]any{"exp": "9999999999"}, false},
		"iat as text":                    {"", map[string]any{"iat": "1"}, false},
		"nbf as text":                    {"", map[string]any{"nbf": "1"}, false},
		"no exp":                         {"", map[string]any{"exp": nil}, false},
		"no iat":                         {"", map[string]any{"iat": nil}, false},
		"nbf in four minutes":            {"", map[string]any{"nbf": at(4 * time.Minute)}, false},
		"issued in three minutes":        {"", map[string]any{"iat": at(3 * time.Minute)}, false},
		"issued in an hour":              {"", map[string]any{"iat": at(time.Hour)}, false},
		"issued 25 hours ago, never expires": {
			"", map[string]any{"iat": at(-25 * time.Hour), "exp": at(1e6 * time.Hour)}, false,
		},
		"azp is another client": {"", map[string]any{"azp": "other"}, false},
		"several audiences, azp another": {
			"", map[string]any{"aud": []string{"portal", "other"}, "azp": "other"}, false,
		},
		"several audiences without azp": {"", map[string]any{"aud": []string{"portal", "other"}}, false},
		"an empty azp":                  {"", map[string]any{"azp": ""}, false},
		"larger than a token may be":    {"", map[string]any{"more": strings.Repeat("x", maxToken)}, false},
		"another audience":              {"", map[string]any{"aud": "other"}, false},
		"another issuer":                {"", map[string]any{"iss": "https://evil.example"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			raw := compact(t, p.signed(t, test.tokenType, test.claims))
			for range 2 { // the second call checks a cached token
				user, err := v.Verify(t.Context(), raw)
				if test.ok && (err != nil || user.ID != "u") {
					t.Errorf("refused: %v", err)
				}
				if !test.ok && apperr.CodeOf(err) != apperr.Unauthenticated {
					t.Errorf("accepted: %+v %v", user, err)
				}
			}
		})
	}
}

func TestVerify_Serializations(t *testing.T) {
	p := startProvider(t)
	v := newVerifier(t, p)
	made := p.signed(t, "", nil)
	good := compact(t, made)
	parts := strings.Split(good, ".")
	flat, err := json.Marshal(map[string]string{"protected": parts[0], "payload": parts[1], "signature": parts[2]})
	if err != nil {
		t.Fatal(err)
	}
	for name, raw := range map[string]string{
		"JSON":                made.FullSerialize(),
		"flat JSON":           string(flat),
		"a space before":      " " + good,
		"a line break":        good + "\n",
		"padding":             good + "=",
		"a fourth part":       good + ".AAAA",
		"detached":            parts[0] + ".." + parts[2],
		"without a signature": parts[0] + "." + parts[1] + ".",
	} {
		if user, err := v.Verify(t.Context(), raw); apperr.CodeOf(err) != apperr.Unauthenticated {
			t.Errorf("%s: accepted: %+v %v", name, user, err)
		}
	}
	if _, err := v.Verify(t.Context(), good); err != nil {
		t.Errorf("the compact form: %v", err)
	}
}

// TestVerify_RevocationsOutliveTokens: a cached token is refused when it is too old, and a revocation is kept
// longer than that.
func TestVerify_RevocationsOutliveTokens(t *testing.T) {
	p := startProvider(t)
	v := newVerifier(t, p)
	var ahead time.Duration
	now := func() time.Time { return time.Now().Add(ahead) }
	v.o.Now, v.o.Revocations.now = now, now
	// Dated ahead by the maximum clock skew.
	claims := map[string]any{
		"iat": now().Add(clockSkew - 2*time.Second).Unix(),
		"exp": now().Add(1000 * time.Hour).Unix(),
	}
	claims["sid"] = "kept"
	kept := compact(t, p.signed(t, "", claims))
	claims["sid"] = "revoked"
	revoked := compact(t, p.signed(t, "", claims))
	for _, raw := range []string{kept, revoked} {
		if _, err := v.Verify(t.Context(), raw); err != nil {
			t.Fatal(err)
		}
	}
	if err := v.o.Revocations.RevokeSession(t.Context(), "revoked"); err != nil {
		t.Fatal(err)
	}
	for ahead = 0; ahead < 26*time.Hour; ahead += 30 * time.Second {
		if err := v.o.Revocations.RemoveExpired(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := v.Verify(t.Context(), revoked); apperr.CodeOf(err) != apperr.Unauthenticated {
			t.Fatalf("the revoked token is accepted after %s: %v", ahead, err)
		}
		_, err := v.Verify(t.Context(), kept)
		if accepted, want := err == nil, ahead < maxAge; accepted != want &&
			(ahead < maxAge || ahead > maxAge+clockSkew) {
			t.Fatalf("after %s: %v", ahead, err)
		}
	}
}

func TestSignedOut_Tokens(t *testing.T) {
	p := startProvider(t)
	v := newVerifier(t, p)
	event := map[string]any{logoutEvent: map[string]any{}}
	for name, test := range map[string]struct {
		tokenType string
		claims    map[string]any
		ok        bool
	}{
		"a logout token":  {"logout+jwt", map[string]any{"events": event, "sid": "s", "sub": nil}, true},
		"without a type":  {"", map[string]any{"events": event, "sid": "s"}, true},
		"an access token": {"at+jwt", map[string]any{"events": event, "sid": "s"}, false},
		"an ID token":     {"", map[string]any{"sid": "s"}, false},
		"issued in the future": {
			"", map[string]any{"events": event, "sid": "s", "iat": time.Now().Add(time.Hour).Unix()}, false,
		},
		"of another client":      {"", map[string]any{"events": event, "sid": "s", "azp": "other"}, false},
		"neither user nor login": {"", map[string]any{"events": event, "sub": nil}, false},
	} {
		if err := v.HandleLogoutToken(
			t.Context(), compact(t, p.signed(t, test.tokenType, test.claims)),
		); (err == nil) != test.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSignedOut_WithoutSession: a logout token of a session and its user ends sessions whose ID tokens do not name
// theirs, and no other session of the user.
//
// Rules: AUTH-31.
func TestSignedOut_WithoutSession(t *testing.T) {
	p := startProvider(t)
	v := newVerifier(t, p)
	now := time.Now()
	token := func(sid any, issued time.Time) string {
		return compact(t, p.signed(t, "", map[string]any{"sid": sid, "iat": issued.Unix()}))
	}
	ended, unnamed := token("ended", now), token(nil, now)
	other, later := token("other", now), token(nil, now.Add(time.Second))
	logout := map[string]any{"events": map[string]any{logoutEvent: map[string]any{}}, "sid": "ended", "iat": now.Unix()}
	if err := v.HandleLogoutToken(t.Context(), compact(t, p.signed(t, "logout+jwt", logout))); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		token string
		ok    bool
	}{
		"the session":                       {ended, false},
		"another session":                   {other, true},
		"a session without a name":          {unnamed, false},
		"one that began after the sign-out": {later, true},
	} {
		if _, err := v.Verify(t.Context(), test.token); (err == nil) != test.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}
