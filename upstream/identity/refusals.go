package identity

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"strand/internal/instrument"
)

// repeatRefusal is the interval at which refusals for the same reason are logged.
const repeatRefusal = time.Minute

// refusals counts refused tokens, and logs one event per reason and interval. It is safe for concurrent use.
type refusals struct {
	log     *slog.Logger
	issuer  string
	counter metric.Int64Counter

	mu sync.Mutex
	// logged is when a reason was logged, skipped the number of refusals since then.
	logged  map[*reason]time.Time
	skipped map[*reason]int
}

func newRefusals(log *slog.Logger, issuer string) *refusals {
	return &refusals{
		log:    log,
		issuer: issuer,
		counter: instrument.New(otel.Meter("strand/identity").Int64Counter("strand.identity.tokens_refused",
			metric.WithDescription("ID tokens that were refused, by the reason."))),
		logged:  map[*reason]time.Time{},
		skipped: map[*reason]int{},
	}
}

// report counts and logs the error of a token if the token was refused. Expired and revoked tokens are a part of normal
// work.
func (r *refusals) report(ctx context.Context, err error) {
	why := new(reason)
	if !errors.As(err, &why) {
		return
	}
	r.counter.Add(ctx, 1, metric.WithAttributes(attribute.String("reason", why.code)))
	skipped, isDue := r.next(why)
	if !isDue {
		return
	}
	level := slog.LevelWarn
	if why == errExpired || why == errRevoked {
		level = slog.LevelInfo
	}
	r.log.Log(ctx, level, "token_refused", "reason", why.code, "text", why.text, "issuer", r.issuer, "skipped", skipped)
}

// next reports whether a reason is to be logged now, and how many of its refusals were not logged before.
func (r *refusals) next(why *reason) (skipped int, isDue bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now := time.Now(); now.Sub(r.logged[why]) >= repeatRefusal {
		skipped, r.skipped[why], r.logged[why] = r.skipped[why], 0, now
		return skipped, true
	}
	r.skipped[why]++
	return 0, false
}
