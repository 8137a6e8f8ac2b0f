package edge

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/semconv/v1.43.0/httpconv"
	"go.opentelemetry.io/otel/trace"

	"strand/domain/editor"
	"strand/edge/respond"
	"strand/internal/instrument"
	"strand/internal/recovery"
	"strand/internal/telemetry"
	"strand/internal/uploads"
)

// statusClientClosed is the status in logs, metrics and spans of a request that failed because its client closed the
// connection: work was cancelled, and the server did not fail. The client never gets it. No status is registered for
// this; proxies use the same number.
const statusClientClosed = 499

// unknownRoute is the route of the paths of a mux that it has no handler for.
const unknownRoute = "/{unknown...}"

// setRoute records the pattern that a mux has found as the route of a request.
func setRoute(r *http.Request) {
	telemetry.RequestLogFrom(r.Context()).SetRoute(cmp.Or(r.Pattern, unknownRoute))
}

// scope is the name of the spans and metrics of requests.
const scope = "strand/edge"

// observe adds to every request the span and the metrics of the conventions of OpenTelemetry, and one log event. A
// panic in a handler is answered with 500. An answer that the cache has ready is sent before the request is routed
// (CACHE-16). otelhttp would take longer than sending it (docs/decisions/0055-one-observer.md).
func observe(findKept func(*http.Request) keptAnswer, next http.Handler, log *slog.Logger) http.Handler {
	tracer, untraced := otel.Tracer(scope), telemetry.Untraced.Tracer(scope)
	active := instrument.New(httpconv.NewServerActiveRequests(otel.Meter(scope)))
	duration := instrument.New(httpconv.NewServerRequestDuration(otel.Meter(scope)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		answer := findKept(r)
		ctx, tracer := otel.GetTextMapPropagator().Extract(r.Context(), propagation.HeaderCarrier(r.Header)), tracer
		if isProbe(r) { // load balancers ask every few seconds
			ctx, tracer = telemetry.WithoutTrace(ctx), untraced
		}
		method := methodOf(r)
		ctx, span := tracer.Start(ctx, method, trace.WithSpanKind(trace.SpanKindServer))
		defer span.End()
		ctx, requestLog := telemetry.WithRequestLog(ctx)
		sent := &sentResponse{ResponseWriter: w, ctx: ctx, status: http.StatusOK}
		if answer.send == nil {
			answer.send = next.ServeHTTP
			active.Inst().Add(ctx, 1)
			sent.onStream = sync.OnceFunc(func() { active.Inst().Add(ctx, -1) })
			defer sent.onStream()
		}
		isAborted := serveRecovered(ctx, log, answer.send, sent, r.WithContext(ctx))

		spent, route := time.Since(started), answer.route
		if route == "" {
			route = cmp.Or(requestLog.Route(), routeOf(r.URL.Path))
		}
		attributes := append(
			make([]attribute.KeyValue, 0, 4),
			semconv.HTTPRequestMethodKey.String(method),
			semconv.HTTPRoute(route),
			semconv.HTTPResponseStatusCode(sent.status),
		)
		if sent.isStream {
			attributes = append(attributes, streaming)
		}
		if span.IsRecording() {
			describe(span, r, method+" "+route, sent, attributes)
		}
		duration.Inst().Record(ctx, spent.Seconds(), metric.WithAttributeSet(attribute.NewSet(attributes...)))
		logRequest(ctx, log, r, route, sent, spent, requestLog)
		if isAborted {
			// The connection is aborted, so that the client does not take an incomplete response for complete.
			panic(http.ErrAbortHandler)
		}
	})
}

// methodOf returns the method of a request for spans and metrics: callers can invent others.
func methodOf(r *http.Request) string {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodOptions, http.MethodConnect, http.MethodTrace:
		return r.Method
	}
	return semconv.HTTPRequestMethodOther.Value.AsString()
}

// describe adds the name and attributes of a request to its span, without what the log does not contain either: the
// visitor's address and browser, and the token of a preview.
func describe(span trace.Span, r *http.Request, name string, sent *sentResponse, attributes []attribute.KeyValue) {
	span.SetName(name)
	span.SetAttributes(attributes...)
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	span.SetAttributes(
		semconv.ServerAddress(r.Host),
		semconv.URLScheme(scheme),
		semconv.URLPath(loggedPath(r.URL.Path)),
		semconv.NetworkProtocolVersion(strings.TrimPrefix(r.Proto, "HTTP/")),
		semconv.HTTPResponseBodySize(int(sent.bytes)),
	)
	if sent.status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, "")
	}
}

