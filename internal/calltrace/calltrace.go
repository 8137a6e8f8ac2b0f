// Package calltrace records the upstream calls and the cache reads of one operation, for developers who ask for them.
package calltrace

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// State is the state of a cache entry when it was read.
type State string

const (
	// Fresh: served from memory.
	Fresh State = "FRESH"
	// Stale: served from memory while it is reloaded.
	Stale State = "STALE"
	// Outdated: served from memory because reloading failed.
	Outdated State = "OUTDATED"
	// Miss: loaded for this operation.
	Miss State = "MISS"
	// Joined: loaded by another operation at the same time.
	Joined State = "JOINED"
	// Shared: the answer to a call, stored by another server.
	Shared State = "SHARED"
	// None: a call whose answer is not cached, such as one for personal data.
	None State = "NONE"
)

// maxCalls bounds the calls of a trace.
const maxCalls = 200

// Call is one upstream call.
type Call struct {
	System    string `json:"system"`
	Operation string `json:"operation"`
	// Cache is the state of the cache entry that the call loads.
	Cache State `json:"cache"`
	// Result is `ok`, or the kind of failure.
	Result string `json:"result"`
	// StartMS is the time since the operation began, DurationMS that of the call, in milliseconds.
	StartMS    float64 `json:"startMs"`
	DurationMS float64 `json:"durationMs"`
}

// Read is the number of reads of one kind of cache entries in one state.
type Read struct {
	Entry string `json:"entry"`
	State State  `json:"state"`
	Count int    `json:"count"`
}

// Summary is what an operation has read.
type Summary struct {
	DurationMS    float64 `json:"durationMs"`
	UpstreamCalls []Call  `json:"upstreamCalls"`
	CacheReads    []Read  `json:"cacheReads"`
}

// Trace collects the calls and reads of one operation. The methods of a nil Trace do nothing. It is safe for concurrent
// use.
type Trace struct {
	*record
	// load is the state of the cache entry that the calls are made for; empty outside of loads.
	load State
}

// record is what was collected.
type record struct {
	started time.Time

	mu sync.Mutex
	// isDone reports that the operation has been answered: what its loads do afterwards is not part of it.
	isDone bool
	calls  []Call
	reads  map[Read]int
}

// New returns the trace of an operation that begins now.
func New() *Trace {
	return &Trace{record: &record{started: time.Now(), calls: []Call{}, reads: map[Read]int{}}}
}

// InLoad returns the trace for a load, whose calls are made for a cache entry in a state.
func (t *Trace) InLoad(s State) *Trace {
	if t == nil {
		return nil
	}
	return &Trace{t.record, s}
}

// AddRead adds a read of a cache entry.
func (t *Trace) AddRead(entry string, s State) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.isDone {
		t.reads[Read{Entry: entry, State: s}]++
	}
}

// AddCall adds a call that began at a time. A state of "" means that of the load which makes the call.
func (t *Trace) AddCall(system, operation, result string, started time.Time, s State) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.isDone || len(t.calls) == maxCalls {
		return
	}
	t.calls = append(t.calls, Call{
		System:     system,
		Operation:  operation,
		Cache:      cmp.Or(s, t.load, None),
		Result:     result,
		StartMS:    milliseconds(started.Sub(t.started)),
		DurationMS: milliseconds(time.Since(started)),
	})
}

// End ends the trace and returns what was recorded.
func (t *Trace) End() *Summary {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.isDone = true
	found := &Summary{
		DurationMS: milliseconds(time.Since(t.started)), UpstreamCalls: t.calls, CacheReads: []Read{},
	}
	for read, count := range t.reads {
		read.Count = count
		found.CacheReads = append(found.CacheReads, read)
	}
	slices.SortFunc(found.CacheReads, func(a, b Read) int {
		return cmp.Or(cmp.Compare(a.Entry, b.Entry), cmp.Compare(a.State, b.State))
	})
	slices.SortStableFunc(found.UpstreamCalls, func(a, b Call) int { return cmp.Compare(a.StartMS, b.StartMS) })
	return found
}

// milliseconds returns a duration in milliseconds with two decimal places.
func milliseconds(d time.Duration) float64 {
	return float64(d.Round(10*time.Microsecond)) / float64(time.Millisecond)
}
