// Package querylimit refuses GraphQL operations above a cost limit before they are executed: it measures their text
// before validation, and computes their cost from the list sizes in the schema.
package querylimit

import (
	"fmt"
	"slices"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"strand/internal/apperr"
)

// Limits bound the text of an operation, for every caller. They keep the work before the execution small.
type Limits struct {
	// Bytes is the length of the text, Tokens the number of its tokens.
	Bytes, Tokens         int
	Operations, Fragments int
	// Spreads are spreads and inline fragments; Values are those of arguments and default values, with the entries of
	// lists and objects.
	Fields, Aliases, Spreads, Directives, Values int
	// NameLength is the length of names and aliases.
	NameLength int
	// Expanded are the selections of an operation after each spread is replaced by its fragment, Depth its levels of
	// fields.
	Expanded, Depth int
	// Pairs are the pairs of fields for one place in the answer, all of which validation compares.
	Pairs int
	// VariableValues and VariableDepth bound the variables of a request, ListLength each list in them.
	VariableValues, VariableDepth, ListLength int
}

// DefaultLimits are several times the values of the client's operations: 15 kB, 1,938 tokens, 625 fields, 1,491 with
// all fragments expanded, 44 aliases, 50 fragments, 80 spreads, a depth of 9, 19,500 pairs.
var DefaultLimits = Limits{
	Bytes:          64 << 10,
	Tokens:         10_000,
	Operations:     20,
	Fragments:      200,
	Fields:         2_000,
	Aliases:        200,
	Spreads:        500,
	Directives:     100,
	Values:         2_000,
	NameLength:     128,
	Expanded:       5_000,
	Depth:          20,
	Pairs:          50_000,
	VariableValues: 20_000,
	VariableDepth:  20,
	ListLength:     2_000,
}

// exceeded is the limit that a request exceeds.
type exceeded struct {
	what  string
	limit int
}

func (e *exceeded) refusal() *gqlerror.Error {
	return &gqlerror.Error{
		Message:    fmt.Sprintf("the operation has more than %d %s: ask for less at a time", e.limit, e.what),
		Extensions: map[string]any{"code": string(apperr.TooComplex)},
	}
}

// measurement counts the parts of a document until the first limit is exceeded.
type measurement struct {
	limits    Limits
	fragments map[string]*ast.FragmentDefinition
	// counted are the fragments whose text is counted.
	counted map[*ast.FragmentDefinition]bool

	fields, aliases, spreads, directives, values, expanded, pairs int
	// exceeded is the first exceeded limit.
	exceeded *exceeded
}

// place is a place in the answer, with the number of fields that the operation selects there.
type place struct {
	fields int
	below  map[string]*place
}

// position is where a selection is.
type position struct {
	place *place
	// depth is the number of fields around the selection, spreads that of spreads. inline is the number of inline
	// fragments around it in the selections that are compared.
	depth, spreads, inline int
	// isNew reports that the text is not counted yet.
	isNew bool
}

// measure counts the parts of a parsed document, which need not be valid.
func measure(doc *ast.QueryDocument, limits Limits) *exceeded {
	m := &measurement{
		limits:    limits,
		fragments: make(map[string]*ast.FragmentDefinition, len(doc.Fragments)),
		counted:   make(map[*ast.FragmentDefinition]bool, len(doc.Fragments)),
	}
	m.atMost(len(doc.Operations), limits.Operations, "operations")
	m.atMost(len(doc.Fragments), limits.Fragments, "fragments")
	for _, f := range slices.Backward(doc.Fragments) { // a spread means the first of a name
		m.fragments[f.Name] = f
	}
	for _, op := range doc.Operations {
		m.name(op.Name)
		for _, v := range op.VariableDefinitions {
			m.name(v.Variable)
			m.value(v.DefaultValue)
			m.countDirectives(v.Directives)
		}
		m.countDirectives(op.Directives)
		m.expanded = 0
		m.selections(op.SelectionSet, position{place: &place{}, isNew: true})
	}
	for _, f := range doc.Fragments { // those that no operation uses are validated, too
		if !m.counted[f] {
			m.expanded = 0
			m.fragment(f, position{place: &place{}})
		}
	}
	return m.exceeded
}

// atMost stops the measurement if a number exceeds its limit.
func (m *measurement) atMost(n, limit int, what string) {
	if n > limit && m.exceeded == nil {
		m.exceeded = &exceeded{what, limit}
	}
}

