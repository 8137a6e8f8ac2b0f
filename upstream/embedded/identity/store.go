package identity

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"

	"strand/internal/sqlite"
	"strand/upstream/embedded/userstore"
)

const (
	// requestLifetime is the time for which a login can be completed, codeLifetime the time for which a code can be
	// exchanged.
	requestLifetime = 30 * time.Minute
	codeLifetime    = time.Minute
	// sessionIdle and sessionLifetime end a browser's session.
	sessionIdle     = 2 * time.Hour
	sessionLifetime = 12 * time.Hour
)

// store implements op.Storage: it stores sessions, login requests and tokens in the database of the users.
type store struct {
	db     *sql.DB
	users  *userstore.Store
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

// session is the session of a browser with a signed-in user.
type session struct {
	hash             string
	userID           string
	signedInAt       time.Time
	usedSecondFactor bool
}

// signIn starts a session and returns it with the secret for the browser's cookie.
func (s *store) signIn(ctx context.Context, userID string, usedSecondFactor bool) (*session, string, error) {
	secret, now := rand.Text()+rand.Text(), s.now()
	found := &session{hash: hashOf(secret), userID: userID, signedInAt: now, usedSecondFactor: usedSecondFactor}
	if _, err := s.db.ExecContext(ctx, `DELETE FROM sessions WHERE seen_at < ? OR signed_in_at < ?`,
		now.Add(-sessionIdle).UnixMilli(), now.Add(-sessionLifetime).UnixMilli()); err != nil {
		return nil, "", fmt.Errorf("clear old sessions: %w", err)
	}
	if _, err := s.db.ExecContext(ctx, `INSERT INTO sessions (hash, user_id, signed_in_at, used_second_factor, seen_at) VALUES (?, ?, ?, ?, ?)`,
		found.hash, userID, now.UnixMilli(), usedSecondFactor, now.UnixMilli()); err != nil {
		return nil, "", fmt.Errorf("start a session: %w", err)
	}
	return found, secret, nil
}

// session returns the session of a browser's secret; nil for none.
func (s *store) session(ctx context.Context, secret string) (*session, error) {
	if secret == "" {
		return nil, nil
	}
	now, found := s.now(), &session{hash: hashOf(secret)}
	var at int64
	err := s.db.QueryRowContext(
		ctx,
		`UPDATE sessions SET seen_at = ?1 WHERE hash = ?2 AND seen_at > ?3 AND signed_in_at > ?4
		RETURNING user_id, signed_in_at, used_second_factor`,
		now.UnixMilli(),
		found.hash,
		now.Add(-sessionIdle).UnixMilli(),
		now.Add(-sessionLifetime).UnixMilli(),
	).Scan(
		&found.userID,
		&at,
		&found.usedSecondFactor,
	)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read a session: %w", err)
	}
	found.signedInAt = time.UnixMilli(at)
	return found, nil
}

// signOut ends a session and its grants.
func (s *store) signOut(ctx context.Context, hash string) error {
	if _, err := s.db.ExecContext(ctx, `DELETE FROM sessions WHERE hash = ?`, hash); err != nil {
		return fmt.Errorf("end a session: %w", err)
	}
	if _, err := s.db.ExecContext(ctx, `DELETE FROM auth_requests WHERE session_hash = ?`, hash); err != nil {
		return fmt.Errorf("end the logins of a session: %w", err)
	}
	return s.endGrants(ctx, `session_hash = ?`, hash)
}

// signOutEverywhere ends every session of a user, for example after a password reset.
func (s *store) signOutEverywhere(ctx context.Context, userID string) error {
	return s.signOutExcept(ctx, userID, "")
}

// signOutOthers ends every session of a user except that of the grant sid, for example after a password change.
func (s *store) signOutOthers(ctx context.Context, userID, sid string) error {
	about, err := s.grant(ctx, sid)
	if errors.Is(err, op.ErrInvalidRefreshToken) || err == nil && about.UserID != userID {
		return s.signOutExcept(ctx, userID, "")
	}
	if err != nil {
		return err
	}
	return s.signOutExcept(ctx, userID, about.SessionHash)
}

// signOutExcept ends the sessions of a user, their grants, and logins in progress, except one session, by its hash.
func (s *store) signOutExcept(ctx context.Context, userID, kept string) error {
	if _, err := s.db.ExecContext(
		ctx, `DELETE FROM sessions WHERE user_id = ? AND hash <> ?`, userID, kept,
	); err != nil {
		return fmt.Errorf("end the sessions of %s: %w", userID, err)
	}
	if _, err := s.db.ExecContext(ctx, `DELETE FROM auth_requests WHERE user_id = ?1 AND session_hash <> ?2
		OR user_id = '' AND candidate = ?1`, userID, kept); err != nil {
		return fmt.Errorf("end the logins of %s: %w", userID, err)
	}
	return s.endGrants(ctx, `user_id = ? AND session_hash <> ?`, userID, kept)
}

