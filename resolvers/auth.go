package resolvers

import (
	"context"

	"github.com/99designs/gqlgen/graphql"

	"strand/domain/portal"
	"strand/service/website/visit"
)

// Auth implements the schema's directive `auth`: it refuses a field to callers outside of the required audience.
func Auth(ctx context.Context, _ any, next graphql.Resolver, requires portal.Audience) (any, error) {
	if err := visit.Of(ctx).Authorize(requires); err != nil {
		return nil, err
	}
	return next(ctx)
}
