package outbox

import (
	"context"
	"fmt"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
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

func newMetrics(o *Outbox) (*metrics, error) {
	m := &metrics{}
	meter := otel.Meter("strand/internal/outbox")
	failed := func(err error) (*metrics, error) {
		return nil, fmt.Errorf("register the metrics of the outbox: %w", err)
	}
	var err error
	if m.attempts, err = meter.Int64Counter("strand.outbox.attempts",
		metric.WithDescription(
			"Attempts to deliver a submission, by result: delivered, failed, refused.",
		)); err != nil {
		return failed(err)
	}
	if m.duration, err = meter.Float64Histogram("strand.outbox.delivery.duration", metric.WithUnit("s"),
		metric.WithDescription(
			"How long attempts to deliver a submission with its files took, by result.",
		)); err != nil {
		return failed(err)
	}
	pending, err := meter.Int64ObservableGauge("strand.outbox.pending",
		metric.WithDescription("Submissions that were acknowledged and are not delivered yet, without dead letters."))
	if err != nil {
		return failed(err)
	}
	oldest, err := meter.Float64ObservableGauge("strand.outbox.oldest", metric.WithUnit("s"),
		metric.WithDescription("How long the oldest of them has been waiting."))
	if err != nil {
		return failed(err)
	}
	dead, err := meter.Int64ObservableGauge("strand.outbox.dead_letters",
		metric.WithDescription("Dead letters: submissions that were refused, are out of attempts, or unreadable."))
	if err != nil {
		return failed(err)
	}
	m.registration, err = meter.RegisterCallback(func(ctx context.Context, to metric.Observer) error {
		counts, err := o.Counts(ctx)
		if err != nil {
			return nil //nolint:nilerr // /readyz and the log report an unusable store
		}
		to.ObserveInt64(pending, int64(counts.Pending))
		to.ObserveFloat64(oldest, counts.Oldest.Seconds())
		to.ObserveInt64(dead, int64(counts.Dead))
		return nil
	}, pending, oldest, dead)
	if err != nil {
		return failed(err)
	}
	return m, nil
}

func (m *metrics) close() error { return m.registration.Unregister() }

func (m *metrics) attempted(ctx context.Context, result string, took time.Duration) {
	attributes := metric.WithAttributes(attribute.String("result", result))
	m.attempts.Add(ctx, 1, attributes)
	m.duration.Record(ctx, took.Seconds(), attributes)
}
