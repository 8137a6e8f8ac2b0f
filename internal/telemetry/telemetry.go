// Package telemetry sets up OpenTelemetry metrics and traces. Metrics are always collected and served on the admin
// port; traces are exported if OTEL_EXPORTER_OTLP_ENDPOINT is set.
package telemetry

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/pprof"
	"os"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	exporter "go.opentelemetry.io/otel/exporters/prometheus"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"
)

// Telemetry contains the metrics and traces of the process.
type Telemetry struct {
	registry *prometheus.Registry
	closers  []func(context.Context) error
}

// Start sets up the metrics and traces of the process. It must be called once, before anything is measured.
func Start(ctx context.Context) (*Telemetry, error) {
	t := &Telemetry{registry: prometheus.NewRegistry()}
	t.registry.MustRegister(
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	reader, err := exporter.New(exporter.WithRegisterer(t.registry))
	if err != nil {
		return nil, fmt.Errorf("set up metrics: %w", err)
	}
	about := resource.NewSchemaless(attribute.String("service.name", "strand"))
	meters := metric.NewMeterProvider(metric.WithReader(reader), metric.WithResource(about))
	otel.SetMeterProvider(meters)
	t.closers = append(t.closers, meters.Shutdown)

	otel.SetTextMapPropagator(
		propagation.NewCompositeTextMapPropagator(propagation.TraceContext{}, propagation.Baggage{}),
	)
	options := []trace.TracerProviderOption{trace.WithResource(about), trace.WithSampler(trace.NeverSample())}
	if os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") != "" || os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") != "" {
		spans, err := otlptracehttp.New(ctx)
		if err != nil {
			return nil, fmt.Errorf("set up traces: %w", err)
		}
		// The sampler follows OTEL_TRACES_SAMPLER; the default is parent-based and always on.
		options = []trace.TracerProviderOption{trace.WithResource(about), trace.WithBatcher(spans)}
	}
	// Without an exporter no span is recorded, but requests still have trace ids for the log.
	tracers := trace.NewTracerProvider(options...)
	otel.SetTracerProvider(tracers)
	t.closers = append(t.closers, tracers.Shutdown)
	return t, nil
}

// Close exports the remaining spans.
func (t *Telemetry) Close(ctx context.Context) error {
	var errs []error
	for _, c := range t.closers {
		errs = append(errs, c(ctx))
	}
	return errors.Join(errs...)
}

// Admin serves internal URLs: metrics, profiles, and the site's own health and readiness.
func (t *Telemetry) Admin(site http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(t.registry, promhttp.HandlerOpts{}))
	mux.Handle("GET /healthz", site)
	mux.Handle("GET /readyz", site)
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	return mux
}
