package content

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/vektah/gqlparser/v2/ast"
	"gopkg.in/yaml.v3"

	"strand/domain/location"
)

// converter converts YAML to values of the types in the CMS's contract, and collects problems.
type converter struct {
	schema *ast.Schema
	// site is the prefix of short page ids; empty outside of a site.
	site string
	// pages contains the ids of all pages, to distinguish short from long ids.
	pages map[string]bool
	file  string
	// locale is the language of the file; empty if texts are maps by language.
	locale   string
	problems *[]Problem
	// prefix and counter make the ids of components without one of their own.
	prefix  string
	counter int
	// lines contains the lines of the values.
	lines map[fieldKey]int
}

// recordLine records the line of a field of a component; an empty field means the component itself.
func (c *converter) recordLine(component, field string, line int) {
	if c.lines == nil {
		c.lines = map[fieldKey]int{}
	}
	c.lines[fieldKey{component, field}] = line
}

// linesOf returns the location of the converted values; line is the line of the entry.
func (c *converter) linesOf(line int) *fieldLines {
	return &fieldLines{location: SourceLocation{File: c.file, Line: max(line, 1)}, lines: c.lines}
}

// commonLines is linesOf for an entry with one location for all languages.
func (c *converter) commonLines(line int) map[string]*fieldLines {
	return map[string]*fieldLines{"": c.linesOf(line)}
}

func (c *converter) problem(line int, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	*c.problems = append(*c.problems, Problem{File: c.file, Line: line, Message: text, IsBroken: true})
}

// prefixes contains the id prefixes of entries other than pages, sites and assets.
var prefixes = map[string]string{
	"Country":        "country-",
	"Language":       "language-",
	"Story":          "story-",
	"StoryCategory":  "category-",
	"StoryTopic":     "topic-",
	"StoryContact":   "contact-",
	"MediaRelease":   "release-",
	"NewsFeedItem":   "news-",
	"Event":          "event-",
	"Office":         "location-",
	"Fact":           "fact-",
	"SystemRedirect": "redirect-",

	"SearchRecommendation": "recommendation-",
	"SearchSynonym":        "synonym-",
}

// idOf returns the long id for a short id; empty for an empty one.
func idOf(typeName, short string) string {
	if short == "" {
		return ""
	}
	return prefixes[typeName] + short
}

// object converts a mapping to a component of a type.
func (c *converter) object(n *yaml.Node, definition *ast.Definition) *Object {
	if n.Kind != yaml.MappingNode {
		c.problem(n.Line, "%s: fields are expected", definition.Name)
		return nil
	}
	c.counter++
	o := &Object{Type: definition.Name, Fields: map[string]any{"id": fmt.Sprintf("%s-%d", c.prefix, c.counter)}}
	c.fields(n, definition, o.Fields)
	return o
}

// fields converts the fields of a type and adds the default values of missing ones.
func (c *converter) fields(n *yaml.Node, definition *ast.Definition, into map[string]any) {
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		field := definition.Fields.ForName(key.Value)
		if field == nil {
			c.problem(key.Line, "%s has no field %q", definition.Name, key.Value)
			continue
		}
		if converted, ok := c.value(value, field.Type, definition.Name+"."+field.Name); ok {
			into[field.Name] = converted
		}
	}
	component, _ := into["id"].(string)
	c.recordLine(component, "", n.Line)
	for i := 0; i+1 < len(n.Content); i += 2 {
		c.recordLine(component, n.Content[i].Value, n.Content[i].Line)
	}
	for _, field := range definition.Fields {
		if _, ok := into[field.Name]; ok {
			continue
		}
		if zero := c.zeroValue(field.Type); zero != nil {
			into[field.Name] = zero
			if zero == "" && field.Type.NamedType == "String" && field.Name != "url" {
				c.problem(n.Line, "%s needs %q", definition.Name, field.Name)
			}
		}
	}
}

