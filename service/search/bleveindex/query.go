package bleveindex

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis"
	blevesearch "github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/query"

	"strand/domain/convert"
	"strand/domain/search"
)

// Boosts of matches by field and kind.
const (
	boostCode   = 8
	boostTitle  = 6
	boostName   = 3
	boostPrefix = 0.5
	// boostSynonyms prefers documents with the words of the site to those with the typed words.
	boostSynonyms = 10
	boostParts    = 0.8
	boostContext  = 0.02
)

// minPrefix is the minimum length of a word in letters for a prefix match.
const minPrefix = 3

// ErrNoIndex is returned for a scope that was never synced.
var ErrNoIndex = errors.New("unknown search index")

// Search answers a query: the first of its attempts that matches anything (SRCH-9, SRCH-20).
func (e *Engine) Search(ctx context.Context, scope search.Scope, q search.Query) (*search.Result, error) {
	return e.execute(ctx, scope, q, (*index).search)
}

// Suggest returns the suggestions for a typed text, whose last word may be incomplete.
func (e *Engine) Suggest(ctx context.Context, scope search.Scope, q search.Query) ([]search.Hit, error) {
	result, err := e.execute(ctx, scope, q, (*index).suggest)
	if err != nil {
		return nil, err
	}
	return result.Hits, nil
}

func (e *Engine) execute(
	ctx context.Context,
	scope search.Scope,
	q search.Query,
	how func(*index, context.Context, search.Query) (*search.Result, error),
) (*search.Result, error) {
	for again := false; ; again = true {
		e.mu.RLock()
		i := e.open[scope]
		e.mu.RUnlock()
		if i == nil {
			return nil, fmt.Errorf("search %s in %s: %w", scope.Site, scope.Language, ErrNoIndex)
		}
		result, err := how(i, ctx, q)
		// A closed index has been replaced in the meantime, so the query is repeated once.
		if err != nil && (again || !errors.Is(err, bleve.ErrorIndexClosed)) {
			return nil, fmt.Errorf("search %s in %s: %w", scope.Site, scope.Language, err)
		}
		if err == nil {
			return result, nil
		}
	}
}

func (i *index) search(ctx context.Context, q search.Query) (*search.Result, error) {
	in := search.Interpret(i.language, q.Text)
	words := i.analyzer.words(in.Text)
	if len(words) == 0 && len(in.Quantities) == 0 {
		return &search.Result{}, nil
	}
	for _, a := range i.attempts(in, words, q.Synonyms) {
		if a.wanted == nil {
			continue
		}
		result, err := i.run(ctx, q, a.wanted, true)
		if err != nil {
			return nil, err
		}
		if result.Total == 0 && len(result.ByKind) == 0 {
			continue
		}
		result.IsCorrected = a.isTolerant
		for n := range result.Hits {
			i.mark(&result.Hits[n], a.marked, marks{fuzzy: a.isTolerant})
		}
		return result, nil
	}
	return &search.Result{}, nil
}

// attempt is a query that is executed if those before it match nothing.
type attempt struct {
	// wanted is nil for a query that can match nothing.
	wanted query.Query
	marked []word
	// isTolerant is true if the query matches documents without the words of the visitor.
	isTolerant bool
}

// attempts returns the queries for a text with its words: the first one that matches anything is the answer (SRCH-9).
func (i *index) attempts(in search.Interpretation, words []word, synonyms search.Synonyms) []attempt {
	var all []attempt
	if fitting := i.fitting(in.Quantities); fitting != nil {
		rest := i.analyzer.words(in.Rest)
		wanted, marked := i.exactly(in.Rest, rest, synonyms)
		all = append(all, attempt{both(fitting, wanted), marked, false})
		if most := i.analyzer.mostWordsQuery(rest); most != nil {
			all = append(all, attempt{both(fitting, most), rest, true})
		}
	}
	wanted, marked := i.exactly(in.Text, words, synonyms)
	all = append(all, attempt{wanted, marked, false})
	if len(words) > 0 && i.toleratesTypos(in.Text) {
		all = append(all, attempt{fuzzyQuery(words), words, true})
	}
	// Synonyms are shorter or longer than what they stand for, so each rephrased text is a query of its own.
	var either []query.Query
	for _, text := range append(synonyms.Rephrase(i.language, in.Text), in.Text) {
		rephrased := i.analyzer.words(text)
		if most := i.analyzer.mostWordsQuery(rephrased); most != nil {
			either, words = append(either, most), slices.Concat(words, rephrased)
		}
	}
	if len(either) == 0 {
		return all
	}
	return append(all, attempt{query.NewDisjunctionQuery(either), words, true})
}

