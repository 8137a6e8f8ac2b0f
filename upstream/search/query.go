package search

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/opensearch-project/opensearch-go/v4"
	"github.com/opensearch-project/opensearch-go/v4/opensearchapi"

	"strand/domain/search"
	"strand/upstream/transport"
)

// Search executes a query: the first of its attempts that matches anything is the answer (SRCH-9).
func (e *Engine) Search(ctx context.Context, scope search.Scope, q search.Query) (*search.Result, error) {
	in := search.Interpret(scope.Language, q.Text)
	q.Text = in.Text
	var attempts []attempt
	if len(in.Quantities) > 0 {
		match := fitting(in, exactly(in.Rest, q.Synonyms.Rephrase(scope.Language, in.Rest)))
		attempts = append(attempts, attempt{match: match, marks: marks(in.Rest)})
		if len(strings.Fields(in.Rest)) > 1 {
			attempts = append(attempts, attempt{fitting(in, mostWords(in.Rest)), marks(in.Rest), true})
		}
	}
	synonyms := q.Synonyms.Rephrase(scope.Language, q.Text)
	attempts = append(attempts, attempt{match: exactly(q.Text, synonyms), marks: marks(q.Text)})
	attempts = tolerantly(q.Text, attempts...)
	if len(strings.Fields(q.Text)) > 1 || hasPairs(scope.Language) {
		either := []object{mostWords(q.Text)}
		for _, rephrased := range synonyms {
			either = append(either, mostWords(rephrased))
		}
		attempts = append(attempts, attempt{object{"bool": object{"should": either}}, marks(q.Text), true})
	}
	return e.first(ctx, scope, q, attempts)
}

// attempt is a query that is executed if those before it match nothing.
type attempt struct {
	match, marks object
	// isTolerant is true if the query matches documents without the words of the visitor.
	isTolerant bool
}

// exactly matches documents with all words of a text, or with those of the text with synonyms, which it prefers.
func exactly(text string, synonyms []string) object {
	either := []object{allWords(text)}
	for n, rephrased := range synonyms {
		preferred := allWords(rephrased)
		preferred["bool"].(object)["boost"] = synonymBoost / float64(n+1) //nolint:forcetypeassert // of allWords
		either = append(either, preferred)
	}
	if len(either) == 1 {
		return either[0]
	}
	return object{"bool": object{"should": either, "minimum_should_match": 1}}
}

// fitting matches documents with figures whose ranges include quantities, and with the words beside them.
func fitting(in search.Interpretation, rest object) object {
	var filters []object
	for _, r := range in.Quantities {
		within := object{"gte": r.Low, "lte": r.High, "relation": "contains"}
		filters = append(filters, object{"range": object{"ranges." + measureField(r.Measure): within}})
	}
	if in.Rest == "" {
		return object{"bool": object{"filter": filters}}
	}
	return object{"bool": object{"filter": filters, "must": rest}}
}

// mostWords matches documents with most words of a text. In scripts without spaces these are pairs of characters.
func mostWords(text string) object {
	return object{"multi_match": object{
		"query": text, "type": "cross_fields", "fields": searchedFields, "minimum_should_match": "67%",
	}}
}

// tolerantly adds the attempt for similar words to others.
func tolerantly(text string, attempts ...attempt) []attempt {
	if !search.ToleratesTypos(text) {
		return attempts
	}
	// Typed words are compared with words as they are in names, too: their stems can differ more.
	similar := object{"multi_match": object{
		"query":         text,
		"type":          "best_fields",
		"operator":      "and",
		"fuzziness":     "AUTO",
		"prefix_length": 1,
		"fields":        append([]string{"title.typing^6"}, searchedFields...),
	}}
	return append(attempts, attempt{similar, similar, true})
}

