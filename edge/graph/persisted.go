package graph

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
)

// Persisted are the operations that our own client was built with, by id.
type Persisted struct {
	byID   map[string]string
	byName map[string]string
	texts  map[string]bool
	// mutations are the texts of those that change something.
	mutations map[string]bool
}

// LoadPersisted reads the manifest that the client's build writes: a map of ids to texts. A missing manifest is empty:
// the client was not built.
func LoadPersisted(path string) (*Persisted, error) {
	p := &Persisted{byID: map[string]string{}, byName: map[string]string{}, texts: map[string]bool{}, mutations: map[string]bool{}}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read persisted operations: %w", err)
	}
	if err := json.Unmarshal(data, &p.byID); err != nil {
		return nil, fmt.Errorf("read persisted operations from %s: %w", path, err)
	}
	for id, text := range p.byID {
		doc, err := parser.ParseQuery(&ast.Source{Name: id, Input: text})
		if err != nil {
			return nil, fmt.Errorf("read persisted operation %s: %w", id, err)
		}
		for _, op := range doc.Operations {
			p.byName[op.Name] = id
			p.mutations[text] = p.mutations[text] || op.Operation != ast.Query
		}
		p.texts[text] = true
	}
	return p, nil
}

// Text is the text of a persisted operation. Ids may be given with or without their algorithm: `sha256:…`.
func (p *Persisted) Text(id string) (string, bool) {
	if text, ok := p.byID[id]; ok {
		return text, true
	}
	text, ok := p.byID["sha256:"+strings.TrimPrefix(id, "sha256:")]
	return text, ok
}

// ID is the id of a persisted operation by its name.
func (p *Persisted) ID(name string) (string, bool) {
	id, ok := p.byName[name]
	return id, ok
}

// IsQuery says whether there is a persisted operation with an id and it changes nothing.
func (p *Persisted) IsQuery(id string) bool {
	text, ok := p.Text(id)
	return ok && !p.mutations[text]
}

// Allows says whether a text is that of a persisted operation.
func (p *Persisted) Allows(text string) bool { return p.texts[text] }
