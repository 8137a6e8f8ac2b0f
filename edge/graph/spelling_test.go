package graph

import (
	"strings"
	"testing"

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
		if of := definition.Fields.ForName(field).Type.Name(); of != "String" {
			t.Errorf("%s is of %s, which is never respelled", name, of)
		}
	}
	for name := range verbatimTypes {
		if schema.Types[name] == nil {
			t.Errorf("%s does not exist", name)
		}
	}
}
