package sisportal

import (
	"context"
	"os"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"strand/demo/sisportal/generated"
	"strand/internal/querylimit"
)

// sampleOf returns a value of a type: numbers are the maximum page size.
func sampleOf(schema *ast.Schema, t *ast.Type) any {
	if t.Elem != nil {
		return []any{}
	}
	kind := schema.Types[t.NamedType]
	switch {
	case kind.Kind == ast.Enum:
		return kind.EnumValues[0].Name
	case kind.Kind == ast.InputObject:
		fields := map[string]any{}
		for _, f := range kind.Fields {
			if f.Type.NonNull && f.DefaultValue == nil {
				fields[f.Name] = sampleOf(schema, f.Type)
			}
		}
		return fields
	case kind.Name == "Int":
		return int64(maxPageSize)
	case kind.Name == "Boolean":
		return true
	}
	return "text"
}

// TestOperations_Cost: every operation of Strand costs at most half of the limit.
func TestOperations_Cost(t *testing.T) {
	text, err := os.ReadFile("../../upstream/sisportal/operations.graphql")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := parser.ParseQuery(&ast.Source{Input: string(text)})
	if err != nil {
		t.Fatal(err)
	}
	schema := generated.NewExecutableSchema(generated.Config{})
	exec := executor.New(schema)
	limits := querylimit.DefaultLimits
	limits.Operations, limits.Pairs = 1000, 1_000_000 // all operations are in one document here
	querylimit.Install(exec, exec.SetDefaultRulesFn, schema.Schema(), querylimit.Options{
		Limits:  limits,
		MaxSize: maxPageSize,
		Limit: func(context.Context) *querylimit.Cost {
			return &querylimit.Cost{Objects: maxCost.Objects / 2, Values: maxCost.Values / 2}
		},
	})
	for _, op := range doc.Operations {
		variables := map[string]any{}
		for _, v := range op.VariableDefinitions {
			variables[v.Variable] = sampleOf(schema.Schema(), v.Type)
		}
		_, errs := exec.CreateOperationContext(graphql.StartOperationTrace(t.Context()), &graphql.RawParams{
			Query:         string(text),
			OperationName: op.Name,
			Variables:     variables,
		})
		if len(errs) > 0 {
			t.Errorf("%s: %v", op.Name, errs)
		}
	}
}
