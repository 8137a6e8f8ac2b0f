package transport

import (
	"context"
	"strings"

	"github.com/Khan/genqlient/graphql"

	"strand/internal/apperr"
)

// Empty is the client of a system that this installation does not have: reads find nothing, changes are refused.
type Empty struct{}

// MakeRequest leaves the response of a query empty.
func (Empty) MakeRequest(ctx context.Context, req *graphql.Request, resp *graphql.Response) error {
	if strings.HasPrefix(strings.TrimSpace(req.Query), "mutation") {
		return Refusing{}.MakeRequest(ctx, req, resp)
	}
	return nil
}

// Refusing is the client of a system that this installation does not have, and from which nothing can be read.
type Refusing struct{}

// MakeRequest returns an error for the caller.
func (Refusing) MakeRequest(context.Context, *graphql.Request, *graphql.Response) error {
	return apperr.New(apperr.NotFound, "this website does not have this service")
}
