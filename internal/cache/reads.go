package cache

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"strand/domain/optional"
	"strand/internal/calltrace"
)

// Reads collects the tags and states of the values that are read under a context, so that a value made from them has
// the same tags and does not outlive them. The methods of nil Reads do nothing. It is safe for concurrent use.
type Reads struct {
	mu         sync.Mutex
	tags       map[string]struct{}
	isDegraded bool
	// isIncomplete reports that a part could not be read, without an error that the caller gets.
	isIncomplete bool
	// isLimited reports that freshFor bounds how long the result is fresh, isShortLived that it is outdated
	// afterwards.
	isLimited, isShortLived bool
	freshFor                time.Duration
	// changesAt is when the result is outdated; zero for never.
	changesAt time.Time
	// flight is the load that the reads belong to; nil outside of one.
	flight *flight
	// answers are those of the load; nil without a second level.
	answers *Answers
	// collects reports that notes are collected: in loads, and if the caller requested them.
	collects bool
	notes    []Note
	// trace records the reads and the upstream calls of the operation; nil for none.
	trace *calltrace.Trace
}

// Note is a remark about a value that is made, such as a part that was left out. It is comparable.
type Note interface {
	// About is the id of the document that the note is about; empty for any.
	About() string
}

// maxNotes is the number of notes that one Reads, and so one entry, stores.
const maxNotes = 1000

type readsKey struct{}

// WithReads returns a context whose reads are collected. The Reads of an enclosing context do not contain them; Load
// merges them.
func WithReads(ctx context.Context) (context.Context, *Reads) {
	r := &Reads{trace: TraceOf(ctx)}
	return context.WithValue(ctx, readsKey{}, r), r
}

// WithTrace is WithReads for an operation whose reads and upstream calls are recorded.
func WithTrace(ctx context.Context) (context.Context, *calltrace.Trace) {
	ctx, r := WithReads(ctx)
	r.trace = calltrace.New()
	return ctx, r.trace
}

// TraceOf returns the trace of the operation under the context; nil for none.
func TraceOf(ctx context.Context) *calltrace.Trace {
	if r := readsOf(ctx); r != nil {
		return r.trace
	}
	return nil
}

// WithNotes is WithReads with notes.
func WithNotes(ctx context.Context) (context.Context, *Reads) {
	ctx, r := WithReads(ctx)
	r.collects = true
	return ctx, r
}

// CollectsNotes reports whether notes are collected under the context.
func CollectsNotes(ctx context.Context) bool {
	r := readsOf(ctx)
	return r != nil && r.collects
}

// AddNote adds a note to the value that is made under the context. In a load the note is stored with the
// value: a later read from the cache returns it too.
func AddNote(ctx context.Context, n Note) {
	if r := readsOf(ctx); r != nil && r.collects {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.noteLocked([]Note{n})
	}
}

// Notes returns the notes about everything that was read, without duplicates.
func (r *Reads) Notes() []Note {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	seen := make(map[Note]struct{}, len(r.notes))
	return slices.DeleteFunc(slices.Clone(r.notes), func(n Note) bool {
		_, isRepeated := seen[n]
		seen[n] = struct{}{}
		return isRepeated
	})
}

// noteLocked adds notes if r collects them.
func (r *Reads) noteLocked(found []Note) {
	if r.collects {
		r.notes = append(r.notes, found[:min(len(found), maxNotes-len(r.notes))]...)
	}
}

func readsOf(ctx context.Context) *Reads {
	r, _ := ctx.Value(readsKey{}).(*Reads)
	return r
}

// MarkDegraded marks the value that is made under the context as degraded: a part is missing, or stale after a
// failure. It is not cached as complete.
func MarkDegraded(ctx context.Context) {
	if r := readsOf(ctx); r != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.isDegraded = true
	}
}

// MarkIncomplete marks the value that is made under the context as degraded, because a part of it could not be read,
// which visitors have to be told.
func MarkIncomplete(ctx context.Context) {
	MarkDegraded(ctx)
	if r := readsOf(ctx); r != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.isIncomplete = true
	}
}

// IsIncomplete reports whether something that was read under the context was marked by MarkIncomplete.
func IsIncomplete(ctx context.Context) bool {
	r := readsOf(ctx)
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.isIncomplete
}

// MarkStale marks the value that is made under the context as made from stale data that is being refreshed: it is
// refreshed soon as well.
func MarkStale(ctx context.Context) {
	if r := readsOf(ctx); r != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.limitLocked(degradedFor, false)
	}
}

