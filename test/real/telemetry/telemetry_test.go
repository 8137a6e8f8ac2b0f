//go:build real

// Package telemetry sends the traces, metrics and logs of the product to a collector of OpenTelemetry, and has
// Prometheus read its metrics.
package telemetry

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	collogs "go.opentelemetry.io/proto/otlp/collector/logs/v1"
	colmetrics "go.opentelemetry.io/proto/otlp/collector/metrics/v1"
	coltrace "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	v1 "go.opentelemetry.io/proto/otlp/common/v1"
	tracev1 "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"strand/test/real/peer"
	"strand/test/servertest"
)

// version is the version of the collector.
const version = "v0.165.0"

const builder = `dist: {name: otelcol, output_path: %s}
receivers: [{gomod: go.opentelemetry.io/collector/receiver/otlpreceiver %[2]s}]
processors: [{gomod: go.opentelemetry.io/collector/processor/batchprocessor %[2]s}]
exporters:
  - {gomod: go.opentelemetry.io/collector/exporter/debugexporter %[2]s}
  - {gomod: go.opentelemetry.io/collector/exporter/otlphttpexporter %[2]s}
`

// collectorProgram returns the collector, which its builder builds once.
func collectorProgram(t *testing.T) string {
	t.Helper()
	dir := peer.Cache(t, "otelcol-"+version)
	path := filepath.Join(dir, "otelcol")
	if _, err := os.Stat(path); err == nil {
		return path
	}
	built, config := t.TempDir(), filepath.Join(t.TempDir(), "builder.yaml")
	if err := os.WriteFile(config, []byte(fmt.Sprintf(builder, built, version)), 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "run", "go.opentelemetry.io/collector/cmd/builder@"+version, //nolint:gosec // a test
		"--config", config)
	build.Dir = built // outside of the module
	build.Env = append(os.Environ(), "GOFLAGS=-trimpath", "CGO_ENABLED=0")
	if output, err := build.CombinedOutput(); err != nil {
		t.Skipf("build the collector: %v\n%s", err, output)
	}
	partial := path + ".part"
	binary, err := os.ReadFile(filepath.Join(built, "otelcol"))
	if err == nil {
		err = os.WriteFile(partial, binary, 0o700) //nolint:gosec // a program
	}
	if err == nil {
		err = os.Rename(partial, path)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// received is what the collector has sent on.
type received struct {
	mu    sync.Mutex
	spans []*tracev1.Span
	text  map[string]string
}

// handler receives OTLP.
func (r *received) handler(t *testing.T) http.Handler {
	return http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) {
		message := map[string]proto.Message{
			"/v1/traces":  &coltrace.ExportTraceServiceRequest{},
			"/v1/metrics": &colmetrics.ExportMetricsServiceRequest{},
			"/v1/logs":    &collogs.ExportLogsServiceRequest{},
		}[request.URL.Path]
		body, err := io.ReadAll(request.Body)
		if message == nil || err != nil || proto.Unmarshal(body, message) != nil {
			t.Errorf("%s: %v", request.URL.Path, err)
			return
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.text[request.URL.Path] += protojson.Format(message)
		if traces, ok := message.(*coltrace.ExportTraceServiceRequest); ok {
			for _, resource := range traces.ResourceSpans {
				for _, scope := range resource.ScopeSpans {
					r.spans = append(r.spans, scope.Spans...)
				}
			}
		}
	})
}

// await waits until something was received.
func (r *received) await(t *testing.T, what string, has func() bool) {
	t.Helper()
	for limit := time.Now().Add(time.Minute); ; time.Sleep(200 * time.Millisecond) {
		r.mu.Lock()
		ok := has()
		r.mu.Unlock()
		if ok {
			return
		}
		if time.Now().After(limit) {
			t.Fatalf("%s was not received", what)
		}
	}
}

func (r *received) find(name string, kind tracev1.Span_SpanKind, attributes ...string) *tracev1.Span {
	for _, span := range r.spans {
		if span.Name == name && span.Kind == kind && hasAll(span.Attributes, attributes) {
			return span
		}
	}
	return nil
}

func hasAll(attributes []*v1.KeyValue, wanted []string) bool {
	found := map[string]bool{}
	for _, a := range attributes {
		found[a.Key] = true
		found[a.Key+"="+a.Value.GetStringValue()] = true
	}
	for _, want := range wanted {
		if !found[want] {
			return false
		}
	}
	return true
}

// secret is a text that the test sends, and that must arrive nowhere.
const secret = "zq-a-value-of-the-test-qz"

func get(t *testing.T, url string, headers ...string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s %v", url, answer.Status, err)
	}
	return string(body)
}

