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
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/tidwall/gjson"
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
	// Invalid contains removed values of fields with URLs, and records of a list with the id of an earlier one. They
	// are errors of editors, not of the system.
	Invalid []Violation
}

// ErrNothingLeft reports that a response contains no valid data.
var ErrNothingLeft = errors.New("the response contains no data that satisfies the contract")

// Check returns the data of a response without the values that violate the contract, for the text of an operation. The
// data is valid JSON. Fields that the operation does not select are left out: Go's decoder accepts `Title` for `title`.
func (s *Schema) Check(operation string, data json.RawMessage) (json.RawMessage, *Result, error) {
	plan, err := s.plan(operation)
	if err != nil {
		return nil, nil, err
	}
	c := &checker{schema: s.types, result: &Result{}}
	c.valid.Grow(len(data))
	root := gjson.ParseBytes(data)
	if !root.IsObject() || !c.object(root, plan.root, plan.selection) {
		return nil, c.result, ErrNothingLeft
	}
	return c.valid.Bytes(), c.result, nil
}

// checker is the state of checking a response. It reads the response once and writes what is valid; a method that
// returns false has written nothing.
type checker struct {
	schema *ast.Schema
	result *Result
	// document is the outermost, record the innermost enclosing record.
	document, record string
	valid            bytes.Buffer
	// values are those of the fields of the enclosing objects.
	values []gjson.Result
}

// nodeInterface is the interface of records, which an id names.
const nodeInterface = "Node"

// typeNameKey is the key of an object's type.
const typeNameKey = "__typename"

// maxFound limits the reported violations of a response.
const maxFound = 100

func (c *checker) violation(field, reason string) {
	if len(c.result.Violations) < maxFound {
		c.result.Violations = append(c.result.Violations, Violation{c.document, c.record, field, reason})
	}
}

// recordKeys are the fields that name a record, best first.
var recordKeys = []string{"id", "slug", "name"}

// object checks the fields of an object; false if a required field has no valid value.
func (c *checker) object(o gjson.Result, typeName string, selected *selection) bool {
	fields := selected.of(typeName)
	first := len(c.values)
	c.values = append(c.values, make([]gjson.Result, len(fields))...)
	document, outer := c.document, c.record
	defer func() { c.values, c.document, c.record = c.values[:first], document, outer }()

	var typeOf gjson.Result
	best := len(recordKeys)
	o.ForEach(func(key, value gjson.Result) bool {
		if key.Str == typeNameKey {
			typeOf = value
		}
		if i := slices.Index(recordKeys, key.Str); i >= 0 && i <= best && value.Str != "" {
			best, c.record = i, textOf(value)
		}
		if i := slices.IndexFunc(fields, func(f *field) bool { return f.key == key.Str }); i >= 0 {
			c.values[first+i] = value
		}
		return true
	})
	if c.document == "" {
		c.document = c.record
	}

	start := c.valid.Len()
	c.valid.WriteByte('{')
	switch {
	case selected.byType != nil: // the type that was checked, if there are two
		c.valid.WriteString(`"` + typeNameKey + `":"` + typeName + `"`)
	case typeOf.Exists():
		c.valid.WriteString(`"` + typeNameKey + `":` + typeOf.Raw)
	}
	for i, f := range fields {
		value := c.values[first+i]
		if !value.Exists() && (f.isConditional || !f.of.NonNull) {
			continue
		}
		if c.valid.Len() > start+1 {
			c.valid.WriteByte(',')
		}
		c.valid.WriteString(`"` + f.key + `":`)
		switch {
		case c.value(value, f.of, f):
		case f.of.NonNull:
			c.valid.Truncate(start)
			return false
		default:
			c.valid.WriteString("null")
		}
	}
	c.valid.WriteByte('}')
	return true
}

// value checks a value of a type; false if it is invalid, or null where null is not allowed.
func (c *checker) value(value gjson.Result, t *ast.Type, f *field) bool {
	if value.Type == gjson.Null {
		switch {
		case !t.NonNull:
			c.valid.WriteString("null")
		case value.Exists():
			c.violation(f.name, "null")
		default:
			c.violation(f.name, "missing")
		}
		return !t.NonNull
	}
	if t.Elem != nil {
		return c.list(value, t, f)
	}
	switch definition := c.schema.Types[t.NamedType]; definition.Kind {
	case ast.Scalar:
		if reason := scalarProblem(t.NamedType, value); reason != "" {
			c.violation(f.name, reason)
			return false
		}
		if value.Type == gjson.String && t.NamedType == "String" {
			return c.text(value, f)
		}
		if t.NamedType == "DateTime" { // time.Time reads no escapes, such as those of `+` that some systems write
			c.valid.Write(gjson.AppendJSONString(nil, value.Str))
			return true
		}
	case ast.Enum:
		if value.Type != gjson.String {
			c.violation(f.name, "not a string")
			return false
		}
	default:
		return c.composite(value, definition, f)
	}
	c.valid.WriteString(value.Raw)
	return true
}

