package graph

import (
	"context"
	"net/http"

	"github.com/99designs/gqlgen/graphql"

	"strand/internal/cache"
	"strand/internal/calltrace"
	"strand/internal/querylimit"
	"strand/service/website/visit"
)

// Headers with the value 1 request the provenance of an answer's values (PROV-1), and the trace of its reads (PROV-11).
const (
	provenanceHeader = "X-Strand-Provenance"
	traceHeader      = "X-Strand-Trace"
)

// WantsProvenance reports whether a request asks for the sources of values (PROV-1).
func WantsProvenance(r *http.Request) bool { return r.Header.Get(provenanceHeader) == "1" }

// inspect adds to a request and its operation what its caller asks for and may see beside the data. In production,
// anonymous and signed-in callers may see nothing.
func (e *Executor) inspect(r *http.Request, req *visit.Request, op *Operation) {
	isDevelopment := !e.onlyPersisted
	op.isTraced = r.Header.Get(traceHeader) == "1" && (isDevelopment || req.Editor || op.isRouter)
	if isDevelopment && req.Preview == nil {
		req.Provenance = WantsProvenance(r)
	}
}

// tracer traces one operation.
type tracer struct {
	trace *calltrace.Trace
	meter *querylimit.Meter
}

// traceOperation returns the tracer of an operation, and the context in which it is executed. It counts the resolved
// fields, which operations without a trace need not do.
func (e *Executor) traceOperation(
	ctx context.Context, opCtx *graphql.OperationContext,
) (context.Context, *tracer) {
	t := &tracer{meter: e.guard.NewMeter()}
	ctx, t.trace = cache.WithTrace(ctx)
	next := opCtx.ResolverMiddleware
	opCtx.ResolverMiddleware = func(ctx context.Context, resolve graphql.Resolver) (any, error) {
		value, err := next(ctx, resolve)
		if field := graphql.GetFieldContext(ctx); err == nil && field != nil && field.Field.Field != nil &&
			field.Field.Definition != nil {
			t.meter.Count(field.Field.Field, value)
		}
		return value, err
	}
	return ctx, t
}

// end adds the trace and the actual cost to the answer.
func (t *tracer) end(response *graphql.Response) {
	if t == nil {
		return
	}
	addExtension(response, "trace", t.trace.End())
	if cost, ok := response.Extensions["cost"].(querylimit.Stats); ok {
		total := t.meter.Total()
		cost.Actual = &total
		response.Extensions["cost"] = cost
	}
}

func addExtension(response *graphql.Response, name string, value any) {
	if response.Extensions == nil {
		response.Extensions = map[string]any{}
	}
	response.Extensions[name] = value
}
