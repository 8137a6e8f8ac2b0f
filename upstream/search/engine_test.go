package search

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"strand/domain/search"
	"strand/internal/health"
)

// fakeEngine implements the part of the protocol that the engine uses, and checks the requests.
type fakeEngine struct {
	t       *testing.T
	url     string
	mu      sync.Mutex
	indexes map[string]map[string]map[string]any
	created map[string]map[string]any
	asked   []map[string]any
	// bulks counts the written documents; down makes every response a 503.
	bulks int
	down  bool
	// beforeDelete is called once before old documents are deleted; may be nil.
	beforeDelete func()
}

func (s *fakeEngine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	answer := func(status int, v any) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(v)
	}
	if user, password, ok := r.BasicAuth(); !ok || user != "strand" || password != "secret" {
		answer(http.StatusUnauthorized, object{"error": "no", "status": 401})
		return
	}
	if s.down {
		answer(
			http.StatusServiceUnavailable,
			object{"error": object{"type": "unavailable", "reason": "down"}, "status": 503},
		)
		return
	}
	index, action, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	body, err := io.ReadAll(r.Body)
	if err != nil {
		s.t.Error(err)
	}
	switch {
	case r.URL.Path == "/":
		answer(http.StatusOK, object{"name": "node", "cluster_name": "cluster", "version": object{"number": "2.19.0"}})
	case r.Method == http.MethodHead:
		if s.indexes[index] == nil {
			w.WriteHeader(http.StatusNotFound)
		}
	case r.Method == http.MethodPut && action == "":
		var definition map[string]any
		if err := json.Unmarshal(body, &definition); err != nil {
			s.t.Error(err)
		}
		s.indexes[index], s.created[index] = map[string]map[string]any{}, definition
		answer(http.StatusOK, object{"acknowledged": true, "shards_acknowledged": true, "index": index})
	case action == "_bulk":
		answer(http.StatusOK, object{"took": 1, "errors": false, "items": s.bulk(index, string(body))})
	case action == "_delete_by_query":
		var q struct {
			Query struct {
				Range struct{ Written struct{ Lt int64 } }
			}
		}
		if err := json.Unmarshal(body, &q); err != nil || q.Query.Range.Written.Lt == 0 {
			s.t.Errorf("%s %v", body, err)
		}
		if first := s.beforeDelete; first != nil {
			s.beforeDelete = nil
			s.mu.Unlock()
			first()
			s.mu.Lock()
		}
		for id, doc := range s.indexes[index] {
			if int64(doc["written"].(float64)) < q.Query.Range.Written.Lt {
				delete(s.indexes[index], id)
			}
		}
		answer(http.StatusOK, object{"took": 1, "timed_out": false, "total": 0, "deleted": 0, "failures": []any{}})
	case action == "_search":
		answer(http.StatusOK, s.search(index, body))
	default:
		s.t.Errorf("%s %s", r.Method, r.URL)
	}
}

func (s *fakeEngine) bulk(index, body string) []any {
	items := []any{}
	lines := bufio.NewScanner(strings.NewReader(body))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var action map[string]struct {
			ID string `json:"_id"`
		}
		if err := json.Unmarshal(lines.Bytes(), &action); err != nil {
			s.t.Errorf("%s: %v", lines.Text(), err)
			return nil
		}
		s.bulks++
		if a, ok := action["delete"]; ok {
			delete(s.indexes[index], a.ID)
			items = append(items, object{"delete": object{"_id": a.ID, "status": 200}})
			continue
		}
		var doc map[string]any
		if !lines.Scan() || json.Unmarshal(lines.Bytes(), &doc) != nil {
			s.t.Error("an action without its document")
		}
		s.indexes[index][action["index"].ID] = doc
		items = append(items, object{"index": object{"_id": action["index"].ID, "status": 201}})
	}
	return items
}

