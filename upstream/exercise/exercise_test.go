package exercise_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"strand/upstream/contract"
	"strand/upstream/exercise"
	"strand/upstream/transport"
)

const sdl = `
	input OrderInput { id: ID! }
	enum Kind { A B }
	type Item { id: ID! name: String unused: String }
	type Query { items(first: Int!): [Item!]! item(id: ID!): Item kinds(kind: Kind!): [Item!]! }
	type Mutation { order(input: OrderInput!): Item }`

const operations = `
	fragment ItemFields on Item { id name }
	query Items($first: Int!) { items(first: $first) { ...ItemFields } }
	query OneItem($id: ID!) { item(id: $id) { ...ItemFields } }
	query Kinds($kind: Kind!) { kinds(kind: $kind) { id } }
	mutation Order($input: OrderInput!) { order(input: $input) { id } }`

var features = []exercise.Feature{
	{Name: "list", Operations: []string{"Items", "Kinds"}},
	{Name: "page", Operations: []string{"OneItem"}},
	{Name: "shop", Operations: []string{"Order"}},
}

// request is a request that the system has received.
type request struct{ OperationName, Query string }

// trialOf returns a trial against a system that answers each operation with a text.
func trialOf(t *testing.T, answers map[string]string) (*exercise.Trial, func() []request) {
	t.Helper()
	var mu sync.Mutex
	var received []request
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var got request
		if err := json.NewDecoder(r.Body).Decode(&got); err != nil {
			t.Error(err)
		}
		mu.Lock()
		received = append(received, got)
		mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(answers[got.OperationName]))
	}))
	t.Cleanup(server.Close)
	schema, err := contract.New(sdl)
	if err != nil {
		t.Fatal(err)
	}
	trial, err := exercise.New(sdl, operations, func() (*transport.Client, error) {
		return transport.New(transport.Options{System: "shop", URL: server.URL, Contract: schema}), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return trial, func() []request {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(received)
	}
}

func verdicts(r *exercise.Report) string {
	var all []string
	for _, v := range r.Verdicts {
		all = append(all, v.Feature+": "+v.String())
	}
	return strings.Join(all, "\n")
}

// TestReport: a difference names the operations and features that need it, and what nothing needs is a note.
func TestReport(t *testing.T) {
	trial, _ := trialOf(t, map[string]string{
		"Items": `{"data":{"items":[{"id":"1","name":"a"}]}}`,
		"Kinds": `{"data":{"kinds":[]}}`,
	})
	items := trial.Run(t.Context(), "Items", map[string]any{"first": 1})
	if items.Get("items.0.id").Str != "1" {
		t.Errorf("data %s", items.Raw)
	}
	trial.Run(t.Context(), "Kinds", map[string]any{"kind": "A"})
	report := trial.Report([]contract.Difference{
		{Place: "Query.item", Problem: "is missing"},
		{Place: "Kind.B", Problem: "is missing: a query with it fails", IsNote: true},
		{Place: "OrderInput.id", Problem: "is missing"},
		{Place: "Query.items(locale)", Problem: "is required by the system, and Strand does not send it"},
		{Place: "Item.unused", Problem: "is missing"},
	}, features)
	var got []string
	for _, d := range report.Differences {
		severity := "FAILED "
		if d.IsNote {
			severity = "note "
		}
		got = append(got, severity+d.Place+" "+d.Problem)
	}
	want := []string{
		"FAILED Query.item is missing (needed by OneItem: page)",
		"note Kind.B is missing: a query with it fails (needed by Kinds: list)",
		"FAILED OrderInput.id is missing (needed by Order: shop)",
		"FAILED Query.items(locale) is required by the system, and Strand does not send it (needed by Items: list)",
		"note Item.unused is missing (nothing needs it)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
	const wantVerdicts = "list: lacks Query.items(locale)\npage: lacks Query.item\n" +
		"shop: lacks OrderInput.id"
	if got := verdicts(report); got != wantVerdicts {
		t.Errorf("%s", got)
	}
}

// TestRun: an operation that a system refuses names its errors; one that needs a caller was not tried.
func TestRun(t *testing.T) {
	const refused = `{"errors":[{"message":"Cannot query field \"name\" on type \"Item\".",` +
		`"extensions":{"code":"GRAPHQL_VALIDATION_FAILED"}},{"message":"Unknown argument \"first\"."}]}`
	trial, _ := trialOf(t, map[string]string{
		"Items":   refused,
		"Kinds":   `{"data":{"kinds":[]}}`,
		"OneItem": `{"errors":[{"message":"Sign in.","extensions":{"code":"UNAUTHENTICATED"}}]}`,
	})
	trial.WithoutCaller = true
	for range 6 { // no circuit breaker hides the cause
		trial.Run(t.Context(), "Items", map[string]any{"first": 1})
	}
	trial.Run(t.Context(), "Kinds", map[string]any{"kind": "A"})
	trial.Run(t.Context(), "OneItem", map[string]any{"id": "1"})
	report := trial.Report(nil, features)
	if len(report.Differences) != 2 {
		t.Errorf("differences %+v", report.Differences)
	}
	if d := report.Differences[0]; d.IsNote || !strings.Contains(d.Problem, `Cannot query field "name"`) ||
		!strings.Contains(d.Problem, `Unknown argument "first"`) {
		t.Errorf("%+v", d)
	}
	const want = "list: lacks Items\npage: not tried: OneItem\nshop: works; mutations are not executed"
	if got := verdicts(report); got != want {
		t.Errorf("%s", got)
	}
}

// TestRun_WrongToken: a system that refuses the credentials of the server lacks everything.
func TestRun_WrongToken(t *testing.T) {
	const refused = `{"errors":[{"message":"The token is wrong.","extensions":{"code":"UNAUTHENTICATED"}}]}`
	trial, _ := trialOf(t, map[string]string{
		"Items": refused, "Kinds": refused, "OneItem": refused, "Validate": refused,
	})
	for _, name := range []string{"Items", "Kinds", "OneItem"} {
		trial.Run(t.Context(), name, map[string]any{"first": 1, "kind": "A", "id": "1"})
	}
	trial.ValidateMutations(t.Context())
	const want = "list: lacks Items, Kinds\npage: lacks OneItem\nshop: lacks Order"
	if got := verdicts(trial.Report(nil, features)); got != want {
		t.Errorf("%s", got)
	}
}

// TestValidateMutations: a mutation is validated in a document whose query is executed.
func TestValidateMutations(t *testing.T) {
	trial, received := trialOf(t, map[string]string{
		"Validate": `{"errors":[{"message":"Cannot query field \"order\" on type \"Mutation\"."}]}`,
	})
	trial.ValidateMutations(t.Context())
	got := received()
	if len(got) != 1 || got[0].OperationName != "Validate" || !strings.HasPrefix(got[0].Query, "query Validate {") ||
		!strings.Contains(got[0].Query, "mutation Order") {
		t.Errorf("sent %+v", got)
	}
	report := trial.Report(nil, features)
	if len(report.Differences) != 1 || !strings.Contains(report.Differences[0].Problem, `Cannot query field "order"`) ||
		!strings.Contains(verdicts(report), "shop: lacks Order") {
		t.Errorf("%+v %s", report.Differences, verdicts(report))
	}
}
