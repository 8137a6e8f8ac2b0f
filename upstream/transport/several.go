package transport

import (
	"context"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"github.com/Khan/genqlient/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"
	"github.com/vektah/gqlparser/v2/parser"
)

// Several sends an operation of one field for several values of one of its variables: one call, in which the field has
// an alias for each value. It returns the values of the field in the order of the values. It is for systems that have
// no operation for several records.
func Several[T any](
	ctx context.Context, client graphql.Client, name, operation, variable string, values []string,
	others map[string]any,
) ([]T, error) {
	document, err := repeatField(operation, variable, len(values))
	if err != nil {
		return nil, err
	}
	variables := maps.Clone(others)
	if variables == nil {
		variables = map[string]any{}
	}
	for i, value := range values {
		variables[repeated(variable, i)] = value
	}
	data := map[string]T{}
	req := &graphql.Request{OpName: name, Query: document, Variables: variables}
	if err := client.MakeRequest(ctx, req, &graphql.Response{Data: &data}); err != nil {
		return nil, err
	}
	found := make([]T, len(values))
	for i := range values {
		found[i] = data[repeated(variable, i)]
	}
	return found, nil
}

// repeated is the alias of a field, and the variable, for a value.
func repeated(variable string, i int) string { return variable + "_" + strconv.Itoa(i) }

// repeatField returns an operation with its only field n times, each with a variable of its own.
func repeatField(operation, variable string, n int) (string, error) {
	document, err := parser.ParseQuery(&ast.Source{Input: operation})
	if err != nil {
		return "", fmt.Errorf("parse an operation: %w", err)
	}
	op := document.Operations[0]
	field := op.SelectionSet[0].(*ast.Field)
	own := op.VariableDefinitions.ForName(variable)
	op.SelectionSet = nil
	var definitions ast.VariableDefinitionList
	for _, d := range op.VariableDefinitions {
		if d != own {
			definitions = append(definitions, d)
		}
	}
	for i := range n {
		d := *own
		d.Variable = repeated(variable, i)
		definitions = append(definitions, &d)
		f := *field
		f.Alias, f.Arguments = d.Variable, nil
		for _, a := range field.Arguments {
			if a.Value.Kind == ast.Variable && a.Value.Raw == variable {
				v := *a.Value
				v.Raw = d.Variable
				a = &ast.Argument{Name: a.Name, Value: &v, Position: a.Position}
			}
			f.Arguments = append(f.Arguments, a)
		}
		op.SelectionSet = append(op.SelectionSet, &f)
	}
	op.VariableDefinitions = definitions
	var text strings.Builder
	formatter.NewFormatter(&text).FormatQueryDocument(document)
	return text.String(), nil
}