// search matches titles that contain the text, and in fuzzy queries all documents.
func (s *fakeEngine) search(index string, body []byte) any {
	var q map[string]any
	if err := json.Unmarshal(body, &q); err != nil {
		s.t.Error(err)
	}
	s.asked = append(s.asked, q)
	b := q["query"].(map[string]any)["bool"].(map[string]any)
	texts := fieldValues(b["must"], "query")
	countries := b["filter"].(map[string]any)["terms"].(map[string]any)["countries"].([]any)
	forgives := len(fieldValues(b["must"], "fuzziness")) > 0
	hits, buckets := []any{}, map[string]int{}
	for id, doc := range s.indexes[index] {
		title := doc["title"].(string)
		at, length := -1, 0
		for _, text := range texts {
			if i := strings.Index(strings.ToLower(title), text.(string)); i >= 0 {
				at, length = i, len(text.(string))
			}
		}
		visible := slices.ContainsFunc(
			doc["countries"].([]any),
			func(c any) bool { return slices.Contains(countries, c) },
		)
		if !visible || at < 0 && !forgives {
			continue
		}
		buckets[doc["kind"].(string)]++
		h := object{"_index": index, "_id": id, "_score": 1.0, "_source": doc}
		if end := at + length; at >= 0 {
			h["highlight"] = object{"title": []string{title[:at] + markStart + title[at:end] + markEnd + title[end:]}}
		}
		hits = append(hits, h)
	}
	counted := []any{}
	for kind, n := range buckets {
		counted = append(counted, object{"key": kind, "doc_count": n})
	}
	return object{
		"took":      1,
		"timed_out": false,
		"_shards":   object{"total": 1, "successful": 1, "skipped": 0, "failed": 0},
		"hits":      object{"total": object{"value": len(hits), "relation": "eq"}, "max_score": 1.0, "hits": hits},
		"aggregations": object{
			"kinds": object{"doc_count_error_upper_bound": 0, "sum_other_doc_count": 0, "buckets": counted},
		},
	}
}

func startFakeEngine(t *testing.T) (*fakeEngine, *Engine) {
	t.Helper()
	s := &fakeEngine{t: t, indexes: map[string]map[string]map[string]any{}, created: map[string]map[string]any{}}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	s.url = server.URL
	return s, s.engine()
}

// engine returns the engine of a server.
func (s *fakeEngine) engine() *Engine {
	s.t.Helper()
	e, err := New(Options{URL: s.url, User: "strand", Password: "secret", Prefix: "strand", Timeout: 2 * time.Second})
	if err != nil {
		s.t.Fatal(err)
	}
	return e
}

var scope = search.Scope{Site: "main", Language: "de"}

func TestEngine(t *testing.T) {
	s, e := startFakeEngine(t)
	ctx := context.Background()
	docs := []search.Document{
		{
			ID:          "page:1",
			Kind:        search.Page,
			Title:       "Crimpen & mehr",
			Description: "Wie ein <Crimp> entsteht.",
			Route:       "/solutions/crimping",
		},
		{
			ID:        "product:2",
			Kind:      search.Product,
			Title:     "Crimpmaschine",
			Text:      "Lang",
			Countries: []string{"CH"},
			Route:     "/products/x",
		},
	}
	s.indexes["strand-main-de-v2"] = nil
	if err := e.Sync(ctx, scope, docs); err != nil {
		t.Fatal(err)
	}
	created := s.created["strand-main-de-v2"]
	if !slices.Contains(fieldValues(created, "type"), any("dictionary_decompounder")) {
		t.Errorf("the index is not defined for German: %v", created)
	}
	result, err := e.Search(
		ctx,
		scope,
		search.Query{Text: "crimp", Country: "CH", Kinds: []search.Kind{search.Page}, Limit: 10, Offset: 0},
	)
	if err != nil || result.Total != 2 || result.ByKind[search.Product] != 1 || result.IsCorrected {
		t.Fatalf("%+v %v", result, err)
	}
	for _, h := range result.Hits {
		if h.ID == "page:1" &&
			(h.MarkedTitle.HTML() != "<em>Crimp</em>en &amp; mehr" ||
				h.MarkedExcerpt.HTML() != "Wie ein &lt;Crimp&gt; entsteht." || h.Route != "/solutions/crimping") {
			t.Errorf("%+v", h)
		}
	}
	query := s.asked[0]
	filter := object{"terms": object{"kind": []any{"PAGE"}}}
	if !reflect.DeepEqual(query["post_filter"], any(filter)) ||
		!slices.Contains(fieldValues(query, "operator"), any("and")) {
		t.Errorf("%+v", query)
	}
	// A document for Switzerland is not found in other countries.
	if result, err = e.Search(ctx, scope, search.Query{Text: "crimpmaschine", Country: "DE", Limit: 10}); err != nil ||
		!result.IsCorrected {
		t.Errorf("%+v %v", result, err)
	}
	hits, err := e.Suggest(ctx, scope, search.Query{Text: "crimpm", Country: "CH", Limit: 8})
	if err != nil || len(hits) != 1 || hits[0].MarkedTitle.HTML() != "<em>Crimpm</em>aschine" ||
		hits[0].MarkedExcerpt.String() != "Lang" {
		t.Errorf("%+v %v", hits, err)
	}
}

