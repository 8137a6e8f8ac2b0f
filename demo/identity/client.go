package identity

import (
	"strings"
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
	// verifiedURLs contains the URLs of the current request that were verified to belong to the portal.
	verifiedURLs []string
}

// home returns the URL of the portal's home page; empty without an origin.
func (c *client) home() string {
	for _, o := range c.origins() {
		if !strings.Contains(o, "*") {
			return o + "/mykomax"
		}
	}
	return ""
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

// RedirectURIs and PostLogoutRedirectURIs return the verified URLs of the request; see checkURLs.
func (c *client) RedirectURIs() []string           { return c.verifiedURLs }
func (c *client) PostLogoutRedirectURIs() []string { return c.verifiedURLs }
