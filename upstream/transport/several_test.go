package transport

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// TestSeveral: one call has the field for each value, with values as variables, and its answers keep their order.
//
// Rules: CALL-6.
func TestSeveral(t *testing.T) {
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: `type Query { name(language: String!, id: ID!): Item }
		type Item { id: ID!, text: String }`})
	calls := 0
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		calls++
		var body struct {
			Query     string
			Variables map[string]string
		}
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Error(err)
		}
		document, errs := gqlparser.LoadQueryWithRules(schema, body.Query, rules.NewDefaultRules())
		if errs != nil || len(document.Operations[0].SelectionSet) != 3 {
			t.Errorf("%v: %s", errs, body.Query)
		}
		if body.Variables["language"] != "en" || body.Variables["id_1"] != `b") { x }` {
			t.Errorf("variables: %v", body.Variables)
		}
		answer(w, `{"data":{"id_2":{"id":"c"},"id_0":{"id":"a"},"id_1":null}}`)
	})
	type item struct{ ID string }
	const operation = `query Name ($language: String!, $id: ID!) { name(language: $language, id: $id) { ... Part } }
		fragment Part on Item { id text }`
	found, err := Several[*item](t.Context(), c, "Name", operation, "id", []string{"a", `b") { x }`, "c"},
		map[string]any{"language": "en"})
	if err != nil || calls != 1 {
		t.Fatalf("%d calls, %v", calls, err)
	}
	ids := make([]string, len(found))
	for i, f := range found {
		if f != nil {
			ids[i] = f.ID
		}
	}
	if !slices.Equal(ids, []string{"a", "", "c"}) {
		t.Errorf("%q", ids)
	}
}
