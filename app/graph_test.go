package app_test

import (
	"encoding/json"
	"net/http"
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
	var answer struct {
		Data   json.RawMessage
		Errors []struct{ Extensions struct{ Code string } }
	}
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		t.Fatal(err, text)
	}
	for _, e := range answer.Errors {
		codes = append(codes, e.Extensions.Code)
	}
	if into != nil && len(answer.Data) > 0 {
		if err := json.Unmarshal(answer.Data, into); err != nil {
			t.Fatal(err, text)
		}
	}
	return codes
}
