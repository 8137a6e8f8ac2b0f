package cache

import (
	"context"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"strand/internal/telemetry"
)

// Attributes of the span of a cache miss.
const (
	entryKind = attribute.Key("strand.cache.entry")
	keyCount  = attribute.Key("strand.cache.keys")
)

// kindOf returns the kind of the entry of a key (Key). The rest of a key can be chosen by callers.
func kindOf(key string) string {
	kind, _, ok := strings.Cut(key, "(")
	if !ok {
		return "other"
	}
	return kind
}

// endSpan ends the span of a load of keys, which are of one kind, with the name of what has caused the load.
func endSpan(span trace.Span, cause string, keys []string, failures map[string]error) {
	if !span.IsRecording() {
		return
	}
	span.SetName(cause + " " + kindOf(keys[0]))
	span.SetAttributes(entryKind.String(kindOf(keys[0])), keyCount.Int(len(keys)))
	for _, err := range failures {
		telemetry.EndSpan(span, err)
		return
	}
	span.End()
}

// linkLoads links the span of a caller to those of the callers whose loads it waits for.
func linkLoads(ctx context.Context, flights map[string]*flight) {
	span := trace.SpanFromContext(ctx)
	if !span.IsRecording() {
		return
	}
	linked := map[*runningLoad]bool{}
	for _, f := range flights {
		if f.load.span.IsValid() && f.load.span.SpanID() != span.SpanContext().SpanID() && !linked[f.load] {
			linked[f.load] = true
			span.AddLink(trace.Link{SpanContext: f.load.span})
		}
	}
}
