package edge

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"strand/internal/telemetry"
)

// TestKept_Telemetry: a kept answer has the series, the span and the log event of a routed one. The test is not
// parallel, since the providers are global.
//
// Rules: CACHE-16.
func TestKept_Telemetry(t *testing.T) {
	send := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		telemetry.RequestLogFrom(r.Context()).Set("cache", "hit")
		if r.URL.Path == "/en/missing" {
			w.WriteHeader(http.StatusNotFound)
		}
		_, _ = io.WriteString(w, "text")
	})
	keeps := func(r *http.Request) keptAnswer { return keptAnswer{send, routeOf(r.URL.Path)} }
	type observed struct {
		series, spans []string
		events        []map[string]any
	}
	observeWith := func(find func(*http.Request) keptAnswer) (o observed) {
		reader, spans := sdkmetric.NewManualReader(), tracetest.NewSpanRecorder()
		meters, tracers := otel.GetMeterProvider(), otel.GetTracerProvider()
		otel.SetMeterProvider(
			sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader), sdkmetric.WithView(telemetry.Views()...)),
		)
		otel.SetTracerProvider(sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans)))
		defer func() { otel.SetMeterProvider(meters); otel.SetTracerProvider(tracers) }()
		var out bytes.Buffer
		log := slog.New(slog.NewJSONHandler(&out, nil))
		h := observe(find, send, log)
		for _, path := range []string{"/en", "/en/missing", "/en/products/_payload.json"} {
			h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, path, nil))
		}
		var found metricdata.ResourceMetrics
		if err := reader.Collect(t.Context(), &found); err != nil {
			t.Fatal(err)
		}
		for _, scope := range found.ScopeMetrics {
			for _, m := range scope.Metrics {
				if data, ok := m.Data.(metricdata.Histogram[float64]); ok {
					for _, p := range data.DataPoints {
						o.series = append(o.series, scope.Scope.Name+" "+m.Name+" "+m.Unit+" "+
							p.Attributes.Encoded(attribute.DefaultEncoder()))
					}
				}
			}
		}
		slices.Sort(o.series)
		for _, span := range spans.Ended() {
			all := attribute.NewSet(span.Attributes()...)
			text := span.Name() + " " + span.SpanKind().String()
			for _, key := range []attribute.Key{
				"http.request.method", "http.response.status_code", "url.scheme", "url.path",
			} {
				value, _ := all.Value(key)
				text += " " + value.String()
			}
			o.spans = append(o.spans, text)
		}
		for line := range bytes.Lines(out.Bytes()) {
			var event map[string]any
			if err := json.Unmarshal(line, &event); err != nil {
				t.Fatal(err)
			}
			maps.DeleteFunc(event, func(key string, _ any) bool { return key == "time" || key == "duration" })
			o.events = append(o.events, event)
		}
		return o
	}
	kept, routed := observeWith(keeps), observeWith(findNone)
	if len(routed.series) != 3 || !slices.Equal(kept.series, routed.series) {
		t.Errorf("series %q, routed %q", kept.series, routed.series)
	}
	if len(routed.spans) != 3 || !slices.Equal(kept.spans, routed.spans) {
		t.Errorf("spans %q, routed %q", kept.spans, routed.spans)
	}
	if len(routed.events) != 3 || !slices.EqualFunc(kept.events, routed.events, maps.Equal) {
		t.Errorf("events %v, routed %v", kept.events, routed.events)
	}
}
