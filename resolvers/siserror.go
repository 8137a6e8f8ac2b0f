package resolvers

import (
	"context"
	"errors"
	"net/http"

	"strand/internal/apperr"
	"strand/upstream/transport"
)

// errRecentLogin is returned for a change of the second factor without a recent login.
var errRecentLogin = apperr.New(
	apperr.RecentLoginRequired,
	"the last login is more than five minutes ago: log in again",
)

// requireRecentLogin returns errRecentLogin unless the caller's ID token proves a login within the last five minutes.
// sis may check it again.
func (r *Resolver) requireRecentLogin(ctx context.Context) error {
	if u := requestOf(ctx).User; u == nil || !u.HasRecentLogin(r.Now()) {
		return errRecentLogin
	}
	return nil
}

// translateSISError converts an error of sis into the graph's error codes and messages. Other errors are returned
// unchanged.
func translateSISError(err error) error {
	var failure *transport.Error
	if errors.As(err, &failure) && failure.Kind == transport.KindStatus && failure.Status == http.StatusUnauthorized {
		return &apperr.Error{Code: apperr.Unauthenticated, Message: "the session has ended: sign in again", Cause: err}
	}
	if errors.As(err, &failure) && failure.Kind == transport.KindGraphQL {
		switch code := apperr.Code(failure.Code); code {
		case apperr.Unauthenticated:
			return &apperr.Error{Code: code, Message: "the session has ended: sign in again", Cause: err}
		case apperr.RecentLoginRequired:
			return errRecentLogin
		case apperr.Forbidden:
			return &apperr.Error{
				Code:    code,
				Message: "you may not read or change this object: ask an administrator for the permission",
				Cause:   err,
			}
		case apperr.Invalid:
			return &apperr.Error{Code: code, Message: "a value is invalid: correct the input and try again", Cause: err}
		case apperr.NotFound:
			return &apperr.Error{Code: code, Message: "not found: check the id", Cause: err}
		}
	}
	return err
}