// TestEngine_Words: texts are split into words as in process, an incomplete last word is found, and synonyms come
// first.
//
// Rules: SRCH-9, SRCH-15.
func TestEngine_Words(t *testing.T) {
	for _, language := range []string{"en", "de", "fr", "es", "pt", "cs", "hu", "ro", "sk", "ja", "zh"} {
		data, err := json.Marshal(definition(language))
		if err != nil {
			t.Fatal(err)
		}
		var created struct {
			Settings struct {
				Analysis struct {
					CharFilter map[string]struct{ Mappings []string } `json:"char_filter"`
					Filter     map[string]map[string]any
					Analyzer   map[string]struct {
						CharFilter []string `json:"char_filter"`
						Tokenizer  string
						Filter     []string
					}
				}
			}
			Mappings struct {
				Properties map[string]struct {
					Analyzer string
					Fields   map[string]struct{ Type, Analyzer string }
				}
			}
		}
		if err := json.Unmarshal(data, &created); err != nil {
			t.Fatal(err)
		}
		a := created.Settings.Analysis
		for field, p := range created.Mappings.Properties {
			analyzers := []string{p.Analyzer}
			for _, sub := range p.Fields {
				analyzers = append(analyzers, sub.Analyzer)
			}
			for _, name := range analyzers {
				if name == "" {
					continue
				}
				used, ok := a.Analyzer[name]
				if !ok {
					t.Errorf("%s: %s has the unknown analyzer %s", language, field, name)
				}
				if !slices.Contains(used.CharFilter, compatibility) || !slices.Contains(used.Filter, splitWords) ||
					!slices.Contains(used.Filter, "lowercase") || used.Tokenizer != "standard" {
					t.Errorf("%s: %s is analyzed by %+v", language, field, used)
				}
				for _, filter := range used.Filter {
					if _, ok := a.Filter[filter]; !ok && strings.HasPrefix(filter, "strand_") {
						t.Errorf("%s: the filter %s is not defined", language, filter)
					}
				}
			}
		}
		if split := a.Filter[splitWords]; split["split_on_numerics"] != true || split["split_on_case_change"] != false {
			t.Errorf("%s: %v", language, split)
		}
		for _, mapping := range []string{
			`\u00b2 => \u0032`, `\uff10 => \u0030`, `\uff21 => \u0041`, `\u3000 => \u0020`, `\ufb01 => \u0066\u0069`,
		} {
			if !slices.Contains(a.CharFilter[compatibility].Mappings, mapping) {
				t.Errorf("%s: no mapping %s", language, mapping)
			}
		}
	}

	s, e := startFakeEngine(t)
	s.indexes["strand-main-en-v2"] = map[string]map[string]any{}
	english := search.Scope{Site: "main", Language: "en"}
	for text, want := range map[string][]any{
		"alpha530": {"alpha 530"}, "Ａｌｐｈａ　５３": {"Alpha 53"}, "jobs": {"careers", "jobs"},
	} {
		s.asked = nil
		if _, err := e.Search(t.Context(), english, search.Query{Text: text, Limit: 10}); err != nil {
			t.Fatal(err)
		}
		asked := fieldValues(s.asked[0]["query"], "query")
		for _, value := range asked {
			if !slices.Contains(want, value) {
				t.Errorf("%s: asked for %v", text, value)
			}
		}
		for _, value := range want {
			if !slices.Contains(asked, value) {
				t.Errorf("%s: not asked for %v", text, value)
			}
		}
		for _, kind := range []string{"cross_fields", "bool_prefix"} {
			if !slices.Contains(fieldValues(s.asked[0]["query"], "type"), any(kind)) {
				t.Errorf("%s: no query of the type %s", text, kind)
			}
		}
		isPreferred := slices.Contains(fieldValues(s.asked[0]["query"], "boost"), any(float64(synonymBoost)))
		if isPreferred != (len(want) > 1) {
			t.Errorf("%s: synonyms are preferred: %t", text, isPreferred)
		}
	}
}