// endGrants deletes grants and calls ended with their ids.
func (s *store) endGrants(ctx context.Context, condition string, values ...any) error {
	rows, err := s.db.QueryContext(ctx, `DELETE FROM grants WHERE `+condition+` RETURNING sid`, values...)
	if err != nil {
		return fmt.Errorf("end grants: %w", err)
	}
	var sids []string
	for rows.Next() {
		var sid string
		if err = rows.Scan(&sid); err != nil {
			break
		}
		sids = append(sids, sid)
	}
	if err = errors.Join(err, rows.Err(), rows.Close()); err != nil {
		return fmt.Errorf("end grants: %w", err)
	}
	if len(sids) > 0 && s.ended != nil {
		s.ended(ctx, sids)
	}
	return nil
}

type sessionKey struct{}

// withSession adds the browser's session to the context of the library's calls.
func withSession(ctx context.Context, found *session) context.Context {
	return context.WithValue(ctx, sessionKey{}, found)
}

// CreateAuthRequest stores the request of an application. A signed-in user need not log in again, unless the
// application requires it.
func (s *store) CreateAuthRequest(
	ctx context.Context, request *oidc.AuthRequest, hinted string,
) (op.AuthRequest, error) {
	if request.CodeChallenge == "" || request.CodeChallengeMethod != oidc.CodeChallengeMethodS256 {
		return nil, oidc.ErrInvalidRequest().WithDescription("a code challenge of the method S256 is required")
	}
	r := &authRequest{id: rand.Text(), request: request, browser: browserOf(ctx)}
	if found, _ := ctx.Value(sessionKey{}).(*session); found != nil && !r.hasPrompt(oidc.PromptLogin) &&
		(hinted == "" || hinted == found.userID) &&
		(request.MaxAge == nil || s.now().Sub(found.signedInAt) <= time.Duration(*request.MaxAge)*time.Second) {
		r.UserID, r.SessionHash = found.userID, found.hash
		r.SignedInAt, r.UsedSecondFactor = found.signedInAt, found.usedSecondFactor
	}
	text, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	now := s.now()
	if _, err := s.db.ExecContext(ctx, `DELETE FROM auth_requests WHERE expires_at < ?`, now.UnixMilli()); err != nil {
		return nil, fmt.Errorf("clear old requests: %w", err)
	}
	if _, err := s.db.ExecContext(ctx, `INSERT INTO auth_requests (id, request, user_id, session_hash, signed_in_at,
		used_second_factor, browser_hash, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, r.id, string(text), r.UserID,
		r.SessionHash,
		r.SignedInAt.UnixMilli(), r.UsedSecondFactor, r.browser, now.Add(requestLifetime).UnixMilli()); err != nil {
		return nil, fmt.Errorf("store a request: %w", err)
	}
	return r, nil
}

// errRequest reports that a login request does not exist any more.
var errRequest = errors.New("the login request has expired")

const requestColumns = `id, request, candidate, user_id, session_hash, signed_in_at, used_second_factor, browser_hash`

// AuthRequestByID returns an open login request, if the calling browser started it.
func (s *store) AuthRequestByID(ctx context.Context, id string) (op.AuthRequest, error) {
	r, err := s.request(ctx, id)
	if err == nil && !r.isOf(ctx) {
		err = errRequest
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

func (s *store) request(ctx context.Context, id string) (*authRequest, error) {
	return readRequest(
		s.db.QueryRowContext(
			ctx,
			`SELECT `+requestColumns+` FROM auth_requests WHERE id = ? AND expires_at > ?`,
			id,
			s.now().UnixMilli(),
		),
	)
}

// AuthRequestByCode returns the login request of a code. A code can be used once.
func (s *store) AuthRequestByCode(ctx context.Context, code string) (op.AuthRequest, error) {
	r, err := readRequest(
		s.db.QueryRowContext(
			ctx,
			`DELETE FROM auth_requests WHERE code_hash = ? AND expires_at > ? RETURNING `+requestColumns,
			hashOf(code),
			s.now().UnixMilli(),
		),
	)
	if errors.Is(err, errRequest) {
		return nil, oidc.ErrInvalidGrant().WithDescription("the code has expired or was used")
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

func readRequest(row *sql.Row) (*authRequest, error) {
	r := &authRequest{request: &oidc.AuthRequest{}}
	var text string
	var at int64
	err := row.Scan(&r.id, &text, &r.candidate, &r.UserID, &r.SessionHash, &at, &r.UsedSecondFactor, &r.browser)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errRequest
	}
	if err == nil {
		err = json.Unmarshal([]byte(text), r.request)
	}
	if err != nil {
		return nil, fmt.Errorf("read a request: %w", err)
	}
	r.SignedInAt, r.ClientID, r.SID = time.UnixMilli(at), r.request.ClientID, r.id
	// The exchange of a code always returns a refresh token, as in ForgeRock identity servers.
	r.Scopes = r.request.Scopes
	if !slices.Contains(r.Scopes, oidc.ScopeOfflineAccess) {
		r.Scopes = append(slices.Clone(r.Scopes), oidc.ScopeOfflineAccess)
	}
	return r, nil
}

// setCandidate stores the user who has entered the right password for a login request and must still enter a code.
func (s *store) setCandidate(ctx context.Context, id, userID string) error {
	if _, err := s.db.ExecContext(ctx, `UPDATE auth_requests SET candidate = ? WHERE id = ?`, userID, id); err != nil {
		return fmt.Errorf("store a request: %w", err)
	}
	return nil
}

// completeRequest stores the session of the user who has signed in for a login request.
func (s *store) completeRequest(ctx context.Context, id string, in *session) error {
	if _, err := s.db.ExecContext(ctx, `UPDATE auth_requests SET user_id = ?, session_hash = ?, signed_in_at = ?, used_second_factor = ? WHERE id = ?`,
		in.userID, in.hash, in.signedInAt.UnixMilli(), in.usedSecondFactor, id); err != nil {
		return fmt.Errorf("complete a request: %w", err)
	}
	return nil
}

// SaveAuthCode stores the code of a login request.
func (s *store) SaveAuthCode(ctx context.Context, id, code string) error {
	if _, err := s.db.ExecContext(
		ctx, `UPDATE auth_requests SET code_hash = ?, expires_at = ? WHERE id = ?`, hashOf(code),
		s.now().Add(codeLifetime).UnixMilli(), id,
	); err != nil {
		return fmt.Errorf("store a code: %w", err)
	}
	return nil
}

// DeleteAuthRequest deletes a completed login request.
func (s *store) DeleteAuthRequest(ctx context.Context, id string) error {
	_, err := s.db.ExecContext(ctx, `DELETE FROM auth_requests WHERE id = ?`, id)
	return err
}

// CreateAccessToken creates a token for applications without refresh tokens, of which there are none.
func (s *store) CreateAccessToken(ctx context.Context, request op.TokenRequest) (string, time.Time, error) {
	id, _, expires, err := s.CreateAccessAndRefreshTokens(ctx, request, "")
	return id, expires, err
}

// CreateAccessAndRefreshTokens creates tokens for a code, or for a refresh token, which can be used once.
func (s *store) CreateAccessAndRefreshTokens(
	ctx context.Context,
	request op.TokenRequest,
	_ string,
) (id, refresh string, expires time.Time, err error) {
	var about *subject
	switch r := request.(type) {
	case *authRequest:
		about = &r.subject
	case refreshRequest:
		about = r.subject
	default:
		return "", "", expires, oidc.ErrUnsupportedGrantType()
	}
	now := s.now()
	id, refresh, expires = rand.Text(), rand.Text()+rand.Text(), now.Add(tokenLifetime)
	err = sqlite.InTx(ctx, s.db, func(tx *sql.Tx) (err error) {
		run := func(query string, args ...any) {
			if err == nil {
				_, err = tx.ExecContext(ctx, query, args...)
			}
		}
		run(`DELETE FROM grants WHERE expires_at < ?`, now.UnixMilli())
		run(
			`INSERT INTO grants (sid, client_id, user_id, session_hash, scopes, signed_in_at, used_second_factor, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			about.SID,
			about.ClientID,
			about.UserID,
			about.SessionHash,
			strings.Join(about.Scopes, " "),
			about.SignedInAt.UnixMilli(),
			about.UsedSecondFactor,
			now.Add(sessionLifetime).UnixMilli(),
		)
		run(`INSERT INTO access_tokens (id, sid, expires_at) VALUES (?, ?, ?)`, id, about.SID, expires.UnixMilli())
		run(`INSERT INTO refresh_tokens (hash, sid) VALUES (?, ?)`, hashOf(refresh), about.SID)
		return err
	})
	if err != nil {
		return "", "", expires, fmt.Errorf("grant tokens: %w", err)
	}
	return id, refresh, expires, nil
}

