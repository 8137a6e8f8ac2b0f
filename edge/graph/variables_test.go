package graph

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"strand/internal/apperr"
	"strand/service/website/visit"
)

var variableSchema = gqlparser.MustLoadSchema(&ast.Source{Input: `
	enum Color { RED GREEN }
	scalar URL
	input Filter { ids: [ID!]! = [], color: Color, count: Int = 1, text: String, filter: Filter }
	type Query { list(first: Int! = 1, name: String! = "", filter: Filter, ok: Boolean, part: Float, url: URL): Int }`})

// parsed returns an operation with a variable of a type.
func parsed(t *testing.T, kind string) *ast.QueryDocument {
	t.Helper()
	query, err := parser.ParseQuery(&ast.Source{Input: `query($v: ` + kind + `) { list }`})
	if err != nil {
		t.Fatal(err)
	}
	return query
}

// TestCheckVariables: variables are coerced by the GraphQL specification (SEC-11).
//
// Rules: SEC-11.
func TestCheckVariables(t *testing.T) {
	for _, test := range []struct{ kind, value, want string }{
		{"Int", `5`, ""},
		{"Int", `5.0`, ""},
		{"Int", `2147483647`, ""},
		{"Int", `-2147483648`, ""},
		{"Int", `null`, ""},
		{"Int", `"5"`, `variable $v: "5" is not accepted, send an integer of 32 bits (Int)`},
		{"Int", `2147483648`, `variable $v: 2147483648 is not accepted, send an integer of 32 bits (Int)`},
		{"Int", `-2147483649`, `variable $v: -2147483649 is not accepted, send an integer of 32 bits (Int)`},
		{"Int", `1.5`, `variable $v: 1.5 is not accepted, send an integer of 32 bits (Int)`},
		{"Int", `1e999999999`, `variable $v: 1e999999999 is not accepted, send an integer of 32 bits (Int)`},
		{"Int", `true`, `variable $v: true is not accepted, send an integer of 32 bits (Int)`},
		{"String", `"5"`, ""},
		{"String", `5`, `variable $v: 5 is not accepted, send a string (String)`},
		{"String", `false`, `variable $v: false is not accepted, send a string (String)`},
		{"URL", `5`, `variable $v: 5 is not accepted, send a string (URL)`},
		{"ID", `"a"`, ""},
		{"ID", `5`, ""},
		{"ID", `123456789012345678901234567890`, ""},
		{"ID", `1.5`, `variable $v: 1.5 is not accepted, send a string or an integer (ID)`},
		{"ID", `true`, `variable $v: true is not accepted, send a string or an integer (ID)`},
		{"Boolean", `true`, ""},
		{"Boolean", `"true"`, `variable $v: "true" is not accepted, send true or false (Boolean)`},
		{"Float", `1`, ""},
		{"Float", `"1"`, `variable $v: "1" is not accepted, send a number (Float)`},
		{"Color", `"RED"`, ""},
		{"Color", `"red"`, `variable $v: "red" is not accepted, send one of the values of Color`},
		{"Color", `1`, `variable $v: 1 is not accepted, send one of the values of Color`},
		{"[Color!]", `["RED", "x"]`, `variable $v[1]: "x" is not accepted, send one of the values of Color`},
		{"[Int]", `[1, null]`, ""},
		{"[Int]", `1`, ""},
		{"[Int]", `"1"`, `variable $v: "1" is not accepted, send an integer of 32 bits (Int)`},
		{"Filter", `{"ids": ["a", 1], "color": "RED", "count": 2, "filter": {"text": "x"}}`, ""},
		{"Filter", `{"ids": [1.5]}`, `variable $v.ids[0]: 1.5 is not accepted, send a string or an integer (ID)`},
		{"Filter", `{"filter": {"color": "blue"}}`,
			`variable $v.filter.color: "blue" is not accepted, send one of the values of Color`},
	} {
		query := parsed(t, test.kind)
		sent := map[string]any{}
		if err := decode([]byte(`{"v": `+test.value+`}`), &sent); err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := checkVariables(variableSchema, query.Operations[0], sent); err != nil {
			got = err.Message
		}
		if got != test.want {
			t.Errorf("%s %s: %q", test.kind, test.value, got)
		}
	}
}

