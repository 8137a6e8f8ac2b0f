package telemetry

import (
	"context"
	"fmt"
	"log/slog"
	"reflect"
	"regexp"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	"strand/internal/apperr"
)

var (
	// absoluteURL matches a URL: its scheme, its host and path, and its query and fragment. Apostrophes are a part of
	// URLs.
	absoluteURL = regexp.MustCompile(`([a-zA-Z][a-zA-Z0-9+.-]*://)(?:[^\s"<>/?#]*@)?([^\s"<>?#]*)([?#][^\s"<>]*)?`)
	// mailAddress matches an e-mail address. Versions of modules, which also have an @, end with a number.
	mailAddress = regexp.MustCompile(`[^\s"'<>@:,;()\[\]{}/=\\]+@(?:[\pL\pN_-]+\.)+\pL{2,}`)
)

// Clean returns a text without what identifies or authenticates a person: users, passwords and queries of URLs, and
// e-mail addresses.
func Clean(text string) string {
	if strings.Contains(text, "://") {
		text = absoluteURL.ReplaceAllString(text, "$1$2")
	}
	if strings.Contains(text, "@") {
		text = mailAddress.ReplaceAllString(text, "[address]")
	}
	return text
}

// CleanError returns an error whose text is clean.
func CleanError(err error) error {
	text := err.Error()
	if clean := Clean(text); clean != text {
		return apperr.WithText(err, clean)
	}
	return err
}

// cleanHandler cleans the texts of events. Values of other text types become plain texts, and durations numbers of
// milliseconds, whose names end in _ms: every handler writes both alike.
type cleanHandler struct{ slog.Handler }

func (h cleanHandler) Handle(ctx context.Context, event slog.Record) error {
	attrs := make([]slog.Attr, 0, event.NumAttrs())
	event.Attrs(func(a slog.Attr) bool { attrs = append(attrs, a); return true })
	if isUntraced(ctx) {
		ctx = trace.ContextWithSpanContext(ctx, trace.SpanContext{})
	}
	if clean, changed := cleanAttrs(attrs); changed {
		event = slog.NewRecord(event.Time, event.Level, event.Message, event.PC)
		event.AddAttrs(clean...)
	}
	return h.Handler.Handle(ctx, event)
}

func (h cleanHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	clean, _ := cleanAttrs(attrs)
	return cleanHandler{h.Handler.WithAttrs(clean)}
}

func (h cleanHandler) WithGroup(name string) slog.Handler {
	return cleanHandler{h.Handler.WithGroup(name)}
}

func cleanAttrs(attrs []slog.Attr) (clean []slog.Attr, changed bool) {
	clean = make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		value, isChanged := cleanValue(a.Value)
		changed = changed || isChanged
		if value.Kind() == slog.KindDuration {
			// Handlers write durations with different units, or without one.
			a.Key, value, changed = a.Key+"_ms", slog.Float64Value(milliseconds(value.Duration())), true
		}
		clean[i] = slog.Attr{Key: a.Key, Value: value}
	}
	return clean, changed
}

// milliseconds returns a duration as a number, in steps of a microsecond.
func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func cleanValue(v slog.Value) (clean slog.Value, changed bool) {
	switch v.Kind() {
	case slog.KindLogValuer:
		clean, _ = cleanValue(v.Resolve())
		return clean, true
	case slog.KindString:
		text := Clean(v.String())
		return slog.StringValue(text), text != v.String()
	case slog.KindGroup:
		attrs, changed := cleanAttrs(v.Group())
		return slog.GroupValue(attrs...), changed
	case slog.KindAny:
		held := reflect.ValueOf(v.Any())
		if held.Kind() == reflect.Invalid || held.Kind() == reflect.Pointer && held.IsNil() {
			return v, false
		}
		switch value := v.Any().(type) {
		case error:
			return slog.AnyValue(CleanError(value)), true
		case fmt.Stringer:
			return slog.StringValue(Clean(value.String())), true
		default:
			return plainValue(v, held)
		}
	}
	return v, false
}

