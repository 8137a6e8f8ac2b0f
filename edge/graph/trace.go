package graph

import (
	"context"
	"slices"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	"strand/internal/telemetry"
	"strand/upstream/transport"
)

// observe adds the operation to the log event of its request, and the name of a persisted one to the request's span: an
// answer from the cache has no span of an operation. Other names are chosen by callers.
func (e *Executor) observe(ctx context.Context, op Operation) {
	requestLog := telemetry.RequestLogFrom(ctx)
	requestLog.Set("operation", op.OperationName)
	requestLog.Set("variables", transport.Variables(op.Variables))
	if name := e.persisted.name(op.DocumentID); name != "" {
		trace.SpanFromContext(ctx).SetAttributes(semconv.GraphQLOperationName(name))
	}
}

// startSpan begins the span of an operation, whose name and type are known when it was parsed. Its kind is internal: a
// request over HTTP has a span of its own, and pages execute operations without one.
func startSpan(ctx context.Context) (context.Context, trace.Span) {
	return telemetry.StartSpan(ctx, trace.SpanKindInternal, "GraphQL Operation")
}

// describeOperation names a span by the conventions of OpenTelemetry. Names that callers choose are not in the name of
// the span, since there can be any number of them; the document and its variables are left out.
func describeOperation(span trace.Span, opCtx *graphql.OperationContext, isKnown bool) {
	kind := string(opCtx.Operation.Operation)
	name := kind
	span.SetAttributes(semconv.GraphQLOperationTypeKey.String(kind))
	if own := opCtx.Operation.Name; own != "" {
		span.SetAttributes(semconv.GraphQLOperationName(own))
		if isKnown {
			name += " " + own
		}
	}
	span.SetName(name)
}

// markErrors adds the codes of the errors of an answer to the span of its operation. Messages can quote the input.
func markErrors(span trace.Span, answer *Answer) {
	if !span.IsRecording() || len(answer.Errors) == 0 {
		return
	}
	found := make([]string, len(answer.Errors))
	for i, err := range answer.Errors {
		found[i] = string(codeOf(err))
	}
	slices.Sort(found)
	span.SetStatus(codes.Error, "")
	span.SetAttributes(telemetry.ErrorCodesKey.StringSlice(slices.Compact(found)))
}

// Attributes of the span of a resolver.
const (
	resolverObject = attribute.Key("strand.resolver.object")
	resolverField  = attribute.Key("strand.resolver.field")
)

// resolverSpans records resolvers that took a millisecond or longer. Spans of what a resolver has called are beside its
// own, because it is not known before how long it takes.
type resolverSpans struct{}

var _ interface {
	graphql.HandlerExtension
	graphql.FieldInterceptor
} = resolverSpans{}

// ExtensionName returns the name of the extension.
func (resolverSpans) ExtensionName() string { return "ResolverSpans" }

// Validate accepts every schema.
func (resolverSpans) Validate(graphql.ExecutableSchema) error { return nil }

// InterceptField resolves a field.
func (resolverSpans) InterceptField(ctx context.Context, resolve graphql.Resolver) (any, error) {
	field := graphql.GetFieldContext(ctx)
	if !field.IsResolver {
		return resolve(ctx)
	}
	started := time.Now()
	value, err := resolve(ctx)
	object, name := field.Field.ObjectDefinition.Name, field.Field.Name
	telemetry.RecordSpan(ctx, "resolve "+object+"."+name, started,
		resolverObject.String(object), resolverField.String(name))
	return value, err
}
