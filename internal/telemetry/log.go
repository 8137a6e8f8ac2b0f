package telemetry

import (
	"context"
	"log/slog"

	"go.opentelemetry.io/otel/trace"
)

// TraceID returns the trace id of a context; empty if the context has none.
func TraceID(ctx context.Context) string {
	if span := trace.SpanContextFromContext(ctx); span.HasTraceID() && !span.Equal(untraced) {
		return span.TraceID().String()
	}
	return ""
}

// LogHandler cleans the texts of every event, and adds the trace id of the context, so that logs and traces can be
// correlated.
func LogHandler(next slog.Handler) slog.Handler { return traceHandler{cleanHandler{next}} }

type traceHandler struct{ slog.Handler }

func (t traceHandler) Handle(ctx context.Context, event slog.Record) error {
	if id := TraceID(ctx); id != "" {
		event.AddAttrs(slog.String("trace_id", id))
	}
	return t.Handler.Handle(ctx, event)
}

func (t traceHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return traceHandler{t.Handler.WithAttrs(attrs)}
}
func (t traceHandler) WithGroup(name string) slog.Handler {
	return traceHandler{t.Handler.WithGroup(name)}
}
