package edge

import (
	"log/slog"
	"net/http"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/semconv/v1.43.0/httpconv"
	"go.opentelemetry.io/otel/trace"

	"strand/edge/graph"
	"strand/edge/pages"
	"strand/edge/visitor"
	"strand/internal/instrument"
	"strand/internal/telemetry"
	"strand/internal/web"
)

// keptAnswer is an answer that the cache has ready for a request.
type keptAnswer struct {
	// send is nil if the request must be routed.
	send          http.HandlerFunc
	route, scheme string
}

// findKept returns the function that finds kept answers of pages and of the graph.
func findKept(v visitor.Reader, p *pages.Handler, e *graph.Executor) func(*http.Request) keptAnswer {
	return func(r *http.Request) keptAnswer {
		at, ok := v.Anonymous(r)
		switch {
		case !ok:
			return keptAnswer{}
		case r.URL.Path == graphRoute:
			return keptAnswer{e.Kept(r, at.Scheme, at.Host), graphRoute, at.Scheme}
		}
		return keptAnswer{p.Kept(r, at.Scheme, at.Host), routeOf(r.URL.Path), at.Scheme}
	}
}

// serveKept sends kept answers, and gives all other requests to next. Routing and OpenTelemetry's handler would take
// longer than sending such an answer; headers, span, metric and log event are those of a routed request (CACHE-16).
func serveKept(find func(*http.Request) keptAnswer, next http.Handler, log *slog.Logger) http.Handler {
	tracer := otel.Tracer(otelhttp.ScopeName, trace.WithInstrumentationVersion(otelhttp.Version))
	duration := instrument.New(httpconv.NewServerRequestDuration(
		otel.Meter(otelhttp.ScopeName, metric.WithInstrumentationVersion(otelhttp.Version)),
	))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		kept := find(r)
		if kept.send == nil {
			next.ServeHTTP(w, r)
			return
		}
		ctx := otel.GetTextMapPropagator().Extract(r.Context(), propagation.HeaderCarrier(r.Header))
		ctx, span := tracer.Start(ctx, r.Method+" "+kept.route, trace.WithSpanKind(trace.SpanKindServer))
		defer span.End()
		ctx, requestLog := telemetry.WithRequestLog(ctx)
		sent := &sentResponse{ResponseWriter: w, ctx: ctx, status: http.StatusOK}
		web.SetHeaders(w.Header(), kept.scheme == "https")
		isAborted := serveRecovered(ctx, log, kept.send, sent, r.WithContext(ctx))

		spent := time.Since(started)
		attributes := attribute.NewSet(
			semconv.HTTPRequestMethodKey.String(r.Method),
			semconv.HTTPRoute(kept.route),
			semconv.HTTPResponseStatusCode(sent.status),
		)
		if span.IsRecording() {
			span.SetAttributes(attributes.ToSlice()...)
			span.SetAttributes(semconv.URLScheme(kept.scheme), semconv.URLPath(loggedPath(r.URL.Path)))
		}
		duration.Inst().Record(ctx, spent.Seconds(), metric.WithAttributeSet(attributes))
		logRequest(ctx, log, r, kept.route, sent, spent, requestLog)
		if isAborted {
			panic(http.ErrAbortHandler)
		}
	})
}
