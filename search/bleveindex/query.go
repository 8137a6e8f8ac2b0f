package bleveindex

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis"
	blevesearch "github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/query"

	"strand/domain/search"
)

// How much more a match counts in one place than in another.
const (
	boostTitle  = 6
	boostName   = 3
	boostPrefix = 0.5
	boostParts  = 0.8
)

// minPrefix is how many letters a word has at least of which the beginning is enough.
const minPrefix = 3

// ErrNoIndex says that a scope was never synced.
var ErrNoIndex = errors.New("there is no such search index")

// Search answers a query. Words are looked for in all their forms; every one must be there. Where nothing has them all,
// mistyped ones are forgiven.
func (e *Engine) Search(ctx context.Context, scope search.Scope, q search.Query) (*search.Result, error) {
	return e.ask(ctx, scope, q, (*index).search)
}

// Suggest answers what is being typed: the last word may be the beginning of one.
func (e *Engine) Suggest(ctx context.Context, scope search.Scope, q search.Query) ([]search.Hit, error) {
	result, err := e.ask(ctx, scope, q, (*index).suggest)
	if err != nil {
		return nil, err
	}
	return result.Hits, nil
}

func (e *Engine) ask(ctx context.Context, scope search.Scope, q search.Query, how func(*index, context.Context, search.Query) (*search.Result, error)) (*search.Result, error) {
	for again := false; ; again = true {
		e.mu.RLock()
		i := e.open[scope]
		e.mu.RUnlock()
		if i == nil {
			return nil, fmt.Errorf("search %s in %s: %w", scope.Site, scope.Language, ErrNoIndex)
		}
		result, err := how(i, ctx, q)
		// An index that was closed has been replaced in the meantime.
		if err != nil && (again || !errors.Is(err, bleve.ErrorIndexClosed)) {
			return nil, fmt.Errorf("search %s in %s: %w", scope.Site, scope.Language, err)
		}
		if err == nil {
			return result, nil
		}
	}
}

func (i *index) search(ctx context.Context, q search.Query) (*search.Result, error) {
	words := i.analyzer.words(q.Text)
	if len(words) == 0 {
		return &search.Result{}, nil
	}
	result, err := i.run(ctx, q, exact(words), true)
	if err == nil && result.Total == 0 && len(result.ByKind) == 0 && i.analyzer.isFuzzy {
		result, err = i.run(ctx, q, forgiving(words), true)
		result.IsCorrected = err == nil && result.Total > 0
	}
	if err != nil {
		return nil, err
	}
	for n := range result.Hits {
		i.mark(&result.Hits[n], words, marks{forgive: result.IsCorrected})
	}
	return result, nil
}

func (i *index) suggest(ctx context.Context, q search.Query) (*search.Result, error) {
	words := i.analyzer.words(q.Text)
	if len(words) == 0 {
		return &search.Result{}, nil
	}
	limit := q.Limit
	q.Limit = limit * suggestionsLookedAt
	how := marks{typing: true}
	result, err := i.run(ctx, q, named(words), false)
	if err == nil && result.Total == 0 && i.analyzer.isFuzzy {
		how.forgive = true
		result, err = i.run(ctx, q, forgiving(words), false)
	}
	if err != nil {
		return nil, err
	}
	first := folded(strings.ToLower(words[0].raw[0]))
	slices.SortStableFunc(result.Hits, func(a, b search.Hit) int {
		return cmp.Or(isLast(a, first)-isLast(b, first), utf8.RuneCountInString(a.Title)-utf8.RuneCountInString(b.Title), strings.Compare(a.Title, b.Title))
	})
	result.Hits = result.Hits[:min(len(result.Hits), limit)]
	for n := range result.Hits {
		h := &result.Hits[n]
		h.MarkedTitle = search.Mark(h.Title, i.analyzer.spans(h.Title, words, how))
		h.MarkedExcerpt = search.Excerpt(h.Description, nil)
	}
	return result, nil
}

// suggestionsLookedAt is how many more suggestions are weighed than are made.
const suggestionsLookedAt = 4

// isLast puts what begins with a word before what has it elsewhere, and files after what they belong to.
func isLast(h search.Hit, word string) int {
	last := 0
	if !strings.HasPrefix(folded(strings.ToLower(h.Title)), word) {
		last++
	}
	if h.Kind == search.File {
		last += 2
	}
	return last
}

// word is a word of a query.
type word struct {
	// terms are those that the language makes of it, parts those of what it is made of, raw is how it is written.
	terms, parts, raw []string
}

