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
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"strand/domain/optional"
	"strand/domain/search"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/internal/recovery"
)

// Engine stores an index for each scope, and searches it.
type Engine interface {
	// Begin makes the first documents of a scope findable before its first Sync. The engine owns docs afterwards.
	Begin(ctx context.Context, scope search.Scope, docs []*search.Document) error
	// Sync replaces the documents of the index of a scope. The engine owns docs afterwards.
	Sync(ctx context.Context, scope search.Scope, docs []*search.Document) error
	// Search returns the matches of a query.
	Search(ctx context.Context, scope search.Scope, q search.Query) (*search.Result, error)
	// Suggest returns the suggestions for a typed text, the best first.
	Suggest(ctx context.Context, scope search.Scope, q search.Query) ([]search.Hit, error)
}

const (
	// settle is the delay between a change and the renewal of an index, so that several changes cause one renewal.
	// After a renewal, it is settleShare times as long as that took, up to maxSettle: while renewals take up to half a
	// second, many changes take one in settleShare+1 of the time; slower renewals take more.
	settle      = 100 * time.Millisecond
	settleShare = 2
	maxSettle   = time.Second
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
	// partialAfter is the time after which a query is answered from the documents that were gathered so far, so that
	// the first one is answered within the time limit of a page.
	partialAfter = 1500 * time.Millisecond
)

// ErrNotReady is returned while the first index of a scope is being built.
var ErrNotReady = errors.New("the index is not ready yet")

// Service answers queries. It is safe for concurrent use.
type Service struct {
	engine  Engine
	sources []source
	log     *slog.Logger
	wake    chan struct{}
	// completed receives a value when all products of the catalogue can be gathered, grown when more can be.
	completed, grown <-chan struct{}
	metrics          *metrics
	// editors reads the synonyms of editors; nil for none. synonyms are those that were read last.
	editors  func(context.Context) (*search.SynonymTable, error)
	synonyms atomic.Pointer[search.SynonymTable]
	// partialAfter is the constant, except in tests.
	partialAfter time.Duration

	mu sync.Mutex
	// changes is the number of calls of MarkChanged.
	changes uint64
	scopes  map[search.Scope]*state
	// builds are the first gatherings that run.
	builds map[search.Scope]*build
}

// New returns a service; Run keeps its indexes up to date.
func New(engine Engine, from Readers, log *slog.Logger) *Service {
	s := &Service{
		engine:  engine,
		sources: from.sources(),
		log:     log,
		wake:    make(chan struct{}, 1),
		scopes:  map[search.Scope]*state{},
		builds:  map[search.Scope]*build{},

		partialAfter: partialAfter,
	}
	if from.CMS != nil {
		s.editors = from.synonyms
	}
	if from.Catalogue != nil {
		s.completed, s.grown = from.Catalogue.Completed(), from.Catalogue.Grown()
	}
	s.metrics = newMetrics(s)
	return s
}

// recommendedAmong is the number of hits among which a recommended document is looked for: further below, it counts as
// one that does not match.
const recommendedAmong = 100

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
	q.Synonyms = s.synonyms.Load().Of(scope)
	routes := search.Recommended(siteCtx.Directory.SearchRecommendations, scope, q.Text)
	recommends, asked := len(routes) > 0 && len(q.Kinds) == 0, q
	if recommends {
		// The recommended documents move the others: all pages are made of the first hits.
		asked.Offset, asked.Limit = 0, max(q.Offset+q.Limit, recommendedAmong)
	}
	result, err = s.engine.Search(ctx, scope, asked)
	s.noteLoss(scope, err)
	if err != nil {
		return nil, err
	}
	result.IsIncomplete = result.IsIncomplete || s.isIncomplete(scope)
	if recommends {
		result.Recommend(s.documentsAt(scope, routes, q.Country))
		hits := result.Hits[min(q.Offset, len(result.Hits)):]
		result.Hits = hits[:min(q.Limit, len(hits))]
	}
	if result.Total == 0 && len(result.ByKind) == 0 && !result.IsIncomplete {
		s.noteEmpty(ctx, siteCtx)
	}
	return result, nil
}

