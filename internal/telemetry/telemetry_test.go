package telemetry

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	"strand/test/spantest"
)

// TestLogHandler: an event has the trace id of its context, also through a logger with attributes and groups.
func TestLogHandler(t *testing.T) {
	id := trace.TraceID{1, 2, 3}
	traced := trace.ContextWithSpanContext(t.Context(), trace.NewSpanContext(trace.SpanContextConfig{
		TraceID: id, SpanID: trace.SpanID{1},
	}))
	for name, test := range map[string]struct {
		ctx  context.Context
		with func(*slog.Logger) *slog.Logger
		want any
		in   []string
	}{
		"a trace":         {traced, func(l *slog.Logger) *slog.Logger { return l }, id.String(), nil},
		"with attributes": {traced, func(l *slog.Logger) *slog.Logger { return l.With("a", 1) }, id.String(), nil},
		"with a group": {
			traced, func(l *slog.Logger) *slog.Logger { return l.WithGroup("g") }, id.String(), []string{"g"},
		},
		"no trace": {t.Context(), func(l *slog.Logger) *slog.Logger { return l }, nil, nil},
	} {
		var written bytes.Buffer
		test.with(slog.New(LogHandler(slog.NewJSONHandler(&written, nil)))).InfoContext(test.ctx, "event")
		var event map[string]any
		if err := json.Unmarshal(written.Bytes(), &event); err != nil {
			t.Fatal(err)
		}
		for _, group := range test.in {
			event, _ = event[group].(map[string]any)
		}
		if event["trace_id"] != test.want {
			t.Errorf("%s: %s", name, written.String())
		}
	}
}

// TestRequestLog: the last value of a name counts, and calls of an upstream system are summed up.
func TestRequestLog(t *testing.T) {
	ctx, log := WithRequestLog(t.Context())
	if RequestLogFrom(ctx) != log || RequestLogFrom(t.Context()) != nil {
		t.Error("a context has the request log of another one")
	}
	log.Set("status", 200)
	log.Set("screen", "Content")
	log.Set("status", 503)
	var callers sync.WaitGroup
	for range 10 {
		callers.Go(func() { RequestLogFrom(ctx).Upstream("pim", time.Millisecond) })
	}
	callers.Wait()
	log.Upstream("cms", time.Second)
	var names []string
	values := map[string]string{}
	for _, a := range log.AppendAttrs(nil) {
		names = append(names, a.Key)
		values[a.Key] = a.Value.String()
	}
	if got := strings.Join(names, " "); got != "screen status cms pim" {
		t.Errorf("attributes %s", got)
	}
	if values["status"] != "503" || values["pim"] != "[calls=10 time=10ms]" || values["cms"] != "[calls=1 time=1s]" {
		t.Errorf("values %v", values)
	}
	// Code that runs without a request logs nothing.
	var none *RequestLog
	none.Set("status", 200)
	none.Upstream("cms", time.Second)
}

// TestStart: metrics are served for Prometheus, requests have trace ids without an exporter, and the resource follows
// the standard variables.
func TestStart(t *testing.T) {
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "")
	t.Setenv("OTEL_SERVICE_NAME", "websites")
	t.Setenv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test,service.namespace=group")
	measured, err := Start(t.Context(), "v1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	counter, err := otel.Meter("test").Int64Counter("events_of_the_test")
	if err != nil {
		t.Fatal(err)
	}
	counter.Add(t.Context(), 3)
	if _, span := otel.Tracer("test").Start(t.Context(), "request"); !span.SpanContext().HasTraceID() ||
		span.IsRecording() {
		t.Errorf("the span %+v has no trace id, or is recorded", span.SpanContext())
	}
	w := httptest.NewRecorder()
	measured.Metrics().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	for _, want := range []string{
		"events_of_the_test_total", `service_name="websites"`, `service_version="v1.2.3"`,
		`deployment_environment_name="test"`, `service_namespace="group"`,
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("the metrics lack %s", want)
		}
	}
	local := slog.New(slog.DiscardHandler)
	if measured.Logger(local) != local {
		t.Error("logs are exported without a variable")
	}
	measured.Close(t.Context())
}

// level is a number type.
type level int

// TestMetrics: Prometheus gets OpenMetrics with the trace of an example in a histogram, if it accepts that.
func TestMetrics(t *testing.T) {
	collector := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer collector.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.URL)
	measured, err := Start(t.Context(), "v1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	defer measured.Close(t.Context())
	// Attributes that are filtered do not count towards the maximum length of an exemplar.
	histogram, err := otel.Meter("test").Float64Histogram("http.server.request.duration")
	if err != nil {
		t.Fatal(err)
	}
	ctx, span := otel.Tracer("test").Start(t.Context(), "span")
	histogram.Record(ctx, 3, metric.WithAttributes(semconv.ServerAddress(strings.Repeat("www.", 40)+"example.com")))
	span.End()
	for accept, isOpen := range map[string]bool{
		"application/openmetrics-text;version=1.0.0,text/plain;q=0.5": true, "text/plain": false,
	} {
		r := httptest.NewRequest(http.MethodGet, "/metrics", nil)
		r.Header.Set("Accept", accept)
		w := httptest.NewRecorder()
		measured.Metrics().ServeHTTP(w, r)
		hasExemplar := strings.Contains(w.Body.String(), `trace_id="`+span.SpanContext().TraceID().String()+`"`)
		if hasExemplar != isOpen || !strings.Contains(w.Body.String(), "go_goroutines ") ||
			strings.HasPrefix(w.Header().Get("Content-Type"), "application/openmetrics-text") != isOpen {
			t.Errorf("%s: %s, exemplar %t", accept, w.Header().Get("Content-Type"), hasExemplar)
		}
	}
}

