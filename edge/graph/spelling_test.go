package graph

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"

	"strand/gql"
)

// TestVerbatimFields: every field that keeps its spelling exists in the graph.
//
// Rules: LOC-19.
func TestVerbatimFields(t *testing.T) {
	schema := gql.NewExecutableSchema(gql.Config{}).Schema()
	for name := range verbatimFields {
		object, field, _ := strings.Cut(name, ".")
		definition := schema.Types[object]
		if definition == nil || definition.Fields.ForName(field) == nil {
			t.Errorf("%s does not exist", name)
			continue
		}
		if of := definition.Fields.ForName(field).Type.Name(); of != "String" && schema.Types[of].IsLeafType() {
			t.Errorf("%s is of %s, which is never respelled", name, of)
		}
	}
	for name := range verbatimTypes {
		if schema.Types[name] == nil {
			t.Errorf("%s does not exist", name)
		}
	}
}

// technicalNames are the words of the names of fields that are usually no texts of the content.
var technicalNames = setOf(
	"author", "code", "domain", "email", "field", "file", "hash", "host", "id", "key", "parameter", "path", "pattern",
	"phone", "query", "requested", "role", "route", "search", "site", "slug", "srcset", "tag", "target", "url", "value",
)

// contentFields are the fields with a technical name whose value is a text of the content, with the reason.
var contentFields = map[string]string{
	"ComparisonRow.values": "texts of the technical data of products",
	"ContactModule.role":   "a job title",
	"KeyFigure.value":      "a figure with words, written by editors",
	"QuoteModule.role":     "a job title",
	"Specification.value":  "a text of the technical data of a product",
	"StoryContact.role":    "a job title",
}

var wordOfName = regexp.MustCompile(`[A-Z]?[a-z]+`)

// TestVerbatimFields_Complete: every public field with a technical name keeps its spelling.
//
// Rules: LOC-19.
func TestVerbatimFields_Complete(t *testing.T) {
	schema := gql.NewExecutableSchema(gql.Config{}).Schema()
	found := map[string]bool{}
	seen := map[string]bool{}
	var visit func(definition *ast.Definition)
	visit = func(definition *ast.Definition) {
		if seen[definition.Name] || verbatimTypes[definition.Name] {
			return
		}
		seen[definition.Name] = true
		for _, possible := range schema.GetPossibleTypes(definition) {
			visit(possible)
		}
		for _, field := range definition.Fields {
			if strings.HasPrefix(field.Name, "_") || field.Directives.ForName("auth") != nil {
				continue
			}
			visit(schema.Types[field.Type.Name()])
			isTechnical := slices.ContainsFunc(wordOfName.FindAllString(field.Name, -1), func(word string) bool {
				word = strings.ToLower(word)
				return technicalNames[word] || technicalNames[strings.TrimSuffix(word, "s")]
			})
			if name := definition.Name + "." + field.Name; isTechnical && field.Type.Name() == "String" {
				found[name] = true
				if verbatimFields[name] == (contentFields[name] != "") {
					t.Errorf("%s must be either in verbatimFields or in contentFields", name)
				}
			}
		}
	}
	visit(schema.Query)
	visit(schema.Mutation)
	for name := range contentFields {
		if !found[name] {
			t.Errorf("%s is no public text with a technical name", name)
		}
	}
}
