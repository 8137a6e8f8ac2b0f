package app_test

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"strand/demo/identity/identitytest"
	"strand/test/polltest"
)

// application is the portal's default origin, which the sample identity provider accepts.
const application = "http://localhost:8080"

var issuerInConfig = regexp.MustCompile(`"issuer":"([^"]+)"`)

// browser returns a browser of a user who signs in.
func (s *strand) browser(t *testing.T) *identitytest.Browser {
	t.Helper()
	_, body := s.get(t, "localhost:8080", "/en")
	found := issuerInConfig.FindStringSubmatch(body)
	if found == nil {
		t.Fatal("the document contains no issuer")
	}
	return identitytest.New(t, found[1], "portal", application)
}

// as sends a query with an ID token; an empty token means an anonymous user.
func (s *strand) as(t *testing.T, token, query string) (*http.Response, string) {
	t.Helper()
	body, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequest(http.MethodPost, s.URL+"/graphql", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	return s.do(t, r)
}

const whoAmI = `{ me { id fullName initials email populated isDelegatedAdminExternal
	isDelegatedAdminInternal isEmployee } }`

// Rules: ACC-4.
func TestMe(t *testing.T) {
	s := testSite(t)
	for email, want := range map[string]string{
		"customer@example.com": `{"data":{"me":{"id":"user-customer","fullName":"Carla Muster","initials":"CM","email":"customer@example.com","populated":true,"isDelegatedAdminExternal":false,"isDelegatedAdminInternal":false,"isEmployee":false}}}`,
		"new@example.com":      `{"data":{"me":{"id":"user-new","fullName":"Nova Newcomer","initials":"NN","email":"new@example.com","populated":true,"isDelegatedAdminExternal":false,"isDelegatedAdminInternal":false,"isEmployee":false}}}`,
		"admin@example.com":    `{"data":{"me":{"id":"user-admin","fullName":"Adele Sample","initials":"AS","email":"admin@example.com","populated":true,"isDelegatedAdminExternal":true,"isDelegatedAdminInternal":false,"isEmployee":false}}}`,
		"internal@example.com": `{"data":{"me":{"id":"user-internal","fullName":"Ines Model","initials":"IM","email":"internal@example.com","populated":true,"isDelegatedAdminExternal":false,"isDelegatedAdminInternal":true,"isEmployee":true}}}`,
	} {
		token := identitytest.IDToken(s.browser(t).SignIn(email))
		r, got := s.as(t, token, whoAmI)
		if got != want {
			t.Errorf("%s: %s", email, got)
		}
		if r.Header.Get("Cache-Control") != "private, no-store" {
			t.Errorf("%s: the answer may be kept: %s", email, r.Header.Get("Cache-Control"))
		}
	}
	if _, got := s.as(t, "", whoAmI); got != `{"data":{"me":null}}` {
		t.Errorf("anonymous user: %s", got)
	}
}

// Rules: PORT-1, PORT-9, PORT-10.
func TestServiceRegistrations(t *testing.T) {
	s := portalSite(t)
	const query = `{ serviceRegistrations(locale: "de-CH") { service status serviceUrl isLocal userType registrationUrl } }`
	for email, want := range map[string]string{
		"customer@example.com": `{"data":{"serviceRegistrations":[` +
			`{"service":"DIRECT_SERVICE","status":"UNREGISTERED","serviceUrl":null,"isLocal":false,"userType":"UNKNOWN","registrationUrl":"https://direct.example.com/register?goto=http%3A%2F%2Flocalhost%3A8080%2Fde-ch%2Fmykomax"},` +
			`{"service":"TICKETING","status":"ACTIVE","serviceUrl":"/de-ch/mykomax/tickets/list","isLocal":true,"userType":"UNKNOWN","registrationUrl":null},` +
			`{"service":"INVENTORY","status":"ACTIVE","serviceUrl":"/de-ch/mykomax/inventory","isLocal":true,"userType":"UNKNOWN","registrationUrl":null},` +
			`{"service":"USER_ADMIN","status":"NOPROCESS","serviceUrl":null,"isLocal":false,"userType":"UNKNOWN",` +
			`"registrationUrl":null},` +
			`{"service":"ARTEMIS","status":"ACTIVE","serviceUrl":"https://wire-flow.example.com/","isLocal":false,"userType":"CLOUD","registrationUrl":null},` +
			`{"service":"MASTER_DATA_WM","status":"COMINGSOON","serviceUrl":null,"isLocal":false,"userType":"UNKNOWN","registrationUrl":null},` +
			`{"service":"MASTER_DATA_MDS","status":"NOPROCESS","serviceUrl":null,"isLocal":false,"userType":"UNKNOWN",` +
			`"registrationUrl":null},` +
			`{"service":"LEARNING","status":"ACTIVE","serviceUrl":"https://learn.example/","isLocal":false,"userType":"UNKNOWN","registrationUrl":null}]}}`,
	} {
		token := identitytest.IDToken(s.browser(t).SignIn(email))
		_, got := s.as(t, token, query)
		port := s.URL[strings.LastIndexByte(s.URL, ':')+1:]
		if got = strings.ReplaceAll(got, "%3A"+port, "%3A8080"); got != want {
			t.Errorf("%s: %s", email, got)
		}
	}
	if _, got := s.as(t, "", query); !failsWith(t, got, "UNAUTHENTICATED") || valueAt(t, got, "data") != nil {
		t.Errorf("anonymous user: %s", got)
	}
}

// TestIDToken_Invalid sends invalid tokens, each with one defect.
//
// Rules: AUTH-14.
func TestIDToken_Invalid(t *testing.T) {
	s := testSite(t)
	b := s.browser(t)
	good := identitytest.IDToken(b.SignIn("customer@example.com"))
	_, accepted := s.as(t, good, whoAmI)
	checkAt(t, accepted, "data.me.id", `"user-customer"`)
	parts := strings.Split(good, ".")
	strange, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	var head struct {
		KID string `json:"kid"`
	}
	decodePart(t, parts[0], &head)
	for name, token := range map[string]string{
		"no token":          "nonsense",
		"no signature":      parts[0] + "." + parts[1] + ".",
		"alg none":          base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none"}`)) + "." + parts[1] + ".",
		"another signature": parts[0] + "." + parts[1] + "." + base64.RawURLEncoding.EncodeToString(make([]byte, 256)),
		"changed claims": parts[0] + "." + base64.RawURLEncoding.EncodeToString(
			[]byte(`{"sub":"user-admin"}`),
		) + "." + parts[2],
		"an unknown key": forged(t, jose.SigningKey{
			Algorithm: jose.RS256,
			Key:       jose.JSONWebKey{Key: strange, KeyID: "strange"},
		}, parts[1]),
		"a key of a known id": forged(t, jose.SigningKey{
			Algorithm: jose.RS256,
			Key:       jose.JSONWebKey{Key: strange, KeyID: head.KID},
		}, parts[1]),
		"signed with a shared secret": forged(t, jose.SigningKey{
			Algorithm: jose.HS256,
			Key:       []byte("0123456789abcdef0123456789abcdef"),
		}, parts[1]),
	} {
		for range 2 {
			r, got := s.as(t, token, whoAmI)
			if r.StatusCode != http.StatusUnauthorized || !failsWith(t, got, "UNAUTHENTICATED") ||
				valueAt(t, got, "data.me") != nil {
				t.Errorf("%s: %d %s", name, r.StatusCode, got)
			}
		}
	}
	r, err := http.NewRequest(http.MethodPost, s.URL+"/graphql", strings.NewReader(`{"query":"{ me { id } }"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Basic "+good)
	if response, got := s.do(t, r); response.StatusCode != http.StatusUnauthorized {
		t.Errorf("another scheme: %d %s", response.StatusCode, got)
	}
}

func TestIDToken_SessionEnded(t *testing.T) {
	s := portalSite(t)
	const email, id = "fatima.proband.23@example.net", `"person-000023"`
	b := s.browser(t)
	tokens := b.SignIn(email)
	other := identitytest.IDToken(b.SignIn(email))
	for _, token := range []string{identitytest.IDToken(tokens), other} {
		_, got := s.as(t, token, whoAmI)
		checkAt(t, got, "data.me.id", id)
	}
	// Revoking a token ends its grant only.
	issuer := b.Provider.Endpoint().AuthURL[:strings.LastIndexByte(b.Provider.Endpoint().AuthURL, '/')]
	response, err := http.PostForm(
		issuer+"/token/revoke",
		url.Values{"client_id": {"portal"}, "token": {tokens.AccessToken}},
	)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if r, got := s.as(t, identitytest.IDToken(tokens), whoAmI); r.StatusCode != http.StatusUnauthorized {
		t.Errorf("revoked: %d %s", r.StatusCode, got)
	}
	_, ofOtherTab := s.as(t, other, whoAmI)
	checkAt(t, ofOtherTab, "data.me.id", id)
	// Signing out ends all grants.
	b.Open(
		issuer + "/connect/endSession?" + url.Values{
			"id_token_hint":            {other},
			"post_logout_redirect_uri": {application + "/en"},
		}.Encode(),
	)
	if r, got := s.as(t, other, whoAmI); r.StatusCode != http.StatusUnauthorized {
		t.Errorf("signed out: %d %s", r.StatusCode, got)
	}
}

// provider is a remote identity server whose keys and tokens the test makes.
type provider struct {
	*httptest.Server
	keys  atomic.Pointer[[]jose.JSONWebKey]
	down  atomic.Bool
	reads atomic.Int32
}

func startProvider(t *testing.T) *provider {
	t.Helper()
	p := &provider{}
	p.rotate(t, "first")
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p.down.Load() {
			http.Error(w, "down", http.StatusBadGateway)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		switch r.URL.Path {
		case "/.well-known/openid-configuration":
			_ = json.NewEncoder(
				w,
			).Encode(
				map[string]any{
					"issuer":                 p.URL,
					"jwks_uri":               p.URL + "/keys",
					"authorization_endpoint": p.URL + "/authorize",
				},
			)
		case "/keys":
			p.reads.Add(1)
			var set jose.JSONWebKeySet
			for _, k := range *p.keys.Load() {
				set.Keys = append(set.Keys, k.Public())
			}
			_ = json.NewEncoder(w).Encode(set)
		}
	}))
	t.Cleanup(p.Close)
	return p
}

// rotate replaces the signing key.
func (p *provider) rotate(t *testing.T, id string) {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	keys := []jose.JSONWebKey{{Key: key, KeyID: id, Algorithm: "RS256", Use: "sig"}}
	if earlier := p.keys.Load(); earlier != nil {
		keys = append(keys, *earlier...)
	}
	p.keys.Store(&keys)
}

// token returns a valid token with additional or replaced claims.
func (p *provider) token(t *testing.T, claims map[string]any) string {
	t.Helper()
	all := map[string]any{
		"iss":         p.URL,
		"aud":         "portal",
		"sub":         "u1",
		"sid":         "s1",
		"iat":         time.Now().Unix(),
		"exp":         time.Now().Add(time.Hour).Unix(),
		"given_name":  "Re",
		"family_name": "Mote",
		"email":       "remote@example.com",
		"roles":       "kmx_int_assetdb_active",
	}
	for name, value := range claims {
		all[name] = value
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: (*p.keys.Load())[0]}, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := jwt.Signed(signer).Claims(all).Serialize()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Rules: AUTH-14.
func TestIdentity_RemoteServer(t *testing.T) {
	t.Parallel()
	p := startProvider(t)
	p.down.Store(true)
	// While the identity server is down, only signing in fails.
	s := startWith(t, testContent, append(screenOperations(t), "STRAND_IDENTITY_ISSUER="+p.URL)...)
	if r, _ := s.get(t, "localhost:8080", "/en/company/about"); r.StatusCode != http.StatusOK {
		t.Errorf("a page without the identity server: %d", r.StatusCode)
	}
	if r, got := s.as(t, p.token(t, nil), whoAmI); r.StatusCode != http.StatusServiceUnavailable ||
		!failsBecauseOf(t, got, "identity") {
		t.Errorf("down: %d %s", r.StatusCode, got)
	}
	if _, got := s.get(t, "", "/readyz"); valueAt(t, got, "upstreams.identity") != "down" {
		t.Error(got)
	}
	p.down.Store(false)
	polltest.Until(t, "the token is accepted after the recovery", func() bool {
		_, got := s.as(t, p.token(t, nil), whoAmI)
		return valueAt(t, got, "data.me.fullName") == "Re Mote"
	})
	refused := func(name string, claims map[string]any) {
		t.Helper()
		if r, got := s.as(t, p.token(t, claims), whoAmI); r.StatusCode != http.StatusUnauthorized ||
			!failsWith(t, got, "UNAUTHENTICATED") {
			t.Errorf("%s: %d %s", name, r.StatusCode, got)
		}
	}
	refused("expired", map[string]any{"exp": time.Now().Add(-time.Minute).Unix()})
	refused("wrong audience", map[string]any{"aud": "another"})
	refused("wrong issuer", map[string]any{"iss": "https://evil.example"})

	// A new key is read at once, and a known key is not read again.
	p.rotate(t, "second")
	reads := p.reads.Load()
	for range 5 {
		_, got := s.as(t, p.token(t, map[string]any{"jti": rand.Text()}), whoAmI)
		checkAt(t, got, "data.me.fullName", `"Re Mote"`)
	}
	if n := p.reads.Load() - reads; n != 1 {
		t.Errorf("the keys were read %d times", n)
	}

	// Back-Channel Logout ends the session here.
	logout := func(claims map[string]any) *http.Response {
		events := map[string]any{"http://schemas.openid.net/event/backchannel-logout": map[string]any{}}
		all := map[string]any{"events": events, "jti": rand.Text()}
		for name, value := range claims {
			all[name] = value
		}
		response, err := http.PostForm(s.URL+"/api/backchannel-logout", url.Values{"logout_token": {p.token(t, all)}})
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, response.Body)
		_ = response.Body.Close()
		return response
	}
	if r := logout(map[string]any{"sid": "s1"}); r.StatusCode != http.StatusOK {
		t.Errorf("%d", r.StatusCode)
	}
	refused("a session that was ended", nil)
	_, ofOtherSession := s.as(t, p.token(t, map[string]any{"sid": "s2"}), whoAmI)
	checkAt(t, ofOtherSession, "data.me.fullName", `"Re Mote"`)
	if r := logout(map[string]any{"sid": ""}); r.StatusCode != http.StatusOK {
		t.Errorf("%d", r.StatusCode)
	}
	refused("any session of a user", map[string]any{"sid": "s2", "iat": time.Now().Add(-time.Second).Unix()})
	for name, claims := range map[string]map[string]any{
		"an id token": {"events": map[string]any{}}, "another audience": {"aud": "x"}, "with a nonce": {"nonce": "n"},
	} {
		if r := logout(claims); r.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %d", name, r.StatusCode)
		}
	}
}

func decodePart(t *testing.T, part string, into any) {
	t.Helper()
	data, err := base64.RawURLEncoding.DecodeString(part)
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// forged returns a token with the claims of another one, signed with a foreign key.
func forged(t *testing.T, key jose.SigningKey, payload string) string {
	t.Helper()
	signer, err := jose.NewSigner(key, nil)
	if err != nil {
		t.Fatal(err)
	}
	claims, err := base64.RawURLEncoding.DecodeString(payload)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := signer.Sign(claims)
	if err != nil {
		t.Fatal(err)
	}
	text, err := signed.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return text
}
