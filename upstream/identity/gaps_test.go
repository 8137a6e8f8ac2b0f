package identity

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// completeMetadata is the discovery document of a provider that offers everything.
var completeMetadata = map[string]any{
	"authorization_endpoint": "/a", "token_endpoint": "/t", "jwks_uri": "/keys", "userinfo_endpoint": "/u",
	"revocation_endpoint": "/r", "end_session_endpoint": "/e",
	"scopes_supported":                     []string{"openid", "profile"},
	"response_types_supported":             []string{"code", "id_token"},
	"code_challenge_methods_supported":     []string{"plain", "S256"},
	"backchannel_logout_supported":         true,
	"backchannel_logout_session_supported": true,
}

func metadataOf(t *testing.T, change map[string]any) *Metadata {
	t.Helper()
	document := maps.Clone(completeMetadata)
	maps.Copy(document, change)
	data, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	m := &Metadata{}
	if err := json.Unmarshal(data, m); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestGaps: each entry that a feature needs is a gap if the discovery document lacks it.
//
// Rules: AUTH-30.
func TestGaps(t *testing.T) {
	for _, test := range []struct {
		entry   string
		value   any
		lacks   string // empty for no gap
		isFatal bool
	}{
		{"authorization_endpoint", nil, "authorization_endpoint", true},
		{"token_endpoint", "", "token_endpoint", true},
		{"jwks_uri", nil, "jwks_uri", true},
		{"userinfo_endpoint", nil, "userinfo_endpoint", false},
		{"revocation_endpoint", nil, "revocation_endpoint", false},
		{"end_session_endpoint", nil, "end_session_endpoint", false},
		{"scopes_supported", nil, "", false},
		{"scopes_supported", []string{"openid"}, "scopes_supported: profile", false},
		{"response_types_supported", []string{"token"}, "response_types_supported: code", true},
		{"response_types_supported", "code", "", false},
		{"response_modes_supported", []string{"form_post"}, "response_modes_supported: query", true},
		{"grant_types_supported", []string{"implicit"}, "grant_types_supported: authorization_code", true},
		{"grant_types_supported", []string{"authorization_code"}, "", false},
		{"code_challenge_methods_supported", nil, "code_challenge_methods_supported", false},
		{"code_challenge_methods_supported", []string{"plain"}, "code_challenge_methods_supported: S256", true},
		{"id_token_signing_alg_values_supported", []string{"HS256", "none"},
			"id_token_signing_alg_values_supported: an asymmetric algorithm", true},
		{"id_token_signing_alg_values_supported", []string{"HS256", "ES256"}, "", false},
		{"prompt_values_supported", []string{"login"}, "prompt_values_supported: none", false},
		{"backchannel_logout_supported", false, "backchannel_logout_supported", false},
		{"backchannel_logout_session_supported", nil, "backchannel_logout_session_supported", false},
	} {
		gaps := metadataOf(t, map[string]any{test.entry: test.value}).Gaps("openid profile")
		if test.lacks == "" {
			if len(gaps) > 0 {
				t.Errorf("%s=%v: %+v", test.entry, test.value, gaps)
			}
			continue
		}
		if len(gaps) != 1 || gaps[0].Lacks != test.lacks || gaps[0].IsFatal != test.isFatal || gaps[0].Effect == "" {
			t.Errorf("%s=%v: %+v", test.entry, test.value, gaps)
		}
	}
}

func TestUnnamedClaims(t *testing.T) {
	for _, test := range []struct {
		claims any
		roles  string
		want   []string
	}{
		{nil, "", nil},
		{[]string{"name", "email", "auth_time", "roles"}, "", nil},
		{[]string{"given_name", "email", "auth_time"}, "", []string{"family_name", "roles"}},
		{[]string{"name", "email", "auth_time", "realm_access"}, "realm_access.roles", nil},
		{[]string{"sub"}, "groups", []string{"given_name", "family_name", "email", "auth_time", "groups"}},
	} {
		m := metadataOf(t, map[string]any{"claims_supported": test.claims})
		if got := m.UnnamedClaims(Roles{Claim: test.roles}); !slices.Equal(got, test.want) {
			t.Errorf("%v, %q: %q", test.claims, test.roles, got)
		}
	}
}

// TestDiscover_Gaps: what the provider lacks is logged once, with the first result of Health; unusable entries do not
// prevent the sign-in.
//
// Rules: AUTH-30.
func TestDiscover_Gaps(t *testing.T) {
	for name, test := range map[string]struct {
		change map[string]any
		want   []string
	}{
		"nothing": {nil, nil},
		"two": {
			map[string]any{"revocation_endpoint": nil, "backchannel_logout_supported": false},
			[]string{"WARN lacks=revocation_endpoint", "WARN lacks=backchannel_logout_supported"},
		},
		"everything": {
			map[string]any{"response_types_supported": []string{}},
			[]string{`ERROR lacks="response_types_supported: code"`},
		},
		"other types": {map[string]any{"scopes_supported": map[string]any{}}, []string{"identity_metadata_unreadable"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := startProvider(t)
			document := maps.Clone(completeMetadata)
			maps.Copy(document, map[string]any{"issuer": p.URL, "jwks_uri": p.URL + "/keys", "userinfo_endpoint": "x:"})
			maps.Copy(document, test.change)
			discovery := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				_ = json.NewEncoder(w).Encode(document)
			})
			p.discovery.Store(&discovery)
			v := newVerifier(t, p)
			var log bytes.Buffer
			v.o.Scope, v.o.Log = "openid", slog.New(slog.NewTextHandler(&log, nil))
			v.Health(t.Context())
			if _, err := v.Verify(t.Context(), p.token(t, p.key)); err != nil {
				t.Error(err)
			}
			events := strings.Count(log.String(), "\n")
			text := strings.ReplaceAll(log.String(), " msg=identity_feature_missing", "")
			if events != len(test.want) {
				t.Errorf("%d events: %s", events, text)
			}
			for _, want := range test.want {
				if !strings.Contains(text, want) {
					t.Errorf("no %s in %s", want, text)
				}
			}
		})
	}
}
