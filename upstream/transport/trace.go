package transport

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/Khan/genqlient/graphql"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/attribute"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	"strand/internal/telemetry"
)

// tracedAbove returns a transport with the metrics of OpenTelemetry, for requests whose span is that of their call.
func tracedAbove(next http.RoundTripper) http.RoundTripper {
	return otelhttp.NewTransport(next, otelhttp.WithTracerProvider(telemetry.Untraced))
}

// startSpan begins the span of a call, with its retries.
func (c *Client) startSpan(ctx context.Context, req *graphql.Request) (context.Context, trace.Span) {
	if !telemetry.IsTraced(ctx) {
		return ctx, trace.SpanFromContext(context.Background())
	}
	kind := operationType(req.Query)
	return telemetry.StartSpan(ctx, trace.SpanKindClient, kind+" "+req.OpName, append(
		peerOf(c.options.System, c.options.URL),
		semconv.GraphQLOperationTypeKey.String(kind), semconv.GraphQLOperationName(req.OpName),
		semconv.HTTPRequestMethodPost,
	)...)
}

// operationType returns the type of the operation that a document of this server begins with.
func operationType(document string) string {
	kind, _, _ := strings.Cut(strings.TrimSpace(document), " ")
	return kind
}

// peerOf returns the attributes of a system: its name, and its address without credentials.
func peerOf(system, endpoint string) []attribute.KeyValue {
	peer := []attribute.KeyValue{semconv.ServicePeerName(system)}
	u, err := url.Parse(endpoint)
	if err != nil {
		return peer
	}
	peer = append(peer, semconv.ServerAddress(u.Hostname()))
	if port, err := strconv.Atoi(u.Port()); err == nil {
		peer = append(peer, semconv.ServerPort(port))
	}
	return peer
}
