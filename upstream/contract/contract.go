// Package contract validates responses of upstream systems against the part of their schemas that we use (the files
// contract.graphql). Responses of a conforming GraphQL server are valid. Values that violate the contract are
// removed by the rules of GraphQL: a null that is not allowed makes the closest enclosing nullable object or list
// item null. Mappers can therefore rely on the types (ERR-16). Texts contain no control characters but tabs and line
// breaks, so that no format that they are written in needs to remove them.
package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"strand/domain/catalog"
)

// Schema is the contract of an upstream system. It is safe for concurrent use.
type Schema struct {
	types *ast.Schema
	// plans contains the compiled operations by their text.
	plans sync.Map
}

// New parses a contract. The directive @nonEmpty marks lists that must not be empty, @url texts that are http(s) URLs
// (catalog.CleanURL): other values are removed.
func New(sdl string) (*Schema, error) {
	types, err := gqlparser.LoadSchema(&ast.Source{Name: "contract.graphql", Input: sdl})
	if err != nil {
		return nil, fmt.Errorf("parse the contract: %w", err)
	}
	return &Schema{types: types}, nil
}

// Violation is a value that violates the contract.
type Violation struct {
	// Document is the id, slug or name of the outermost record that contains the value; empty for none.
	Document string
	// Record is the id, slug or name of the innermost record that contains the value; empty for none.
	Record string
	// Field is the type and field: `Page.title`.
	Field string
	// Reason is the violation: `null`, `missing`, `empty`, `not a string`, `unknown type Hologram`.
	Reason string
}

// Result contains what was removed from a response.
type Result struct {
	// Violations contains the removed values that violate the contract.
	Violations []Violation
	// Unknown contains removed objects of types that the contract lacks, such as modules that are newer than this
	// build. They are not violations.
	Unknown []Violation
	// Invalid contains removed values of fields with URLs. They are errors of editors, not of the system.
	Invalid []Violation
}

// ErrNothingLeft reports that a response contains no valid data.
var ErrNothingLeft = errors.New("the response contains no data that satisfies the contract")

// Check returns the data of a response without the values that violate the contract, for the text of an operation.
func (s *Schema) Check(operation string, data json.RawMessage) (json.RawMessage, *Result, error) {
	plan, err := s.plan(operation)
	if err != nil {
		return nil, nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber() // keeps the exact form of numbers
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, nil, fmt.Errorf("decode the response: %w", err)
	}
	c := &checker{schema: s.types, result: &Result{}}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, c.result, ErrNothingLeft
	}
	if !c.object(object, plan.root, plan.selection) {
		return nil, c.result, ErrNothingLeft
	}
	if len(c.result.Violations) == 0 && len(c.result.Unknown) == 0 && len(c.result.Invalid) == 0 && !c.hasChanged {
		return data, c.result, nil
	}
	cleaned, err := json.Marshal(object)
	if err != nil {
		return nil, c.result, fmt.Errorf("encode the checked response: %w", err)
	}
	return cleaned, c.result, nil
}

// checker is the state of checking a response.
type checker struct {
	schema *ast.Schema
	result *Result
	// document is the outermost, record the innermost enclosing record.
	document, record string
	// hasChanged is true if fields were removed that the operation does not select, or texts were cleaned.
	hasChanged bool
}

// typeNameKey is the key of an object's type.
const typeNameKey = "__typename"

// maxFound limits the reported violations of a response.
const maxFound = 100

func (c *checker) violation(field, reason string) {
	if len(c.result.Violations) < maxFound {
		c.result.Violations = append(c.result.Violations, Violation{c.document, c.record, field, reason})
	}
}

// object checks the fields of an object in place; false if a required field has no valid value.
func (c *checker) object(o map[string]any, typeName string, fields *selection) bool {
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
		value, isPresent := o[f.key]
		if isPresent {
			expected++
		}
		if !isPresent && f.isConditional {
			continue
		}
		checked, ok := c.value(value, f.of, f, isPresent)
		if !ok {
			if f.of.NonNull {
				return false
			}
			checked = nil
		}
		if isPresent || checked != nil {
			o[f.key] = checked
		}
	}
	if len(o) > expected {
		c.removeOthers(o, fields.of(typeName))
	}
	return true
}

