// Package spantest records the spans of a test.
package spantest

import (
	"testing"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
)

// Record records the spans that begin from now on until the test ends. Tests with it are not parallel.
func Record(t testing.TB) *tracetest.SpanRecorder {
	t.Helper()
	recorder, before := tracetest.NewSpanRecorder(), otel.GetTracerProvider()
	otel.SetTracerProvider(trace.NewTracerProvider(trace.WithSpanProcessor(recorder)))
	t.Cleanup(func() { otel.SetTracerProvider(before) })
	return recorder
}

// Value returns an attribute of a span as a text; empty if the span does not have it.
func Value(span trace.ReadOnlySpan, key attribute.Key) string {
	all := attribute.NewSet(span.Attributes()...)
	value, _ := all.Value(key)
	return value.String()
}
