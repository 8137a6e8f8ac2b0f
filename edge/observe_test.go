package edge

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// A panic in a handler gives status 500 and a log event with its stack; if a part of the response was sent, it aborts
// the connection.
//
// Rules: ERR-1.
func TestObserved_Panic(t *testing.T) {
	var out bytes.Buffer
	h, err := observe(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/late" {
			_, _ = io.WriteString(w, strings.Repeat("part ", 10_000))
		}
		panic("broken")
	}), slog.New(slog.NewJSONHandler(&out, nil)))
	if err != nil {
		t.Fatal(err)
	}
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
			h, err := observe(
				http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(test.status) }),
				slog.New(slog.NewJSONHandler(&out, nil)),
			)
			if err != nil {
				t.Fatal(err)
			}
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
	h, err := observe(
		http.HandlerFunc(
			func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
		),
		slog.New(slog.NewJSONHandler(&out, nil)),
	)
	if err != nil {
		t.Fatal(err)
	}
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