// removeOthers removes fields that the operation does not select. Clients could read them by mistake, because Go's
// decoder accepts `Title` for `title`.
func (c *checker) removeOthers(o map[string]any, fields []*field) {
	c.hasChanged = true
	maps.DeleteFunc(o, func(key string, _ any) bool {
		return key != typeNameKey && !slices.ContainsFunc(fields, func(f *field) bool { return f.key == key })
	})
}

// value checks a value of a type; false if it is invalid, or null where null is not allowed.
func (c *checker) value(value any, t *ast.Type, f *field, isPresent bool) (any, bool) {
	if value == nil {
		if t.NonNull {
			reason := "null"
			if !isPresent {
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
		if text, ok := value.(string); ok && t.NamedType == "String" {
			return c.text(text, f)
		}
		return value, true
	case ast.Enum:
		if _, ok := value.(string); !ok {
			c.violation(f.name, "not a string")
			return nil, false
		}
		return value, true
	default:
		return c.composite(value, definition, f)
	}
}

// maxInvalid limits the reported part of an invalid value, in bytes.
const maxInvalid = 100

// text checks a text and removes its control characters; false for an invalid URL.
func (c *checker) text(text string, f *field) (any, bool) {
	clean := cleanText(text)
	if f.isURL && strings.TrimSpace(text) != "" {
		// A control character within a URL is an error, not something to remove.
		if clean = catalog.CleanURL(text); clean == "" {
			if len(c.result.Invalid) < maxFound {
				reported := strings.ToValidUTF8(text[:min(len(text), maxInvalid)], "")
				invalid := Violation{c.document, c.record, f.name, cleanText(reported)}
				c.result.Invalid = append(c.result.Invalid, invalid)
			}
			return nil, false
		}
	}
	if clean != text {
		c.hasChanged = true
	}
	return clean, true
}

// cleanText returns a text without control characters. Line breaks become line feeds; tabs are kept.
func cleanText(text string) string {
	if !strings.ContainsFunc(text, isRemoved) {
		return text
	}
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	return strings.Map(func(r rune) rune {
		if isRemoved(r) {
			return -1
		}
		return r
	}, text)
}

// isRemoved reports whether a text has no such character: the control characters of Unicode except tabs and line
// feeds, and two characters that XML does not allow.
func isRemoved(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || r == 0xfffe || r == 0xffff
}

func (c *checker) composite(value any, definition *ast.Definition, f *field) (any, bool) {
	o, ok := value.(map[string]any)
	if !ok {
		c.violation(f.name, "not an object")
		return nil, false
	}
	typeName := definition.Name
	if definition.IsAbstractType() {
		name, ok := o[typeNameKey].(string)
		if !ok {
			c.violation(f.name, "without a type")
			return nil, false
		}
		// A type that the operation cannot return here is unknown, even if the contract defines it.
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

// list checks a list. It removes invalid items, or replaces them by null where null is allowed, which keeps the
// positions of the others.
func (c *checker) list(value any, t *ast.Type, f *field) (any, bool) {
	items, ok := value.([]any)
	if !ok {
		c.violation(f.name, "not a list")
		return nil, false
	}
	valid := items[:0]
	for _, item := range items {
		checked, ok := c.value(item, t.Elem, f, true)
		switch {
		case ok:
			valid = append(valid, checked)
		case !t.Elem.NonNull:
			valid = append(valid, nil)
		}
	}
	if f.nonEmpty && len(valid) == 0 {
		c.violation(f.name, "empty")
		return nil, false
	}
	return valid, true
}

// scalarProblem returns why a scalar is invalid; empty if it is valid.
func scalarProblem(name string, value any) string {
	text, isText := value.(string)
	number, isNumber := value.(json.Number)
	switch name {
	case "String", "ID":
		if !isText {
			return "not a string"
		}
	case "Boolean":
		if _, ok := value.(bool); !ok {
			return "not a boolean"
		}
	case "Int":
		if _, err := strconv.Atoi(number.String()); !isNumber || err != nil {
			return "not an integer"
		}
	case "Float":
		if _, err := number.Float64(); !isNumber || err != nil {
			return "not a number"
		}
	case "DateTime":
		if _, err := time.Parse(time.RFC3339, text); err != nil {
			return "not an instant"
		}
	case "Date":
		if _, err := time.Parse(time.DateOnly, text); err != nil {
			return "not a date"
		}
	}
	return ""
}
