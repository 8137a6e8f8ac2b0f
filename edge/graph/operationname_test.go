package graph

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"strand/internal/telemetry"
	"strand/service/website/visit"
)

// TestHandler_OperationName: a persisted operation is logged with its name, also if its caller sends none, and so is an
// answer from the cache. The span of the request has only names of persisted operations.
func TestHandler_OperationName(t *testing.T) {
	e := executorWithSites(t, map[string]string{
		"sha256:sites": `query Sites { sites { name } }`,
		"sha256:type":  `query Type($name: String) { __typename }`,
		"sha256:leave": `mutation Leave { __typename }`,
		"sha256:two":   `query One { __typename } query Two { __typename }`,
	})
	handler := e.Handler(func(r *http.Request) (*visit.Request, error) {
		return &visit.Request{Scheme: "http", Host: r.Host}, nil
	})
	get := func(parameters ...string) *http.Request {
		q := url.Values{}
		for i := 0; i+1 < len(parameters); i += 2 {
			q.Set(parameters[i], parameters[i+1])
		}
		return httptest.NewRequest(http.MethodGet, "http://localhost:8080/graphql?"+q.Encode(), nil)
	}
	post := func(accept string, body map[string]any) *http.Request {
		encoded, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest(http.MethodPost, "http://localhost:8080/graphql", bytes.NewReader(encoded))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", accept)
		return r
	}
	// serve returns the operation's name in the log event and in the span of a request.
	serve := func(h http.Handler, r *http.Request) (logged, traced string) {
		spans := tracetest.NewSpanRecorder()
		tracer := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans)).Tracer("test")
		ctx, span := tracer.Start(r.Context(), "request")
		ctx, requestLog := telemetry.WithRequestLog(ctx)
		h.ServeHTTP(httptest.NewRecorder(), r.WithContext(ctx))
		span.End()
		attrs := requestLog.AppendAttrs(nil)
		if i := slices.IndexFunc(attrs, func(a slog.Attr) bool { return a.Key == "operation" }); i >= 0 {
			logged = attrs[i].Value.String()
		}
		ended := spans.Ended()
		attributes := attribute.NewSet(ended[len(ended)-1].Attributes()...)
		if value, ok := attributes.Value("graphql.operation.name"); ok {
			traced = value.AsString()
		}
		return logged, traced
	}
	sites := []string{"extensions", `{"persistedQuery":{"version":1,"sha256Hash":"sites"}}`}
	for name, test := range map[string]struct {
		request        *http.Request
		logged, traced string
	}{
		"a hash":              {get(sites...), "Sites", "Sites"},
		"a hash and the name": {get(append(sites, "operationName", "Sites")...), "Sites", "Sites"},
		"an id": {
			get("documentId", "sha256:type", "variables", `{"name":"a"}`), "Type", "Type",
		},
		"a mutation": {post("application/json", map[string]any{"documentId": "leave"}), "Leave", "Leave"},
		"a stream":   {post("text/event-stream", map[string]any{"documentId": "type"}), "Type", "Type"},
		"one operation of two": {
			get("documentId", "two", "operationName", "Two"), "Two", "",
		},
		"none of two":   {get("documentId", "two"), "", ""},
		"a text":        {get("query", "query Mine { __typename }"), "", ""},
		"a named text":  {get("query", "query Mine { __typename }", "operationName", "Mine"), "Mine", ""},
		"an unknown id": {get("documentId", "other"), "", ""},
	} {
		if logged, traced := serve(handler, test.request); logged != test.logged || traced != test.traced {
			t.Errorf("%s: %q in the log, %q in the span, want %q and %q",
				name, logged, traced, test.logged, test.traced)
		}
	}
	request := get(sites...)
	kept := e.Kept(request, "http", "localhost:8080")
	if kept == nil {
		t.Fatal("no answer is kept")
	}
	if logged, traced := serve(kept, request); logged != "Sites" || traced != "Sites" {
		t.Errorf("a kept answer: %q in the log, %q in the span", logged, traced)
	}
}
