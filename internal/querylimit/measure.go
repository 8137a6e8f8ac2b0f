// Package querylimit refuses GraphQL operations above a cost limit before they are executed: it measures their text
// before validation, and computes their cost from the list sizes in the schema.
package querylimit

import (
	"fmt"

	"github.com/vektah/gqlparser/v2/ast"
)

// Limits bound the text of an operation, for every caller. They keep the work before the execution small: it grows at
// most linearly with a text within the limits.
type Limits struct {
	// Bytes is the length of the text, Tokens the number of its tokens.
	Bytes, Tokens int
	// Fields are the fields of the text; Expanded are the fields of an operation after each spread is replaced by its
	// fragment.
	Fields, Expanded int
	Aliases          int
	// Fragments are definitions; Spreads are spreads and inline fragments.
	Fragments, Spreads int
	// Visits is the number of selections that validation visits: each operation and fragment is visited separately.
	Visits     int
	Depth      int
	Directives int
	// Values are those of arguments and default values, with the entries of lists and objects.
	Values     int
	Operations int
	// NameLength is the length of names and aliases.
	NameLength int
	// VariableValues and VariableDepth bound the variables of a request, ListLength each list in them.
	VariableValues, VariableDepth, ListLength int
}

// DefaultLimits are several times the values of the client's operations: 10.7 kB, 1,816 tokens, 552 fields, 1,451
// with all fragments expanded, 42 aliases, 47 fragments, 83 spreads, a depth of 9.
var DefaultLimits = Limits{
	Bytes:          64 << 10,
	Tokens:         10_000,
	Fields:         2_000,
	Expanded:       5_000,
	Aliases:        200,
	Fragments:      200,
	Spreads:        500,
	Visits:         100_000,
	Depth:          20,
	Directives:     100,
	Values:         2_000,
	Operations:     20,
	NameLength:     128,
	VariableValues: 20_000,
	VariableDepth:  20,
	ListLength:     2_000,
}

// limitError reports which limit a request exceeds.
type limitError struct {
	what  string
	limit int
}

func (e *limitError) Error() string {
	return fmt.Sprintf("the operation has more than %d %s", e.limit, e.what)
}

// measurement counts the parts of a document. Each part is visited once.
type measurement struct {
	limits Limits
	// steps counts the visited parts.
	steps                                             int
	fields, aliases, spreads, directives, values, all int
	fragments                                         map[string]*fragmentExtent
}

// extent is the size of a selection set with all fragments expanded.
type extent struct{ fields, depth int }

// fragmentExtent is the cached extent of a fragment. A fragment that spreads itself counts as empty there: validation
// refuses it.
type fragmentExtent struct {
	definition *ast.FragmentDefinition
	isDone     bool
	extent
}

// measure counts the parts of a document and stops at the first exceeded limit.
func measure(doc *ast.QueryDocument, limits Limits) (*measurement, error) {
	m := &measurement{limits: limits, fragments: make(map[string]*fragmentExtent, len(doc.Fragments))}
	if len(doc.Operations) > limits.Operations {
		return m, &limitError{"operations", limits.Operations}
	}
	if len(doc.Fragments) > limits.Fragments {
		return m, &limitError{"fragments", limits.Fragments}
	}
	// The parts are counted before spreads are followed.
	for _, f := range doc.Fragments {
		m.fragments[f.Name] = &fragmentExtent{definition: f}
		if err := m.count(f.SelectionSet, f.Directives, f.Name); err != nil {
			return m, err
		}
	}
	for _, op := range doc.Operations {
		for _, v := range op.VariableDefinitions {
			if err := m.countVariable(v); err != nil {
				return m, err
			}
		}
		if err := m.count(op.SelectionSet, op.Directives, op.Name); err != nil {
			return m, err
		}
	}
	if visits := (len(doc.Operations) + len(doc.Fragments)) * m.all; visits > limits.Visits {
		return m, &limitError{"selections to check, each once for every operation and fragment", limits.Visits}
	}
	for _, op := range doc.Operations {
		e := m.extentOf(op.SelectionSet)
		if e.fields > limits.Expanded {
			return m, &limitError{"fields when its fragments are expanded", limits.Expanded}
		}
		if e.depth > limits.Depth {
			return m, &limitError{"levels of fields", limits.Depth}
		}
	}
	return m, nil
}