// words are those of a query that say something.
func (a *analyzer) words(text string) []word {
	var words []word
	for _, typed := range strings.Fields(text) {
		w := word{terms: terms(a.whole.Analyze([]byte(typed))), raw: terms(a.names.Analyze([]byte(typed)))}
		if len(w.raw) == 0 {
			continue
		}
		w.terms, w.raw = a.telling(w.terms), a.telling(w.raw)
		if a.parts.TokenFilters != nil && len(w.terms) == 1 {
			if all := terms(a.parts.Analyze([]byte(typed))); len(all) > 2 {
				w.parts = all[1:]
			}
		}
		words = append(words, w)
	}
	// Words that are in every text matter where there is nothing else.
	var telling []word
	for _, w := range words {
		if len(w.terms) > 0 {
			telling = append(telling, w)
		}
	}
	if len(telling) > 0 {
		return telling
	}
	return words
}

// telling leaves out single characters of a script in which two tell more.
func (a *analyzer) telling(terms []string) []string {
	long := slices.DeleteFunc(slices.Clone(terms), func(t string) bool { return utf8.RuneCountInString(t) < 2 })
	if a.isFuzzy || len(long) == 0 {
		return terms
	}
	return long
}

func terms(tokens analysis.TokenStream) []string {
	var all []string
	for _, t := range tokens {
		all = append(all, string(t.Term))
	}
	return all
}

// exact wants every word, in some form, and puts first what is called so.
func exact(words []word) query.Query {
	must := make([]query.Query, 0, len(words))
	var should []query.Query
	for _, w := range words {
		either := []query.Query{every(fieldName, w.raw, boostName)}
		if len(w.terms) > 0 {
			either = append(either, every(fieldAll, w.terms, 1))
			should = append(should, every(fieldTitle, w.terms, boostTitle))
		}
		if len(w.parts) > 0 {
			either = append(either, every(fieldAll, w.parts, boostParts))
		}
		if last := w.raw[len(w.raw)-1]; utf8.RuneCountInString(last) >= minPrefix {
			either = append(either, beginning(w.raw, boostPrefix))
		}
		must = append(must, query.NewDisjunctionQuery(either))
	}
	return query.NewBooleanQuery(must, should, nil)
}

// named wants every word in the name, the last one perhaps not yet whole.
func named(words []word) query.Query {
	must := make([]query.Query, 0, len(words))
	for n, w := range words {
		either := []query.Query{every(fieldName, w.raw, boostName)}
		if len(w.terms) > 0 {
			either = append(either, every(fieldTitle, w.terms, 1))
		}
		if n == len(words)-1 {
			either = append(either, beginning(w.raw, 1))
		}
		must = append(must, query.NewDisjunctionQuery(either))
	}
	return query.NewConjunctionQuery(must)
}

// forgiving wants every word or one that is like it.
func forgiving(words []word) query.Query {
	must := make([]query.Query, 0, len(words))
	for _, w := range words {
		var either []query.Query
		for _, field := range []struct {
			name  string
			terms []string
		}{{fieldAll, w.terms}, {fieldName, w.raw}} {
			var all []query.Query
			for _, t := range field.terms {
				f := query.NewFuzzyQuery(t)
				f.SetField(field.name)
				f.SetFuzziness(tolerance(t))
				f.SetPrefix(1)
				all = append(all, f)
			}
			if len(all) > 0 {
				either = append(either, query.NewConjunctionQuery(all))
			}
		}
		must = append(must, query.NewDisjunctionQuery(either))
	}
	return query.NewConjunctionQuery(must)
}

// tolerance is how many letters of a word may be wrong.
func tolerance(word string) int {
	switch n := utf8.RuneCountInString(word); {
	case n < 4:
		return 0
	case n < 6:
		return 1
	}
	return 2
}

func every(field string, terms []string, boost float64) query.Query {
	all := make([]query.Query, 0, len(terms))
	for _, t := range terms {
		q := query.NewTermQuery(t)
		q.SetField(field)
		q.SetBoost(boost)
		all = append(all, q)
	}
	if len(all) == 1 {
		return all[0]
	}
	return query.NewConjunctionQuery(all)
}

// beginning wants a name with these words, of which the last one is a beginning.
func beginning(raw []string, boost float64) query.Query {
	last := len(raw) - 1
	prefix := query.NewPrefixQuery(raw[last])
	prefix.SetField(fieldName)
	prefix.SetBoost(boost)
	if last == 0 {
		return prefix
	}
	return query.NewConjunctionQuery([]query.Query{every(fieldName, raw[:last], boost), prefix})
}

// marks say what is marked beside the words of a query.
type marks struct {
	// forgive marks words that are like them, typing words that begin with them, however little is typed.
	forgive, typing bool
}