// documentsAt returns the documents of a scope at routes that visitors of a country can find.
func (s *Service) documentsAt(scope search.Scope, routes []string, country string) (docs []*search.Document) {
	s.mu.Lock()
	var parts [][]*search.Document
	if st := s.scopes[scope]; st != nil {
		for _, from := range s.sources {
			parts = append(parts, st.parts[from.name])
		}
	}
	s.mu.Unlock()
	for _, route := range routes {
		for _, part := range parts {
			at := slices.IndexFunc(part, func(d *search.Document) bool {
				return d.Route == route && (len(d.Countries) == 0 || slices.Contains(d.Countries, country))
			})
			if at >= 0 {
				docs = append(docs, part[at])
				break
			}
		}
	}
	return docs
}

// noteEmpty counts a search without results by site and language. What was typed may be personal, so that neither the
// metric nor the log has it.
func (s *Service) noteEmpty(ctx context.Context, siteCtx *site.Context) {
	s.metrics.empty.Add(ctx, 1, metric.WithAttributes(
		attribute.String("site", siteCtx.Site.TechnicalName),
		attribute.String("language", siteCtx.Locale.LanguageCode)))
	s.log.InfoContext(ctx, "search_without_results",
		"site", siteCtx.Site.TechnicalName, "language", siteCtx.Locale.LanguageCode)
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
	hits, err = s.engine.Suggest(ctx, scope, q)
	s.noteLoss(scope, err)
	return hits, err
}