// TestEngine_Sync: only changed documents are sent, and documents of earlier servers are deleted.
func TestEngine_Sync(t *testing.T) {
	s, e := startFakeEngine(t)
	ctx := context.Background()
	s.indexes["strand-main-de-v2"] = map[string]map[string]any{
		"page:old": {
			"id":        "page:old",
			"written":   float64(time.Now().Add(-time.Hour).UnixMilli()),
			"title":     "Old",
			"countries": []any{"*"},
		},
	}
	docs := []search.Document{{ID: "a", Title: "A"}, {ID: "b", Title: "B"}, {ID: "c", Title: "C"}}
	for _, round := range []struct {
		change func()
		bulks  int
		ids    string
	}{
		{func() {}, 3, "a b c"},
		{func() {}, 0, "a b c"},
		{func() { docs[1].Title = "Other" }, 1, "a b c"},
		{func() { docs = docs[1:] }, 1, "b c"},
		{func() { docs = nil }, 2, ""},
	} {
		round.change()
		s.bulks = 0
		if err := e.Sync(ctx, scope, docs); err != nil {
			t.Fatal(err)
		}
		var ids []string
		for id := range s.indexes["strand-main-de-v2"] {
			ids = append(ids, id)
		}
		slices.Sort(ids)
		if got := strings.Join(ids, " "); got != round.ids || s.bulks != round.bulks {
			t.Errorf("%q with %d changes, not %q with %d", got, s.bulks, round.ids, round.bulks)
		}
	}
}

// TestEngine_Replicas: two servers that start at the same time do not delete each other's documents.
func TestEngine_Replicas(t *testing.T) {
	s, one := startFakeEngine(t)
	two := s.engine()
	docs := []search.Document{{ID: "a", Title: "A"}, {ID: "b", Title: "B"}}
	s.beforeDelete = func() {
		if err := two.Sync(context.Background(), scope, docs); err != nil {
			t.Error(err)
		}
	}
	if err := one.Sync(context.Background(), scope, docs); err != nil {
		t.Fatal(err)
	}
	if n := len(s.indexes["strand-main-de-v2"]); n != len(docs) {
		t.Errorf("%d documents are left", n)
	}
}

// TestEngine_LostIndex: a lost index is filled again.
func TestEngine_LostIndex(t *testing.T) {
	s, e := startFakeEngine(t)
	docs := []search.Document{{ID: "a", Title: "A"}, {ID: "b", Title: "B"}}
	for range 2 {
		if err := e.Sync(context.Background(), scope, docs); err != nil {
			t.Fatal(err)
		}
		if n := len(s.indexes["strand-main-de-v2"]); n != len(docs) {
			t.Errorf("%d documents", n)
		}
		delete(s.indexes, "strand-main-de-v2")
	}
}

func TestEngine_Down(t *testing.T) {
	s, e := startFakeEngine(t)
	s.down = true
	if err := e.Sync(context.Background(), scope, nil); err == nil {
		t.Error("Sync succeeds while the search engine is down")
	}
	if _, err := e.Search(context.Background(), scope, search.Query{Text: "x"}); err == nil {
		t.Error("Search succeeds while the search engine is down")
	}
	if got := e.Health(t.Context()); got.Status != health.Down {
		t.Errorf("a search engine that is down: %+v", got)
	}
	s.down = false
	if err := e.Sync(context.Background(), scope, nil); err != nil || e.Health(t.Context()).Status != health.Up {
		t.Errorf("a search engine that is back: %v, %+v", err, e.Health(t.Context()))
	}
}

