package search

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"strand/domain/search"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/internal/recovery"
	"strand/service/search/bleveindex"
	"strand/test/polltest"
)

var (
	errDown = errors.New("down")
	page    = &search.Document{ID: "page:1", Kind: search.Page, Title: "Crimping of cables"}
	press   = &search.Document{ID: "product:1", Kind: search.Product, Title: "Crimping press"}
	other   = &search.Document{ID: "press:2", Kind: search.Product, Title: "Crimping tool", Route: "/tool"}
	siteCtx = &site.Context{
		ContextInput: site.ContextInput{
			Directory: &site.Directory{SearchRecommendations: []*site.SearchRecommendation{
				{
					LanguageCode: "en",
					Queries:      []string{"crimping", "tool", "trainee"},
					Paths:        []string{"/tool", "/gone"},
				},
			}},
			Site: &site.Site{ID: "main"}, Locale: site.Locale{LanguageCode: "en"},
		},
	}
)

// newService returns a service with two sources: one with the page, and one of products.
func newService(t *testing.T, products func(context.Context) ([]*search.Document, error)) *Service {
	t.Helper()
	engine := bleveindex.New()
	t.Cleanup(func() {
		if err := engine.Close(); err != nil {
			t.Error(err)
		}
	})
	s := New(engine, Readers{}, slog.New(slog.DiscardHandler))
	s.sources = []source{
		{
			"pages",
			func(context.Context, search.Scope) ([]*search.Document, error) { return []*search.Document{page}, nil },
			false,
		},
		{
			"products",
			func(ctx context.Context, _ search.Scope) ([]*search.Document, error) { return products(ctx) },
			true,
		},
	}
	return s
}

// TestService_FailedSource checks that a failed source is read again, and that results are marked as incomplete until
// the source was read completely once.
func TestService_FailedSource(t *testing.T) {
	type answer struct {
		docs     []*search.Document
		err      error
		degraded bool
	}
	type want struct {
		total      int
		incomplete bool
	}
	for name, test := range map[string]struct {
		answers []answer
		wants   []want
	}{
		"the first read fails": {
			[]answer{{err: errDown}, {docs: []*search.Document{press}}},
			[]want{{1, true}, {2, false}},
		},
		"the first read is partial": {
			[]answer{{
				docs: []*search.Document{press},
				err:  cache.ErrIncomplete,
			}, {docs: []*search.Document{press, other}}},
			[]want{{2, true}, {3, false}},
		},
		"a later read fails": {
			[]answer{{docs: []*search.Document{press}}, {err: errDown}, {docs: []*search.Document{press, other}}},
			[]want{{2, false}, {2, false}, {3, false}},
		},
		"a later read is degraded": {
			[]answer{{docs: []*search.Document{press, other}}, {docs: []*search.Document{press}, degraded: true}},
			[]want{{3, false}, {3, false}},
		},
		"a later read is that of an outdated catalogue": {
			[]answer{{docs: []*search.Document{press, other}}, {docs: []*search.Document{press}, err: errOutdated}},
			[]want{{3, false}, {2, false}},
		},
		"the catalogue lacks products": {
			[]answer{
				{docs: []*search.Document{press, other}},
				{docs: []*search.Document{press}, err: errors.Join(errOutdated, cache.ErrIncomplete)},
			},
			[]want{{3, false}, {2, true}},
		},
		"the hierarchy of an outdated catalogue is degraded": {
			[]answer{
				{docs: []*search.Document{press, other}},
				{docs: []*search.Document{press}, err: errOutdated, degraded: true},
			},
			[]want{{3, false}, {3, false}},
		},
		"a degraded read replaces a failed one": {
			[]answer{{err: errDown}, {docs: []*search.Document{press}, degraded: true}, {err: errDown}},
			[]want{{1, true}, {2, true}, {2, true}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			round := 0
			s := newService(t, func(ctx context.Context) ([]*search.Document, error) {
				a := test.answers[round]
				if a.degraded {
					cache.MarkDegraded(ctx)
				}
				return a.docs, a.err
			})
			for i, want := range test.wants {
				round = i
				if i > 0 {
					s.renew(t.Context(), search.ScopeOf(siteCtx))
				}
				got, err := s.Search(t.Context(), siteCtx, search.Query{Text: "crimping", Limit: 10})
				if err != nil {
					t.Fatal(err)
				}
				if got.Total != want.total || got.IsIncomplete != want.incomplete {
					t.Errorf("round %d: %d results, incomplete %v; want %+v", i, got.Total, got.IsIncomplete, want)
				}
			}
		})
	}
}

