package identity

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/zitadel/oidc/v3/pkg/op"
)

// sessionIdle and sessionLifetime end a browser's session.
const (
	sessionIdle     = 2 * time.Hour
	sessionLifetime = 12 * time.Hour
)

// session is the session of a browser with a signed-in user.
type session struct {
	hash             string
	userID           string
	signedInAt       time.Time
	usedSecondFactor bool
}

// signIn starts a session in the browser of a request, and returns it with the secret for the browser's cookie. The
// session of another user in the browser ends.
func (s *store) signIn(r *http.Request, userID string, usedSecondFactor bool) (*session, string, error) {
	ctx := r.Context()
	if before := sessionOf(r); before != nil && before.userID != userID {
		if err := s.signOut(ctx, before.hash); err != nil {
			return nil, "", err
		}
	}
	secret, now := rand.Text()+rand.Text(), s.now()
	found := &session{hash: hashOf(secret), userID: userID, signedInAt: now, usedSecondFactor: usedSecondFactor}
	// A session whose applications still have tokens is in the list of the user.
	if _, err := s.db.ExecContext(
		ctx,
		`DELETE FROM sessions WHERE (seen_at < ? OR signed_in_at < ?)
			AND NOT EXISTS (SELECT 1 FROM grants g WHERE g.session_hash = sessions.hash AND g.expires_at > ?)`,
		now.Add(-sessionIdle).UnixMilli(), now.Add(-sessionLifetime).UnixMilli(), now.UnixMilli(),
	); err != nil {
		return nil, "", fmt.Errorf("clear old sessions: %w", err)
	}
	browser, system := describeAgent(r.UserAgent())
	if _, err := s.db.ExecContext(
		ctx,
		`INSERT INTO sessions (hash, user_id, signed_in_at, used_second_factor, seen_at, id, browser, system)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		found.hash, userID, now.UnixMilli(), usedSecondFactor, now.UnixMilli(), rand.Text(), browser, system,
	); err != nil {
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

type sessionKey struct{}

// withSession adds the browser's session to the context of the library's calls.
func withSession(ctx context.Context, found *session) context.Context {
	return context.WithValue(ctx, sessionKey{}, found)
}