// TestExecute_Lists: a single value is accepted for a list, also in a field of an input.
//
// Rules: SEC-11.
func TestExecute_Lists(t *testing.T) {
	e, _ := panickingExecutor(t)
	const slugs, filter = "query($v: [String!]!){products(slugs: $v){slug}}",
		"query($v: StoryFilter){stories(filter: $v){edges{cursor}}}"
	for _, test := range []struct{ query, value, want string }{
		{slugs, `"a"`, ""},
		{slugs, `["a", "b"]`, ""},
		{slugs, `1`, "variable $v: 1 is not accepted, send a string (String)"},
		{slugs, `["a", 1]`, "variable $v[1]: 1 is not accepted, send a string (String)"},
		{filter, `{"categories": "people"}`, ""},
		{filter, `{"categories": ["people"], "topics": "testing"}`, ""},
		{filter, `{"categories": []}`, ""},
		{filter, `{"categories": 5}`, "variable $v.categories[0]: 5 is not accepted, send a string (String)"},
		{filter, `{"categories": [["a"]]}`, `variable $v.categories[0]: ["a"] is not accepted, send a string (String)`},
	} {
		op, _, problem := parse([]byte(`{"query":"` + test.query + `","variables":{"v":` + test.value + `}}`))
		if problem != nil {
			t.Fatal(problem)
		}
		answer := e.Execute(t.Context(), &visit.Request{}, op, false)
		got := ""
		if answer.RequestError {
			got = answer.Errors[0].Message
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.value, got, test.want)
		}
	}
}

// TestExecute_Numbers: whole numbers may be written with a fraction or exponent, as graphql-js accepts them; an error
// has the value that was sent.
//
// Rules: SEC-11.
func TestExecute_Numbers(t *testing.T) {
	e, _ := panickingExecutor(t)
	const refused = " is not accepted, send an integer of 32 bits (Int)"
	for value, want := range map[string]string{
		"1": "", "1.0": "", "1e0": "", "1E0": "", "10e-1": "", "1.000": "", "20.0e-1": "", "-0.0": "",
		"2147483647.0": "",
		"1.5":          "1.5" + refused, "1e-1": "1e-1" + refused, "2147483648.0": "2147483648" + refused,
		"1e20":  "100000000000000000000" + refused,
		"1e400": "1e400" + refused, `"1"`: `"1"` + refused, "true": "true" + refused,
		"[1.0]": "[1]" + refused,
	} {
		body := `{"query":"query($n: Int!){newsFeed(first: $n){edges{cursor}}}","variables":{"n":` + value + `}}`
		op, _, problem := parse([]byte(body))
		if problem != nil {
			t.Fatal(problem)
		}
		answer := e.Execute(t.Context(), &visit.Request{}, op, false)
		got := ""
		if answer.RequestError {
			got = strings.TrimPrefix(answer.Errors[0].Message, "variable $n: ")
		}
		if got != want {
			t.Errorf("%s: %q, want %q", value, got, want)
		}
	}
	// An id is a text; a whole number gets the form that JavaScript gives it.
	for value, want := range map[string]string{
		"7": "7", "7.0": "7", "7e2": "700", "-7.0": "-7", "1e20": "100000000000000000000", "0.5": "0.5", "1e21": "1e21",
	} {
		sent := map[string]any{}
		if err := decode([]byte(`{"filter":{"ids":[`+value+`]}}`), &sent); err != nil {
			t.Fatal(err)
		}
		got := sent["filter"].(map[string]any)["ids"].([]any)[0]
		if got != json.Number(want) {
			t.Errorf("%s: %v, want %s", value, got, want)
		}
	}
}

