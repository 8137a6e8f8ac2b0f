package querylimit

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strconv"

	"github.com/vektah/gqlparser/v2/ast"
)

// Directives of IBM's specification of costs, as in Federation 2.9.
const (
	directiveCost     = "cost"
	directiveListSize = "listSize"
)

const (
	// defaultListSize is the assumed size of lists without a size in the schema. docs/security.md documents it for
	// operators of a router.
	defaultListSize = 10
	// schemaCost and typeCost are the fixed costs of introspecting the schema and a type: they read no data, but
	// answering one with all its fields takes as long as reading that many objects.
	schemaCost = 5000
	typeCost   = 1000
	// saturated is the largest cost: higher costs count as equal.
	saturated = math.MaxInt64 / 4
)

// Cost is the highest possible cost of an operation.
type Cost struct {
	// Objects is the cost of IBM's specification: the sum of the weights of all returned objects.
	Objects int64
	// Values is the number of returned scalar values, which have no weight there.
	Values int64
}

func (c Cost) add(d Cost) Cost {
	return Cost{addInt(c.Objects, d.Objects), addInt(c.Values, d.Values)}
}

func (c Cost) times(n int64) Cost { return Cost{timesInt(c.Objects, n), timesInt(c.Values, n)} }

func (c Cost) highest(d Cost) Cost { return Cost{max(c.Objects, d.Objects), max(c.Values, d.Values)} }

func addInt(a, b int64) int64 { return min(a+b, saturated) }

func timesInt(a, n int64) int64 {
	if n <= 0 || a <= 0 {
		return 0
	}
	if a > saturated/n {
		return saturated
	}
	return a * n
}

// plan is the cost of an operation before its variables are known.
type plan struct {
	fixed Cost
	// sized are the parts whose number depends on variables.
	sized []sizedPlan
	// oneOf are the alternatives of an abstract type: an object has one of its types, so the highest cost counts.
	oneOf []*plan
}

// sizedPlan is a plan that counts once per entry of a list.
type sizedPlan struct {
	size     size
	perEntry *plan
}

// isFixed reports whether the plan does not depend on variables.
func (p *plan) isFixed() bool { return len(p.sized) == 0 && len(p.oneOf) == 0 }

// add adds a plan that counts n times.
func (p *plan) add(n size, each *plan) {
	switch {
	case n.isFixed() && each.isFixed():
		p.fixed = p.fixed.add(each.fixed.times(n.fixed))
	case n.isFixed() && n.fixed == 1:
		p.fixed = p.fixed.add(each.fixed)
		p.sized = append(p.sized, each.sized...)
		if len(each.oneOf) > 0 {
			p.sized = append(p.sized, sizedPlan{n, &plan{oneOf: each.oneOf}})
		}
	default:
		p.sized = append(p.sized, sizedPlan{n, each})
	}
}

// cost returns the cost of the operation with its variables.
func (p *plan) cost(variables map[string]any) Cost {
	total := p.fixed
	for _, s := range p.sized {
		total = total.add(s.perEntry.cost(variables).times(s.size.of(variables)))
	}
	var dearest Cost
	for _, part := range p.oneOf {
		dearest = dearest.highest(part.cost(variables))
	}
	return total.add(dearest)
}

// size is the length of a list: a number, or the value of a variable.
type size struct {
	fixed    int64
	variable string
	// largest bounds the value of a caller; 0 for no bound.
	largest int64
}

func (s size) isFixed() bool { return s.variable == "" }

func (s size) of(variables map[string]any) int64 {
	if s.isFixed() {
		return s.fixed
	}
	value, isSet := variables[s.variable]
	if !isSet {
		return s.fixed
	}
	n, ok := lengthOf(value)
	if !ok {
		return s.fixed
	}
	return s.bounded(n)
}

func (s size) bounded(n int64) int64 {
	if s.largest > 0 {
		n = min(n, s.largest)
	}
	return max(n, 0)
}

// lengthOf returns the number in a variable, or the length of its list.
func lengthOf(value any) (int64, bool) {
	switch value := value.(type) {
	case int64:
		return value, true
	case int:
		return int64(value), true
	case float64:
		return int64(min(value, saturated)), true
	case json.Number:
		n, err := value.Int64()
		return n, err == nil
	}
	if list := reflect.ValueOf(value); list.Kind() == reflect.Slice {
		return int64(list.Len()), true
	}
	return 0, false
}