// exactly matches documents with all words of a text, or with their synonyms, which it prefers; nil for no words.
func (i *index) exactly(
	text string, words []word, synonyms search.Synonyms,
) (wanted query.Query, marked []word) {
	if len(words) == 0 {
		return nil, nil
	}
	either := []query.Query{i.analyzer.exactQuery(words, text, 1)}
	for n, rephrased := range synonyms.Rephrase(i.language, text) {
		if others := i.analyzer.words(rephrased); len(others) > 0 {
			factor := boostSynonyms / float64(n+1)
			either = append(either, i.analyzer.exactQuery(others, rephrased, factor))
			words = slices.Concat(words, others)
		}
	}
	if len(either) == 1 {
		return either[0], words
	}
	return query.NewDisjunctionQuery(either), words
}

// fitting matches the documents with figures whose ranges include quantities; nil if there are none.
func (i *index) fitting(quantities []search.Range) query.Query {
	if len(quantities) == 0 {
		return nil
	}
	var ids []string
	for id, d := range i.docs {
		if d.Fits(quantities) {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	slices.Sort(ids)
	return query.NewDocIDQuery(ids)
}

// both matches documents that two queries match; the second one may be nil.
func both(one, other query.Query) query.Query {
	if other == nil {
		return one
	}
	return query.NewConjunctionQuery([]query.Query{one, other})
}

func (i *index) suggest(ctx context.Context, q search.Query) (*search.Result, error) {
	text := search.SplitWords(q.Text)
	words := i.analyzer.words(text)
	if len(words) == 0 {
		return &search.Result{}, nil
	}
	limit := q.Limit
	q.Limit = limit * suggestionsLookedAt
	how := marks{typing: true}
	result, err := i.run(ctx, q, nameQuery(words), false)
	if err == nil && result.Total == 0 && i.toleratesTypos(text) {
		how.fuzzy = true
		result, err = i.run(ctx, q, fuzzyQuery(words), false)
	}
	if err != nil {
		return nil, err
	}
	first := foldAccents(strings.ToLower(words[0].raw[0]))
	slices.SortStableFunc(result.Hits, func(a, b search.Hit) int {
		return cmp.Or(
			suggestionRank(a, first)-suggestionRank(b, first),
			utf8.RuneCountInString(a.Title)-utf8.RuneCountInString(b.Title),
			strings.Compare(a.Title, b.Title),
		)
	})
	result.Hits = result.Hits[:min(len(result.Hits), limit)]
	for n := range result.Hits {
		h := &result.Hits[n]
		h.MarkedTitle = search.Mark(h.Title, i.analyzer.spans(h.Title, words, how))
		h.MarkedExcerpt = search.Excerpt(h.Description, nil)
	}
	return result, nil
}

// toleratesTypos reports whether a query is repeated with typing errors if nothing matches it.
func (i *index) toleratesTypos(text string) bool {
	return i.analyzer.isFuzzy && search.ToleratesTypos(text)
}

// suggestionsLookedAt is the number of ranked candidates per suggestion.
const suggestionsLookedAt = 4

// suggestionRank ranks titles that begin with a word before others, and files after other documents.
func suggestionRank(h search.Hit, word string) int {
	last := 0
	if !strings.HasPrefix(foldAccents(strings.ToLower(h.Title)), word) {
		last++
	}
	if h.Kind == search.File {
		last += 2
	}
	return last
}

// word is a word of a query.
type word struct {
	// terms are the search terms of the word, parts those of its compound's parts, raw its unstemmed forms.
	terms, parts, raw []string
}

// words returns the words of a query without stop words, or all words if there are only stop words.
func (a *analyzer) words(text string) []word {
	var words []word
	for _, typed := range strings.Fields(text) {
		w := word{terms: terms(a.wordTerms.Analyze([]byte(typed))), raw: terms(a.names.Analyze([]byte(typed)))}
		if len(w.raw) == 0 {
			continue
		}
		w.terms, w.raw = a.dropSingleCharacters(w.terms), a.dropSingleCharacters(w.raw)
		if a.parts.TokenFilters != nil && len(w.terms) == 1 {
			if all := terms(a.parts.Analyze([]byte(typed))); len(all) > 2 {
				w.parts = all[1:]
			}
		}
		words = append(words, w)
	}
	// Stop words are used only if there are no other words.
	var meaningful []word
	for _, w := range words {
		if len(w.terms) > 0 {
			meaningful = append(meaningful, w)
		}
	}
	if len(meaningful) > 0 {
		return meaningful
	}
	return words
}

// dropSingleCharacters removes single characters in scripts whose words have about two characters, if there are longer
// terms.
func (a *analyzer) dropSingleCharacters(terms []string) []string {
	long := slices.DeleteFunc(slices.Clone(terms), func(t string) bool { return utf8.RuneCountInString(t) < 2 })
	if a.isFuzzy || len(long) == 0 {
		return terms
	}
	return long
}

func terms(tokens analysis.TokenStream) []string {
	return convert.All(tokens, func(t *analysis.Token) string { return string(t.Term) })
}

// exactQuery matches documents with all words, in any form, and boosts matches in names, those of codes most. The last
// word may be incomplete, so that the results contain the suggestions. All boosts are multiplied by a factor, because
// the library ignores boosts of compound queries.
func (a *analyzer) exactQuery(words []word, text string, factor float64) query.Query {
	should := a.codeQueries(text, factor)
	for _, w := range words {
		if len(w.terms) > 0 {
			should = append(should, allTermsQuery(fieldTitle, w.terms, factor*boostTitle))
		}
	}
	return query.NewBooleanQuery(a.wordQueries(words, factor), should, nil)
}

// wordQueries returns a query for each word, which matches documents with any of its forms.
func (a *analyzer) wordQueries(words []word, factor float64) []query.Query {
	all := make([]query.Query, 0, len(words))
	for n, w := range words {
		either := []query.Query{allTermsQuery(fieldName, w.raw, factor*boostName)}
		if len(w.terms) > 0 {
			either = append(either,
				allTermsQuery(fieldAll, w.terms, factor), allTermsQuery(fieldContext, w.terms, factor*boostContext))
		}
		if len(w.parts) > 0 {
			either = append(either, allTermsQuery(fieldAll, w.parts, factor*boostParts))
		}
		last := w.raw[len(w.raw)-1]
		if n == len(words)-1 || utf8.RuneCountInString(last) >= minPrefix {
			either = append(either, namePrefixQuery(w.raw, factor*boostPrefix))
		}
		all = append(all, query.NewDisjunctionQuery(either))
	}
	return all
}

// mostShare is the share of the words that documents must have if none has all.
const mostShare = 0.67

// mostWordsQuery matches documents with two thirds of the words: one of two, two of three. In scripts without spaces it
// matches those with most pairs of characters. It is nil for a single word.
func (a *analyzer) mostWordsQuery(words []word) query.Query {
	if !a.isFuzzy {
		words = slices.Collect(func(yield func(word) bool) {
			for _, w := range words {
				for _, term := range w.terms {
					if !yield(word{terms: []string{term}, raw: []string{term}}) {
						return
					}
				}
			}
		})
	}
	if len(words) < 2 {
		return nil
	}
	most := query.NewDisjunctionQuery(a.wordQueries(words, 1))
	most.SetMin(max(1, math.Floor(mostShare*float64(len(words)))))
	return most
}

// codeQueries match documents with a code of the query, or one that begins with the code at its end.
func (a *analyzer) codeQueries(text string, factor float64) []query.Query {
	all := codes(terms(a.names.Analyze([]byte(text))))
	queries := make([]query.Query, 0, len(all))
	for n, code := range all {
		queries = append(queries, boosted(query.NewTermQuery(code), fieldCode, factor*boostCode))
		if n == len(all)-1 {
			queries = append(queries, boosted(query.NewPrefixQuery(code), fieldCode, factor*boostCode))
		}
	}
	return queries
}

// boosted sets the field and the boost of a query.
func boosted[Q interface {
	query.FieldableQuery
	query.BoostableQuery
}](q Q, field string, boost float64) Q {
	q.SetField(field)
	q.SetBoost(boost)
	return q
}

// nameQuery matches documents with all words in the name; the last word may be incomplete.
func nameQuery(words []word) query.Query {
	must := make([]query.Query, 0, len(words))
	for n, w := range words {
		either := []query.Query{allTermsQuery(fieldName, w.raw, boostName)}
		if len(w.terms) > 0 {
			either = append(either, allTermsQuery(fieldTitle, w.terms, 1))
		}
		if n == len(words)-1 {
			either = append(either, namePrefixQuery(w.raw, 1))
		}
		must = append(must, query.NewDisjunctionQuery(either))
	}
	return query.NewConjunctionQuery(must)
}

// fuzzyQuery matches documents with all words or words that are similar.
func fuzzyQuery(words []word) query.Query {
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
				f.SetFuzziness(search.TypoTolerance(t))
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

func allTermsQuery(field string, terms []string, boost float64) query.Query {
	all := convert.All(terms, func(t string) query.Query { return boosted(query.NewTermQuery(t), field, boost) })
	if len(all) == 1 {
		return all[0]
	}
	return query.NewConjunctionQuery(all)
}

// namePrefixQuery matches names with all words; the last word is a prefix.
func namePrefixQuery(raw []string, boost float64) query.Query {
	last := len(raw) - 1
	prefix := boosted(query.NewPrefixQuery(raw[last]), fieldName, boost)
	if last == 0 {
		return prefix
	}
	return query.NewConjunctionQuery([]query.Query{allTermsQuery(fieldName, raw[:last], boost), prefix})
}

// marks are the matches that are marked in addition to the words of a query.
type marks struct {
	// fuzzy marks similar words. typing marks words with a word of the query as a prefix, without a minimum length.
	fuzzy, typing bool
}

// resultOrder is the order of results: documents that match as well are in that of the catalogue.
var resultOrder = []string{"-_score", fieldOrder, "_id"}

// run executes a query and returns the hits.
func (i *index) run(ctx context.Context, q search.Query, wanted query.Query, count bool) (*search.Result, error) {
	visible := query.NewDisjunctionQuery(
		[]query.Query{term(fieldCountry, search.EveryCountry), term(fieldCountry, q.Country)},
	)
	visible.SetBoost(0)
	all := query.NewConjunctionQuery([]query.Query{wanted, visible})
	result := &search.Result{ByKind: map[search.Kind]int{}}
	request := bleve.NewSearchRequestOptions(all, q.Limit, q.Offset, false)
	request.SortBy(resultOrder)
	if count {
		request.AddFacet(fieldKind, bleve.NewFacetRequest(fieldKind, len(search.Kinds)))
	}
	if len(q.Kinds) > 0 {
		// Matches of all kinds are counted; the hits of the selected kinds are read by a second query.
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
		kinds := convert.All(q.Kinds, func(k search.Kind) query.Query { return term(fieldKind, string(k)) })
		either := query.NewDisjunctionQuery(kinds)
		either.SetBoost(0)
		request = bleve.NewSearchRequestOptions(
			query.NewConjunctionQuery([]query.Query{all, either}),
			q.Limit,
			q.Offset,
			false,
		)
		request.SortBy(resultOrder)
		if answer, err = i.terms.SearchInContext(ctx, request); err != nil {
			return nil, err
		}
	}
	result.Total = int(answer.Total) // counts documents in memory
	for _, h := range answer.Hits {
		if d := i.docs[h.ID].Document; d != nil { // the document may have been removed since
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

// mark marks the words of a query in a hit, and sets its excerpt.
func (i *index) mark(h *search.Hit, words []word, how marks) {
	h.MarkedTitle = search.Mark(h.Title, i.analyzer.spans(h.Title, words, how))
	if spans := i.analyzer.spans(h.Description, words, how); len(spans) > 0 {
		h.MarkedExcerpt = search.Excerpt(h.Description, spans)
		return
	}
	text := h.FullText()
	// Most texts match early, so a long text is searched piece by piece.
	for start := 0; start < len(text); {
		end := pieceEnd(text, start)
		if spans := i.analyzer.spans(text[start:end], words, how); len(spans) > 0 {
			for n := range spans {
				spans[n].Start, spans[n].End = spans[n].Start+start, spans[n].End+start
			}
			h.MarkedExcerpt = search.Excerpt(text, spans)
			return
		}
		start = end
	}
	if h.Description == "" {
		h.MarkedExcerpt = search.Excerpt(text, nil)
		return
	}
	h.MarkedExcerpt = search.Excerpt(h.Description, nil)
}

// piece is the approximate size of a piece of text, in bytes.
const piece = 1 << 10

// pieceEnd returns the end of a piece of text: at a space or line end, or after a character if there is none.
func pieceEnd(text string, start int) int {
	end := start + piece
	if end >= len(text) {
		return len(text)
	}
	if i := strings.IndexAny(text[end:min(end+piece, len(text))], " \n"); i >= 0 {
		return end + i + 1
	}
	for end < len(text) && !utf8.RuneStart(text[end]) {
		end++
	}
	return end
}

// spans returns the positions of the words of a query in a text.
func (a *analyzer) spans(text string, words []word, how marks) []search.Span {
	var spans []search.Span
	mark := func(tokens analysis.TokenStream, fits func(string) bool) {
		for _, t := range tokens {
			if fits(string(t.Term)) {
				spans = append(spans, search.Span{Start: t.Start, End: t.End})
			}
		}
	}
	mark(a.parts.Analyze([]byte(text)), func(t string) bool { return matches(words, t, how.fuzzy) })
	if a.isFuzzy {
		mark(a.names.Analyze([]byte(text)), func(t string) bool { return begins(words, t, how) })
	}
	return sortSpans(spans)
}

func matches(words []word, t string, fuzzy bool) bool {
	for _, w := range words {
		for _, wanted := range append(w.terms[:len(w.terms):len(w.terms)], w.parts...) {
			if t == wanted || fuzzy && isLike(t, wanted) {
				return true
			}
		}
	}
	return false
}

func begins(words []word, t string, how marks) bool {
	for _, w := range words {
		for _, raw := range w.raw {
			if t == raw || (how.typing || utf8.RuneCountInString(raw) >= minPrefix) && strings.HasPrefix(t, raw) ||
				how.fuzzy && isLike(t, raw) {
				return true
			}
		}
	}
	return false
}

// isLike reports whether a term may be a misspelling of another one.
func isLike(t, wanted string) bool {
	if t == "" || wanted == "" || t[0] != wanted[0] {
		return false
	}
	_, exceeded := blevesearch.LevenshteinDistanceMax(t, wanted, search.TypoTolerance(wanted))
	return !exceeded
}

// sortSpans sorts spans by position.
func sortSpans(spans []search.Span) []search.Span {
	slices.SortFunc(spans, func(a, b search.Span) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	return spans
}
