package graph

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"net/http"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// RouterHeader is the header in which a federation router sends its secret.
const RouterHeader = "X-Router-Authorization"

// isRouter reports whether a request has the secret of the router. The comparison takes constant time.
func (e *Executor) isRouter(r *http.Request) bool {
	if e.routerSecret == "" {
		return false
	}
	sentHash := sha256.Sum256([]byte(r.Header.Get(RouterHeader)))
	secretHash := sha256.Sum256([]byte(e.routerSecret))
	return subtle.ConstantTimeCompare(sentHash[:], secretHash[:]) == 1
}

// introspection is the gqlgen extension that resolves introspection for callers who may use it.
type introspection struct{}

func (introspection) ExtensionName() string                   { return "Introspection" }
func (introspection) Validate(graphql.ExecutableSchema) error { return nil }

func (introspection) MutateOperationContext(ctx context.Context, opCtx *graphql.OperationContext) *gqlerror.Error {
	opCtx.DisableIntrospection = !permissionsOf(ctx).introspection
	return nil
}
