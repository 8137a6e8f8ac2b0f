package playground

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator"

	"strand/gql"
)

const examplesDir = "../../client/src/playground/examples"

// TestExamples: every root field of the graph has an example in the playground, and all examples and their variables
// are valid.
func TestExamples(t *testing.T) {
	schema := gql.NewExecutableSchema(gql.Config{}).Schema()
	files, err := filepath.Glob(filepath.Join(examplesDir, "*.graphql"))
	if err != nil || len(files) == 0 {
		t.Fatal("no examples", err)
	}
	shown, names := map[string]bool{}, map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		document, errs := gqlparser.LoadQueryWithRules(schema, string(text), nil)
		if len(errs) > 0 {
			t.Errorf("%s: %v", file, errs)
			continue
		}
		if len(document.Operations) != 1 || !strings.HasPrefix(string(text), "# ") {
			t.Errorf("%s: write one operation below a comment what it shows", file)
			continue
		}
		operation := document.Operations[0]
		if operation.Name == "" || names[operation.Name] {
			t.Errorf("%s: the name %q is missing or used twice", file, operation.Name)
		}
		names[operation.Name] = true
		var variables map[string]any
		data, err := os.ReadFile(strings.TrimSuffix(file, ".graphql") + ".json")
		if err == nil {
			err = json.Unmarshal(data, &variables)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", file, err)
		}
		if _, err := validator.VariableValues(schema, operation, variables); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		for name := range variables {
			if operation.VariableDefinitions.ForName(name) == nil {
				t.Errorf("%s: the variable %s is not declared", file, name)
			}
		}
		for _, selection := range operation.SelectionSet {
			if field, ok := selection.(*ast.Field); ok {
				shown[string(operation.Operation)+" "+field.Name] = true
			}
		}
	}
	for operation, root := range map[string]*ast.Definition{
		"query": schema.Query, "mutation": schema.Mutation, "subscription": schema.Subscription,
	} {
		for _, field := range root.Fields {
			if !strings.HasPrefix(field.Name, "__") && !shown[operation+" "+field.Name] {
				t.Errorf("the %s %s has no example in %s", operation, field.Name, examplesDir)
			}
		}
	}
}
