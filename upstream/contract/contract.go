// Package contract checks answers of upstream systems against the part of their schemas that we rely on (the files
// contract.graphql). A GraphQL server that conforms to its schema passes; what breaks the contract is removed by the rules
// of GraphQL itself: a value that must not be null takes the closest enclosing nullable object, or list item, with it.
// So mappers need not doubt what they get (ERR-16).
package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
)

// Schema is the contract of one upstream system. It is safe for concurrent use.
type Schema struct {
	types *ast.Schema
	// plans are the compiled operations by their text.
	plans sync.Map
}

// New reads a contract. A list that must not be empty is marked with @nonEmpty.
func New(sdl string) (*Schema, error) {
	types, err := gqlparser.LoadSchema(&ast.Source{Name: "contract.graphql", Input: sdl})
	if err != nil {
		return nil, fmt.Errorf("read the contract: %w", err)
	}
	return &Schema{types: types}, nil
}

// Violation is a value that breaks the contract.
type Violation struct {
	// Document is the id, slug or name of the outermost record that holds the value; empty for none.
	Document string
	// Record is the id, slug or name of the innermost record that holds the value; empty for none.
	Record string
	// Field is the type and field: `Page.title`.
	Field string
	// Reason says what is wrong: `null`, `missing`, `empty`, `no string`, `unknown type Hologram`.
	Reason string
}

// Result says what was found in an answer.
type Result struct {
	// Violations broke the contract and were removed.
	Violations []Violation
	// Unknown are objects of types that the contract does not have, such as a kind of module that is newer than this
	// build. They are removed, too, and are no violations.
	Unknown []Violation
}

// ErrNothingLeft says that an answer has no valid data at all.
var ErrNothingLeft = errors.New("the answer breaks the contract as a whole")

// Check returns the data of an answer without what breaks the contract, for an operation given by its text.
func (s *Schema) Check(operation string, data json.RawMessage) (json.RawMessage, *Result, error) {
	plan, err := s.plan(operation)
	if err != nil {
		return nil, nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber() // the exact form of a number is kept
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, nil, fmt.Errorf("decode the answer: %w", err)
	}
	c := &check{schema: s.types, result: &Result{}}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, c.result, ErrNothingLeft
	}
	if !c.object(object, plan.root, plan.selection) {
		return nil, c.result, ErrNothingLeft
	}
	if len(c.result.Violations) == 0 && len(c.result.Unknown) == 0 && !c.hasOthers {
		return data, c.result, nil
	}
	cleaned, err := json.Marshal(object)
	if err != nil {
		return nil, c.result, fmt.Errorf("encode the checked answer: %w", err)
	}
	return cleaned, c.result, nil
}

// check walks one answer.
type check struct {
	schema *ast.Schema
	result *Result
	// document is the outermost, record the innermost record that is being checked.
	document, record string
	// hasOthers says that values were removed that were not asked for.
	hasOthers bool
}

// typeNameKey is the key of an object's type.
const typeNameKey = "__typename"

// maxFound bounds how many violations of one answer are listed.
const maxFound = 100

func (c *check) violation(field, reason string) {
	if len(c.result.Violations) < maxFound {
		c.result.Violations = append(c.result.Violations, Violation{c.document, c.record, field, reason})
	}
}

// object checks the fields of an object in place; false where a field that must not be null has no valid value.
func (c *check) object(o map[string]any, typeName string, fields *selection) bool {
	document, outer := c.document, c.record
	for _, key := range []string{"id", "slug", "name"} {
		if name, ok := o[key].(string); ok && name != "" {
			c.record = name
			break
		}
	}
	if c.document == "" {
		c.document = c.record
	}
	defer func() { c.document, c.record = document, outer }()
	expected := 0
	if _, ok := o[typeNameKey]; ok {
		expected++
	}
	for _, f := range fields.of(typeName) {
		value, given := o[f.key]
		if given {
			expected++
		}
		if !given && f.isConditional {
			continue
		}
		checked, ok := c.value(value, f.of, f, given)
		if !ok {
			if f.of.NonNull {
				return false
			}
			checked = nil
		}
		if given || checked != nil {
			o[f.key] = checked
		}
	}
	if len(o) > expected {
		c.removeOthers(o, fields.of(typeName))
	}
	return true
}