// TestStartSpan: below a span that is not recorded, nothing is; work without a span begins a trace, unless it is a
// probe, whose events have no trace id.
func TestStartSpan(t *testing.T) {
	recorder := spantest.Record(t)
	unsampled := trace.ContextWithSpanContext(t.Context(), trace.NewSpanContext(
		trace.SpanContextConfig{TraceID: trace.TraceID{1}, SpanID: trace.SpanID{2}},
	))
	probe := WithoutTrace(t.Context())
	for _, ctx := range []context.Context{unsampled, probe} {
		below, span := StartSpan(ctx, trace.SpanKindInternal, "unrecorded")
		RecordSpan(below, "unrecorded", time.Now().Add(-time.Second))
		EndSpan(span, errors.New("x"))
		if below != ctx || IsTraced(below) {
			t.Error("a span is recorded")
		}
	}
	if TraceID(probe) != "" || TraceID(unsampled) == "" {
		t.Error("the trace id of a probe, or none for a request")
	}
	ctx, span := StartSpan(t.Context(), trace.SpanKindClient, "call")
	RecordSpan(ctx, "long", time.Now().Add(-time.Second))
	RecordSpan(ctx, "short", time.Now())
	EndSpan(span, fmt.Errorf("secret: %w", context.Canceled))
	ended := recorder.Ended()
	if len(ended) != 2 || ended[0].Name() != "long" || ended[0].Parent().SpanID() != span.SpanContext().SpanID() ||
		ended[0].EndTime().Sub(ended[0].StartTime()) < time.Second {
		t.Fatalf("%+v", ended)
	}
	call := ended[1]
	if call.SpanKind() != trace.SpanKindClient || call.Status().Code != codes.Error ||
		strings.Contains(fmt.Sprint(call.Status(), call.Attributes()), "secret") {
		t.Errorf("%v %v", call.Status(), call.Attributes())
	}
}

// BenchmarkStartSpan: without an export a span costs a look at the context.
func BenchmarkStartSpan(b *testing.B) {
	ctx := trace.ContextWithSpanContext(b.Context(), trace.NewSpanContext(
		trace.SpanContextConfig{TraceID: trace.TraceID{1}, SpanID: trace.SpanID{2}},
	))
	b.ReportAllocs()
	for b.Loop() {
		_, span := StartSpan(ctx, trace.SpanKindInternal, "span")
		EndSpan(span, nil)
	}
}

// TestStart_Export: with the standard variables all signals go to the collector, events of the log with their trace.
func TestStart_Export(t *testing.T) {
	var mu sync.Mutex
	received := map[string]string{}
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		received[r.URL.Path] += string(body)
	}))
	defer collector.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.URL)
	t.Setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "none")
	measured, err := Start(t.Context(), "v1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	log := measured.Logger(slog.New(slog.NewTextHandler(io.Discard, nil)))
	ctx, span := otel.Tracer("test").Start(t.Context(), "span_of_the_test")
	log.With("a", "value_of_the_test").InfoContext(ctx, "event_of_the_test")
	log.DebugContext(ctx, "below_the_level")
	span.End()
	counter, err := otel.Meter("test").Int64Counter("exported_events")
	if err != nil {
		t.Fatal(err)
	}
	counter.Add(t.Context(), 3)
	log.Info("typed", "kind", kind("A_KIND"), "kinds", []kind{"KIND_IN_LIST"}, "number", level(3),
		"took", 1500*time.Millisecond, "error", errors.New("an_error"), "nothing", nil)
	measured.Close(t.Context())
	id := span.SpanContext().TraceID()
	for path, wants := range map[string][]string{
		"/v1/traces":  {"span_of_the_test"},
		"/v1/metrics": {"exported_events", "go_goroutines", "process_cpu_seconds_total"},
		"/v1/logs": {
			"event_of_the_test", "value_of_the_test", string(id[:]), "A_KIND", "KIND_IN_LIST", "took_ms", "an_error",
		},
	} {
		for _, want := range wants {
			if !strings.Contains(received[path], want) {
				t.Errorf("%s lacks %q", path, want)
			}
		}
	}
	if strings.Contains(received["/v1/logs"], "unhandled") {
		t.Error("a typed value was not exported as its text")
	}
	if strings.Contains(received["/v1/logs"], "below_the_level") {
		t.Error("an event below the level was exported")
	}
}

// Variables decide for each signal whether it is exported.
func TestIsExported(t *testing.T) {
	for name, test := range map[string]struct {
		variables map[string]string
		want      bool
	}{
		"nothing is set":        {nil, false},
		"a collector":           {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://c:4318"}, true},
		"one for traces":        {map[string]string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://c:4318"}, true},
		"one for other signals": {map[string]string{"OTEL_EXPORTER_OTLP_LOGS_ENDPOINT": "http://c:4318"}, false},
		"the default exporter":  {map[string]string{"OTEL_TRACES_EXPORTER": "otlp"}, true},
		"none": {
			map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://c:4318", "OTEL_TRACES_EXPORTER": "none"}, false,
		},
		"disabled": {
			map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://c:4318", "OTEL_SDK_DISABLED": "true"}, false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, variable := range []string{
				"OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_TRACES_EXPORTER",
				"OTEL_SDK_DISABLED",
			} {
				t.Setenv(variable, test.variables[variable])
			}
			if got := isExported("TRACES"); got != test.want {
				t.Errorf("%t", got)
			}
		})
	}
}