// TestService_Retry checks that failed sources are read again without a change, and so are sources with a negative
// cache entry.
func TestService_Retry(t *testing.T) {
	c, err := cache.New(cache.Options{MaxBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for name, test := range map[string]struct {
		gather func(context.Context) error
		want   bool
	}{
		"success": {func(context.Context) error { return nil }, false},
		"failure": {func(context.Context) error { return errDown }, true},
		"empty list": {func(ctx context.Context) error {
			_, err := cache.Load(ctx, c, "list", func(context.Context) (cache.Loaded[int], error) {
				return cache.Loaded[int]{Negative: true}, nil
			})
			return err
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := newService(t, func(ctx context.Context) ([]*search.Document, error) {
				if err := test.gather(ctx); err != nil {
					return nil, err
				}
				return []*search.Document{press}, nil
			})
			if _, err := s.Search(t.Context(), siteCtx, search.Query{Text: "crimping", Limit: 10}); err != nil {
				t.Fatal(err)
			}
			if got := len(s.due(false, true)) > 0; got != test.want {
				t.Errorf("the source is due: %v", got)
			}
		})
	}
}

// TestService_SlowSource checks that the first queries do not wait for a slow source: they are answered from the
// others, marked as incomplete, and the index is completed at once, without a change.
//
// Rules: SRCH-12.
func TestService_SlowSource(t *testing.T) {
	release := make(chan struct{})
	s := newService(t, func(context.Context) ([]*search.Document, error) {
		<-release
		return []*search.Document{press}, nil
	})
	s.partialAfter = time.Millisecond
	for range 2 {
		got, err := s.Search(t.Context(), siteCtx, search.Query{Text: "crimping", Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		if got.Total != 1 || !got.IsIncomplete {
			t.Errorf("a query: %d results, incomplete %v; want one, incomplete", got.Total, got.IsIncomplete)
		}
	}
	close(release)
	if err := s.Build(t.Context(), siteCtx); err != nil {
		t.Fatal(err)
	}
	got, err := s.Search(t.Context(), siteCtx, search.Query{Text: "crimping", Limit: 10})
	if err != nil || got.Total != 2 || got.IsIncomplete {
		t.Errorf("after the build: %+v, %v; want two results, complete", got, err)
	}
	if due := s.due(false, false); len(due) > 0 {
		t.Errorf("due after the build: %v", due)
	}
}

// slowEngine is an engine whose Sync waits for a channel.
type slowEngine struct {
	*bleveindex.Engine
	release <-chan struct{}
}

func (e slowEngine) Sync(ctx context.Context, scope search.Scope, docs []*search.Document) error {
	<-e.release
	return e.Engine.Sync(ctx, scope, docs)
}

// TestService_SlowEngine checks that the first query does not wait until the engine has all documents: a large index
// takes longer than a page waits.
//
// Rules: SRCH-12.
func TestService_SlowEngine(t *testing.T) {
	gather, release := make(chan struct{}), make(chan struct{})
	s := newService(t, func(context.Context) ([]*search.Document, error) {
		<-gather
		return []*search.Document{press}, nil
	})
	s.engine = slowEngine{s.engine.(*bleveindex.Engine), release}
	s.partialAfter = time.Millisecond
	got, err := s.Search(t.Context(), siteCtx, search.Query{Text: "crimping", Limit: 10})
	if err != nil || got.Total != 1 || !got.IsIncomplete {
		t.Errorf("got %+v, %v; want one result, incomplete", got, err)
	}
	close(gather)
	got, err = s.Search(t.Context(), siteCtx, search.Query{Text: "crimping", Limit: 10})
	if err != nil || got.Total != 1 {
		t.Errorf("while the engine is busy: %+v, %v", got, err)
	}
	close(release)
	if err := s.Build(t.Context(), siteCtx); err != nil {
		t.Fatal(err)
	}
}

// losingEngine has lost its index until the next Sync.
type losingEngine struct {
	*bleveindex.Engine
	isLost *atomic.Bool
}

func (e losingEngine) Sync(ctx context.Context, scope search.Scope, docs []*search.Document) error {
	err := e.Engine.Sync(ctx, scope, docs)
	e.isLost.Store(false)
	return err
}

func (e losingEngine) Search(ctx context.Context, scope search.Scope, q search.Query) (*search.Result, error) {
	if e.isLost.Load() {
		return nil, search.ErrIndexLost
	}
	return e.Engine.Search(ctx, scope, q)
}

// TestService_LostIndex: an index that the search engine has lost is filled after the first query that needs it.
//
// Rules: SRCH-11.
func TestService_LostIndex(t *testing.T) {
	s := newService(t, func(context.Context) ([]*search.Document, error) { return []*search.Document{press}, nil })
	var isLost atomic.Bool
	s.engine = losingEngine{s.engine.(*bleveindex.Engine), &isLost}
	if err := s.Build(t.Context(), siteCtx); err != nil {
		t.Fatal(err)
	}
	recovery.Go(t.Context(), s.log, "run", func() { s.Run(t.Context()) })
	isLost.Store(true)
	query := search.Query{Text: "crimping", Limit: 10}
	if _, err := s.Search(t.Context(), siteCtx, query); !errors.Is(err, search.ErrIndexLost) {
		t.Fatal(err)
	}
	polltest.Until(t, "the index is filled", func() bool {
		got, err := s.Search(t.Context(), siteCtx, query)
		return err == nil && got.Total == 2
	})
}

// TestService_LostIndexAgain: while an index cannot be filled, queries do not make Run read the sources again at once.
func TestService_LostIndexAgain(t *testing.T) {
	s := newService(t, func(context.Context) ([]*search.Document, error) { return []*search.Document{press}, nil })
	if err := s.Build(t.Context(), siteCtx); err != nil {
		t.Fatal(err)
	}
	<-s.wake
	scope := search.ScopeOf(siteCtx)
	s.scopes[scope].needsRetry = true // filling it failed
	if s.noteLoss(scope, search.ErrIndexLost); len(s.wake) > 0 {
		t.Error("the sources are read before the pause")
	}
	s.scopes[scope].needsRetry = false
	if s.noteLoss(scope, search.ErrIndexLost); len(s.wake) != 1 {
		t.Error("a lost index is not filled")
	}
}

// TestService_Completed checks that an index with a part of the products is completed when the catalogue has all of
// them, before the failed source is read again.
func TestService_Completed(t *testing.T) {
	var isComplete atomic.Bool
	s := newService(t, func(context.Context) ([]*search.Document, error) {
		if !isComplete.Load() {
			return []*search.Document{press}, cache.ErrIncomplete
		}
		return []*search.Document{press, other}, nil
	})
	completed := make(chan struct{})
	s.completed = completed
	find := func() *search.Result {
		got, err := s.Search(t.Context(), siteCtx, search.Query{Text: "crimping", Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := find(); got.Total != 2 || !got.IsIncomplete {
		t.Fatalf("%d results, incomplete %v; want two, incomplete", got.Total, got.IsIncomplete)
	}
	done := make(chan struct{})
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		defer close(done)
		s.Run(ctx)
	}()
	isComplete.Store(true)
	completed <- struct{}{}
	// Without changes, Run receives the second value after it has processed the first.
	completed <- struct{}{}
	stop()
	<-done
	if got := find(); got.Total != 3 || got.IsIncomplete {
		t.Errorf("%d results, incomplete %v; want three, complete", got.Total, got.IsIncomplete)
	}
}

// TestService_Panic checks that a panic fails only the source or the document in which it happens.
func TestService_Panic(t *testing.T) {
	calls := 0
	s := newService(t, func(context.Context) ([]*search.Document, error) {
		if calls++; calls == 1 {
			panic("broken record")
		}
		return []*search.Document{press}, nil
	})
	for _, want := range []struct {
		total      int
		incomplete bool
	}{{1, true}, {2, false}} {
		got, err := s.Search(t.Context(), siteCtx, search.Query{Text: "crimping", Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		if got.Total != want.total || got.IsIncomplete != want.incomplete {
			t.Errorf("%d results, incomplete %v; want %+v", got.Total, got.IsIncomplete, want)
		}
		s.renew(t.Context(), search.ScopeOf(siteCtx))
	}
}

// TestService_Publication checks that an index has a document from the time of its publication on, without a change of
// the CMS.
//
// Rules: FEED-19.
func TestService_Publication(t *testing.T) {
	at := time.Now().Add(500 * time.Millisecond) // after Run was woken by the first query
	s := newService(t, func(ctx context.Context) ([]*search.Document, error) {
		if time.Now().Before(at) {
			cache.ChangesAt(ctx, at)
			return []*search.Document{press}, nil
		}
		return []*search.Document{press, other}, nil
	})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	recovery.Go(ctx, slog.New(slog.DiscardHandler), "search", func() { s.Run(ctx) })
	polltest.Until(t, "the published document", func() bool {
		found, err := s.Search(t.Context(), siteCtx, search.Query{Text: "crimping", Limit: 10})
		return err == nil && found.Total == 3
	})
}

// TestService_Recommended: what editors recommend is first, also if its words do not match, and is there once.
//
// Rules: SRCH-21.
func TestService_Recommended(t *testing.T) {
	s := newService(t, func(context.Context) ([]*search.Document, error) {
		return []*search.Document{press, other}, nil
	})
	for _, test := range []struct {
		query         search.Query
		total         int
		first         string
		isRecommended bool
	}{
		{search.Query{Text: "Crimping", Limit: 10}, 3, other.ID, true},
		{search.Query{Text: "Crimping", Limit: 1}, 3, other.ID, true},
		{search.Query{Text: "trainee", Limit: 10}, 1, other.ID, true},
		{search.Query{Text: "crimping press", Limit: 10}, 1, press.ID, false},
		{search.Query{Text: "crimping", Limit: 10, Kinds: []search.Kind{search.Page}}, 1, page.ID, false},
	} {
		got, err := s.Search(t.Context(), siteCtx, test.query)
		if err != nil || got.Total != test.total || len(got.Hits) != min(test.total, test.query.Limit) {
			t.Fatalf("%+v: %+v %v", test.query, got, err)
		}
		if h := got.Hits[0]; h.ID != test.first || h.IsRecommended != test.isRecommended {
			t.Errorf("%+v: %s, recommended %t", test.query, h.ID, h.IsRecommended)
		}
	}
	// The pages of a list have each hit once.
	var ids []string
	for offset := range 3 {
		got, err := s.Search(t.Context(), siteCtx, search.Query{Text: "crimping", Offset: offset, Limit: 1})
		if err != nil || got.Total != 3 || len(got.Hits) != 1 {
			t.Fatalf("offset %d: %+v %v", offset, got, err)
		}
		ids = append(ids, got.Hits[0].ID)
	}
	slices.Sort(ids)
	if want := slices.Sorted(slices.Values([]string{other.ID, page.ID, press.ID})); !slices.Equal(ids, want) {
		t.Errorf("pages: %q, want %q", ids, want)
	}
}

// TestService_EditorSynonyms: the synonyms of editors are in effect from the first search on, and after a publication
// without a new index. While they cannot be read, the earlier ones stay; the first index does without them.
//
// Rules: SRCH-24, SRCH-25.
func TestService_EditorSynonyms(t *testing.T) {
	dir, err := site.NewDirectory(
		[]*site.Language{{LanguageCode: "en"}}, nil, []*site.Site{{ID: "main", IsMain: true}}, nil,
	)
	if err != nil {
		t.Fatal(err)
	}
	type answer struct {
		searched string
		err      error
	}
	for name, test := range map[string]struct {
		first, then answer
		// wanted are the numbers of results with the first answer and the other one.
		wanted [2]int
	}{
		"a publication":   {answer{searched: "press"}, answer{searched: "crimping"}, [2]int{1, 2}},
		"a failure":       {answer{searched: "press"}, answer{err: errDown}, [2]int{1, 1}},
		"a failing start": {answer{err: errDown}, answer{searched: "press"}, [2]int{0, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newService(t, func(context.Context) ([]*search.Document, error) {
				return []*search.Document{press}, nil
			})
			var isPublished atomic.Bool
			var reads atomic.Int32
			s.editors = func(context.Context) (*search.SynonymTable, error) {
				a := test.first
				if isPublished.Load() {
					reads.Add(1)
					a = test.then
				}
				return search.NewSynonymTable(dir, []*search.EditorSynonym{
					{ID: "1", LanguageCode: "en", Typed: []string{"zebra"}, Searched: []string{a.searched}},
				}), a.err
			}
			total := func() int {
				t.Helper()
				found, err := s.Search(t.Context(), siteCtx, search.Query{Text: "zebra", Limit: 10})
				if err != nil || found.IsIncomplete {
					t.Fatal(found, err)
				}
				return found.Total
			}
			if got := total(); got != test.wanted[0] {
				t.Errorf("%d results at first", got)
			}
			isPublished.Store(true)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			recovery.Go(ctx, s.log, "search", func() { s.Run(ctx) })
			if !s.MarkChanged("cms:search-synonyms") {
				t.Error("the search ignores the tag")
			}
			polltest.Until(t, "the synonyms are read", func() bool { return reads.Load() > 0 })
			polltest.Until(t, "they are in effect", func() bool { return total() == test.wanted[1] })
		})
	}
}

// TestService_DidYouMean: a mistyped query leads to one that finds documents; other queries do not.
//
// Rules: SRCH-22.
func TestService_DidYouMean(t *testing.T) {
	swiss := &search.Document{ID: "swiss", Kind: search.Page, Title: "Harness board", Countries: []string{"CH"}}
	s := newService(t, func(context.Context) ([]*search.Document, error) {
		return []*search.Document{press, other, swiss}, nil
	})
	for query, want := range map[string]string{
		"crimpnig of cabels":             "crimping of cables",
		"cabels tool":                    "", // no document has both
		"cables":                         "",
		"harnesz boord":                  "", // of another country
		"tool":                           "", // editors recommend results
		"zebra":                          "",
		strings.Repeat("crimpnig ", 200): "",
		strings.Repeat("\U0001f600\U0001f527", 5): "",
	} {
		asked := search.Query{Text: search.Clean(query), Country: "DE", Limit: 10}
		got, err := s.SearchAndCorrect(t.Context(), siteCtx, asked)
		if err != nil || got.DidYouMean != want {
			t.Errorf("%.40q: got %q, want %q, %v", query, got.DidYouMean, want, err)
		}
	}
	got, err := s.SearchAndCorrect(t.Context(), siteCtx, search.Query{Text: "harnesz boord", Country: "CH", Limit: 10})
	if err != nil || got.DidYouMean != "harness board" {
		t.Errorf("in Switzerland: %q %v", got.DidYouMean, err)
	}
}

// TestService_SearchOnce: a search without a suggestion asks the engine once.
func TestService_SearchOnce(t *testing.T) {
	s := newService(t, func(context.Context) ([]*search.Document, error) { return []*search.Document{press}, nil })
	engine := &countingEngine{Engine: s.engine}
	s.engine = engine
	query := search.Query{Text: "crimpnig of cabels", Limit: 10}
	got, err := s.Search(t.Context(), siteCtx, query)
	if err != nil || got.DidYouMean != "" || engine.searches != 1 {
		t.Errorf("got %q after %d searches, %v", got.DidYouMean, engine.searches, err)
	}
}

// countingEngine counts its searches.
type countingEngine struct {
	Engine
	searches int
}

func (e *countingEngine) Search(ctx context.Context, scope search.Scope, q search.Query) (*search.Result, error) {
	e.searches++
	return e.Engine.Search(ctx, scope, q)
}

// TestService_DidYouMeanRenewed: queries are corrected with the words of the documents that the engine finds.
//
// Rules: SRCH-22.
func TestService_DidYouMeanRenewed(t *testing.T) {
	docs := []*search.Document{press}
	s := newService(t, func(context.Context) ([]*search.Document, error) { return docs, nil })
	engine := &failingEngine{Engine: s.engine}
	s.engine = engine
	check := func(name, query, want string) {
		t.Helper()
		got, err := s.SearchAndCorrect(t.Context(), siteCtx, search.Query{Text: query, Limit: 10})
		if err != nil || got.DidYouMean != want {
			t.Errorf("%s: %q: got %q, want %q, %v", name, query, got.DidYouMean, want, err)
		}
	}
	scope := search.ScopeOf(siteCtx)
	check("first", "harnesz", "")
	docs = []*search.Document{{ID: "board", Kind: search.Product, Title: "Harness board"}}
	engine.fails = true
	s.renew(t.Context(), scope)
	check("failed renewal", "harnesz", "")
	check("failed renewal", "crimpnig of cabels", "crimping of cables")
	engine.fails = false
	s.renew(t.Context(), scope)
	check("renewal", "harnesz", "harness")
}

// failingEngine cannot update its indexes while fails is true.
type failingEngine struct {
	Engine
	fails bool
}

func (e *failingEngine) Sync(ctx context.Context, scope search.Scope, docs []*search.Document) error {
	if e.fails {
		return errDown
	}
	return e.Engine.Sync(ctx, scope, docs)
}
