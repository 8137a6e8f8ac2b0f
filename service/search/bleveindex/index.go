// Package bleveindex searches in process: one inverted index in memory for each site and language.
package bleveindex

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/custom"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/keyword"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/unicode"
	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/mapping"

	"strand/domain/search"
)

// The fields of an index.
const (
	fieldAll     = "all"
	fieldTitle   = "title"
	fieldName    = "name"
	fieldCode    = "code"
	fieldContext = "context"
	fieldKind    = "kind"
	fieldCountry = "country"
	fieldOrder   = "order"
)

// german is the language whose compounds are split by a vocabulary.
const german = "de"

// maxSegments is the number of small segments after which their documents are written again into a large one, because
// an index in memory does not merge its segments. It drops those whose documents are all replaced.
const maxSegments = 32

// batchSize is the number of documents that are indexed at once: more need more memory in the meantime, fewer make more
// segments, which queries search one by one.
const (
	batchSize = 2000
	// smallSegment is the number of documents below which a segment is small.
	smallSegment = batchSize / 4
)

// Engine stores the indexes in memory. It is safe for concurrent use.
type Engine struct {
	mu sync.RWMutex
	// open are the searchable indexes.
	open map[search.Scope]*index
	// writing contains a mutex per scope, so that an index has one writer at a time.
	writing sync.Map
}

// index is the index of a site in a language. Its documents are immutable: an update creates another index, which
// reuses the terms if the changes are small.
type index struct {
	terms    bleve.Index
	language string
	analyzer *analyzer
	docs     map[string]hashed
	// recent are the ids of the documents in small segments, segments is the number of these.
	recent   map[string]bool
	segments int
	// replaced is the number of documents in large segments that were replaced or removed, and in German also that of
	// new documents, whose compounds are split by the vocabulary of the last build.
	replaced int
}

// hashed is a document with the hash of its content when it was indexed.
type hashed struct {
	*search.Document
	hash uint64
}

// New returns an engine without indexes.
func New() *Engine {
	return &Engine{open: map[search.Scope]*index{}}
}

// Close closes all indexes and releases their memory.
func (e *Engine) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	var errs []error
	for scope, i := range e.open {
		errs = append(errs, i.terms.Close())
		delete(e.open, scope)
	}
	return errors.Join(errs...)
}

// Sync replaces the documents of an index, which never change. Those that are the same or equal are not indexed again.
func (e *Engine) Sync(ctx context.Context, scope search.Scope, docs []*search.Document) error {
	lock, _ := e.writing.LoadOrStore(scope, &sync.Mutex{})
	lock.(*sync.Mutex).Lock()
	defer lock.(*sync.Mutex).Unlock()

	e.mu.RLock()
	old := e.open[scope]
	e.mu.RUnlock()
	next := &index{language: scope.Language, docs: make(map[string]hashed, len(docs))}
	ids := fill(old, next, docs)
	if err := write(old, next, ids); err != nil {
		return fmt.Errorf("write the search index of %s in %s: %w", scope.Site, scope.Language, err)
	}
	e.mu.Lock()
	e.open[scope] = next
	e.mu.Unlock()
	if old != nil && old.terms != next.terms {
		return old.terms.Close()
	}
	return ctx.Err()
}

// Begin makes the first documents of a scope findable; Sync replaces them.
func (e *Engine) Begin(ctx context.Context, scope search.Scope, docs []*search.Document) error {
	return e.Sync(ctx, scope, docs)
}

var hashSeed = maphash.MakeSeed()

// hash returns the hash of a document with its FullText.
func hash(d *search.Document, fullText string) uint64 {
	var h maphash.Hash
	h.SetSeed(hashSeed)
	for _, part := range append([]string{
		string(d.Kind), d.Title, d.Description, fullText, d.TitleLanguage, d.TextLanguage, d.Route, d.File,
		strings.Join(d.Countries, ","), d.Context, d.Category,
	}, d.Keywords...) {
		_, _ = h.WriteString(part)
		_ = h.WriteByte(0)
	}
	if d.Image != nil {
		maphash.WriteComparable(&h, *d.Image)
	}
	maphash.WriteComparable(&h, d.Order)
	for r := range d.Ranges.All() {
		maphash.WriteComparable(&h, r)
	}
	return h.Sum64()
}

