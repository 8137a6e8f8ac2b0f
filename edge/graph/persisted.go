package graph

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"

	"strand/internal/apperr"
)

// Persisted are the operations that our own client was built with, by id.
type Persisted struct {
	byID   map[string]string
	byName map[string]string
	// names are the names of the operations by id, of documents with exactly one.
	names map[string]string
	texts map[string]bool
	// mutations are the texts of the mutations.
	mutations map[string]bool
	// queries are the documents with exactly one query, by id.
	queries map[string]persistedQuery
}

// persistedQuery is a document with exactly one query.
type persistedQuery struct {
	id, name string
	// variables are the names of its declared variables.
	variables []string
}

// LoadPersisted reads the manifest that the client's build writes: a map of ids to texts. A missing manifest gives no
// operations: the client was not built.
func LoadPersisted(path string) (*Persisted, error) {
	p := &Persisted{
		byID:      map[string]string{},
		byName:    map[string]string{},
		names:     map[string]string{},
		texts:     map[string]bool{},
		mutations: map[string]bool{},
		queries:   map[string]persistedQuery{},
	}
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
		if len(doc.Operations) != 1 {
			continue
		}
		op := doc.Operations[0]
		p.names[id] = op.Name
		if op.Operation == ast.Query {
			q := persistedQuery{id: id, name: op.Name}
			for _, v := range op.VariableDefinitions {
				q.variables = append(q.variables, v.Variable)
			}
			p.queries[id] = q
		}
	}
	return p, nil
}

// Text returns the text of a persisted operation. The prefix of the algorithm, `sha256:`, is optional in ids.
func (p *Persisted) Text(id string) (string, bool) {
	text, ok := p.byID[p.inManifest(id)]
	return text, ok
}

// checkHash checks the hash of an automatic persisted query, by which Apollo's clients register texts elsewhere. Hashes
// with the prefix of the algorithm are ids of the manifest, and those of another build are unknown.
func (p *Persisted) checkHash(hash, query string) *gqlerror.Error {
	if hash == "" || strings.HasPrefix(hash, hashPrefix) {
		return nil
	}
	if query == "" {
		if _, ok := p.Text(hash); !ok {
			return requestError(apperr.PersistedQueryNotSupported, "PersistedQueryNotSupported")
		}
		return nil
	}
	if sum := sha256.Sum256([]byte(query)); hash != hex.EncodeToString(sum[:]) {
		return requestError(apperr.Invalid, "provided sha does not match query")
	}
	return nil
}

// hashPrefix is the prefix of the ids that are hashes.
const hashPrefix = "sha256:"

// IsEmpty reports whether there are no operations.
func (p *Persisted) IsEmpty() bool { return len(p.byID) == 0 }

// inManifest returns an id in the form of the manifest.
func (p *Persisted) inManifest(id string) string {
	if _, ok := p.byID[id]; ok {
		return id
	}
	return hashPrefix + strings.TrimPrefix(id, hashPrefix)
}

// query returns the document of an id if it has exactly one query.
func (p *Persisted) query(id string) (persistedQuery, bool) {
	q, ok := p.queries[p.inManifest(id)]
	return q, ok
}

// ID returns the id of a persisted operation by its name.
func (p *Persisted) ID(name string) (string, bool) {
	id, ok := p.byName[name]
	return id, ok
}

// name returns the name of the operation of a document with exactly one; empty for other documents and unknown ids.
func (p *Persisted) name(id string) string { return p.names[p.inManifest(id)] }

// IsQuery reports whether an id is that of a persisted operation that is no mutation.
func (p *Persisted) IsQuery(id string) bool {
	text, ok := p.Text(id)
	return ok && !p.mutations[text]
}

// Allows reports whether a text is that of a persisted operation.
func (p *Persisted) Allows(text string) bool { return p.texts[text] }
