package cache

import (
	"slices"
	"time"
)

// Inspection describes an entry.
type Inspection struct {
	// State is fresh, stale (served while it is reloaded) or outdated (purged or too old: served if reloading fails).
	State      string
	Tags       []string
	LoadedAt   time.Time
	FreshUntil time.Time
	// StaleUntil is when the entry is removed.
	StaleUntil time.Time
	// IsDegraded reports that a part is missing.
	IsDegraded bool
}

// Inspect describes the entry of a key; not ok if there is none. It does not count as a read.
func (c *Cache) Inspect(key string) (_ Inspection, ok bool) {
	e, s := c.lookUp(key)
	if s == missing {
		return Inspection{}, false
	}
	names := map[state]string{fresh: "fresh", stale: "stale", outdated: "outdated"}
	tags := slices.Concat(e.tags, e.ownTags)
	slices.Sort(tags)
	return Inspection{
		State:      names[s],
		Tags:       tags,
		LoadedAt:   e.loaded,
		FreshUntil: e.freshUntil(),
		StaleUntil: e.loaded.Add(e.Fresh + e.Stale),
		IsDegraded: e.isDegraded,
	}, true
}

// freshUntil returns the time from which the entry is reloaded.
func (e *entry) freshUntil() time.Time {
	until := e.loaded.Add(e.Fresh)
	if !e.changesAt.IsZero() && e.changesAt.Before(until) {
		return e.changesAt
	}
	return until
}
