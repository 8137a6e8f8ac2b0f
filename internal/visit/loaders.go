package visit

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"strand/domain/site"
)

// LoaderWait is the time for which loaders collect single keys into one call: about the time in which the fields of one
// level are resolved. Levels whose keys are known in advance use Reads without waiting.
const LoaderWait = 50 * time.Microsecond

// loaderKey identifies loaders: an operation cancels its context when it ends, and a page executes two at once.
type loaderKey struct {
	// kind is a nil pointer of the type of the loaders.
	kind        any
	siteContext *site.Context
	// operation is nil outside of an operation.
	operation *graphql.OperationContext
}

// Loaders returns the loaders of a type for a site context in an operation of the request, created on first use.
func Loaders[L any](ctx context.Context, siteCtx *site.Context, create func() *L) *L {
	key := loaderKey{kind: (*L)(nil), siteContext: siteCtx}
	if graphql.HasOperationContext(ctx) {
		key.operation = graphql.GetOperationContext(ctx)
	}
	r := Of(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	if l, ok := r.loaders[key]; ok {
		return l.(*L)
	}
	l := create()
	if r.loaders == nil {
		r.loaders = map[loaderKey]any{}
	}
	r.loaders[key] = l
	return l
}
