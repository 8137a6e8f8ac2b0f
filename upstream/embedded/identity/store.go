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
	"strand/upstream/embedded/directory"
)

const (
	// requestLifetime is how long somebody may take to sign in, codeLifetime an application to exchange its code.
	requestLifetime = 30 * time.Minute
	codeLifetime    = time.Minute
	// sessionIdle and sessionLifetime end the session of a browser.
	sessionIdle     = 2 * time.Hour
	sessionLifetime = 12 * time.Hour
)

// store keeps sessions, requests and tokens beside the people that they belong to. It is what op asks.
type store struct {
	db     *sql.DB
	people *directory.Directory
	client *client
	now    func() time.Time
	// ended is told the ids of grants that ended before their time.
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

// session is a browser in which somebody has signed in.
type session struct {
	hash             string
	userID           string
	signedInAt       time.Time
	usedSecondFactor bool
}

// signIn begins a session; the secret is the browser's.
func (s *store) signIn(ctx context.Context, userID string, usedSecondFactor bool) (*session, string, error) {
	secret, now := rand.Text()+rand.Text(), s.now()
	found := &session{hash: hashOf(secret), userID: userID, signedInAt: now, usedSecondFactor: usedSecondFactor}
	if _, err := s.db.ExecContext(ctx, `DELETE FROM sessions WHERE seen_at < ? OR signed_in_at < ?`,
		now.Add(-sessionIdle).UnixMilli(), now.Add(-sessionLifetime).UnixMilli()); err != nil {
		return nil, "", fmt.Errorf("clear old sessions: %w", err)
	}
	if _, err := s.db.ExecContext(ctx, `INSERT INTO sessions (hash, user_id, signed_in_at, used_second_factor, seen_at) VALUES (?, ?, ?, ?, ?)`,
		found.hash, userID, now.UnixMilli(), usedSecondFactor, now.UnixMilli()); err != nil {
		return nil, "", fmt.Errorf("begin a session: %w", err)
	}
	return found, secret, nil
}

// session is the one of a browser; nil for none.
func (s *store) session(ctx context.Context, secret string) (*session, error) {
	if secret == "" {
		return nil, nil
	}
	now, found := s.now(), &session{hash: hashOf(secret)}
	var at int64
	err := s.db.QueryRowContext(ctx, `UPDATE sessions SET seen_at = ?1 WHERE hash = ?2 AND seen_at > ?3 AND signed_in_at > ?4
		RETURNING user_id, signed_in_at, used_second_factor`, now.UnixMilli(), found.hash, now.Add(-sessionIdle).UnixMilli(),
		now.Add(-sessionLifetime).UnixMilli()).Scan(&found.userID, &at, &found.usedSecondFactor)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read a session: %w", err)
	}
	found.signedInAt = time.UnixMilli(at)
	return found, nil
}

// signOut ends a session and what was granted in it.
func (s *store) signOut(ctx context.Context, hash string) error {
	if _, err := s.db.ExecContext(ctx, `DELETE FROM sessions WHERE hash = ?`, hash); err != nil {
		return fmt.Errorf("end a session: %w", err)
	}
	if _, err := s.db.ExecContext(ctx, `DELETE FROM auth_requests WHERE session_hash = ?`, hash); err != nil {
		return fmt.Errorf("end the logins of a session: %w", err)
	}
	return s.end(ctx, `session_hash = ?`, hash)
}

// signOutEverywhere ends every session of a user: after a password was reset, say.
func (s *store) signOutEverywhere(ctx context.Context, userID string) error {
	return s.signOutBut(ctx, userID, "")
}

// signOutOthers ends every session of a user, but that in which sid was granted: after a password was changed, say.
func (s *store) signOutOthers(ctx context.Context, userID, sid string) error {
	about, err := s.grant(ctx, sid)
	if errors.Is(err, op.ErrInvalidRefreshToken) || err == nil && about.UserID != userID {
		return s.signOutBut(ctx, userID, "")
	}
	if err != nil {
		return err
	}
	return s.signOutBut(ctx, userID, about.SessionHash)
}

// signOutBut ends the sessions of a user, what was granted in them, and logins that have begun; but one session, by its hash.
func (s *store) signOutBut(ctx context.Context, userID, kept string) error {
	if _, err := s.db.ExecContext(ctx, `DELETE FROM sessions WHERE user_id = ? AND hash <> ?`, userID, kept); err != nil {
		return fmt.Errorf("end the sessions of %s: %w", userID, err)
	}
	if _, err := s.db.ExecContext(ctx, `DELETE FROM auth_requests WHERE user_id = ?1 AND session_hash <> ?2
		OR user_id = '' AND candidate = ?1`, userID, kept); err != nil {
		return fmt.Errorf("end the logins of %s: %w", userID, err)
	}
	return s.end(ctx, `user_id = ? AND session_hash <> ?`, userID, kept)
}