// plainValue returns a value of a named type as one of its basic type: exporters of logs do not know named types.
func plainValue(v slog.Value, held reflect.Value) (plain slog.Value, changed bool) {
	switch {
	case held.Kind() == reflect.String:
		return slog.StringValue(Clean(held.String())), true
	case held.CanInt():
		return slog.Int64Value(held.Int()), true
	case held.CanUint():
		return slog.Uint64Value(held.Uint()), true
	case held.CanFloat():
		return slog.Float64Value(held.Float()), true
	case held.Kind() == reflect.Bool:
		return slog.BoolValue(held.Bool()), true
	case held.Kind() == reflect.Slice && held.Type().Elem().Kind() == reflect.String:
		texts := make([]string, held.Len())
		for i := range texts {
			texts[i] = Clean(held.Index(i).String())
		}
		return slog.AnyValue(texts), true
	}
	return v, false
}

// isKnown reports whether an attribute of a span is exported. All others, also those that a library adds
// in a later version, are left out: they can contain values of variables, tokens and addresses.
var isKnown = attribute.NewAllowKeysFilter(
	semconv.HTTPRequestMethodKey, semconv.HTTPRouteKey, semconv.HTTPResponseStatusCodeKey,
	semconv.HTTPRequestBodySizeKey, semconv.HTTPResponseBodySizeKey, semconv.HTTPRequestResendCountKey,
	semconv.URLSchemeKey, semconv.URLPathKey, semconv.URLFullKey, semconv.ServerAddressKey, semconv.ServerPortKey,
	semconv.NetworkProtocolNameKey, semconv.NetworkProtocolVersionKey, semconv.NetworkTransportKey,
	semconv.ErrorTypeKey, semconv.ExceptionTypeKey,
	semconv.GraphQLOperationNameKey, semconv.GraphQLOperationTypeKey,
	semconv.DBSystemNameKey, semconv.DBNamespaceKey, semconv.DBOperationNameKey, semconv.DBOperationBatchSizeKey,
	semconv.DBQuerySummaryKey, semconv.ServicePeerNameKey,
	semconv.RPCSystemNameKey, semconv.RPCMethodKey, semconv.AWSS3BucketKey,
	semconv.MessagingSystemKey, semconv.MessagingDestinationNameKey,
	semconv.MessagingOperationNameKey, semconv.MessagingOperationTypeKey,
)

// ErrorCodesKey is the attribute of the codes of a graph error.
const ErrorCodesKey = attribute.Key("strand.error.codes")

// ownPrefix is the prefix of attributes of this server. Their values never come from a caller.
const ownPrefix = "strand."

// cleanSpans exports spans without what identifies or authenticates a person, and without values of variables.
type cleanSpans struct{ sdktrace.SpanExporter }

func (c cleanSpans) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	clean := make([]sdktrace.ReadOnlySpan, len(spans))
	for i, s := range spans {
		clean[i] = cleanSpan{s}
	}
	return c.SpanExporter.ExportSpans(ctx, clean)
}

type cleanSpan struct{ sdktrace.ReadOnlySpan }

func (s cleanSpan) Attributes() []attribute.KeyValue {
	return cleanAttributes(s.ReadOnlySpan.Attributes())
}

func (s cleanSpan) Events() []sdktrace.Event {
	events := s.ReadOnlySpan.Events()
	clean := make([]sdktrace.Event, len(events))
	for i, e := range events {
		e.Attributes = cleanAttributes(e.Attributes)
		clean[i] = e
	}
	return clean
}

// Status has no description: libraries describe an error by its text, which can quote the input that caused it.
func (s cleanSpan) Status() sdktrace.Status {
	status := s.ReadOnlySpan.Status()
	if status.Code == codes.Error {
		status.Description = ""
	}
	return status
}

func cleanAttributes(attributes []attribute.KeyValue) []attribute.KeyValue {
	clean := make([]attribute.KeyValue, 0, len(attributes))
	for _, a := range attributes {
		if !isKnown(a) && !strings.HasPrefix(string(a.Key), ownPrefix) {
			continue
		}
		if a.Value.Type() == attribute.STRING {
			a.Value = attribute.StringValue(Clean(a.Value.AsString()))
		}
		clean = append(clean, a)
	}
	return clean
}