// selections counts a selection set, with the sets of its fragments.
func (m *measurement) selections(set ast.SelectionSet, at position) {
	for _, s := range set {
		m.expanded++
		m.atMost(m.expanded, m.limits.Expanded, "fields when its fragments are expanded")
		if m.exceeded != nil {
			return
		}
		switch s := s.(type) {
		case *ast.Field:
			if at.isNew {
				m.field(s)
			}
			m.selections(s.SelectionSet, m.below(s.Alias, at))
		case *ast.InlineFragment:
			if at.isNew {
				m.spread(s.TypeCondition, s.Directives)
			}
			inside := at
			inside.inline++
			m.selections(s.SelectionSet, inside)
		case *ast.FragmentSpread:
			if at.isNew {
				m.spread(s.Name, s.Directives)
			}
			if f := m.fragments[s.Name]; f != nil {
				inside := at
				inside.spreads++
				m.fragment(f, inside)
			}
		}
	}
}

// below returns the position below a field, which is counted with those of the same place: validation compares it with
// each of them, again for every inline fragment around both, and these again for every fragment around them.
func (m *measurement) below(alias string, at position) position {
	same := at.place.below[alias]
	if same == nil {
		same = &place{}
		if at.place.below == nil {
			at.place.below = map[string]*place{}
		}
		at.place.below[alias] = same
	}
	m.pairs += same.fields * (1 + at.inline*(1+at.spreads))
	m.atMost(m.pairs, m.limits.Pairs, "pairs of fields for one place in the answer")
	if same.fields == 0 {
		at.inline = 0 // its selections are compared with each other alone
	}
	same.fields++
	at.place = same
	at.depth++
	m.atMost(at.depth, m.limits.Depth, "levels of fields")
	return at
}

func (m *measurement) fragment(f *ast.FragmentDefinition, at position) {
	if at.isNew = !m.counted[f]; at.isNew {
		m.counted[f] = true
		m.name(f.Name)
		m.countDirectives(f.Directives)
	}
	m.selections(f.SelectionSet, at)
}

func (m *measurement) field(f *ast.Field) {
	m.fields++
	m.atMost(m.fields, m.limits.Fields, "fields")
	if f.Alias != f.Name {
		m.aliases++
		m.atMost(m.aliases, m.limits.Aliases, "aliases")
	}
	m.name(f.Alias)
	m.name(f.Name)
	m.arguments(f.Arguments)
	m.countDirectives(f.Directives)
}

func (m *measurement) spread(name string, directives ast.DirectiveList) {
	m.spreads++
	m.atMost(m.spreads, m.limits.Spreads, "spreads of fragments")
	m.name(name)
	m.countDirectives(directives)
}

func (m *measurement) name(name string) {
	m.atMost(len(name), m.limits.NameLength, "characters in a name")
}

func (m *measurement) countDirectives(all ast.DirectiveList) {
	m.directives += len(all)
	m.atMost(m.directives, m.limits.Directives, "directives")
	for _, d := range all {
		m.arguments(d.Arguments)
	}
}

func (m *measurement) arguments(all ast.ArgumentList) {
	for _, a := range all {
		m.name(a.Name)
		m.value(a.Value)
	}
}

// value counts a value with its entries, and a variable without a default value.
func (m *measurement) value(v *ast.Value) {
	m.values++
	m.atMost(m.values, m.limits.Values, "values")
	if v == nil {
		return
	}
	for _, child := range v.Children {
		m.value(child.Value)
	}
}

// measureVariables checks the variables of a request.
func measureVariables(variables map[string]any, limits Limits) *exceeded {
	m := &measurement{limits: limits}
	for name, v := range variables {
		m.name(name)
		m.variable(v, 1)
	}
	return m.exceeded
}

func (m *measurement) variable(value any, depth int) {
	m.values++
	m.atMost(m.values, m.limits.VariableValues, "values in its variables")
	m.atMost(depth, m.limits.VariableDepth, "levels in its variables")
	if m.exceeded != nil {
		return
	}
	switch value := value.(type) {
	case []any:
		m.atMost(len(value), m.limits.ListLength, "entries in a list of its variables")
		for _, v := range value {
			m.variable(v, depth+1)
		}
	case map[string]any:
		for _, v := range value {
			m.variable(v, depth+1)
		}
	}
}