// fill adds the documents to an index, and returns the ids of those that are new, changed or removed. These get their
// hash when they are indexed, so that the text of a new one is made once for both.
func fill(old, next *index, docs []*search.Document) (ids []string) {
	var before map[string]hashed
	if old != nil {
		before = old.docs
	}
	kept := 0
	for _, d := range docs {
		known := before[d.ID]
		if known.Document != nil {
			kept++
		}
		if known.Document == nil || known.Document != d && known.hash != hash(d, d.FullText()) {
			ids = append(ids, d.ID)
		}
		next.docs[d.ID] = hashed{d, known.hash}
	}
	if kept == len(before) {
		return ids
	}
	for id := range before {
		if next.docs[id].Document == nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// write indexes the documents of an index that changed. It uses the terms of the old one unless most of them are
// replaced.
func write(old, next *index, ids []string) error {
	if old == nil {
		return next.build()
	}
	next.terms, next.analyzer = old.terms, old.analyzer
	next.recent, next.segments, next.replaced = maps.Clone(old.recent), old.segments, old.replaced
	for _, id := range ids {
		if isNew := old.docs[id].Document == nil; !next.recent[id] && (!isNew || next.language == german) {
			next.replaced++
		}
	}
	if next.replaced > len(next.docs)/2 {
		return next.build()
	}
	if next.segments >= maxSegments && len(ids) > 0 {
		for _, id := range ids {
			delete(next.recent, id)
		}
		ids = slices.AppendSeq(ids, maps.Keys(next.recent))
		next.recent, next.segments = map[string]bool{}, 0
	}
	return next.write(ids)
}

// write indexes documents by their ids, and removes those that do not exist.
func (i *index) write(ids []string) error {
	lines := analyzedLines{}
	for part := range slices.Chunk(ids, batchSize) {
		batch := i.terms.NewBatch()
		for _, id := range part {
			d, ok := i.docs[id]
			if !ok {
				batch.Delete(id)
				continue
			}
			text := d.FullText()
			i.docs[id] = hashed{d.Document, hash(d.Document, text)}
			if err := batch.Index(id, i.analyzer.fields(d.Document, text, lines)); err != nil {
				return err
			}
		}
		if err := i.terms.Batch(batch); err != nil {
			return err
		}
		isSmall := len(part) < smallSegment
		if isSmall {
			i.segments++
		}
		for _, id := range part {
			if isSmall {
				i.recent[id] = true
			} else {
				delete(i.recent, id)
			}
		}
	}
	return nil
}

// build indexes all documents.
func (i *index) build() (err error) {
	i.recent, i.segments, i.replaced = map[string]bool{}, 0, 0
	vocabulary := map[string]bool{}
	if i.language == german {
		vocabulary = vocabularyOf(unicode.NewUnicodeTokenizer(), func(yield func(string) bool) {
			for d := range maps.Values(i.docs) {
				for _, text := range []string{d.Title, d.Description, d.FullText()} {
					if !yield(text) {
						return
					}
				}
			}
		})
	}
	if i.analyzer, err = newAnalyzer(i.language, vocabulary); err != nil {
		return err
	}
	m, err := newMapping()
	if err != nil {
		return err
	}
	if i.terms, err = bleve.NewUsing("", m, scorch.Name, scorch.Name, nil); err != nil {
		return err
	}
	if err := i.write(slices.Collect(maps.Keys(i.docs))); err != nil {
		return errors.Join(err, i.terms.Close())
	}
	return nil
}

// analyzedTerms is the analyzer of fields whose values are terms of the language's own analyzer.
const analyzedTerms = "terms"

// newMapping returns the mapping of the fields. Texts are not stored in the index, because the engine has the
// documents.
func newMapping() (*mapping.IndexMappingImpl, error) {
	m := bleve.NewIndexMapping()
	if err := m.AddCustomAnalyzer(
		analyzedTerms, map[string]any{"type": custom.Name, "tokenizer": termTokenizerName},
	); err != nil {
		return nil, err
	}
	doc := bleve.NewDocumentStaticMapping()
	for _, name := range []string{
		fieldAll, fieldTitle, fieldName, fieldCode, fieldContext, fieldKind, fieldCountry, fieldOrder,
	} {
		f := bleve.NewTextFieldMapping()
		f.Store, f.IncludeInAll, f.IncludeTermVectors = false, false, false
		f.DocValues = name == fieldKind || name == fieldOrder // for facets and the order
		f.Analyzer = analyzedTerms
		if name == fieldKind || name == fieldCountry || name == fieldOrder {
			f.Analyzer = keyword.Name
		}
		doc.AddFieldMappingsAt(name, f)
	}
	m.DefaultMapping = doc
	m.StoreDynamic, m.DocValuesDynamic, m.IndexDynamic = false, false, false
	return m, nil
}

const (
	// maxLines limits the lines that are kept while documents are indexed.
	maxLines = 50_000
	// maxLine is the maximum size of such a line in bytes: longer ones are those of one text.
	maxLine = 200
)

// analyzedLines are the terms of lines, since the rows of technical data are the same in many texts. No term depends on
// another line.
type analyzedLines map[string]string

// termsOf returns the terms of a text.
func (l analyzedLines) termsOf(a wordAnalyzer, text string) string {
	var all strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		terms, isKnown := l[line]
		if !isKnown {
			terms = joined(a.Analyze([]byte(line)))
			if len(l) == maxLines {
				clear(l)
			}
			if len(line) <= maxLine {
				l[strings.Clone(line)] = terms // without the text
			}
		}
		all.WriteString(terms)
	}
	return all.String()
}

// fields returns the indexed fields of a document with its FullText.
func (a *analyzer) fields(d *search.Document, fullText string, lines analyzedLines) map[string]any {
	keywords := strings.Join(d.Keywords, " ")
	names := a.names.Analyze([]byte(d.Title + "\n" + keywords))
	return map[string]any{
		fieldOrder: fmt.Sprintf("%05d", d.Order),
		fieldAll: lines.termsOf(
			a.parts, strings.Join([]string{d.Title, d.Description, fullText, keywords}, "\n"),
		),
		fieldTitle:   lines.termsOf(a.parts, d.Title),
		fieldName:    joined(names),
		fieldCode:    strings.Join(codes(terms(names)), " "),
		fieldContext: lines.termsOf(a.parts, d.Context),
		fieldKind:    string(d.Kind),
		fieldCountry: d.Visibility(),
	}
}

func joined(tokens analysis.TokenStream) string {
	var text strings.Builder
	for _, t := range tokens {
		text.Write(t.Term)
		text.WriteByte(' ')
	}
	return text.String()
}
