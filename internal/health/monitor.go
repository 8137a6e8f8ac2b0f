package health

import (
	"context"
	"log/slog"
	"maps"
	"sync"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"strand/internal/instrument"
	"strand/internal/recovery"
	"strand/internal/telemetry"
)

// checkEvery is the interval of Run: a lost system is seen within it, whether or not a visitor needs the system.
const checkEvery = 10 * time.Second

// Monitor checks systems and exports whether they are up. It is safe for concurrent use.
type Monitor struct {
	checks       map[string]Check
	log          *slog.Logger
	registration metric.Registration

	mu sync.Mutex
	// states are the latest results.
	states map[string]State
}

// NewMonitor returns a monitor of systems by name, with its metric.
func NewMonitor(checks map[string]Check, log *slog.Logger) *Monitor {
	m := &Monitor{checks: checks, log: log, states: map[string]State{}}
	meter := otel.Meter("strand/health")
	up := instrument.New(meter.Int64ObservableGauge("strand.upstream.up",
		metric.WithDescription("0 if a system is down for this server, 1 if it works at least in part.")))
	m.registration = instrument.New(meter.RegisterCallback(func(_ context.Context, to metric.Observer) error {
		m.mu.Lock()
		defer m.mu.Unlock()
		for name, state := range m.states {
			value := int64(1)
			if state.Status == Down {
				value = 0
			}
			to.ObserveInt64(up, value, metric.WithAttributes(attribute.String("system", name)))
		}
		return nil
	}, up))
	return m
}

// Close removes the metric.
func (m *Monitor) Close() error { return m.registration.Unregister() }

// Run checks all systems at intervals until the context ends.
func (m *Monitor) Run(ctx context.Context) {
	interval := time.NewTicker(checkEvery)
	defer interval.Stop()
	for {
		m.States(ctx)
		select {
		case <-interval.C:
		case <-ctx.Done():
			return
		}
	}
}

// States checks all systems concurrently and returns their states by name.
func (m *Monitor) States(ctx context.Context) map[string]State {
	ctx = telemetry.WithoutTrace(ctx)
	states := make(map[string]State, len(m.checks))
	var mu sync.Mutex
	var checks sync.WaitGroup
	for name, check := range m.checks {
		checks.Go(func() {
			state := State{Status: Down, Reason: "the check failed"}
			_ = recovery.Do(ctx, m.log, "health_check", func() error { // Do reports a panic
				state = check(ctx)
				return nil
			})
			mu.Lock()
			defer mu.Unlock()
			states[name] = state
		})
	}
	checks.Wait()
	if ctx.Err() == nil { // else a check may have been interrupted
		m.mu.Lock()
		defer m.mu.Unlock()
		maps.Copy(m.states, states)
	}
	return states
}
