package edge

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"strand/internal/telemetry"
)

// findNone finds no kept answers.
func findNone(*http.Request) keptAnswer { return keptAnswer{} }

// A panic in a handler gives status 500 and a log event with its stack; if a part of the response was sent, it aborts
// the connection.
//
// Rules: ERR-1.
func TestObserved_Panic(t *testing.T) {
	var out bytes.Buffer
	h := observe(findNone, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/late" {
			_, _ = io.WriteString(w, strings.Repeat("part ", 10_000))
		}
		panic("broken")
	}), slog.New(slog.NewJSONHandler(&out, nil)))
	server := httptest.NewServer(h)
	defer server.Close()
	answer, err := http.Get(server.URL + "/early")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusInternalServerError || strings.Contains(string(body), "broken") {
		t.Errorf("%d %q %v", answer.StatusCode, body, err)
	}
	late, err := http.Get(server.URL + "/late")
	if err == nil {
		_, err = io.ReadAll(late.Body)
		late.Body.Close()
	}
	if err == nil {
		t.Error("an incomplete response looks complete")
	}
	for _, want := range []string{`"msg":"panic_recovered"`, "observe_test.go", `"status":500`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the log lacks %s", want)
		}
	}
}

// Requests that fail because of an incident are logged as warnings, since the incident has an error event of its own.
//
// Rules: ERR-4.
func TestObserved_Levels(t *testing.T) {
	for name, test := range map[string]struct {
		path   string
		status int
		want   string
	}{
		"a page":              {"/en", http.StatusOK, "INFO"},
		"a file":              {"/assets/a.js", http.StatusOK, ""},
		"a page in an outage": {"/en", http.StatusServiceUnavailable, "WARN"},
		"a file in an outage": {"/assets/a.js", http.StatusServiceUnavailable, "WARN"},
		"a defect":            {"/en", http.StatusInternalServerError, "ERROR"},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			h := observe(
				findNone,
				http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if strings.HasPrefix(r.URL.Path, "/assets/") {
						r.Pattern = "GET /assets/"
						setRoute(r)
					}
					w.WriteHeader(test.status)
				}),
				slog.New(slog.NewJSONHandler(&out, nil)),
			)
			h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, test.path, nil))
			var event struct {
				Level  string
				Status int
			}
			if out.Len() > 0 {
				if err := json.Unmarshal(out.Bytes(), &event); err != nil {
					t.Fatalf("%v: %s", err, &out)
				}
			}
			if event.Level != test.want || test.want != "" && event.Status != test.status {
				t.Errorf("%+v, want %s", event, test.want)
			}
		})
	}
}

// A request whose client closed the connection is no error of the server.
func TestObserved_ClientClosed(t *testing.T) {
	var out bytes.Buffer
	h := observe(
		findNone,
		http.HandlerFunc(
			func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
		),
		slog.New(slog.NewJSONHandler(&out, nil)),
	)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, http.MethodGet, "/graphql", nil))
	var event struct {
		Level  string
		Status int
	}
	if err := json.Unmarshal(out.Bytes(), &event); err != nil {
		t.Fatal(err)
	}
	if event.Level != "INFO" || event.Status != statusClientClosed {
		t.Errorf("%+v", event)
	}
}

// Metrics and spans of a request have the names and attributes of the conventions, and neither the Host header nor the
// address of the visitor. The test is not parallel, since the providers are global.
//
// Rules: ERR-32.
func TestObserved_Telemetry(t *testing.T) {
	reader := sdkmetric.NewManualReader()
	spans := tracetest.NewSpanRecorder()
	meters, tracers := otel.GetMeterProvider(), otel.GetTracerProvider()
	otel.SetMeterProvider(
		sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader), sdkmetric.WithView(telemetry.Views()...)),
	)
	otel.SetTracerProvider(sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans)))
	t.Cleanup(func() { otel.SetMeterProvider(meters); otel.SetTracerProvider(tracers) })

	h := observe(findNone, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/graphql":
			r.Pattern = "/graphql"
			setRoute(r)
			w.Header().Set("Content-Type", "text/event-stream")
			w.WriteHeader(http.StatusOK)
		case "/api/none":
			setRoute(r)
			w.WriteHeader(http.StatusNotFound)
		case "/en/late":
			_, _ = io.WriteString(w, "part")
			panic(http.ErrAbortHandler)
		}
	}), slog.New(slog.DiscardHandler))
	paths := []string{
		"/en", "/en/products/_payload.json", "/en/products/alpha/data-sheet.pdf", "/graphql", "/api/none", "/en/late",
		"/editor-preview/ctx@secret/en", "/en/method",
	}
	for _, path := range paths {
		func() {
			defer func() { _ = recover() }()
			r := httptest.NewRequest(http.MethodGet, path, nil)
			r.Host = "chosen.by.the.caller"
			if path == "/en/method" {
				r.Method = "CHOSEN"
			}
			h.ServeHTTP(httptest.NewRecorder(), r)
		}()
	}
	var found metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &found); err != nil {
		t.Fatal(err)
	}
	var series []string
	for _, scope := range found.ScopeMetrics {
		for _, m := range scope.Metrics {
			if active, ok := m.Data.(metricdata.Sum[int64]); ok && m.Name == "http.server.active_requests" {
				if n := active.DataPoints[0].Value; n != 0 {
					t.Errorf("%d requests in flight after the last one", n)
				}
				continue
			}
			data, ok := m.Data.(metricdata.Histogram[float64])
			if !ok {
				t.Errorf("the metric %s", m.Name)
				continue
			}
			for _, p := range data.DataPoints {
				series = append(series, m.Name+" "+p.Attributes.Encoded(attribute.DefaultEncoder()))
			}
		}
	}
	slices.Sort(series)
	const prefix = "http.server.request.duration http.request.method=GET,http.response.status_code="
	want := []string{
		prefix + "200,http.route=/editor-preview/{context}/{page...}",
		prefix + "200,http.route=/graphql,strand.stream=true",
		prefix + "200,http.route=/{page...}",
		prefix + "200,http.route=/{page...}/_payload.json",
		prefix + "200,http.route=/{page...}/data-sheet.pdf",
		prefix + "404,http.route=/{unknown...}",
		"http.server.request.duration http.request.method=_OTHER,http.response.status_code=200,http.route=/{page...}",
	}
	if !slices.Equal(series, want) {
		t.Errorf("series:\n%s\nwant:\n%s", strings.Join(series, "\n"), strings.Join(want, "\n"))
	}
	for i, span := range spans.Ended() {
		attributes := attribute.NewSet(span.Attributes()...)
		for _, key := range []attribute.Key{"client.address", "network.peer.address", "user_agent.original"} {
			if value, ok := attributes.Value(key); ok && value.AsString() != "" {
				t.Errorf("%s: the span has %s=%s", paths[i], key, value.AsString())
			}
		}
		if value, _ := attributes.Value("url.path"); strings.Contains(value.AsString(), "secret") {
			t.Errorf("the span has a token: %s", value.AsString())
		}
		if !strings.HasPrefix(span.Name(), "GET /") && span.Name() != "_OTHER /{page...}" {
			t.Errorf("the span's name is %q", span.Name())
		}
	}
	if n := len(spans.Ended()); n != len(paths) {
		t.Errorf("%d spans of %d requests", n, len(paths))
	}
}
