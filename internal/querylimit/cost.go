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

// costs computes the costs of operations. It reads the declarations of each field of the schema once.
type costs struct {
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
	// assumed is the size of the list, or of the lists of the fields in sized.
	assumed int64
	slicing []string
	sized   []string
}

func newCosts(schema *ast.Schema, maxSize int64) *costs {
	c := &costs{schema: schema, fields: map[*ast.FieldDefinition]*fieldCost{}, maxSize: maxSize}
	for _, t := range schema.Types {
		for _, f := range t.Fields {
			c.fields[f] = c.declared(f)
		}
	}
	return c
}

func (c *costs) declared(f *ast.FieldDefinition) *fieldCost {
	d := &fieldCost{nested: 1, assumed: defaultListSize}
	kind := c.schema.Types[f.Type.Name()]
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
		d.assumed = intArgument(of, "assumedSize", defaultListSize)
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

// walk computes the cost of an operation with its variables. It visits each field once for each spread of its fragment.
type walk struct {
	*costs
	variables map[string]any
}

// of returns the cost of a valid operation.
func (c *costs) of(op *ast.OperationDefinition, variables map[string]any) Cost {
	return walk{c, variables}.selections(op.SelectionSet, nil, 0)
}

// selections returns the cost of a selection set. The lists of the fields in sized have the given size.
func (w walk) selections(set ast.SelectionSet, sized []string, size int64) Cost {
	var always, dearest Cost
	// Selections on an object type count only for objects of this type among those of an abstract type: an object has
	// one of its types, so the highest cost counts.
	byType := map[string]Cost{}
	w.add(set, "", byType, sized, size)
	for name, cost := range byType {
		if name == "" {
			always = cost
		} else {
			dearest = dearest.highest(cost)
		}
	}
	return always.add(dearest)
}

// add adds the costs of selections on a type of the objects of an abstract type; an empty name means all types.
func (w walk) add(set ast.SelectionSet, typeName string, byType map[string]Cost, sized []string, size int64) {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			byType[typeName] = byType[typeName].add(w.field(s, sized, size))
		case *ast.InlineFragment:
			on := w.schema.Types[s.TypeCondition]
			w.add(s.SelectionSet, narrowed(typeName, s.ObjectDefinition, on), byType, sized, size)
		case *ast.FragmentSpread:
			on := s.Definition.Definition
			w.add(s.Definition.SelectionSet, narrowed(typeName, s.ObjectDefinition, on), byType, sized, size)
		}
	}
}

// narrowed returns the name of the type of a fragment if it selects some of the objects of an abstract type.
func narrowed(current string, objects, fragment *ast.Definition) string {
	if fragment == nil || fragment.Kind != ast.Object || objects == nil || objects.Kind == ast.Object {
		return current
	}
	return fragment.Name
}

func (w walk) field(f *ast.Field, sized []string, size int64) Cost {
	switch f.Name {
	case "__typename":
		return Cost{Values: 1}
	case "__schema":
		return Cost{Objects: schemaCost}
	case "__type":
		return Cost{Objects: typeCost}
	case "_service":
		return Cost{Objects: 1, Values: 1}
	}
	d := w.fields[f.Definition]
	if d == nil {
		d = w.declared(f.Definition)
	}
	count, below := int64(1), int64(0)
	switch {
	case slices.Contains(sized, f.Name):
		count = size
	case len(d.sized) > 0:
		below = w.size(f, d)
	case d.isList:
		count = w.size(f, d)
	}
	each := Cost{Objects: d.weight, Values: d.leaf}
	if len(f.SelectionSet) > 0 {
		each = each.add(w.selections(f.SelectionSet, d.sized, below))
	}
	return each.times(d.nested).times(count)
}

// size returns the size of a list from the first slicing argument of its field with a value or a default value.
func (w walk) size(f *ast.Field, d *fieldCost) int64 {
	for _, name := range d.slicing {
		if a := f.Arguments.ForName(name); a != nil {
			if n, ok := w.length(a.Value); ok {
				return n
			}
		}
		if a := f.Definition.Arguments.ForName(name); a != nil {
			if n, ok := w.length(a.DefaultValue); ok {
				return n
			}
		}
	}
	return d.assumed
}

// length returns the number that a value is, or the length of a list.
func (w walk) length(v *ast.Value) (n int64, ok bool) {
	value, err := v.Value(w.variables)
	if err != nil {
		return 0, false
	}
	switch value := value.(type) {
	case int64:
		n = value
	case int:
		n = int64(value)
	case float64:
		n = int64(min(value, saturated))
	case json.Number:
		if n, err = value.Int64(); err != nil {
			return 0, false
		}
	default:
		list := reflect.ValueOf(value)
		if list.Kind() != reflect.Slice {
			return 0, false
		}
		n = int64(list.Len())
	}
	if w.maxSize > 0 {
		n = min(n, w.maxSize)
	}
	return max(n, 0), true
}
