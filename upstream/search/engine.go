// Package search uses a search engine with the protocol of OpenSearch and Elasticsearch. It maintains an index per
// site and language.
package search

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/opensearch-project/opensearch-go/v4"
	"github.com/opensearch-project/opensearch-go/v4/opensearchapi"

	"strand/domain/search"
	"strand/domain/site"
	"strand/internal/outbound"
	"strand/internal/telemetry"
	"strand/upstream/transport"
)

const (
	// bulkBytes is the approximate size of a bulk request.
	bulkBytes = 4 << 20
	// presentPage is how many documents of an index are read in a request.
	presentPage = 5000
	// clockSkew is the maximum difference between the clocks of servers that share an index.
	clockSkew = time.Minute
	// Marks around matching words: characters for private use, since the engine trims control characters like spaces.
	// recordOf removes them from documents.
	markStart, markEnd = "\ue000", "\ue001"
)

// Options configures the search engine.
type Options struct {
	URL, User, Password string
	// Access is added to each request.
	Access outbound.Access
	// Prefix is the prefix of the index names.
	Prefix string
	// Timeout limits one call.
	Timeout time.Duration
	// Hold reserves a name for this server among those that share the indexes, until release is called; nil for one
	// server.
	Hold func(ctx context.Context, name string) (release func())
}

// Engine maintains indexes in a remote search engine. It is safe for concurrent use.
type Engine struct {
	client      *opensearchapi.Client
	prefix      string
	hold        func(ctx context.Context, name string) (release func())
	latest      latest
	mu          sync.Mutex
	sentByScope map[search.Scope]*sentDocuments
}

// sentDocuments contains what this server has sent to an index, or found there.
type sentDocuments struct {
	mu     sync.Mutex
	hashes map[string]string
}

// New returns an engine. It does not call the search engine, so that the server can start while it is down.
func New(o Options) (*Engine, error) {
	client, err := opensearchapi.NewClient(
		opensearchapi.Config{Client: opensearch.Config{
			Addresses:      []string{o.URL},
			Username:       o.User,
			Password:       o.Password,
			RequestTimeout: o.Timeout,
			MaxRetries:     2,
			Transport: limitedTransport{
				telemetry.Transport("search", o.Access.Over(outbound.NewTransport(o.Timeout))),
			},
		}},
	)
	if err != nil {
		return nil, fmt.Errorf("create a client of the search engine: %w", err)
	}
	return &Engine{
		client:      client,
		prefix:      o.Prefix,
		hold:        o.Hold,
		sentByScope: map[search.Scope]*sentDocuments{},
	}, nil
}

func (e *Engine) index(scope search.Scope) string {
	return strings.ToLower(e.prefix + "-" + scope.Site + "-" + scope.Language + "-v" + definitionVersion)
}

// record is a document in the search engine.
type record struct {
	ID string `json:"id"`
	// Hash is that of the other fields, without the time.
	Hash string `json:"hash"`
	// Written is the time at which the document was sent, in milliseconds since 1970.
	Written     int64       `json:"written"`
	Kind        search.Kind `json:"kind"`
	Title       string      `json:"title"`
	Description string      `json:"description,omitempty"`
	Text        string      `json:"text,omitempty"`
	Keywords    []string    `json:"keywords,omitempty"`
	Route       string      `json:"route,omitempty"`
	File        string      `json:"file,omitempty"`
	Countries   []string    `json:"countries"`

	TitleLanguage string      `json:"titleLanguage,omitempty"`
	TextLanguage  string      `json:"textLanguage,omitempty"`
	Context       string      `json:"context,omitempty"`
	Category      string      `json:"category,omitempty"`
	Image         *site.Image `json:"image,omitempty"`
	// Ranges are the ranges of figures by their measure, see measureField.
	Ranges map[string][]span `json:"ranges,omitempty"`
	Order  int               `json:"order"`
}

