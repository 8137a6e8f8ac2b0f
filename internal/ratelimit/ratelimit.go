// Package ratelimit bounds how often one client address may do something.
package ratelimit

import (
	"math"
	"net/http"
	"time"

	"github.com/go-chi/httprate"
)

// Limiter counts events per client address. It is safe for concurrent use.
type Limiter struct {
	limit int
	rate  *httprate.RateLimiter
}

// New returns a limiter that allows limit events per address within a window.
func New(limit int, window time.Duration) *Limiter {
	return &Limiter{limit: limit, rate: httprate.NewRateLimiter(limit, window)}
}

// Allow counts one event of an address and reports whether it is within the limit.
func (l *Limiter) Allow(address string) bool {
	return !l.rate.OnLimit(discardHeaders{http.Header{}}, &http.Request{}, Network(address))
}

// Exhausted reports whether an address has reached the limit. It counts nothing.
func (l *Limiter) Exhausted(address string) bool {
	_, rate, err := l.rate.Status(Network(address))
	return err == nil && int(math.Round(rate)) >= l.limit
}

// Network is an IPv4 address as it is, and the network of an IPv6 address: one client usually has a whole /64.
func Network(address string) string { return httprate.CanonicalizeIP(address) }

// discardHeaders drops httprate's rate-limit headers.
type discardHeaders struct{ header http.Header }

func (d discardHeaders) Header() http.Header         { return d.header }
func (d discardHeaders) Write(b []byte) (int, error) { return len(b), nil }
func (d discardHeaders) WriteHeader(int)             {}
