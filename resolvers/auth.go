package resolvers

import (
	"context"

	"github.com/99designs/gqlgen/graphql"

	"strand/domain/portal"
	"strand/internal/apperr"
)

// Auth implements the schema's directive `auth`: it refuses a field to callers outside of the required audience.
func Auth(ctx context.Context, _ any, next graphql.Resolver, requires portal.Audience) (any, error) {
	if err := requestOf(ctx).authorize(requires); err != nil {
		return nil, err
	}
	return next(ctx)
}

// authorize returns an error with the code UNAUTHENTICATED or FORBIDDEN if the caller is outside of the audience.
func (r *Request) authorize(requires portal.Audience) error {
	switch {
	case requires == portal.Editor && r.Editor, r.User.IsInAudience(requires):
		return nil
	case requires == portal.Editor:
		return apperr.New(apperr.Unauthenticated, "only editors may use this: sign in to the editor area")
	case r.User == nil:
		return apperr.New(apperr.Unauthenticated, "only signed-in users may use this: send an ID token")
	}
	return apperr.New(apperr.Forbidden, "your roles do not allow this: ask an administrator for access")
}
