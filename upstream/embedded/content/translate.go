package content

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"strand/upstream/embedded"
)

// translationsFile is the file of a page's folder with the states of its translations as they are now. The front matter
// of the page names the targets; where the file knows one of them, its state is that of the file.
const translationsFile = "translations.yaml"

// The translation states of the CMS.
const (
	inProgress = "InProgress"
	translated = "Translated"
)

// TranslationTarget is a language that a page is translated into, as its file keeps it.
type TranslationTarget struct {
	Language   string     `yaml:"language"`
	State      string     `yaml:"state"`
	ExportedAt *time.Time `yaml:"exportedAt,omitempty"`
	ImportedAt *time.Time `yaml:"importedAt,omitempty"`
	Order      string     `yaml:"order,omitempty"`
}

// TranslatedText is a text of a page in two languages, by its place: `modules.2.items.0.text`.
type TranslatedText struct{ ID, Source, Translation string }

// TranslationImport is a translation that was ordered.
type TranslationImport struct {
	Page, Language, SourceLanguage, Order string
	ImportedAt                            time.Time
	Texts                                 []TranslatedText
}

var (
	// ErrNoTarget says that a page, or a target of it, does not exist.
	ErrNoTarget = errors.New("there is no such page, or it has no such target")
	// ErrRepeated says that the translation of the order was imported before.
	ErrRepeated = errors.New("the translation was imported before")
)

// ConflictError says why a translation does not fit the page as it is now.
type ConflictError struct{ Reason string }

func (e *ConflictError) Error() string { return e.Reason }

// translations gives the targets of a page's draft the states of its file.
func (l *loader) translations(d document, e *Entry) {
	if d.Type != "Page" {
		return
	}
	file := path.Join(d.dir, translationsFile)
	n, _ := l.yaml(file)
	if n == nil {
		return
	}
	if n.Kind != yaml.SequenceNode {
		l.broken(file, n.Line, "a list is expected")
		return
	}
	c := l.converter(file, d.site, "", d.ID+"-translation")
	states := map[any]*Object{}
	for _, item := range n.Content {
		named := renamed(item, map[string]string{"state": "translationState"})
		if o := c.object(named, l.schema.Types["TranslationTarget"]); o != nil {
			states[o.Fields["language"]] = o
		}
	}
	targets, _ := e.Fields["translationTargets"].([]any)
	targets = slices.Clone(targets)
	for i, t := range targets {
		named := t.(*Object).Fields
		if state := states[named["language"]]; state != nil {
			state.Fields["id"] = named["id"]
			targets[i] = state
		}
	}
	// The published entry may have the same map.
	e.Fields = maps.Clone(e.Fields)
	e.Fields["translationTargets"] = targets
	// It is made of more than its versions.
	e.versions = nil
}

// SetTranslation changes the state of a target of a page's draft. The error is ErrNoTarget where there is none.
func (f *Folder) SetTranslation(page string, to TranslationTarget) error {
	f.writing.Lock()
	defer f.writing.Unlock()
	dir, targets, err := f.targets(page, to.Language)
	if err != nil {
		return err
	}
	return f.keepTarget(dir, targets, to)
}

// Import writes the draft of a page in the language of a translation: the draft of the source language with the texts
// replaced. Nothing is written where one of them does not fit (*ConflictError).
func (f *Folder) Import(t TranslationImport) error {
	f.writing.Lock()
	defer f.writing.Unlock()
	dir, targets, err := f.targets(t.Page, t.Language)
	if err != nil {
		return err
	}
	now := targets[slices.IndexFunc(targets, func(o TranslationTarget) bool { return o.Language == t.Language })]
	switch {
	case now.Order != t.Order || t.Order == "":
		return &ConflictError{"the translation is of another order than the one in progress"}
	case now.State == translated:
		return ErrRepeated
	case now.State != inProgress:
		return &ConflictError{"no translation is in progress"}
	}
	file, err := f.translatedFile(dir, t)
	if err != nil {
		return err
	}
	// The draft comes first: a crash in between leaves a state in which the import is repeated.
	if _, err := embedded.KeepFile(f.path(dir), t.Language+".draft.md", bytes.NewReader(file)); err != nil {
		return fmt.Errorf("write the draft of page %s in %s: %w", t.Page, t.Language, err)
	}
	now.State, now.ImportedAt = translated, &t.ImportedAt
	return f.keepTarget(dir, targets, now)
}

