package content

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	"gopkg.in/yaml.v3"
)

// pageFile is a parsed page file: front matter and modules in order.
type pageFile struct {
	front   *yaml.Node
	modules []rawModule
}

// rawModule is a module before its conversion.
type rawModule struct {
	kind string
	line int
	// node is the YAML of a YAML module; markdown is the text of a Markdown module.
	node     *yaml.Node
	markdown string
	anchor   string
}

// fileError is a problem with its line.
type fileError struct {
	line    int
	message string
}

func (e *fileError) Error() string { return fmt.Sprintf("line %d: %s", e.line, e.message) }

// parsePage parses a page file. It never panics; every error is a *fileError.
func parsePage(data []byte) (*pageFile, error) {
	lines := strings.Split(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n")
	file := &pageFile{}
	i := 0
	if len(lines) > 0 && strings.TrimSpace(lines[0]) == "---" {
		end := -1
		for j := 1; j < len(lines); j++ {
			if strings.TrimSpace(lines[j]) == "---" {
				end = j
				break
			}
		}
		if end < 0 {
			return nil, &fileError{1, "the front matter has no end: a line --- is missing"}
		}
		node, err := parseYAML(strings.Join(lines[1:end], "\n"), 1)
		if err != nil {
			return nil, err
		}
		file.front, i = node, end+1
	}
	if file.front == nil || file.front.Kind != yaml.MappingNode {
		return nil, &fileError{1, "a page starts with front matter: ---, YAML, ---"}
	}
	var text []string
	textLine := i + 1
	flush := func() {
		if markdown := strings.Join(text, "\n"); strings.TrimSpace(markdown) != "" {
			file.modules = append(file.modules, splitMarkdown(markdown, textLine)...)
		}
		text = nil
	}
	fenced := false
	for ; i < len(lines); i++ {
		trimmed := strings.TrimSpace(lines[i])
		if strings.HasPrefix(trimmed, "```") {
			fenced = !fenced
		}
		if fenced || !strings.HasPrefix(lines[i], "::") {
			if len(text) == 0 {
				textLine = i + 1
			}
			text = append(text, lines[i])
			continue
		}
		kind := strings.TrimSpace(strings.TrimPrefix(lines[i], "::"))
		if kind == "" {
			return nil, &fileError{i + 1, "a line :: ends a module, but no module is open"}
		}
		flush()
		start := i + 1
		for i++; i < len(lines) && strings.TrimRight(lines[i], " \t") != "::"; i++ {
			if strings.HasPrefix(lines[i], "::") {
				return nil, &fileError{
					i + 1,
					fmt.Sprintf("module %s of line %d is still open: a line :: is missing", kind, start),
				}
			}
		}
		if i == len(lines) {
			return nil, &fileError{start, fmt.Sprintf("module %s has no end: a line :: is missing", kind)}
		}
		node, err := parseYAML(strings.Join(lines[start:i], "\n"), start)
		if err != nil {
			return nil, err
		}
		file.modules = append(file.modules, rawModule{kind: kind, line: start, node: node})
	}
	flush()
	return file, nil
}

// splitMarkdown splits a text into modules at its second-level headings.
func splitMarkdown(markdown string, line int) []rawModule {
	var modules []rawModule
	var part []string
	anchor, start := "", line
	flush := func() {
		if text := strings.Join(part, "\n"); strings.TrimSpace(text) != "" {
			modules = append(modules, rawModule{kind: "richText", line: start, markdown: text, anchor: anchor})
		}
		part = nil
	}
	fenced := false
	for n, l := range strings.Split(markdown, "\n") {
		if strings.HasPrefix(strings.TrimSpace(l), "```") {
			fenced = !fenced
		}
		if heading, ok := strings.CutPrefix(l, "## "); ok && !fenced {
			flush()
			anchor, start = strings.TrimSpace(heading), line+n
		}
		part = append(part, l)
	}
	flush()
	return modules
}

// parseYAML parses a YAML document; offset is the number of lines before it in the file.
func parseYAML(text string, offset int) (*yaml.Node, error) {
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(text), &document); err != nil {
		line, message := offset+1, err.Error()
		var n int
		if _, scanErr := fmt.Sscanf(message, "yaml: line %d:", &n); scanErr == nil {
			line = offset + n
			message = message[strings.Index(message, ":")+1:]
			message = strings.TrimSpace(message[strings.Index(message, ":")+1:])
		}
		return nil, &fileError{line, "YAML: " + message}
	}
	if len(document.Content) == 0 {
		return &yaml.Node{Kind: yaml.MappingNode, Line: offset + 1}, nil
	}
	shift(document.Content[0], offset, 0)
	return document.Content[0], nil
}

// shift adds the offset to the lines of a node.
func shift(n *yaml.Node, offset, depth int) {
	if depth > 100 {
		return
	}
	n.Line += offset
	for _, c := range n.Content {
		shift(c, offset, depth+1)
	}
}

var markdown = goldmark.New(
	goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.DefinitionList, extension.Typographer),
	goldmark.WithRendererOptions(html.WithXHTML()),
)

// renderMarkdown renders Markdown to HTML with unchanged links; short page ids get the prefix of their site.
func renderMarkdown(text string) (RichText, error) {
	var out bytes.Buffer
	if err := markdown.Convert([]byte(text), &out); err != nil {
		return RichText{}, fmt.Errorf("render Markdown: %w", err)
	}
	return RichText{HTML: out.String(), Plain: text}, nil
}
