package sisportal

import (
	"context"
	"errors"
	"net/http"

	"github.com/Khan/genqlient/graphql"

	"strand/internal/apperr"
	"strand/upstream/transport"
)

// ErrRecentLogin reports that the caller's last login is too old for a change of the second factor.
var ErrRecentLogin = apperr.New(
	apperr.RecentLoginRequired,
	"the last login is more than five minutes ago: log in again",
)

// translatingClient is a client whose errors have the codes of translate.
type translatingClient struct{ graphql.Client }

func (c translatingClient) MakeRequest(ctx context.Context, r *graphql.Request, answer *graphql.Response) error {
	return translate(c.Client.MakeRequest(ctx, r, answer), callStatuses)
}

// callStatuses and fileStatuses are the codes of HTTP statuses with which sis refuses a call or a file. Any other
// status is a failure of sis.
var (
	callStatuses = map[int]apperr.Code{
		http.StatusUnauthorized: apperr.Unauthenticated,
	}
	fileStatuses = map[int]apperr.Code{
		http.StatusUnauthorized:          apperr.Unauthenticated,
		http.StatusForbidden:             apperr.Forbidden,
		http.StatusRequestEntityTooLarge: apperr.Invalid,
		http.StatusUnsupportedMediaType:  apperr.Invalid,
	}
)

// messages are the messages for the caller by code.
var messages = map[apperr.Code]string{
	apperr.Unauthenticated: "the session has ended: sign in again",
	apperr.Forbidden:       "you may not read or change this object: ask an administrator for the permission",
	apperr.Invalid:         "a value is invalid: correct the input and try again",
	apperr.NotFound:        "not found: check the id",
}

// translate gives a refusal of sis the code and message for the caller. Other errors are returned unchanged: sis could
// not answer.
func translate(err error, statuses map[int]apperr.Code) error {
	var failure *transport.Error
	if !errors.As(err, &failure) {
		return err
	}
	var code apperr.Code
	switch failure.Kind {
	case transport.KindStatus:
		code = statuses[failure.Status]
	case transport.KindGraphQL:
		code = apperr.Code(failure.Code)
	default:
		return err
	}
	if code == apperr.RecentLoginRequired {
		return ErrRecentLogin
	}
	if message := messages[code]; message != "" {
		return &apperr.Error{Code: code, Message: message, Cause: err}
	}
	return err
}
