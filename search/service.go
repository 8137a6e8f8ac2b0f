// Package search answers search queries: it gathers the documents of the sites from the readers, keeps an engine's
// indexes up to date with them, and queries the engine (rules SRCH).
package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"strand/domain/search"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/internal/recovery"
)

// Engine keeps an index for each scope, and searches it.
type Engine interface {
	// Sync makes the index of a scope hold exactly these documents. They are the engine's from then on.
	Sync(ctx context.Context, scope search.Scope, docs []search.Document) error
	// Search answers a query with every kind of match.
	Search(ctx context.Context, scope search.Scope, q search.Query) (*search.Result, error)
	// Suggest answers what is being typed, the best first.
	Suggest(ctx context.Context, scope search.Scope, q search.Query) ([]search.Hit, error)
}

const (
	// settle is how long Run waits for further changes after one, to renew an index once for all of them.
	settle = 100 * time.Millisecond
	// renewEvery is how often indexes are compared with what the readers hold, for systems that send no webhooks.
	renewEvery = 10 * time.Minute
	// firstRetry is how long after a failure the sources are read again; the wait doubles up to lastRetry while they fail.
	firstRetry = 5 * time.Second
	lastRetry  = 20 * time.Second
	// firstTimeout bounds the first gathering of a scope, firstWait how long a visitor waits for it.
	firstTimeout = time.Minute
	firstWait    = 5 * time.Second
)

// ErrNotReady is the error of a query whose scope is searched for the first time and still being gathered.
var ErrNotReady = errors.New("the index is not ready yet")

// Service answers queries. It is safe for concurrent use.
type Service struct {
	engine  Engine
	sources []source
	log     *slog.Logger
	first   singleflight.Group
	wake    chan struct{}

	mu sync.Mutex
	// changes counts the calls of Changed.
	changes uint64
	scopes  map[search.Scope]*state
}

// state is what was gathered of a scope.
type state struct {
	// parts are the documents by source, as they were gathered last: a source that fails keeps those it had.
	parts map[string][]search.Document
	// lacking are the sources of which documents are missing, because they were never read whole.
	lacking map[string]bool
	// isRetried says that a source is to be read again soon: it failed, or what it answered may be other in a moment.
	isRetried bool
	// seen is the number of changes that the index contains.
	seen uint64
	used time.Time
}

func newState() *state {
	return &state{parts: map[string][]search.Document{}, lacking: map[string]bool{}}
}

// take adds what a source answered; degraded says that it may lack documents. What was read whole before is better than
// that.
func (st *state) take(source string, docs []search.Document, degraded bool) {
	_, known := st.parts[source]
	if degraded && known && !st.lacking[source] {
		return
	}
	st.parts[source], st.lacking[source] = docs, degraded
}

// New makes a service; Run keeps it fresh.
func New(engine Engine, from Readers, log *slog.Logger) *Service {
	return &Service{engine: engine, sources: from.sources(), log: log, wake: make(chan struct{}, 1), scopes: map[search.Scope]*state{}}
}

// Search answers a query in a view. A scope that was never searched is gathered first.
func (s *Service) Search(ctx context.Context, view *site.View, q search.Query) (*search.Result, error) {
	if q.Text == "" {
		return &search.Result{}, nil
	}
	scope, err := s.ready(ctx, view)
	if err != nil {
		return nil, err
	}
	result, err := s.engine.Search(ctx, scope, q)
	if err == nil {
		result.IsIncomplete = result.IsIncomplete || s.isLacking(scope)
	}
	return result, err
}

// Suggest answers an unfinished query in a view.
func (s *Service) Suggest(ctx context.Context, view *site.View, q search.Query) ([]search.Hit, error) {
	if q.Text == "" {
		return nil, nil
	}
	scope, err := s.ready(ctx, view)
	if err != nil {
		return nil, err
	}
	return s.engine.Suggest(ctx, scope, q)
}

// Changed reports that records with these tags have changed. The tags are those that are purged from the cache. It returns
// whether the indexes are made anew because of them.
func (s *Service) Changed(tags ...string) bool {
	if !slices.ContainsFunc(tags, func(tag string) bool {
		return tag == "*" || strings.HasPrefix(tag, "cms:") || strings.HasPrefix(tag, "pim")
	}) {
		return false
	}
	s.mu.Lock()
	s.changes++
	s.mu.Unlock()
	s.poke()
	return true
}

