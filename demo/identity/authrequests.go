package identity

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"
)

const (
	// requestLifetime is the time for which a login can be completed, codeLifetime the time for which a code can be
	// exchanged.
	requestLifetime = 30 * time.Minute
	codeLifetime    = time.Minute
)

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
func (s *store) completeRequest(ctx context.Context, id string, session *session) error {
	if _, err := s.db.ExecContext(ctx, `UPDATE auth_requests
		SET user_id = ?, session_hash = ?, signed_in_at = ?, used_second_factor = ? WHERE id = ?`,
		session.userID, session.hash, session.signedInAt.UnixMilli(), session.usedSecondFactor, id); err != nil {
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