// span is a value of a range field.
type span struct {
	Low  float64 `json:"gte"`
	High float64 `json:"lte"`
}

// measureField is the name of the field of a measure, without characters that have a meaning in names of fields. The
// field contains the ranges as they are widened, so that a query compares exactly.
func measureField(measure string) string {
	return strings.NewReplacer(".", "_", "*", "_", " ", "_", "(", "_", ")", "_").Replace(measure)
}

// Sync makes an index contain exactly the documents. The first call sends those that the index does not have, so that
// one server builds it for all; later calls send the changed ones.
func (e *Engine) Sync(ctx context.Context, scope search.Scope, docs []search.Document) error {
	return e.latest.note(e.sync(ctx, scope, docs, false))
}

// Begin sends documents that the index does not have. All others stay, since they may be those of another server.
func (e *Engine) Begin(ctx context.Context, scope search.Scope, docs []search.Document) error {
	return e.latest.note(e.sync(ctx, scope, docs, true))
}

// sync sends the documents of an index, of which docs are only some if keepsOthers is true.
func (e *Engine) sync(ctx context.Context, scope search.Scope, docs []search.Document, keepsOthers bool) error {
	e.mu.Lock()
	sent := e.sentByScope[scope]
	if sent == nil {
		sent = &sentDocuments{}
		e.sentByScope[scope] = sent
	}
	e.mu.Unlock()
	sent.mu.Lock()
	defer sent.mu.Unlock()
	index, started := e.index(scope), time.Now()
	if sent.hashes == nil && e.hold != nil && !keepsOthers {
		// A server that starts at the same time finds the documents of this one.
		defer e.hold(ctx, index)()
	}
	created, err := e.ensure(ctx, index, scope.Language)
	if err != nil {
		return fmt.Errorf("prepare the search index %s: %w", index, err)
	}
	if created {
		// The index was lost with the documents that this server sent.
		sent.hashes = nil
	}
	known, recent := sent.hashes, map[string]bool{}
	if known == nil {
		// Documents that another server sends now are not removed.
		if known, recent, err = e.present(ctx, index, started.Add(-clockSkew)); err != nil {
			return fmt.Errorf("read the search index %s: %w", index, err)
		}
	}
	hashes := make(map[string]string, len(docs))
	b := &bulk{engine: e, index: index}
	for i := range docs {
		r := recordOf(&docs[i])
		body, err := json.Marshal(r)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(body)
		r.Hash, r.Written = hex.EncodeToString(sum[:16]), time.Now().UnixMilli()
		hashes[r.ID] = r.Hash
		if known[r.ID] == r.Hash {
			continue
		}
		if err := b.put(ctx, r); err != nil {
			return fmt.Errorf("fill the search index %s: %w", index, err)
		}
	}
	for id := range known {
		if _, ok := hashes[id]; !ok && !recent[id] && !keepsOthers {
			if err := b.remove(ctx, id); err != nil {
				return fmt.Errorf("clear the search index %s: %w", index, err)
			}
		}
	}
	if err := b.send(ctx); err != nil {
		return fmt.Errorf("fill the search index %s: %w", index, err)
	}
	if !keepsOthers {
		sent.hashes = hashes
	}
	return nil
}

var withoutMarks = strings.NewReplacer(markStart, "", markEnd, "")

func recordOf(d *search.Document) record {
	ranges := map[string][]span{}
	for _, r := range d.Ranges {
		name, widened := measureField(r.Measure), r.Widened()
		ranges[name] = append(ranges[name], span{widened.Low, widened.High})
	}
	return record{
		ID:          d.ID,
		Kind:        d.Kind,
		Title:       withoutMarks.Replace(d.Title),
		Description: withoutMarks.Replace(d.Description),
		Text:        withoutMarks.Replace(d.Text),
		Keywords:    d.Keywords,
		Route:       d.Route,
		File:        d.File,
		Countries:   d.Visibility(),

		TitleLanguage: d.TitleLanguage,
		TextLanguage:  d.TextLanguage,
		Context:       d.Context,
		Category:      d.Category,
		Image:         d.Image,
		Ranges:        ranges,
		Order:         d.Order,
	}
}