// poke wakes Run.
func (s *Service) poke() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// ready waits until the scope of a view can be searched.
func (s *Service) ready(ctx context.Context, view *site.View) (search.Scope, error) {
	scope := search.ScopeOf(view)
	s.mu.Lock()
	st := s.scopes[scope]
	if st != nil {
		st.used = time.Now()
	}
	s.mu.Unlock()
	if st != nil {
		return scope, nil
	}
	// The work goes on when its caller leaves, for the next one.
	built := s.first.DoChan(scope.Site+" "+scope.Language, func() (any, error) {
		s.mu.Lock()
		known, changes := s.scopes[scope] != nil, s.changes
		s.mu.Unlock()
		if known {
			return nil, nil
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), firstTimeout)
		defer cancel()
		begun := time.Now()
		fresh := newState()
		fresh.used, fresh.seen = begun, changes
		err := recovery.Do(ctx, s.log, "search_index", func() error { return s.sync(ctx, scope, fresh) })
		if err != nil {
			return nil, err
		}
		if fresh.count() == 0 && fresh.isLacking() {
			return nil, fmt.Errorf("search %s in %s: nothing could be read", scope.Site, scope.Language)
		}
		s.log.Info("search index built", "site", scope.Site, "language", scope.Language, "documents", fresh.count(), "duration", time.Since(begun))
		// From here on only Run changes the state.
		s.mu.Lock()
		s.scopes[scope] = fresh
		s.mu.Unlock()
		s.poke() // Run takes care of changes and failures in the meantime
		return nil, nil
	})
	select {
	case r := <-built:
		return scope, r.Err
	case <-time.After(firstWait):
		return scope, fmt.Errorf("search %s in %s: %w", scope.Site, scope.Language, ErrNotReady)
	case <-ctx.Done():
		return scope, context.Cause(ctx)
	}
}

func (st *state) count() int {
	n := 0
	for _, docs := range st.parts {
		n += len(docs)
	}
	return n
}

// isLacking reports whether documents of a scope are missing from its index.
func (s *Service) isLacking(scope search.Scope) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := s.scopes[scope]
	return st != nil && st.isLacking()
}

func (st *state) isLacking() bool {
	return slices.Contains(slices.Collect(maps.Values(st.lacking)), true)
}

// sync gathers a scope anew and updates the index. It is called by one goroutine at a time for each state.
func (s *Service) sync(ctx context.Context, scope search.Scope, st *state) error {
	st.isRetried = false
	for _, from := range s.sources {
		ctx, report := cache.WithReport(ctx)
		var docs []search.Document
		err := recovery.Do(ctx, s.log, "search_source", func() (err error) {
			docs, err = from.gather(ctx, scope)
			return err
		})
		switch {
		case err != nil:
			st.isRetried = true
			s.log.WarnContext(ctx, "search source failed", "site", scope.Site, "language", scope.Language, "source", from.name, "error", err)
			if _, known := st.parts[from.name]; !known || len(docs) > 0 {
				st.take(from.name, docs, true)
			}
		default:
			// A negative cache entry, such as that of an empty list, is short-lived, and so is what was made of it.
			st.isRetried = st.isRetried || report.IsDegraded() || report.IsShort()
			st.take(from.name, docs, report.IsDegraded())
		}
	}
	all := make([]search.Document, 0, st.count())
	for _, from := range s.sources {
		all = append(all, st.parts[from.name]...)
	}
	return s.engine.Sync(ctx, scope, distinct(all))
}

// Run keeps the indexes of the scopes that were searched up to date until the context ends.
func (s *Service) Run(ctx context.Context) {
	renew := time.NewTicker(renewEvery)
	defer renew.Stop()
	var retry <-chan time.Time
	wait := firstRetry
	for {
		everything, again := false, false
		select {
		case <-ctx.Done():
			return
		case <-renew.C:
			everything = true
		case <-retry:
			again = true
			wait = min(2*wait, lastRetry)
		case <-s.wake:
			wait = firstRetry
			select {
			case <-ctx.Done():
				return
			case <-time.After(settle):
			}
		}
		for _, due := range s.due(everything, again) {
			if ctx.Err() != nil {
				return
			}
			s.renew(ctx, due)
		}
		retry = nil
		if s.isRetried() {
			retry = time.After(wait)
		} else {
			wait = firstRetry
		}
	}
}

// due returns the scopes whose index may be outdated, those that were used last first.
func (s *Service) due(everything, again bool) []search.Scope {
	s.mu.Lock()
	defer s.mu.Unlock()
	var due []search.Scope
	for scope, st := range s.scopes {
		if everything || again && st.isRetried || st.seen != s.changes {
			due = append(due, scope)
		}
	}
	slices.SortFunc(due, func(a, b search.Scope) int {
		return cmp.Or(s.scopes[b].used.Compare(s.scopes[a].used), strings.Compare(a.Site+a.Language, b.Site+b.Language))
	})
	return due
}

// isRetried reports whether a source of a scope is to be read again soon.
func (s *Service) isRetried() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, st := range s.scopes {
		if st.isRetried {
			return true
		}
	}
	return false
}

// renew syncs one scope.
func (s *Service) renew(ctx context.Context, scope search.Scope) {
	s.mu.Lock()
	st := s.scopes[scope]
	changes := s.changes
	copied := &state{parts: maps.Clone(st.parts), lacking: maps.Clone(st.lacking)}
	s.mu.Unlock()
	err := recovery.Do(ctx, s.log, "search_index", func() error { return s.sync(ctx, scope, copied) })
	if err != nil && ctx.Err() == nil {
		s.log.ErrorContext(ctx, "a search index could not be renewed", "site", scope.Site, "language", scope.Language, "error", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	st.parts, st.lacking, st.isRetried = copied.parts, copied.lacking, copied.isRetried || err != nil
	st.seen = changes
}
