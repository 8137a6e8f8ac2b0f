package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

const (
	begin = "<!-- settings: made by go generate ./config -->\n"
	end   = "<!-- end of settings -->\n"
)

// InsertSettings puts the tables of all settings between the markers of a Markdown text.
func InsertSettings(text string) (string, error) {
	before, rest, ok := strings.Cut(text, begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		return "", errors.New("the text lacks the markers of the settings")
	}
	return before + begin + tables() + end + after, nil
}

// tables are the settings by section, in Markdown.
func tables() string {
	var b strings.Builder
	section := ""
	for _, s := range Settings() {
		if s.Section != section {
			section = s.Section
			fmt.Fprintf(&b, "\n## %s\n\n| variable | default | allowed | what it does |\n|---|---|---|---|\n", section)
		}
		value := ""
		if s.Default != "" {
			value = "`" + s.Default + "`"
		}
		help := s.Help
		if s.IsSecret {
			help += " Secret."
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", s.Variable, value, s.Allowed(), help)
	}
	b.WriteString("\n")
	return b.String()
}

// JSONSchema describes strand.yaml, for editors and checks.
func JSONSchema() ([]byte, error) {
	properties := map[string]any{}
	for _, s := range Settings() {
		properties[s.Key] = s.schema()
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "The settings of Strand (strand.yaml)",
		"type": "object", "additionalProperties": false, "properties": properties,
	})
	return b.Bytes(), err
}

// schema describes the value of a setting.
func (s *Setting) schema() map[string]any {
	found := map[string]any{"type": "string", "description": s.Help}
	if s.Default != "" {
		found["default"] = s.Default
	}
	number := func(text string) any {
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil
		}
		return n
	}
	switch s.kind {
	case kindText:
		found["minLength"] = 1
	case kindEnum:
		found["enum"] = s.allowed
	case kindAddress, kindLoopback:
		found["pattern"] = `^.*:\d{1,5}$`
	case kindURL:
		found["pattern"] = `^(https?://.+)?$`
	case kindSecret:
		found["writeOnly"] = true
		if s.min != "" {
			found["pattern"] = `^(.{` + s.min + `,})?$`
		}
	case kindBool:
		found["type"], found["default"] = "boolean", s.Default == "true"
	case kindNumber:
		found["type"], found["default"], found["minimum"], found["maximum"] = "integer", number(s.Default), number(s.min),
			number(s.max)
	case kindDuration:
		found["pattern"] = `^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$`
	case kindOrigins:
		found["type"], found["items"] = "array", map[string]any{"type": "string", "pattern": `^https?://[^/]+$`}
	case kindNetworks:
		found["type"], found["items"] = "array", map[string]any{"type": "string", "pattern": `^.+/\d{1,3}$`}
	}
	return found
}

// Usage lists all settings for a terminal.
func Usage() string {
	var b strings.Builder
	section := ""
	for _, s := range Settings() {
		if s.Section != section {
			section = s.Section
			fmt.Fprintf(&b, "\n%s\n", section)
		}
		fmt.Fprintf(&b, "  %s", s.Variable)
		if s.Default != "" {
			fmt.Fprintf(&b, " (%s)", s.Default)
		}
		b.WriteString("\n")
		for _, line := range wrap(s.Help, 92) {
			fmt.Fprintf(&b, "      %s\n", line)
		}
		if allowed := s.Allowed(); allowed != "" {
			fmt.Fprintf(&b, "      Allowed: %s\n", allowed)
		}
	}
	return b.String()
}

// wrap breaks a text into lines.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}