// maxInvalid limits the reported part of an invalid value, in bytes.
const maxInvalid = 100

// text checks a text and removes its control characters; false for an invalid URL.
func (c *checker) text(value gjson.Result, f *field) bool {
	text := textOf(value)
	clean := cleanText(text)
	if f.isURL && strings.TrimSpace(text) != "" {
		// A control character within a URL is an error, not something to remove.
		if clean = catalog.CleanURL(text); clean == "" {
			if len(c.result.Invalid) < maxFound {
				reported := strings.ToValidUTF8(text[:min(len(text), maxInvalid)], "")
				invalid := Violation{c.document, c.record, f.name, cleanText(reported)}
				c.result.Invalid = append(c.result.Invalid, invalid)
			}
			return false
		}
	}
	if clean == text {
		c.valid.WriteString(value.Raw)
	} else {
		c.valid.Write(gjson.AppendJSONString(nil, clean))
	}
	return true
}

// textOf returns a text as encoding/json reads it for the mappers: gjson skips a character after half of a surrogate
// pair, and keeps bytes that are no UTF-8.
func textOf(value gjson.Result) string {
	text := value.Str
	if strings.Contains(value.Raw, `\u`) || !utf8.ValidString(value.Raw) {
		_ = json.Unmarshal([]byte(value.Raw), &text) // it is valid
	}
	return text
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

func (c *checker) composite(value gjson.Result, definition *ast.Definition, f *field) bool {
	if !value.IsObject() {
		c.violation(f.name, "not an object")
		return false
	}
	typeName := definition.Name
	if definition.IsAbstractType() {
		name := value.Get(typeNameKey)
		if name.Type != gjson.String {
			c.violation(f.name, "without a type")
			return false
		}
		// A type that the operation cannot return here is unknown, even if the contract defines it.
		if _, ok := f.selection.byType[name.Str]; !ok {
			if len(c.result.Unknown) < maxFound {
				unknown := Violation{c.document, c.record, f.name, "unknown type " + name.Str}
				c.result.Unknown = append(c.result.Unknown, unknown)
			}
			return false
		}
		typeName = name.Str
	}
	return c.object(value, typeName, f.selection)
}

// list checks a list. It removes invalid items, or replaces them by null where null is allowed, which keeps the
// positions of the others.
func (c *checker) list(value gjson.Result, t *ast.Type, f *field) bool {
	if !value.IsArray() {
		c.violation(f.name, "not a list")
		return false
	}
	start, items := c.valid.Len(), 0
	c.valid.WriteByte('[')
	definition := c.schema.Types[t.Elem.Name()]
	isUnique := c.document == "" && slices.Contains(definition.Interfaces, nodeInterface)
	seen := map[string]bool{}
	value.ForEach(func(_, item gjson.Result) bool {
		if isUnique {
			if id := item.Get("id").Str; id != "" && seen[id] {
				if len(c.result.Invalid) < maxFound {
					c.result.Invalid = append(c.result.Invalid, Violation{id, id, f.name, "duplicate id"})
				}
				return true
			} else if id != "" {
				seen[id] = true
			}
		}
		before := c.valid.Len()
		if items > 0 {
			c.valid.WriteByte(',')
		}
		switch {
		case c.value(item, t.Elem, f):
			items++
		case !t.Elem.NonNull:
			c.valid.WriteString("null")
			items++
		default:
			c.valid.Truncate(before)
		}
		return true
	})
	if f.nonEmpty && items == 0 {
		c.violation(f.name, "empty")
		c.valid.Truncate(start)
		return false
	}
	c.valid.WriteByte(']')
	return true
}

// scalarProblem returns why a scalar is invalid; empty if it is valid.
func scalarProblem(name string, value gjson.Result) string {
	switch name {
	case "String", "ID":
		if value.Type != gjson.String {
			return "not a string"
		}
	case "Boolean":
		if !value.IsBool() {
			return "not a boolean"
		}
	case "Int":
		if _, err := strconv.Atoi(value.Raw); err != nil {
			return "not an integer"
		}
	case "Float":
		if _, err := strconv.ParseFloat(value.Raw, 64); value.Type != gjson.Number || err != nil {
			return "not a number"
		}
	case "DateTime":
		if _, err := time.Parse(time.RFC3339, value.Str); err != nil {
			return "not an instant"
		}
	case "Date":
		if _, err := time.Parse(time.DateOnly, value.Str); err != nil {
			return "not a date"
		}
	}
	return ""
}
