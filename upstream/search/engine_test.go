package search

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"strand/domain/search"
	"strand/internal/health"
	"strand/test/upstreamtest"
)

// fakeEngine is a search engine that checks the requests.
type fakeEngine struct {
	*upstreamtest.SearchEngine
	t   *testing.T
	url string
}

func startFakeEngine(t *testing.T) (*fakeEngine, *Engine) {
	t.Helper()
	s := &fakeEngine{SearchEngine: upstreamtest.NewSearchEngine(t.Errorf), t: t}
	s.User, s.Password = "strand", "secret"
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
	docs := []*search.Document{
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
	s.Indexes["strand-main-de-v6"] = nil
	if err := e.Sync(ctx, scope, docs); err != nil {
		t.Fatal(err)
	}
	created := s.Created["strand-main-de-v6"]
	if !slices.Contains(upstreamtest.FieldValues(created, "type"), any("dictionary_decompounder")) {
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
	query := s.Asked[0]
	filter := object{"terms": object{"kind": []any{"PAGE"}}}
	if !reflect.DeepEqual(query["post_filter"], any(filter)) ||
		!slices.Contains(upstreamtest.FieldValues(query, "operator"), any("and")) {
		t.Errorf("%+v", query)
	}
	// A document for Switzerland is not found in other countries.
	if result, err = e.Search(ctx, scope, search.Query{Text: "crimpmaschine", Country: "DE", Limit: 10}); err != nil ||
		!result.IsCorrected {
		t.Errorf("%+v %v", result, err)
	}
	asked := len(s.Asked)
	long := search.Query{Text: strings.Repeat("x", 200), Country: "CH", Limit: 10}
	if result, err = e.Search(ctx, scope, long); err != nil || result.IsCorrected || len(s.Asked) != asked+1 {
		t.Errorf("a long word is searched with typing errors: %+v %v", result, err)
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
	s.Indexes["strand-main-en-v6"] = map[string]map[string]any{}
	english := search.Scope{Site: "main", Language: "en"}
	for text, want := range map[string][]any{
		"alpha530": {"alpha 530"}, "Ａｌｐｈａ　５３": {"Alpha 53"}, "jobs": {"careers", "jobs"},
	} {
		s.Asked = nil
		if _, err := e.Search(t.Context(), english, search.Query{Text: text, Limit: 10}); err != nil {
			t.Fatal(err)
		}
		asked := upstreamtest.FieldValues(s.Asked[0]["query"], "query")
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
			if !slices.Contains(upstreamtest.FieldValues(s.Asked[0]["query"], "type"), any(kind)) {
				t.Errorf("%s: no query of the type %s", text, kind)
			}
		}
		boosts := upstreamtest.FieldValues(s.Asked[0]["query"], "boost")
		isPreferred := slices.Contains(boosts, any(float64(synonymBoost)))
		if isPreferred != (len(want) > 1) {
			t.Errorf("%s: synonyms are preferred: %t", text, isPreferred)
		}
	}
}

// TestEngine_Sync: only changed documents are sent, and documents of earlier servers are deleted.
func TestEngine_Sync(t *testing.T) {
	s, e := startFakeEngine(t)
	ctx := context.Background()
	s.Indexes["strand-main-de-v6"] = map[string]map[string]any{
		"page:old": {
			"id":        "page:old",
			"written":   float64(time.Now().Add(-time.Hour).UnixMilli()),
			"title":     "Old",
			"countries": []any{"*"},
		},
	}
	docs := []*search.Document{{ID: "a", Title: "A"}, {ID: "b", Title: "B"}, {ID: "c", Title: "C"}}
	for _, round := range []struct {
		change func()
		bulks  int
		ids    string
	}{
		{func() {}, 4, "a b c"}, // and one of an earlier server is removed
		{func() {}, 0, "a b c"},
		{func() { docs[1] = &search.Document{ID: "b", Title: "Other"} }, 1, "a b c"},
		{func() { docs = docs[1:] }, 1, "b c"},
		{func() { docs = nil }, 2, ""},
	} {
		round.change()
		s.Bulks = 0
		if err := e.Sync(ctx, scope, docs); err != nil {
			t.Fatal(err)
		}
		var ids []string
		for id := range s.Indexes["strand-main-de-v6"] {
			ids = append(ids, id)
		}
		slices.Sort(ids)
		if got := strings.Join(ids, " "); got != round.ids || s.Bulks != round.bulks {
			t.Errorf("%q with %d changes, not %q with %d", got, s.Bulks, round.ids, round.bulks)
		}
	}
}

// TestEngine_Servers: an index is built once, a further server sends only what differs, and does not delete what
// another server has sent just now.
//
// Rules: SRCH-19.
func TestEngine_Servers(t *testing.T) {
	s, one := startFakeEngine(t)
	ctx := context.Background()
	docs := make([]*search.Document, 0, presentPage+10)
	for i := range cap(docs) {
		docs = append(docs, &search.Document{ID: fmt.Sprintf("page:%05d", i), Title: "Title"})
	}
	if err := one.Sync(ctx, scope, docs); err != nil || s.Bulks != len(docs) {
		t.Fatalf("the first server sends %d documents, %v", s.Bulks, err)
	}
	for _, round := range []struct {
		name        string
		docs        []*search.Document
		bulks, left int
	}{
		{"the same", docs, 0, len(docs)},
		{"one differs", append([]*search.Document{{ID: "page:00000", Title: "Other"}}, docs[1:]...), 1, len(docs)},
		{"a server that lacks one", docs[:len(docs)-1], 1, len(docs)},
	} {
		s.Bulks = 0
		if err := s.engine().Sync(ctx, scope, round.docs); err != nil {
			t.Fatal(err)
		}
		if left := len(s.Indexes["strand-main-de-v6"]); s.Bulks != round.bulks || left != round.left {
			t.Errorf("%s: %d are sent, %d documents are left", round.name, s.Bulks, left)
		}
	}
	for _, doc := range s.Indexes["strand-main-de-v6"] {
		doc["written"] = float64(time.Now().Add(-time.Hour).UnixMilli())
	}
	s.Bulks = 0
	if err := s.engine().Sync(ctx, scope, docs[:10]); err != nil {
		t.Fatal(err)
	}
	if left := len(s.Indexes["strand-main-de-v6"]); left != 10 || s.Bulks != len(docs)-10 {
		t.Errorf("%d are sent, %d documents are left", s.Bulks, left)
	}
}

// TestEngine_FirstSync: of two servers that fill a new index at the same time, one sends the documents.
//
// Rules: SRCH-19.
func TestEngine_FirstSync(t *testing.T) {
	s, _ := startFakeEngine(t)
	docs := []*search.Document{{ID: "a", Title: "A"}, {ID: "b", Title: "B"}}
	var lease sync.Mutex
	var servers errgroup.Group
	for range 2 {
		e := s.engine()
		e.hold = func(_ context.Context, name string) (release func()) {
			if name != "strand-main-de-v6" {
				t.Errorf("the server reserves %q", name)
			}
			lease.Lock()
			return lease.Unlock
		}
		servers.Go(func() error { return e.Sync(t.Context(), scope, docs) })
	}
	if err := servers.Wait(); err != nil || s.Bulks != len(docs) {
		t.Errorf("%d documents are sent, %v", s.Bulks, err)
	}
}

// TestEngine_LostIndex: a lost index is filled again.
func TestEngine_LostIndex(t *testing.T) {
	s, e := startFakeEngine(t)
	docs := []*search.Document{{ID: "a", Title: "A"}, {ID: "b", Title: "B"}}
	for range 2 {
		if err := e.Sync(context.Background(), scope, docs); err != nil {
			t.Fatal(err)
		}
		if n := len(s.Indexes["strand-main-de-v6"]); n != len(docs) {
			t.Errorf("%d documents", n)
		}
		delete(s.Indexes, "strand-main-de-v6")
	}
}

func TestEngine_Down(t *testing.T) {
	s, e := startFakeEngine(t)
	s.Down = true
	if err := e.Sync(context.Background(), scope, nil); err == nil {
		t.Error("Sync succeeds while the search engine is down")
	}
	if _, err := e.Search(context.Background(), scope, search.Query{Text: "unavailable"}); err == nil {
		t.Error("Search succeeds while the search engine is down")
	}
	// Operators see the cause, without what a visitor has typed.
	if got := e.Health(t.Context()); got.Status != health.Down || !strings.Contains(got.Cause, "503") ||
		strings.Contains(got.Cause, "unavailable") {
		t.Errorf("a search engine that is down: %+v", got)
	}
	s.Down = false
	if err := e.Sync(context.Background(), scope, nil); err != nil || e.Health(t.Context()).Status != health.Up {
		t.Errorf("a search engine that is back: %v, %+v", err, e.Health(t.Context()))
	}
}

// TestEngine_Health: Health calls a search engine that was not called recently.
func TestEngine_Health(t *testing.T) {
	s, e := startFakeEngine(t)
	for _, down := range []bool{true, false} {
		s.Lock()
		s.Down = down
		s.Unlock()
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
