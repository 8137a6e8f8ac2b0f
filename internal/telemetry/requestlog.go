package telemetry

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"
)

// RequestLog collects the attributes of a request's log event. Methods of a nil RequestLog do nothing. It is safe for
// concurrent use.
type RequestLog struct {
	mu        sync.Mutex
	route     string
	attrs     []slog.Attr
	upstreams map[string]*calls
}

type calls struct {
	count int
	spent time.Duration
}

type requestKey struct{}

// WithRequestLog adds a new request log to the context.
func WithRequestLog(ctx context.Context) (context.Context, *RequestLog) {
	r := &RequestLog{}
	return context.WithValue(ctx, requestKey{}, r), r
}

// RequestLogFrom returns the request log of the context; nil for none.
func RequestLogFrom(ctx context.Context) *RequestLog {
	r, _ := ctx.Value(requestKey{}).(*RequestLog)
	return r
}

// Set sets an attribute; the last value of a name counts.
func (r *RequestLog) Set(name string, value any) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.attrs = slices.DeleteFunc(r.attrs, func(a slog.Attr) bool { return a.Key == name })
	r.attrs = append(r.attrs, slog.Any(name, value))
}

// SetRoute sets the route of the request: the pattern that it has matched.
func (r *RequestLog) SetRoute(route string) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.route = route
}

// Route returns the route of the request; empty if it is not set.
func (r *RequestLog) Route() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.route
}

// Upstream counts a call to an upstream system and its duration.
func (r *RequestLog) Upstream(system string, spent time.Duration) {
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

// AppendAttrs appends the attributes, and for each upstream system the number of calls and their total duration.
func (r *RequestLog) AppendAttrs(attrs []slog.Attr) []slog.Attr {
	r.mu.Lock()
	defer r.mu.Unlock()
	attrs = append(attrs, r.attrs...)
	systems := make([]string, 0, len(r.upstreams))
	for s := range r.upstreams {
		systems = append(systems, s)
	}
	slices.Sort(systems)
	for _, s := range systems {
		attrs = append(
			attrs,
			slog.Group(s, slog.Int("calls", r.upstreams[s].count), slog.Duration("time", r.upstreams[s].spent)),
		)
	}
	return attrs
}
