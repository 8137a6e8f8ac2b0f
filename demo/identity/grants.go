package identity

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"

	"strand/internal/database"
	"strand/internal/sqlite"
)

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

// endGrants deletes grants and calls ended with their ids.
func (s *store) endGrants(ctx context.Context, condition string, values ...any) error {
	sids, err := database.All(
		ctx, s.db, database.Text, `DELETE FROM grants WHERE `+condition+` RETURNING sid`, values...,
	)
	if err != nil {
		return fmt.Errorf("end grants: %w", err)
	}
	if len(sids) > 0 && s.ended != nil {
		s.ended(ctx, sids)
	}
	return nil
}

// CreateAccessToken is required by op.Storage; no application of this provider lacks refresh tokens.
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
			`INSERT INTO grants (sid, client_id, user_id, session_hash, scopes, signed_in_at, used_second_factor,
				expires_at)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
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
		`SELECT client_id, user_id, session_hash, scopes, signed_in_at, used_second_factor FROM grants
			WHERE sid = ? AND expires_at > ?`,
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
