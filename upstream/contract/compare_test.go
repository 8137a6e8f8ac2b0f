package contract_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/99designs/gqlgen/graphql/introspection"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"strand/upstream/contract"
)

// introspected returns the answer of an introspection as graphql servers give it.
func introspected(t *testing.T, sdl string) []byte {
	t.Helper()
	schema := introspection.WrapSchema(gqlparser.MustLoadSchema(&ast.Source{Input: sdl}))
	var reference func(r *introspection.Type) any
	reference = func(r *introspection.Type) any {
		if r == nil {
			return nil
		}
		return map[string]any{"kind": r.Kind(), "name": r.Name(), "ofType": reference(r.OfType())}
	}
	inputs := func(values []introspection.InputValue) []any {
		all := []any{}
		for _, v := range values {
			all = append(all, map[string]any{"name": v.Name, "type": reference(v.Type), "defaultValue": v.DefaultValue})
		}
		return all
	}
	var types []any
	for _, one := range schema.Types() {
		fields, values, possible := []any{}, []any{}, []any{}
		for _, f := range one.Fields(true) {
			fields = append(fields, map[string]any{"name": f.Name, "type": reference(f.Type), "args": inputs(f.Args)})
		}
		for _, v := range one.EnumValues(true) {
			values = append(values, map[string]any{"name": v.Name})
		}
		for _, p := range one.PossibleTypes() {
			possible = append(possible, map[string]any{"name": p.Name()})
		}
		types = append(types, map[string]any{
			"kind": one.Kind(), "name": one.Name(), "fields": fields, "inputFields": inputs(one.InputFields()),
			"enumValues": values, "possibleTypes": possible,
		})
	}
	answer, err := json.Marshal(map[string]any{"data": map[string]any{"__schema": map[string]any{"types": types}}})
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

func TestCompare(t *testing.T) {
	const wanted = `scalar Date
		enum Stage { DRAFT PUBLISHED }
		input Where { id: ID, text: String }
		union Module = Hero | Text
		type Hero { title: String! }
		type Text { html: String }
		type Page { id: ID!, title: String, at: Date!, modules: [Module!]! }
		type Query { pages(where: Where, first: Int): [Page!]! }`
	otherScalar := contract.Difference{
		Place:   "Date",
		Problem: "is missing: a scalar of another name is accepted if its values have the same form", IsNote: true,
	}
	for _, test := range []struct {
		name, offered string
		want          []contract.Difference
	}{
		{"the same", wanted, nil},
		{"more, and stricter", `scalar Date
			enum Stage { DRAFT PUBLISHED ARCHIVED }
			input Where { id: ID, text: String, more: Int }
			union Module = Hero | Text | Film
			type Hero { title: String! }
			type Text { html: String! }
			type Film { url: String }
			type Page { id: ID!, title: String!, at: Date!, modules: [Module!]!, more: Int }
			type Query { pages(where: Where, first: Int, skip: Int, by: String! = "id"): [Page!]!, more: Int }`, nil},
		{"less", `enum Stage { DRAFT }
			input Where { id: ID!, key: ID! }
			union Module = Hero
			type Hero { title: String }
			type Text { html: Int }
			type Page { id: ID!, title: String, at: String!, modules: [Module] }
			type Query { pages(first: Int!, locale: String!): [Page!]! }`, []contract.Difference{
			otherScalar,
			{"Stage.PUBLISHED", "is missing: a query with it fails", true},
			{"Where.id", "is ID!, ID is required", false},
			{"Where.text", "is missing", false},
			{"Where.key", "is required by the system, and Strand does not send it", false},
			{"Module", "lacks Text", false},
			{"Hero.title", "is String, String! is required: records with null are left out", true},
			{"Text.html", "is Int, String is required", false},
			{"Page.at", "is String!, Date! is required", false},
			{"Page.modules", "is [Module], [Module!]! is required: records with null are left out", true},
			{"Query.pages(where)", "is missing", false},
			{"Query.pages(first)", "is Int!, Int is required", false},
			{"Query.pages(locale)", "is required by the system, and Strand does not send it", false},
		}},
		{"another kind", `scalar Page type Query { a: Int }`, []contract.Difference{
			otherScalar,
			{"Stage", "is missing", false},
			{"Where", "is missing", false},
			{"Module", "is missing", false},
			{"Hero", "is missing", false},
			{"Text", "is missing", false},
			{"Page", "is scalar, object is required", false},
			{"Query.pages", "is missing", false},
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			answer := introspected(t, test.offered)
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Authorization") != "Bearer token" {
					t.Errorf("headers %v", r.Header)
				}
				_, _ = w.Write(answer)
			}))
			defer server.Close()
			got, err := contract.Compare(t.Context(), server.Client(), server.URL, "token", wanted)
			if err != nil || !slices.Equal(got, test.want) {
				t.Errorf("%v\n%+v\nwant\n%+v", err, got, test.want)
			}
		})
	}
}

// TestCompare_Failures: an endpoint that does not answer an introspection is reported as such.
func TestCompare_Failures(t *testing.T) {
	for name, answer := range map[string]string{
		"no JSON":   "<html>",
		"refused":   `{"errors": [{"message": "introspection is disabled"}]}`,
		"no types":  `{"data": {}}`,
		"null":      `null`,
		"deep null": `{"data": {"__schema": {"types": null}}}`,
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(answer))
		}))
		const wanted = "type Query { a: Int }"
		if _, err := contract.Compare(t.Context(), server.Client(), server.URL, "", wanted); err == nil {
			t.Errorf("%s: no error", name)
		}
		server.Close()
	}
}
