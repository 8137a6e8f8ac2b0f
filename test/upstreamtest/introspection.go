package upstreamtest

import (
	"encoding/json"
	"testing"

	"github.com/99designs/gqlgen/graphql/introspection"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
)

// Introspection returns the answer of an introspection as graphql servers give it.
func Introspection(t testing.TB, sdl string) []byte {
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