// TestCollector: a collector accepts what the product exports, with the names and attributes of the conventions and
// without values of callers; Prometheus reads histograms, and exemplars that lead to a trace of the collector. The
// configuration of deploy/otel is valid.
func TestCollector(t *testing.T) {
	program := collectorProgram(t)
	shipped := filepath.Join(peer.Root(t), "deploy", "otel", "collector.yaml")
	validate := exec.Command(program, "validate", "--config", shipped) //nolint:gosec // built by the test
	if output, err := validate.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", shipped, err, output)
	}
	got := &received{text: map[string]string{}}
	end := httptest.NewServer(got.handler(t))
	t.Cleanup(end.Close)
	intake, site, admin := servertest.FreeAddr(t), servertest.FreeAddr(t), servertest.FreeAddr(t)
	changes := filepath.Join(t.TempDir(), "collector.yaml")
	if err := os.WriteFile(changes, []byte(fmt.Sprintf(`receivers: {otlp: {protocols: {http: {endpoint: %q}}}}
processors: {batch: {timeout: 200ms}}
exporters: {otlphttp: {endpoint: %q, compression: none}}
service:
  telemetry: {metrics: {level: none}}
  pipelines:
    traces: {exporters: [otlphttp]}
    logs: {exporters: [otlphttp]}
    metrics: {exporters: [otlphttp]}
`, intake, end.URL)), 0o600); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(program, "--config", shipped, "--config", changes) //nolint:gosec // built by the test
	peer.Start(t, run, time.Minute, func(ctx context.Context) error {
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+intake+"/v1/logs",
			strings.NewReader("{}"))
		if err != nil {
			return err
		}
		request.Header.Set("Content-Type", "application/json")
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			return err
		}
		return answer.Body.Close()
	})

	server := exec.Command(peer.Build(t, "strand-demo")) //nolint:gosec // built by the test
	server.Dir = peer.Root(t)
	server.Env = append(os.Environ(), "STRAND_ADDR="+site, "STRAND_ADMIN_ADDR="+admin, "STRAND_RENDERERS=1",
		"STRAND_DATA_DIR="+t.TempDir(), "STRAND_EMBEDDED_IDENTITY_ADDR=localhost:"+servertest.FreePort(t),
		"STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_SIS_ADDR=127.0.0.1:0", "STRAND_LOG_LEVEL=debug",
		"OTEL_EXPORTER_OTLP_ENDPOINT=http://"+intake, "OTEL_BSP_SCHEDULE_DELAY=200", "OTEL_BLRP_SCHEDULE_DELAY=200",
		"OTEL_METRIC_EXPORT_INTERVAL=1000", "OTEL_BSP_MAX_QUEUE_SIZE=100000", "OTEL_BLRP_MAX_QUEUE_SIZE=100000")
	peer.Start(t, server, 2*time.Minute, peer.Responds("http://"+site+"/readyz"))
	startPrometheus := prometheus(t, admin)

	for _, path := range []string{
		"/en", "/en/products", "/en/search?q=" + secret, "/en?utm_source=" + secret, "/healthz",
	} {
		get(t, "http://"+site+path, "User-Agent", secret)
	}
	send := func(operation string, variables map[string]any) {
		body, err := json.Marshal(map[string]any{"query": operation, "variables": variables})
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.Post("http://"+site+"/graphql", "application/json", strings.NewReader(string(body)))
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if strings.Contains(string(text), "GRAPHQL_VALIDATION_FAILED") {
			t.Fatalf("%s", text)
		}
	}
	var values []map[string]string
	for name, value := range map[string]string{
		"firstName": secret, "lastName": secret, "email": "a@example.com", "company": secret, "address": secret,
		"zipCode": "6000", "city": secret, "state": "LU", "country": "CH", "machineName": secret, "serialNumber": "A-1",
		"requestedService": "repair", "subject": secret, "description": secret,
	} {
		values = append(values, map[string]string{"name": name, "value": value})
	}
	send(`mutation SubmitForm($input: SubmitFormInput!) {
		submitForm(input: $input) { submission { reference } userErrors { field } } }`,
		map[string]any{"input": map[string]any{"kind": "SERVICE_REQUEST", "locale": "en", "values": values,
			"idempotencyKey": "a-key-of-the-collector"}})
	send(`mutation ChangePassword($input: ChangePasswordInput!) { changePassword(input: $input) { __typename } }`,
		map[string]any{"input": map[string]any{"presentPassword": secret, "nextPassword": secret}})

	const internal, client = tracev1.Span_SPAN_KIND_INTERNAL, tracev1.Span_SPAN_KIND_CLIENT
	for _, want := range []struct {
		name       string
		kind       tracev1.Span_SpanKind
		attributes []string
	}{
		{"GET /{page...}", tracev1.Span_SPAN_KIND_SERVER, []string{"http.route=/{page...}", "http.request.method=GET"}},
		{"query ContentScreen", internal, []string{"graphql.operation.type=query",
			"graphql.operation.name=ContentScreen"}},
		{"mutation", internal, []string{"graphql.operation.type=mutation", "graphql.operation.name=SubmitForm"}},
		{"cache miss page", internal, []string{"strand.cache.entry=page"}},
		{"render pages", internal, []string{"strand.render.pool=pages"}},
		{"query SystemData", client, []string{"service.peer.name=cms", "server.address", "server.port",
			"graphql.operation.name=SystemData", "http.response.status_code"}},
		{"INSERT submissions", client, []string{"db.system.name=sqlite", "db.query.summary=INSERT submissions"}},
		{"process outbox", tracev1.Span_SPAN_KIND_CONSUMER, []string{"messaging.operation.type=process"}},
	} {
		got.await(t, fmt.Sprintf("the span %s %s %v", want.name, want.kind, want.attributes), func() bool {
			return got.find(want.name, want.kind, want.attributes...) != nil
		})
	}
	got.await(t, "the metrics", func() bool {
		return strings.Contains(got.text["/v1/metrics"], `"strand.upstream.duration"`) &&
			strings.Contains(got.text["/v1/metrics"], `"go_goroutines"`) &&
			strings.Contains(got.text["/v1/metrics"], `"http.server.request.duration"`)
	})
	got.await(t, "the log", func() bool {
		return strings.Contains(got.text["/v1/logs"], `"submission_delivered"`) &&
			strings.Contains(got.text["/v1/logs"], `"duration_ms"`) &&
			strings.Contains(got.text["/v1/logs"], `"SERVICE_REQUEST"`)
	})
	startPrometheus(got)

	got.mu.Lock()
	defer got.mu.Unlock()
	for path, text := range got.text {
		for _, unwanted := range []string{secret, "unhandled:", "graphql.document", "gql.request"} {
			if strings.Contains(text, unwanted) {
				t.Errorf("%s contains %s", path, unwanted)
			}
		}
	}
	for _, span := range got.spans {
		spent := time.Duration(span.EndTimeUnixNano - span.StartTimeUnixNano) //nolint:gosec // not negative
		switch {
		case strings.HasPrefix(span.Name, "resolve ") && spent < time.Millisecond:
			t.Errorf("a span of %s: %s", spent, span.Name)
		case hasAll(span.Attributes, []string{"url.path=/healthz"}),
			hasAll(span.Attributes, []string{"url.path=/readyz"}):
			t.Errorf("a span of a probe: %s", span.Name)
		}
	}
	t.Logf("%d spans", len(got.spans))
}

