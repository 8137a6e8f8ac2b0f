package search

import (
	"context"
	"sync/atomic"
	"testing"

	"strand/domain/search"
	"strand/internal/cache"
)

// TestService_Grown: when the catalogue has grown, only the products are read again. A source that fails keeps its
// pause.
func TestService_Grown(t *testing.T) {
	var pages, products atomic.Int32
	s := newService(t, func(context.Context) ([]*search.Document, error) {
		if products.Add(1) == 1 {
			return []*search.Document{press}, cache.ErrIncomplete
		}
		return []*search.Document{press, other}, cache.ErrIncomplete
	})
	s.sources[0].gather = func(context.Context, search.Scope) ([]*search.Document, error) {
		pages.Add(1)
		return nil, errDown
	}
	grown := make(chan struct{})
	s.grown = grown
	if err := s.Build(t.Context(), siteCtx); err != nil {
		t.Fatal(err)
	}
	<-s.wake
	done := make(chan struct{})
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		defer close(done)
		s.Run(ctx)
	}()
	grown <- struct{}{}
	// Run receives the second value after it has processed the first.
	grown <- struct{}{}
	stop()
	<-done
	got, err := s.Search(t.Context(), siteCtx, search.Query{Text: "crimping", Limit: 10})
	if err != nil || got.Total != 2 || !got.IsIncomplete {
		t.Errorf("%+v, %v; want two results, incomplete", got, err)
	}
	if pages.Load() != 1 || products.Load() < 2 {
		t.Errorf("the pages were read %d times, the products %d times", pages.Load(), products.Load())
	}
	if due := s.due(false, true); len(due) != 1 {
		t.Error("the failed source is not read again")
	}
}

// TestService_CountedOnce: the words of documents that are gathered again are counted once, those of a changed one
// again.
//
// Rules: SRCH-22.
func TestService_CountedOnce(t *testing.T) {
	title := press.Title
	s := newService(t, func(context.Context) ([]*search.Document, error) { return nil, nil })
	s.sources[0].gather = func(context.Context, search.Scope) (docs []*search.Document, err error) {
		for _, id := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
			docs = append(docs, &search.Document{ID: id, Kind: search.Page, Title: "Harness", Keywords: []string{id}})
		}
		return append(docs, &search.Document{ID: "z", Kind: search.Page, Title: title}), nil
	}
	if err := s.Build(t.Context(), siteCtx); err != nil {
		t.Fatal(err)
	}
	scope := search.ScopeOf(siteCtx)
	for _, test := range []struct {
		title   string
		counted int
	}{{press.Title, 9}, {press.Title, 9}, {"Cutter", 10}, {"Cutter", 10}} {
		title = test.title
		s.renew(t.Context(), scope)
		if n := s.scopes[scope].words.Len(); n != test.counted {
			t.Errorf("%s: the words of %d documents are counted, want %d", title, n, test.counted)
		}
	}
	got, err := s.SearchAndCorrect(t.Context(), siteCtx, search.Query{Text: "cuttre", Limit: 10})
	if err != nil || got.DidYouMean != "cutter" {
		t.Errorf("suggestion %q, %v", got.DidYouMean, err)
	}
}
