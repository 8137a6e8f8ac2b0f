package cms

import (
	"bytes"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"
	"github.com/vektah/gqlparser/v2/parser"
)

// hygraphSchema returns the schema of a contract with the names that Hygraph gives: a union for each field with
// components, `PagemodulesUnion`, and an order for each model, `CountryOrderByInput`.
func hygraphSchema(sdl string) (*ast.Schema, error) {
	document, err := parser.ParseSchema(&ast.Source{Name: "contract.graphql", Input: sdl})
	if err != nil {
		return nil, err
	}
	copied, replaced := map[string]bool{}, map[string]bool{}
	rename := func(t *ast.Type, kind ast.DefinitionKind, name string) {
		for t.Elem != nil {
			t = t.Elem
		}
		from := document.Definitions.ForName(t.NamedType)
		if from == nil || from.Kind != kind {
			return
		}
		t.NamedType, replaced[from.Name] = name, true
		if !copied[name] {
			copied[name] = true
			if name != from.Name {
				of := *from
				of.Name = name
				document.Definitions = append(document.Definitions, &of)
			}
		}
	}
	for _, d := range document.Definitions {
		for _, f := range d.Fields {
			if d.Kind == ast.Object {
				rename(f.Type, ast.Union, d.Name+f.Name+"Union")
			}
			if by := f.Arguments.ForName("orderBy"); by != nil {
				rename(by.Type, ast.Enum, strings.TrimSuffix(f.Type.Name(), "Connection")+"OrderByInput")
			}
		}
	}
	document.Definitions = slices.DeleteFunc(document.Definitions, func(d *ast.Definition) bool {
		return replaced[d.Name] && !copied[d.Name]
	})
	var text bytes.Buffer
	formatter.NewFormatter(&text).FormatSchemaDocument(document)
	return gqlparser.LoadSchema(&ast.Source{Name: "hygraph.graphql", Input: text.String()})
}
