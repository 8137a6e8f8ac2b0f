// Package search answers search queries: it gathers the documents of the sites from the readers, keeps the indexes of
// an engine up to date, and queries the engine (rules SRCH).
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

// Engine stores an index for each scope, and searches it.
type Engine interface {
	// Sync replaces the documents of the index of a scope. The engine owns docs afterwards.
	Sync(ctx context.Context, scope search.Scope, docs []search.Document) error
	// Search returns the matches of a query.
	Search(ctx context.Context, scope search.Scope, q search.Query) (*search.Result, error)
	// Suggest returns the suggestions for a typed text, the best first.
	Suggest(ctx context.Context, scope search.Scope, q search.Query) ([]search.Hit, error)
}

const (
	// settle is the delay between a change and the renewal of an index, so that several changes cause one renewal.
	settle = 100 * time.Millisecond
	// renewEvery is the interval at which indexes are compared with the readers' data, for systems that send no
	// webhooks.
	renewEvery = 10 * time.Minute
	// minRetryDelay is the delay until a failed source is read again; it doubles up to maxRetryDelay while the source
	// fails.
	minRetryDelay = 5 * time.Second
	maxRetryDelay = 20 * time.Second
	// firstTimeout is the time limit for the first gathering of a scope, firstWait the time that a query waits for it.
	firstTimeout = time.Minute
	firstWait    = 5 * time.Second
	// partialAfter is the time after which the first gathering of a scope is interrupted if it has documents, so that
	// the first query is answered within the time limit of a page. Run gathers the rest.
	partialAfter = 1500 * time.Millisecond
)

// ErrNotReady is returned while the first index of a scope is being built.
var ErrNotReady = errors.New("the index is not ready yet")

// Service answers queries. It is safe for concurrent use.
type Service struct {
	engine  Engine
	sources []source
	log     *slog.Logger
	first   singleflight.Group
	wake    chan struct{}
	// completed receives a value when all products of the catalogue can be gathered.
	completed <-chan struct{}
	metrics   *metrics
	// partialAfter is the constant, except in tests.
	partialAfter time.Duration

	mu sync.Mutex
	// changes is the number of calls of MarkChanged.
	changes uint64
	scopes  map[search.Scope]*state
}

// state contains the documents of a scope.
type state struct {
	// parts are the latest documents by source. A source that fails keeps its previous documents.
	parts map[string][]search.Document
	// incomplete are the sources that were never read completely.
	incomplete map[string]bool
	// needsRetry is true if a source failed, or if its result will expire soon, so that it must be read again soon.
	needsRetry bool
	// changesAt is when the documents change by themselves, since content is published; zero for never.
	changesAt time.Time
	// isInterrupted is true if the first gathering was interrupted, so that Run must continue it at once.
	isInterrupted bool
	// seen is the value of Service.changes that the index contains.
	seen uint64
	used time.Time
}

func newState() *state {
	return &state{parts: map[string][]search.Document{}, incomplete: map[string]bool{}}
}

// store stores the documents of a source. degraded means that some may be missing; such a result does not replace a
// complete one.
func (st *state) store(source string, docs []search.Document, degraded bool) {
	_, isStored := st.parts[source]
	if degraded && isStored && !st.incomplete[source] {
		return
	}
	st.parts[source], st.incomplete[source] = docs, degraded
}

// New returns a service; Run keeps its indexes up to date.
func New(engine Engine, from Readers, log *slog.Logger) *Service {
	s := &Service{
		engine:  engine,
		sources: from.sources(),
		log:     log,
		wake:    make(chan struct{}, 1),
		scopes:  map[search.Scope]*state{},

		partialAfter: partialAfter,
	}
	if from.Catalogue != nil {
		s.completed = from.Catalogue.completed
	}
	s.metrics = newMetrics(s)
	return s
}

// Search answers a query in a site context. The first query of a scope waits until the index is built.
func (s *Service) Search(
	ctx context.Context, siteCtx *site.Context, q search.Query,
) (result *search.Result, err error) {
	if q.Text == "" {
		return &search.Result{}, nil
	}
	defer s.metrics.measure(ctx, "search", time.Now(), &err)
	scope, err := s.ready(ctx, siteCtx)
	if err != nil {
		return nil, err
	}
	result, err = s.engine.Search(ctx, scope, q)
	if err == nil {
		result.IsIncomplete = result.IsIncomplete || s.isIncomplete(scope)
	}
	return result, err
}