// isComplete reports whether an entry has the required values that have no zero value and are not set by the server.
// Localized values are checked by file.
func (c *converter) isComplete(line int, definition *ast.Definition, fields map[string]any) bool {
	complete := true
	for _, field := range definition.Fields {
		value, isThere := fields[field.Name]
		isServed := slices.Contains([]string{"createdAt", "updatedAt", "url"}, field.Name)
		if !field.Type.NonNull || field.Type.Elem != nil || isServed || value != nil && value != "" {
			continue
		}
		kind := c.schema.Types[field.Type.NamedType].Kind
		isDate := field.Type.NamedType == "Date" || field.Type.NamedType == "DateTime"
		if isDate || kind == ast.Object || kind == ast.Union {
			c.problem(line, "%s needs %q", definition.Name, field.Name)
		} else if !isThere || field.Type.NamedType != "String" {
			continue
		}
		complete = false
	}
	return complete
}

// zeroValue returns the value of a required field that is missing: of an enum the first one.
func (c *converter) zeroValue(t *ast.Type) any {
	switch {
	case !t.NonNull:
		return nil
	case t.Elem != nil:
		return []any{}
	case t.NamedType == "Boolean":
		return false
	case t.NamedType == "Int":
		return int64(0)
	case t.NamedType == "String":
		return ""
	case t.NamedType == "RichText":
		return RichText{}
	case c.schema.Types[t.NamedType].Kind == ast.Enum:
		return c.schema.Types[t.NamedType].EnumValues[0].Name
	}
	return nil
}

// value converts a node to a value of a type; false for an empty or invalid one.
func (c *converter) value(n *yaml.Node, t *ast.Type, name string) (any, bool) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.Tag == "!!null" {
		return nil, false
	}
	if t.Elem != nil {
		if n.Kind != yaml.SequenceNode {
			c.problem(n.Line, "%s: a list is expected", name)
			return nil, false
		}
		list := make([]any, 0, len(n.Content))
		for _, item := range n.Content {
			if v, ok := c.value(item, t.Elem, name); ok && v != nil {
				list = append(list, v)
			}
		}
		return list, true
	}
	definition := c.schema.Types[t.NamedType]
	switch definition.Kind {
	case ast.Enum:
		if definition.EnumValues.ForName(n.Value) == nil {
			var allowed []string
			for _, v := range definition.EnumValues {
				allowed = append(allowed, v.Name)
			}
			c.problem(n.Line, "%s: %q is none of %s", name, n.Value, strings.Join(allowed, ", "))
			return nil, false
		}
		return n.Value, true
	case ast.Union:
		if definition = c.memberOf(definition, n); definition == nil {
			return nil, false
		}
		return c.objectValue(n, definition, name)
	case ast.Object:
		return c.objectValue(n, definition, name)
	case ast.Scalar:
		return c.scalar(n, t.NamedType, name)
	}
	c.problem(n.Line, "%s: cannot be written in a file", name)
	return nil, false
}

// memberOf returns the type of a union that has all fields of a mapping; nil if it is not exactly one.
func (c *converter) memberOf(union *ast.Definition, n *yaml.Node) *ast.Definition {
	var members []*ast.Definition
	for _, name := range union.Types {
		hasAll := n.Kind == yaml.MappingNode
		for i := 0; i+1 < len(n.Content); i += 2 {
			hasAll = hasAll && c.schema.Types[name].Fields.ForName(n.Content[i].Value) != nil
		}
		if hasAll {
			members = append(members, c.schema.Types[name])
		}
	}
	if len(members) != 1 {
		c.problem(n.Line, "the fields are those of %d types of %s: one is expected", len(members), union.Name)
		return nil
	}
	return members[0]
}

