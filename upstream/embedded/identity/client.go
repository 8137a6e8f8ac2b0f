package identity

import (
	"context"
	"slices"
	"time"

	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"
)

const (
	// ClientID is the application that signs people in: the portal.
	ClientID = "portal"
	// DirectoryScope lets an application ask the directory in the user's name, as identity servers of the ForgeRock kind name it.
	DirectoryScope = "fr:idm:*"
	// tokenLifetime is that of access and id tokens.
	tokenLifetime = time.Hour
)

// client is the portal: an application in the browser, which keeps no secret and proves itself by PKCE.
type client struct {
	// origins are where it runs: `http://localhost:8080`; a host that begins with `*.` stands for its subdomains.
	origins func() []string
	// checked are the addresses of the present request that lead to the portal.
	checked []string
}

func (c *client) GetID() string                       { return ClientID }
func (c *client) ApplicationType() op.ApplicationType { return op.ApplicationTypeUserAgent }
func (c *client) AuthMethod() oidc.AuthMethod         { return oidc.AuthMethodNone }
func (c *client) ResponseTypes() []oidc.ResponseType {
	return []oidc.ResponseType{oidc.ResponseTypeCode}
}
func (c *client) GrantTypes() []oidc.GrantType {
	return []oidc.GrantType{oidc.GrantTypeCode, oidc.GrantTypeRefreshToken}
}
func (c *client) LoginURL(id string) string           { return pathOf("login") + "?request=" + id }
func (c *client) AccessTokenType() op.AccessTokenType { return op.AccessTokenTypeBearer }
func (c *client) IDTokenLifetime() time.Duration      { return tokenLifetime }
func (c *client) ClockSkew() time.Duration            { return 0 }

// DevMode lets redirect targets be without TLS: this provider is for one's own machine.
func (c *client) DevMode() bool { return true }

func (c *client) RestrictAdditionalIdTokenScopes() func([]string) []string {
	return func(scopes []string) []string { return scopes }
}

func (c *client) RestrictAdditionalAccessTokenScopes() func([]string) []string {
	return func(scopes []string) []string { return scopes }
}

func (c *client) IsScopeAllowed(scope string) bool { return scope == DirectoryScope }

// IDTokenUserinfoClaimsAssertion puts names and roles into the id token: it is what applications show to others.
func (c *client) IDTokenUserinfoClaimsAssertion() bool { return true }

// RedirectURIs and PostLogoutRedirectURIs are the addresses of the request that were checked; see checkAddresses.
func (c *client) RedirectURIs() []string           { return c.checked }
func (c *client) PostLogoutRedirectURIs() []string { return c.checked }

// subject says who a request for tokens is about; requests of codes and of refresh tokens have it alike.
type subject struct {
	SID              string
	ClientID         string
	UserID           string
	SessionHash      string
	Scopes           []string
	SignedInAt       time.Time
	UsedSecondFactor bool
}

func (s *subject) GetClientID() string    { return s.ClientID }
func (s *subject) GetSubject() string     { return s.UserID }
func (s *subject) GetAudience() []string  { return []string{s.ClientID} }
func (s *subject) GetScopes() []string    { return s.Scopes }
func (s *subject) GetAuthTime() time.Time { return s.SignedInAt }

// GetAMR says how somebody signed in (RFC 8176).
func (s *subject) GetAMR() []string {
	if s.UsedSecondFactor {
		return []string{"pwd", "otp", "mfa"}
	}
	return []string{"pwd"}
}

// refreshRequest asks for new tokens of a grant.
type refreshRequest struct{ *subject }

// SetCurrentScopes narrows the scopes, never widens them: the library has checked that.
func (r refreshRequest) SetCurrentScopes(scopes []string) { r.Scopes = scopes }

// authRequest is what an application asks, and who has signed in for it.
type authRequest struct {
	subject
	id    string
	asked *oidc.AuthRequest
	// candidate has given the right password.
	candidate string
	// browser is the hash of the secret of the browser that began the login.
	browser string
}

// isOf reports whether a request comes from the browser that began the login.
func (r *authRequest) isOf(ctx context.Context) bool {
	return r.browser != "" && r.browser == browserOf(ctx)
}

func (r *authRequest) GetID() string          { return r.id }
func (r *authRequest) GetACR() string         { return "" }
func (r *authRequest) GetNonce() string       { return r.asked.Nonce }
func (r *authRequest) GetState() string       { return r.asked.State }
func (r *authRequest) GetRedirectURI() string { return r.asked.RedirectURI }
func (r *authRequest) Done() bool             { return r.UserID != "" }

func (r *authRequest) GetResponseType() oidc.ResponseType { return r.asked.ResponseType }
func (r *authRequest) GetResponseMode() oidc.ResponseMode { return r.asked.ResponseMode }

func (r *authRequest) GetCodeChallenge() *oidc.CodeChallenge {
	return &oidc.CodeChallenge{Challenge: r.asked.CodeChallenge, Method: r.asked.CodeChallengeMethod}
}

// wants says whether the application asks for a fresh login, whoever is signed in.
func (r *authRequest) wants(prompt string) bool { return slices.Contains(r.asked.Prompt, prompt) }
