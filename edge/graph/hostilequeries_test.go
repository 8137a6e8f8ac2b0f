package graph

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"strand/domain/portal"
	"strand/resolvers"
	"strand/service/website/visit"
)

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

func aliases(n int, field string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "a%d:%s ", i, field)
	}
	return b.String()
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

// TestHandler_HostileQueries: a query that costs too much is refused before a resolver runs, for every caller.
func TestHandler_HostileQueries(t *testing.T) {
	const limit, secret = 20_000, "secret-of-the-router"
	persisted, err := LoadPersisted(filepath.Join(t.TempDir(), "none.json"))
	if err != nil {
		t.Fatal(err)
	}
	e := New(Options{
		Resolver: &resolvers.Resolver{}, // panics
		Costs: CostLimits{
			Anonymous: limit, User: limit, Employee: limit, Editor: limit, Router: limit,
		},
		RouterSecret: secret,
		Persisted:    persisted,
		Log:          slog.New(slog.DiscardHandler),
	})
	for caller, req := range map[string]*visit.Request{
		"anonymous": {}, "user": {User: &portal.User{ID: "u"}}, "editor": {Editor: true}, "router": {},
		"employee": {User: &portal.User{ID: "e", Roles: []string{portal.RoleEmployee}}},
	} {
		handler := e.Handler(func(*http.Request) (*visit.Request, error) { return req, nil })
		for name, hostile := range hostileQueries {
			t.Run(caller+" "+name, func(t *testing.T) {
				body, err := json.Marshal(map[string]any{"query": hostile.query, "variables": hostile.variables})
				if err != nil {
					t.Fatal(err)
				}
				r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(string(body)))
				r.Header.Set("Content-Type", "application/json")
				r.Header.Set("Accept", mediaResponse)
				if caller == "router" {
					r.Header.Set(RouterHeader, secret)
				}
				w := httptest.NewRecorder()
				handler.ServeHTTP(w, r)
				var answer struct {
					Data   any
					Errors []struct {
						Extensions struct{ Code string }
					}
					Extensions struct {
						Cost *struct{ Estimated, Limit int64 }
					}
				}
				if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
					t.Fatal(err)
				}
				if w.Code != http.StatusBadRequest || len(answer.Errors) == 0 || answer.Data != nil ||
					answer.Errors[0].Extensions.Code != "COMPLEXITY_LIMIT_EXCEEDED" {
					t.Fatalf("%d %.300s", w.Code, w.Body)
				}
				cost := answer.Extensions.Cost
				if hostile.hasCost != (cost != nil) || cost != nil && (cost.Estimated <= limit || cost.Limit != limit) {
					t.Errorf("cost: %v", cost)
				}
			})
		}
	}
}
