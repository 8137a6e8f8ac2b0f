package querylimit

import (
	"testing"

	"github.com/vektah/gqlparser/v2/ast"
)

// The actual cost counts returned objects by the weights of the estimate; null and scalars cost nothing.
func TestMeter(t *testing.T) {
	type cat struct{}
	type node interface{}
	query := testSchema.Query
	name := testSchema.Types["Cat"].Fields.ForName("name")
	for test, want := range map[string]struct {
		field *ast.FieldDefinition
		value any
		cost  int64
	}{
		"null":              {query.Fields.ForName("person"), (*cat)(nil), 0},
		"an object":         {query.Fields.ForName("person"), &cat{}, 1},
		"a list":            {query.Fields.ForName("byNames"), []*cat{{}, nil, {}}, 2},
		"a list of lists":   {query.Fields.ForName("byNames"), [][]*cat{{{}}, nil, {{}, {}}}, 3},
		"a list of any":     {query.Fields.ForName("byNames"), []node{&cat{}, nil}, 1},
		"a scalar":          {name, "Tom", 0},
		"an absent scalar":  {name, nil, 0},
		"the schema":        {&ast.FieldDefinition{Name: "__schema"}, &cat{}, schemaCost},
		"a type by name":    {&ast.FieldDefinition{Name: "__type"}, &cat{}, typeCost},
		"an absent list":    {query.Fields.ForName("byNames"), []*cat(nil), 0},
		"a pointer to list": {query.Fields.ForName("byNames"), &[]*cat{{}}, 1},
	} {
		meter := (&Guard{costs: newCosts(testSchema, 1000)}).NewMeter()
		meter.Count(&ast.Field{Name: want.field.Name, Definition: want.field}, want.value)
		if got := meter.Total(); got != want.cost {
			t.Errorf("%s: %d, want %d", test, got, want.cost)
		}
	}
}
