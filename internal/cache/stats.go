package cache

import (
	"context"
	"sync/atomic"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"strand/internal/instrument"
)

// stats counts served entries by state.
type stats struct {
	served    [fresh + 1]atomic.Int64
	fallbacks atomic.Int64
	failures  atomic.Int64
	// shared are the loads with answers of the second level.
	shared       atomic.Int64
	registration metric.Registration
}

func (s *stats) count(st state) { s.served[st].Add(1) }

func (s *stats) unregister() {
	if s.registration != nil {
		_ = s.registration.Unregister() // it never fails, see the SDK
	}
}

var stateNames = [...]string{missing: "miss", outdated: "outdated", stale: "stale", fresh: "fresh"}

// observe registers the cache's metrics.
func (c *Cache) observe() {
	meter := otel.Meter("strand/cache")
	reads := instrument.New(meter.Int64ObservableCounter("strand.cache.reads",
		metric.WithDescription("Look-ups of cache entries by the state that was found: fresh, stale, outdated, miss.")))
	fallbacks := instrument.New(meter.Int64ObservableCounter("strand.cache.stale_on_error",
		metric.WithDescription("Outdated entries that were served because reloading failed.")))
	failures := instrument.New(meter.Int64ObservableCounter("strand.cache.load_failures",
		metric.WithDescription("Loads that failed.")))
	shared := instrument.New(meter.Int64ObservableCounter("strand.cache.shared",
		metric.WithDescription("Loads with what another server had stored in the shared cache.")))
	evictions := instrument.New(meter.Int64ObservableCounter("strand.cache.evictions",
		metric.WithDescription("Entries that were evicted or not admitted.")))
	size := instrument.New(meter.Int64ObservableGauge("strand.cache.size", metric.WithUnit("By"),
		metric.WithDescription("Size of all cache entries.")))
	c.stats.registration = instrument.New(meter.RegisterCallback(func(_ context.Context, o metric.Observer) error {
		for s, name := range stateNames {
			o.ObserveInt64(reads, c.stats.served[s].Load(), metric.WithAttributes(attribute.String("state", name)))
		}
		o.ObserveInt64(fallbacks, c.stats.fallbacks.Load())
		o.ObserveInt64(failures, c.stats.failures.Load())
		o.ObserveInt64(shared, c.stats.shared.Load())
		m := c.store.Metrics
		o.ObserveInt64(evictions, int64(m.KeysEvicted()+m.SetsRejected()+m.SetsDropped()))
		o.ObserveInt64(size, int64(m.CostAdded()-m.CostEvicted()))
		return nil
	}, reads, fallbacks, failures, shared, evictions, size))
}
