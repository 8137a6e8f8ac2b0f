package app_test

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"strand/test/spantest"
)

// slowRenderer answers each rendering after two seconds: what else a page takes on a busy machine is little of that.
const slowRenderer = `const { createServer } = require("node:http");
createServer((request, response) => {
  request.resume();
  request.on("end", () => setTimeout(
    () => response.end('{"head":"","modules":[]}\n<main></main>'), request.url === "/ready" ? 0 : 2000));
}).listen(process.env.STRAND_RENDER_SOCKET);
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
`

// traceOf returns the spans of the trace of a path, and its first one.
func traceOf(t *testing.T, recorder *tracetest.SpanRecorder, path string) (root sdktrace.ReadOnlySpan,
	spans []sdktrace.ReadOnlySpan) {
	t.Helper()
	for _, span := range recorder.Ended() {
		if span.SpanKind() == trace.SpanKindServer && spantest.Value(span, "url.path") == path {
			root = span
		}
	}
	if root == nil {
		t.Fatalf("%s has no span", path)
	}
	for _, span := range recorder.Ended() {
		if span.SpanContext().TraceID() == root.SpanContext().TraceID() && span != root {
			spans = append(spans, span)
		}
	}
	return root, spans
}

// explained returns the share of a span in which one of those without children was active.
func explained(root sdktrace.ReadOnlySpan, spans []sdktrace.ReadOnlySpan) float64 {
	hasChildren := map[trace.SpanID]bool{}
	for _, span := range spans {
		hasChildren[span.Parent().SpanID()] = true
	}
	spans = slices.DeleteFunc(slices.Clone(spans), func(span sdktrace.ReadOnlySpan) bool {
		return hasChildren[span.SpanContext().SpanID()]
	})
	slices.SortFunc(spans, func(a, b sdktrace.ReadOnlySpan) int { return a.StartTime().Compare(b.StartTime()) })
	var sum time.Duration
	end := root.StartTime()
	for _, span := range spans {
		from, to := span.StartTime(), span.EndTime()
		if from.Before(end) {
			from = end
		}
		if to.After(root.EndTime()) {
			to = root.EndTime()
		}
		if to.After(from) {
			sum, end = sum+to.Sub(from), to
		}
	}
	return float64(sum) / float64(root.EndTime().Sub(root.StartTime()))
}

// TestTrace: the trace of a page says where its time was spent, by the conventions of OpenTelemetry: calls of systems,
// rendering, cache misses. Probes have no trace.
//
// Rules: ERR-38.
func TestTrace(t *testing.T) {
	recorder := spantest.Record(t)
	s := prepare(t, testContent, screenOperation, "STRAND_RENDERERS=1", "STRAND_RENDER_TIMEOUT=10s",
		"STRAND_UPSTREAM_TIMEOUT=10s")
	for _, setting := range s.settings {
		if dir, ok := strings.CutPrefix(setting, "STRAND_CLIENT_DIR="); ok {
			for _, name := range []string{"threads.js", "render.js"} {
				path := filepath.Join(dir, "server", name)
				_ = os.Remove(path) // a link to the built script
				if err := os.WriteFile(path, []byte(slowRenderer), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	slow := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(400 * time.Millisecond)
		s.cmsHandler.ServeHTTP(w, r)
	})
	s.cmsFault.Store(&slow)
	s.serve(t)
	const cold, warm = "/en", "/en/about"
	for _, path := range []string{"/healthz", "/readyz", cold, warm} {
		s.get(t, "localhost", path)
	}
	s.stop(t)

	for _, path := range []string{cold, warm} {
		root, spans := traceOf(t, recorder, path)
		if route := spantest.Value(root, "http.route"); route != "/{page...}" {
			t.Errorf("%s: http.route is %q", path, route)
		}
		if share := explained(root, spans); share < .95 {
			t.Errorf("%s: %.0f %% of %s are explained", path, 100*share, root.EndTime().Sub(root.StartTime()))
		}
		names := map[string]trace.SpanKind{}
		for _, span := range spans {
			names[span.Name()] = span.SpanKind()
			if strings.HasPrefix(span.Name(), "HTTP ") {
				t.Errorf("%s: the span %s names no system", path, span.Name())
			}
			if strings.HasPrefix(span.Name(), "resolve ") && span.EndTime().Sub(span.StartTime()) < time.Millisecond {
				t.Errorf("%s: a span of a short resolver: %s", path, span.Name())
			}
			for _, a := range span.Attributes() {
				if a.Key == "graphql.document" || strings.HasPrefix(string(a.Key), "gql.") {
					t.Errorf("%s: %s has %s", path, span.Name(), a.Key)
				}
			}
			if span.SpanKind() == trace.SpanKindClient && spantest.Value(span, "service.peer.name") == "cms" &&
				(spantest.Value(span, "graphql.operation.type") != "query" ||
					spantest.Value(span, "graphql.operation.name") == "" ||
					spantest.Value(span, "http.response.status_code") != "200" ||
					spantest.Value(span, "server.address") == "") {
				t.Errorf("%s: %s has %v", path, span.Name(), span.Attributes())
			}
		}
		for name, kind := range map[string]trace.SpanKind{
			"query ContentScreen": trace.SpanKindInternal, "render pages": trace.SpanKindInternal,
			"cache miss page": trace.SpanKindInternal,
		} {
			if got, ok := names[name]; !ok || got != kind {
				t.Errorf("%s: the span %s is missing or %s: %v", path, name, got, names)
			}
		}
		if _, ok := names["query Pages"]; path == cold && !ok {
			t.Errorf("no span of a call of the CMS: %v", names)
		}
	}
	for _, span := range recorder.Ended() {
		// Other tests' clients are recorded, too.
		if path := spantest.Value(span, "url.path"); path == "/healthz" || path == "/readyz" {
			t.Errorf("a span %s of %s", span.Name(), path)
		}
	}
}