// planner plans operations. It reads the declarations of each field of the schema once.
type planner struct {
	schema *ast.Schema
	fields map[*ast.FieldDefinition]*fieldCost
	// maxSize bounds the counted value of slicing arguments: the resolvers refuse higher values.
	maxSize int64
}

// fieldCost contains the schema's declarations about the cost of a field.
type fieldCost struct {
	weight int64
	// leaf is 1 for a scalar or an enumeration.
	leaf int64
	// isList reports that the field is a list; nested is the assumed length of each nested list.
	isList bool
	nested int64
	// assumed is the size of the list, or of the lists of the fields in sized; 0 if none is declared.
	assumed int64
	slicing []string
	sized   []string
}

func newPlanner(schema *ast.Schema, maxSize int64) *planner {
	p := &planner{schema: schema, fields: map[*ast.FieldDefinition]*fieldCost{}, maxSize: maxSize}
	for _, t := range schema.Types {
		for _, f := range t.Fields {
			p.fields[f] = p.fieldCostOf(f)
		}
	}
	return p
}

func (p *planner) fieldCostOf(f *ast.FieldDefinition) *fieldCost {
	d := &fieldCost{nested: 1}
	kind := p.schema.Types[f.Type.Name()]
	if kind != nil && kind.IsLeafType() {
		d.leaf = 1
	} else {
		d.weight = 1
	}
	if kind != nil {
		d.weight = intArgument(kind.Directives.ForName(directiveCost), "weight", d.weight)
	}
	d.weight = intArgument(f.Directives.ForName(directiveCost), "weight", d.weight)
	if d.isList = f.Type.Elem != nil; d.isList {
		for t := f.Type.Elem; t.Elem != nil; t = t.Elem {
			d.nested *= defaultListSize
		}
	}
	if of := f.Directives.ForName(directiveListSize); of != nil {
		d.assumed = intArgument(of, "assumedSize", 0)
		d.slicing = textsArgument(of, "slicingArguments")
		d.sized = textsArgument(of, "sizedFields")
	} else if d.isList {
		d.slicing = listArguments(f)
	}
	return d
}

// listArguments returns the required arguments of a field that are lists. A list without a declared size has an entry
// for each entry of such an argument, as `_entities` has. Routers accept integers only as slicing arguments.
func listArguments(f *ast.FieldDefinition) (names []string) {
	for _, a := range f.Arguments {
		if a.Type.Elem != nil && a.Type.NonNull {
			names = append(names, a.Name)
		}
	}
	return names
}

func intArgument(d *ast.Directive, name string, otherwise int64) int64 {
	if d == nil {
		return otherwise
	}
	if a := d.Arguments.ForName(name); a != nil {
		if n, err := strconv.ParseInt(a.Value.Raw, 10, 64); err == nil {
			return n
		}
	}
	return otherwise
}

func textsArgument(d *ast.Directive, name string) (texts []string) {
	if a := d.Arguments.ForName(name); a != nil {
		for _, child := range a.Value.Children {
			texts = append(texts, child.Value.Raw)
		}
	}
	return texts
}

// plan returns the plan of a valid operation. It visits each expanded field once.
func (p *planner) plan(op *ast.OperationDefinition) *plan {
	total := &plan{}
	p.selections(total, op.SelectionSet, nil, size{})
	return total
}

