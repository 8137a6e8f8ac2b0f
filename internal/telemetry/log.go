package telemetry

import (
	"context"
	"log/slog"

	"go.opentelemetry.io/otel/trace"
)

// LogHandler adds the trace id of the context to every event, so that logs and traces can be correlated.
func LogHandler(next slog.Handler) slog.Handler { return traceHandler{next} }

type traceHandler struct{ slog.Handler }

func (t traceHandler) Handle(ctx context.Context, event slog.Record) error {
	if span := trace.SpanContextFromContext(ctx); span.HasTraceID() {
		event.AddAttrs(slog.String("trace_id", span.TraceID().String()))
	}
	return t.Handler.Handle(ctx, event)
}

func (t traceHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return traceHandler{t.Handler.WithAttrs(attrs)}
}
func (t traceHandler) WithGroup(name string) slog.Handler {
	return traceHandler{t.Handler.WithGroup(name)}
}
