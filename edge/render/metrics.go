package render

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"strand/internal/instrument"
)

// metrics are the metrics of a pool.
type metrics struct {
	// pool is the attribute with the name of the pool.
	pool           attribute.KeyValue
	wait, duration metric.Float64Histogram
	restarts       metric.Int64Counter
	registration   metric.Registration
}

func newMetrics(p *Pool) *metrics {
	meter := otel.Meter("strand/render")
	buckets := metric.WithExplicitBucketBoundaries(.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5)
	m := &metrics{
		pool: attribute.String("pool", p.options.Name),
		wait: instrument.New(meter.Float64Histogram("strand.render.wait", metric.WithUnit("s"), buckets,
			metric.WithDescription("How long pages, data sheets and pictures waited for a renderer, by result: "+
				"ready, overloaded, unavailable, cancelled."))),
		duration: instrument.New(meter.Float64Histogram("strand.render.duration", metric.WithUnit("s"), buckets,
			metric.WithDescription("How long renderings took, by result: rendered, failed, timeout, lost."))),
		restarts: instrument.New(meter.Int64Counter("strand.render.restarts",
			metric.WithDescription("Processes that were started again, by reason: timeout, ended."))),
	}
	queue := instrument.New(meter.Int64ObservableGauge("strand.render.queue",
		metric.WithDescription("Pages, data sheets and pictures that wait for a renderer.")))
	ready := instrument.New(meter.Int64ObservableGauge("strand.render.ready",
		metric.WithDescription("Threads that are ready to render.")))
	m.registration = instrument.New(meter.RegisterCallback(func(_ context.Context, o metric.Observer) error {
		o.ObserveInt64(queue, p.waiting(), metric.WithAttributes(m.pool))
		o.ObserveInt64(ready, int64(p.Ready()), metric.WithAttributes(m.pool))
		return nil
	}, queue, ready))
	return m
}

func (m *metrics) close() { _ = m.registration.Unregister() }

func (m *metrics) waited(ctx context.Context, spent time.Duration, err error) {
	result := "ready"
	switch {
	case errors.Is(err, ErrOverloaded):
		result = "overloaded"
	case errors.Is(err, ErrUnavailable):
		result = "unavailable"
	case err != nil:
		result = "cancelled"
	}
	m.wait.Record(ctx, spent.Seconds(), metric.WithAttributes(m.pool, attribute.String("outcome", result)))
}

func (m *metrics) rendered(ctx context.Context, spent time.Duration, err error) {
	result := "rendered"
	var lost *lostError
	switch {
	case errors.Is(err, ErrTimeout):
		result = "timeout"
	case errors.As(err, &lost):
		result = "lost"
	case err != nil:
		result = "failed"
	}
	m.duration.Record(ctx, spent.Seconds(), metric.WithAttributes(m.pool, attribute.String("outcome", result)))
}

// restarted counts a process that has ended with an error.
func (m *metrics) restarted(ctx context.Context, err error) {
	reason := "ended"
	if errors.Is(err, ErrTimeout) {
		reason = "timeout"
	}
	m.restarts.Add(ctx, 1, metric.WithAttributes(m.pool, attribute.String("reason", reason)))
}
