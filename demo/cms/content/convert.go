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

// defaults contains the default values of module fields that are not the zero value of their type.
var defaults = map[string]any{
	"HeroModule.layout":                  "Stage",
	"MediaTextModule.mediaPosition":      "Right",
	"ImageModule.width":                  "Inline",
	"TeaserGridModule.style":             "Picture",
	"TeaserGridModule.columns":           int64(3),
	"CallToActionModule.backgroundColor": "Dark_White",
	"MarketingSection.backgroundColor":   "Dark_White",
	"FooterNavigation.theme":             "Default",
	"Brand.theme":                        "Default",
	"Country.defaultMeasurementSystem":   "Metric",
	"Page.pageType":                      "Content",
	"Page.protection":                    "None",
	"StoriesModule.limit":                int64(3),
	"MediaReleasesModule.limit":          int64(5),
	"Location.region":                    "Europe",
	"InvestorTableModule.kind":           "AnnualFigures",
	"FormModule.kind":                    "ServiceRequest",
}

// prefixes contains the id prefixes of entries other than pages, sites and assets.
var prefixes = map[string]string{
	"Country":       "country-",
	"Language":      "language-",
	"Story":         "story-",
	"StoryCategory": "category-",
	"StoryTopic":    "topic-",
	"StoryContact":  "contact-",
	"MediaRelease":  "release-",
	"NewsFeedItem":  "news-",
	"Event":         "event-",
	"Location":      "location-",
	"Fact":          "fact-",
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
		if value, ok := defaults[definition.Name+"."+field.Name]; ok {
			into[field.Name] = value
		} else if zero := c.zeroValue(field.Type); zero != nil {
			into[field.Name] = zero
			if field.Type.NonNull && field.Type.NamedType == "String" &&
				!slices.Contains([]string{"fileName", "handle", "url"}, field.Name) {
				c.problem(n.Line, "%s needs %q", definition.Name, field.Name)
			}
		}
	}
}

// checkDates reports whether an entry has the required dates, except those that the server sets.
func (c *converter) checkDates(line int, definition *ast.Definition, fields map[string]any) bool {
	complete := true
	for _, field := range definition.Fields {
		isDate := field.Type.NonNull && (field.Type.NamedType == "Date" || field.Type.NamedType == "DateTime")
		if isDate && fields[field.Name] == nil && field.Name != "createdAt" && field.Name != "updatedAt" {
			c.problem(line, "%s needs %q", definition.Name, field.Name)
			complete = false
		}
	}
	return complete
}

// zeroValue returns the value of a required field that is missing.
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
		if t.NamedType == "Link" {
			return c.link(n)
		}
	case ast.Object:
		return c.objectValue(n, definition, name)
	case ast.Scalar:
		return c.scalar(n, t.NamedType, name)
	}
	c.problem(n.Line, "%s: cannot be written in a file", name)
	return nil, false
}

func (c *converter) objectValue(n *yaml.Node, definition *ast.Definition, name string) (any, bool) {
	switch definition.Name {
	case "Asset", "Brand":
		return Ref{Type: definition.Name, ID: n.Value}, n.Value != ""
	case "Page":
		return Ref{Type: "Page", ID: c.pageID(n.Value)}, n.Value != ""
	case "Country":
		return Ref{Type: "Country", ID: idOf("Country", strings.ToUpper(n.Value))}, n.Value != ""
	case "Language", "Story", "StoryCategory", "StoryTopic", "StoryContact":
		return Ref{Type: definition.Name, ID: idOf(definition.Name, n.Value)}, n.Value != ""
	case "RichText":
		rich, err := c.richText(n.Value)
		if err != nil {
			c.problem(n.Line, "%s: %v", name, err)
			return nil, false
		}
		return rich, true
	case "TableRow":
		if n.Kind == yaml.SequenceNode {
			cells := make([]any, len(n.Content))
			for i, cell := range n.Content {
				cells[i] = cell.Value
			}
			return &Object{Type: "TableRow", Fields: map[string]any{"cells": cells}}, true
		}
	}
	o := c.object(n, definition)
	return o, o != nil
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

// link converts a link in its written form.
func (c *converter) link(n *yaml.Node) (any, bool) {
	if n.Kind != yaml.MappingNode {
		c.problem(n.Line, "a link is written { text: …, page|path|url|product|service: … }")
		return nil, false
	}
	c.counter++
	o := &Object{Fields: map[string]any{"id": fmt.Sprintf("%s-%d", c.prefix, c.counter)}}
	newTab := false
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch key.Value {
		case "text":
			if text, ok := c.scalar(value, "String", "link.text"); ok {
				o.Fields["text"] = text
			}
		case "parameters":
			o.Fields["pageParameters"] = value.Value
		case "newTab":
			newTab, _ = strconv.ParseBool(value.Value)
		case "page":
			o.Type, o.Fields["page"] = "PageLink", Ref{Type: "Page", ID: c.pageID(value.Value)}
		case "path":
			o.Type, o.Fields["path"] = "PathLink", value.Value
		case "url":
			o.Type, o.Fields["url"] = "ExternalLink", value.Value
		case "product":
			o.Type, o.Fields["productSlug"] = "ProductLink", value.Value
		case "service":
			o.Type, o.Fields["serviceSlug"] = "ServiceLink", value.Value
		default:
			c.problem(key.Line, "a link has no field %q", key.Value)
		}
	}
	if o.Type == "" {
		c.problem(n.Line, "the link has no target: page, path, url, product or service is missing")
		return nil, false
	}
	if c.schema.Types[o.Type].Fields.ForName("openInNewTab") != nil {
		o.Fields["openInNewTab"] = newTab
	}
	return o, true
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

// renamed copies a mapping with renamed keys, for short forms in files.
func renamed(n *yaml.Node, names map[string]string) *yaml.Node {
	c := *n
	c.Content = slices.Clone(n.Content)
	for i := 0; i+1 < len(c.Content); i += 2 {
		if name, ok := names[c.Content[i].Value]; ok {
			key := *c.Content[i]
			key.Value = name
			c.Content[i] = &key
		}
	}
	return &c
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
