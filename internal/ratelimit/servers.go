package ratelimit

import (
	"context"
	"time"
)

// Servers counts the events of all servers of a website, in a sliding window as a Limiter does.
type Servers interface {
	// Count counts up to n events of a client, as far as they are within the limit of a name, and returns how many
	// would have been; a negative n uncounts events. ok is false if it is unknown what other servers have counted.
	Count(ctx context.Context, name, client string, n, limit int, window time.Duration) (room int, ok bool)
}

// Limits makes the limiters of a server. The zero value is for a server without others.
type Limits struct{ Servers Servers }

// New returns a limiter that allows limit events per IP address within a window, on all servers together. Limiters of
// one name share their counters.
func (l Limits) New(name string, limit int, window time.Duration) *Limiter {
	limiter := New(limit, window)
	limiter.name, limiter.servers = name, l.Servers
	return limiter
}

// countOnServers counts events of a client on all servers. Clients without a counter of their own are counted by each
// server only, so that many IP addresses do not use more memory of the other counter either.
func (l *Limiter) countOnServers(ctx context.Context, client, key string, n int) (room int, ok bool) {
	if network := Network(client); l.servers != nil && key == network {
		// A client that disconnects is counted too.
		return l.servers.Count(context.WithoutCancel(ctx), l.name, network, n, l.limit, l.window)
	}
	return 0, false
}
