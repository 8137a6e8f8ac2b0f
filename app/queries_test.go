package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"strand/demo/identity/identitytest"
)

// costs contains the costs in a response.
type costs struct{ Estimated, Limit int64 }

type costAnswer struct {
	Data   any
	Errors []struct {
		Message    string
		Extensions struct {
			Code string
			Cost *costs
		}
	}
	Extensions struct{ Cost *costs }
}

// askCosts sends an operation; variables may have a value of any type.
func (s *strand) askCosts(t *testing.T, query string, variables any, headers ...string) (int, costAnswer) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequest(http.MethodPost, s.URL+"/graphql", strings.NewReader(string(body)))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/graphql-response+json")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := s.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var answer costAnswer
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, answer
}

func (s *strand) tokenOf(t *testing.T, email string) string {
	t.Helper()
	return identitytest.IDToken(s.browser(t).SignIn(email))
}

func aliases(n int, field string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "a%d:%s ", i, field)
	}
	return b.String()
}

// TestCostOfAnswers: a response contains the cost of its operation and the caller's limit.
func TestCostOfAnswers(t *testing.T) {
	s := testSite(t)
	for _, test := range []struct {
		query string
		want  costs
	}{
		{`{sites{id name}}`, costs{15, 20_000}},
		{`{stories(first:3){edges{node{title}}}}`, costs{7, 20_000}},
	} {
		if _, answer := s.askCosts(t, test.query, nil); answer.Extensions.Cost == nil ||
			*answer.Extensions.Cost != test.want {
			t.Errorf("%s: %v", test.query, answer.Extensions.Cost)
		}
	}
	if _, answer := s.askCosts(
		t, `{sites{id}}`, nil, bearer(s.tokenOf(t, "customer@example.com"))...,
	); answer.Extensions.Cost.Limit != 40_000 {
		t.Errorf("a user: %v", answer.Extensions.Cost)
	}
}
