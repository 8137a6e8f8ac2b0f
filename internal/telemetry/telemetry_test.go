package telemetry

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/trace"
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
	for _, a := range log.Attrs() {
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

// TestStart: metrics are served on the admin port, and requests have trace ids without an exporter.
func TestStart(t *testing.T) {
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "")
	measured, err := Start(t.Context())
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
	admin := measured.Admin(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte("site " + r.URL.Path))
	}))
	get := func(path string) (int, string) {
		w := httptest.NewRecorder()
		admin.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		return w.Code, w.Body.String()
	}
	if status, metrics := get("/metrics"); status != http.StatusOK ||
		!strings.Contains(metrics, "events_of_the_test_total") ||
		!strings.Contains(metrics, `service_name="strand"`) {
		t.Errorf("%d %.500s", status, metrics)
	}
	for _, path := range []string{"/healthz", "/readyz"} {
		if status, body := get(path); status != http.StatusOK || body != "site "+path {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	for path, want := range map[string]int{
		"/debug/pprof/": http.StatusOK, "/debug/pprof/cmdline": http.StatusOK, "/": http.StatusNotFound,
	} {
		if status, _ := get(path); status != want {
			t.Errorf("%s: %d", path, status)
		}
	}
	if err := measured.Close(t.Context()); err != nil {
		t.Error(err)
	}
}
