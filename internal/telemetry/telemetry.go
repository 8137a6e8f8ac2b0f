// Package telemetry sets up OpenTelemetry metrics, traces and logs by the standard variables. Metrics are always
// collected for Prometheus, on the admin port; OTEL_EXPORTER_OTLP_ENDPOINT or OTEL_TRACES_EXPORTER,
// OTEL_METRICS_EXPORTER and OTEL_LOGS_EXPORTER export to other systems as well.
package telemetry

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.opentelemetry.io/contrib/bridges/otelslog"
	bridge "go.opentelemetry.io/contrib/bridges/prometheus"
	"go.opentelemetry.io/contrib/exporters/autoexport"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	exporter "go.opentelemetry.io/otel/exporters/prometheus"
	"go.opentelemetry.io/otel/propagation"
	logsdk "go.opentelemetry.io/otel/sdk/log"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/exemplar"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"golang.org/x/time/rate"
)

// Telemetry contains the metrics, traces and exported logs of the process.
type Telemetry struct {
	// registry has the metrics of this server, process those of Go's runtime and of the process, which libraries of
	// Prometheus measure.
	registry, process *prometheus.Registry
	// logs receives the events of the log; nil if they are not exported.
	logs    slog.Handler
	closers []func(context.Context) error
}

// Start sets up the telemetry of the process. It must be called once, before anything is measured.
func Start(ctx context.Context, version string) (*Telemetry, error) {
	t := &Telemetry{registry: prometheus.NewRegistry(), process: prometheus.NewRegistry()}
	about, err := resource.New(ctx,
		resource.WithTelemetrySDK(),
		resource.WithAttributes(semconv.ServiceName("strand"), semconv.ServiceVersion(version)),
		// OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override the attributes above.
		resource.WithFromEnv(),
	)
	if err != nil {
		return nil, fmt.Errorf("read OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	otel.SetTextMapPropagator(
		propagation.NewCompositeTextMapPropagator(propagation.TraceContext{}, propagation.Baggage{}),
	)
	if err := errors.Join(t.measure(ctx, about), t.trace(ctx, about), t.exportLogs(ctx, about)); err != nil {
		t.Close(ctx)
		return nil, err
	}
	return t, nil
}

func (t *Telemetry) measure(ctx context.Context, about *resource.Resource) error {
	t.process.MustRegister(
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	autoexport.WithFallbackMetricProducer(func(context.Context) (metric.Producer, error) {
		return bridge.NewMetricProducer(bridge.WithGatherer(t.process)), nil
	})
	reader, err := exporter.New(exporter.WithRegisterer(t.registry))
	if err != nil {
		return fmt.Errorf("set up metrics: %w", err)
	}
	options := []metric.Option{metric.WithReader(reader), metric.WithResource(about), metric.WithView(Views()...)}
	// The admin port already has what the exporter `prometheus` would serve on a port of its own.
	if isExported("METRICS") && os.Getenv("OTEL_METRICS_EXPORTER") != "prometheus" {
		further, err := autoexport.NewMetricReader(ctx)
		if err != nil {
			return fmt.Errorf("export metrics: %w", err)
		}
		options = append(options, metric.WithReader(further))
	}
	meters := metric.NewMeterProvider(options...)
	otel.SetMeterProvider(meters)
	t.closers = append(t.closers, meters.Shutdown)
	return nil
}

// Views bound the series of requests: a Host header is chosen by the caller, and sizes are not used.
func Views() []metric.View {
	return []metric.View{
		metric.NewView(metric.Instrument{Name: "http.server.request.duration"}, metric.Stream{
			AttributeFilter: attribute.NewAllowKeysFilter(
				semconv.HTTPRequestMethodKey, semconv.HTTPRouteKey, semconv.HTTPResponseStatusCodeKey, StreamKey,
			),
			Aggregation: metric.AggregationExplicitBucketHistogram{
				Boundaries: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
			},
			ExemplarReservoirProviderSelector: func(a metric.Aggregation) exemplar.ReservoirProvider {
				provide := metric.DefaultExemplarReservoirProviderSelector(a)
				return func(set attribute.Set) exemplar.Reservoir { return traceReservoir{provide(set)} }
			},
		}),
		metric.NewView(
			metric.Instrument{Name: "http.server.*.body.size"}, metric.Stream{Aggregation: metric.AggregationDrop{}},
		),
	}
}

// traceReservoir keeps exemplars without the attributes that a view filters: a Host header is chosen by the caller, and
// the format of Prometheus has no room for more than the ids of a trace.
type traceReservoir struct{ exemplar.Reservoir }

func (r traceReservoir) Offer(ctx context.Context, at time.Time, value exemplar.Value, _ []attribute.KeyValue) {
	r.Reservoir.Offer(ctx, at, value, nil)
}

// StreamKey is the attribute of answers that last as long as a subscription.
const StreamKey = attribute.Key("strand.stream")

func (t *Telemetry) trace(ctx context.Context, about *resource.Resource) error {
	// Without an exporter no span is recorded, but requests still have trace ids for the log.
	options := []trace.TracerProviderOption{trace.WithResource(about), trace.WithSampler(trace.NeverSample())}
	if isExported("TRACES") {
		spans, err := autoexport.NewSpanExporter(ctx)
		if err != nil {
			return fmt.Errorf("export traces: %w", err)
		}
		// The sampler follows OTEL_TRACES_SAMPLER; the default is parent-based and always on.
		options = []trace.TracerProviderOption{trace.WithResource(about), trace.WithBatcher(cleanSpans{spans})}
	}
	tracers := trace.NewTracerProvider(options...)
	otel.SetTracerProvider(tracers)
	t.closers = append(t.closers, tracers.Shutdown)
	return nil
}

func (t *Telemetry) exportLogs(ctx context.Context, about *resource.Resource) error {
	if !isExported("LOGS") {
		return nil
	}
	events, err := autoexport.NewLogExporter(ctx)
	if err != nil {
		return fmt.Errorf("export logs: %w", err)
	}
	provider := logsdk.NewLoggerProvider(
		logsdk.WithResource(about), logsdk.WithProcessor(logsdk.NewBatchProcessor(events)),
	)
	t.logs = cleanHandler{otelslog.NewHandler("strand", otelslog.WithLoggerProvider(provider))}
	t.closers = append(t.closers, provider.Shutdown)
	return nil
}

// isExported reports whether the standard variables ask for the export of a signal: TRACES, METRICS or LOGS. Their
// default, a collector on this machine, is used only if one of them is set.
func isExported(signal string) bool {
	if strings.EqualFold(os.Getenv("OTEL_SDK_DISABLED"), "true") {
		return false
	}
	if chosen := os.Getenv("OTEL_" + signal + "_EXPORTER"); chosen != "" {
		return chosen != "none"
	}
	return os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") != "" ||
		os.Getenv("OTEL_EXPORTER_OTLP_"+signal+"_ENDPOINT") != ""
}

// Logger returns a logger whose events are exported as well. Failures of exporters are logged by log alone, since
// exporting them would fail too.
func (t *Telemetry) Logger(log *slog.Logger) *slog.Logger {
	sometimes := rate.Sometimes{Interval: time.Minute}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) {
		sometimes.Do(func() { log.Warn("telemetry_failed", "error", err) })
	}))
	if t.logs == nil {
		return log
	}
	return slog.New(slog.NewMultiHandler(log.Handler(), atLevelOf{t.logs, log.Handler()}))
}

