package edge

import (
	"context"
	"errors"
	"fmt"
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
	"go.opentelemetry.io/otel/trace"

	"strand/domain/editor"
	"strand/edge/respond"
	"strand/internal/recovery"
	"strand/internal/telemetry"
)

// statusClientClosed is the status in logs, metrics and spans of a request that failed because its client closed the
// connection: work was cancelled, and the server did not fail. The client never gets it. No status is registered for
// this; proxies use the same number.
const statusClientClosed = 499

// observe adds to every request a span that continues the caller's trace, a metric, and one log event. A panic in a
// handler is answered with 500.
func observe(next http.Handler, log *slog.Logger) (http.Handler, error) {
	tracer := otel.Tracer("strand/edge")
	duration, err := otel.Meter("strand/edge").Float64Histogram("strand.http.request.duration", metric.WithUnit("s"),
		metric.WithDescription("How long requests took, by area and status."),
		metric.WithExplicitBucketBoundaries(.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5))
	if err != nil {
		return nil, fmt.Errorf("make the edge's metrics: %w", err)
	}
	attributes := &metricAttributes{}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		group := routeGroup(r.URL.Path)
		ctx := otel.GetTextMapPropagator().Extract(r.Context(), propagation.HeaderCarrier(r.Header))
		ctx, span := tracer.Start(ctx, r.Method+" "+group, trace.WithSpanKind(trace.SpanKindServer))
		defer span.End()
		ctx, requestLog := telemetry.WithRequestLog(ctx)
		sent := &sentResponse{ResponseWriter: w, status: http.StatusOK}
		isAborted := serveRecovered(ctx, log, next, sent, r.WithContext(ctx))

		spent := time.Since(started)
		if sent.status >= http.StatusInternalServerError && errors.Is(r.Context().Err(), context.Canceled) {
			sent.status = statusClientClosed
		}
		if span.IsRecording() {
			setSpanAttributes(span, r, sent.status)
		}
		if sent.Header().Get("Content-Type") == "text/event-stream" {
			group = "stream" // it lasts as long as the subscription
		}
		duration.Record(ctx, spent.Seconds(), attributes.of(group, sent.status))
		logRequest(ctx, log, r, group, sent, spent, requestLog)
		if isAborted {
			// The connection is aborted, so that the client does not take an incomplete response for complete.
			panic(http.ErrAbortHandler)
		}
	}), nil
}

// setSpanAttributes adds the attributes of a request to its span. It is called for recorded spans only, since building
// them takes as long as a cache look-up.
func setSpanAttributes(span trace.Span, r *http.Request, status int) {
	span.SetAttributes(
		attribute.String("http.request.method", r.Method),
		attribute.String("url.path", editor.WithoutToken(r.URL.Path)),
		attribute.Int("http.response.status_code", status),
	)
	if status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, http.StatusText(status))
	}
}

// metricAttributes holds the attribute sets of the metric of requests: sorting and hashing one for each request takes
// as long as a cache look-up. Their number is bounded by routeGroup and the statuses that handlers send.
type metricAttributes struct {
	options sync.Map // groupStatus to metric.MeasurementOption
}

type groupStatus struct {
	group  string
	status int
}

func (m *metricAttributes) of(group string, status int) metric.MeasurementOption {
	key := groupStatus{group, status}
	if option, ok := m.options.Load(key); ok {
		return option.(metric.MeasurementOption)
	}
	option := metric.WithAttributeSet(attribute.NewSet(
		attribute.String("area", group),
		attribute.Int("status", status),
	))
	m.options.Store(key, option)
	return option
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
	group string,
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
	case group == pageGroup || group == "graphql":
		level = slog.LevelInfo
	}
	if !log.Enabled(ctx, level) {
		return
	}
	attrs := append([]slog.Attr{
		slog.String("method", r.Method),
		slog.String("host", r.Host),
		slog.String("path", editor.WithoutToken(r.URL.Path)),
		slog.Int("status", sent.status),
		slog.Int64("bytes", sent.bytes),
		slog.Duration("duration", spent),
	}, requestLog.Attrs()...)
	log.LogAttrs(ctx, level, "request", attrs...)
}

// pageGroup is the route group of all paths that the rules of the sites resolve.
const pageGroup = "page"

// routeGroup returns the route group of a path. The number of groups is bounded, so they can be attributes of metrics.
func routeGroup(path string) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	switch first {
	case "graphql", "playground", "api", "assets", "images", "builds", "style-guide", "callback", "healthz", "readyz":
		return first
	case "robots.txt", "sitemap.xml", "favicon.ico":
		return "crawlers"
	}
	return pageGroup
}

// sentResponse records the status and size of a response.
type sentResponse struct {
	http.ResponseWriter
	status  int
	bytes   int64
	started bool
}

func (s *sentResponse) WriteHeader(status int) {
	if !s.started {
		s.status, s.started = status, true
	}
	s.ResponseWriter.WriteHeader(status)
}

func (s *sentResponse) Write(b []byte) (int, error) {
	s.started = true
	n, err := s.ResponseWriter.Write(b)
	s.bytes += int64(n)
	return n, err
}

// Unwrap gives http.ResponseController access to the server's ResponseWriter.
func (s *sentResponse) Unwrap() http.ResponseWriter { return s.ResponseWriter }
