package resolvers

import (
	"context"

	"github.com/99designs/gqlgen/graphql"

	"strand/domain/portal"
	"strand/internal/apperr"
)

// Auth is the directive of the schema: it refuses a field to callers who are not of its audience.
func Auth(ctx context.Context, _ any, next graphql.Resolver, requires portal.Audience) (any, error) {
	if err := requestOf(ctx).authorize(requires); err != nil {
		return nil, err
	}
	return next(ctx)
}

// authorize returns an error with code UNAUTHENTICATED or FORBIDDEN for a caller who is not of an audience.
func (r *Request) authorize(requires portal.Audience) error {
	switch {
	case requires == portal.Editor && r.Editor, r.User.Belongs(requires):
		return nil
	case requires == portal.Editor:
		return apperr.New(apperr.Unauthenticated, "this is for editors: sign in to the editor area")
	case r.User == nil:
		return apperr.New(apperr.Unauthenticated, "this is for those who are signed in: send an id token")
	}
	return apperr.New(apperr.Forbidden, "your roles do not allow this")
}
