package edge

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel"
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

// observation is what the handlers of a request tell its observer.
type observation struct {
	// route is the route of the answer; empty for that of its path.
	route string
	// isAborted is true if the response is incomplete.
	isAborted bool
}

type observationKey struct{}

// unknownRoute is the route of the paths of a mux that it has no handler for.
const unknownRoute = "/{unknown...}"

// setRoute records the pattern that a mux has found as the route of a request.
func setRoute(r *http.Request) {
	if seen, ok := r.Context().Value(observationKey{}).(*observation); ok {
		seen.route = cmp.Or(r.Pattern, unknownRoute)
	}
}

// observe adds to every request the span and the metrics of the conventions of OpenTelemetry, and one log event. A
// panic in a handler is answered with 500.
func observe(next http.Handler, log *slog.Logger) http.Handler {
	active := instrument.New(httpconv.NewServerActiveRequests(otel.Meter("strand/edge")))
	observed := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		ctx := r.Context()
		if isProbe(r) {
			ctx = telemetry.WithoutTrace(ctx)
		}
		ctx, requestLog := telemetry.WithRequestLog(ctx)
		seen := ctx.Value(observationKey{}).(*observation)
		if span := trace.SpanFromContext(ctx); span.IsRecording() {
			hidePersonalData(span, r)
		}
		active.Inst().Add(ctx, 1)
		sent := &sentResponse{ResponseWriter: w, ctx: ctx, status: http.StatusOK}
		defer func() {
			if !sent.isStream {
				active.Inst().Add(ctx, -1)
			}
		}()
		sent.onStream = func() { active.Inst().Add(ctx, -1) }
		seen.isAborted = serveRecovered(ctx, log, next, sent, r.WithContext(ctx))
		if seen.route == "" {
			seen.route = routeOf(r.URL.Path)
		}
		r.Pattern = seen.route // otelhttp reads it for the name of the span and for metrics
		if span := trace.SpanFromContext(ctx); span.IsRecording() {
			span.SetAttributes(semconv.HTTPRoute(seen.route))
		}
		if sent.isStream {
			labels, _ := otelhttp.LabelerFromContext(ctx)
			labels.Add(streaming)
		}
		logRequest(ctx, log, r, seen.route, sent, time.Since(started), requestLog)
	})
	traced := otelhttp.NewHandler(observed, "")
	// Load balancers ask every few seconds.
	untraced := otelhttp.NewHandler(observed, "", otelhttp.WithTracerProvider(telemetry.Untraced))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen, handler := &observation{}, traced
		if isProbe(r) {
			handler = untraced
		}
		handler.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), observationKey{}, seen)))
		if seen.isAborted {
			// The connection is aborted, so that the client does not take an incomplete response for complete.
			panic(http.ErrAbortHandler)
		}
	})
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

// hidePersonalData removes from a span what the log does not contain either: the visitor's address and browser, and the
// token of a preview.
func hidePersonalData(span trace.Span, r *http.Request) {
	span.SetAttributes(
		semconv.ClientAddress(""),
		semconv.NetworkPeerAddress(""),
		semconv.NetworkPeerPort(0),
		semconv.UserAgentOriginal(""),
		semconv.URLPath(loggedPath(r.URL.Path)),
	)
}

// serveRecovered serves a request and recovers a panic of its handler. It reports whether the response is incomplete.
func serveRecovered(
	ctx context.Context,
	log *slog.Logger,
	next http.Handler,
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
	next.ServeHTTP(sent, r)
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