// count counts the parts of a selection set. It does not follow spreads.
func (m *measurement) count(set ast.SelectionSet, directives ast.DirectiveList, name string) error {
	if err := m.countDirectives(directives); err != nil {
		return err
	}
	if len(name) > m.limits.NameLength {
		return &limitError{"characters in a name", m.limits.NameLength}
	}
	for _, s := range set {
		m.steps++
		m.all++
		var err error
		switch s := s.(type) {
		case *ast.Field:
			err = m.countField(s)
		case *ast.InlineFragment:
			m.spreads++
			err = m.count(s.SelectionSet, s.Directives, s.TypeCondition)
		case *ast.FragmentSpread:
			m.spreads++
			err = m.count(nil, s.Directives, s.Name)
		}
		if err != nil {
			return err
		}
		if m.spreads > m.limits.Spreads {
			return &limitError{"spreads of fragments", m.limits.Spreads}
		}
	}
	return nil
}

func (m *measurement) countField(f *ast.Field) error {
	if m.fields++; m.fields > m.limits.Fields {
		return &limitError{"fields", m.limits.Fields}
	}
	if f.Alias != f.Name {
		if m.aliases++; m.aliases > m.limits.Aliases {
			return &limitError{"aliases", m.limits.Aliases}
		}
		if len(f.Alias) > m.limits.NameLength {
			return &limitError{"characters in a name", m.limits.NameLength}
		}
	}
	if err := m.countArguments(f.Arguments); err != nil {
		return err
	}
	return m.count(f.SelectionSet, f.Directives, f.Name)
}

func (m *measurement) countVariable(v *ast.VariableDefinition) error {
	if v.DefaultValue != nil {
		if err := m.countValue(v.DefaultValue); err != nil {
			return err
		}
	}
	if m.values++; m.values > m.limits.Values {
		return &limitError{"values", m.limits.Values}
	}
	return m.count(nil, v.Directives, v.Variable)
}

func (m *measurement) countDirectives(all ast.DirectiveList) error {
	for _, d := range all {
		m.steps++
		if m.directives++; m.directives > m.limits.Directives {
			return &limitError{"directives", m.limits.Directives}
		}
		if err := m.countArguments(d.Arguments); err != nil {
			return err
		}
	}
	return nil
}

func (m *measurement) countArguments(all ast.ArgumentList) error {
	for _, a := range all {
		if len(a.Name) > m.limits.NameLength {
			return &limitError{"characters in a name", m.limits.NameLength}
		}
		if err := m.countValue(a.Value); err != nil {
			return err
		}
	}
	return nil
}

func (m *measurement) countValue(v *ast.Value) error {
	m.steps++
	if m.values++; m.values > m.limits.Values {
		return &limitError{"values", m.limits.Values}
	}
	for _, child := range v.Children {
		if err := m.countValue(child.Value); err != nil {
			return err
		}
	}
	return nil
}

// extentOf returns the extent of a selection set. Each fragment is followed once.
func (m *measurement) extentOf(set ast.SelectionSet) (total extent) {
	for _, s := range set {
		m.steps++
		var part extent
		switch s := s.(type) {
		case *ast.Field:
			part = m.extentOf(s.SelectionSet)
			part.fields++
			part.depth++
		case *ast.InlineFragment:
			part = m.extentOf(s.SelectionSet)
		case *ast.FragmentSpread:
			f := m.fragments[s.Name]
			if f == nil {
				continue
			}
			if !f.isDone {
				f.isDone = true
				f.extent = m.extentOf(f.definition.SelectionSet)
			}
			part = f.extent
		}
		// Counting stops at the limit, so that the sum does not overflow.
		total.fields = min(total.fields+part.fields, m.limits.Expanded+1)
		total.depth = max(total.depth, part.depth)
	}
	return total
}

// measureVariables checks the variables of a request; each value is visited once.
func measureVariables(variables map[string]any, limits Limits) (steps int, err error) {
	for name, v := range variables {
		if len(name) > limits.NameLength {
			return steps, &limitError{"characters in a name", limits.NameLength}
		}
		if err := measureValue(v, limits, limits.VariableDepth, &steps); err != nil {
			return steps, err
		}
	}
	return steps, nil
}

func measureValue(value any, limits Limits, depth int, steps *int) error {
	if *steps++; *steps > limits.VariableValues {
		return &limitError{"values in its variables", limits.VariableValues}
	}
	if depth == 0 {
		return &limitError{"levels in its variables", limits.VariableDepth}
	}
	switch value := value.(type) {
	case []any:
		if len(value) > limits.ListLength {
			return &limitError{"entries in a list of its variables", limits.ListLength}
		}
		for _, v := range value {
			if err := measureValue(v, limits, depth-1, steps); err != nil {
				return err
			}
		}
	case map[string]any:
		for _, v := range value {
			if err := measureValue(v, limits, depth-1, steps); err != nil {
				return err
			}
		}
	}
	return nil
}