// prometheus starts Prometheus, which reads the metrics of a server. It returns a test of what it has read.
func prometheus(t *testing.T, admin string) func(*received) {
	t.Helper()
	program, address, dir := peer.Debian(t, "prometheus", "prometheus"), servertest.FreeAddr(t), t.TempDir()
	config := filepath.Join(dir, "prometheus.yaml")
	if err := os.WriteFile(config, []byte(fmt.Sprintf(`scrape_configs:
  - {job_name: strand, scrape_interval: 1s, static_configs: [{targets: [%q]}]}
`, admin)), 0o600); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(program, "--config.file", config, "--storage.tsdb.path", dir, //nolint:gosec // from Debian
		"--web.listen-address", address, "--enable-feature", "exemplar-storage")
	peer.Start(t, run, time.Minute, peer.Responds("http://"+address+"/-/ready"))
	return func(got *received) {
		t.Helper()
		query := func(path string, values url.Values, into any) {
			t.Helper()
			text := get(t, "http://"+address+path+"?"+values.Encode())
			if err := json.Unmarshal([]byte(text), into); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
		}
		now := time.Now()
		got.await(t, "an exemplar with a trace of the collector", func() bool {
			var found struct {
				Data []struct {
					Exemplars []struct{ Labels map[string]string }
				}
			}
			query("/api/v1/query_exemplars", url.Values{
				"query": {"http_server_request_duration_seconds_bucket"},
				"start": {strconv.FormatInt(now.Add(-time.Hour).Unix(), 10)},
				"end":   {strconv.FormatInt(now.Add(time.Hour).Unix(), 10)},
			}, &found)
			for _, series := range found.Data {
				for _, exemplar := range series.Exemplars {
					for _, span := range got.spans {
						if fmt.Sprintf("%x", span.TraceId) == exemplar.Labels["trace_id"] {
							return true
						}
					}
				}
			}
			return false
		})
		got.await(t, "a quantile of a histogram", func() bool {
			var found struct {
				Data struct {
					Result []struct{ Value [2]any }
				}
			}
			query("/api/v1/query", url.Values{"query": {`histogram_quantile(0.9,
				sum by (le) (http_server_request_duration_seconds_bucket{http_route="/{page...}"}))`}}, &found)
			if len(found.Data.Result) != 1 {
				return false
			}
			seconds, err := strconv.ParseFloat(fmt.Sprint(found.Data.Result[0].Value[1]), 64)
			return err == nil && seconds > 0
		})
	}
}