// objectValue converts a reference to an entry, a rich text or a component. A component with a single field can be
// written as the value of this field.
func (c *converter) objectValue(n *yaml.Node, definition *ast.Definition, name string) (any, bool) {
	switch {
	case slices.Contains(definition.Interfaces, "Node"):
		id := idOf(definition.Name, n.Value)
		if definition.Name == "Page" {
			id = c.pageID(n.Value)
		}
		return Ref{Type: definition.Name, ID: id}, n.Value != ""
	case definition.Name == "RichText":
		rich, err := c.richText(n.Value)
		if err != nil {
			c.problem(n.Line, "%s: %v", name, err)
			return nil, false
		}
		return rich, true
	case n.Kind == yaml.SequenceNode && len(definition.Fields) == 1:
		only := definition.Fields[0]
		value, ok := c.value(n, only.Type, name)
		return &Object{Type: definition.Name, Fields: map[string]any{only.Name: value}}, ok
	}
	o := c.object(n, definition)
	if o != nil && definition.Name == "Location" && !isOnEarth(o) {
		c.problem(n.Line, "%s: a latitude from -90 to 90 and a longitude from -180 to 180 are expected", name)
		return nil, false
	}
	return o, o != nil
}

// isOnEarth reports whether an object of Hygraph's type Location has both coordinates.
func isOnEarth(o *Object) bool {
	latitude, hasLatitude := o.Fields["latitude"].(float64)
	longitude, hasLongitude := o.Fields["longitude"].(float64)
	return hasLatitude && hasLongitude && location.NewCoordinates(latitude, longitude) != nil
}

func (c *converter) scalar(n *yaml.Node, typeName, name string) (any, bool) {
	if n.Kind == yaml.MappingNode && typeName == "String" {
		text := Text{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			if c.schema.Types["Locale"].EnumValues.ForName(n.Content[i].Value) == nil {
				c.problem(n.Content[i].Line, "%s: %q is no language of the group", name, n.Content[i].Value)
				continue
			}
			text[n.Content[i].Value] = n.Content[i+1].Value
		}
		return text, true
	}
	if n.Kind != yaml.ScalarNode {
		c.problem(n.Line, "%s: a single value is expected", name)
		return nil, false
	}
	var err error
	switch typeName {
	case "Boolean":
		var b bool
		if b, err = strconv.ParseBool(n.Value); err == nil {
			return b, true
		}
	case "Int":
		var i int64
		if i, err = strconv.ParseInt(n.Value, 10, 32); err == nil {
			return i, true
		}
	case "Float":
		var f float64
		if f, err = strconv.ParseFloat(n.Value, 64); err == nil {
			return f, true
		}
	case "Date":
		if _, err = time.Parse(time.DateOnly, n.Value); err == nil {
			return n.Value, true
		}
	case "DateTime":
		var t time.Time
		if t, err = time.Parse(time.RFC3339, n.Value); err == nil {
			return t, true
		}
	default:
		return strings.TrimRight(n.Value, "\n"), true
	}
	c.problem(n.Line, "%s: %q is no %s", name, n.Value, typeName)
	return nil, false
}

// pageID returns the long form of a page id.
func (c *converter) pageID(id string) string {
	if c.site == "" || c.pages[id] {
		return id
	}
	return c.site + "-" + id
}

var pageTargets = regexp.MustCompile(`\]\(page:([^)?#\s]+)`)

func (c *converter) richText(text string) (RichText, error) {
	text = pageTargets.ReplaceAllStringFunc(text, func(match string) string {
		return "](page:" + c.pageID(strings.TrimPrefix(match, "](page:"))
	})
	return renderMarkdown(text)
}

// value returns the value of a key of a mapping; empty if it is missing.
func value(n *yaml.Node, key string) string {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1].Value
		}
	}
	return ""
}

// removeKey removes a key from a mapping and returns its value; nil if it is missing.
func removeKey(n *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			value := n.Content[i+1]
			n.Content = slices.Delete(slices.Clone(n.Content), i, i+2)
			return value
		}
	}
	return nil
}