func (f *Folder) path(name string) string { return filepath.Join(f.dir, filepath.FromSlash(name)) }

// targets finds the folder of a page, and its targets, one of which is of a language.
func (f *Folder) targets(page, language string) (dir string, targets []TranslationTarget, err error) {
	entry := f.Snapshot().Store(Draft).Entry(Ref{"Page", page})
	if entry == nil {
		return "", nil, ErrNoTarget
	}
	l := &loader{dir: f.dir}
	for _, site := range l.folders("sites") {
		name, ok := strings.CutPrefix(page, site+"-")
		if pages := path.Join("sites", site, "pages"); ok && slices.Contains(l.folders(pages), name) {
			dir = path.Join(pages, name)
		}
	}
	if dir == "" {
		return "", nil, ErrNoTarget // removed a moment ago
	}
	listed, _ := entry.Fields["translationTargets"].([]any)
	hasLanguage := false
	for _, o := range listed {
		fields := o.(*Object).Fields
		t := TranslationTarget{}
		t.Language, _ = fields["language"].(string)
		t.State, _ = fields["translationState"].(string)
		t.Order, _ = fields["order"].(string)
		if at, ok := fields["exportedAt"].(time.Time); ok {
			t.ExportedAt = &at
		}
		if at, ok := fields["importedAt"].(time.Time); ok {
			t.ImportedAt = &at
		}
		targets = append(targets, t)
		hasLanguage = hasLanguage || t.Language == language
	}
	if !hasLanguage {
		return "", nil, ErrNoTarget
	}
	return dir, targets, nil
}

// keepTarget writes the targets of a page, one of them changed, and reads the folder again.
func (f *Folder) keepTarget(dir string, targets []TranslationTarget, changed TranslationTarget) error {
	for i, t := range targets {
		if t.Language == changed.Language {
			targets[i] = changed
		}
	}
	text, err := yaml.Marshal(targets)
	if err == nil {
		_, err = embedded.KeepFile(f.path(dir), translationsFile, bytes.NewReader(text))
	}
	if err != nil {
		return fmt.Errorf("write the translations of %s: %w", dir, err)
	}
	f.reload()
	return nil
}

// version reads a page file in a language: the draft where there is one.
func (f *Folder) version(dir, language string) (parsed *pageFile, file string, err error) {
	var data []byte
	for _, name := range []string{language + ".draft.md", language + ".md"} {
		file = path.Join(dir, name)
		if data, err = os.ReadFile(f.path(file)); !errors.Is(err, os.ErrNotExist) {
			break
		}
	}
	if err != nil {
		return nil, "", err
	}
	parsed, err = parsePage(data)
	return parsed, file, err
}

// translatedFile makes the page file of a translation.
func (f *Folder) translatedFile(dir string, t TranslationImport) ([]byte, error) {
	source, file, err := f.version(dir, t.SourceLanguage)
	if err != nil {
		return nil, &ConflictError{fmt.Sprintf("the page cannot be read in its source language: %v", err)}
	}
	l := &loader{dir: f.dir, schema: f.schema, pages: map[string]bool{}}
	l.findPages()
	site := strings.Split(dir, "/")[1]
	texts := pageTexts{
		converter: l.converter(file, site, t.SourceLanguage, "import"),
		language:  t.SourceLanguage,
	}
	for _, m := range source.modules {
		node := m.node
		if node == nil {
			node = mapping("content", m.markdown)
			if m.anchor != "" {
				node.Content = append(mapping("anchorTitle", m.anchor).Content, node.Content...)
			}
		}
		// What the page does not show has no place in its list of modules.
		if texts.module(m) != nil {
			texts.modules = append(texts.modules, node)
			texts.kinds = append(texts.kinds, m.kind)
		}
	}
	texts.front = mapping("title", value(source.front, "title"))
	if description := value(source.front, "description"); description != "" {
		texts.front.Content = append(texts.front.Content, mapping("description", description).Content...)
	}
	for _, text := range t.Texts {
		if err := texts.replace(text); err != nil {
			return nil, err
		}
	}
	if err := f.addCommon(texts.front, dir, t.Language); err != nil {
		return nil, err
	}
	return texts.file()
}

