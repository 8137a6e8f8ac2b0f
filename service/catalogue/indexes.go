package catalogue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"strand/domain/catalog"
	"strand/internal/cache"
	"strand/internal/recovery"
)

// IndexReader reads products for the catalogue.
type IndexReader interface {
	IndexedPage(
		ctx context.Context, t catalog.Type, language string, offset, limit int,
	) (records []*catalog.IndexRecord, total int, err error)
	IndexedProducts(ctx context.Context, language string, slugs []string) ([]*catalog.IndexRecord, error)
}

const (
	// pageSize is the number of products of a read; minPageSize that of a read after a page has failed, since a page
	// of large records may exceed the limit of an answer.
	pageSize    = 200
	minPageSize = 20
	// readsAhead is the number of concurrent reads.
	readsAhead = 2
	// maxIndexed limits the products of an index.
	maxIndexed = 100_000
	// indexFreshFor is the age at which an index is read again, for a PIM that sends no webhooks.
	indexFreshFor = 30 * time.Minute
	// indexTimeout limits the reading of a page of an index with its wait for other reads, indexRetry is the pause
	// after a failure.
	indexTimeout = 5 * time.Minute
	indexRetry   = 5 * time.Second
	// keepFor is how long an index is kept while later reads lack records that the PIM returns in a broken form.
	keepFor = time.Hour
	// holdTimeout limits the wait for another server that reads the same index for the first time.
	holdTimeout = 10 * time.Second
	// partialAfter is the time after which a listing gets an index without the products that are not read yet,
	// firstWait the time that it waits for the first products.
	partialAfter = 1500 * time.Millisecond
	firstWait    = 5 * time.Second
	// batchSize is the number of changed products per call.
	batchSize = 50
	// maxPartFailures is the number of failed calls for changed products after which the rest waits for the next
	// attempt. A broken record among 50 takes six, since parts that fail are halved.
	maxPartFailures = 30
	// publishEvery is the interval at which an index that is read for the first time is made available. It grows with
	// the index: making it available may take one in publishShare of the time.
	publishEvery = time.Second
	publishShare = 20
	// maxChanged is the number of changed products beyond which all are read, if they are also more than one in
	// maxChangedShare.
	maxChanged      = 200
	maxChangedShare = 10
)

// errNotReady is returned while no products could be read yet.
var errNotReady = errors.New("the index is not ready yet")

// Indexes keeps an index of the products of each type and language. An index is built when it is first asked for, by
// reads of its own, and updated by record when products change. It is safe for concurrent use.
type Indexes struct {
	reader IndexReader
	log    *slog.Logger
	now    func() time.Time
	// partialAfter is the constant, except in tests.
	partialAfter time.Duration
	// Hold reserves a name for one server at a time, so that servers which start together read an index once: the
	// others find what it has read in the shared cache. It is nil for a single server.
	Hold func(ctx context.Context, name string) (release func())

	// completed receives a value after all products of a type and language were read for the first time, and after a
	// doubtful index was read again.
	completed chan struct{}
	// grown receives a value after more products were read for the first time.
	grown chan struct{}

	mu      sync.Mutex
	indexes map[indexKey]*indexState
}

type indexKey struct {
	kind     catalog.Type
	language string
}

// indexState is an index with the changes that it does not contain yet.
type indexState struct {
	indexKey
	// indexer belongs to the refresh that runs; nil until all products were read once.
	indexer *catalog.Indexer
	// index is nil before the first products are read.
	index  *catalog.Index
	readAt time.Time
	// hadFigures means that products of this index or of an earlier one have figures.
	hadFigures bool
	// readFor is how long reading all products took.
	readFor time.Duration
	// isPartial means that the PIM left out records when all were read, isDegraded that it left out something.
	isPartial, isDegraded bool
	// isReplaced means that lists of an index which was read again differ from those of the index before, without a
	// reported change.
	isReplaced bool
	// pending are the changes that no refresh has begun to read, reading are those of the refresh that runs.
	pending, reading changes
	// refreshed is closed when the refresh that runs publishes an index or ends; nil if none runs.
	refreshed chan struct{}
	failedAt  time.Time
	err       error
}

// changes are products that may differ from those of an index.
type changes struct {
	slugs map[string]bool
	// all means that any product may differ.
	all bool
}

func (c *changes) isEmpty() bool { return !c.all && len(c.slugs) == 0 }

func (c *changes) add(other changes) {
	c.all = c.all || other.all
	if c.slugs == nil {
		c.slugs = map[string]bool{}
	}
	maps.Copy(c.slugs, other.slugs)
}

