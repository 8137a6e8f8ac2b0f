package contract

import (
	"fmt"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// nonEmptyDirective marks lists that must not be empty.
const nonEmptyDirective = "nonEmpty"

// urlDirective marks texts that must be http(s) URLs.
const urlDirective = "url"

// plan is the expected shape of an operation's response.
type plan struct {
	// root is the name of the root type.
	root      string
	selection *selection
}

// selection contains the fields that an operation selects of an object, by the object's type.
type selection struct {
	byType map[string][]*field
	// static contains the fields of an object whose type is not abstract.
	static []*field
}

func (s *selection) of(typeName string) []*field {
	if fields, ok := s.byType[typeName]; ok {
		return fields
	}
	return s.static
}

// field is a selected field.
type field struct {
	// key is the field's key in the response, name its type and name in the contract.
	key, name string
	of        *ast.Type
	nonEmpty  bool
	isURL     bool
	// isConditional is true if @include or @skip may leave the field out.
	isConditional bool
	selection     *selection
}

func (s *Schema) plan(operation string) (*plan, error) {
	if cached, ok := s.plans.Load(operation); ok {
		return cached.(*plan), nil
	}
	document, errs := gqlparser.LoadQueryWithRules(s.types, operation, rules.NewDefaultRules())
	if len(errs) > 0 {
		return nil, fmt.Errorf("parse the operation: %w", errs)
	}
	if len(document.Operations) != 1 {
		return nil, fmt.Errorf("parse the operation: %d operations in one document", len(document.Operations))
	}
	only := document.Operations[0]
	root := s.types.Query
	if only.Operation == ast.Mutation {
		root = s.types.Mutation
	}
	compiled := &plan{root: root.Name, selection: s.compile(root, only.SelectionSet)}
	s.plans.Store(operation, compiled)
	return compiled, nil
}

// compile collects the selected fields for each possible type of an object.
func (s *Schema) compile(definition *ast.Definition, set ast.SelectionSet) *selection {
	if !definition.IsAbstractType() {
		return &selection{static: s.fields(definition.Name, set)}
	}
	byType := map[string][]*field{}
	for _, possible := range s.types.GetPossibleTypes(definition) {
		byType[possible.Name] = s.fields(possible.Name, set)
	}
	return &selection{byType: byType}
}

// fields returns the fields selected of an object of a type. Several fragments may select the same field.
func (s *Schema) fields(typeName string, set ast.SelectionSet) []*field {
	var keys []string
	merged := map[string]ast.SelectionSet{}
	first := map[string]*ast.Field{}
	conditional := map[string]bool{}
	s.collect(typeName, set, false, func(f *ast.Field, isConditional bool) {
		if isConditional {
			conditional[f.Alias] = true
		}
		if _, ok := first[f.Alias]; !ok {
			first[f.Alias] = f
			keys = append(keys, f.Alias)
		}
		merged[f.Alias] = append(merged[f.Alias], f.SelectionSet...)
	})
	fields := make([]*field, 0, len(keys))
	for _, key := range keys {
		f := first[key]
		selected := &field{
			key:           key,
			name:          f.ObjectDefinition.Name + "." + f.Name,
			of:            f.Definition.Type,
			isConditional: conditional[key],
			isURL:         f.Definition.Directives.ForName(urlDirective) != nil,
			nonEmpty:      f.Definition.Directives.ForName(nonEmptyDirective) != nil,
		}
		if named := s.types.Types[f.Definition.Type.Name()]; named.IsCompositeType() {
			selected.selection = s.compile(named, merged[key])
		}
		fields = append(fields, selected)
	}
	return fields
}

// collect visits the fields that apply to a type, including those of fragments.
func (s *Schema) collect(typeName string, set ast.SelectionSet, isConditional bool, visit func(*ast.Field, bool)) {
	for _, selected := range set {
		switch selected := selected.(type) {
		case *ast.Field:
			if selected.Name != "__typename" {
				visit(selected, isConditional || hasCondition(selected.Directives))
			}
		case *ast.InlineFragment:
			if s.applies(selected.TypeCondition, typeName) {
				s.collect(typeName, selected.SelectionSet, isConditional || hasCondition(selected.Directives), visit)
			}
		case *ast.FragmentSpread:
			if s.applies(selected.Definition.TypeCondition, typeName) {
				s.collect(
					typeName, selected.Definition.SelectionSet, isConditional || hasCondition(selected.Directives),
					visit,
				)
			}
		}
	}
}

func hasCondition(directives ast.DirectiveList) bool {
	return directives.ForName("include") != nil || directives.ForName("skip") != nil
}

// applies reports whether an object of a type matches a fragment's type condition.
func (s *Schema) applies(condition, typeName string) bool {
	if condition == "" || condition == typeName {
		return true
	}
	definition := s.types.Types[condition]
	if definition == nil || !definition.IsAbstractType() {
		return false
	}
	for _, possible := range s.types.GetPossibleTypes(definition) {
		if possible.Name == typeName {
			return true
		}
	}
	return false
}
