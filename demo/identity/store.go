package identity

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"log/slog"
	"slices"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"

	"strand/demo/sisusers"
)

// store implements op.Storage: it stores sessions, login requests and tokens in the database of the users.
type store struct {
	db     *sql.DB
	users  *sisusers.Store
	client *client
	now    func() time.Time
	// ended is called with the ids of grants that ended early.
	ended func(ctx context.Context, sids []string)
	log   *slog.Logger
}

var (
	_ op.Storage                        = (*store)(nil)
	_ op.CanSetUserinfoFromRequest      = (*store)(nil)
	_ op.CanTerminateSessionFromRequest = (*store)(nil)
)

func hashOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// GetClientByClientID returns the only client.
func (s *store) GetClientByClientID(ctx context.Context, id string) (op.Client, error) {
	if id != ClientID {
		return nil, oidc.ErrInvalidClient().WithDescription("the client does not exist")
	}
	return s.client.forRequest(ctx), nil
}

// AuthorizeClientIDSecret always fails: the client has no secret.
func (s *store) AuthorizeClientIDSecret(context.Context, string, string) error {
	return oidc.ErrInvalidClient().WithDescription("the client has no secret")
}

// SetUserinfoFromScopes does nothing: SetUserinfoFromRequest sets all claims.
func (s *store) SetUserinfoFromScopes(context.Context, *oidc.UserInfo, string, string, []string) error {
	return nil
}

// SetUserinfoFromRequest sets the claims of an ID token.
func (s *store) SetUserinfoFromRequest(
	ctx context.Context,
	info *oidc.UserInfo,
	request op.IDTokenRequest,
	scopes []string,
) error {
	var sid string
	switch r := request.(type) {
	case *authRequest:
		sid = r.SID
	case refreshRequest:
		sid = r.SID
	}
	// An ID token can be revoked by its `jti`.
	info.AppendClaims("sid", sid)
	info.AppendClaims("jti", sid)
	return s.describe(ctx, info, request.GetSubject(), scopes)
}

// SetUserinfoFromToken sets the claims of the user of an access token. It also accepts ID tokens of this provider,
// whose signature and expiry the library has verified, and whose `jti` is the id of the grant. So servers that get
// only the ID token of a caller can read the caller's current roles.
func (s *store) SetUserinfoFromToken(ctx context.Context, info *oidc.UserInfo, tokenID, userID, _ string) error {
	var sid string
	err := s.db.QueryRowContext(ctx, `SELECT sid FROM access_tokens WHERE id = ?1 AND expires_at > ?2
		UNION ALL SELECT sid FROM grants WHERE sid = ?1`, tokenID, s.now().UnixMilli()).Scan(&sid)
	if err == nil {
		var about *subject
		if about, err = s.grant(ctx, sid); err == nil && about.UserID == userID {
			return s.describe(ctx, info, userID, about.Scopes)
		}
	}
	return oidc.ErrAccessDenied().WithDescription("the token has expired or was revoked").WithParent(err)
}

func (s *store) describe(ctx context.Context, info *oidc.UserInfo, userID string, scopes []string) error {
	u, err := s.users.User(ctx, userID)
	if err != nil {
		return err
	}
	info.Subject = u.ID
	if slices.Contains(scopes, oidc.ScopeProfile) {
		info.GivenName, info.FamilyName, info.Name = u.FirstName, u.LastName, u.FullName()
		info.AppendClaims("roles", append([]string{}, u.Roles...))
		info.AppendClaims("subname", u.ID)
	}
	if slices.Contains(scopes, oidc.ScopeEmail) {
		info.Email, info.EmailVerified = u.Email, oidc.Bool(u.IsVerified)
	}
	return nil
}

// SetIntrospectionFromToken always fails: no client may introspect tokens.
func (s *store) SetIntrospectionFromToken(context.Context, *oidc.IntrospectionResponse, string, string, string) error {
	return oidc.ErrUnauthorizedClient()
}

// GetPrivateClaimsFromScopes adds nothing: access tokens have no private claims.
func (s *store) GetPrivateClaimsFromScopes(context.Context, string, string, []string) (map[string]any, error) {
	return nil, nil
}

// GetKeyByIDAndClientID always fails: no client signs requests.
func (s *store) GetKeyByIDAndClientID(context.Context, string, string) (*jose.JSONWebKey, error) {
	return nil, oidc.ErrInvalidClient()
}

// ValidateJWTProfileScopes always fails: no client signs requests.
func (s *store) ValidateJWTProfileScopes(context.Context, string, []string) ([]string, error) {
	return nil, oidc.ErrUnsupportedGrantType()
}

// Health checks the database.
func (s *store) Health(ctx context.Context) error { return s.db.PingContext(ctx) }