// end ends grants and tells of it.
func (s *store) end(ctx context.Context, condition string, values ...any) error {
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

// withSession lets what the library calls know who is signed in in the browser.
func withSession(ctx context.Context, found *session) context.Context {
	return context.WithValue(ctx, sessionKey{}, found)
}

// CreateAuthRequest keeps what an application asks. Whoever is signed in need not do it again, unless the application wants
// that.
func (s *store) CreateAuthRequest(ctx context.Context, asked *oidc.AuthRequest, hinted string) (op.AuthRequest, error) {
	if asked.CodeChallenge == "" || asked.CodeChallengeMethod != oidc.CodeChallengeMethodS256 {
		return nil, oidc.ErrInvalidRequest().WithDescription("a code challenge of the method S256 is required")
	}
	r := &authRequest{id: rand.Text(), asked: asked, browser: browserOf(ctx)}
	if found, _ := ctx.Value(sessionKey{}).(*session); found != nil && !r.wants(oidc.PromptLogin) && (hinted == "" || hinted == found.userID) &&
		(asked.MaxAge == nil || s.now().Sub(found.signedInAt) <= time.Duration(*asked.MaxAge)*time.Second) {
		r.UserID, r.SessionHash, r.SignedInAt, r.UsedSecondFactor = found.userID, found.hash, found.signedInAt, found.usedSecondFactor
	}
	text, err := json.Marshal(asked)
	if err != nil {
		return nil, err
	}
	now := s.now()
	if _, err := s.db.ExecContext(ctx, `DELETE FROM auth_requests WHERE expires_at < ?`, now.UnixMilli()); err != nil {
		return nil, fmt.Errorf("clear old requests: %w", err)
	}
	if _, err := s.db.ExecContext(ctx, `INSERT INTO auth_requests (id, request, user_id, session_hash, signed_in_at,
		used_second_factor, browser_hash, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, r.id, string(text), r.UserID, r.SessionHash,
		r.SignedInAt.UnixMilli(), r.UsedSecondFactor, r.browser, now.Add(requestLifetime).UnixMilli()); err != nil {
		return nil, fmt.Errorf("keep a request: %w", err)
	}
	return r, nil
}

// errRequest says that nobody is waited for any more.
var errRequest = errors.New("this request to sign in is too old")

const requestColumns = `id, request, candidate, user_id, session_hash, signed_in_at, used_second_factor, browser_hash`

// AuthRequestByID is a request that is not answered yet, for the browser that began it.
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
	return readRequest(s.db.QueryRowContext(ctx, `SELECT `+requestColumns+` FROM auth_requests WHERE id = ? AND expires_at > ?`, id, s.now().UnixMilli()))
}

// AuthRequestByCode is the request that a code answers. A code is good once.
func (s *store) AuthRequestByCode(ctx context.Context, code string) (op.AuthRequest, error) {
	r, err := readRequest(s.db.QueryRowContext(ctx, `DELETE FROM auth_requests WHERE code_hash = ? AND expires_at > ? RETURNING `+requestColumns, hashOf(code), s.now().UnixMilli()))
	if errors.Is(err, errRequest) {
		return nil, oidc.ErrInvalidGrant().WithDescription("the code is not good any more")
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

func readRequest(row *sql.Row) (*authRequest, error) {
	r := &authRequest{asked: &oidc.AuthRequest{}}
	var text string
	var at int64
	err := row.Scan(&r.id, &text, &r.candidate, &r.UserID, &r.SessionHash, &at, &r.UsedSecondFactor, &r.browser)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errRequest
	}
	if err == nil {
		err = json.Unmarshal([]byte(text), r.asked)
	}
	if err != nil {
		return nil, fmt.Errorf("read a request: %w", err)
	}
	r.SignedInAt, r.ClientID, r.SID = time.UnixMilli(at), r.asked.ClientID, r.id
	// Whoever asks with a code gets a refresh token, as from identity servers of the ForgeRock kind.
	r.Scopes = r.asked.Scopes
	if !slices.Contains(r.Scopes, oidc.ScopeOfflineAccess) {
		r.Scopes = append(slices.Clone(r.Scopes), oidc.ScopeOfflineAccess)
	}
	return r, nil
}

// remember says who has given the right password for a request, and still has to give a code.
func (s *store) remember(ctx context.Context, id, userID string) error {
	if _, err := s.db.ExecContext(ctx, `UPDATE auth_requests SET candidate = ? WHERE id = ?`, userID, id); err != nil {
		return fmt.Errorf("keep a request: %w", err)
	}
	return nil
}

// complete says who has signed in for a request.
func (s *store) complete(ctx context.Context, id string, in *session) error {
	if _, err := s.db.ExecContext(ctx, `UPDATE auth_requests SET user_id = ?, session_hash = ?, signed_in_at = ?, used_second_factor = ? WHERE id = ?`,
		in.userID, in.hash, in.signedInAt.UnixMilli(), in.usedSecondFactor, id); err != nil {
		return fmt.Errorf("complete a request: %w", err)
	}
	return nil
}

// SaveAuthCode keeps the code that answers a request.
func (s *store) SaveAuthCode(ctx context.Context, id, code string) error {
	if _, err := s.db.ExecContext(ctx, `UPDATE auth_requests SET code_hash = ?, expires_at = ? WHERE id = ?`, hashOf(code), s.now().Add(codeLifetime).UnixMilli(), id); err != nil {
		return fmt.Errorf("keep a code: %w", err)
	}
	return nil
}

// DeleteAuthRequest forgets a request that is answered.
func (s *store) DeleteAuthRequest(ctx context.Context, id string) error {
	_, err := s.db.ExecContext(ctx, `DELETE FROM auth_requests WHERE id = ?`, id)
	return err
}

// CreateAccessToken makes a token for an application that gets no refresh token; there is none.
func (s *store) CreateAccessToken(ctx context.Context, request op.TokenRequest) (string, time.Time, error) {
	id, _, expires, err := s.CreateAccessAndRefreshTokens(ctx, request, "")
	return id, expires, err
}

// CreateAccessAndRefreshTokens makes tokens for a code, or for a refresh token, which is good once.
func (s *store) CreateAccessAndRefreshTokens(ctx context.Context, request op.TokenRequest, _ string) (id, refresh string, expires time.Time, err error) {
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
		run(`INSERT INTO grants (sid, client_id, user_id, session_hash, scopes, signed_in_at, used_second_factor, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			about.SID, about.ClientID, about.UserID, about.SessionHash, strings.Join(about.Scopes, " "), about.SignedInAt.UnixMilli(), about.UsedSecondFactor, now.Add(sessionLifetime).UnixMilli())
		run(`INSERT INTO access_tokens (id, sid, expires_at) VALUES (?, ?, ?)`, id, about.SID, expires.UnixMilli())
		run(`INSERT INTO refresh_tokens (hash, sid) VALUES (?, ?)`, hashOf(refresh), about.SID)
		return err
	})
	if err != nil {
		return "", "", expires, fmt.Errorf("grant tokens: %w", err)
	}
	return id, refresh, expires, nil
}