// TestEngine_Health: Health calls a search engine that was not called recently.
func TestEngine_Health(t *testing.T) {
	s, e := startFakeEngine(t)
	for _, down := range []bool{true, false} {
		s.mu.Lock()
		s.down = down
		s.mu.Unlock()
		want := health.Up
		if down {
			want = health.Down
		}
		e.latest.at = time.Time{} // simulates a call long ago
		if got := e.Health(t.Context()); got.Status != want {
			t.Errorf("down %v: %+v", down, got)
		}
	}
}

// TestEngine_BrokenAnswers: a response without required fields is an error, not an empty result.
func TestEngine_BrokenAnswers(t *testing.T) {
	const shards, counts = `"_shards":{"total":1,"successful":1,"failed":0}`, `"aggregations":{"kinds":{"buckets":[]}}`
	for name, test := range map[string]struct {
		answer     string
		isError    bool
		incomplete bool
	}{
		"well": {
			`{` + shards + `,"hits":{"total":{"value":0,"relation":"eq"},"hits":[]},` + counts + `}`, false, false,
		},
		"a shard fails": {
			`{"_shards":{"total":2,"successful":1,"failed":1},"hits":{"total":{"value":0,"relation":"eq"},"hits":[]},` +
				counts + `}`,
			false, true,
		},
		"timed out": {
			`{"timed_out":true,` + shards + `,"hits":{"total":{"value":0,"relation":"eq"},"hits":[]},` + counts + `}`,
			false, true,
		},
		"nulls": {`{"_shards":null,"hits":null,"aggregations":null}`, true, false},
		"no total": {
			`{` + shards + `,"hits":{"total":{"value":null,"relation":null},"hits":[]},` + counts + `}`, true, false,
		},
		"no counts": {`{` + shards + `,"hits":{"total":{"value":0,"relation":"eq"},"hits":[]}}`, true, false},
		"null hit": {
			`{` + shards + `,"hits":{"total":{"value":1,"relation":"eq"},"hits":[null]},` + counts + `}`, true, false,
		},
		"null fields": {`{` + shards + `,"hits":{"total":{"value":1,"relation":"eq"},"hits":[{"_source":{"id":null,"title":null}}]},` +
			counts + `}`, true, false},
		"HTML":      {`<html>Maintenance</html>`, true, false},
		"cut":       {`{"hits":{"total":`, true, false},
		"too large": {`{"hits":"` + strings.Repeat("x", maxAnswer) + `"}`, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				_, _ = io.WriteString(w, test.answer)
			}))
			t.Cleanup(server.Close)
			e, err := New(Options{URL: server.URL, Prefix: "strand", Timeout: 20 * time.Second})
			if err != nil {
				t.Fatal(err)
			}
			result, err := e.Search(t.Context(), scope, search.Query{Text: "x", Limit: 10})
			want := health.Up
			if test.isError {
				want = health.Down
			}
			if (err != nil) != test.isError || err == nil && result.IsIncomplete != test.incomplete {
				t.Errorf("%+v, %v", result, err)
			}
			if got := e.Health(t.Context()); got.Status != want {
				t.Errorf("health: %+v", got)
			}
			e.latest.at = time.Time{} // simulates a call long ago
			if got := e.Health(t.Context()); got.Status != health.Down {
				t.Errorf("health after a malformed response: %+v", got)
			}
		})
	}
}

// fieldValues returns the values of all fields with a name in a decoded JSON value.
func fieldValues(value any, name string) []any {
	var found []any
	switch v := value.(type) {
	case map[string]any:
		for key, child := range v {
			if key == name {
				found = append(found, child)
			}
			found = append(found, fieldValues(child, name)...)
		}
	case []any:
		for _, child := range v {
			found = append(found, fieldValues(child, name)...)
		}
	}
	return found
}