// noteLoss makes Run fill an index that the search engine has lost.
func (s *Service) noteLoss(scope search.Scope, err error) {
	if !errors.Is(err, search.ErrIndexLost) {
		return
	}
	s.mu.Lock()
	st := s.scopes[scope]
	// An index that could not be filled is filled after the pause of Run, not at each query.
	isNew := st != nil && !st.isLost && !st.needsRetry
	if isNew {
		st.isLost = true
	}
	s.mu.Unlock()
	if isNew {
		s.wakeRun()
	}
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

// Build builds the index of a site context's scope unless it is built, and waits until it is complete or ctx ends.
func (s *Service) Build(ctx context.Context, siteCtx *site.Context) error {
	scope := search.ScopeOf(siteCtx)
	b := s.startBuild(ctx, scope)
	if b == nil {
		return nil
	}
	select {
	case <-b.ended:
		return b.err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// ready waits until the index of a site context's scope is built. After partialAfter, an index with the first documents
// is enough.
func (s *Service) ready(ctx context.Context, siteCtx *site.Context) (search.Scope, error) {
	scope := search.ScopeOf(siteCtx)
	b := s.startBuild(ctx, scope)
	if b == nil {
		return scope, nil
	}
	some, limit := time.NewTimer(s.partialAfter-time.Since(b.started)), time.NewTimer(firstWait)
	defer some.Stop()
	defer limit.Stop()
	for begun := (<-chan struct{})(nil); ; {
		select {
		case <-b.ended:
			return scope, b.err
		case <-some.C:
			begun = b.begun
		case <-begun:
			return scope, nil
		case <-limit.C:
			return scope, fmt.Errorf("search %s in %s: %w", scope.Site, scope.Language, ErrNotReady)
		case <-ctx.Done():
			return scope, context.Cause(ctx)
		}
	}
}

// build is the first gathering of a scope.
type build struct {
	started time.Time
	// begun is closed when the first documents can be found, ended when all are gathered, with err.
	begun, ended chan struct{}
	err          error
}

// startBuild starts to build the index of a scope, or returns the build that runs; nil if the index is built. It
// continues if ctx is cancelled, because the next caller needs it.
func (s *Service) startBuild(ctx context.Context, scope search.Scope) *build {
	s.mu.Lock()
	defer s.mu.Unlock()
	if st := s.scopes[scope]; st != nil {
		st.used = time.Now()
		return nil
	}
	if b := s.builds[scope]; b != nil {
		return b
	}
	b := &build{started: time.Now(), begun: make(chan struct{}), ended: make(chan struct{})}
	s.builds[scope] = b
	fresh := newState()
	fresh.used, fresh.seen = b.started, s.changes
	recovery.Go(ctx, s.log, "search_index", func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), firstTimeout)
		defer cancel()
		err := recovery.Do(ctx, s.log, "search_index", func() error { return s.gatherFirst(ctx, scope, fresh, b) })
		if err == nil && fresh.size() == 0 && fresh.isIncomplete() {
			err = fmt.Errorf("search %s in %s: no source could be read", scope.Site, scope.Language)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if b.err = err; err == nil {
			s.scopes[scope] = fresh // from here on, only Run changes the state
			s.log.InfoContext(ctx, "search_index_built", "site", scope.Site, "language", scope.Language,
				"documents", fresh.size(), "duration", time.Since(b.started))
		}
		delete(s.builds, scope)
		close(b.ended)
		s.wakeRun() // Run processes the changes and failures since then
	})
	return b
}

// gatherFirst gathers all sources of a scope concurrently. If that takes long, what the first ones have returned can be
// found before the others have, so that a query is answered within the time limit of a page: the rest of partialAfter
// is left for the engine.
func (s *Service) gatherFirst(ctx context.Context, scope search.Scope, fresh *state, b *build) error {
	results := make(chan gathered, len(s.sources))
	for _, from := range s.sources {
		recovery.Go(ctx, s.log, "search_source", func() { results <- s.read(ctx, scope, from) })
	}
	synonyms := s.startReadingSynonyms(ctx)
	some := time.NewTimer(s.partialAfter / 3)
	defer some.Stop()
	isLate, hasBegun := false, false
	for left := len(s.sources); left > 0; {
		select {
		case g := <-results:
			left--
			fresh.add(g)
		case <-some.C:
			isLate = true
		}
		if !isLate || hasBegun || left == 0 || fresh.size() == 0 {
			continue
		}
		if err := s.engine.Begin(ctx, scope, s.documents(fresh)); err != nil {
			return err
		}
		hasBegun = true
		close(b.begun)
	}
	err := s.sync(ctx, scope, fresh)
	<-synonyms
	return err
}

// isIncomplete reports whether documents of a scope are missing in its index.
func (s *Service) isIncomplete(scope search.Scope) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := s.scopes[scope]
	return st == nil || st.isIncomplete()
}

// gathered is what a source has returned.
type gathered struct {
	source string
	docs   []*search.Document
	err    error
	// isDegraded means that documents may be missing, isShortLived that the source must be read again soon.
	isDegraded, isShortLived bool
	// changesAt is when the documents change by themselves; zero for never.
	changesAt time.Time
}

// read reads a source.
func (s *Service) read(ctx context.Context, scope search.Scope, from source) gathered {
	ctx, reads := cache.WithReads(ctx)
	g := gathered{source: from.name}
	g.err = recovery.Do(ctx, s.log, "search_source", func() (err error) {
		g.docs, err = from.gather(ctx, scope)
		return err
	})
	g.isDegraded, g.isShortLived, g.changesAt = reads.IsDegraded(), reads.IsShortLived(), reads.NextChange()
	if g.err != nil && !errors.Is(g.err, errOutdated) && ctx.Err() == nil {
		s.log.WarnContext(ctx, "search_source_failed",
			"site", scope.Site, "language", scope.Language, "source", from.name, "error", g.err)
	}
	return g
}

// gather gathers the documents of some sources of a scope again; without any, those of all. It must not be called
// concurrently for the same state.
func (s *Service) gather(ctx context.Context, scope search.Scope, st *state, some []source) {
	if len(some) == 0 {
		some, st.needsRetry, st.changesAt = s.sources, false, time.Time{}
	}
	for _, from := range some {
		st.add(s.read(ctx, scope, from))
	}
}