// isProbe reports whether a request asks for the health of the server.
func isProbe(r *http.Request) bool { return r.URL.Path == "/healthz" || r.URL.Path == "/readyz" }

// streaming marks answers that last as long as the subscription, so that metrics separate their durations.
var streaming = telemetry.StreamKey.Bool(true)

// loggedPath returns a path for the log and spans: without the token of a preview and the id of an upload, which give
// access to what they name.
func loggedPath(path string) string {
	if strings.HasPrefix(path, uploads.BasePath) && len(path) > len(uploads.BasePath) {
		return uploads.BasePath + "{id}"
	}
	return editor.WithoutToken(path)
}

// serveRecovered serves a request and recovers a panic of its handler. It reports whether the response is incomplete.
func serveRecovered(
	ctx context.Context,
	log *slog.Logger,
	send http.HandlerFunc,
	sent *sentResponse,
	r *http.Request,
) (isAborted bool) {
	defer func() {
		value := recover()
		switch value {
		case nil:
			return
		case http.ErrAbortHandler: // net/http compares the value itself
			isAborted = true
			return
		}
		err := recovery.Report(ctx, log, "http_handler", value)
		if isAborted = sent.started; !isAborted {
			respond.Error(sent, r, err)
		}
	}()
	send(sent, r)
	return false
}

// logRequest logs the request's event. Failures of the server are errors, pages are info, other requests are debug. A
// 503 is a warning: its cause has an error event of its own, once per incident.
func logRequest(
	ctx context.Context,
	log *slog.Logger,
	r *http.Request,
	route string,
	sent *sentResponse,
	spent time.Duration,
	requestLog *telemetry.RequestLog,
) {
	level := slog.LevelDebug
	switch {
	case sent.status == http.StatusServiceUnavailable:
		level = slog.LevelWarn
	case sent.status >= http.StatusInternalServerError:
		level = slog.LevelError
	case strings.Contains(route, pageRoute) || route == graphRoute:
		level = slog.LevelInfo
	}
	if !log.Enabled(ctx, level) {
		return
	}
	attrs := append(
		make([]slog.Attr, 0, 16),
		slog.String("method", r.Method),
		slog.String("host", r.Host),
		slog.String("path", loggedPath(r.URL.Path)),
		slog.Int("status", sent.status),
		slog.Int64("bytes", sent.bytes),
		slog.Duration("duration", spent),
	)
	log.LogAttrs(ctx, level, "request", requestLog.AppendAttrs(attrs)...)
}

// pageRoute is the route of all paths that the rules of the sites resolve, beside the data and the files of a page.
const pageRoute = "/{page...}"

// graphRoute is the route of the graph.
const graphRoute = "/graphql"

// routeOf returns the route of a path that no mux has served.
func routeOf(path string) string {
	if strings.HasPrefix(path, editor.PreviewPrefix) {
		return editor.PreviewPrefix + "{context}" + pageRoute
	}
	switch name := path[strings.LastIndexByte(path, '/')+1:]; name {
	case "_payload.json", "_site.json", "data-sheet.pdf", "manual.pdf":
		return pageRoute + "/" + name
	}
	return pageRoute
}

// sentResponse records the status and size of a response.
type sentResponse struct {
	http.ResponseWriter
	ctx     context.Context
	status  int
	bytes   int64
	started bool
	// isStream is true for an answer that lasts as long as a subscription; onStream is called when it begins: it takes
	// neither CPU time nor memory like a request in flight.
	isStream bool
	onStream func()
}

// start records the beginning of the response.
func (s *sentResponse) start(status int) {
	if s.started {
		return
	}
	s.status, s.started = status, true
	if s.Header().Get("Content-Type") == "text/event-stream" {
		s.isStream = true
		s.onStream()
	}
}

func (s *sentResponse) WriteHeader(status int) {
	if status >= http.StatusInternalServerError && errors.Is(s.ctx.Err(), context.Canceled) {
		status = statusClientClosed
	}
	s.start(status)
	s.ResponseWriter.WriteHeader(status)
}

func (s *sentResponse) Write(b []byte) (int, error) {
	s.start(http.StatusOK)
	n, err := s.ResponseWriter.Write(b)
	s.bytes += int64(n)
	return n, err
}

// Unwrap gives http.ResponseController access to the server's ResponseWriter.
func (s *sentResponse) Unwrap() http.ResponseWriter { return s.ResponseWriter }
