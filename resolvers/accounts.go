package resolvers

import (
	"context"
	"errors"
	"net/http"

	"strand/internal/apperr"
	"strand/upstream/transport"
)

// errRecentLogin asks for another login before a change of the second factor.
var errRecentLogin = apperr.New(apperr.RecentLoginRequired, "log in again: this needs a login within the last five minutes")

// hasRecentLogin returns errRecentLogin unless the ID token of the caller tells of a login a moment ago. sis may look again.
func (r *Resolver) hasRecentLogin(ctx context.Context) error {
	if u := requestOf(ctx).User; u == nil || !u.HasRecentLogin(r.Now()) {
		return errRecentLogin
	}
	return nil
}

// qrSize is how many pixels wide the picture of a second factor is.
const qrSize = 240

// ofSIS says what sis refuses to somebody in the graph's words.
func ofSIS(err error) error {
	var failure *transport.Error
	if errors.As(err, &failure) && failure.Kind == transport.KindStatus && failure.Status == http.StatusUnauthorized {
		return &apperr.Error{Code: apperr.Unauthenticated, Message: "sign in again", Cause: err}
	}
	if errors.As(err, &failure) && failure.Kind == transport.KindGraphQL {
		switch code := apperr.Code(failure.Code); code {
		case apperr.Unauthenticated:
			return &apperr.Error{Code: code, Message: "sign in again", Cause: err}
		case apperr.RecentLoginRequired:
			return errRecentLogin
		case apperr.Forbidden:
			return &apperr.Error{Code: code, Message: "this is not yours to see or to change", Cause: err}
		case apperr.Invalid:
			return &apperr.Error{Code: code, Message: "sis does not accept this", Cause: err}
		case apperr.NotFound:
			return &apperr.Error{Code: code, Message: "there is no such thing", Cause: err}
		}
	}
	return err
}