// first returns the result of the first attempt that matches anything; that of the last one if none does.
func (e *Engine) first(
	ctx context.Context, scope search.Scope, q search.Query, attempts []attempt,
) (result *search.Result, err error) {
	for _, a := range attempts {
		if result, err = e.ask(ctx, scope, q, a.match, a.marks); err != nil {
			return nil, err
		}
		if result.Total > 0 || len(result.ByKind) > 0 {
			result.IsCorrected = a.isTolerant
			return result, nil
		}
	}
	return result, nil
}

// marks is the query of the words to mark in a field. It is not that of the search: the engine does not mark the words
// of cross_fields, and would mark beginnings of words that only a name contains in all fields.
func marks(text string) object {
	return object{"bool": object{"should": []object{
		{"multi_match": object{
			"query": text, "type": "most_fields", "fields": []string{"title", "description", "text"},
		}},
		{"match_phrase_prefix": object{"title": object{"query": text}}},
		{"match_bool_prefix": object{"title.typing": object{"query": text}}},
	}}}
}

// allWords matches documents with all words of a text, also if the last one is incomplete, so that the results contain
// the suggestions. Titles with the words side by side, such as codes, come first.
func allWords(text string) object {
	return object{"bool": object{
		"must": object{"bool": object{
			"should": []object{
				{"multi_match": object{
					"query": text, "type": "cross_fields", "operator": "and", "fields": searchedFields,
				}},
				typed(text),
			},
			"minimum_should_match": 1,
		}},
		"should": []object{
			{"match_phrase_prefix": object{"title.typing": object{"query": text, "boost": 8}}},
			{"match_phrase": object{"title.typing": object{"query": text, "boost": 8}}},
		},
	}}
}

// typed matches documents with all words in the name, the last of which may be incomplete.
func typed(text string) object {
	return object{"multi_match": object{
		"query": text, "type": "bool_prefix", "operator": "and",
		"fields": []string{"title.typing", "title.typing._2gram", "title.typing._3gram", "keywords"},
	}}
}

// Suggest returns suggestions for an incomplete query.
func (e *Engine) Suggest(ctx context.Context, scope search.Scope, q search.Query) ([]search.Hit, error) {
	q.Text = search.SplitWords(q.Text)
	result, err := e.first(ctx, scope, q, tolerantly(q.Text, attempt{match: typed(q.Text), marks: marks(q.Text)}))
	if err != nil {
		return nil, err
	}
	return result.Hits, nil
}

func (e *Engine) ask(
	ctx context.Context, scope search.Scope, q search.Query, match, marks object,
) (*search.Result, error) {
	whole := object{"number_of_fragments": 0}
	request := object{
		"from": q.Offset, "size": q.Limit, "track_total_hits": true,
		"query": object{
			"bool": object{
				"must":   match,
				"filter": object{"terms": object{"countries": []string{search.EveryCountry, q.Country}}},
			},
		},
		"aggs": object{"kinds": object{"terms": object{"field": "kind", "size": len(search.Kinds)}}},
		"sort": []any{"_score", object{"order": "asc"}, object{"id": "asc"}},
		"highlight": object{
			"pre_tags":            []string{markStart},
			"post_tags":           []string{markEnd},
			"highlight_query":     marks,
			"require_field_match": true,
			"fields": object{
				"title":        whole,
				"title.typing": whole,
				"description":  whole,
				"text":         object{"number_of_fragments": 1, "fragment_size": 180},
			},
		},
	}
	if len(q.Kinds) > 0 {
		request["post_filter"] = object{"terms": object{"kind": q.Kinds}}
	}
	body, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	answer, err := e.client.Search(
		ctx,
		&opensearchapi.SearchReq{Indices: []string{e.index(scope)}, Body: bytes.NewReader(body)},
	)
	var result *search.Result
	if err == nil {
		result, err = resultOf(answer)
	}
	var refusal *opensearch.StructError
	if errors.As(err, &refusal) && refusal.Err.Type == "index_not_found_exception" {
		err = fmt.Errorf("%w: %w", search.ErrIndexLost, err)
	}
	if err != nil {
		err = transport.HideInput(err, append(strings.Fields(q.Text), q.Text)) // the engine quotes what it cannot read
	}
	if e.latest.note(err) != nil {
		return nil, fmt.Errorf("query the search index %s: %w", e.index(scope), err)
	}
	return result, nil
}