// TokenRequestByRefreshToken redeems a refresh token. A token that was used before counts as stolen: its grant
// ends.
func (s *store) TokenRequestByRefreshToken(ctx context.Context, token string) (op.RefreshTokenRequest, error) {
	var sid string
	var wasUsed bool
	err := s.db.QueryRowContext(
		ctx,
		`UPDATE refresh_tokens SET is_used = is_used + 1 WHERE hash = ? RETURNING sid, is_used > 1`,
		hashOf(token),
	).Scan(
		&sid,
		&wasUsed,
	)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, op.ErrInvalidRefreshToken
	}
	if err != nil {
		return nil, fmt.Errorf("use a refresh token: %w", err)
	}
	if wasUsed {
		s.log.WarnContext(ctx, "refresh_token_reused", "sid", sid)
		if err := s.endGrants(ctx, `sid = ?`, sid); err != nil {
			return nil, err
		}
		return nil, op.ErrInvalidRefreshToken
	}
	about, err := s.grant(ctx, sid)
	if err != nil {
		return nil, err
	}
	return refreshRequest{about}, nil
}

// grant returns an active grant; op.ErrInvalidRefreshToken if it has ended.
func (s *store) grant(ctx context.Context, sid string) (*subject, error) {
	about := &subject{SID: sid}
	var scopes string
	var at int64
	err := s.db.QueryRowContext(
		ctx,
		`SELECT client_id, user_id, session_hash, scopes, signed_in_at, used_second_factor FROM grants WHERE sid = ? AND expires_at > ?`,
		sid,
		s.now().UnixMilli(),
	).Scan(
		&about.ClientID,
		&about.UserID,
		&about.SessionHash,
		&scopes,
		&at,
		&about.UsedSecondFactor,
	)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, op.ErrInvalidRefreshToken
	}
	if err != nil {
		return nil, fmt.Errorf("read a grant: %w", err)
	}
	about.Scopes, about.SignedInAt = strings.Fields(scopes), time.UnixMilli(at)
	return about, nil
}