// atLevelOf exports the events of the configured level only.
type atLevelOf struct {
	slog.Handler
	local slog.Handler
}

func (h atLevelOf) Enabled(ctx context.Context, level slog.Level) bool {
	return h.local.Enabled(ctx, level)
}

func (h atLevelOf) WithAttrs(attrs []slog.Attr) slog.Handler {
	return atLevelOf{h.Handler.WithAttrs(attrs), h.local}
}

func (h atLevelOf) WithGroup(name string) slog.Handler {
	return atLevelOf{h.Handler.WithGroup(name), h.local}
}

// closeTimeout bounds the export of what is left.
const closeTimeout = 5 * time.Second

// Close exports what is left. A failure is logged: the process ends well without its collector.
func (t *Telemetry) Close(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, closeTimeout)
	defer cancel()
	for _, c := range t.closers {
		if err := c(ctx); err != nil {
			otel.Handle(err)
		}
	}
}

// Metrics serves the metrics for Prometheus: as OpenMetrics, with the trace of an example in buckets of histograms, if
// the caller accepts that.
func (t *Telemetry) Metrics() http.Handler {
	return promhttp.HandlerFor(
		prometheus.Gatherers{t.registry, t.process}, promhttp.HandlerOpts{EnableOpenMetrics: true},
	)
}
