package visit

import (
	"context"
	"time"

	"strand/domain/site"
)

// LoaderWait is the time for which loaders collect single keys into one call: about the time in which the fields of one
// level are resolved. Levels whose keys are known in advance use Reads without waiting.
const LoaderWait = 50 * time.Microsecond

// loaderKey identifies the loaders of a kind for a site context.
type loaderKey struct {
	// kind is a nil pointer of the type of the loaders.
	kind        any
	siteContext *site.Context
}

// Loaders returns the loaders of a type for a site context, created on first use. Each operation has its own, since it
// cancels its context when it ends and a page executes two at once.
func Loaders[L any](ctx context.Context, siteCtx *site.Context, create func() *L) *L {
	key := loaderKey{kind: (*L)(nil), siteContext: siteCtx}
	o := operationOf(ctx)
	o.mu.Lock()
	defer o.mu.Unlock()
	if l, ok := o.loaders[key]; ok {
		return l.(*L)
	}
	l := create()
	if o.loaders == nil {
		o.loaders = map[loaderKey]any{}
	}
	o.loaders[key] = l
	return l
}
