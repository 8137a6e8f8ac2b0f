package resolvers

import (
	"context"

	"github.com/99designs/gqlgen/graphql"

	"strand/domain/portal"
	"strand/internal/apperr"
)

// Auth refuses a field to whoever is not of its audience (spec §6): it is the directive of the schema.
func Auth(ctx context.Context, _ any, next graphql.Resolver, requires portal.Audience) (any, error) {
	req := requestOf(ctx)
	switch {
	case requires == portal.Editor && req.Editor, req.User.Belongs(requires):
		return next(ctx)
	case requires == portal.Editor:
		return nil, apperr.New(apperr.Unauthenticated, "this is for editors: sign in to the editor area")
	case req.User == nil:
		return nil, apperr.New(apperr.Unauthenticated, "this is for those who are signed in: send an id token")
	}
	return nil, apperr.New(apperr.Forbidden, "your roles do not allow this")
}