// run asks the index and makes hits of what it answers.
func (i *index) run(ctx context.Context, q search.Query, wanted query.Query, count bool) (*search.Result, error) {
	visible := query.NewDisjunctionQuery([]query.Query{term(fieldCountry, search.EveryCountry), term(fieldCountry, q.Country)})
	visible.SetBoost(0)
	all := query.NewConjunctionQuery([]query.Query{wanted, visible})
	result := &search.Result{ByKind: map[search.Kind]int{}}
	request := bleve.NewSearchRequestOptions(all, q.Limit, q.Offset, false)
	request.SortBy([]string{"-_score", "_id"})
	if count {
		request.AddFacet(fieldKind, bleve.NewFacetRequest(fieldKind, len(search.Kinds)))
	}
	if len(q.Kinds) > 0 {
		// What there is of the other kinds is counted, and not shown.
		request.Size, request.From = 0, 0
	}
	answer, err := i.terms.SearchInContext(ctx, request)
	if err != nil {
		return nil, err
	}
	if facet := answer.Facets[fieldKind]; facet != nil {
		for _, t := range facet.Terms.Terms() {
			result.ByKind[search.Kind(t.Term)] = t.Count
		}
	}
	if len(q.Kinds) > 0 {
		var kinds []query.Query
		for _, k := range q.Kinds {
			kinds = append(kinds, term(fieldKind, string(k)))
		}
		either := query.NewDisjunctionQuery(kinds)
		either.SetBoost(0)
		request = bleve.NewSearchRequestOptions(query.NewConjunctionQuery([]query.Query{all, either}), q.Limit, q.Offset, false)
		request.SortBy([]string{"-_score", "_id"})
		if answer, err = i.terms.SearchInContext(ctx, request); err != nil {
			return nil, err
		}
	}
	result.Total = int(answer.Total) //nolint:gosec // counts documents in memory
	for _, h := range answer.Hits {
		if d := i.docs[h.ID]; d != nil { // it may have gone since
			result.Hits = append(result.Hits, search.Hit{Document: d})
		}
	}
	return result, nil
}

func term(field, value string) query.Query {
	q := query.NewTermQuery(value)
	q.SetField(field)
	return q
}

// mark tells the words of a query in a hit, and cuts out what the document says about them.
func (i *index) mark(h *search.Hit, words []word, how marks) {
	h.MarkedTitle = search.Mark(h.Title, i.analyzer.spans(h.Title, words, how))
	if spans := i.analyzer.spans(h.Description, words, how); len(spans) > 0 {
		h.MarkedExcerpt = search.Excerpt(h.Description, spans)
		return
	}
	// Most texts say it early: a long one is looked at piece by piece.
	for start := 0; start < len(h.Text); {
		end := pieceEnd(h.Text, start)
		if spans := i.analyzer.spans(h.Text[start:end], words, how); len(spans) > 0 {
			for n := range spans {
				spans[n].Start, spans[n].End = spans[n].Start+start, spans[n].End+start
			}
			h.MarkedExcerpt = search.Excerpt(h.Text, spans)
			return
		}
		start = end
	}
	if h.Description == "" {
		h.MarkedExcerpt = search.Excerpt(h.Text, nil)
		return
	}
	h.MarkedExcerpt = search.Excerpt(h.Description, nil)
}

// piece is about how many bytes of a text are looked at together.
const piece = 1 << 10

// pieceEnd is where a piece of a text ends: at a space or a line's end, or after a character where there is none.
func pieceEnd(text string, start int) int {
	end := start + piece
	if end >= len(text) {
		return len(text)
	}
	if i := strings.IndexAny(text[end:min(end+piece, len(text))], " \n"); i >= 0 {
		return end + i + 1
	}
	for !utf8.RuneStart(text[end]) {
		end++
	}
	return end
}

// spans are where the words of a query stand in a text.
func (a *analyzer) spans(text string, words []word, how marks) []search.Span {
	var spans []search.Span
	mark := func(tokens analysis.TokenStream, fits func(string) bool) {
		for _, t := range tokens {
			if fits(string(t.Term)) {
				spans = append(spans, search.Span{Start: t.Start, End: t.End})
			}
		}
	}
	mark(a.parts.Analyze([]byte(text)), func(t string) bool { return matches(words, t, how.forgive) })
	if a.isFuzzy {
		mark(a.names.Analyze([]byte(text)), func(t string) bool { return begins(words, t, how) })
	}
	return ordered(spans)
}

func matches(words []word, t string, forgive bool) bool {
	for _, w := range words {
		for _, wanted := range append(w.terms[:len(w.terms):len(w.terms)], w.parts...) {
			if t == wanted || forgive && isLike(t, wanted) {
				return true
			}
		}
	}
	return false
}

func begins(words []word, t string, how marks) bool {
	for _, w := range words {
		for _, raw := range w.raw {
			if t == raw || (how.typing || utf8.RuneCountInString(raw) >= minPrefix) && strings.HasPrefix(t, raw) || how.forgive && isLike(t, raw) {
				return true
			}
		}
	}
	return false
}

// isLike says whether a term may have been meant by another one.
func isLike(t, wanted string) bool {
	if t == "" || wanted == "" || t[0] != wanted[0] {
		return false
	}
	_, exceeded := blevesearch.LevenshteinDistanceMax(t, wanted, tolerance(wanted))
	return !exceeded
}

// ordered puts spans in the order of a text.
func ordered(spans []search.Span) []search.Span {
	slices.SortFunc(spans, func(a, b search.Span) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	return spans
}
