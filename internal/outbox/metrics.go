package outbox

import (
	"context"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"strand/internal/instrument"
)

// Results of attempts.
const (
	resultDelivered = "delivered"
	resultFailed    = "failed"
	resultRefused   = "refused"
)

type metrics struct {
	attempts     metric.Int64Counter
	duration     metric.Float64Histogram
	registration metric.Registration
}

func newMetrics(o *Outbox) *metrics {
	meter := otel.Meter("strand/internal/outbox")
	m := &metrics{
		attempts: instrument.New(meter.Int64Counter("strand.outbox.attempts",
			metric.WithDescription("Attempts to deliver a submission, by result: delivered, failed, refused."))),
		duration: instrument.New(meter.Float64Histogram("strand.outbox.delivery.duration", metric.WithUnit("s"),
			metric.WithDescription("How long attempts to deliver a submission with its files took, by result."))),
	}
	pending := instrument.New(meter.Int64ObservableGauge("strand.outbox.pending",
		metric.WithDescription("Submissions that were acknowledged and are not delivered yet, without dead letters.")))
	oldest := instrument.New(meter.Float64ObservableGauge("strand.outbox.oldest", metric.WithUnit("s"),
		metric.WithDescription("How long the oldest of them has been waiting.")))
	dead := instrument.New(meter.Int64ObservableGauge("strand.outbox.dead_letters",
		metric.WithDescription("Dead letters: submissions that were refused, are out of attempts, or unreadable.")))
	m.registration = instrument.New(meter.RegisterCallback(func(ctx context.Context, to metric.Observer) error {
		counts, err := o.Counts(ctx)
		if err != nil {
			return nil //nolint:nilerr // /readyz and the log report an unusable store
		}
		to.ObserveInt64(pending, int64(counts.Pending))
		to.ObserveFloat64(oldest, counts.Oldest.Seconds())
		to.ObserveInt64(dead, int64(counts.Dead))
		return nil
	}, pending, oldest, dead))
	return m
}

func (m *metrics) close() error { return m.registration.Unregister() }

func (m *metrics) attempted(ctx context.Context, result string, took time.Duration) {
	attributes := metric.WithAttributes(attribute.String("result", result))
	m.attempts.Add(ctx, 1, attributes)
	m.duration.Record(ctx, took.Seconds(), attributes)
}