// documents returns the documents of all sources, in their order.
func (s *Service) documents(st *state) []*search.Document {
	all := make([]*search.Document, 0, st.size())
	for _, from := range s.sources {
		all = append(all, st.parts[from.name]...)
	}
	return distinct(all)
}

// sync updates the index of a scope with the gathered documents, and their vocabulary, so that no query waits for it.
func (s *Service) sync(ctx context.Context, scope search.Scope, st *state) error {
	docs := s.documents(st)
	if err := s.engine.Sync(ctx, scope, docs); err != nil {
		return err
	}
	if !st.isIncomplete() { // else no query is corrected
		st.countWords(docs)
	}
	return nil
}

// Run keeps the indexes of all searched scopes up to date until the context ends.
func (s *Service) Run(ctx context.Context) {
	renew := time.NewTicker(renewEvery)
	defer renew.Stop()
	var retry, changed <-chan time.Time
	wait, delay := minRetryDelay, settle
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
		case <-s.grown:
			s.renewGrown(ctx)
			continue // the pause after a failure stays
		case <-s.wake:
			wait = minRetryDelay
			select {
			case <-ctx.Done():
				return
			case <-time.After(delay):
			}
		}
		started := time.Now()
		s.renewSynonyms(ctx)
		for _, due := range s.due(everything, again) {
			if ctx.Err() != nil {
				return
			}
			s.renew(ctx, due)
		}
		delay = min(max(settle, settleShare*time.Since(started)), maxSettle)
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

// renewGrown gathers the products of the scopes that lack some. Their other sources are read after their pause.
func (s *Service) renewGrown(ctx context.Context) {
	for _, scope := range s.due(false, true) {
		if ctx.Err() != nil {
			return
		}
		if growing := s.growing(scope); len(growing) > 0 {
			s.renew(ctx, scope, growing...)
		}
	}
}

// growing returns the sources of a scope that lack products which the catalogue may have by now.
func (s *Service) growing(scope search.Scope) []source {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.sources), func(from source) bool {
		return !from.isCatalogue || !s.scopes[scope].incomplete[from.name]
	})
}

// due returns the scopes whose index may be outdated, the most recently used first.
func (s *Service) due(everything, again bool) []search.Scope {
	s.mu.Lock()
	defer s.mu.Unlock()
	var due []search.Scope
	for scope, st := range s.scopes {
		if everything || again && st.needsRetry || st.isLost || st.seen != s.changes || st.hasChanged() {
			due = append(due, scope)
		}
	}
	slices.SortFunc(due, func(a, b search.Scope) int {
		return cmp.Or(s.scopes[b].used.Compare(s.scopes[a].used), strings.Compare(a.Site+a.Language, b.Site+b.Language))
	})
	return due
}

// nextChange returns when the documents of a scope change by themselves; zero for never.
func (s *Service) nextChange() (next time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, st := range s.scopes {
		next = optional.Earlier(next, st.changesAt)
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

// renew gathers some sources of a scope, or all without any, and syncs its index.
func (s *Service) renew(ctx context.Context, scope search.Scope, some ...source) {
	s.mu.Lock()
	st := s.scopes[scope]
	changes := s.changes
	st.isLost = false
	copied := *st
	copied.parts, copied.incomplete = maps.Clone(st.parts), maps.Clone(st.incomplete)
	s.mu.Unlock()
	err := recovery.Do(ctx, s.log, "search_index", func() error {
		s.gather(ctx, scope, &copied, some)
		return s.sync(ctx, scope, &copied)
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
	st.changesAt, st.vocabulary = copied.changesAt, copied.vocabulary
	st.words, st.counted = copied.words, copied.counted
	if len(some) == 0 {
		st.seen = changes
	}
}