// removeOthers removes from an object what was not asked for. Clients would read some of it: Go's decoder takes `Title` for
// `title`.
func (c *check) removeOthers(o map[string]any, fields []*field) {
	c.hasOthers = true
	maps.DeleteFunc(o, func(key string, _ any) bool {
		return key != typeNameKey && !slices.ContainsFunc(fields, func(f *field) bool { return f.key == key })
	})
}

// value checks a value of a type; not ok where it is invalid, or null though it must not be.
func (c *check) value(value any, t *ast.Type, f *field, given bool) (any, bool) {
	if value == nil {
		if t.NonNull {
			reason := "null"
			if !given {
				reason = "missing"
			}
			c.violation(f.name, reason)
		}
		return nil, !t.NonNull
	}
	if t.Elem != nil {
		return c.list(value, t, f)
	}
	switch definition := c.schema.Types[t.NamedType]; definition.Kind {
	case ast.Scalar:
		if reason := scalarProblem(t.NamedType, value); reason != "" {
			c.violation(f.name, reason)
			return nil, false
		}
		return value, true
	case ast.Enum:
		if _, ok := value.(string); !ok {
			c.violation(f.name, "no string")
			return nil, false
		}
		return value, true
	default:
		return c.composite(value, definition, f)
	}
}

func (c *check) composite(value any, definition *ast.Definition, f *field) (any, bool) {
	o, ok := value.(map[string]any)
	if !ok {
		c.violation(f.name, "no object")
		return nil, false
	}
	typeName := definition.Name
	if definition.IsAbstractType() {
		name, ok := o[typeNameKey].(string)
		if !ok {
			c.violation(f.name, "no type")
			return nil, false
		}
		// A type that is not one of these is unknown here, also where it is known elsewhere.
		if _, ok := f.selection.byType[name]; !ok {
			if len(c.result.Unknown) < maxFound {
				unknown := Violation{c.document, c.record, f.name, "unknown type " + name}
				c.result.Unknown = append(c.result.Unknown, unknown)
			}
			return nil, false
		}
		typeName = name
	}
	return o, c.object(o, typeName, f.selection)
}

// list checks a list. Invalid items are removed; where items may be null they become null, so that the others keep their
// places.
func (c *check) list(value any, t *ast.Type, f *field) (any, bool) {
	items, ok := value.([]any)
	if !ok {
		c.violation(f.name, "no list")
		return nil, false
	}
	kept := items[:0]
	for _, item := range items {
		checked, ok := c.value(item, t.Elem, f, true)
		switch {
		case ok:
			kept = append(kept, checked)
		case !t.Elem.NonNull:
			kept = append(kept, nil)
		}
	}
	if f.nonEmpty && len(kept) == 0 {
		c.violation(f.name, "empty")
		return nil, false
	}
	return kept, true
}

// scalarProblem says what is wrong with a scalar; empty for nothing.
func scalarProblem(name string, value any) string {
	text, isText := value.(string)
	number, isNumber := value.(json.Number)
	switch name {
	case "String", "ID":
		if !isText {
			return "no string"
		}
	case "Boolean":
		if _, ok := value.(bool); !ok {
			return "no boolean"
		}
	case "Int":
		if _, err := strconv.Atoi(number.String()); !isNumber || err != nil {
			return "no whole number"
		}
	case "Float":
		if _, err := number.Float64(); !isNumber || err != nil {
			return "no number"
		}
	case "DateTime":
		if _, err := time.Parse(time.RFC3339, text); err != nil {
			return "no instant"
		}
	case "Date":
		if _, err := time.Parse(time.DateOnly, text); err != nil {
			return "no date"
		}
	}
	return ""
}