// selections adds the cost of a selection set. The lists of the fields in sized have the given size.
func (p *planner) selections(into *plan, set ast.SelectionSet, sized []string, of size) {
	var parts map[string]*plan
	var order []string
	// Selections on an object type count only for objects of this type among those of an abstract type.
	partOf := func(current *plan, t, parent *ast.Definition) *plan {
		if t == nil || t.Kind != ast.Object || parent == nil || parent.Kind == ast.Object {
			return current
		}
		if parts[t.Name] == nil {
			if parts == nil {
				parts = map[string]*plan{}
			}
			parts[t.Name] = &plan{}
			order = append(order, t.Name)
		}
		return parts[t.Name]
	}
	var walk func(set ast.SelectionSet, into *plan)
	walk = func(set ast.SelectionSet, into *plan) {
		for _, s := range set {
			switch s := s.(type) {
			case *ast.Field:
				p.field(into, s, sized, of)
			case *ast.InlineFragment:
				t := s.ObjectDefinition
				if s.TypeCondition != "" {
					t = p.schema.Types[s.TypeCondition]
				}
				walk(s.SelectionSet, partOf(into, t, s.ObjectDefinition))
			case *ast.FragmentSpread:
				walk(s.Definition.SelectionSet, partOf(into, s.Definition.Definition, s.ObjectDefinition))
			}
		}
	}
	walk(set, into)
	if len(order) == 0 {
		return
	}
	fixed := Cost{}
	var varying []*plan
	for _, name := range order {
		if part := parts[name]; part.isFixed() {
			fixed = fixed.highest(part.fixed)
		} else {
			varying = append(varying, part)
		}
	}
	if len(varying) == 0 {
		into.fixed = into.fixed.add(fixed)
		return
	}
	oneOf := &plan{oneOf: append(varying, &plan{fixed: fixed})}
	into.sized = append(into.sized, sizedPlan{size{fixed: 1}, oneOf})
}

func (p *planner) field(into *plan, f *ast.Field, sized []string, of size) {
	switch f.Name {
	case "__typename":
		into.fixed.Values = addInt(into.fixed.Values, 1)
		return
	case "__schema":
		into.fixed = into.fixed.add(Cost{Objects: schemaCost})
		return
	case "__type":
		into.fixed = into.fixed.add(Cost{Objects: typeCost})
		return
	case "_service":
		into.fixed = into.fixed.add(Cost{Objects: 1, Values: 1})
		return
	}
	d := p.fields[f.Definition]
	if d == nil {
		d = p.fieldCostOf(f.Definition)
	}
	count := size{fixed: 1}
	var below size
	switch {
	case slices.Contains(sized, f.Name):
		count = of
	case len(d.sized) > 0:
		below = p.sizeOf(f, d.slicing, assumedOr(d.assumed))
	case d.isList:
		count = p.sizeOf(f, d.slicing, assumedOr(d.assumed))
	}
	each := &plan{fixed: Cost{Objects: d.weight, Values: d.leaf}}
	p.selections(each, f.SelectionSet, d.sized, below)
	if d.nested > 1 {
		nested := &plan{}
		nested.add(size{fixed: d.nested}, each)
		each = nested
	}
	into.add(count, each)
}

func assumedOr(assumed int64) int64 {
	if assumed > 0 {
		return assumed
	}
	return defaultListSize
}

// sizeOf returns the size of a list from the first slicing argument of its field with a value or a default value.
func (p *planner) sizeOf(f *ast.Field, slicing []string, assumed int64) size {
	for _, name := range slicing {
		definition := f.Definition.Arguments.ForName(name)
		otherwise := assumed
		if definition != nil && definition.DefaultValue != nil {
			if n, ok := literalLength(definition.DefaultValue); ok {
				otherwise = n
			}
		}
		s := size{fixed: otherwise, largest: p.maxSize}
		argument := f.Arguments.ForName(name)
		if argument == nil {
			if definition != nil && definition.DefaultValue != nil {
				return size{fixed: s.bounded(otherwise)}
			}
			continue
		}
		if argument.Value.Kind == ast.Variable {
			s.variable = argument.Value.Raw
			if v := argument.Value.VariableDefinition; v != nil && v.DefaultValue != nil {
				if n, ok := literalLength(v.DefaultValue); ok {
					s.fixed = s.bounded(n)
				}
			}
			return s
		}
		if n, ok := literalLength(argument.Value); ok {
			return size{fixed: s.bounded(n)}
		}
	}
	return size{fixed: assumed}
}

func literalLength(v *ast.Value) (int64, bool) {
	switch v.Kind {
	case ast.IntValue:
		n, err := strconv.ParseInt(v.Raw, 10, 64)
		return n, err == nil
	case ast.ListValue:
		return int64(len(v.Children)), true
	}
	return 0, false
}
