package webhooks

import (
	"context"
	"maps"
	"sync"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"strand/internal/instrument"
)

// Results of calls.
const (
	accepted     = "accepted"     // the change is published
	refused      = "refused"      // the signature is invalid
	repeated     = "repeated"     // the call was accepted before
	invalid      = "invalid"      // the body is no change
	unconfigured = "unconfigured" // the system has no secret
)

// metrics count the calls of the systems.
type metrics struct {
	calls metric.Int64Counter
	now   func() time.Time

	mu sync.Mutex
	// last is the time of the last accepted call by system, or else of the start. Systems without a secret are left
	// out.
	last map[string]time.Time
}

func newMetrics(secrets map[string]string, now func() time.Time) *metrics {
	m := &metrics{now: now, last: map[string]time.Time{}}
	for system, secret := range secrets {
		if secret != "" {
			m.last[system] = now()
		}
	}
	meter := otel.Meter("strand/webhooks")
	m.calls = instrument.New(meter.Int64Counter("strand.webhook.calls", metric.WithDescription(
		"Webhooks by system and result: accepted, refused (signature), repeated, invalid, unconfigured (no secret).")))
	age := instrument.New(meter.Float64ObservableGauge("strand.webhook.age", metric.WithUnit("s"),
		metric.WithDescription(
			"Time since the last accepted webhook of a system with a secret, or else since the start.")))
	instrument.New(meter.RegisterCallback(func(_ context.Context, to metric.Observer) error {
		m.mu.Lock()
		last := maps.Clone(m.last)
		m.mu.Unlock()
		for system, at := range last {
			to.ObserveFloat64(age, m.now().Sub(at).Seconds(), metric.WithAttributes(attribute.String("system", system)))
		}
		return nil
	}, age))
	// Series that begin with 0, so that the first call is an increase.
	for system := range secrets {
		for _, result := range []string{accepted, refused, repeated, invalid, unconfigured} {
			m.calls.Add(context.Background(), 0, attributesOf(system, result))
		}
	}
	return m
}

func attributesOf(system, result string) metric.MeasurementOption {
	return metric.WithAttributes(attribute.String("system", system), attribute.String("result", result))
}

// call counts a call.
func (m *metrics) call(ctx context.Context, system, result string) {
	m.calls.Add(ctx, 1, attributesOf(system, result))
	if result == accepted {
		m.mu.Lock()
		m.last[system] = m.now()
		m.mu.Unlock()
	}
}