// TestExecutor_read_Hashes: an automatic persisted query with a hash that is not that of its text is refused, and one
// without text gets PERSISTED_QUERY_NOT_SUPPORTED. Ids of the client's builds have a prefix.
func TestExecutor_read_Hashes(t *testing.T) {
	const text = "{__typename}"
	sum := sha256.Sum256([]byte(text))
	hash := hex.EncodeToString(sum[:])
	e, _ := panickingExecutor(t)
	e.persisted.byID["sha256:"+hash] = text
	for name, test := range map[string]struct {
		query, hash, message string
		code                 apperr.Code
	}{
		"right":                      {text, hash, "", ""},
		"known, without its text":    {"", hash, "", ""},
		"known id, without its text": {"", "sha256:" + hash, "", ""},
		"of another text":            {"{a:__typename}", hash, "provided sha does not match query", apperr.Invalid},
		"of no text":                 {text, "x", "provided sha does not match query", apperr.Invalid},
		"unknown": {
			"", "0" + hash[1:], "PersistedQueryNotSupported", apperr.PersistedQueryNotSupported,
		},
		"id of another build":         {"", "sha256:0", "PersistedQueryNotFound", apperr.PersistedQueryNotFound},
		"no hash":                     {text, "", "", ""},
		"id of another build, a text": {text, "sha256:0", "", ""},
	} {
		body, err := json.Marshal(map[string]any{
			"query": test.query, "extensions": map[string]any{"persistedQuery": map[string]any{
				"version": 1, "sha256Hash": test.hash,
			}},
		})
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest(http.MethodPost, "/graphql", bytes.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		e.Handler(func(*http.Request) (*visit.Request, error) { return &visit.Request{}, nil }).ServeHTTP(w, r)
		var answer struct {
			Errors []struct {
				Message    string
				Extensions struct{ Code apperr.Code }
			}
		}
		if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
			t.Fatal(err)
		}
		if test.code == "" {
			if len(answer.Errors) > 0 {
				t.Errorf("%s: %s", name, w.Body)
			}
			continue
		}
		if len(answer.Errors) != 1 || answer.Errors[0].Message != test.message ||
			answer.Errors[0].Extensions.Code != test.code {
			t.Errorf("%s: %s", name, w.Body)
		}
		if isRefused := w.Code == http.StatusBadRequest; isRefused != (test.code == apperr.Invalid) {
			t.Errorf("%s: status %d", name, w.Code)
		}
	}
}

// TestCheckVariables_Null: null is refused where a default makes a nullable variable valid, and says so (SEC-11).
//
// Rules: SEC-11.
func TestCheckVariables_Null(t *testing.T) {
	for query, isRefused := range map[string]bool{
		`query($v: Int) { list(first: $v) }`:                                    true,
		`query($v: String = "a") { list(name: $v) }`:                            true,
		`query($v: [ID!]) { list(filter: {ids: $v}) }`:                          true,
		`query($v: Int) { ...part } fragment part on Query { list(first: $v) }`: true,
		`query($v: Boolean = true) { list @skip(if: $v) }`:                      true,
		`query($v: Int) { list(filter: {count: $v}) }`:                          false,
	} {
		document, errs := gqlparser.LoadQueryWithRules(variableSchema, query, rules.NewDefaultRules())
		if errs != nil {
			t.Fatal(errs)
		}
		err := checkVariables(variableSchema, document.Operations[0], map[string]any{"v": nil})
		if (err != nil) != isRefused {
			t.Errorf("%s: %v", query, err)
		}
		if err != nil && !strings.HasPrefix(err.Message, "variable $v: null is not allowed") {
			t.Errorf("%s: %s", query, err.Message)
		}
	}
}

// FuzzCheckVariables checks that no value of a variable panics or takes long.
func FuzzCheckVariables(f *testing.F) {
	for _, value := range []string{`1e400`, `[[[1]]]`, `{"filter": {"filter": {"ids": {}}}}`, `"x"`, `[null]`} {
		f.Add(value)
	}
	f.Fuzz(func(t *testing.T, value string) {
		sent := map[string]any{}
		if !json.Valid([]byte(value)) || decode([]byte(`{"v": `+value+`}`), &sent) != nil {
			return
		}
		for _, kind := range []string{"Int", "ID!", "[Filter!]!", "Color", "[[String]]"} {
			query := parsed(t, kind)
			_ = checkVariables(variableSchema, query.Operations[0], sent)
		}
	})
}
