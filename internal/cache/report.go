package cache

import (
	"context"
	"slices"
	"sync"
	"time"

	"strand/domain/finding"
)

// Report collects the tags and states of the values that are read under a context, so that a value made from them has
// the same tags and does not outlive them. The methods of a nil Report do nothing. It is safe for concurrent use.
type Report struct {
	mu       sync.Mutex
	tags     map[string]struct{}
	degraded bool
	// isLimited reports that freshFor bounds how long the result is fresh; isShort that it is outdated afterwards.
	isLimited, isShort bool
	freshFor           time.Duration
	// flight is the load of the report; nil outside of one.
	flight *flight
	// collects reports that findings are collected: in loads, and if the caller requested them.
	collects bool
	findings []finding.Finding
}

// maxFindings is the number of findings that one report, and so one entry, stores.
const maxFindings = 1000

type reportKey struct{}

// WithReport returns a context whose reads are reported. An enclosing report does not see them; Load merges them into
// it.
func WithReport(ctx context.Context) (context.Context, *Report) {
	r := &Report{}
	return context.WithValue(ctx, reportKey{}, r), r
}

// WithFindings is WithReport with findings.
func WithFindings(ctx context.Context) (context.Context, *Report) {
	ctx, r := WithReport(ctx)
	r.collects = true
	return ctx, r
}

// CollectsFindings reports whether findings are collected under the context.
func CollectsFindings(ctx context.Context) bool {
	r := reportOf(ctx)
	return r != nil && r.collects
}

// AddFinding adds a finding to the value that is made under the context. In a load the finding is stored with the
// value: a later read from the cache returns it too.
func AddFinding(ctx context.Context, f finding.Finding) {
	if r := reportOf(ctx); r != nil && r.collects {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.findLocked([]finding.Finding{f})
	}
}

// Findings returns the findings of everything that was read, without duplicates.
func (r *Report) Findings() []finding.Finding {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return finding.Unique(r.findings)
}

// findLocked adds findings if the report collects them.
func (r *Report) findLocked(found []finding.Finding) {
	if r.collects {
		r.findings = append(r.findings, found[:min(len(found), maxFindings-len(r.findings))]...)
	}
}

func reportOf(ctx context.Context) *Report {
	r, _ := ctx.Value(reportKey{}).(*Report)
	return r
}

// MarkDegraded marks the value that is made under the context as degraded: a part is missing, or stale after a
// failure. It is not cached as complete.
func MarkDegraded(ctx context.Context) {
	if r := reportOf(ctx); r != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.degraded = true
	}
}

// IsDegraded reports whether something that was read under the context was degraded.
func IsDegraded(ctx context.Context) bool { return reportOf(ctx).IsDegraded() }

// IsDegraded reports whether something that was read was degraded.
func (r *Report) IsDegraded() bool {
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.degraded
}

// IsShort reports whether something that was read was a negative or degraded entry, which is outdated within seconds.
func (r *Report) IsShort() bool {
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.isShort
}

// Tags returns the tags of everything that was read.
func (r *Report) Tags() []string {
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

func (r *Report) add(tags []string) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.addLocked(tags)
}

func (r *Report) addLocked(tags []string) {
	if r.tags == nil {
		r.tags = make(map[string]struct{}, len(tags))
	}
	for _, tag := range tags {
		r.tags[tag] = struct{}{}
	}
}

// addEntry adds an entry that was served in a state.
func (r *Report) addEntry(e *entry, s state, now time.Time) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.addLocked(e.tags)
	r.findLocked(e.findings)
	if failed := e.failed.Load(); failed != nil {
		r.findLocked(*failed)
	}
	r.degraded = r.degraded || e.degraded || s == outdated
	switch {
	case s == stale:
		r.limitLocked(degradedFor, false)
	case e.isShort:
		r.limitLocked(max(e.Fresh-now.Sub(e.loaded), 0), true)
	}
}

// merge adds the content of another report.
func (r *Report) merge(other *Report) {
	if r == nil || r == other {
		return
	}
	tags := other.Tags()
	other.mu.Lock()
	degraded, limited, isShort, freshFor := other.degraded, other.isLimited, other.isShort, other.freshFor
	found := other.findings
	other.mu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.addLocked(tags)
	r.findLocked(found)
	r.degraded = r.degraded || degraded
	if limited {
		r.limitLocked(freshFor, isShort)
	}
}

func (r *Report) limitLocked(d time.Duration, isShort bool) {
	if !r.isLimited || d < r.freshFor {
		r.isLimited, r.freshFor = true, d
	}
	r.isShort = r.isShort || isShort
}

// addFindings adds only the findings of another report.
func (r *Report) addFindings(other *Report) {
	if r == nil || other == nil || r == other {
		return
	}
	found := other.Findings()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.findLocked(found)
}

// forDocument returns the report of one value of a load, without the findings of other documents.
func (r *Report) forDocument(document string) *Report {
	filtered := &Report{collects: true}
	filtered.merge(r)
	if document != "" {
		filtered.findings = slices.DeleteFunc(slices.Clone(filtered.findings), func(f finding.Finding) bool {
			return f.Document != "" && f.Document != document
		})
	}
	return filtered
}
