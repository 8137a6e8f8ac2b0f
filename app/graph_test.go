package app_test

import (
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// sendOperation sends an operation to the graph at a path, with headers, and returns the response. A header with an
// empty value is not sent.
func (s *strand) sendOperation(t *testing.T, path, operation string, headers ...string) string {
	t.Helper()
	return s.sendWith(t, path, operation, nil, headers...)
}

// sendWith sends an operation with variables.
func (s *strand) sendWith(t *testing.T, path, operation string, variables map[string]any, headers ...string) string {
	t.Helper()
	body, err := json.Marshal(map[string]any{"query": operation, "variables": variables})
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequest(http.MethodPost, s.URL+path, strings.NewReader(string(body)))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i+1] != "" {
			r.Header.Set(headers[i], headers[i+1])
		}
	}
	_, text := s.do(t, r)
	return text
}

// query sends a query of an anonymous user and returns the response.
func (s *strand) query(t *testing.T, query string) string {
	t.Helper()
	return s.sendOperation(t, "/graphql", query)
}

// askEditor sends an operation with an editor's cookie, decodes the data, and returns the error codes.
func (s *strand) askEditor(t *testing.T, cookie, operation string, into any) (codes []string) {
	t.Helper()
	text := s.sendOperation(t, "/graphql", operation, "Cookie", cookie)
	data, codes := answer[json.RawMessage](t, text)
	if into != nil && len(data) > 0 {
		if err := json.Unmarshal(data, into); err != nil {
			t.Fatal(err, text)
		}
	}
	return codes
}

// answer decodes a response of the graph; codes contains the codes of its errors.
func answer[D any](t *testing.T, text string) (data D, codes []string) {
	t.Helper()
	var got graphAnswer[D]
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	for _, e := range got.Errors {
		codes = append(codes, e.Extensions.Code)
	}
	return got.Data, codes
}

// errorCodes returns the codes of the errors of a response.
func errorCodes(t *testing.T, text string) []string {
	t.Helper()
	_, codes := answer[any](t, text)
	return codes
}

func hasErrors(t *testing.T, text string) bool {
	t.Helper()
	return len(errorCodes(t, text)) > 0
}

// failsWith reports whether a response has errors and all of them have a code.
func failsWith(t *testing.T, text, code string) bool {
	t.Helper()
	codes := slices.Compact(errorCodes(t, text))
	return len(codes) == 1 && codes[0] == code
}

// failsBecauseOf reports whether a response has errors and all of them name an upstream system that is unavailable.
func failsBecauseOf(t *testing.T, text, upstream string) bool {
	t.Helper()
	var got graphAnswer[any]
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return len(got.Errors) > 0 && !slices.ContainsFunc(got.Errors, func(e graphError) bool {
		return e.Extensions.Code != "UPSTREAM_UNAVAILABLE" || e.Extensions.Upstream != upstream
	})
}

// valueAt returns the value at a path of a JSON text, such as data.ticket.attachments.0.url; nil if there is none.
func valueAt(t *testing.T, text, path string) any {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	for _, step := range strings.Split(path, ".") {
		switch v := value.(type) {
		case map[string]any:
			value = v[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(v) {
				return nil
			}
			value = v[i]
		default:
			return nil
		}
	}
	return value
}

// textAt returns the text at a path of a JSON text. The test ends if there is none.
func textAt(t *testing.T, text, path string) string {
	t.Helper()
	value, ok := valueAt(t, text, path).(string)
	if !ok || value == "" {
		t.Fatalf("there is no text at %s of %s", path, text)
	}
	return value
}

// checkAt fails the test if the value at a path of a JSON text is not the one that is given as JSON.
func checkAt(t *testing.T, text, path, want string) {
	t.Helper()
	var wanted any
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		t.Fatalf("%v: %s", err, want)
	}
	if got := valueAt(t, text, path); !reflect.DeepEqual(got, wanted) {
		t.Errorf("%s is %v, want %s, in %.2000s", path, got, want, text)
	}
}