// of returns the changes without products that the index of the other type has.
func (c changes) of(st *indexState, all map[indexKey]*indexState) changes {
	slugs := maps.Clone(c.slugs)
	for key, other := range all {
		if key.language != st.language || key.kind == st.kind || other.index == nil || st.index == nil {
			continue
		}
		maps.DeleteFunc(slugs, func(slug string, _ bool) bool {
			return st.index.Product(slug) == nil && other.index.Product(slug) != nil
		})
	}
	return changes{slugs: slugs, all: c.all}
}

// isCurrent reports whether the index contains all products and all changes.
func (st *indexState) isCurrent() bool {
	return st.indexer != nil && st.pending.isEmpty() && st.reading.isEmpty()
}

// isDoubtful reports whether the index lacks what a fault of the PIM may have removed: all products, all figures, or
// parts that it returned in a broken form.
func (st *indexState) isDoubtful() bool {
	return st.index != nil &&
		(len(st.index.Products()) == 0 || st.hadFigures && !st.index.HasFigures() || st.isDegraded)
}

// isOld reports whether the index is read again because of its age. A doubtful one is read again soon, but not most of
// the time.
func (st *indexState) isOld(now time.Time) bool {
	freshFor := indexFreshFor
	if st.isDoubtful() {
		freshFor = min(max(20*st.readFor, indexRetry), indexFreshFor)
	}
	return st.indexer != nil && now.Sub(st.readAt) > freshFor
}

// NewIndexes returns a catalogue without indexes.
func NewIndexes(reader IndexReader, log *slog.Logger) *Indexes {
	return &Indexes{
		reader: reader, log: log, now: time.Now, partialAfter: partialAfter,
		completed: make(chan struct{}, 1), grown: make(chan struct{}, 1), indexes: map[indexKey]*indexState{},
	}
}

// Index returns the index of a type in a language. It waits for products that changed, and for the first products;
// after partialAfter it returns what there is. isComplete is false until all products were read once, and if the PIM
// leaves out records. It fails if no product could be read. An index without the latest changes marks the value that is
// made under ctx as degraded, one that is read again because of its age marks it as stale.
func (x *Indexes) Index(
	ctx context.Context, kind catalog.Type, language string,
) (index *catalog.Index, isComplete bool, err error) {
	key := indexKey{kind, language}
	some, limit := time.NewTimer(x.partialAfter), time.NewTimer(firstWait)
	defer some.Stop()
	defer limit.Stop()
	for isLate := false; ; {
		x.mu.Lock()
		st := x.state(key)
		isCurrent, isOld, isDoubtful := st.isCurrent(), st.isOld(x.now()), st.isDoubtful()
		isRead, isDegraded := st.indexer != nil && !st.isPartial, st.isDegraded
		if !isCurrent || isOld {
			x.refresh(ctx, st, isOld)
		}
		index, refreshed, failure := st.index, st.refreshed, st.err
		x.mu.Unlock()
		switch {
		case isCurrent:
			if isOld || isDoubtful {
				cache.MarkStale(ctx)
			}
			if isDegraded {
				cache.MarkDegraded(ctx)
			}
			return index, isRead, nil
		case index != nil && (isLate || refreshed == nil):
			if isRead {
				cache.MarkDegraded(ctx)
			}
			return index, isRead, nil
		case refreshed == nil:
			return nil, false, fmt.Errorf("index the catalogue in %s: %w", language, failure)
		}
		select {
		case <-refreshed:
		case <-some.C:
			isLate = true
		case <-limit.C:
			return nil, false, fmt.Errorf("index the catalogue in %s: %w", language, errNotReady)
		case <-ctx.Done():
			return nil, false, context.Cause(ctx)
		}
	}
}

// Completed receives a value after all products of a type and language were read for the first time, and after a
// doubtful index was read again.
func (x *Indexes) Completed() <-chan struct{} { return x.completed }

// Grown receives a value after more products of a type and language were read for the first time, but not yet all.
func (x *Indexes) Grown() <-chan struct{} { return x.grown }

// Latest returns the index of a type in a language as it is now, without reading it; nil for none.
func (x *Indexes) Latest(kind catalog.Type, language string) *catalog.Index {
	x.mu.Lock()
	defer x.mu.Unlock()
	if st := x.indexes[indexKey{kind, language}]; st != nil {
		return st.index
	}
	return nil
}

