package visitor

import (
	"context"
	"net/http"
	"strings"

	"strand/domain/portal"
	"strand/edge/graph"
	"strand/internal/apperr"
	"strand/service/website/visit"
	"strand/upstream/identity"
)

// SignIn configures the identity server for browsers, and verifies their tokens.
type SignIn struct {
	Issuer, ClientID, Scope string
	// Origins are further origins of the identity server.
	Origins  []string
	Roles    identity.Roles
	Verifier *identity.Verifier
}

// AccessTokenHeader contains the access token that was issued with the ID token of Authorization. It is optional: it
// is needed to read current roles from identity servers that do not accept ID tokens for that.
const AccessTokenHeader = "X-Access-Token"

// Sources returns the origins of the identity server, separated by spaces, which pages may connect to and show in a
// hidden frame; empty without one.
func (s SignIn) Sources() string {
	if s.Issuer == "" {
		return ""
	}
	scheme, rest, _ := strings.Cut(s.Issuer, "://")
	host, _, _ := strings.Cut(rest, "/")
	return strings.Join(append([]string{scheme + "://" + host}, s.Origins...), " ")
}

// User returns the user of an ID token with the current roles.
func (s SignIn) User(ctx context.Context, token, accessToken string) (*portal.User, error) {
	if s.Verifier == nil {
		return nil, apperr.New(apperr.Unauthenticated, "this website has no sign-in")
	}
	return s.Verifier.User(ctx, token, accessToken)
}

// Requests adds the signed-in user to the requests of visitors.
func (s SignIn) Requests(v Reader) graph.Requests {
	return func(r *http.Request) (*visit.Request, error) {
		req := v.Request(r)
		header := r.Header.Get("Authorization")
		// The user of a preview is that of its audience.
		if header == "" || req.Preview != nil {
			return req, nil
		}
		scheme, token, _ := strings.Cut(header, " ")
		if !strings.EqualFold(scheme, "Bearer") || token == "" {
			return nil, apperr.New(apperr.Unauthenticated, "Authorization: send Bearer and an ID token")
		}
		accessToken := r.Header.Get(AccessTokenHeader)
		user, err := s.User(r.Context(), token, accessToken)
		if err != nil {
			return nil, err
		}
		req.User, req.IDToken = user, token
		req.Verify = func(ctx context.Context) (*portal.User, error) { return s.User(ctx, token, accessToken) }
		return req, nil
	}
}
