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

	"strand/demo/files"
)

// translationsFile is the file in a page's folder with the current states of its translations. The front matter of
// the page contains targets, too; the file's state of a target has priority.
const translationsFile = "translations.yaml"

// Translation states of the CMS.
const (
	inProgress = "InProgress"
	translated = "Translated"
)

// TranslationTarget is a target language of a page with the state of its translation.
type TranslationTarget struct {
	Language   string     `yaml:"language"`
	State      string     `yaml:"translationState"`
	ExportedAt *time.Time `yaml:"exportedAt,omitempty"`
	ImportedAt *time.Time `yaml:"importedAt,omitempty"`
	Order      string     `yaml:"order,omitempty"`
}

// TranslatedText is a text of a page in two languages, by its path: `modules.2.items.0.text`.
type TranslatedText struct{ ID, Source, Translation string }

// TranslationImport is a finished translation.
type TranslationImport struct {
	Page, Language, SourceLanguage, Order string
	ImportedAt                            time.Time
	Texts                                 []TranslatedText
}

var (
	// ErrNoTarget reports that a page or its translation target does not exist.
	ErrNoTarget = errors.New("the page or its translation target does not exist")
	// ErrRepeated reports that the translation of the order was imported before.
	ErrRepeated = errors.New("the translation was imported before")
)

// ConflictError reports why a translation cannot be applied to the current page.
type ConflictError struct{ Reason string }

func (e *ConflictError) Error() string { return e.Reason }

// loadTranslations sets the states of the targets of a page's draft from its file.
func (l *loader) loadTranslations(d document, e *Entry) {
	if d.Type != "Page" {
		return
	}
	file := path.Join(d.dir, translationsFile)
	n, _ := l.yaml(file)
	if n == nil {
		return
	}
	if n.Kind != yaml.SequenceNode {
		l.addError(file, n.Line, "a list is expected")
		return
	}
	c := l.converter(file, d.site, "", d.ID+"-translation")
	states := map[any]*Object{}
	var added []*Object
	for _, item := range n.Content {
		if o := c.object(item, l.schema.Types["TranslationTarget"]); o != nil {
			states[o.Fields["language"]] = o
			added = append(added, o)
		}
	}
	targets, _ := e.Fields["translationTargets"].([]any)
	targets = slices.Clone(targets)
	for i, t := range targets {
		named := t.(*Object).Fields
		if state := states[named["language"]]; state != nil {
			state.Fields["id"] = named["id"]
			targets[i] = state
			delete(states, named["language"])
		}
	}
	// The others were added by orders, in the order of the file.
	for _, o := range added {
		if states[o.Fields["language"]] == o {
			targets = append(targets, o)
		}
	}
	// The published entry may share the map.
	e.Fields = maps.Clone(e.Fields)
	e.Fields["translationTargets"] = targets
	// The entry now depends on more than its versions.
	e.versions = nil
}

// SetTranslation changes the state of a translation target of a page's draft. A translation in progress adds the target
// if the page has none for the language. Otherwise, the error is ErrNoTarget if it does not exist.
func (f *Folder) SetTranslation(page string, to TranslationTarget) error {
	f.writing.Lock()
	defer f.writing.Unlock()
	dir, targets, err := f.targets(page)
	if err != nil {
		return err
	}
	if indexOf(targets, to.Language) < 0 {
		if to.State != inProgress {
			return ErrNoTarget
		}
		targets = append(targets, to)
	}
	return f.storeTarget(dir, targets, to)
}

// indexOf returns the index of the target with a language; -1 for none.
func indexOf(targets []TranslationTarget, language string) int {
	return slices.IndexFunc(targets, func(t TranslationTarget) bool { return t.Language == language })
}

// Import writes the draft of a page in the target language: the draft of the source language with replaced texts.
// If a text does not match, nothing is written and the error is a *ConflictError.
func (f *Folder) Import(t TranslationImport) error {
	f.writing.Lock()
	defer f.writing.Unlock()
	dir, targets, err := f.targets(t.Page)
	if err != nil {
		return err
	}
	at := indexOf(targets, t.Language)
	if at < 0 {
		return ErrNoTarget
	}
	now := targets[at]
	switch {
	case now.Order != t.Order || t.Order == "":
		return &ConflictError{"the translation does not belong to the order in progress"}
	case now.State == translated:
		return ErrRepeated
	case now.State != inProgress:
		return &ConflictError{"no translation is in progress"}
	}
	file, err := f.translatedFile(dir, t)
	if err != nil {
		return err
	}
	// The draft is written first: after a crash in between, the import is repeated.
	if _, err := files.Keep(f.path(dir), t.Language+".draft.md", bytes.NewReader(file)); err != nil {
		return fmt.Errorf("write the draft of page %s in %s: %w", t.Page, t.Language, err)
	}
	now.State, now.ImportedAt = translated, &t.ImportedAt
	return f.storeTarget(dir, targets, now)
}