// Build reads the index of a type in a language, and waits until it has all products or ctx ends.
func (x *Indexes) Build(ctx context.Context, kind catalog.Type, language string) error {
	key := indexKey{kind, language}
	for {
		x.mu.Lock()
		st := x.state(key)
		if st.indexer != nil {
			x.mu.Unlock()
			return nil
		}
		x.refresh(ctx, st, true)
		refreshed, failure := st.refreshed, st.err
		x.mu.Unlock()
		if refreshed == nil {
			return fmt.Errorf("index the catalogue in %s: %w", language, failure)
		}
		select {
		case <-refreshed:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// state returns the state of an index. The caller holds the lock.
func (x *Indexes) state(key indexKey) *indexState {
	st := x.indexes[key]
	if st == nil {
		st = &indexState{indexKey: key, pending: changes{all: true}}
		x.indexes[key] = st
	}
	return st
}

// hold waits for another server that reads the same index for the first time, and keeps others from it until release.
func (x *Indexes) hold(ctx context.Context, st *indexState) (release func()) {
	if x.Hold == nil || st.indexer != nil {
		return func() {}
	}
	ctx, cancel := context.WithTimeout(ctx, holdTimeout)
	defer cancel()
	return x.Hold(ctx, "catalogue:"+string(st.kind)+":"+st.language)
}

// MarkChanged reports changed products by their slugs; without slugs, any may have changed.
func (x *Indexes) MarkChanged(slugs ...string) {
	changed := changes{all: len(slugs) == 0, slugs: map[string]bool{}}
	for _, slug := range slugs {
		changed.slugs[slug] = true
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, st := range x.indexes {
		st.pending.add(changed.of(st, x.indexes))
		st.failedAt = time.Time{}
	}
}

// refresh starts to read the pending changes of an index, or all products, in the background. The caller holds the
// lock.
func (x *Indexes) refresh(ctx context.Context, st *indexState, all bool) {
	if st.refreshed != nil || x.now().Sub(st.failedAt) < indexRetry {
		return
	}
	st.refreshed = make(chan struct{})
	st.reading, st.pending = st.pending, changes{}
	all = all || st.indexer == nil || st.reading.all ||
		len(st.reading.slugs) > max(maxChanged, st.indexer.Len()/maxChangedShare)
	slugs := slices.Sorted(maps.Keys(st.reading.slugs))
	recovery.Go(ctx, x.log, "catalogue_index", func() {
		ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
		defer cancel()
		limit := time.AfterFunc(indexTimeout, cancel)
		defer limit.Stop()
		progress := func() { limit.Reset(indexTimeout) }
		err := recovery.Do(ctx, x.log, "catalogue_index", func() error {
			if !all {
				isKnown, err := x.readChanged(ctx, st, slugs, progress)
				if err != nil || isKnown {
					return err
				}
			}
			return x.readAll(ctx, st, progress)
		})
		x.mu.Lock()
		defer x.mu.Unlock()
		if st.err = err; err != nil {
			st.failedAt = x.now()
			if all && errors.Is(err, cache.ErrIncomplete) {
				st.failedAt = st.failedAt.Add(20 * st.readFor) // all products were read
			}
			st.pending.add(st.reading)
			x.log.WarnContext(ctx, "catalogue_index_failed", "type", st.kind, "language", st.language, "error", err)
		}
		st.reading = changes{}
		close(st.refreshed)
		st.refreshed = nil
	})
}

// readAll reads all products, and calls progress after each page. Until they were read once, the index has those that
// were read so far.
func (x *Indexes) readAll(ctx context.Context, st *indexState, progress func()) error {
	defer x.hold(ctx, st)()
	started := x.now()
	ctx, reads := cache.WithReads(ctx)
	indexer := catalog.NewIndexer(st.language)
	if st.indexer != nil {
		indexer = st.indexer.Again()
		defer indexer.Done()
	}
	nextIndex, count := started, 0
	ctx, stop := context.WithCancel(ctx)
	defer stop() // ends the reads ahead
	// The first page tells the number of products.
	var ahead []<-chan indexPage
	for offset, next, size := 0, 0, pageSize; offset < maxIndexed; {
		for len(ahead) == 0 || len(ahead) < readsAhead && next < min(count, maxIndexed) {
			ahead = append(ahead, x.startPage(ctx, st, next, size))
			next += size
		}
		page := <-ahead[0]
		ahead = ahead[1:]
		progress()
		if page.err != nil && size > minPageSize && ctx.Err() == nil {
			ahead, next, size = nil, offset, minPageSize
			continue
		}
		if page.err != nil {
			return page.err
		}
		if len(page.records) == 0 && offset < page.total && !page.isDegraded { // else its records are broken
			return fmt.Errorf("the products from %d of %d are missing", offset, page.total)
		}
		for _, r := range page.records {
			indexer.Set(r)
		}
		if page.isDegraded || offset > 0 && page.total != count {
			cache.MarkDegraded(ctx) // a list that changes while it is read may lack a product
		}
		count = page.total
		read, wanted := size, min(size, count-offset)
		if n := len(page.records); catalog.IsCut(n, wanted) {
			read, ahead, next = n, nil, offset+n
			if !page.isDegraded || n <= wanted/2 {
				size = n // the PIM returns no more at once; otherwise broken records may be missing
			}
		}
		if offset += read; offset >= count {
			break
		}
		if now := x.now(); st.indexer == nil && !now.Before(nextIndex) {
			x.publish(st, indexer.Index(), nil)
			signal(x.grown)
			nextIndex = x.now().Add(max(publishEvery, publishShare*x.now().Sub(now)))
		}
	}
	isDegraded, isPartial := reads.IsDegraded(), reads.IsDegraded() && indexer.Len() < count
	if isDegraded && st.indexer != nil && !st.isDegraded && started.Sub(st.readAt) < keepFor {
		return fmt.Errorf("read the products of type %s: %w", st.kind, cache.ErrIncomplete)
	}
	index := indexer.Index()
	x.mu.Lock()
	isNew := st.indexer == nil || st.isDoubtful()
	st.isReplaced = st.isReplaced || st.indexer != nil && !index.HasSameLists(st.index)
	st.indexer, st.readAt, st.readFor = indexer, started, x.now().Sub(started)
	st.isDegraded, st.isPartial = isDegraded, isPartial
	x.mu.Unlock()
	x.publish(st, index, nil)
	if isNew {
		signal(x.completed)
	}
	x.log.InfoContext(ctx, "catalogue_indexed",
		"type", st.kind, "language", st.language, "products", indexer.Len(), "duration", x.now().Sub(started))
	return nil
}

// signal sends a value on a channel unless it has one.
func signal(to chan<- struct{}) {
	select {
	case to <- struct{}{}:
	default:
	}
}

// indexPage is a page of the products of an index.
type indexPage struct {
	records    []*catalog.IndexRecord
	total      int
	isDegraded bool
	err        error
}

// startPage starts to read a page. The PIM makes the next one while this server decodes the last one.
func (x *Indexes) startPage(ctx context.Context, st *indexState, offset, size int) <-chan indexPage {
	read := make(chan indexPage, 1)
	go func() {
		page := indexPage{err: errors.New("the page was not read")}
		defer func() { read <- page }()
		_ = recovery.Do(ctx, x.log, "catalogue_page", func() error { // reports a panic
			ctx, reads := cache.WithReads(ctx)
			page.records, page.total, page.err = x.reader.IndexedPage(ctx, st.kind, st.language, offset, size)
			page.isDegraded = reads.IsDegraded()
			return nil
		})
	}()
	return read
}

// readChanged reads changed products, calls progress after each part, and makes those available that were read, also if
// others fail. isKnown is false if the index or the PIM does not have one of them: only a list of all products tells
// the type and place of a new one, and whether one that is not found was removed, since an empty answer may be a fault.
func (x *Indexes) readChanged(
	ctx context.Context, st *indexState, slugs []string, progress func(),
) (isKnown bool, err error) {
	read := map[string]bool{}
	defer func() {
		if len(read) > 0 {
			x.publish(st, st.indexer.Index(), read)
		}
	}()
	parts := slices.Collect(slices.Chunk(slugs, batchSize))
	for failures := 0; len(parts) > 0; {
		part := parts[0]
		parts = parts[1:]
		partCtx, reads := cache.WithReads(ctx)
		records, failure := x.reader.IndexedProducts(partCtx, st.language, part)
		progress()
		if failure == nil && reads.IsDegraded() {
			failure = fmt.Errorf("read changed products: %w", cache.ErrIncomplete)
		}
		if failure != nil {
			err = failure
			if failures++; failures > maxPartFailures {
				return false, err // not one record, but the PIM
			}
			if n := len(part) / 2; n > 0 {
				// A broken record does not keep the others from the index.
				parts = append([][]string{part[:n], part[n:]}, parts...)
			}
			continue
		}
		for _, r := range records {
			if slices.Contains(part, r.Slug) && st.indexer.Has(r.Slug) {
				st.indexer.Set(r)
				read[r.Slug] = true
			}
		}
		if slices.ContainsFunc(part, func(slug string) bool { return !read[slug] }) {
			return false, nil // the list of all products has the others, too
		}
	}
	return err == nil, err
}

// publish makes an index available, with the changed products that were read, which are not read again if others fail.
func (x *Indexes) publish(st *indexState, index *catalog.Index, read map[string]bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	maps.DeleteFunc(st.reading.slugs, func(slug string, _ bool) bool { return read[slug] })
	st.index, st.hadFigures = index, st.hadFigures || index.HasFigures()
	close(st.refreshed)
	st.refreshed = make(chan struct{})
}
