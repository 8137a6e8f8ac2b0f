package graph

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"go.opentelemetry.io/otel/trace"

	"strand/resolvers"
	"strand/service/website/visit"
)

// panickingExecutor returns an executor whose resolvers panic, since they have no dependencies. It logs into the
// buffer.
func panickingExecutor(t *testing.T) (*Executor, *bytes.Buffer) {
	t.Helper()
	var out bytes.Buffer
	persisted, err := LoadPersisted(filepath.Join(t.TempDir(), "none.json"))
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewJSONHandler(&out, nil))
	return New(Options{Resolver: &resolvers.Resolver{}, Persisted: persisted, Log: log}), &out
}

// messages returns the names of the events in a log.
func messages(t *testing.T, log *bytes.Buffer) (names []string) {
	t.Helper()
	for line := range strings.Lines(log.String()) {
		var event struct{ Msg, Stack string }
		if err := json.Unmarshal([]byte(line), &event); err != nil {
			t.Fatal(err)
		}
		names = append(names, event.Msg)
		if event.Msg == "panic_recovered" && !strings.Contains(event.Stack, "goroutine") {
			t.Errorf("the panic has no stack: %s", line)
		}
	}
	return names
}

// Rules: ERR-1, ERR-4.
func TestExecute_PanicInAResolver(t *testing.T) {
	e, log := panickingExecutor(t)
	answer := e.Execute(t.Context(), &visit.Request{}, Operation{Query: `{ sites { id } }`}, false)
	if len(answer.Errors) != 1 || codeOf(answer.Errors[0]) != "INTERNAL" ||
		answer.Errors[0].Message != "an unexpected error occurred" {
		t.Errorf("got %v", answer.Errors)
	}
	if names := messages(t, log); len(names) != 1 || names[0] != "panic_recovered" {
		t.Errorf("log: %v", names)
	}
}

// TestExecute_RefusalHasTraceID: an operation that is not executed is refused with the trace id of its request.
func TestExecute_RefusalHasTraceID(t *testing.T) {
	e, _ := panickingExecutor(t)
	for _, query := range []string{`{ nope }`, `{`, ``} {
		for _, id := range []trace.TraceID{{1}, {2}} {
			span := trace.NewSpanContext(trace.SpanContextConfig{TraceID: id, SpanID: trace.SpanID{1}})
			ctx := trace.ContextWithSpanContext(t.Context(), span)
			answer := e.Execute(ctx, &visit.Request{}, Operation{Query: query}, false)
			if len(answer.Errors) == 0 {
				t.Fatalf("%q: no error", query)
			}
			for _, err := range answer.Errors {
				if err.Extensions["traceId"] != id.String() {
					t.Errorf("%q: got %v, want the trace id %s", query, err.Extensions, id)
				}
			}
		}
	}
}

// Rules: ERR-1.
func TestAnswers_PanicInASubscription(t *testing.T) {
	e, log := panickingExecutor(t)
	sent := 0
	answers := e.answers(t.Context(), func(context.Context) *graphql.Response {
		if sent++; sent == 1 {
			return &graphql.Response{Data: json.RawMessage(`{}`)}
		}
		panic("broken")
	})
	var codes []string
	for body := range answers {
		var answer struct {
			Errors []struct{ Extensions struct{ Code string } }
		}
		if err := json.Unmarshal(body, &answer); err != nil {
			t.Fatal(err)
		}
		code := ""
		if len(answer.Errors) > 0 {
			code = answer.Errors[0].Extensions.Code
		}
		codes = append(codes, code)
	}
	if len(codes) != 2 || codes[0] != "" || codes[1] != "INTERNAL" {
		t.Errorf("codes: %q", codes)
	}
	if names := messages(t, log); len(names) != 1 || names[0] != "panic_recovered" {
		t.Errorf("log: %v", names)
	}
}

// Mistakes of a caller are not logged as errors.
//
// Rules: ERR-4.
func TestExecute_WrongRepresentations(t *testing.T) {
	e, log := panickingExecutor(t)
	for _, representations := range []any{
		[]any{map[string]any{"__typename": "Ticket"}}, []any{map[string]any{"slug": "a"}}, []any{nil}, []any{"a"},
		[]any{1.5},
	} {
		answer := e.Execute(t.Context(), &visit.Request{}, Operation{
			Query:     `query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }`,
			Variables: map[string]any{"r": representations},
		}, false)
		// Null is refused like any invalid variable, before it is read as a representation.
		if len(answer.Errors) != 1 || codeOf(answer.Errors[0]) != "BAD_USER_INPUT" &&
			codeOf(answer.Errors[0]) != "GRAPHQL_VALIDATION_FAILED" {
			t.Errorf("%v: %v", representations, answer.Errors)
		}
	}
	if log.Len() > 0 {
		t.Errorf("log: %s", log)
	}
}

// TestExecute_RequestErrors: variables and operations that do not fit are errors of the request, which say what is
// wrong.
//
// Rules: SEC-11.
func TestExecute_RequestErrors(t *testing.T) {
	e, _ := panickingExecutor(t)
	for query, want := range map[string]string{
		`query($v: Int) { newsFeed(first: $v) { edges { cursor } } }`: `variable $v: "5" is not accepted, ` +
			`send an integer of 32 bits (Int)`,
		`query a { __typename } query b { __typename }`: "the document has several operations: " +
			"send the operationName of one",
	} {
		op := Operation{Query: query, Variables: map[string]any{"v": "5"}}
		answer := e.Execute(t.Context(), &visit.Request{}, op, false)
		if len(answer.Errors) != 1 || answer.Errors[0].Message != want || answer.Data != nil ||
			codeOf(answer.Errors[0]) != "GRAPHQL_VALIDATION_FAILED" {
			t.Errorf("%s: %v", query, answer.Errors)
		}
	}
}