// GetRefreshTokenInfo returns the user of a refresh token and the token's hash, which RevokeToken expects.
func (s *store) GetRefreshTokenInfo(ctx context.Context, _, token string) (userID, tokenID string, err error) {
	err = s.db.QueryRowContext(
		ctx,
		`SELECT g.user_id, r.hash FROM refresh_tokens r JOIN grants g ON g.sid = r.sid WHERE r.hash = ?`,
		hashOf(token),
	).Scan(
		&userID,
		&tokenID,
	)
	if errors.Is(err, sql.ErrNoRows) {
		return "", "", op.ErrInvalidRefreshToken
	}
	return userID, tokenID, err
}

// RevokeToken ends the grant of a token: id is the id of an access token, or the hash of a refresh token. The
// library also passes texts that are not tokens, with an empty user.
func (s *store) RevokeToken(ctx context.Context, id, userID, clientID string) *oidc.Error {
	if userID == "" {
		return nil
	}
	var sid, owner string
	err := s.db.QueryRowContext(ctx, `SELECT sid, client_id FROM grants WHERE user_id = ?2 AND sid IN
		(SELECT sid FROM access_tokens WHERE id = ?1 UNION ALL SELECT sid FROM refresh_tokens WHERE hash = ?1)`, id,
		userID).
		Scan(&sid, &owner)
	if errors.Is(err, sql.ErrNoRows) {
		return nil // an unknown token is not an error (RFC 7009 §2.2)
	}
	if err == nil && owner != clientID {
		return oidc.ErrInvalidClient().WithDescription("the token belongs to another client")
	}
	if err == nil {
		err = s.endGrants(ctx, `sid = ?`, sid)
	}
	if err != nil {
		return oidc.ErrServerError().WithParent(err)
	}
	return nil
}

// TerminateSession ends every session of a user.
func (s *store) TerminateSession(ctx context.Context, userID, _ string) error {
	return s.signOutEverywhere(ctx, userID)
}

// TerminateSessionFromRequest ends the session of the browser, and that of the ID token in the request. Without a
// token the user must confirm, since any page could have caused the request.
func (s *store) TerminateSessionFromRequest(ctx context.Context, request *op.EndSessionRequest) (string, error) {
	if request.IDTokenHintClaims == nil {
		return pathOf("logout"), nil
	}
	if found, _ := ctx.Value(sessionKey{}).(*session); found != nil && found.userID == request.UserID {
		if err := s.signOut(ctx, found.hash); err != nil {
			return "", err
		}
	}
	if about, err := s.grant(ctx, request.IDTokenHintClaims.SessionID); err == nil {
		if err := s.signOut(ctx, about.SessionHash); err != nil {
			return "", err
		}
	}
	return request.RedirectURI, nil
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