// Suggest returns the suggestions for a typed text in a site context.
func (s *Service) Suggest(
	ctx context.Context, siteCtx *site.Context, q search.Query,
) (hits []search.Hit, err error) {
	if q.Text == "" {
		return nil, nil
	}
	defer s.metrics.measure(ctx, "suggest", time.Now(), &err)
	scope, err := s.ready(ctx, siteCtx)
	if err != nil {
		return nil, err
	}
	return s.engine.Suggest(ctx, scope, q)
}

// MarkChanged reports a change of records with these tags, which are the tags that are purged from the cache. It
// returns whether the indexes are renewed because of them.
func (s *Service) MarkChanged(tags ...string) bool {
	if !slices.ContainsFunc(tags, func(tag string) bool {
		return tag == "*" || strings.HasPrefix(tag, "cms:") || strings.HasPrefix(tag, "pim")
	}) {
		return false
	}
	s.mu.Lock()
	s.changes++
	s.mu.Unlock()
	s.wakeRun()
	return true
}

// wakeRun makes Run check the scopes.
func (s *Service) wakeRun() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// ready waits until the index of a site context's scope is built.
func (s *Service) ready(ctx context.Context, siteCtx *site.Context) (search.Scope, error) {
	scope := search.ScopeOf(siteCtx)
	s.mu.Lock()
	st := s.scopes[scope]
	if st != nil {
		st.used = time.Now()
	}
	s.mu.Unlock()
	if st != nil {
		return scope, nil
	}
	// The index is built even if the caller's request is cancelled, because the next caller needs it.
	built := s.first.DoChan(scope.Site+" "+scope.Language, func() (any, error) {
		s.mu.Lock()
		isBuilt, changes := s.scopes[scope] != nil, s.changes
		s.mu.Unlock()
		if isBuilt {
			return nil, nil
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), firstTimeout)
		defer cancel()
		started := time.Now()
		fresh := newState()
		fresh.used, fresh.seen = started, changes
		err := recovery.Do(ctx, s.log, "search_index", func() error {
			some, cancel := context.WithTimeout(ctx, s.partialAfter)
			defer cancel()
			s.gather(some, scope, fresh)
			fresh.isInterrupted = some.Err() != nil
			if fresh.isInterrupted && fresh.count() == 0 {
				s.gather(ctx, scope, fresh)
				fresh.isInterrupted = false
			}
			return s.sync(ctx, scope, fresh)
		})
		if err != nil {
			return nil, err
		}
		if fresh.count() == 0 && fresh.isIncomplete() {
			return nil, fmt.Errorf("search %s in %s: no source could be read", scope.Site, scope.Language)
		}
		s.log.Info(
			"search_index_built",
			"site", scope.Site,
			"language", scope.Language,
			"documents", fresh.count(),
			"interrupted", fresh.isInterrupted,
			"duration", time.Since(started),
		)
		// From here on, only Run changes the state.
		s.mu.Lock()
		s.scopes[scope] = fresh
		s.mu.Unlock()
		s.wakeRun() // Run processes the changes and failures since then
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

// isIncomplete reports whether documents of a scope are missing in its index.
func (s *Service) isIncomplete(scope search.Scope) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := s.scopes[scope]
	return st != nil && st.isIncomplete()
}

func (st *state) isIncomplete() bool {
	return slices.Contains(slices.Collect(maps.Values(st.incomplete)), true)
}

// gather gathers the documents of a scope. It must not be called concurrently for the same state. When ctx ends, the
// sources that were not read are incomplete.
func (s *Service) gather(ctx context.Context, scope search.Scope, st *state) {
	st.needsRetry, st.changesAt = false, time.Time{}
	for _, from := range s.sources {
		ctx, reads := cache.WithReads(ctx)
		var docs []search.Document
		err := recovery.Do(ctx, s.log, "search_source", func() (err error) {
			docs, err = from.gather(ctx, scope)
			return err
		})
		switch {
		case err != nil:
			st.needsRetry = true
			if ctx.Err() == nil { // otherwise the gathering was interrupted, and the source has not failed
				s.log.WarnContext(
					ctx, "search_source_failed",
					"site", scope.Site,
					"language", scope.Language,
					"source", from.name,
					"error", err,
				)
			}
			if _, isStored := st.parts[from.name]; !isStored || len(docs) > 0 {
				st.store(from.name, docs, true)
			}
		default:
			// A negative cache entry, such as that of an empty list, expires soon, so the source must be read again.
			st.needsRetry = st.needsRetry || reads.IsDegraded() || reads.IsShortLived()
			st.store(from.name, docs, reads.IsDegraded())
		}
		if at := reads.NextChange(); st.changesAt.IsZero() || !at.IsZero() && at.Before(st.changesAt) {
			st.changesAt = at
		}
	}
}

// sync updates the index of a scope with the gathered documents.
func (s *Service) sync(ctx context.Context, scope search.Scope, st *state) error {
	all := make([]search.Document, 0, st.count())
	for _, from := range s.sources {
		all = append(all, st.parts[from.name]...)
	}
	return s.engine.Sync(ctx, scope, distinct(all))
}

// Run keeps the indexes of all searched scopes up to date until the context ends.
func (s *Service) Run(ctx context.Context) {
	renew := time.NewTicker(renewEvery)
	defer renew.Stop()
	var retry, changed <-chan time.Time
	wait := minRetryDelay
	for {
		everything, again := false, false
		select {
		case <-ctx.Done():
			return
		case <-renew.C:
			everything = true
		case <-retry:
			again = true
			wait = min(2*wait, maxRetryDelay)
		case <-changed: // the scopes are due by their time
		case <-s.completed:
			everything = true
		case <-s.wake:
			wait = minRetryDelay
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
		changed = nil
		if at := s.nextChange(); !at.IsZero() {
			changed = time.After(time.Until(at))
		}
		retry = nil
		if s.needsRetry() {
			retry = time.After(wait)
		} else {
			wait = minRetryDelay
		}
	}
}

// due returns the scopes whose index may be outdated, the most recently used first.
func (s *Service) due(everything, again bool) []search.Scope {
	s.mu.Lock()
	defer s.mu.Unlock()
	var due []search.Scope
	for scope, st := range s.scopes {
		if everything || again && st.needsRetry || st.isInterrupted || st.seen != s.changes || st.hasChanged() {
			due = append(due, scope)
		}
	}
	slices.SortFunc(due, func(a, b search.Scope) int {
		return cmp.Or(s.scopes[b].used.Compare(s.scopes[a].used), strings.Compare(a.Site+a.Language, b.Site+b.Language))
	})
	return due
}

// hasChanged reports whether the time has come at which the documents change by themselves.
func (st *state) hasChanged() bool { return !st.changesAt.IsZero() && !time.Now().Before(st.changesAt) }

// nextChange returns when the documents of a scope change by themselves; zero for never.
func (s *Service) nextChange() (next time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, st := range s.scopes {
		if next.IsZero() || !st.changesAt.IsZero() && st.changesAt.Before(next) {
			next = st.changesAt
		}
	}
	return next
}

// needsRetry reports whether a source of a scope must be read again soon.
func (s *Service) needsRetry() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, st := range s.scopes {
		if st.needsRetry {
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
	copied := &state{parts: maps.Clone(st.parts), incomplete: maps.Clone(st.incomplete)}
	s.mu.Unlock()
	err := recovery.Do(ctx, s.log, "search_index", func() error {
		s.gather(ctx, scope, copied)
		return s.sync(ctx, scope, copied)
	})
	if err != nil && ctx.Err() == nil {
		s.log.ErrorContext(
			ctx, "search_index_renewal_failed",
			"site", scope.Site,
			"language", scope.Language,
			"error", err,
		)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	st.parts, st.incomplete, st.needsRetry = copied.parts, copied.incomplete, copied.needsRetry || err != nil
	st.isInterrupted, st.seen, st.changesAt = false, changes, copied.changesAt
}
