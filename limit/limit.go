// Package limit bounds how often one visitor may do something.
package limit

import (
	"math"
	"net/http"
	"time"

	"github.com/go-chi/httprate"
)

// Limiter counts by address. It is safe for concurrent use.
type Limiter struct {
	most int
	rate *httprate.RateLimiter
}

// New makes a limiter that lets one address do something so often within a time.
func New(most int, within time.Duration) *Limiter {
	return &Limiter{most: most, rate: httprate.NewRateLimiter(most, within)}
}

// Allow says whether an address may do it once more, and counts that.
func (l *Limiter) Allow(address string) bool {
	return !l.rate.OnLimit(nobody{http.Header{}}, &http.Request{}, key(address))
}

// Exhausted says whether an address has to wait. It counts nothing.
func (l *Limiter) Exhausted(address string) bool {
	_, rate, err := l.rate.Status(key(address))
	return err == nil && int(math.Round(rate)) >= l.most
}

// key is what is counted by: whoever has one address of IPv6 has all that begin alike.
func key(address string) string { return httprate.CanonicalizeIP(address) }

// nobody takes the headers in which the library tells its counts.
type nobody struct{ header http.Header }

func (n nobody) Header() http.Header         { return n.header }
func (n nobody) Write(b []byte) (int, error) { return len(b), nil }
func (n nobody) WriteHeader(int)             {}
