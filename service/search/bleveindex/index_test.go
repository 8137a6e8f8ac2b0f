package bleveindex

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"strand/domain/search"
	"strand/test/searchtest"
)

// TestEngine runs the tests that each engine passes.
//
// Rules: SRCH-5, SRCH-7, SRCH-9, SRCH-15, SRCH-18.
func TestEngine(t *testing.T) {
	e := New()
	t.Cleanup(func() { _ = e.Close() })
	searchtest.Run(t, e, searchtest.Options{})
	_, err := e.Search(t.Context(), search.Scope{Site: "nowhere"}, search.Query{Text: "x"})
	if !errors.Is(err, ErrNoIndex) {
		t.Error(err)
	}
}

func newTestEngine(t testing.TB) *Engine {
	t.Helper()
	e := New()
	t.Cleanup(func() { _ = e.Close() })
	for language, docs := range searchtest.Texts {
		scope := search.Scope{Site: "main", Language: language}
		if err := e.Sync(context.Background(), scope, slices.Clone(docs)); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

// cancelledAt is a context that is cancelled when it has been asked a number of times.
type cancelledAt struct {
	context.Context
	asked, at *atomic.Int32
}

func (c cancelledAt) Done() <-chan struct{} {
	done := make(chan struct{})
	if c.asked.Add(1) > c.at.Load() {
		close(done)
	}
	return done
}

func (c cancelledAt) Err() error {
	if c.asked.Load() > c.at.Load() {
		return context.Canceled
	}
	return nil
}

// TestSearch_Cancelled: a search that is cancelled at any moment is an error, also while typing errors are tolerated.
//
// Rules: SRCH-13.
func TestSearch_Cancelled(t *testing.T) {
	e := newTestEngine(t)
	for text, find := range map[string]func(ctx context.Context, q search.Query) error{
		"crimpnig": func(ctx context.Context, q search.Query) error {
			result, err := e.Search(ctx, search.Scope{Site: "main", Language: "en"}, q)
			if err == nil && searchtest.IDs(result.Hits) != "crimping" {
				t.Errorf("a cancelled search finds %q", searchtest.IDs(result.Hits))
			}
			return err
		},
		"crimpnig ": func(ctx context.Context, q search.Query) error {
			_, err := e.Suggest(ctx, search.Scope{Site: "main", Language: "en"}, q)
			return err
		},
	} {
		cancelled, at := 0, int32(0)
		for ; ; at++ {
			ctx := cancelledAt{context.Background(), new(atomic.Int32), new(atomic.Int32)}
			ctx.at.Store(at)
			err := find(ctx, search.Query{Text: text, Limit: 10})
			if err == nil {
				break
			}
			if cancelled++; !errors.Is(err, context.Canceled) {
				t.Fatalf("%q, cancelled at %d: %v", text, at, err)
			}
		}
		if cancelled < 2 {
			t.Errorf("%q was cancelled %d times", text, cancelled)
		}
	}
}

// TestSearch_LongWords: typing errors are tolerated in words and queries of a length that people type.
//
// Rules: SRCH-9.
func TestSearch_LongWords(t *testing.T) {
	e, scope := New(), search.Scope{Site: "main", Language: "en"}
	t.Cleanup(func() { _ = e.Close() })
	const word = "abcdefghijklmnopqrstuvwxyzabcd" // 30 letters
	if err := e.Sync(t.Context(), scope, []*search.Document{
		{ID: "short", Kind: search.Page, Title: word},
		{ID: "long", Kind: search.Page, Title: word + "k"},
		{ID: "many", Kind: search.Page, Title: strings.Repeat("harness ", 11)},
	}); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, text, want string }{
		{"30 letters, mistyped", strings.Replace(word, "klm", "kml", 1), "short long"},
		{"31 letters", word + "k", "long"},
		{"31 letters, mistyped", strings.Replace(word, "klm", "kml", 1) + "k", ""},
		{"79 letters, mistyped", strings.TrimSpace(strings.Repeat("harnes  ", 9) + "harness harness"), "many"},
		{"200 letters", strings.Repeat("x", 200), ""},
		{"87 letters, mistyped", strings.TrimSpace(strings.Repeat("harnsse ", 11)), ""},
	} {
		result, err := e.Search(t.Context(), scope, search.Query{Text: test.text, Limit: 10})
		if err != nil || searchtest.IDs(result.Hits) != test.want {
			t.Errorf("%s: %+v %v, want %q", test.name, result, err, test.want)
		}
	}
}

// TestSearch_LongTexts: texts of any length without spaces are found, and have an excerpt.
//
// Rules: SRCH-9.
func TestSearch_LongTexts(t *testing.T) {
	e, scope := New(), search.Scope{Site: "main", Language: "ja"}
	t.Cleanup(func() { _ = e.Close() })
	for length := piece/3 - 2; length <= piece/3+2; length++ {
		for _, before := range []string{"", "a", "ab"} {
			text := before + strings.Repeat("線", length)
			if err := e.Sync(t.Context(), scope, []*search.Document{
				{ID: "long", Kind: search.Page, Title: "投資家情報", Text: text},
			}); err != nil {
				t.Fatal(err)
			}
			result, err := e.Search(t.Context(), scope, search.Query{Text: "投資", Limit: 1})
			if err != nil || searchtest.IDs(result.Hits) != "long" || len(result.Hits[0].MarkedExcerpt) == 0 {
				t.Errorf("%d bytes: %+v %v", len(text), result, err)
			}
		}
	}
}

// TestSync checks that changed documents are found and removed ones are not, after many updates.
//
// Rules: SRCH-11.
func TestSync(t *testing.T) {
	e := New()
	defer func() { _ = e.Close() }()
	scope := search.Scope{Site: "main", Language: "en"}
	docs := make([]*search.Document, 40)
	for i := range docs {
		docs[i] = &search.Document{ID: fmt.Sprint("d", i), Kind: search.Page, Title: fmt.Sprintf("Machine number%d", i)}
	}
	count := func(text string) int {
		r, err := e.Search(context.Background(), scope, search.Query{Text: text, Limit: 1})
		if err != nil {
			t.Fatal(err)
		}
		if r.IsCorrected {
			return 0
		}
		return r.Total
	}
	for round := range 2*maxSegments + 3 {
		next := append([]*search.Document(nil), docs...)
		next[round%40] = &search.Document{
			ID: next[round%40].ID, Kind: search.Page, Title: fmt.Sprintf("Apparatus round%d", round),
		}
		if err := e.Sync(context.Background(), scope, next); err != nil {
			t.Fatal(err)
		}
		if count("machine") != 39 || count(fmt.Sprintf("round%d", round)) != 1 ||
			round > 0 && count(fmt.Sprintf("round%d", round-1)) != 0 {
			t.Fatal("round", round, count("machine"))
		}
	}
	if err := e.Sync(context.Background(), scope, docs[:3]); err != nil || count("machine") != 3 {
		t.Error(err, count("machine"))
	}
	if err := e.Sync(context.Background(), scope, nil); err != nil || count("machine") != 0 {
		t.Error(err, count("machine"))
	}
}

// TestSync_Segments checks that many changes do not leave many segments, which queries search one by one.
func TestSync_Segments(t *testing.T) {
	e := New()
	defer func() { _ = e.Close() }()
	scope := search.Scope{Site: "main", Language: "en"}
	docs := make([]*search.Document, 3*batchSize)
	document := func(i int, title string) {
		docs[i] = &search.Document{ID: fmt.Sprint("d", i), Kind: search.Page, Title: title}
	}
	for i := range docs {
		document(i, "Machine")
	}
	for round := range 3 * maxSegments {
		if round > 0 {
			document(round*7, fmt.Sprintf("Apparatus round%d", round))
		}
		if err := e.Sync(t.Context(), scope, slices.Clone(docs)); err != nil {
			t.Fatal(err)
		}
	}
	advanced, err := e.open[scope].terms.Advanced()
	if err != nil {
		t.Fatal(err)
	}
	stats := advanced.StatsMap()
	if n := stats["num_root_memorysegments"].(uint64); n > maxSegments+4 {
		t.Errorf("%d segments", n)
	}
	for text, want := range map[string]int{"machine": len(docs) - 3*maxSegments + 1, "apparatus": 3*maxSegments - 1} {
		r, err := e.Search(t.Context(), scope, search.Query{Text: text, Limit: 1})
		if err != nil || r.Total != want {
			t.Errorf("%s: %d documents, %v; want %d", text, r.Total, err, want)
		}
	}
}

// TestSync_Growth checks that the documents of an index that grows by many times are found.
func TestSync_Growth(t *testing.T) {
	for _, language := range []string{"en", "de"} {
		e := New()
		defer func() { _ = e.Close() }()
		scope := search.Scope{Site: "main", Language: language}
		docs := make([]*search.Document, 3*batchSize)
		for i := range docs {
			docs[i] = &search.Document{ID: fmt.Sprint("d", i), Kind: search.Page, Title: "Crimpkontakt"}
		}
		for _, n := range []int{2, 100, len(docs), 40} {
			if err := e.Sync(t.Context(), scope, slices.Clone(docs[:n])); err != nil {
				t.Fatal(err)
			}
			r, err := e.Search(t.Context(), scope, search.Query{Text: "Crimpkontakt", Limit: 1})
			if err != nil || r.Total != n {
				t.Errorf("%s: %d documents, %v; want %d", language, r.Total, err, n)
			}
		}
	}
}

// countedTexts makes the texts of documents, and counts them.
type countedTexts struct {
	text  string
	reads int
}

func (c *countedTexts) TextOf(string) string {
	c.reads++
	return c.text
}

// TestSync_Texts: the text of a new document is made once, and not at all for one that stays. A document with another
// text is indexed again.
func TestSync_Texts(t *testing.T) {
	e := New()
	defer func() { _ = e.Close() }()
	scope := search.Scope{Site: "main", Language: "en"}
	texts := &countedTexts{text: "copper"}
	document := func(id string) *search.Document {
		return &search.Document{ID: id, Kind: search.Product, Title: "Machine", Source: texts}
	}
	docs := []*search.Document{document("a")}
	for _, test := range []struct {
		name, text, query, found string
		change                   func()
		reads                    int
	}{
		{"a first document", "copper", "copper", "a", func() {}, 1},
		{"the same", "brass", "copper", "a", func() {}, 0},
		{"a further document", "brass", "brass", "b", func() { docs = append(docs, document("b")) }, 1},
		{"another object", "brass", "brass", "a b", func() { docs[0] = document("a") }, 2},
		{"an equal object", "brass", "brass", "a b", func() { docs[0] = document("a") }, 1},
	} {
		texts.text, texts.reads = test.text, 0
		test.change()
		if err := e.Sync(t.Context(), scope, slices.Clone(docs)); err != nil {
			t.Fatal(err)
		}
		if texts.reads != test.reads {
			t.Errorf("%s: %d texts are made, want %d", test.name, texts.reads, test.reads)
		}
		r, err := e.Search(t.Context(), scope, search.Query{Text: test.query, Limit: 10})
		if err != nil || searchtest.IDs(r.Hits) != test.found {
			t.Errorf("%s: found %q, %v; want %q", test.name, searchtest.IDs(r.Hits), err, test.found)
		}
	}
}
