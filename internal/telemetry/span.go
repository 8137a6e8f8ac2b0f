package telemetry

import (
	"context"
	"net/http"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// scope is the name of the instrumentation in the spans of this server.
const scope = "strand"

// shortest is the shortest duration of work that RecordSpan records.
const shortest = time.Millisecond

// IsTraced reports whether spans below the context are recorded: traces are exported, and the sampler has chosen this
// one. Work without a span begins a trace of its own.
func IsTraced(ctx context.Context) bool {
	span := trace.SpanFromContext(ctx)
	return span.IsRecording() || !span.SpanContext().IsValid()
}

// StartSpan begins a span below that of the context. Below a span that is not recorded it does nothing.
func StartSpan(
	ctx context.Context, kind trace.SpanKind, name string, attributes ...attribute.KeyValue,
) (context.Context, trace.Span) {
	if !IsTraced(ctx) {
		return ctx, noop.Span{}
	}
	return otel.Tracer(scope).Start(ctx, name, trace.WithSpanKind(kind), trace.WithAttributes(attributes...))
}

// EndSpan ends a span with the result of what it describes. The text of an error is left out: it can quote the input.
func EndSpan(span trace.Span, err error) {
	if err != nil && span.IsRecording() {
		span.SetStatus(codes.Error, "")
		span.SetAttributes(semconv.ErrorType(err))
	}
	span.End()
}

// RecordSpan records work that has ended, unless it took less than a millisecond: spans of short work would hide those
// that matter.
func RecordSpan(ctx context.Context, name string, started time.Time, attributes ...attribute.KeyValue) {
	ended := time.Now()
	if ended.Sub(started) < shortest || !trace.SpanFromContext(ctx).IsRecording() {
		return
	}
	_, span := otel.Tracer(scope).Start(ctx, name, trace.WithTimestamp(started), trace.WithAttributes(attributes...))
	span.End(trace.WithTimestamp(ended))
}

// WithoutTrace returns a context in which nothing is traced, for probes, which are repeated as long as the server runs.
func WithoutTrace(ctx context.Context) context.Context {
	return trace.ContextWithSpanContext(ctx, untraced)
}

// untraced is a span that the sampler of its children finds to be left out.
var untraced = trace.NewSpanContext(
	trace.SpanContextConfig{TraceID: trace.TraceID([]byte("strand untraced.")), SpanID: trace.SpanID{1}},
)

func isUntraced(ctx context.Context) bool { return trace.SpanContextFromContext(ctx).Equal(untraced) }

// Transport returns a transport with the metrics and spans of OpenTelemetry, which name the system.
func Transport(system string, next http.RoundTripper) http.RoundTripper {
	return otelhttp.NewTransport(
		next, otelhttp.WithSpanOptions(trace.WithAttributes(semconv.ServicePeerName(system))),
	)
}

// Untraced makes a library pass the trace on without spans that would repeat those of this server.
var Untraced trace.TracerProvider = noop.NewTracerProvider()
