package cms

import (
	"cmp"
	"io"
	"sync"
	"time"

	"strand/demo/cms/content"
)

// Limits are those of Hygraph's content API (docs/adoption.md). Zero values are those of a new project.
type Limits struct {
	// DefaultPage is the number of entries of a list without `first`, MaxPage that of any list at most, at every level.
	// A larger `first` is not an error.
	DefaultPage, MaxPage int
	// QueryBytes is the size of a query with its variables.
	QueryBytes int
	// RequestsPerSecond is the number of requests, further ones are answered with 429.
	RequestsPerSecond int
	// Lag is how long former content is returned after a change.
	Lag time.Duration
}

func (l Limits) withDefaults() Limits {
	return Limits{
		DefaultPage:       cmp.Or(l.DefaultPage, 10),
		MaxPage:           cmp.Or(l.MaxPage, 100),
		QueryBytes:        cmp.Or(l.QueryBytes, 10<<10),     // of the smallest plan
		RequestsPerSecond: cmp.Or(l.RequestsPerSecond, 500), // of the largest plan
		Lag:               l.Lag,
	}
}

// page returns the first entry and the number of entries that arguments select.
func (l Limits) page(arguments map[string]any) (start, size int) {
	size = min(l.DefaultPage, l.MaxPage)
	if n, ok := number(arguments["skip"]); ok {
		start = n
	}
	if n, ok := number(arguments["first"]); ok {
		size = min(max(n, 0), l.MaxPage)
	}
	return start, size
}

// lagging is the content that a cache in front of the CMS still returns.
type lagging struct {
	mu              sync.Mutex
	returned, newer *content.Snapshot
	changed         time.Time
}

// of returns the content that is returned a lag after a change.
func (l *lagging) of(present *content.Snapshot, lag time.Duration) *content.Snapshot {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.returned == nil {
		l.returned, l.newer = present, present
	}
	if present != l.newer {
		l.newer, l.changed = present, time.Now()
	}
	if time.Since(l.changed) >= lag {
		l.returned = l.newer
	}
	return l.returned
}

// countingReader counts the bytes that it reads.
type countingReader struct {
	from  io.Reader
	bytes int
}

func (r *countingReader) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	r.bytes += n
	return n, err
}
