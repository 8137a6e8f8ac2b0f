package cache

import (
	"context"
	"slices"
	"sync"
	"time"

	"strand/domain/finding"
)

// Reads collects the tags and states of the values that are read under a context, so that a value made from them has
// the same tags and does not outlive them. The methods of nil Reads do nothing. It is safe for concurrent use.
type Reads struct {
	mu         sync.Mutex
	tags       map[string]struct{}
	isDegraded bool
	// isLimited reports that freshFor bounds how long the result is fresh, isShortLived that it is outdated
	// afterwards.
	isLimited, isShortLived bool
	freshFor                time.Duration
	// flight is the load that the reads belong to; nil outside of one.
	flight *flight
	// collects reports that findings are collected: in loads, and if the caller requested them.
	collects bool
	findings []finding.Finding
}

// maxFindings is the number of findings that one Reads, and so one entry, stores.
const maxFindings = 1000

type readsKey struct{}

// WithReads returns a context whose reads are collected. The Reads of an enclosing context do not contain them; Load
// merges them.
func WithReads(ctx context.Context) (context.Context, *Reads) {
	r := &Reads{}
	return context.WithValue(ctx, readsKey{}, r), r
}

// WithFindings is WithReads with findings.
func WithFindings(ctx context.Context) (context.Context, *Reads) {
	ctx, r := WithReads(ctx)
	r.collects = true
	return ctx, r
}

// CollectsFindings reports whether findings are collected under the context.
func CollectsFindings(ctx context.Context) bool {
	r := readsOf(ctx)
	return r != nil && r.collects
}

// AddFinding adds a finding to the value that is made under the context. In a load the finding is stored with the
// value: a later read from the cache returns it too.
func AddFinding(ctx context.Context, f finding.Finding) {
	if r := readsOf(ctx); r != nil && r.collects {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.findLocked([]finding.Finding{f})
	}
}

// Findings returns the findings of everything that was read, without duplicates.
func (r *Reads) Findings() []finding.Finding {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return finding.Unique(r.findings)
}

// findLocked adds findings if r collects them.
func (r *Reads) findLocked(found []finding.Finding) {
	if r.collects {
		r.findings = append(r.findings, found[:min(len(found), maxFindings-len(r.findings))]...)
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
	tags := make([]string, 0, len(r.tags))
	for tag := range r.tags {
		tags = append(tags, tag)
	}
	return tags
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
	r.findLocked(e.findings)
	if reloadFindings := e.reloadFindings.Load(); reloadFindings != nil {
		r.findLocked(*reloadFindings)
	}
	r.isDegraded = r.isDegraded || e.isDegraded || s == outdated
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
	found := other.findings
	other.mu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.addLocked(tags)
	r.findLocked(found)
	r.isDegraded = r.isDegraded || isDegraded
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

// addFindings adds only the findings of other reads.
func (r *Reads) addFindings(other *Reads) {
	if r == nil || other == nil || r == other {
		return
	}
	found := other.Findings()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.findLocked(found)
}

// forDocument returns the reads of one value of a load, without the findings of other documents.
func (r *Reads) forDocument(document string) *Reads {
	filtered := &Reads{collects: true}
	filtered.merge(r)
	if document != "" {
		filtered.findings = slices.DeleteFunc(slices.Clone(filtered.findings), func(f finding.Finding) bool {
			return f.Document != "" && f.Document != document
		})
	}
	return filtered
}
