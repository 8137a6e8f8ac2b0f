// Package search finds what a visitor looks for: it gathers what the sites hold from the readers, keeps an engine's indexes
// true to it, and asks them (spec §2 and §7, Search).
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
	// settle is how long changes are waited for that come together.
	settle = 100 * time.Millisecond
	// renewEvery is how often indexes are compared with what the readers hold, for systems that do not say what changed.
	renewEvery = 10 * time.Minute
	// retryAfter is how long after a failure a system is asked again.
	retryAfter = 20 * time.Second
	// firstTimeout bounds the first gathering of a scope, firstWait how long a visitor waits for it.
	firstTimeout = time.Minute
	firstWait    = 5 * time.Second
)

// ErrNotReady says that a scope is searched for the first time and still being gathered.
var ErrNotReady = errors.New("the index is not ready yet")

// Service answers queries. It is safe for concurrent use.
type Service struct {
	engine  Engine
	sources []source
	log     *slog.Logger
	first   singleflight.Group
	wake    chan struct{}

	mu sync.Mutex
	// changes counts how often something was said to have changed.
	changes uint64
	scopes  map[search.Scope]*state
}

// state is what is known of a scope that was searched.
type state struct {
	// parts are the documents by source, as they were gathered last: a system that fails keeps what it had.
	parts map[string][]search.Document
	// seen is how many changes the index knows of.
	seen uint64
	// incomplete says that a source could not be read.
	incomplete bool
	used       time.Time
}

// New makes a service; Run keeps it fresh.
func New(engine Engine, from Readers, log *slog.Logger) *Service {
	return &Service{engine: engine, sources: from.sources(), log: log, wake: make(chan struct{}, 1), scopes: map[search.Scope]*state{}}
}

// Search answers a query in a view. What was never searched is gathered first.
func (s *Service) Search(ctx context.Context, view *site.View, q search.Query) (*search.Result, error) {
	if q.Text == "" {
		return &search.Result{}, nil
	}
	scope, err := s.ready(ctx, view)
	if err != nil {
		return nil, err
	}
	return s.engine.Search(ctx, scope, q)
}

// Suggest answers what is being typed in a view.
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

// Changed says that what carries these tags has changed: the same that are purged from the cache.
func (s *Service) Changed(tags ...string) {
	if !slices.ContainsFunc(tags, func(tag string) bool {
		return tag == "*" || strings.HasPrefix(tag, "cms:") || strings.HasPrefix(tag, "pim")
	}) {
		return
	}
	s.mu.Lock()
	s.changes++
	s.mu.Unlock()
	s.poke()
}

// poke makes Run look what is due.
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
	// Whoever waits may give up; the work is done for the next one.
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
		fresh := &state{parts: map[string][]search.Document{}, used: begun, seen: changes}
		if err := s.sync(ctx, scope, fresh); err != nil {
			return nil, err
		}
		if len(fresh.parts) == 0 {
			return nil, fmt.Errorf("search %s in %s: nothing could be read", scope.Site, scope.Language)
		}
		s.log.Info("search index built", "site", scope.Site, "language", scope.Language, "documents", fresh.count(), "duration", time.Since(begun))
		// From here on the state is Run's to change.
		s.mu.Lock()
		s.scopes[scope] = fresh
		s.mu.Unlock()
		s.poke() // for what changed, or failed, in the meantime
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

// sync gathers a scope anew and tells the engine. It is called by one goroutine at a time for each state.
func (s *Service) sync(ctx context.Context, scope search.Scope, st *state) error {
	st.incomplete = false
	for _, from := range s.sources {
		docs, err := from.gather(ctx, scope)
		if err != nil {
			st.incomplete = true
			s.log.WarnContext(ctx, "search keeps what it knew", "site", scope.Site, "language", scope.Language, "source", from.name, "error", err)
			continue
		}
		st.parts[from.name] = docs
	}
	all := make([]search.Document, 0, st.count())
	for _, from := range s.sources {
		all = append(all, st.parts[from.name]...)
	}
	return s.engine.Sync(ctx, scope, distinct(all))
}

// Run keeps the indexes of what was searched fresh until the context ends.
func (s *Service) Run(ctx context.Context) {
	renew := time.NewTicker(renewEvery)
	defer renew.Stop()
	var retry <-chan time.Time
	for {
		everything, again := false, false
		select {
		case <-ctx.Done():
			return
		case <-renew.C:
			everything = true
		case <-retry:
			again = true
		case <-s.wake:
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
		if s.isIncomplete() {
			retry = time.After(retryAfter)
		}
	}
}

// due are the scopes that may be other than their index, those that are used first.
func (s *Service) due(everything, again bool) []search.Scope {
	s.mu.Lock()
	defer s.mu.Unlock()
	var due []search.Scope
	for scope, st := range s.scopes {
		if everything || again && st.incomplete || st.seen != s.changes {
			due = append(due, scope)
		}
	}
	slices.SortFunc(due, func(a, b search.Scope) int {
		return cmp.Or(s.scopes[b].used.Compare(s.scopes[a].used), strings.Compare(a.Site+a.Language, b.Site+b.Language))
	})
	return due
}

// isIncomplete says whether some source of some scope could not be read.
func (s *Service) isIncomplete() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, st := range s.scopes {
		if st.incomplete {
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
	copied := &state{parts: maps.Clone(st.parts)}
	s.mu.Unlock()
	err := s.sync(ctx, scope, copied)
	if err != nil && ctx.Err() == nil {
		s.log.ErrorContext(ctx, "a search index could not be renewed", "site", scope.Site, "language", scope.Language, "error", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	st.parts, st.incomplete = copied.parts, copied.incomplete || err != nil
	st.seen = changes
}
