package transport

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/Khan/genqlient/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"strand/internal/health"
)

func newClient(t *testing.T, h http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	c, err := New(Options{System: "cms", URL: server.URL, Token: "hidden", Timeout: time.Second, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func call(ctx context.Context, c *Client) error {
	var data struct{ Name string }
	return c.MakeRequest(ctx, &graphql.Request{OpName: "Pages", Query: "query Pages { name }"}, &graphql.Response{Data: &data})
}

func answer(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, text)
}

func TestMakeRequest_Failures(t *testing.T) {
	for name, test := range map[string]struct {
		handler http.HandlerFunc
		kind    Kind
		code    string
	}{
		"a status of the server's": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }, KindStatus, ""},
		"a refused token":          {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }, KindStatus, ""},
		"no JSON":                  {func(w http.ResponseWriter, _ *http.Request) { answer(w, "<html>") }, KindMalformed, ""},
		"neither data nor errors":  {func(w http.ResponseWriter, _ *http.Request) { answer(w, "{}") }, KindMalformed, ""},
		"errors": {func(w http.ResponseWriter, _ *http.Request) {
			answer(w, `{"errors":[{"message":"no","extensions":{"code":"GONE"}}]}`)
		}, KindGraphQL, "GONE"},
		"errors with a client code": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/graphql-response+json")
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, `{"errors":[{"message":"no"}]}`)
		}, KindGraphQL, ""},
		"a redirect": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://example.com/", http.StatusFound)
		}, KindStatus, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var failure *Error
			if err := call(t.Context(), newClient(t, test.handler)); !errors.As(err, &failure) {
				t.Fatalf("%v is no *Error", err)
			}
			if failure.Kind != test.kind || failure.Code != test.code || failure.System != "cms" || failure.Operation != "Pages" {
				t.Errorf("%+v", failure)
			}
			if strings.Contains(failure.Error(), "hidden") {
				t.Errorf("the token is in the error: %v", failure)
			}
		})
	}
}

// TestMakeRequest_GraphQLErrorsAreShared: the graph writes paths into the GraphQL errors that it finds in a failure, and one
// failure has several fields and requests.
func TestMakeRequest_GraphQLErrorsAreShared(t *testing.T) {
	c := newClient(t, func(w http.ResponseWriter, _ *http.Request) { answer(w, `{"errors":[{"message":"no"}]}`) })
	err := call(t.Context(), c)
	var found *gqlerror.Error
	if errors.As(err, &found) {
		t.Errorf("an error of the upstream's would become one of the graph's: %v", found)
	}
	if err == nil || !strings.Contains(err.Error(), "no") {
		t.Errorf("the upstream's words are lost: %v", err)
	}
}

func TestMakeRequest_RetriesReads(t *testing.T) {
	var calls atomic.Int32
	c := newClient(t, func(w http.ResponseWriter, _ *http.Request) {
		if calls.Add(1) < 3 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		answer(w, `{"data":{"name":"a"}}`)
	})
	if err := call(t.Context(), c); err != nil || calls.Load() != 3 {
		t.Errorf("%v after %d calls", err, calls.Load())
	}
}

// A system that keeps failing is left alone for a while, and callers learn so at once.
func TestMakeRequest_Breaker(t *testing.T) {
	var calls atomic.Int32
	c := newClient(t, func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		w.WriteHeader(http.StatusInternalServerError)
	})
	for range 10 {
		if err := call(t.Context(), c); err == nil {
			t.Fatal("no error")
		}
	}
	if c.Health(t.Context()).Status == health.Up {
		t.Error("the breaker is still closed")
	}
	before := calls.Load()
	if err := call(t.Context(), c); err == nil || calls.Load() != before {
		t.Errorf("%v; called %d more times", err, calls.Load()-before)
	}
}

func TestMakeRequest_Headers(t *testing.T) {
	got := make(chan http.Header, 1)
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		got <- r.Header.Clone()
		answer(w, `{"data":{"name":"a"}}`)
	})
	if err := call(WithHeaders(t.Context(), http.Header{"Gcms-Locales": {"de, en"}}), c); err != nil {
		t.Fatal(err)
	}
	h := <-got
	if h.Get("Authorization") != "Bearer hidden" || h.Get("gcms-locales") != "de, en" || h.Get("Content-Type") != "application/json" {
		t.Errorf("sent %v", h)
	}
}

func TestTruncate(t *testing.T) {
	for text, want := range map[string]string{
		"short":                 `"short"`,
		strings.Repeat("ä", 60): `"` + strings.Repeat("ä", 49) + "…",
	} {
		if got := Truncate(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestTruncate_Secrets(t *testing.T) {
	for _, variables := range []any{
		map[string]any{"input": map[string]any{"presentPassword": `a"b\c`}},
		struct {
			PresentPassword string `json:"presentPassword"`
		}{"hunter2"},
		map[string]string{"oneTimeCode": "123456"}, map[string]string{"password": "x"},
	} {
		if got := Truncate(variables); !strings.Contains(got, `"[hidden]"`) || strings.Contains(got, "hunter2") || strings.Contains(got, "123456") || strings.Contains(got, "b\\c") {
			t.Error(got)
		}
	}
}
