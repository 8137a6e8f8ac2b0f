package querylimit

import (
	"fmt"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/core"
)

// maxMergeSteps bounds the work of the rule. A document within DefaultLimits needs about four steps per expanded
// field, unless it repeats a field in nested fragments on many types.
const maxMergeSteps = 200_000

// mergeRule is the validation rule that fields with one response name can be merged (GraphQL specification, 5.3.2).
// It compares the fields of a name only with the first of them instead of pairwise.
var mergeRule = core.Rule{
	Name: "OverlappingFieldsCanBeMerged",
	RuleFunc: func(observers *core.Events, addError core.AddErrFunc) {
		observers.OnOperation(func(_ *core.Walker, op *ast.OperationDefinition) {
			m := &merge{stepsLeft: maxMergeSteps}
			sets := []ast.SelectionSet{op.SelectionSet}
			m.sameShape(sets)
			m.sameFields(sets)
			if m.problem != "" {
				addError(core.Message("%s", m.problem), core.At(m.at))
			}
		})
	},
}

// merge finds the first conflict of an operation.
type merge struct {
	stepsLeft int
	problem   string
	at        *ast.Position
}

// responseField contains the fields of one response name.
type responseField struct {
	name   string
	fields []*ast.Field
}

func (m *merge) fail(at *ast.Position, format string, args ...any) {
	if m.problem == "" {
		m.problem, m.at = fmt.Sprintf(format, args...), at
	}
}

// step counts a step and reports whether to continue.
func (m *merge) step() bool {
	if m.stepsLeft--; m.stepsLeft < 0 {
		m.fail(nil, "The fields of the operation overlap in too many ways.")
	}
	return m.problem == ""
}

// collect groups the fields of several selection sets by their response names, in the order of the document.
func (m *merge) collect(sets []ast.SelectionSet) []*responseField {
	var all []*responseField
	byName, seen := map[string]*responseField{}, map[string]bool{}
	var walk func(ast.SelectionSet)
	walk = func(set ast.SelectionSet) {
		for _, s := range set {
			if !m.step() {
				return
			}
			switch s := s.(type) {
			case *ast.Field:
				n := byName[s.Alias]
				if n == nil {
					n = &responseField{name: s.Alias}
					byName[s.Alias] = n
					all = append(all, n)
				}
				n.fields = append(n.fields, s)
			case *ast.InlineFragment:
				walk(s.SelectionSet)
			case *ast.FragmentSpread:
				if s.Definition != nil && !seen[s.Name] {
					seen[s.Name] = true
					walk(s.Definition.SelectionSet)
				}
			}
		}
	}
	for _, set := range sets {
		walk(set)
	}
	return all
}

// sameShape checks that all fields of a response name have types of one shape, independent of their parent types.
func (m *merge) sameShape(sets []ast.SelectionSet) {
	for _, n := range m.collect(sets) {
		first := n.fields[0]
		for _, f := range n.fields[1:] {
			if !m.step() {
				return
			}
			if first.Definition != nil && f.Definition != nil && !haveOneShape(first, f) {
				m.fail(
					f.Position,
					`Fields "%s" conflict because they return conflicting types "%s" and "%s".`+useAliases,
					n.name,
					first.Definition.Type,
					f.Definition.Type,
				)
				return
			}
		}
		if below := selections(n.fields); len(below) > 0 {
			m.sameShape(below)
		}
		if m.problem != "" {
			return
		}
	}
}

const useAliases = " Use different aliases on the fields to fetch both if this was intentional."

func haveOneShape(a, b *ast.Field) bool {
	s, t := a.Definition.Type, b.Definition.Type
	for {
		if s.NonNull != t.NonNull || (s.Elem == nil) != (t.Elem == nil) {
			return false
		}
		if s.Elem == nil {
			break
		}
		s, t = s.Elem, t.Elem
	}
	// Composite types are compared by their selections, which the rule about leaves requires.
	return s.NamedType == t.NamedType || len(a.SelectionSet) > 0 && len(b.SelectionSet) > 0
}

// sameFields checks that the fields of a response name that one object can have are the same field with the same
// arguments.
func (m *merge) sameFields(sets []ast.SelectionSet) {
	for _, n := range m.collect(sets) {
		for _, group := range byType(n.fields) {
			first := group[0]
			for _, f := range group[1:] {
				if !m.step() {
					return
				}
				if first.Name != f.Name {
					m.fail(f.Position, `Fields "%s" conflict because "%s" and "%s" are different fields.`+useAliases,
						n.name, first.Name, f.Name)
					return
				}
				if !haveSameArguments(first, f) {
					m.fail(f.Position, `Fields "%s" conflict because they have differing arguments.`+useAliases, n.name)
					return
				}
			}
			if below := selections(group); len(below) > 0 {
				m.sameFields(below)
			}
			if m.problem != "" {
				return
			}
		}
	}
}

// byType groups fields that one object can have: those of each object type, together with those of abstract types,
// which any object may have.
func byType(fields []*ast.Field) [][]*ast.Field {
	var abstract []*ast.Field
	var order []string
	groups := map[string][]*ast.Field{}
	for _, f := range fields {
		if f.ObjectDefinition == nil || f.ObjectDefinition.Kind != ast.Object {
			abstract = append(abstract, f)
			continue
		}
		name := f.ObjectDefinition.Name
		if groups[name] == nil {
			order = append(order, name)
		}
		groups[name] = append(groups[name], f)
	}
	if len(order) == 0 {
		return [][]*ast.Field{abstract}
	}
	all := make([][]*ast.Field, len(order))
	for i, name := range order {
		all[i] = append(groups[name], abstract...)
	}
	return all
}

func selections(fields []*ast.Field) (sets []ast.SelectionSet) {
	for _, f := range fields {
		if len(f.SelectionSet) > 0 {
			sets = append(sets, f.SelectionSet)
		}
	}
	return sets
}

func haveSameArguments(a, b *ast.Field) bool {
	if len(a.Arguments) != len(b.Arguments) {
		return false
	}
	values := make(map[string]string, len(a.Arguments))
	for _, argument := range a.Arguments {
		values[argument.Name] = argument.Value.String()
	}
	for _, argument := range b.Arguments {
		if value, ok := values[argument.Name]; !ok || value != argument.Value.String() {
			return false
		}
	}
	return true
}