// ensure creates an index if it does not exist; created reports whether it did.
func (e *Engine) ensure(ctx context.Context, index, language string) (created bool, err error) {
	response, err := e.client.Indices.Exists(ctx, opensearchapi.IndicesExistsReq{Indices: []string{index}})
	if err == nil {
		return false, nil
	}
	if response == nil || response.StatusCode != http.StatusNotFound {
		return false, err
	}
	body, err := json.Marshal(definition(language))
	if err != nil {
		return false, err
	}
	_, err = e.client.Indices.Create(ctx, opensearchapi.IndicesCreateReq{Index: index, Body: bytes.NewReader(body)})
	if err != nil && strings.Contains(err.Error(), "resource_already_exists_exception") {
		return true, nil // another replica has created it
	}
	return err == nil, err
}

// present returns the hashes of the documents of an index, and which of them were written after a time.
func (e *Engine) present(
	ctx context.Context, index string, after time.Time,
) (hashes map[string]string, recent map[string]bool, err error) {
	hashes, recent = map[string]string{}, map[string]bool{}
	for last := ""; ; {
		request := object{
			"size": presentPage, "_source": []string{"id", "hash", "written"}, "sort": []object{{"id": "asc"}},
			"query": object{"range": object{"id": object{"gt": last}}},
		}
		body, err := json.Marshal(request)
		if err != nil {
			return nil, nil, err
		}
		answer, err := e.client.Search(
			ctx, &opensearchapi.SearchReq{Indices: []string{index}, Body: bytes.NewReader(body)},
		)
		if err != nil {
			return nil, nil, err
		}
		for _, h := range answer.Hits.Hits {
			var r record
			if err := json.Unmarshal(h.Source, &r); err != nil || r.ID <= last {
				return nil, nil, errMalformed
			}
			hashes[r.ID], last = r.Hash, r.ID
			recent[r.ID] = r.Written >= after.UnixMilli()
		}
		if len(answer.Hits.Hits) < presentPage {
			return hashes, recent, nil
		}
	}
}

// bulk collects changes and sends them in requests of limited size.
type bulk struct {
	engine *Engine
	index  string
	body   bytes.Buffer
}

func (b *bulk) put(ctx context.Context, r record) error { return b.add(ctx, "index", r.ID, r) }

func (b *bulk) remove(ctx context.Context, id string) error { return b.add(ctx, "delete", id, nil) }

func (b *bulk) add(ctx context.Context, action, id string, source any) error {
	lines := json.NewEncoder(&b.body)
	if err := lines.Encode(object{action: object{"_id": id}}); err != nil {
		return err
	}
	if source != nil {
		if err := lines.Encode(source); err != nil {
			return err
		}
	}
	if b.body.Len() < bulkBytes {
		return nil
	}
	return b.send(ctx)
}

func (b *bulk) send(ctx context.Context) error {
	if b.body.Len() == 0 {
		return nil
	}
	answer, err := b.engine.client.Bulk(
		ctx,
		opensearchapi.BulkReq{
			Index:  b.index,
			Body:   bytes.NewReader(b.body.Bytes()),
			Params: opensearchapi.BulkParams{Refresh: "wait_for"},
		},
	)
	b.body.Reset()
	if err != nil {
		return err
	}
	if answer.Errors {
		return errors.New("some documents were refused")
	}
	return nil
}

// searchedFields are the fields of a search, with their boosts.
var searchedFields = []string{"title^6", "keywords^3", "description^2", "text", "context^0.1"}

// synonymBoost prefers documents with the words of the site to those with the typed words.
const synonymBoost = 10

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
