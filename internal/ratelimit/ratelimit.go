// Package ratelimit bounds how often a client IP may do something, also outside of HTTP handlers. The counters of
// libraries such as httprate grow with the number of IP addresses.
package ratelimit

import (
	"context"
	"hash/maphash"
	"math"
	"net/netip"
	"strconv"
	"sync"
	"time"
)

const (
	// maxKeys is the number of IP addresses with their own counters in a window. Further ones share sharedKeys
	// counters, so that many IP addresses neither use more memory nor displace known IP addresses.
	maxKeys    = 50_000
	sharedKeys = 1024
)

// Limiter counts events per client IP in a sliding window. With other servers, an event must be within the limit on
// this server and on all together; while they cannot be asked, this server decides. It is safe for concurrent use.
type Limiter struct {
	limit  int
	window time.Duration
	now    func() time.Time
	seed   maphash.Seed
	// servers is nil for a single server; name is the name of the limit there.
	servers Servers
	name    string

	mu sync.Mutex
	// started is the beginning of the window of latest; previous has the counts of the window before.
	started          time.Time
	latest, previous map[string]int
}

// New returns a limiter of this server that allows limit events per IP address within a window.
func New(limit int, window time.Duration) *Limiter {
	return &Limiter{
		limit:    limit,
		window:   window,
		now:      time.Now,
		seed:     maphash.MakeSeed(),
		started:  time.Now(),
		latest:   map[string]int{},
		previous: map[string]int{},
	}
}

// Allow counts an event of an IP address and reports whether it is within the limit. Events above the limit are not
// counted.
func (l *Limiter) Allow(ctx context.Context, client string) bool { return l.Take(ctx, client, 1) == 1 }

// Take counts up to n events of an IP address as far as they are within the limit, and returns their number.
func (l *Limiter) Take(ctx context.Context, client string, n int) int {
	taken, key := l.take(client, n)
	if taken == 0 {
		return 0
	}
	if room, ok := l.countOnServers(ctx, client, key, taken); ok && room < taken {
		l.uncount(client, taken-max(room, 0))
		taken = max(room, 0)
	}
	return taken
}

// take counts events on this server.
func (l *Limiter) take(client string, n int) (taken int, key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	key = l.keyOf(client)
	if taken = max(min(n, l.limit-l.rate(key)), 0); taken > 0 {
		l.latest[key] += taken
	}
	return taken, key
}

// Return uncounts n events that Take has counted and that did not happen.
func (l *Limiter) Return(ctx context.Context, client string, n int) {
	if n > 0 {
		l.countOnServers(ctx, client, l.uncount(client, n), -n)
	}
}

// uncount uncounts events on this server.
func (l *Limiter) uncount(client string, n int) (key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if key = l.keyOf(client); l.latest[key] > 0 {
		l.latest[key] = max(l.latest[key]-n, 0)
	}
	return key
}

// Exhausted reports whether an IP address has reached the limit. It counts nothing.
func (l *Limiter) Exhausted(ctx context.Context, client string) bool {
	isExhausted, key := l.isExhausted(client)
	if isExhausted {
		return true
	}
	room, ok := l.countOnServers(ctx, client, key, 0)
	return ok && room <= 0
}

// isExhausted reports whether an IP address has reached the limit on this server.
func (l *Limiter) isExhausted(client string) (isExhausted bool, key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	key = l.keyOf(client)
	return l.rate(key) >= l.limit, key
}

// keyOf returns the counter key of an IP address.
func (l *Limiter) keyOf(client string) string {
	l.advance()
	key := Network(client)
	if _, isKnown := l.latest[key]; isKnown || len(l.latest) < maxKeys {
		return key
	}
	return "shared " + strconv.FormatUint(maphash.String(l.seed, key)%sharedKeys, 10)
}

// advance begins another window when the latest one is over.
func (l *Limiter) advance() {
	passed := l.now().Sub(l.started) / l.window
	if passed < 1 {
		return
	}
	l.started = l.started.Add(passed * l.window)
	l.latest, l.previous = l.previous, l.latest
	clear(l.latest)
	if passed > 1 {
		clear(l.previous)
	}
}

// rate returns the number of events of a key in the window that ends now. Those of the previous window count in
// proportion to the overlap.
func (l *Limiter) rate(key string) int {
	left := 1 - float64(l.now().Sub(l.started))/float64(l.window)
	return int(math.Round(float64(l.previous[key])*left)) + l.latest[key]
}

// Network returns the /64 network of an IPv6 address, since one client usually has a whole /64. Other texts are
// returned unchanged.
func Network(client string) string {
	ip, err := netip.ParseAddr(client)
	if err != nil {
		return client
	}
	if ip = ip.Unmap().WithZone(""); ip.Is4() {
		return ip.String()
	}
	return netip.PrefixFrom(ip, 64).Masked().String()
}
