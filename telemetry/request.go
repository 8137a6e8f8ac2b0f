package telemetry

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"
)

// Request gathers what one request to the edge turned out to be, for its one event in the log. A nil Request gathers
// nothing, so that whoever reports need not ask whether somebody listens. It is safe for concurrent use.
type Request struct {
	mu        sync.Mutex
	facts     []slog.Attr
	upstreams map[string]*calls
}

type calls struct {
	count int
	spent time.Duration
}

type requestKey struct{}

// WithRequest puts a gathering into the context.
func WithRequest(ctx context.Context) (context.Context, *Request) {
	r := &Request{}
	return context.WithValue(ctx, requestKey{}, r), r
}

// RequestFrom is the gathering of the context; nil where there is none.
func RequestFrom(ctx context.Context) *Request {
	r, _ := ctx.Value(requestKey{}).(*Request)
	return r
}

// Fact notes something about the request; a later one of the same name takes its place.
func (r *Request) Fact(name string, value any) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.facts = slices.DeleteFunc(r.facts, func(a slog.Attr) bool { return a.Key == name })
	r.facts = append(r.facts, slog.Any(name, value))
}

// Upstream notes a call to an upstream system.
func (r *Request) Upstream(system string, spent time.Duration) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.upstreams == nil {
		r.upstreams = map[string]*calls{}
	}
	c := r.upstreams[system]
	if c == nil {
		c = &calls{}
		r.upstreams[system] = c
	}
	c.count++
	c.spent += spent
}

// Attrs are the facts and, by upstream system, the calls and the time spent on them.
func (r *Request) Attrs() []slog.Attr {
	r.mu.Lock()
	defer r.mu.Unlock()
	attrs := slices.Clone(r.facts)
	systems := make([]string, 0, len(r.upstreams))
	for s := range r.upstreams {
		systems = append(systems, s)
	}
	slices.Sort(systems)
	for _, s := range systems {
		attrs = append(attrs, slog.Group(s, slog.Int("calls", r.upstreams[s].count), slog.Duration("time", r.upstreams[s].spent)))
	}
	return attrs
}