// TokenRequestByRefreshToken uses a refresh token up. One that was used before was stolen: its grant ends.
func (s *store) TokenRequestByRefreshToken(ctx context.Context, token string) (op.RefreshTokenRequest, error) {
	var sid string
	var wasUsed bool
	err := s.db.QueryRowContext(ctx, `UPDATE refresh_tokens SET is_used = is_used + 1 WHERE hash = ? RETURNING sid, is_used > 1`, hashOf(token)).Scan(&sid, &wasUsed)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, op.ErrInvalidRefreshToken
	}
	if err != nil {
		return nil, fmt.Errorf("use a refresh token: %w", err)
	}
	if wasUsed {
		s.log.WarnContext(ctx, "a refresh token was used twice: its grant is ended", "sid", sid)
		if err := s.end(ctx, `sid = ?`, sid); err != nil {
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

// grant is one that has not ended. The error is op.ErrInvalidRefreshToken where it has.
func (s *store) grant(ctx context.Context, sid string) (*subject, error) {
	about := &subject{SID: sid}
	var scopes string
	var at int64
	err := s.db.QueryRowContext(ctx, `SELECT client_id, user_id, session_hash, scopes, signed_in_at, used_second_factor FROM grants WHERE sid = ? AND expires_at > ?`,
		sid, s.now().UnixMilli()).Scan(&about.ClientID, &about.UserID, &about.SessionHash, &scopes, &at, &about.UsedSecondFactor)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, op.ErrInvalidRefreshToken
	}
	if err != nil {
		return nil, fmt.Errorf("read a grant: %w", err)
	}
	about.Scopes, about.SignedInAt = strings.Fields(scopes), time.UnixMilli(at)
	return about, nil
}

// GetRefreshTokenInfo returns the user of a refresh token and the token's hash, by which RevokeToken knows it.
func (s *store) GetRefreshTokenInfo(ctx context.Context, _, token string) (userID, tokenID string, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT g.user_id, r.hash FROM refresh_tokens r JOIN grants g ON g.sid = r.sid WHERE r.hash = ?`, hashOf(token)).Scan(&userID, &tokenID)
	if errors.Is(err, sql.ErrNoRows) {
		return "", "", op.ErrInvalidRefreshToken
	}
	return userID, tokenID, err
}

// RevokeToken ends the grant of a token: id is that of an access token, or the hash of a refresh token. The user is empty for
// a text that is no token; the library passes such a text on.
func (s *store) RevokeToken(ctx context.Context, id, userID, clientID string) *oidc.Error {
	if userID == "" {
		return nil
	}
	var sid, owner string
	err := s.db.QueryRowContext(ctx, `SELECT sid, client_id FROM grants WHERE user_id = ?2 AND sid IN
		(SELECT sid FROM access_tokens WHERE id = ?1 UNION ALL SELECT sid FROM refresh_tokens WHERE hash = ?1)`, id, userID).
		Scan(&sid, &owner)
	if errors.Is(err, sql.ErrNoRows) {
		return nil // nothing to revoke is no error (RFC 7009 §2.2)
	}
	if err == nil && owner != clientID {
		return oidc.ErrInvalidClient().WithDescription("the token is another client's")
	}
	if err == nil {
		err = s.end(ctx, `sid = ?`, sid)
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

// TerminateSessionFromRequest ends the session of the browser that asks, and the one that an id token was granted in. Without
// such a token a visitor is asked: any page could have sent them here.
func (s *store) TerminateSessionFromRequest(ctx context.Context, asked *op.EndSessionRequest) (string, error) {
	if asked.IDTokenHintClaims == nil {
		return pathOf("logout"), nil
	}
	if found, _ := ctx.Value(sessionKey{}).(*session); found != nil && found.userID == asked.UserID {
		if err := s.signOut(ctx, found.hash); err != nil {
			return "", err
		}
	}
	if about, err := s.grant(ctx, asked.IDTokenHintClaims.SessionID); err == nil {
		if err := s.signOut(ctx, about.SessionHash); err != nil {
			return "", err
		}
	}
	return asked.RedirectURI, nil
}

// GetClientByClientID is the one client there is.
func (s *store) GetClientByClientID(ctx context.Context, id string) (op.Client, error) {
	if id != ClientID {
		return nil, oidc.ErrInvalidClient().WithDescription("there is no such client")
	}
	return s.client.forRequest(ctx), nil
}

// AuthorizeClientIDSecret refuses: the client has no secret.
func (s *store) AuthorizeClientIDSecret(context.Context, string, string) error {
	return oidc.ErrInvalidClient().WithDescription("the client has no secret")
}

// SetUserinfoFromScopes does nothing: SetUserinfoFromRequest knows more.
func (s *store) SetUserinfoFromScopes(context.Context, *oidc.UserInfo, string, string, []string) error {
	return nil
}

// SetUserinfoFromRequest fills in the id token.
func (s *store) SetUserinfoFromRequest(ctx context.Context, info *oidc.UserInfo, request op.IDTokenRequest, scopes []string) error {
	var sid string
	switch r := request.(type) {
	case *authRequest:
		sid = r.SID
	case refreshRequest:
		sid = r.SID
	}
	// By `jti` an id token can be revoked as well.
	info.AppendClaims("sid", sid)
	info.AppendClaims("jti", sid)
	return s.describe(ctx, info, request.GetSubject(), scopes)
}

// SetUserinfoFromToken answers whose an access token is. ID tokens of this provider are accepted as well: the library has
// verified their signature and expiry, and `jti` names the grant. So servers that only get the ID token of a caller can
// read the caller's present roles.
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
	return oidc.ErrAccessDenied().WithDescription("the token is not good any more").WithParent(err)
}

func (s *store) describe(ctx context.Context, info *oidc.UserInfo, userID string, scopes []string) error {
	u, err := s.people.User(ctx, userID)
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

// SetIntrospectionFromToken refuses: there is no client that may ask.
func (s *store) SetIntrospectionFromToken(context.Context, *oidc.IntrospectionResponse, string, string, string) error {
	return oidc.ErrUnauthorizedClient()
}

// GetPrivateClaimsFromScopes adds nothing: access tokens tell nothing.
func (s *store) GetPrivateClaimsFromScopes(context.Context, string, string, []string) (map[string]any, error) {
	return nil, nil
}

// GetKeyByIDAndClientID finds none: no client signs.
func (s *store) GetKeyByIDAndClientID(context.Context, string, string) (*jose.JSONWebKey, error) {
	return nil, oidc.ErrInvalidClient()
}

// ValidateJWTProfileScopes refuses: no client signs.
func (s *store) ValidateJWTProfileScopes(context.Context, string, []string) ([]string, error) {
	return nil, oidc.ErrUnsupportedGrantType()
}

// Health says whether the database answers.
func (s *store) Health(ctx context.Context) error { return s.db.PingContext(ctx) }
