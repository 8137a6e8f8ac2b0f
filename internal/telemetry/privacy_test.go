package telemetry

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
)

// Rules: ERR-33.
func TestClean(t *testing.T) {
	for text, want := range map[string]string{
		"":                                             "",
		"lookup pim.invalid: no such host":             "lookup pim.invalid: no such host",
		"http://user:pass@host:80/a?key=x":             "http://host:80/a",
		`Post "https://u@h/?apikey=x": EOF`:            `Post "https://h/": EOF`,
		"postgres://u:p%40x@db/strand#f":               "postgres://db/strand",
		"https://h/a/b, https://h/c?d":                 "https://h/a/b, https://h/c",
		"http://u:p@x@h/a":                             "http://h/a",
		"http://u:o'p@h/o'a?key=o'b":                   "http://h/o'a",
		"http://h/editor-preview/c@secret/":            "http://h/editor-preview/c@secret/",
		"550 <ada.l+x@mail.example.com>: no such user": "550 <[address]>: no such user",
		"to=jörg@müller.example":                       "to=[address]",
		"/go/pkg/mod/github.com/a/b@v1.2.3/file.go:12": "/go/pkg/mod/github.com/a/b@v1.2.3/file.go:12",
		"c/a/b@v0.0.0-20260101000000-abcdef/file.go:1": "c/a/b@v0.0.0-20260101000000-abcdef/file.go:1",
		"a @ b": "a @ b",
	} {
		if got := Clean(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestCleanError: errors of requests contain neither password nor key, and keep their causes.
//
// Rules: ERR-33.
func TestCleanError(t *testing.T) {
	_, err := http.Get("http://user:secret@127.0.0.1:1/a?apikey=secret&b=2")
	clean := CleanError(fmt.Errorf("read: %w", err))
	if text := clean.Error(); !strings.HasPrefix(text, `read: Get "http://127.0.0.1:1/a": dial`) ||
		!errors.As(clean, new(*net.OpError)) {
		t.Error(clean)
	}
	if plain := errors.New("x"); CleanError(plain) != plain { //nolint:errorlint // the same error is returned
		t.Error("another error is changed")
	}
}

// kind is a text type.
type kind string

// TestCleanHandler: texts of events are cleaned, wherever they stand; text types become texts, and other values stay.
//
// Rules: ERR-33.
func TestCleanHandler(t *testing.T) {
	const url, address = "http://user:secret@host/?key=secret", "secret@example.com"
	var missing *place
	for name, test := range map[string]struct {
		value any
		want  string
	}{
		"a text": {url, "a=http://host/ "},
		"an error": {
			fmt.Errorf("send to %s: %w", address, context.Canceled), `a="send to [address]: context canceled" `,
		},
		"a text type":          {kind("STORY_FEEDBACK"), "a=STORY_FEEDBACK "},
		"a Stringer":           {&place{url}, "a=http://host/ "},
		"no Stringer":          {missing, "a=<nil> "},
		"nothing":              {nil, "a=<nil> "},
		"a number":             {3, "a=3 "},
		"a duration":           {1500 * time.Microsecond, "a_ms=1.5 "},
		"durations in a group": {slog.GroupValue(slog.Duration("b", time.Minute)), "a.b_ms=60000 "},
		"a group":              {slog.GroupValue(slog.String("b", address)), "a.b=[address] "},
		"a value on demand":    {lazy(address), "a=[address] "},
		"an unchanged error":   {errors.New("broken"), "a=broken "},
		"a harmless pair":      {[]int{1, 2}, `a="[1 2]" `},
		"an address in words":  {"to " + address, `a="to [address]" `},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			log := slog.New(cleanHandler{slog.NewTextHandler(&out, nil)})
			log.Info("event", "a", test.value, "end", true)
			log.With("a", test.value).Info("event", "end", true)
			if strings.Count(out.String(), test.want) != 2 || strings.Contains(out.String(), "secret") {
				t.Errorf("%s, want %s", &out, test.want)
			}
			if _, isError := test.value.(error); isError && !errors.Is(cleanedOf(test.value), test.value.(error)) {
				t.Error("the error is lost")
			}
		})
	}
}

func cleanedOf(value any) error {
	clean, _ := cleanValue(slog.AnyValue(value))
	err, _ := clean.Any().(error)
	return err
}

type place struct{ text string }

func (u *place) String() string { return u.text }

type lazy string

func (l lazy) LogValue() slog.Value { return slog.StringValue(string(l)) }

// TestCleanSpans: of a span, only known attributes are exported, and no text of an error.
//
// Rules: ERR-32, ERR-33.
func TestCleanSpans(t *testing.T) {
	exporter := tracetest.NewInMemoryExporter()
	tracers := trace.NewTracerProvider(trace.WithSyncer(cleanSpans{exporter}))
	_, span := tracers.Tracer("test").Start(t.Context(), "POST /graphql")
	span.SetAttributes(
		attribute.String("gql.request.variables.input", "secret"),
		attribute.String("gql.request.query", `{ a(b: "secret") }`),
		attribute.String("gql.resolver.args.b", "secret"),
		attribute.String("url.full", "http://user:secret@host/a?key=secret"),
		attribute.String("user_agent.original", "secret"),
		attribute.String("http.route", "/graphql"),
		ErrorCodesKey.StringSlice([]string{"FORBIDDEN"}),
	)
	span.RecordError(errors.New("secret"))
	span.SetStatus(codes.Error, "secret")
	span.End()
	got := exporter.GetSpans()
	if len(got) != 1 || strings.Contains(fmt.Sprintf("%+v", got), "secret") {
		t.Fatalf("%+v", got)
	}
	kept := attribute.NewSet(got[0].Attributes...)
	for key, want := range map[attribute.Key]string{
		"url.full": "http://host/a", "http.route": "/graphql", ErrorCodesKey: `["FORBIDDEN"]`,
	} {
		if value, _ := kept.Value(key); value.String() != want {
			t.Errorf("%s is %s", key, value.String())
		}
	}
	if kept.Len() != 3 || got[0].Status.Code != codes.Error || len(got[0].Events) != 1 {
		t.Errorf("%+v", got[0])
	}
}