func (f *Folder) path(name string) string { return filepath.Join(f.dir, filepath.FromSlash(name)) }

// targets returns the folder of a page and its targets.
func (f *Folder) targets(page string) (dir string, targets []TranslationTarget, err error) {
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
		return "", nil, ErrNoTarget // removed in the meantime
	}
	listed, _ := entry.Fields["translationTargets"].([]any)
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
	}
	targets, err = f.withStored(dir, targets)
	return dir, targets, err
}

// withStored replaces the states of targets by those of the page's file, which are newer than those of the snapshot
// while another file is broken, and adds the targets that only the file has.
func (f *Folder) withStored(dir string, targets []TranslationTarget) ([]TranslationTarget, error) {
	data, err := os.ReadFile(f.path(path.Join(dir, translationsFile)))
	if errors.Is(err, os.ErrNotExist) {
		return targets, nil
	}
	var stored []TranslationTarget
	if err == nil {
		err = yaml.Unmarshal(data, &stored)
	}
	if err != nil {
		return nil, fmt.Errorf("read the translations of %s: %w", dir, err)
	}
	for _, now := range stored {
		if i := indexOf(targets, now.Language); i >= 0 {
			targets[i] = now
		} else {
			targets = append(targets, now)
		}
	}
	return targets, nil
}

// storeTarget writes the targets of a page, one of them changed, and reads the folder again.
func (f *Folder) storeTarget(dir string, targets []TranslationTarget, changed TranslationTarget) error {
	for i, t := range targets {
		if t.Language == changed.Language {
			targets[i] = changed
		}
	}
	text, err := yaml.Marshal(targets)
	if err == nil {
		_, err = files.Keep(f.path(dir), translationsFile, bytes.NewReader(text))
	}
	if err != nil {
		return fmt.Errorf("write the translations of %s: %w", dir, err)
	}
	f.reload()
	return nil
}

// version reads the page file of a language: the draft if there is one.
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

// translatedFile returns the page file of a translation.
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
		// Invalid modules are not in the page's list of modules, so that they have no index.
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
	changed := mapping(updatedKey, t.ImportedAt.UTC().Format(time.RFC3339))
	texts.front.Content = append(texts.front.Content, changed.Content...)
	if err := f.addCommon(texts.front, dir, t.Language); err != nil {
		return nil, err
	}
	return texts.file()
}

// addCommon adds the fields without a language to the front matter of a draft that will be the file from which they
// are read: that of English, else of the first language.
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
		if key := own.Content[i].Value; !slices.Contains([]string{"title", "description", updatedKey}, key) {
			front.Content = append(front.Content, own.Content[i], own.Content[i+1])
		}
	}
	return nil
}

// pageTexts contains the texts of a page as YAML, so that they can be replaced.
type pageTexts struct {
	*converter
	language string
	front    *yaml.Node
	modules  []*yaml.Node
	kinds    []string
}

// replace replaces a text. Its current value must be the translated source text.
func (p *pageTexts) replace(t TranslatedText) error {
	parts := strings.Split(t.ID, ".")
	node := p.front
	if parts[0] == "modules" && len(parts) > 2 {
		i, err := strconv.Atoi(parts[1])
		if err != nil || i < 0 || i >= len(p.modules) {
			return &ConflictError{fmt.Sprintf("the text %q does not exist", t.ID)}
		}
		node, parts = p.modules[i], parts[2:]
	}
	for _, segment := range parts {
		if node = below(node, segment); node == nil {
			return &ConflictError{fmt.Sprintf("the text %q does not exist", t.ID)}
		}
	}
	if !p.isText(node, t.Source) {
		return &ConflictError{fmt.Sprintf("the text %q has changed since it was exported", t.ID)}
	}
	*node = *scalar(strings.Trim(t.Translation, "\n"))
	if node == below(p.front, t.ID) && strings.Contains(node.Value, "\n") {
		// A line of a block style could end the front matter.
		node.Style = yaml.DoubleQuotedStyle
	}
	return nil
}

// isText reports whether a node contains a text as the CMS exports it: without line breaks at its end, or a rich
// text with long page ids.
func (p *pageTexts) isText(n *yaml.Node, want string) bool {
	text := n.Value
	if n.Kind == yaml.MappingNode {
		text = value(n, p.language)
	}
	rich, err := p.richText(text)
	return err == nil && (strings.TrimRight(text, "\n") == want || rich.Plain == want)
}

// below returns the value at a path segment of a node; nil if it does not exist.
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

// file encodes the page file.
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
	// The file is parsed again, since a text could contain the end of its module.
	if read, err := parsePage(out.Bytes()); err != nil || len(read.modules) != len(p.modules) {
		return nil, &ConflictError{"the translation changes the modules of the page"}
	}
	return out.Bytes(), nil
}