// addCommon adds the fields that are no texts to a front matter that the draft would take them from: they are said in the
// file of English, else of the first language.
func (f *Folder) addCommon(front *yaml.Node, dir, language string) error {
	var own, common *yaml.Node
	for _, code := range languages {
		parsed, _, err := f.version(dir, code)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return &ConflictError{fmt.Sprintf("a file of the page cannot be read: %v", err)}
		}
		if code == language {
			own = parsed.front
		} else if common == nil {
			common = parsed.front
		}
	}
	isFirst := true
	for _, code := range languages {
		if code == language {
			break
		}
		if _, _, err := f.version(dir, code); err == nil {
			isFirst = false
		}
	}
	if own == nil && isFirst {
		own = common
	}
	if own == nil {
		return nil
	}
	for i := 0; i+1 < len(own.Content); i += 2 {
		if key := own.Content[i].Value; key != "title" && key != "description" {
			front.Content = append(front.Content, own.Content[i], own.Content[i+1])
		}
	}
	return nil
}

// pageTexts are the texts of a page as YAML, in which some are replaced.
type pageTexts struct {
	*converter
	language string
	front    *yaml.Node
	modules  []*yaml.Node
	kinds    []string
}

// replace replaces a text. It must be the one that was translated.
func (p *pageTexts) replace(t TranslatedText) error {
	parts := strings.Split(t.ID, ".")
	node := p.front
	if parts[0] == "modules" && len(parts) > 2 {
		i, err := strconv.Atoi(parts[1])
		if err != nil || i < 0 || i >= len(p.modules) {
			return &ConflictError{fmt.Sprintf("there is no text %q", t.ID)}
		}
		node, parts = p.modules[i], parts[2:]
	}
	for _, part := range parts {
		if node = below(node, part); node == nil {
			return &ConflictError{fmt.Sprintf("there is no text %q", t.ID)}
		}
	}
	if !p.isText(node, t.Source) {
		return &ConflictError{fmt.Sprintf("the text %q has changed since it was exported", t.ID)}
	}
	*node = *scalar(strings.Trim(t.Translation, "\n"))
	if node == below(p.front, t.ID) && strings.Contains(node.Value, "\n") {
		// As a block, a line of it could end the front matter.
		node.Style = yaml.DoubleQuotedStyle
	}
	return nil
}

// isText reports whether a node holds a text as the CMS sends it: a text without line breaks at its end, or a rich text
// with long ids of pages.
func (p *pageTexts) isText(n *yaml.Node, want string) bool {
	text := n.Value
	if n.Kind == yaml.MappingNode {
		text = value(n, p.language)
	}
	rich, err := p.richText(text)
	return err == nil && (strings.TrimRight(text, "\n") == want || rich.Plain == want)
}

// below is the value at a path within a node; nil for none.
func below(n *yaml.Node, part string) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == part {
				return n.Content[i+1]
			}
		}
	case yaml.SequenceNode:
		if part == "cells" { // a row of a table may be written as a list
			return n
		}
		if i, err := strconv.Atoi(part); err == nil && i >= 0 && i < len(n.Content) {
			return n.Content[i]
		}
	}
	return nil
}

func scalar(text string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}
}

func mapping(key, text string) *yaml.Node {
	return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: []*yaml.Node{scalar(key), scalar(text)}}
}

// file writes the page file.
func (p *pageTexts) file() ([]byte, error) {
	var out bytes.Buffer
	encode := func(n *yaml.Node) error {
		e := yaml.NewEncoder(&out)
		e.SetIndent(2)
		return errors.Join(e.Encode(n), e.Close())
	}
	out.WriteString("---\n")
	err := encode(p.front)
	out.WriteString("---\n")
	for i, m := range p.modules {
		fmt.Fprintf(&out, "\n::%s\n", p.kinds[i])
		err = errors.Join(err, encode(m))
		out.WriteString("::\n")
	}
	if err != nil {
		return nil, fmt.Errorf("write a page file: %w", err)
	}
	// What is written must be what is read: a text must not end its module.
	if read, err := parsePage(out.Bytes()); err != nil || len(read.modules) != len(p.modules) {
		return nil, &ConflictError{"the translation makes another page"}
	}
	return out.Bytes(), nil
}
