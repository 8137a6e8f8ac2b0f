package identity

import (
	"context"
	"log/slog"
	"slices"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
)

// Gap is an entry that the discovery document of a provider lacks, or a value of it.
type Gap struct {
	// Lacks is the entry, with the missing values; Effect is what does not work without it.
	Lacks, Effect string
	// IsFatal is true if no customer can sign in.
	IsFatal bool
}

// Metadata contains the entries of a discovery document that features need. A nil list is not published.
type Metadata struct {
	Authorization  string `json:"authorization_endpoint"`
	Token          string `json:"token_endpoint"`
	Keys           string `json:"jwks_uri"`
	UserInfo       string `json:"userinfo_endpoint"`
	Revocation     string `json:"revocation_endpoint"`
	EndSession     string `json:"end_session_endpoint"`
	Scopes         texts  `json:"scopes_supported"`
	Claims         texts  `json:"claims_supported"`
	ResponseTypes  texts  `json:"response_types_supported"`
	ResponseModes  texts  `json:"response_modes_supported"`
	Grants         texts  `json:"grant_types_supported"`
	Algorithms     texts  `json:"id_token_signing_alg_values_supported"`
	Challenges     texts  `json:"code_challenge_methods_supported"`
	Prompts        texts  `json:"prompt_values_supported"`
	Logout         bool   `json:"backchannel_logout_supported"`
	LogoutSessions bool   `json:"backchannel_logout_session_supported"`
}

// MetadataOf returns the entries of a provider's discovery document.
func MetadataOf(provider *oidc.Provider) (*Metadata, error) {
	m := &Metadata{}
	return m, provider.Claims(m)
}

// Gaps compares the discovery document with what each feature needs (AUTH-30). A list that is not published says
// nothing, except where the standard has a default.
func (m *Metadata) Gaps(scope string) []Gap {
	const noLogin = "customers cannot sign in"
	var gaps []Gap
	need := func(has, isFatal bool, lacks, effect string) {
		if !has {
			gaps = append(gaps, Gap{lacks, effect, isFatal})
		}
	}
	offers := func(list texts, wanted ...string) bool {
		return list == nil || slices.ContainsFunc(wanted, func(one string) bool { return slices.Contains(list, one) })
	}
	need(m.Authorization != "", true, "authorization_endpoint", noLogin)
	need(m.Token != "", true, "token_endpoint", noLogin)
	need(m.Keys != "", true, "jwks_uri", noLogin+": ID tokens cannot be verified")
	need(offers(m.ResponseTypes, "code"), true, "response_types_supported: code", noLogin)
	need(offers(m.ResponseModes, "query"), true, "response_modes_supported: query", noLogin)
	need(offers(m.Grants, "authorization_code"), true, "grant_types_supported: authorization_code", noLogin)
	need(offers(m.Algorithms, algorithms...), true,
		"id_token_signing_alg_values_supported: an asymmetric algorithm", noLogin+": ID tokens cannot be verified")
	need(m.Challenges != nil, false, "code_challenge_methods_supported",
		"the code of a login is not protected, unless the provider supports PKCE without saying so")
	need(offers(m.Challenges, "S256"), true, "code_challenge_methods_supported: S256", noLogin)
	for name := range strings.FieldsSeq(scope) {
		need(offers(m.Scopes, name), false, "scopes_supported: "+name,
			"the claims of this scope are missing, or the provider refuses the login: STRAND_IDENTITY_SCOPE")
	}
	need(offers(m.Prompts, "none"), false, "prompt_values_supported: none",
		"no silent check and renewal: customers log in again when their tokens expire")
	need(m.UserInfo != "", false, "userinfo_endpoint",
		"names and roles are those of the ID token until it is renewed")
	need(m.Revocation != "", false, "revocation_endpoint", "after a sign-out tokens are valid until they expire")
	need(m.EndSession != "", false, "end_session_endpoint",
		"a sign-out ends the session of the websites only, and says so")
	switch {
	case !m.Logout:
		need(false, false, "backchannel_logout_supported",
			"a session that ends at the provider is accepted until its ID token expires")
	case !m.LogoutSessions:
		need(false, false, "backchannel_logout_session_supported",
			"a session that ends at the provider ends all sessions of its user")
	}
	return gaps
}

// UnnamedClaims returns the claims that features need and the discovery document does not name. A provider need not
// name all.
func (m *Metadata) UnnamedClaims(roles Roles) []string {
	if m.Claims == nil {
		return nil
	}
	var unnamed []string
	for _, alternatives := range [][]string{
		{"given_name", "name"}, {"family_name", "name"}, {"email"}, {"auth_time"}, {roles.path(), roles.root()},
	} {
		if !slices.ContainsFunc(alternatives, func(one string) bool { return slices.Contains(m.Claims, one) }) {
			unnamed = append(unnamed, alternatives[0])
		}
	}
	return unnamed
}

// logGaps logs each gap of the discovery document.
func logGaps(ctx context.Context, log *slog.Logger, provider *oidc.Provider, scope string) {
	m, err := MetadataOf(provider)
	if err != nil {
		log.WarnContext(ctx, "identity_metadata_unreadable", "error", err)
		return
	}
	for _, gap := range m.Gaps(scope) {
		level := slog.LevelWarn
		if gap.IsFatal {
			level = slog.LevelError
		}
		log.Log(ctx, level, "identity_feature_missing", "lacks", gap.Lacks, "effect", gap.Effect)
	}
}
