package identity

import (
	"context"
	"slices"
	"time"

	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"
)

const (
	// ClientID is the client id of the portal.
	ClientID = "portal"
	// DirectoryScope is the scope in which ForgeRock identity servers permit reading the directory in the user's
	// name.
	DirectoryScope = "fr:idm:*"
	// tokenLifetime is the lifetime of access tokens and ID tokens.
	tokenLifetime = time.Hour
)

// client is the portal: a browser application without a secret, which uses PKCE.
type client struct {
	// origins returns the portal's origins: `http://localhost:8080`; a host with the prefix `*.` matches its
	// subdomains.
	origins func() []string
	// checked contains the URLs of the present request that were verified to belong to the portal.
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

// DevMode permits redirect URLs without TLS, since this provider is for local use.
func (c *client) DevMode() bool { return true }

//nolint:revive // the name is the library's
func (c *client) RestrictAdditionalIdTokenScopes() func([]string) []string {
	return func(scopes []string) []string { return scopes }
}

func (c *client) RestrictAdditionalAccessTokenScopes() func([]string) []string {
	return func(scopes []string) []string { return scopes }
}

func (c *client) IsScopeAllowed(scope string) bool { return scope == DirectoryScope }

// IDTokenUserinfoClaimsAssertion adds names and roles to the ID token, which servers verify.
func (c *client) IDTokenUserinfoClaimsAssertion() bool { return true }

// RedirectURIs and PostLogoutRedirectURIs return the verified URLs of the request; see checkAddresses.
func (c *client) RedirectURIs() []string           { return c.checked }
func (c *client) PostLogoutRedirectURIs() []string { return c.checked }

// subject is the user of a token request, by a code or a refresh token.
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

// GetAMR returns the authentication methods of the login (RFC 8176).
func (s *subject) GetAMR() []string {
	if s.UsedSecondFactor {
		return []string{"pwd", "otp", "mfa"}
	}
	return []string{"pwd"}
}

// refreshRequest is a request for new tokens of a grant.
type refreshRequest struct{ *subject }

// SetCurrentScopes narrows the scopes, as checked by the library.
func (r refreshRequest) SetCurrentScopes(scopes []string) { r.Scopes = scopes }

// authRequest is the login request of an application, with the user who has signed in.
type authRequest struct {
	subject
	id      string
	request *oidc.AuthRequest
	// candidate is the user who has entered the right password and must still enter a code.
	candidate string
	// browser is the hash of the secret of the browser that started the login.
	browser string
}

// isOf reports whether the calling browser started the login.
func (r *authRequest) isOf(ctx context.Context) bool {
	return r.browser != "" && r.browser == browserOf(ctx)
}

func (r *authRequest) GetID() string          { return r.id }
func (r *authRequest) GetACR() string         { return "" }
func (r *authRequest) GetNonce() string       { return r.request.Nonce }
func (r *authRequest) GetState() string       { return r.request.State }
func (r *authRequest) GetRedirectURI() string { return r.request.RedirectURI }
func (r *authRequest) Done() bool             { return r.UserID != "" }

func (r *authRequest) GetResponseType() oidc.ResponseType { return r.request.ResponseType }
func (r *authRequest) GetResponseMode() oidc.ResponseMode { return r.request.ResponseMode }

func (r *authRequest) GetCodeChallenge() *oidc.CodeChallenge {
	return &oidc.CodeChallenge{Challenge: r.request.CodeChallenge, Method: r.request.CodeChallengeMethod}
}

// hasPrompt reports whether the application requests a prompt, for example a new login of a signed-in user.
func (r *authRequest) hasPrompt(prompt string) bool { return slices.Contains(r.request.Prompt, prompt) }
