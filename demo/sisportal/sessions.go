package sisportal

import (
	"context"

	"strand/domain/account"
)

// Sessions are the sessions of users at the identity server. A session (sid) is that of an ID token.
type Sessions interface {
	// Sessions returns the sessions of a user, the latest activity first, and marks that of an ID token.
	Sessions(ctx context.Context, userID, sid string) ([]*account.Session, error)
	// EndSession ends a session of a user by its id; an unknown one, or that of another user, changes nothing.
	EndSession(ctx context.Context, userID, id string) error
	// SignOutOthers ends every session of a user except that of an ID token; an empty sid ends all of them.
	SignOutOthers(ctx context.Context, userID, exceptSID string) error
}

func (r root) Sessions(ctx context.Context) ([]*account.Session, error) {
	if r.server.sessions == nil {
		return nil, nil
	}
	return r.server.sessions.Sessions(ctx, caller(ctx).ID, sessionOf(ctx))
}

func (r root) EndSession(ctx context.Context, id string) ([]*account.Session, error) {
	if r.server.sessions == nil {
		return nil, nil
	}
	if err := r.server.sessions.EndSession(ctx, caller(ctx).ID, id); err != nil {
		return nil, err
	}
	return r.Sessions(ctx)
}

func (r root) EndSessions(ctx context.Context, exceptCurrent bool) ([]*account.Session, error) {
	if r.server.sessions == nil {
		return nil, nil
	}
	kept := ""
	if exceptCurrent {
		kept = sessionOf(ctx)
	}
	if err := r.server.sessions.SignOutOthers(ctx, caller(ctx).ID, kept); err != nil {
		return nil, err
	}
	return r.Sessions(ctx)
}

// endSessions ends the sessions of a user after a change of credentials, except one (sid). The change is already
// stored, so that a failure is only logged.
func (s *Server) endSessions(ctx context.Context, userID, exceptSID string) {
	if s.sessions == nil {
		return
	}
	if err := s.sessions.SignOutOthers(context.WithoutCancel(ctx), userID, exceptSID); err != nil {
		s.log.ErrorContext(ctx, "sessions_not_ended", "user", userID, "error", err)
	}
}
