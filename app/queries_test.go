package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"strand/demo/identity/identitytest"
	"strand/test/polltest"
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

// doublingFragments returns fragments of which each spreads the next one twice.
func doublingFragments(levels int) string {
	var b strings.Builder
	b.WriteString("{...F0}")
	for i := range levels {
		fmt.Fprintf(&b, "fragment F%d on Query{...F%d ...F%d}", i, i+1, i+1)
	}
	fmt.Fprintf(&b, "fragment F%d on Query{sites{id}}", levels)
	return b.String()
}

// catalogue returns a query of the products of capabilities, their capabilities, and so on.
func catalogue(levels int) string {
	return "{" + strings.Repeat(
		"capabilities{products{",
		levels,
	) + "capabilities{id}" + strings.Repeat(
		"}}",
		levels,
	) + "}"
}

func manyRepresentations(n int) map[string]any {
	list := make([]any, n)
	for i := range list {
		list[i] = map[string]string{"__typename": "Product", "slug": fmt.Sprintf("p%d", i)}
	}
	return map[string]any{"r": list}
}

// hostileQueries exceed a limit, or are expensive to validate.
var hostileQueries = map[string]struct {
	query     string
	variables any
	// hasCost is true if the query is refused by its cost, not by the limits of its text.
	hasCost bool
}{
	"one field 7000 times":    {query: "{sites{" + strings.Repeat("id ", 7000) + "}}"},
	"one object 2000 times":   {query: "{sites{" + strings.Repeat("defaultLocale:brand{id name}", 2000) + "}}"},
	"doubling fragments":      {query: doublingFragments(24)},
	"doubling fragments, 200": {query: doublingFragments(199)},
	"800 aliases of search":   {query: "{" + aliases(800, `search(query:"alpha"){totalCount}`) + "}"},
	"150 aliases of search": {
		query:   "{" + aliases(150, `search(query:"alpha",first:100){edges{node{url}}}`) + "}",
		hasCost: true,
	},
	"nested lists, two":   {query: catalogue(2), hasCost: true},
	"nested lists, three": {query: catalogue(3), hasCost: true},
	"4000 representations": {
		query:     `query($r:[_Any!]!){_entities(representations:$r){...on Product{name}}}`,
		variables: manyRepresentations(4000),
	},
	"representations with lists": {
		query:     `query($r:[_Any!]!){_entities(representations:$r){...on Product{related(type:RELATED){specifications{name}}}}}`,
		variables: manyRepresentations(1000),
		hasCost:   true,
	},
	"1000 directives": {query: "{sites{id" + strings.Repeat("@skip(if:false)", 1000) + "}}"},
	"depth of 400":    {query: "{sites" + strings.Repeat("{brand", 400) + "{id}" + strings.Repeat("}", 400) + "}"},
	"nested variables": {
		query:     `query($f:StoryFilter){stories(filter:$f){totalCount}}`,
		variables: json.RawMessage(`{"f":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`),
	},
	"20,000 characters": {query: "{" + strings.Repeat("a", 20_000) + "}"},
	"10,000 values":     {query: `{products(slugs:[` + strings.Repeat(`"a" `, 4000) + `]){slug}}`},
}

func aliases(n int, field string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "a%d:%s ", i, field)
	}
	return b.String()
}

// TestHostileQueries: a query that costs too much is refused before any upstream call, for every caller.
func TestHostileQueries(t *testing.T) {
	s := startWith(
		t,
		testContent,
		screenOperation,
		"STRAND_ROUTER_SECRET="+routerSecret,
		"STRAND_QUERY_COST_ROUTER=20000",
		"STRAND_QUERY_COST_USER=20000",
		"STRAND_QUERY_COST_EMPLOYEE=20000",
		"STRAND_QUERY_COST_EDITOR=20000",
		"STRAND_EDITOR_PASSWORD=editor",
		"STRAND_CONTENT_DIR=../demo/content",
	)
	if status := s.status(t, "/en"); status != http.StatusOK {
		t.Fatal(status)
	}
	editor := s.editorCookie(t)
	for caller, headers := range map[string][]string{
		"anonymous": nil,
		"user":      bearer(s.tokenOf(t, "customer@example.com")),
		"employee":  bearer(s.tokenOf(t, "internal@example.com")),
		"editor":    {"Cookie", editor},
		"router":    {"X-Router-Authorization", routerSecret},
	} {
		for name, hostile := range hostileQueries {
			t.Run(caller+" "+name, func(t *testing.T) {
				cms, pim := s.cmsCalls.Load(), s.pimCalls.Load()
				status, answer := s.askCosts(t, hostile.query, hostile.variables, headers...)
				if status != http.StatusBadRequest || len(answer.Errors) == 0 || answer.Data != nil ||
					answer.Errors[0].Extensions.Code != "COMPLEXITY_LIMIT_EXCEEDED" {
					t.Fatalf("%d %.300v", status, answer)
				}
				if s.cmsCalls.Load() != cms || s.pimCalls.Load() != pim {
					t.Error("an upstream system was called")
				}
				cost := answer.Extensions.Cost
				if hostile.hasCost != (cost != nil) {
					t.Fatalf("cost: %v", cost)
				}
				if hostile.hasCost && (cost.Estimated <= cost.Limit || cost.Limit != 20_000) {
					t.Errorf("cost: %v", cost)
				}
			})
		}
	}
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

// hanging returns an upstream system that does not respond until the caller has disconnected.
func hanging(entered, left chan<- struct{}) http.HandlerFunc {
	return func(_ http.ResponseWriter, r *http.Request) {
		// The server notices the disconnected caller after it has read the body.
		_, _ = io.Copy(io.Discard, r.Body)
		entered <- struct{}{}
		<-r.Context().Done()
		left <- struct{}{}
	}
}

// TestCallerLeaves: upstream calls are cancelled and goroutines end when the caller of the graph disconnects.
func TestCallerLeaves(t *testing.T) {
	s := startWith(t, testContent, screenOperation)
	s.query(t, `{sites{id}}`)
	before := runtime.NumGoroutine()
	entered, left := make(chan struct{}, 10), make(chan struct{}, 10)
	fault := hanging(entered, left)
	s.pimFault.Store(&fault)
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(
		ctx,
		http.MethodPost,
		s.URL+"/graphql",
		strings.NewReader(`{"query":"{capabilities{name}}"}`),
	)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	go func() {
		<-entered
		cancel()
	}()
	if response, err := s.client.Do(r); err == nil {
		response.Body.Close()
		t.Fatal("the graph has responded")
	}
	<-left
	s.client.CloseIdleConnections()
	polltest.Until(t, "goroutines end", func() bool { return runtime.NumGoroutine() <= before })
}