// ChangesAt states that the value which is made under the context changes at a time by itself: it is outdated from then
// on, and so is everything that is made of it. Of several times the earliest counts; zero is none.
func ChangesAt(ctx context.Context, at time.Time) {
	if r := readsOf(ctx); r != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.changesAt = optional.Earlier(r.changesAt, at)
	}
}

// NextChange returns when what was read under the context changes by itself; zero for never.
func NextChange(ctx context.Context) time.Time { return readsOf(ctx).NextChange() }

// NextChange returns when what was read changes by itself; zero for never.
func (r *Reads) NextChange() time.Time {
	if r == nil {
		return time.Time{}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.changesAt
}

// IsDegraded reports whether something that was read under the context was degraded.
func IsDegraded(ctx context.Context) bool { return readsOf(ctx).IsDegraded() }

// IsDegraded reports whether something that was read was degraded.
func (r *Reads) IsDegraded() bool {
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.isDegraded
}

// IsShortLived reports whether something that was read was a negative or degraded entry, which is outdated within
// seconds.
func (r *Reads) IsShortLived() bool {
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.isShortLived
}

// Tags returns the tags of everything that was read.
func (r *Reads) Tags() []string {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Collect(maps.Keys(r.tags))
}

// addTrace adds the read of a key to the trace of the operation.
func (r *Reads) addTrace(key string, s calltrace.State) {
	if r != nil && r.trace != nil {
		r.trace.AddRead(kindOf(key), s)
	}
}

// tracedStates are the states in a trace of entries that are served.
var tracedStates = map[state]calltrace.State{
	outdated: calltrace.Outdated, stale: calltrace.Stale, fresh: calltrace.Fresh,
}

func (r *Reads) add(tags []string) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.addLocked(tags)
}

func (r *Reads) addLocked(tags []string) {
	if r.tags == nil {
		r.tags = make(map[string]struct{}, len(tags))
	}
	for _, tag := range tags {
		r.tags[tag] = struct{}{}
	}
}

// addEntry adds an entry that was served in a state.
func (r *Reads) addEntry(e *entry, s state, now time.Time) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.addLocked(e.tags)
	r.noteLocked(e.notes)
	if reloadNotes := e.reloadNotes.Load(); reloadNotes != nil {
		r.noteLocked(*reloadNotes)
	}
	r.isDegraded = r.isDegraded || e.isDegraded || s == outdated
	r.isIncomplete = r.isIncomplete || e.isIncomplete
	if s != outdated { // the time of a fallback may have passed
		r.changesAt = optional.Earlier(r.changesAt, e.changesAt)
	}
	switch {
	case s == stale:
		r.limitLocked(degradedFor, false)
	case e.isShortLived:
		r.limitLocked(max(e.Fresh-now.Sub(e.loaded), 0), true)
	}
}

// merge adds the content of other reads.
func (r *Reads) merge(other *Reads) {
	if r == nil || r == other {
		return
	}
	tags := other.Tags()
	other.mu.Lock()
	isDegraded, limited, isShortLived, freshFor := other.isDegraded, other.isLimited, other.isShortLived, other.freshFor
	found, changesAt, isIncomplete := other.notes, other.changesAt, other.isIncomplete
	other.mu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.addLocked(tags)
	r.noteLocked(found)
	r.isDegraded = r.isDegraded || isDegraded
	r.isIncomplete = r.isIncomplete || isIncomplete
	r.changesAt = optional.Earlier(r.changesAt, changesAt)
	if limited {
		r.limitLocked(freshFor, isShortLived)
	}
}

func (r *Reads) limitLocked(d time.Duration, isShortLived bool) {
	if !r.isLimited || d < r.freshFor {
		r.isLimited, r.freshFor = true, d
	}
	r.isShortLived = r.isShortLived || isShortLived
}

// addNotes adds only the notes of other reads.
func (r *Reads) addNotes(other *Reads) {
	if r == nil || other == nil || r == other {
		return
	}
	found := other.Notes()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.noteLocked(found)
}

// forDocument returns the reads of one value of a load, without the notes of other documents.
func (r *Reads) forDocument(document string) *Reads {
	filtered := &Reads{collects: true}
	filtered.merge(r)
	if document != "" {
		filtered.notes = slices.DeleteFunc(slices.Clone(filtered.notes), func(n Note) bool {
			return n.About() != "" && n.About() != document
		})
	}
	return filtered
}