var errMalformed = errors.New("the search engine's response lacks required fields")

// resultOf converts a response. A response without a total, counts or records is malformed: it must not count as
// one without results.
func resultOf(answer *opensearchapi.SearchResp) (*search.Result, error) {
	if answer.Hits.Total.Relation == "" || len(answer.Aggregations) == 0 {
		return nil, errMalformed
	}
	var counted struct {
		Kinds *struct {
			Buckets []struct {
				Key   search.Kind `json:"key"`
				Count int         `json:"doc_count"`
			} `json:"buckets"`
		} `json:"kinds"`
	}
	if err := json.Unmarshal(answer.Aggregations, &counted); err != nil {
		return nil, fmt.Errorf("decode the counts: %w", err)
	}
	if counted.Kinds == nil {
		return nil, errMalformed
	}
	result := &search.Result{
		Total:        answer.Hits.Total.Value,
		ByKind:       map[search.Kind]int{},
		IsIncomplete: answer.Timeout || answer.Shards.Failed > 0,
	}
	for _, b := range counted.Kinds.Buckets {
		result.ByKind[b.Key] = b.Count
	}
	for _, h := range answer.Hits.Hits {
		var r record
		if err := json.Unmarshal(h.Source, &r); err != nil {
			return nil, fmt.Errorf("decode a hit: %w", err)
		}
		if r.ID == "" || r.Title == "" || r.Kind == "" {
			return nil, errMalformed
		}
		result.Hits = append(result.Hits, hit(r, h.Highlight))
	}
	return result, nil
}

func hit(r record, highlight map[string][]string) search.Hit {
	d := &search.Document{
		ID:          r.ID,
		Kind:        r.Kind,
		Title:       r.Title,
		Description: r.Description,
		Text:        r.Text,
		Keywords:    r.Keywords,
		Route:       r.Route,
		File:        r.File,

		TitleLanguage: r.TitleLanguage,
		TextLanguage:  r.TextLanguage,
		Category:      r.Category,
		Image:         r.Image,
	}
	titles := slices.Concat(highlight["title"], highlight["title.typing"])
	h := search.Hit{Document: d, MarkedTitle: marked(titles, r.Title)}
	switch {
	case len(highlight["description"]) > 0:
		h.MarkedExcerpt = excerpt(highlight["description"][0])
	case len(highlight["text"]) > 0:
		h.MarkedExcerpt = excerpt(highlight["text"][0])
	case r.Description != "":
		h.MarkedExcerpt = search.Excerpt(r.Description, nil)
	default:
		h.MarkedExcerpt = search.Excerpt(r.Text, nil)
	}
	return h
}

func marked(fragments []string, plain string) search.Marked {
	if len(fragments) == 0 {
		return search.Mark(plain, nil)
	}
	text, spans := unmark(fragments[0])
	return search.Mark(text, spans)
}

func excerpt(fragment string) search.Marked {
	text, spans := unmark(fragment)
	return search.Excerpt(text, spans)
}

// unmark removes the marks from a text and returns their positions.
func unmark(text string) (string, []search.Span) {
	var plain strings.Builder
	var spans []search.Span
	for text != "" {
		before, rest, found := strings.Cut(text, markStart)
		plain.WriteString(before)
		if !found {
			break
		}
		word, after, _ := strings.Cut(rest, markEnd)
		spans = append(spans, search.Span{Start: plain.Len(), End: plain.Len() + len(word)})
		plain.WriteString(word)
		text = after
	}
	return plain.String(), spans
}
